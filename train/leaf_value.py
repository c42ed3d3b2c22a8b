"""A learnt value at the leaves of Domino Poker's trees, and how an expert searches with it.

A small network, of whole numbers, says what a position between two tricks is going to bring each of
four players. It sees all hands, as they lie in imagined deals. `python -m train.leaves` teaches it.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from struct import Struct
from typing import Any, Final

from core.bots.weights import SCALE, learnt
from core.games.domino_poker.bot import TileBot
from core.games.domino_poker.rules import NAME
from core.games.domino_poker.sheet import Options
from core.games.domino_poker.tricks import strengths
from core.tricks.bot import Bids, TrickBot, Value
from core.tricks.kernel import Tricks
from core.tricks.policy import still_wanted
from core.tricks.tree import Imagine, PlayOut, Simulation

GAME: Final = NAME
SEATS: Final = 4
HIDDEN: Final = 16
"""Units between what the network sees and what it says."""
LAST: Final = 2
"""With this many tricks left, or fewer, a deal is played out all the same."""
FILE: Final = Path(__file__).with_name("leaves.json")

# --- what it sees ---------------------------------------------------------------------------------

_TILES: Final = 28
_TRUMPS: Final = strengths(Options(), SEATS).trumps
# Where the groups of weights begin: whose each tile is, from the strongest and from the weakest on,
# what the seat still wants and the next three do, tricks left, the seat to lead, trumps held by
# anybody, whether the seat wants all tricks or too many, whether all together want too many or few.
_FROM_TOP: Final = 0
_FROM_BELOW: Final = _FROM_TOP + SEATS * _TILES
_NEED: Final = _FROM_BELOW + SEATS * _TILES
_NEEDS: Final = _NEED + 7
_LEFT: Final = _NEEDS + 3 * 5
_LEADS: Final = _LEFT + 7
_TRUMPS_HELD: Final = _LEADS + SEATS
_ALL: Final = _TRUMPS_HELD + 8
_WANTED: Final = _ALL + 3
SIZE: Final = _WANTED + 7
"""How many signs there are; each has a weight for each hidden unit."""


def signs(tricks: Tricks, bids: Sequence[int]) -> list[list[int]]:
    """Return by seat what it is to look at in a position between two tricks, as numbers."""
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
        _TRUMPS_HELD + min((held & _TRUMPS).bit_count(), 7),
        _WANTED + min(max(pressure, -3), 3) + 3,
    ]
    found = []
    for seat in range(SEATS):
        need = needs[seat]
        seen = [
            *shared,
            _NEED + min(max(need, -1), 5) + 1,
            _LEADS + (tricks.turn - seat) % SEATS,
            _ALL + (0 if need < left else 1 if need == left else 2),
        ]
        for step in range(1, SEATS):
            theirs = needs[(seat + step) % SEATS]
            seen.append(_NEEDS + (step - 1) * 5 + min(max(theirs, -1), 3) + 1)
        whose = [(owner - seat) % SEATS * _TILES for owner in owners]
        seen += [first + rank for rank, first in enumerate(whose, _FROM_TOP)]
        # From the weakest on, of as many tiles.
        seen += [first - rank for rank, first in enumerate(whose, -_FROM_BELOW - last)]
        found.append(seen)
    return found


# --- what it says ---------------------------------------------------------------------------------

FINE: Final = SCALE * 4
"""Weights are whole numbers; this number stands for 1."""
MISSED: Final = 10
"""The points that the second output counts in."""


_BITS: Final = 32
_HALF: Final = sum(1 << (_BITS * at + _BITS - 1) for at in range(HIDDEN))
_UNITS: Final = Struct(f"<{HIDDEN}I")


class LeafValue:
    """The network: hidden units that cannot be negative, and two outputs for each seat.

    The first output is how likely a seat keeps its bid, the second what it gets where it does not.
    Units are added up side by side in one long number, which is quicker than one after the other.
    """

    def __init__(self, weights: Sequence[int]) -> None:
        """Take the weights of all signs, of the hidden units alone, and those of the outputs."""
        if len(weights) != HIDDEN * (SIZE + 3) + 2:
            raise ValueError(f"{len(weights)} weights")
        rows = [weights[at : at + HIDDEN] for at in range(0, len(weights) - 2, HIDDEN)]
        packed = [sum(each << (_BITS * at) for at, each in enumerate(row)) for row in rows]
        self._rows, self._alone = packed[:SIZE], packed[SIZE] + _HALF
        self._outputs = [*zip(rows[SIZE + 1], rows[SIZE + 2], strict=True)]
        self._ends = [end * FINE for end in weights[-2:]]

    def points(self, tricks: Tricks, bids: Sequence[int]) -> list[float]:
        """Return the points that each seat is going to have when the deal is over."""
        row, size, middle, found = self._rows.__getitem__, HIDDEN * _BITS // 8, 1 << (_BITS - 1), []
        for bid, seen in zip(bids, signs(tricks, bids), strict=True):
            units = _UNITS.unpack(sum(map(row, seen), self._alone).to_bytes(size, "little"))
            kept, missed = self._ends
            for unit, (keeps, misses) in zip(units, self._outputs, strict=True):
                if unit > middle:
                    kept += (unit - middle) * keeps
                    missed += (unit - middle) * misses
            found.append((kept * (10 * bid or 5) + missed * MISSED) / FINE**2)
        return found


def taught_weights() -> list[int]:
    """Return the weights that are in the repository."""
    weights: list[int] = json.loads(FILE.read_text())["weights"]
    return weights


@cache
def taught() -> LeafValue:
    """Return the value with these weights."""
    return LeafValue(taught_weights())


# --- how an expert searches with it ---------------------------------------------------------------

_of_play, _of_bid = TrickBot.of_play, TrickBot.of_bid


def of_play(share: float, bot: TrickBot, imagine: Imagine, value: Value) -> Simulation:
    """Return how a deal goes on in which a tile is to be played; as `TrickBot.of_play` does.

    `share` is how much the learnt value counts, 0 to 1; what is left counts as it is played out.
    """
    usual = _of_play(bot, imagine, value)
    if not share or None in bot.bids or len(bot.bids) != SEATS:
        return usual
    return usual._replace(play_out=_ended(share, bot, bot.bids, value))


def of_bid(share: float, bot: TrickBot, imagine: Imagine, value: Value, bid: int) -> Simulation:
    """Return how a deal goes on after a bid; as `TrickBot.of_bid` does."""
    if not share or len(bot.bids) != SEATS:
        return _of_bid(bot, imagine, value, bid)
    bids: list[int | None] = []

    def dealt() -> Tricks:
        tricks = imagine()
        bids[:] = bot.bids_after(tricks, bid)
        return tricks

    return Simulation(dealt, _ended(share, bot, bids, value), bot.SPREAD)


def _ended(share: float, bot: TrickBot, bids: Bids, value: Value) -> PlayOut:
    """Return what plays the trick on the table out, and says what it leads to."""
    policy, known, leaf = learnt(GAME), bot.strengths(), taught()

    def values(tricks: Tricks, played: int) -> Sequence[float]:
        bit, unplayed = tricks.rules.bit, bot.unplayed & ~played
        made = [bid or 0 for bid in bids]
        needs = still_wanted(made, tricks.taken, fixed=False)
        while tricks.count:
            action = policy.choose(known, tricks, needs, unplayed & ~tricks.hands[tricks.turn])
            unplayed &= ~bit[action]
            tricks.apply(action)
        if tricks.left <= LAST:
            return value(bids, bot.ended(tricks, bids, unplayed))
        ahead = bot.against(leaf.points(tricks, made))
        if share == 1:
            return ahead
        ended = value(bids, bot.ended(tricks, bids, unplayed))
        return [share * one + (1 - share) * other for one, other in zip(ahead, ended, strict=True)]

    return values


def instead(bot: Any, share: float, part: float) -> tuple[tuple[Any, str, Any], ...]:
    """Return what a lever changes: how deals go on, and how many of them are imagined.

    `part` is how many times the usual number of steps that is.
    """
    return (
        (TrickBot, "of_play", lambda *given: of_play(share, *given)),
        (TrickBot, "of_bid", lambda *given: of_bid(share, *given)),
        (TileBot, "MOST", round(part * TileBot.MOST)),
        (bot, "PLAYOUTS", {level: round(part * each) for level, each in bot.PLAYOUTS.items()}),
    )
