"""`kozyr host`: a table that others on the LAN find, with its owner sitting at it."""

import argparse
from typing import Any

from core.games import GAMES
from net.secure.code import written_code
from net.table.clock import DEFAULT_PAUSE
from net.way import LinkError
from tui.commands import Examples, UsageError, table
from tui.commands.full_screen import open_table
from tui.language.text import t
from tui.start import USUAL_PORT, StartHost, StartResume


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr host kozel", t("a table for four, open to the LAN")),
        ("kozyr host kozel --seats 4 --bots easy,easy", t("two people and two bots")),
        ("kozyr host kozel --clock 30", t("with 30 seconds for each decision")),
        (
            "kozyr host kozel --pause wait",
            t("deals stay open until all have read them"),
        ),
        ("kozyr host kozel --code", t("only for people told the code")),
        ("kozyr host kozel --table Kitchen --port 4040", t("with a name and a port of its own")),
        ("kozyr host kozel --ssh", t("others sit down with ssh and need no Kozyr")),
        ("kozyr host kozel --web", t("others sit down in a browser or on a phone")),
        ("kozyr host --resume", t("resume an unfinished match")),
        ("kozyr host kozel --no-seat", t("for others: nobody plays here")),
        (
            "kozyr host kozel --plain --bots easy --start-when-full",
            t("for scripts: starts by itself"),
        ),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    table.add_table(parser, t("bots that sit down right away: easy,easy"))
    _add_pace(parser)
    _add_ways_in(parser)
    parser.add_argument("--table", default="", metavar="NAME", help=t("the name of the table"))
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="NAME",
        help=t("resume an unfinished match; a name chooses the table"),
    )
    parser.add_argument(
        "--no-seat",
        action="store_true",
        help=t("a table for others: nobody plays in this program, the first guest owns it"),
    )
    table.add_plain(parser)
    parser.add_argument(
        "--start-when-full",
        action="store_true",
        help=t("with --plain: begin when every seat is taken and everybody is ready"),
    )


def _add_pace(parser: argparse.ArgumentParser) -> None:
    """Declare the options for the pace of play."""
    parser.add_argument(
        "--clock",
        type=table.clock_seconds,
        metavar="N",
        help=t("seconds for each decision: 0, 15, 30, 60 or 120"),
    )
    parser.add_argument(
        "--pause",
        type=table.pause_seconds,
        metavar="N",
        help=t("seconds for reading a finished deal: 0, 10, 30, 60; wait: until all have read it"),
    )


def _add_ways_in(parser: argparse.ArgumentParser) -> None:
    """Declare the options about the ways in."""
    parser.add_argument(
        "--code",
        nargs="?",
        const="",
        metavar="WORD",
        help=t("ask newcomers for a code; without a word the table makes one"),
    )
    parser.add_argument(
        "--internet",
        action="store_true",
        help=t("also let in people from outside the local networks"),
    )
    parser.add_argument(
        "--port", type=table.port_number, metavar="N", help=t("the port to listen on")
    )
    parser.add_argument(
        "--ssh",
        nargs="?",
        const="",
        metavar="PORT",
        help=t("let people in by ssh as well: they need nothing else, not even Kozyr"),
    )
    parser.add_argument(
        "--web",
        nargs="?",
        const="",
        metavar="PORT",
        help=t("let people in by a page in their browser as well, even on a phone"),
    )
    parser.add_argument(
        "--web-plain",
        action="store_true",
        help=t("with --web: no encryption, so browsers do not warn, but others can read along"),
    )


def run(args: argparse.Namespace) -> int:
    """Check all arguments, then open the table."""
    ways = _ways_in(args)
    if args.resume is not None:
        return _resume(args, ways)
    code = _word(args, "code")
    game = table.asked_game(args)
    bots = table.bot_levels(game, args.bots) if args.bots else ()
    seats = table.seat_count(game, args.seats, usual=4)
    if len(bots) >= seats:
        raise UsageError(
            t("{bots} bots and you are too many for {seats} seats", bots=len(bots), seats=seats)
        )
    options = table.chosen_rules(game, args.rule, seats)
    code = table.table_code(code, written_code) if code else code
    start = StartHost(
        game.NAME,
        seats,
        options,
        bots,
        args.table,
        code,
        clock=args.clock or 0,
        pause=DEFAULT_PAUSE if args.pause is None else args.pause,
        name=args.settings.name,
        **ways,
    )
    if args.no_seat:
        return _serve(args, start)
    if args.start_when_full and not args.plain:
        raise UsageError(t("--start-when-full goes with --plain"))
    return open_table(args, start, start=args.start_when_full, hosting=True)


def _serve(args: argparse.Namespace, start: StartHost | StartResume) -> int:
    if args.start_when_full:
        raise UsageError(
            t("with --no-seat the first guest starts the match: leave out --start-when-full")
        )
    from tui.plain.start import serve

    return serve(start, args.settings)


def _ways_in(args: argparse.Namespace) -> dict[str, Any]:
    """Return the ways in to the table, as fields of `Reachable`."""
    ways = {"ssh": _gateway_port(args, "ssh"), "web": _page_port(args)}
    return {"port": args.port, "internet": args.internet, "web_plain": args.web_plain, **ways}


def _word(args: argparse.Namespace, option: str) -> str | None:
    """Return the word after an option; in "--ssh GAME" it is moved to the argument GAME."""
    word: str | None = getattr(args, option)
    if word and not args.game and word.lower() in GAMES:
        args.game, word = word, ""
    return word


def _gateway_port(args: argparse.Namespace, option: str) -> int | None:
    word = _word(args, option)
    if word is None:
        return None
    if not word:
        return USUAL_PORT
    try:
        return table.port_number(word)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--{option}: {error}") from None


def _page_port(args: argparse.Namespace) -> int | None:
    """Return the port of the page, which `--web-plain` alone also opens; None for no page."""
    port = _gateway_port(args, "web")
    if args.web_plain and port is None:
        port = USUAL_PORT
    if port is not None:
        from net.way.gateways import require_pages

        try:
            require_pages()
        except LinkError as error:
            raise UsageError(t(error.reason, **error.facts)) from None
    return port


def _resume(args: argparse.Namespace, ways: dict[str, Any]) -> int:
    table.check_resumed(
        args, "bots", "seats", "rule", "clock", "pause", "code", "table", "start_when_full"
    )
    word = args.resume or (table.find_game(args.game).NAME if args.game else "")
    start = StartResume(table.unfinished_match(word, alone=False).id, **ways)
    if args.no_seat:
        return _serve(args, start)
    return open_table(args, start, hosting=True)
