"""Writes the table of docs/research/bots.md: plays bots.toml and words its proofs.

    python -m bench.bots_page [--only GAME] [--jobs N] [--dask ADDRESS]

Every deck is kept as soon as it is played (in .bots_page/), so that a stopped run continues where
it was. A pairing counts only as a whole: a pairing that is not played to its last deck is
left out. Decks played by another state of a game's bots are not mixed in; their results stay in the
table, with their date, until the new ones are whole. Times are left out: any interpreter may play.
"""

import argparse
import ast
import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import starmap
from pathlib import Path
from typing import Any, Final

from bench.report import machine
from core.games import FACTS, NAMES
from kozyr_kits.arena.duplicate import DeckReport, DeckTask, Standing, Tally, standings
from kozyr_kits.arena.interval import wilson
from kozyr_kits.workers import in_order, leave_in_order, pool
from tui.commands import FailedError, Progress

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "research" / "bots.md"
KEPT: Final = ROOT / ".bots_page"
BEGIN: Final = "<!-- strength: written by python -m bench.bots_page -->"
END: Final = "<!-- end of strength -->"
SEED: Final = 7
"""The seed of all pairings: pairings of equally many players have the same decks."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The contestants of a comparison, and on how many decks they play."""

    game: str
    players: int
    seats: str
    decks: int

    @property
    def sitting(self) -> tuple[str, ...]:
        """The contestants by seat."""
        named = self.seats.split(",")
        return tuple(named[seat % len(named)] for seat in range(self.players))

    def tasks(self) -> list[DeckTask]:
        """Every deck of the pairing."""
        return [
            DeckTask(self.game, {}, self.sitting, SEED * 100_000 + n) for n in range(self.decks)
        ]


@dataclass(frozen=True, slots=True)
class Result:
    """A pairing that has been played to its last deck."""

    date: str
    machines: tuple[str, ...]
    """The machines that its decks were played on."""
    best: Standing
    """The results of the first contestant over all decks."""


def pairings(text: str) -> list[Pairing]:
    """Read bots.toml."""
    return [Pairing(**each) for each in tomllib.loads(text)["pairing"]]


def bots_state(game: str, root: Path = ROOT) -> str:
    """Return a digest that changes with each change of a game's rules and of its contestants.

    Comments and docstrings do not count.
    """
    core, digest = root / "core", sha256()
    own = _files(core / "games" / game)
    files = [*core.glob("*.py"), *_files(core / "bots"), core / "games" / "__init__.py", *own]
    files.append(root / "kits" / "kozyr_kits" / "arena" / "outsider.py")
    if any(b"core.tricks" in path.read_bytes() for path in own):
        files += _files(core / "tricks")
    for path in sorted(files):
        digest.update(path.relative_to(root).as_posix().encode() + _code(path))
    return digest.hexdigest()[:12]


def _code(path: Path) -> bytes:
    """Return a module without its comments and docstrings; any other file as it is."""
    if path.suffix != ".py":
        return path.read_bytes()
    module = ast.parse(path.read_bytes())
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return ast.unparse(module).encode()


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _files(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    return [path for path in found if path.is_file()]


class Kept:
    """The decks of one pairing that are played, in a file of a line for each."""

    def __init__(self, folder: Path, pairing: Pairing, state: str) -> None:
        word = pairing.seats.replace(",", "-").replace(":", "_")
        self._stem = f"{pairing.game}-{pairing.players}-{word}-{pairing.decks}"
        self._path = folder / f"{self._stem}.{state}.jsonl"
        self._pairing = pairing

    def reports(self) -> list[DeckReport]:
        """Read the decks played so far by bots as they are now."""
        return [report for _, report in _read(self._path)]

    def mend(self) -> int:
        """Make the file end with a whole line; return how many decks are in it."""
        played = list(_read(self._path))
        whole = "".join(starmap(_line, played))
        if self._path.exists() and self._path.read_text("utf-8") != whole:
            self._path.write_text(whole, "utf-8")  # a file left alone keeps its date
        return len(played)

    def add(self, played: DeckReport) -> None:
        """Write a deck down."""
        self._path.parent.mkdir(exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line(machine(), played))

    def result(self) -> Result | None:
        """Return the results of the newest whole run; None if there is none."""
        files = sorted(
            self._path.parent.glob(f"{self._stem}.*.jsonl"), key=lambda path: path.stat().st_mtime
        )
        for path in reversed(files):
            played = list(_read(path))
            if len(played) >= self._pairing.decks:
                date = datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
                machines = tuple(dict.fromkeys(where for where, _ in played))
                found = standings(self._pairing.sitting, [report for _, report in played])
                return Result(date, machines, found[0])
        return None


def _line(where: str, played: DeckReport) -> str:
    return json.dumps({"machine": where} | asdict(played)) + "\n"


def _read(path: Path) -> Iterator[tuple[str, DeckReport]]:
    """Yield the decks of a file and their machines; a last line that was cut off is none."""
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            plain = json.loads(line)
            yield plain.pop("machine"), _report(plain)
        except ValueError:
            return


def _report(plain: dict[str, Any]) -> DeckReport:
    tallies = {}
    for name, tally in plain.pop("tallies").items():
        for numbered in ("bids", "by_place"):  # keys of JSON are text
            tally[numbered] = {int(key): value for key, value in tally[numbered].items()}
        tallies[name] = Tally(**tally)
    return DeckReport(**plain, tallies=tallies)


def play(pairing: Pairing, kept: Kept, jobs: int, dask: str | None) -> None:
    """Play the decks of a pairing that have not been played."""
    left = pairing.tasks()[kept.mend() :]
    if not left:
        return
    print(f"{pairing.game}, {pairing.players} seats: {pairing.seats}", flush=True)
    with pool(jobs, dask) as players, Progress(len(left)) as progress:
        for number, played in enumerate(in_order(players, left), 1):
            kept.add(played)
            progress.show(number)


def table(rows: Sequence[tuple[Pairing, Result | None]]) -> list[str]:
    """Write the table in Markdown."""
    said = [
        "| game, seats | | decks | ahead a deal | ahead a match | first | last | bids kept "
        "| playouts | measured |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for pairing, result in rows:
        names = list(dict.fromkeys(pairing.sitting))
        where = f"{FACTS[pairing.game].TITLE}, {pairing.players}"
        alone = pairing.sitting.count(names[0]) == 1 and pairing.players > 2
        who = (
            f"one {names[0]} among {pairing.players - 1} {names[1]}"
            if alone
            else f"{names[0]} to {names[1]}"
        )
        if result is None:
            said.append(f"| {where} | {who} | | not measured | | | | | | |")
            continue
        best, tally = result.best, result.best.tally
        cells = [
            where,
            who,
            str(best.a_deal.count),
            _proven(f"{best.a_deal.mean:+.2f} ± {best.a_deal.half:.2f}", best.a_deal.proven),
            _proven(f"{best.a_match.mean:+.1f} ± {best.a_match.half:.1f}", best.a_match.proven),
            _share(tally.first, tally.matches),
            _share(tally.last, tally.matches),
            _bids(tally),
            f"{tally.playouts / max(1, tally.decisions):.0f}",
            result.date,
        ]
        said.append("| " + " | ".join(cells) + " |")
    return said


def _proven(text: str, proven: bool) -> str:
    return f"**{text}**" if proven else text


def _bids(tally: Tally) -> str:
    """Say how many bids were made good, of the largest hand and of all."""
    if not tally.bids:
        return ""
    size = max(tally.bids)
    made, bids = tally.bids[size]
    every = sum(line[0] for line in tally.bids.values()) / sum(b for _, b in tally.bids.values())
    return f"{size} tricks: {_share(made, bids)}; all: {100 * every:.0f} %"


def _share(hits: int, tries: int) -> str:
    """Write a share in per cent, with its Wilson interval."""
    low, high = wilson(hits, tries)
    return f"{100 * hits / tries:.0f} % ({100 * low:.0f}..{100 * high:.0f})"


def _heading(rows: Sequence[tuple[Pairing, Result | None]]) -> str:
    """Name the computer, and the number of decisions that the time limit cut short."""
    results = [result for _, result in rows if result]
    machines = dict.fromkeys(machine for result in results for machine in result.machines)
    cut = sum(result.best.tally.cut_short for result in results)
    decisions = sum(result.best.tally.decisions for result in results)
    return (
        f"In bold what 95 % intervals prove. Played with {'; '.join(machines) or 'nothing yet'}; "
        f"of {decisions} decisions the time limit cut {cut} short."
    )


def written(page: str, lines: Sequence[str]) -> str:
    """Return a page with other lines between its marks. Raises ValueError without marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks the line {BEGIN if not begin else END}")
    return "\n".join([before + BEGIN, "", *lines, "", END + after])


def main(words: Sequence[str] | None = None) -> int:
    """Play the missing decks, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots_page", description=__doc__)
    parser.add_argument("--only", choices=NAMES, metavar="GAME", help="play pairings of this game")
    parser.add_argument("--jobs", type=int, default=2, help="decks at a time")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on a Dask cluster")
    parser.add_argument("--decks", type=int, help="so many of each pairing; needs --page")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    parser.add_argument("--keep", type=Path, default=KEPT, help="where decks are kept")
    given = parser.parse_args(words)
    if given.decks and given.page == PAGE:
        parser.error("--decks is for a trial: say with --page which page to write instead")
    wanted = pairings((ROOT / "bench" / "bots.toml").read_text("utf-8"))
    if given.decks:
        wanted = [Pairing(p.game, p.players, p.seats, given.decks) for p in wanted]
    rows = [(pairing, Kept(given.keep, pairing, bots_state(pairing.game))) for pairing in wanted]
    leave_in_order()
    code = 0
    try:
        for pairing, kept in rows:
            if given.only in (None, pairing.game):
                play(pairing, kept, given.jobs, given.dask)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        code = 130
    except FailedError as error:
        print(f"{error}; the same command goes on from here", file=sys.stderr)
        code = 1
    results = [(pairing, kept.result()) for pairing, kept in rows]
    lines = [_heading(results), "", *table(results)]
    given.page.write_text(written(given.page.read_text("utf-8"), lines), "utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
