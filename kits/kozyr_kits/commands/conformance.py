"""`kozyr conformance`: tries any author's host or client against the protocol page."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from tui.commands import Examples, UsageError, print_json
from tui.commands.table import port_number, seconds_to, table_code
from tui.language.text import t, tn

if TYPE_CHECKING:
    from kozyr_kits.conformance.report import ConformanceReport, Result


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr conformance 192.168.1.5", t("greets, plays matches, leaves, as the page says")),
        ("kozyr conformance anna.local:4567 --code K7QM2X", t("at a table that asks for a code")),
        ("kozyr host kozel --no-seat --port 4040", t("a table at which everything can be tried")),
        ("kozyr conformance --client 4040", t("a table for your own client, started by hand")),
        (
            "kozyr conformance --client --run './mine {port}'",
            t("the same; a command starts your client"),
        ),
        ("kozyr conformance --json localhost", t("every sentence, for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("where", nargs="?", metavar="ADDRESS", help=t("where the host is"))
    parser.add_argument("--code", metavar="CODE", help=t("the code, if the table asks for one"))
    parser.add_argument(
        "--wait",
        type=seconds_to(3600),
        metavar="SECONDS",
        help=t(
            "how long people may take: the owner of the table to start a match (60), "
            "or you to start a client (600)"
        ),
    )
    parser.add_argument(
        "--restart",
        action="store_true",
        help=t("also try a match that the host resumes: you end its program and start it again"),
    )
    parser.add_argument(
        "--client",
        nargs="?",
        const=0,
        type=port_number,
        metavar="PORT",
        help=t("try a client instead: open a table at this port of this computer, or at any"),
    )
    parser.add_argument("--game", metavar="GAME", help=t("what the client plays"))
    parser.add_argument(
        "--run",
        dest="command",
        metavar="COMMAND",
        help=t("the command that starts the client, told where by {host}, {port} and {code}"),
    )
    parser.add_argument(
        "--warning",
        action="append",
        metavar="WORDS",
        help=t(
            "what the client writes when it warns of its host: Beware, or may have chosen; give "
            "the option twice for two"
        ),
    )
    parser.add_argument("--json", action="store_true", help=t("print the findings as JSON"))


def run(args: argparse.Namespace) -> int:
    """Try a host or a client: return 0 if it keeps to the page, 1 if it breaks a sentence."""
    from kozyr_kits.commands.conformance_trials import tried, visited  # load a host and a client

    code = table_code(args.code) if args.code is not None else ""
    if (args.where is None) == (args.client is None):
        raise UsageError(t("say where a host is, or try a client with --client"))
    if args.client is not None:
        report = tried(args, code)
    else:
        report = visited(args, code)
    if args.json:
        print_json([_plain(each, report.lacking(each)) for each in report.results])
    else:
        for result in report.results:
            print(_line(result))
    for line in (_summary(report), *_missing(report)):
        print(line, file=sys.stderr)
    return 1 if report.broken else 0


def _line(result: Result) -> str:
    verdict = {"kept": t("kept"), "broken": t("BROKEN"), "not reached": t("not reached")}
    sentence = result.requirement
    width = max(map(len, verdict.values()))
    line = f"{verdict[result.verdict]:<{width}}  #{sentence.anchor}: {sentence.text}"
    return "".join([line, *(f"\n{'':<{width}}    {detail}" for detail in result.details)])


def _plain(result: Result, needs: str) -> dict[str, Any]:
    sentence = result.requirement
    return {
        "sentence": sentence.name,
        "verdict": result.verdict,
        "anchor": sentence.anchor,
        "text": sentence.text,
        "tried": result.tried,
        "broken": result.broken,
        "details": result.details,
        "needs": needs,
    }


_NEEDS: Final[dict[str, Callable[[int], str]]] = {
    "full": lambda n: tn(
        "{n} sentence needs a free seat: open a table with kozyr host GAME --no-seat",
        "{n} sentences need a free seat: open a table with kozyr host GAME --no-seat",
        n,
    ),
    "owner": lambda n: tn(
        "{n} sentence needs a table that is ours: open one with kozyr host GAME --no-seat",
        "{n} sentences need a table that is ours: open one with kozyr host GAME --no-seat",
        n,
    ),
    "code": lambda n: tn(
        "{n} sentence needs a table with a code: kozyr host GAME --no-seat --code",
        "{n} sentences need a table with a code: kozyr host GAME --no-seat --code",
        n,
    ),
    "no code": lambda n: tn(
        "{n} sentence needs a table without a code",
        "{n} sentences need a table without a code",
        n,
    ),
    "bots": lambda n: tn(
        "{n} sentence needs a table of three seats or more, or one with bots",
        "{n} sentences need a table of three seats or more, or one with bots",
        n,
    ),
    "migrates": lambda n: tn(
        "{n} sentence needs a host that says `migrates`, and a table of three seats or more",
        "{n} sentences need a host that says `migrates`, and a table of three seats or more",
        n,
    ),
    "games": lambda n: tn(
        "{n} sentence needs a host that lists `games`, and a table of three seats or more",
        "{n} sentences need a host that lists `games`, and a table of three seats or more",
        n,
    ),
    "restart": lambda n: tn(
        "{n} sentence needs a host that resumes a match: --restart",
        "{n} sentences need a host that resumes a match: --restart",
        n,
    ),
    "a code": lambda n: tn(
        "{n} sentence needs a client that proves a code: --code CODE",
        "{n} sentences need a client that proves a code: --code CODE",
        n,
    ),
    "games in Hello": lambda n: tn(
        "{n} sentence needs a client that names the games of this table in Hello",
        "{n} sentences need a client that names the games of this table in Hello",
        n,
    ),
    "a second match": lambda n: tn(
        "{n} sentence needs a client that stays at the table after a match",
        "{n} sentences need a client that stays at the table after a match",
        n,
    ),
    "moving": lambda n: tn(
        "{n} sentence needs a client that says `migrates`",
        "{n} sentences need a client that says `migrates`",
        n,
    ),
    "keys": lambda n: tn(
        "{n} sentence needs a client that says Identify with a port",
        "{n} sentences need a client that says Identify with a port",
        n,
    ),
    "going on": lambda n: tn(
        "{n} sentence needs a client whose player comes along to a branch",
        "{n} sentences need a client whose player comes along to a branch",
        n,
    ),
    "warning": lambda n: tn(
        "{n} sentence can be judged only by what the client writes: --run COMMAND",
        "{n} sentences can be judged only by what the client writes: --run COMMAND",
        n,
    ),
    "deals": lambda n: tn(
        "{n} sentence needs a match of several deals with a pause between them",
        "{n} sentences need a match of several deals with a pause between them",
        n,
    ),
}
"""The reason why sentences were not reached -> the word for so many of them."""


def _missing(report: ConformanceReport) -> Iterator[str]:
    """Yield the requirements of sentences that were not reached."""
    counts = Counter(map(report.lacking, report.results))
    return (say(counts[why]) for why, say in _NEEDS.items() if counts[why])


def _summary(report: ConformanceReport) -> str:
    counts = dict.fromkeys(("kept", "broken", "not reached"), 0)
    for result in report.results:
        counts[result.verdict] += 1
    return t(
        "docs/protocol.md: {kept} sentences kept, {broken} broken, {missing} not reached",
        kept=counts["kept"],
        broken=counts["broken"],
        missing=counts["not reached"],
    )
