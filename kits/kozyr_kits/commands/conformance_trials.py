"""The trials of `kozyr conformance`: a host is visited, a client is given a table."""

import argparse
import asyncio
import sys
from typing import Final

from core.games import GAMES
from kozyr_kits.conformance.clients.program import ByHand, ClientProgram, ProgramError, words_of
from kozyr_kits.conformance.clients.requirements import REQUIREMENTS as OF_CLIENTS
from kozyr_kits.conformance.clients.runs import Client, Run, runs_for, try_client
from kozyr_kits.conformance.hosts.requirements import REQUIREMENTS as OF_HOSTS
from kozyr_kits.conformance.hosts.run import NoTableError, conform
from kozyr_kits.conformance.report import ConformanceReport
from net.public.client import AddressError, parse_address
from net.public.host import HostError
from tui.commands import FailedError, UsageError
from tui.commands.table import find_game
from tui.language.text import t, tn
from tui.language.words import refusal

HOST_WAIT: Final = 60.0
CLIENT_WAIT: Final = 600.0
WARNINGS: Final = ("Beware", "may have chosen")
"""The words of our client about a host that cheats, and about one that could choose the deck."""

AT_ONCE: Final = 4
"""The number of clients tried at the same time if this program starts them."""


def visited(args: argparse.Namespace, code: str) -> ConformanceReport:
    """Try a host."""
    report = ConformanceReport(OF_HOSTS)
    address, port = _address(args.where)
    wait = HOST_WAIT if args.wait is None else args.wait
    try:
        asyncio.run(
            conform(
                address,
                port,
                report,
                code=code,
                wait_seconds=wait,
                restart=(lambda: _tell(_restart(wait))) if args.restart else None,
                hindered=lambda: _tell(_obstacle(report, wait)),
            )
        )
    except NoTableError as error:
        raise FailedError(t(error.reason, **error.facts)) from None
    return report


def tried(args: argparse.Namespace, code: str) -> ConformanceReport:
    """Try a client."""
    report = ConformanceReport(OF_CLIENTS)
    report.coded = bool(code)
    # By default, the game for the fewest players.
    game = find_game(
        args.game or min(GAMES, key=lambda name: GAMES[name].SEATS[0] + GAMES[name].SEATS[-1])
    )
    try:
        words = words_of(args.command) if args.command is not None else []
    except ProgramError as error:
        raise UsageError(t(error.reason, **error.facts)) from None
    runs = runs_for(coded=bool(code), judged=bool(words))
    begun: list[Run] = []

    def begin(run: Run, host: str, port: int) -> Client:
        begun.append(run)
        _tell(_run_line(run, len(begun), len(runs), f"{host}:{port}", by_hand=not words))
        if not words:
            return ByHand()
        values = {"host": host, "port": port, "code": code}
        return ClientProgram(words, values, args.warning or WARNINGS)

    wait = CLIENT_WAIT if args.wait is None else args.wait
    try:
        asyncio.run(
            try_client(
                game,
                report,
                begin,
                port=args.client,
                code=code,
                coming=wait,
                runs=runs,
                at_once=AT_ONCE if words else 1,
            )
        )
    except (HostError, ProgramError) as error:
        raise FailedError(t(error.reason, **error.facts)) from None
    except OSError as error:
        problem = error.strerror or ""
        raise FailedError(t("the client cannot be started: {problem}", problem=problem)) from None
    return report


def _address(text: str) -> tuple[str, int]:
    """Read an address or the name of a machine. Raises UsageError."""
    try:
        return parse_address(text)
    except AddressError as error:
        raise UsageError(refusal(error.reason, error.facts)) from None


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _run_line(run: Run, number: int, runs: int, where: str, *, by_hand: bool) -> str:
    """Word the beginning of a run, and the task of the client's author."""
    title = t(run.title)
    if not by_hand:
        return t("Run {number} of {runs}: {title}", number=number, runs=runs, title=title)
    return t(
        "Run {number} of {runs}: {title}. Start your client at {where}",
        number=number,
        runs=runs,
        title=title,
        where=where,
    )


def _obstacle(report: ConformanceReport, wait: float) -> str:
    """Word the reason why not every sentence will be tried."""
    if report.obstacle == "full":
        return t("No seat is free at this table, so no match can be tried.")
    return tn(
        "This table belongs to somebody else, who has {n} second to start a match.",
        "This table belongs to somebody else, who has {n} seconds to start a match.",
        round(wait),
    )


def _restart(wait: float) -> str:
    return tn(
        "Now end the host's program and start it again, so that it resumes the match: {n} second.",
        "Now end the host's program and start it again, so that it resumes the match: {n} seconds.",
        round(wait),
    )
