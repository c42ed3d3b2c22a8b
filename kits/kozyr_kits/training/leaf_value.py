"""A learnt value at the leaves of the trees of trick games, and the search of an expert with it.

A small network of whole numbers predicts the points that a position between two tricks brings each
of four players. It sees all hands, as they lie in imagined deals. The signs of a game are in a
module of its own (`domino_leaves.py`, `joker_leaves.py`); `python -m kozyr_kits.training.leaves`
trains the network.
"""

import json
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any, Final, Protocol

from core.bots.weights import SCALE, learnt
from core.tricks import bot as trick_bot
from core.tricks.bot import Bids, Level, TrickBot, Value
from core.tricks.kernel import TrickRules, Tricks
from core.tricks.policy import Strengths, still_wanted
from core.tricks.tree import Imagine, PlayOut, Simulation
from kozyr_kits.training import domino_leaves, joker_leaves

SEATS: Final = 4
HIDDEN: Final = 16
"""The number of units between the inputs and the outputs of the network."""
LAST: Final = 2
"""With this many tricks left, or fewer, a deal is played out all the same."""


class LeafGame(Protocol):
    """The contract of a game's module: the inputs of the network, and deals that teach it."""

    NAME: str
    BOT: Any
    """The class of its bots."""
    LEVELS: dict[str, Level]
    PLAYOUTS: dict[str, int]
    DECK: int
    """All pieces, as a mask."""
    SIZES: tuple[int, ...]
    """The numbers of pieces in a hand, in the deals of experts; the last one in duels."""
    OPTIONS: dict[str, str]
    """House rules of a match of such deals."""
    ENDS: int
    """The ends that the policy plays for a position; `TRIES`: those for comparing the value."""
    TRIES: tuple[int, ...]
    SAME_CHANCE: bool
    """Whether each decision of the copy has its own chance, the same when seats are exchanged."""
    SIZE: int
    """The number of signs; each has a weight for each hidden unit."""
    MISSED: int
    """The unit of the second output, in points."""
    MISSES: int
    """The assumed points of a missed bid before anything has been learnt."""

    def signs(self, tricks: Tricks, bids: Sequence[int], trumps: int) -> list[list[int]]:
        """Return by seat the signs of a position between two tricks; `trumps` is a mask."""

    def kept(self, size: int, bid: int) -> int:
        """Return the points of a bid that is kept; `size` is the number of pieces dealt."""

    def points(self, bids: Sequence[int], taken: Sequence[int]) -> Sequence[int]:
        """Return the points of each seat when a deal is over."""

    def tables(self) -> list[tuple[TrickRules, Strengths]]:
        """Return the rules of the tricks, for each kind of deal."""

    def dealt(self, rng: Random, size: int) -> tuple[Tricks, int]:
        """Deal; also return the number of the deal's tables. The leader is the first to bid."""


GAMES: Final[dict[str, LeafGame]] = {game.NAME: game for game in (domino_leaves, joker_leaves)}


def weights_in(game: LeafGame) -> int:
    """Return the number of weights of a network."""
    return HIDDEN * (game.SIZE + 3) + 2


def file_of(game: LeafGame) -> Path:
    """Return the file of its weights in the repository."""
    return Path(__file__).with_name(f"{game.NAME}_leaves.json")


# --- the outputs ----------------------------------------------------------------------------------

FINE: Final = SCALE * 4
"""The fixed-point unit: weights are whole numbers, and this one stands for 1."""

_BITS: Final = 32
_HALF: Final = sum(1 << (_BITS * at + _BITS - 1) for at in range(HIDDEN))
_UNITS: Final = Struct(f"<{HIDDEN}I")


class LeafValue:
    """The network: hidden units that cannot be negative, and two outputs for each seat.

    The first output is the chance that a seat keeps its bid, the second its points otherwise. Units
    are added up side by side in one long number, which is quicker than one by one.
    """

    def __init__(self, game: LeafGame, weights: Sequence[int]) -> None:
        """Take the weights of all signs, of the hidden units alone, and of the outputs."""
        if len(weights) != weights_in(game):
            raise ValueError(f"{len(weights)} weights")
        rows = [weights[at : at + HIDDEN] for at in range(0, len(weights) - 2, HIDDEN)]
        packed = [sum(each << (_BITS * at) for at, each in enumerate(row)) for row in rows]
        self._game, size = game, game.SIZE
        self._rows, self._alone = packed[:size], packed[size] + _HALF
        self._outputs = [*zip(rows[size + 1], rows[size + 2], strict=True)]
        self._ends = [end * FINE for end in weights[-2:]]

    def points(self, tricks: Tricks, bids: Sequence[int], trumps: int) -> list[float]:
        """Return the expected points of each seat at the end of the deal."""
        row, size, middle, found = self._rows.__getitem__, HIDDEN * _BITS // 8, 1 << (_BITS - 1), []
        game, cards = self._game, tricks.left + sum(tricks.taken)
        for bid, seen in zip(bids, game.signs(tricks, bids, trumps), strict=True):
            units = _UNITS.unpack(sum(map(row, seen), self._alone).to_bytes(size, "little"))
            kept, missed = self._ends
            for unit, (keeps, misses) in zip(units, self._outputs, strict=True):
                if unit > middle:
                    kept += (unit - middle) * keeps
                    missed += (unit - middle) * misses
            found.append((kept * game.kept(cards, bid) + missed * game.MISSED) / FINE**2)
        return found


def taught_weights(game: LeafGame) -> list[int]:
    """Return the weights that are in the repository."""
    weights: list[int] = json.loads(file_of(game).read_text())["weights"]
    return weights


@cache
def taught(name: str) -> LeafValue:
    """Return the value of a game with these weights."""
    return LeafValue(GAMES[name], taught_weights(GAMES[name]))


# --- an expert's search with it -----------------------------------------------------------

_play_simulation, _bid_simulation = trick_bot.play_simulation, trick_bot.bid_simulation


def play_simulation(share: float, bot: TrickBot, imagine: Imagine, value: Value) -> Simulation:
    """Return the course of imagined deals in which a piece is to be played, as in `core.tricks`.

    `share` is the weight of the learnt value, 0 to 1; the rest is the weight of the playout.
    """
    usual = _play_simulation(bot, imagine, value)
    if not share or None in bot.bids or len(bot.bids) != SEATS:
        return usual
    return usual._replace(play_out=_ended(share, bot, bot.bids, value))


def bid_simulation(
    share: float, bot: TrickBot, imagine: Imagine, value: Value, bid: int
) -> Simulation:
    """Return the course of imagined deals after a bid, as in `core.tricks`."""
    if not share or len(bot.bids) != SEATS:
        return _bid_simulation(bot, imagine, value, bid)
    bids: list[int | None] = []

    def dealt() -> Tricks:
        tricks = imagine()
        bids[:] = bot.bids_after(tricks, bid)
        return tricks

    return Simulation(dealt, _ended(share, bot, bids, value), bot.SPREAD)


def _ended(share: float, bot: TrickBot, bids: Bids, value: Value) -> PlayOut:
    """Return a function that plays out the current trick and values the rest of the deal."""
    policy, known, leaf = learnt(bot.GAME), bot.strengths(), taught(bot.GAME)

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
        ahead = bot.against(leaf.points(tricks, made, known.trumps))
        if share == 1:
            return ahead
        ended = value(bids, bot.ended(tricks, bids, unplayed))
        return [share * one + (1 - share) * other for one, other in zip(ahead, ended, strict=True)]

    return values


def instead(bot: Any, share: float, part: float) -> tuple[tuple[Any, str, Any], ...]:
    """Return the changes of a lever: the course of imagined deals, and their number.

    `bot` is the module of a game's bots; `part` is the share of the usual steps.
    """
    kind = domino_leaves.BOT
    return (
        (trick_bot, "play_simulation", partial(play_simulation, share)),
        (trick_bot, "bid_simulation", partial(bid_simulation, share)),
        (kind, "MOST", round(part * kind.MOST)),
        (bot, "PLAYOUTS", {level: round(part * each) for level, each in bot.PLAYOUTS.items()}),
    )
