"""`kozyr conformance`: tries any host, whoever wrote it, against the protocol page."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tui.commands import Examples, FailedError, UsageError
from tui.language.text import t, tn

if TYPE_CHECKING:
    from net.conformance.report import ConformanceReport, Result


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr conformance 192.168.1.5", t("greets, plays matches, leaves, as the page says")),
        ("kozyr conformance anna.local:4567 --code K7QM2X", t("at a table that asks for a code")),
        ("kozyr host kozel --no-seat --port 4040", t("a table at which everything can be tried")),
        ("kozyr conformance --json localhost", t("every sentence, for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("where", metavar="ADDRESS", help=t("where the host is"))
    parser.add_argument("--code", metavar="CODE", help=t("the code, if the table asks for one"))
    parser.add_argument(
        "--wait",
        type=_seconds,
        default=60.0,
        metavar="SECONDS",
        help=t("how long the owner of the table may take to start a match: 60"),
    )
    parser.add_argument("--json", action="store_true", help=t("print the findings as JSON"))


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:
        raise argparse.ArgumentTypeError(t("seconds from 0 to 3600; got '{word}'", word=text))
    return value


def run(args: argparse.Namespace) -> int:
    """Try the host: 0 if it keeps to the page, 1 if it breaks a sentence, 2 for a wrong address."""
    from tui.commands.table import table_code

    address, port = _address(args.where)
    code = table_code(args.code) if args.code is not None else ""
    report = _visited(address, port, code, args.wait)
    if args.json:
        print(
            json.dumps(
                [_plain(each, report.lacking(each)) for each in report.results],
                ensure_ascii=False,
                indent=2,
            )
        )
    else:
        for result in report.results:
            print(_line(result))
    for line in (_summary(report), *_missing(report)):
        print(line, file=sys.stderr)
    return 1 if report.broken else 0


def _address(text: str) -> tuple[str, int]:
    """Read an address or the name of a machine. Raises UsageError."""
    from net.lan.addresses import AddressError, parse_address
    from tui.language.words import refusal

    try:
        return parse_address(text)
    except AddressError as error:
        raise UsageError(refusal(error.reason, error.facts)) from None


def _visited(address: str, port: int, code: str, wait: float) -> ConformanceReport:
    from net.conformance.hosts.requirements import REQUIREMENTS
    from net.conformance.hosts.run import NoTableError, conform
    from net.conformance.report import ConformanceReport

    report = ConformanceReport(REQUIREMENTS)
    try:
        visit = conform(
            address,
            port,
            report,
            code=code,
            wait_seconds=wait,
            hindered=lambda: print(_obstacle(report, wait), file=sys.stderr),
        )
        asyncio.run(visit)
    except NoTableError as error:
        raise FailedError(t(error.reason, **error.facts)) from None
    return report


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


def _obstacle(report: ConformanceReport, wait: float) -> str:
    """Say, while it is running, why not everything will be tried."""
    if report.obstacle == "full":
        return t("No seat is free at this table, so no match can be tried.")
    return tn(
        "This table belongs to somebody else, who has {n} second to start a match.",
        "This table belongs to somebody else, who has {n} seconds to start a match.",
        round(wait),
    )


def _missing(report: ConformanceReport) -> Iterator[str]:
    """Say what it would take to try what was not reached."""
    counts = Counter(map(report.lacking, report.results))
    if n := counts["full"]:
        yield tn(
            "{n} sentence needs a free seat: open a table with kozyr host GAME --no-seat",
            "{n} sentences need a free seat: open a table with kozyr host GAME --no-seat",
            n,
        )
    if n := counts["owner"]:
        yield tn(
            "{n} sentence needs a table that is ours: open one with kozyr host GAME --no-seat",
            "{n} sentences need a table that is ours: open one with kozyr host GAME --no-seat",
            n,
        )
    if n := counts["code"]:
        yield tn(
            "{n} sentence needs a table with a code: kozyr host GAME --no-seat --code",
            "{n} sentences need a table with a code: kozyr host GAME --no-seat --code",
            n,
        )
    if n := counts["no code"]:
        yield tn(
            "{n} sentence needs a table without a code",
            "{n} sentences need a table without a code",
            n,
        )
    if n := counts["deals"]:
        yield tn(
            "{n} sentence needs a match of several deals with a pause between them",
            "{n} sentences need a match of several deals with a pause between them",
            n,
        )


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
