"""The signs of positions at the leaves of Joker's trees, and deals of nine that teach their value.

Premiums are not counted: a deal is worth its points.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from core.games.joker.bot import LEVELS as LEVELS, PLAYOUTS as PLAYOUTS, CardBot, expected
from core.games.joker.rules import NAME as NAME
from core.games.joker.sheet import Options, points as points_of
from core.games.joker.tricks import (
    NO_TRUMP,
    SUIT_MASKS,
    TRUMPS,
    WHOLE_DECK,
    WILD,
    strengths,
    trick_rules,
)
from core.tricks.kernel import TrickRules, Tricks
from core.tricks.policy import Strengths, still_wanted

_CARDS: Final = 9
BOT: Final = CardBot
DECK: Final = WHOLE_DECK
SIZES: Final[tuple[int, ...]] = (_CARDS,)
OPTIONS: Final = {"deal_set": "nines", "premium_mode": "none"}
ENDS: Final = 1
"""Joker's policy plays nothing at random: all ends of a position are the same."""
TRIES: Final[tuple[int, ...]] = (1,)
SAME_CHANCE: Final = True
MISSED: Final = 100
MISSES: Final = 0

# The beginnings of the groups of weights. The first groups, one for each player (the seat itself
# and the next three): the ranks of trumps and of other cards among those of their suit that are
# still held, from the highest on; jokers; the lengths of the other suits, by whether there are
# trumps; the number of trumps. Then own cards by their rank and the length of the suit; the tricks
# that the seat and the next three still want; tricks left; the seat to lead; whether the seat wants
# all tricks or too many; whether all together want too many or too few; whether there are no
# trumps.
_PLAIN: Final = 9
_JOKERS: Final = _PLAIN + 9
_LENGTHS: Final = _JOKERS + 3
_TRUMPS_HELD: Final = _LENGTHS + 5 * 2
_WHOSE: Final = _TRUMPS_HELD + 7
_OWN: Final = 4 * _WHOSE
_NEED: Final = _OWN + 9 * 4
_NEEDS: Final = _NEED + 9
_LEFT: Final = _NEEDS + 3 * 6
_LEADS: Final = _LEFT + _CARDS
_ALL: Final = _LEADS + 4
_WANTED: Final = _ALL + 3
_NO_TRUMP: Final = _WANTED + 7
SIZE: Final = _NO_TRUMP + 1


def signs(tricks: Tricks, bids: Sequence[int], trumps: int) -> list[list[int]]:
    """Return by seat the signs of a position between two tricks, as numbers.

    Suits other than trumps look alike: a sign may occur several times.
    """
    hands, left = tricks.hands, tricks.left
    needs = still_wanted(bids, tricks.taken, fixed=False)
    held = hands[0] | hands[1] | hands[2] | hands[3]
    theirs: list[list[int]] = []
    own: list[list[int]] = []
    for hand in hands:
        shown, mine = [_JOKERS + (hand >> WILD).bit_count()], []
        has = 1 if hand & trumps else 0
        for suit in SUIT_MASKS:
            rest, among = hand & suit, held & suit
            length, first = rest.bit_count(), _PLAIN
            if suit == trumps:
                first = 0
                shown.append(_TRUMPS_HELD + min(length, 6))
            else:
                shown.append(_LENGTHS + min(length, 4) * 2 + has)
            while rest:
                low = rest & -rest
                rest ^= low
                rank = (among & -low).bit_count() - 1
                shown.append(first + rank)
                if first:
                    mine.append(_OWN + rank * 4 + min(length, 4) - 1)
        theirs.append(shown)
        own.append(mine)
    pressure = sum([max(need, 0) for need in needs]) - left
    shared = [_LEFT + left - 1, _WANTED + min(max(pressure, -3), 3) + 3]
    if not trumps:
        shared.append(_NO_TRUMP)
    found = []
    for seat in range(4):
        need = needs[seat]
        seen = [
            *shared,
            *own[seat],
            *theirs[seat],
            _NEED + min(max(need, -1), 7) + 1,
            _LEADS + (tricks.turn - seat) % 4,
            _ALL + (0 if need < left else 1 if need == left else 2),
        ]
        for step in range(1, 4):
            other = (seat + step) % 4
            first = step * _WHOSE
            seen += [first + sign for sign in theirs[other]]
            seen.append(_NEEDS + (step - 1) * 6 + min(max(needs[other], -1), 4) + 1)
        found.append(seen)
    return found


def kept(cards: int, bid: int) -> int:
    """Return the points of a bid that is kept."""
    return 100 * bid if bid == cards else 50 * bid + 50


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
