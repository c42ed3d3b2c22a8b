"""The things to measure, from games.toml, and the form of their results. Measures nothing."""

import argparse
import os
import platform
import statistics
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def measured(table: str) -> dict[str, Any]:
    """Return a table of games.toml: name of a game, or of a part, -> its settings."""
    with Path(__file__).with_name("games.toml").open("rb") as file:
        found: dict[str, Any] = tomllib.load(file)[table]
    return found


def heading(part: str, what: str, *words: str) -> None:
    """Open a part and say which command measures it alone, with `words` if it needs any."""
    command = " ".join((f"bench.{part}", *words)) if words else f"bench {part}"
    print(f"\n{what}\n  $ python -m {command}", flush=True)


def part_parser(part: str, games: Sequence[str], matches: int) -> argparse.ArgumentParser:
    """Return a parser for a part that is run alone: games, matches, processes."""

    def game(name: str) -> str:
        if name not in games:
            raise argparse.ArgumentTypeError(f"no such game: {name}; there are: {', '.join(games)}")
        return name

    parser = argparse.ArgumentParser(prog=f"python -m bench.{part}")
    parser.add_argument("games", nargs="*", type=game, metavar="GAME", help="only these games")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--matches", type=int, default=matches, help="of each game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    return parser


def line(what: str, value: str, budget: str = "", good: bool | None = None) -> None:
    """Print one measurement, its budget, and whether it holds."""
    mark = {True: "ok", False: "OVER", None: ""}[good]
    print(f"  {what:46} {value:>24}  {budget:24} {mark}".rstrip(), flush=True)


def skipped(what: str, reason: str) -> None:
    """Print why something was not measured."""
    print(f"  {what:46} skipped: {reason}", flush=True)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def p50_p95(values: Sequence[float]) -> str:
    """Write median and 95th percentile in milliseconds."""
    return f"{statistics.median(values):.1f} / {percentile(values, 0.95):.1f} ms"


def machine() -> str:
    """Return a line about this computer."""
    return f"{_interpreter()}, {platform.system()} {platform.machine()}"


def _interpreter() -> str:
    language = f"Python {platform.python_version()}"
    name = platform.python_implementation()
    if name == "CPython":
        return language
    return f"{name} {'.'.join(map(str, sys.implementation.version[:3]))} ({language})"
