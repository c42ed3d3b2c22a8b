"""`kozyr doctor`: finds out why tables are not found, or one cannot be joined. Changes nothing."""

import argparse
import asyncio
import sys

from net.lan.addresses import DEFAULT_PORT, AddressError, parse_address
from tui.commands import Examples, Progress, UsageError, print_json
from tui.commands.table import port_number
from tui.language.text import t
from tui.language.words import refusal


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr doctor", t("whether others could find a table of yours, and if not, why not")),
        ("kozyr doctor 192.168.1.20", t("why the table there cannot be joined")),
        ("kozyr doctor --json", t("for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "where", nargs="?", metavar="ADDRESS", help=t("the address of a table to look into")
    )
    parser.add_argument(
        "--port",
        type=port_number,
        metavar="N",
        help=t("the port of that table; without an address, the one that yours has or will have"),
    )
    parser.add_argument("--json", action="store_true", help=t("print what was found as JSON"))


def run(args: argparse.Namespace) -> int:
    """Examine and print; the exit code is 0 if tables can be found, or the given one joined."""
    from tui.doctor.report import STEPS, as_json, diagnose, printed  # loads mDNS

    port = args.port or None
    try:
        target = None if args.where is None else parse_address(args.where, port or DEFAULT_PORT)
    except AddressError as error:
        raise UsageError(refusal(error.reason, error.facts)) from None
    if target is not None and port not in (None, target[1]):
        raise UsageError(t("{where} has a port already: leave out --port", where=args.where))
    print(t("Examining the network; this takes some seconds …"), file=sys.stderr, flush=True)
    with Progress(STEPS) as progress:
        report = asyncio.run(diagnose(target, None if target else port, progress.show))
    if args.json:
        print_json(as_json(report))
    else:
        print(printed(report))
    return 0 if report.is_well else 1
