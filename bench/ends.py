"""Which ends of deals are counted out, and how long that takes: hints, numbers and reviews do so.

Positions come from matches of medium bots. `python -m bench ends` takes some minutes.
"""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Final, NamedTuple

from bench import report
from core.bots import BOTS, LEVELS
from core.games import GAMES
from core.records.replay import walk
from kozyr_kits.arena.match import play

MATCHES: Final = 2
SEATS: Final = (2, 4)
SECONDS: Final = 0.4
"""A count may take no longer."""


class Look(NamedTuple):
    """A decision before any end of its deal is imagined."""

    exact: bool
    """Whether its moves are proven."""
    limited: bool
    """Whether no more than a set number of ways are looked at in which the hidden pieces may lie.
    Mostly these are all of them, each solved as if it were known.
    """
    seconds: float


def run() -> None:
    """Measure and print."""
    report.heading("ends", "Decisions of medium bots that are counted out, and the longest count")
    for name in BOTS:
        for seats in SEATS:
            if GAMES[name].SEATS[0] <= seats <= GAMES[name].SEATS[-1]:
                _tell(f"{name}, {seats} seats", [*looks(name, seats)])


def looks(name: str, seats: int) -> Iterator[Look]:
    """Look at every decision of some matches."""
    game = GAMES[name]
    for seed in range(MATCHES):
        record = play(game, game.Options(), (LEVELS[1],) * seats, seed).text()
        replay = walk(GAMES, record.splitlines())
        for at, step in enumerate(replay.steps):
            if step.seat is None or len(replay.legal(at)) < 2:
                continue
            view, begun = replay.view(at, step.seat), process_time()
            found = BOTS[name].rollouts(view, (), Random(0))
            if found is not None:
                seconds = process_time() - begun
                yield Look(found.exact, bool(found.worlds) and not found.exact, seconds)


def _tell(what: str, found: list[Look]) -> None:
    for kind, counted in (
        ("proven", [each for each in found if each.exact]),
        ("a set number of ways", [each for each in found if each.limited]),
    ):
        longest = max((each.seconds for each in counted), default=0.0)
        said = f"{len(counted)} of {len(found)}, {longest:.2f} s at most"
        report.line(f"{what}, {kind}", said, f"{SECONDS} s", longest <= SECONDS)
