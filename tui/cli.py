"""The command line: parses it, runs the command, and returns the exit codes 0, 1 and 2.

The module of a command is imported once it is chosen, so that `kozyr --help` answers at once. Other
packages may add commands (`tui.plugins`).
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

from kozyr import own_version
from net.files.folders import find_home
from net.wire.names import readable_name
from tui import plugins
from tui.arguments import Parser
from tui.commands import Command, FailedError, UsageError, did_you_mean
from tui.language.text import LANGUAGES, t, use_language
from tui.preferences import Problem
from tui.preferences.settings import Settings, config_folder, homeless, load
from tui.terminal.depth import COLOUR_OPTIONS

COMMANDS: Final = (
    *("solo", "host", "join", "list", "doctor", "history", "replay", "review", "stats"),
    *("lesson", "rules", "verify", "where", "completion"),
)
"""The commands of the game, in the order of the help."""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse a command line: shared options, the command, then its arguments."""
    top = parser()
    before, name, after = _split(top, argv)
    args: argparse.Namespace = top.parse_args(before)
    if name and name not in COMMANDS:
        _check_added(top, name)
    if name:
        args = parser(name).parse_args(after, args)
    args.run = load_command(name or "home").run
    return args


def _check_added(top: Parser, name: str) -> None:
    """End the program with an error if no package adds a command of this name.

    Raises FailedError for a command of the kits, which are not installed.
    """
    added = plugins.points()
    if name in added:
        return
    if name in plugins.OF_KITS:
        raise plugins.missing_kits(name)
    if name == "settings":
        top.error(t("the settings are on the home screen: start 'kozyr' and choose them there"))
    known = (*COMMANDS, *added, *plugins.OF_KITS)
    top.error(t("no such command: {word}", word=name) + did_you_mean(name, known))


def _split(top: Parser, argv: Sequence[str]) -> tuple[Sequence[str], str, Sequence[str]]:
    """Split a command line at its command: the first word that is neither option nor value."""
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
    """Return the parser of a command; without a name, of the words before the command."""
    if name:
        own = summaries()
        made = Parser(f"kozyr {name}", own[name] if name in own else _added(name).summary())
        fill(made, name)
        return made
    made = Parser("kozyr", t("A table for card and domino games in your terminal."))
    made.commands = offered
    made.add_argument("--version", action=_Version, nargs=0, help=t("print the version and leave"))
    fill(made, "home")
    return made


def fill(made: Parser, name: str) -> None:
    """Give a parser the examples and the arguments of a command."""
    command = load_command(name)
    made.examples = command.examples()
    _add_shared(made)  # first, so that a package that redeclares one of these is to blame
    command.add_arguments(made)


def offered() -> dict[str, str]:
    """Return the summaries of all commands installed: the game's, then those of other packages.

    For a command that cannot be loaded the summary is the reason.
    """
    found = summaries()
    for name, point in plugins.points().items():
        if name not in found:
            try:
                found[name] = plugins.load(point).summary()
            except FailedError as error:
                found[name] = str(error)
    return found


def summaries() -> dict[str, str]:
    """Return the summaries of the game's commands, in the order of the help."""
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
        "verify": t("check the record of a match, move by move"),
        "where": t("list the folders in which your things are kept"),
        "completion": t("let your shell complete what you type"),
    }


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        print(f"kozyr {own_version()}")
        parser.exit(0)


def load_command(name: str) -> Command:
    """Import the module of a command. Raises FailedError if another package's fails."""
    if name not in (*COMMANDS, "home"):
        return _added(name)
    module: Any = importlib.import_module(f"tui.commands.{name}")
    command: Command = module
    return command


def _added(name: str) -> plugins.Plugin:
    return plugins.load(plugins.points()[name])


def _add_shared(parser: Parser) -> None:
    """Add the options of every command; one that is not given sets no attribute."""
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


def run(argv: Sequence[str]) -> int:
    """Run a command line; return the exit code."""
    find_home()
    folder = config_folder()
    settings, problems = load(folder)
    use_language(_language_of(argv) or settings.spoken())
    try:
        args = parse(argv)
        args.settings = chosen(settings, args)
        if getattr(args, "plain", False):
            _complain(folder, problems)
        code: int = args.run(args)
    except SystemExit as leaving:
        if isinstance(leaving.code, str):  # of another package's command
            print(f"kozyr: {leaving.code}", file=sys.stderr)
            return 1
        return int(leaving.code or 0)
    except UsageError as error:
        print(f"kozyr: {error}", file=sys.stderr)
        return 2
    except FailedError as error:
        print(f"kozyr: {error}", file=sys.stderr)
        return 1
    return code


def _complain(folder: Path, problems: Sequence[Problem]) -> None:
    """Print the mistakes in the settings file, in the player's language; no screen shows them."""
    title = t("the settings file has a mistake")
    for problem in load(folder)[1] if problems else ():
        print(f"kozyr: {title}: {problem}", file=sys.stderr)
    if said := homeless():
        print(f"kozyr: {said}", file=sys.stderr)


def _check_theme(name: str) -> None:
    from tui.drawing.theming import Themes  # reads every theme, but only if one is named

    known = ("auto", *Themes(config_folder() / "themes").by_name)
    if name not in known:
        raise UsageError(
            t("no such theme: {word}; there are: {known}", word=name, known=", ".join(known))
            + did_you_mean(name, known)
        )


def chosen(settings: Settings, args: argparse.Namespace) -> Settings:
    """Return the settings, with the options of this run replacing those of the file."""
    given = vars(args)
    changes: dict[str, Any] = {key: given[key] for key in ("theme", "colors") if key in given}
    if "theme" in given:
        _check_theme(given["theme"])
    if "lang" in given:
        changes["language"] = given["lang"]
    if given.get("no_mouse"):
        changes["mouse"] = False
    if "name" in given:
        changes["name"] = readable_name(given["name"])
        if not changes["name"]:
            raise UsageError(
                t(
                    "--name needs letters one column wide, from left to right: Latin or Cyrillic "
                    "ones, for example"
                )
            )
    return replace(settings, **changes)


def _language_of(argv: Sequence[str]) -> str | None:
    """Return the value of --lang before the line is parsed: help and errors need it."""
    for at, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            value = value if equals else " ".join(argv[at + 1 : at + 2])
            return value if value in LANGUAGES else None
    return None
