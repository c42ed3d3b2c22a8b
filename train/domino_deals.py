"""Thousands of deals of Domino Poker, by a compiled copy of its experts (`domino_deals.c`).

A C compiler makes it when it is needed; nothing else in the repository needs one.
"""

import ctypes
import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.bots import LEVELS
from core.bots.weights import FILE
from core.games.domino_poker.bot import LEVELS as DOES, PLAYOUTS, TileBot
from core.games.domino_poker.sheet import Options
from core.games.domino_poker.tricks import strengths, trick_rules
from train.leaf_value import GAME, HIDDEN, SEATS, SIZE

SOURCE: Final = Path(__file__).with_suffix(".c")
TILES: Final = 28
_POLICY: Final = files(f"core.games.{GAME}").joinpath(FILE)
_HOW: Final = ("-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")


class Mind(ctypes.Structure):
    """How a seat searches."""

    _fields_ = (
        ("steps", ctypes.c_int),
        ("bid_steps", ctypes.c_int),
        ("share", ctypes.c_double),
        ("strays", ctypes.c_double),
    )


def expert(share: float = 0.0, part: float = 1.0) -> Mind:
    """Return how an expert searches, with so many times its steps.

    `share` is how much the learnt value counts at the leaves.
    """
    level = LEVELS[-1]
    steps, bids = PLAYOUTS[level], TileBot.MOST
    return Mind(round(part * steps), round(part * bids), share, DOES[level].strays)


class Played(NamedTuple):
    """A deal that was bid for and played."""

    bids: tuple[int, ...]
    taken: tuple[int, ...]
    plays: tuple[int, ...]
    """The tiles in the order of play."""


class Copy:
    """The compiled copy."""

    def __init__(self, leaf: Sequence[int] | None = None) -> None:
        """Compile it. `leaf` are the weights of the value at the leaves, if it is to be asked.

        Raises OSError or CalledProcessError if there is no C compiler.
        """
        self.c = _compiled()
        rules = trick_rules(Options(), SEATS)
        weights = json.loads(_POLICY.read_bytes())["weights"]
        leaf = leaf or [0] * (HIDDEN * (SIZE + 3) + 2)
        given = [ints(each) for each in (rules.power[0], rules.lead, weights, leaf)]
        self.c.set_up(given[0], given[1], strengths(Options(), SEATS).trumps, given[2], given[3])

    def play(self, hands: Sequence[int], first: int, minds: Sequence[Mind], seed: int) -> Played:
        """Have four bid and play; `first` bids first and leads."""
        size = hands[0].bit_count()
        bids, taken, plays = ints([-1] * SEATS), ints([0] * SEATS), ints([0] * TILES)
        self.c.play_deal(
            (ctypes.c_uint32 * SEATS)(*hands),
            first,
            size,
            (Mind * SEATS)(*minds),
            ctypes.c_uint64(seed),
            bids,
            taken,
            plays,
        )
        return Played(tuple(bids), tuple(taken), tuple(plays)[: SEATS * size])


def ints(numbers: Sequence[int]) -> Any:
    """Return whole numbers as C takes them."""
    return (ctypes.c_int * len(numbers))(*numbers)


@cache
def _compiled() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "domino_deals.so"
        compiler = os.environ.get("CC", "cc")
        words = [compiler, *_HOW, "-o", str(made), str(SOURCE), "-lm"]
        subprocess.run(words, check=True)
        return ctypes.CDLL(str(made))
