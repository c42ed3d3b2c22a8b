"""The difference between the tricks that experts take and those their search of bids imagines.

    python -m bench.taken RECORD... [--jobs N]

For every bid in records of experts' matches: how many tricks too few or too many were taken in the
end, and how many in imagined deals that begin with the same bid, as an expert imagines them. The
quotients are the weights of the lever `priced` (`bench.levers`).
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

from bench import report
from bench.report import measured
from core.bots import BOTS, LEVELS
from core.games import GAMES
from core.moves import Bid
from core.records.replay import walk

GAME: Final[str] = measured("part")["taken"]
"""The game whose bids are priced by imagined deals."""
BIDS: Final = 5
"""Bids of 0, 1, 2, 3, and of 4 and more."""
MISSES: Final = (-2, -1, 0, 1, 2)
"""Tricks taken less the bid; two also stands for more."""
IMAGINED: Final = 200
"""Imagined deals for each bid."""
SURE: Final = 10
"""This many deals are added on both sides, so that chance gives a rare miss no great weight."""

Counts = list[list[float]]
"""For each of BIDS, for each of MISSES: how often."""


def run(words: Sequence[str] = ()) -> None:
    """Count and print; `words` are the arguments that follow on the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.taken")
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORD", help=f"of {GAME}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    args = parser.parse_args(words)
    print("\nHow often experts take so many tricks, % / how often they imagine it when they bid")
    with ProcessPoolExecutor(args.jobs) as pool:
        taken, imagined = added(pool.map(of_match, args.records))
    for bid, (real, thought) in enumerate(zip(taken, imagined, strict=True)):
        bids = sum(real)
        said = (
            f"{miss:+d}: {100 * often / bids:.1f} / {100 * guess / bids:.1f}"
            for miss, often, guess in zip(MISSES, real, thought, strict=True)
            if often or guess
        )
        more = " and more" if bid == BIDS - 1 else ""
        report.line(f"bids of {bid}{more}, {bids:.0f}", "   ".join(said))
    print("  weights:", *weights(taken, imagined))


def of_match(record: Path) -> tuple[Counts, Counts]:
    """Return the tricks taken after the bids of a match, and those an expert imagines."""
    bots: Any = BOTS[GAME]
    taken, imagined = nothing(), nothing()
    replay = walk(GAMES, record.read_text().splitlines())
    sheet = replay.view(replay.last, None).sheet
    for at, step in enumerate(replay.steps):
        seat = step.seat
        if seat is None or not step.move.startswith(Bid.verb):
            continue
        view, bid = replay.view(at, seat), int(step.move.removeprefix(Bid.verb))
        bot = bots.CardBot(view, LEVELS[-1], Random(f"{record.name}/{at}"))
        imagine = bot.imagine()
        for _ in range(IMAGINED):
            deal = imagine()
            bids = bot.bids_after(deal, bid)
            ended = bot.ended(deal.copy(), bids, bot.unplayed)
            imagined[min(bid, BIDS - 1)][missed(bid, ended[seat])] += 1 / IMAGINED
        tricks = int(sheet[view.deal - 1][view.seats + seat])
        taken[min(bid, BIDS - 1)][missed(bid, tricks)] += 1
    return taken, imagined


def missed(bid: int, tricks: int) -> int:
    """Return the number of the miss in MISSES."""
    return min(max(tricks - bid, MISSES[0]), MISSES[-1]) - MISSES[0]


def nothing() -> Counts:
    """Return counts of nothing."""
    return [[0.0] * len(MISSES) for _ in range(BIDS)]


def added(matches: Iterable[tuple[Counts, Counts]]) -> tuple[Counts, Counts]:
    """Add up the counts of all matches."""
    sums = nothing(), nothing()
    for match in matches:
        for total, counts in zip(sums, match, strict=True):
            for row, line in zip(total, counts, strict=True):
                row[:] = map(float.__add__, row, line)
    return sums


def weights(taken: Counts, imagined: Counts) -> list[tuple[int, ...]]:
    """Return for each bid, for each miss, its frequency in hundredths of the imagined one."""
    return [
        tuple(
            round(100 * (often + SURE) / (guess + SURE))
            for often, guess in zip(real, thought, strict=True)
        )
        for real, thought in zip(taken, imagined, strict=True)
    ]


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
