"""Joker's deals of nine for the compiled copy, each worth its points: premiums do not count."""

from collections.abc import Sequence
from random import Random
from typing import Final

from core.games.joker.bot import LEVELS as LEVELS, PLAYOUTS as PLAYOUTS, CardBot, expected
from core.games.joker.rules import NAME as NAME
from core.games.joker.sheet import Options, points as points_of
from core.games.joker.tricks import (
    NO_TRUMP,
    TRUMPS,
    WHOLE_DECK,
    strengths,
    trick_rules,
)
from core.tricks.kernel import TrickRules, Tricks
from core.tricks.policy import Strengths

BOT: Final = CardBot
DECK: Final = WHOLE_DECK
SIZE: Final = 9
SAME_CHANCE: Final = True


def points(bids: Sequence[int], taken: Sequence[int]) -> Sequence[int]:
    """Return the points of each seat when a deal is over."""
    cards = sum(taken)
    return [points_of(Options(), cards, *box) for box in zip(bids, taken, strict=True)]


def tables() -> list[tuple[TrickRules, Strengths]]:
    """Return the rules of the tricks with each trump."""
    trumps = range(len(TRUMPS))
    return [(trick_rules(Options(), trump), strengths(Options(), trump)) for trump in trumps]


def dealt(rng: Random, size: int) -> tuple[Tricks, int]:
    """Deal; a seat drawn by lot names trumps by its first three cards, as experts do."""
    deck = [*range(WHOLE_DECK.bit_count())]
    rng.shuffle(deck)
    hands = [sum(1 << card for card in deck[seat * size :][:size]) for seat in range(4)]
    first = rng.randrange(4)
    seen = sum(1 << card for card in deck[first * size :][: Options().trump_choice_after])
    worth = [expected(seen, trump, size, leads=True) for trump in range(len(TRUMPS))]
    worth[NO_TRUMP] -= 0.5
    trump = worth.index(max(worth))
    return Tricks(trick_rules(Options(), trump), hands, first, size), trump
