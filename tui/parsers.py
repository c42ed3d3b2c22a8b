"""The parsers of the command line: the sub-commands, and the options that all of them share.

A sub-command's module is imported only when it is chosen, so that `kozyr --help` answers at once.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from tui.arguments import Parser
from tui.commands import Command, did_you_mean
from tui.language.text import LANGUAGES, t
from tui.terminal.depth import COLOUR_OPTIONS

COMMANDS: Final = (
    *("solo", "host", "join", "list", "doctor", "history", "replay", "review", "stats"),
    *("lesson", "rules", "simulate", "arena", "verify", "conformance", "completion"),
)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse a command line: options of every command, the command, and what it takes."""
    top = parser()
    before, name, after = _split(top, argv)
    args: argparse.Namespace = top.parse_args(before)
    if name and name not in COMMANDS:
        top.error(t("no such command: {word}", word=name) + did_you_mean(name, COMMANDS))
    if name:
        args = parser(name).parse_args(after, args)
    args.run = load_command(name or "home").run
    return args


def _split(top: Parser, argv: Sequence[str]) -> tuple[Sequence[str], str, Sequence[str]]:
    """Split a command line at its command: the first word that is not an option's value."""
    at = 0
    while at < len(argv):
        word = argv[at]
        if not word.startswith("-"):
            return argv[:at], word, argv[at + 1 :]
        option = top.option(word)
        if option is None:
            top.error_no_option(word)
        at += 2 if option.nargs is None and "=" not in word else 1
    return argv, "", ()


def parser(name: str = "") -> Parser:
    """Build the parser of a command, or of the line before any command."""
    if name:
        made = Parser(f"kozyr {name}", summaries()[name])
        fill(made, name)
        return made
    made = Parser("kozyr", t("A table for card and domino games in your terminal."))
    made.commands = summaries()
    made.add_argument("--version", action=_Version, nargs=0, help=t("print the version and leave"))
    fill(made, "home")
    return made


def fill(made: Parser, name: str) -> None:
    """Give a parser the examples and the arguments of a command."""
    command = load_command(name)
    made.examples = command.examples()
    command.add_arguments(made)
    _add_shared(made)


def summaries() -> dict[str, str]:
    """Return what each command does, in order."""
    return {
        "solo": t("play alone against bots"),
        "host": t("open a table on the LAN"),
        "join": t("sit down at a table on the LAN"),
        "list": t("list the tables on the LAN"),
        "doctor": t("find out why tables are not found"),
        "history": t("list past matches and watch them again"),
        "replay": t("watch a match again, move by move"),
        "review": t("what each decision was worth, and what was luck"),
        "stats": t("what your matches add up to"),
        "lesson": t("learn a game on real positions"),
        "rules": t("read the rule book of a game"),
        "simulate": t("let bots play matches and count the results"),
        "arena": t("compare bots on the same decks"),
        "verify": t("check the record of a match, move by move"),
        "conformance": t("try a host or a client against the protocol page"),
        "completion": t("let your shell complete what you type"),
    }


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        from importlib.metadata import version  # 20 ms, and only for --version

        print(f"kozyr {version('kozyr')}")
        parser.exit(0)


def load_command(name: str) -> Command:
    """Import the module of a command."""
    module: Any = importlib.import_module(f"tui.commands.{name}")
    command: Command = module
    return command


def _add_shared(parser: Parser) -> None:
    """Add the options allowed before or after the command; those not given leave no trace."""
    absent = argparse.SUPPRESS
    add = parser.add_shared
    add("-h", "--help", action="help", help=t("show this help and leave"))
    add("--lang", choices=LANGUAGES, default=absent, metavar="LANG", help=t("language: en or ru"))
    add("--theme", default=absent, metavar="NAME", help=t("colours of the table"))
    add(
        "--colors",
        choices=tuple(COLOUR_OPTIONS),
        default=absent,
        metavar="N",
        help=t("colours of the terminal: {values}", values=", ".join(COLOUR_OPTIONS)),
    )
    add(
        "--no-mouse", action="store_true", default=absent, help=t("leave the mouse to the terminal")
    )
    add("--name", default=absent, metavar="NAME", help=t("your name at the table"))
