"""`kozyr join`: a seat at a table given by address, name or id, or found on the list."""

import argparse
from dataclasses import replace

from net.lan.addresses import code_in
from tui.commands import Examples, FailedError
from tui.commands.full_screen import need_terminal, open_table
from tui.commands.table import add_plain, table_code
from tui.language.text import t
from tui.preferences.settings import Settings, player_name
from tui.start import StartJoin


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr join", t("the list of tables on the LAN")),
        ("kozyr join Kitchen", t("the table of that name")),
        ("kozyr join 192.168.1.20", t("if the network hides the table")),
        ("kozyr join Kitchen --code K7Q-M2X", t("a table that asks for a code")),
        ("kozyr join 'https://192.168.1.20:8443/#…'", t("by the link of an invitation")),
        ("kozyr join Kitchen --watch", t("watch without a seat")),
        ("kozyr join --plain --ready", t("the first free table, line by line, no questions asked")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "where", nargs="?", metavar="TABLE", help=t("an address, or the name or id of a table")
    )
    parser.add_argument("--watch", action="store_true", help=t("watch without a seat"))
    parser.add_argument("--code", metavar="CODE", help=t("the code, if the table asks for one"))
    add_plain(parser)
    parser.add_argument(
        "--ready",
        action="store_true",
        help=t("with --plain: agree to the house rules without being asked"),
    )


def run(args: argparse.Namespace) -> int:
    """Find the table, if the arguments name one, and join it."""
    if not args.plain:
        need_terminal()
    given = args.code if args.code is not None else code_in(args.where or "")
    code = table_code(given) if given or args.code is not None else ""
    start = StartJoin(None, None, args.settings.name, args.watch, code)
    if args.where is not None or args.plain:
        start = _found(args.where, start, args.settings)
    return open_table(args, start, ready=args.ready)


def _found(where: str | None, start: StartJoin, settings: Settings) -> StartJoin:
    from tui.commands import lan  # loads mDNS

    address = lan.read_address(where) if where else None
    if address is not None:
        return replace(start, address=address)
    if where:
        table = lan.find_named(where)
    else:
        table = lan.find_any(player_name(settings, start.name), watch=start.watch)
    if not table.same_version:
        raise FailedError(t("{name} is played with another release of Kozyr", name=table.name))
    return replace(start, address=(table.address, table.port), table_id=table.id)
