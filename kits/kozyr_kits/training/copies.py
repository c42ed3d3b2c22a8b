"""Thousands of deals of Joker or Domino Poker for four, by a compiled copy of their experts.

Both share `tricks.h`; the rest is in `joker_copy.c` and `domino_copy.c`, and the deals in
`joker_copy.py` and `domino_copy.py`. A C compiler makes a copy when it is needed; nothing else in
the repository needs one.
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
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from core.bots import LEVELS
from core.bots.weights import FILE
from core.tricks.bot import Level
from core.tricks.kernel import TrickRules, Tricks
from core.tricks.policy import Strengths
from kozyr_kits.training import domino_copy, joker_copy

SEATS: Final = 4
SOURCES: Final = {"joker": "joker_copy.c", "domino_poker": "domino_copy.c"}
BELIEVES: Final = {"joker": 0.0, "domino_poker": 1.0}
"""The weight that experts give to the likelihood of plays, beside that of bids."""
_HOW: Final = ("-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")
_ACTIONS: Final = 54
_KINDS: Final = 12
_TIERS: Final = 2
_WILDS: Final = 4
"""The number of sets of wild pieces that a hand may have."""


class CopiedGame(Protocol):
    """The contract of a game's module: its bots, and deals for four."""

    NAME: str
    BOT: Any
    """The class of its bots."""
    LEVELS: dict[str, Level]
    PLAYOUTS: dict[str, int]
    DECK: int
    """All pieces, as a mask."""
    SIZE: int
    """The pieces of a full hand."""
    SAME_CHANCE: bool
    """Whether each decision of the copy has its own chance, the same when seats are exchanged."""

    def points(self, bids: Sequence[int], taken: Sequence[int]) -> Sequence[int]:
        """Return the points of each seat when a deal is over."""

    def tables(self) -> list[tuple[TrickRules, Strengths]]:
        """Return the rules of the tricks, for each kind of deal."""

    def dealt(self, rng: Random, size: int) -> tuple[Tricks, int]:
        """Deal; also return the number of the deal's tables. The leader is the first to bid."""


GAMES: Final[dict[str, CopiedGame]] = {game.NAME: game for game in (domino_copy, joker_copy)}


class CompilerError(Exception):
    """No compiled copy can be made here."""


class Mind(ctypes.Structure):
    """A seat's way of searching."""

    _fields_ = (
        ("steps", ctypes.c_int),
        ("bid_steps", ctypes.c_int),
        ("strays", ctypes.c_double),
        ("follows", ctypes.c_double),
        ("believes", ctypes.c_double),
        ("blind", ctypes.c_int),
    )


def expert(
    game: CopiedGame,
    part: float = 1.0,
    follows: float = 0.0,
    believes: float | None = None,
    *,
    blind: bool = False,
) -> Mind:
    """Return an expert's way of searching, with `part` of its usual steps in trees.

    `follows` is how often the others play by the policy in its trees, rather than by the best
    results so far. `believes` is the weight of the policy's likelihood of the others' plays, None
    for the usual one; if `blind`, the others reply by the best results in deals in which the
    searching seat's hand is dealt anew.
    """
    does, steps = game.LEVELS[LEVELS[-1]], game.PLAYOUTS[LEVELS[-1]]
    bids = min(4 * steps, game.BOT.MOST) * (part if does.bids_in_trees else 1.0)
    believes = BELIEVES[game.NAME] if believes is None else believes
    return Mind(round(part * steps), round(bids), does.strays, follows, believes, blind)


class Played(NamedTuple):
    """A deal that was bid and played."""

    bids: tuple[int, ...]
    taken: tuple[int, ...]
    plays: tuple[int, ...]
    """The actions in the order of play."""


class _Rules(ctypes.Structure):
    """The tables of a deal, as in C."""

    _fields_ = (
        ("bit", ctypes.c_uint64 * _ACTIONS),
        ("beats", ctypes.c_uint64 * _ACTIONS * _KINDS),
        ("suit", ctypes.c_uint64 * _KINDS),
        ("duties", ctypes.c_uint64 * _TIERS * _KINDS),
        ("wild_lead", ctypes.c_uint64 * _WILDS),
        ("wild_follow", ctypes.c_uint64 * _WILDS),
        ("plain", ctypes.c_uint64),
        ("trumps", ctypes.c_uint64),
        ("deck", ctypes.c_uint64),
        ("only_highest", ctypes.c_int * _TIERS * _KINDS),
        ("lead", ctypes.c_int * _ACTIONS),
        ("power", ctypes.c_int * _ACTIONS * _KINDS),
        ("wild_bit", ctypes.c_int),
        ("later_wins", ctypes.c_int),
        ("suited", ctypes.c_int),
    )


class Copy:
    """The compiled copy for a game."""

    def __init__(self, game: CopiedGame) -> None:
        """Compile the copy. Raises CompilerError if there is no C compiler, or it fails."""
        self.game = game
        self.c = _compiled(SOURCES[game.NAME])
        policy = files(f"core.games.{game.NAME}").joinpath(FILE)
        weights = ints(json.loads(policy.read_bytes())["weights"])
        rules = [_rules(game, *each) for each in game.tables()]
        given = (_Rules * len(rules))(*rules)
        self.c.set_up(given, len(rules), weights)

    def play(self, tricks: Tricks, table: int, minds: Sequence[Mind], seed: int) -> Played:
        """Have four players bid and play a deal with the tables of that number."""
        size = tricks.left
        bids, taken, plays = ints([-1] * SEATS), ints([0] * SEATS), ints([0] * SEATS * size)
        self.c.use(table)
        self.c.play_deal(
            (ctypes.c_uint64 * SEATS)(*tricks.hands),
            tricks.turn,
            size,
            (Mind * SEATS)(*minds),
            ctypes.c_uint64(seed),
            bids,
            taken,
            plays,
        )
        return Played(tuple(bids), tuple(taken), tuple(plays))


def _rules(game: CopiedGame, rules: TrickRules, known: Strengths) -> _Rules:
    made = _Rules(
        plain=rules.plain,
        trumps=known.trumps,
        deck=game.DECK,
        wild_bit=rules.wild_bit,
        later_wins=rules.later_wins,
        suited=known.suited,
    )
    for name in ("bit", "lead", "wild_lead", "wild_follow"):
        each = getattr(rules, name)
        getattr(made, name)[: len(each)] = each
    for kind, tiers in enumerate(rules.duties):
        made.suit[kind] = known.suit[kind]
        made.beats[kind][: len(rules.bit)] = known.beats[kind]
        made.power[kind][: len(rules.bit)] = rules.power[kind]
        for tier, (pieces, only_highest) in enumerate(tiers):
            made.duties[kind][tier], made.only_highest[kind][tier] = pieces, only_highest
    return made


def ints(numbers: Sequence[int]) -> Any:
    """Return whole numbers in the form for C."""
    return (ctypes.c_int * len(numbers))(*numbers)


@cache
def _compiled(source: str) -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "deals.so"
        compiler = os.environ.get("CC", "cc")
        words = [compiler, *_HOW, "-o", str(made), str(Path(__file__).with_name(source)), "-lm"]
        try:
            subprocess.run(words, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise CompilerError(
                f"The C compiler {compiler} did not compile {source}."
                " Install one, or name another in the variable CC."
            ) from error
        return ctypes.CDLL(str(made))
