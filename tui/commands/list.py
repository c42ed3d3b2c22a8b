"""`kozyr list`: the tables that answer on the LAN, once, as a table or as JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.commands import Examples, print_json
from tui.commands.table import seconds_to
from tui.drawing.canvas import columns
from tui.language.text import t
from tui.language.words import as_sentence

if TYPE_CHECKING:
    from net.lan.discovery import Found


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr list", t("the tables on the LAN")),
        ("kozyr list --wait 5", t("look longer on a slow network")),
        ("kozyr list --json", t("for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "--wait",
        type=seconds_to(60),
        metavar="SECONDS",
        help=t("how long to look; by default until every table heard of has answered"),
    )
    parser.add_argument("--json", action="store_true", help=t("print the tables as JSON"))


def run(args: argparse.Namespace) -> int:
    """Look for tables and print them."""
    from tui.commands.lan import look, offline_said  # loads mDNS

    tables = look(args.wait)
    if args.json:
        print_json([_plain(table) for table in tables])
    elif tables:
        print(listed(tables))
    else:
        if said := offline_said():
            print(as_sentence(said), file=sys.stderr)
        print(t("No table answers here. 'kozyr host' opens one."), file=sys.stderr)
        print(t("If there is one: 'kozyr doctor' finds out what is wrong."), file=sys.stderr)
    return 0


def _plain(table: Found) -> dict[str, Any]:
    return {
        "id": table.id,
        "table": table.name,
        "game": table.game,
        "phase": table.phase,
        "free": table.free,
        "seats": table.seats,
        "host": table.host,
        "address": table.address,
        "port": table.port,
        "version": table.version,
        "same_version": table.same_version,
        "code": table.code,
        "locked": table.locked,
        "goes_on_from": table.goes_on or None,
        "latency_ms": round(table.latency * 1000, 1),
        "slow": table.slow,
    }


def seats_said(table: Found) -> str:
    """State the free seats, and any other conditions for sitting down."""
    said = [f"{table.free}/{table.seats}"]
    if table.phase != "gathering":
        said.append(t("plays"))
    if table.code:
        said.append(t("code"))
    if table.locked:
        said.append(t("locked"))
    if table.goes_on:
        said.append(t("from deal {n}", n=table.goes_on))
    return " ".join(said)


def listed(tables: Sequence[Found]) -> str:
    """Return the tables found as aligned lines, with headings."""
    rows = [[t("game"), t("table"), t("free"), t("host"), t("address"), t("latency")]]
    rows += [
        [
            table.game,
            table.name,
            seats_said(table) if table.same_version else t("other version"),
            table.host,
            table.where,
            f"{table.latency * 1000:.0f} ms" + (" " + t("slow") if table.slow else ""),
        ]
        for table in tables
    ]
    return "\n".join(columns(rows))
