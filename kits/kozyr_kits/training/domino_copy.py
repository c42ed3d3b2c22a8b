"""Domino Poker's plain deals for the compiled copy."""

from collections.abc import Sequence
from random import Random
from typing import Final

from core.games.domino_poker.bot import LEVELS as LEVELS, PLAYOUTS as PLAYOUTS, TileBot
from core.games.domino_poker.rules import NAME as NAME
from core.games.domino_poker.sheet import Options, deal_points
from core.games.domino_poker.tricks import strengths, trick_rules
from core.pieces import ALL_TILES
from core.tricks.kernel import TrickRules, Tricks
from core.tricks.policy import Strengths

BOT: Final = TileBot
DECK: Final = ALL_TILES
SIZE: Final = 7
SAME_CHANCE: Final = False

_SEATS: Final = 4


def points(bids: Sequence[int], taken: Sequence[int]) -> Sequence[int]:
    """Return the points of each seat when a plain deal is over."""
    return deal_points(Options(), "plain", bids, taken)


def tables() -> list[tuple[TrickRules, Strengths]]:
    """Return the rules of the tricks; there is one kind of deal."""
    return [(trick_rules(Options(), _SEATS), strengths(Options(), _SEATS))]


def dealt(rng: Random, size: int) -> tuple[Tricks, int]:
    """Deal; a seat drawn by lot bids first and leads. Also return the number of its table."""
    deck = [*range(ALL_TILES.bit_count())]
    rng.shuffle(deck)
    hands = [sum(1 << tile for tile in deck[seat * size :][:size]) for seat in range(_SEATS)]
    return Tricks(trick_rules(Options(), _SEATS), hands, rng.randrange(_SEATS), size), 0
