"""The signs of positions at the leaves of Domino Poker's trees, and deals to teach their value."""

from collections.abc import Sequence
from random import Random
from typing import Final

from core.games.domino_poker.bot import LEVELS as LEVELS, PLAYOUTS as PLAYOUTS, TileBot
from core.games.domino_poker.rules import NAME as NAME
from core.games.domino_poker.sheet import Options, deal_points
from core.games.domino_poker.tricks import strengths, trick_rules
from core.tiles import ALL_TILES
from core.tricks.kernel import TrickRules, Tricks
from core.tricks.policy import Strengths, still_wanted

BOT: Final = TileBot
DECK: Final = ALL_TILES
SIZES: Final[tuple[int, ...]] = (3, 4, 5, 6, 7, 7, 7, 7)
OPTIONS: Final = {"deal_set": "largest"}
SAME_CHANCE: Final = False
MISSED: Final = 10
MISSES: Final = -3
ENDS: Final = 6
TRIES: Final[tuple[int, ...]] = (1, 4, 16)

_SEATS: Final = 4
_TILES: Final = 28
# The beginnings of the groups of weights: the owner of each tile, from the strongest and from the
# weakest on; tricks wanted by the seat and by the next three; tricks left; the seat to lead; trumps
# held by any seat; whether the seat wants all tricks or too many, and all together too many or too
# few.
_FROM_TOP: Final = 0
_FROM_BELOW: Final = _FROM_TOP + _SEATS * _TILES
_NEED: Final = _FROM_BELOW + _SEATS * _TILES
_NEEDS: Final = _NEED + 7
_LEFT: Final = _NEEDS + 3 * 5
_LEADS: Final = _LEFT + 7
_TRUMPS_HELD: Final = _LEADS + _SEATS
_ALL: Final = _TRUMPS_HELD + 8
_WANTED: Final = _ALL + 3
SIZE: Final = _WANTED + 7


def signs(tricks: Tricks, bids: Sequence[int], trumps: int) -> list[list[int]]:
    """Return by seat the signs of a position between two tricks, as numbers."""
    hands, left = tricks.hands, tricks.left
    needs = still_wanted(bids, tricks.taken, fixed=False)
    held = 0
    for hand in hands:
        held |= hand
    owners = []
    rest = held
    while rest:
        high = 1 << (rest.bit_length() - 1)
        rest ^= high
        owner = 0
        while not hands[owner] & high:
            owner += 1
        owners.append(owner)
    last = len(owners) - 1
    pressure = sum([max(need, 0) for need in needs]) - left
    shared = [
        _LEFT + left - 1,
        _TRUMPS_HELD + min((held & trumps).bit_count(), 7),
        _WANTED + min(max(pressure, -3), 3) + 3,
    ]
    found = []
    for seat in range(_SEATS):
        need = needs[seat]
        seen = [
            *shared,
            _NEED + min(max(need, -1), 5) + 1,
            _LEADS + (tricks.turn - seat) % _SEATS,
            _ALL + (0 if need < left else 1 if need == left else 2),
        ]
        for step in range(1, _SEATS):
            theirs = needs[(seat + step) % _SEATS]
            seen.append(_NEEDS + (step - 1) * 5 + min(max(theirs, -1), 3) + 1)
        whose = [(owner - seat) % _SEATS * _TILES for owner in owners]
        seen += [first + rank for rank, first in enumerate(whose, _FROM_TOP)]
        # From the weakest on, of as many tiles.
        seen += [first - rank for rank, first in enumerate(whose, -_FROM_BELOW - last)]
        found.append(seen)
    return found


def kept(_tiles: int, bid: int) -> int:
    """Return the points of a bid that is kept."""
    return 10 * bid or 5


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
