"""The command line: the sub-commands, the options all of them share, and the exit codes.

A sub-command's module is imported only when it is chosen, so that `kozyr --help` answers at once.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

from net.wire.names import readable_name
from tui.commands import Command, Examples, FailedError, UsageError, did_you_mean
from tui.language.text import LANGUAGES, t, use_language
from tui.preferences.settings import Settings, config_folder, load
from tui.terminal.depth import COLOUR_OPTIONS

COMMANDS: Final = (
    *("solo", "host", "join", "list", "history", "replay", "stats"),
    *("lesson", "rules", "simulate", "verify"),
)


def run(argv: Sequence[str]) -> int:
    """Parse a command line, do what it says and return the exit code."""
    folder = config_folder()
    settings, problems = load(folder)
    use_language(_language_of(argv) or settings.spoken())
    try:
        args = parser().parse_args(argv)
        args.settings = chosen(settings, args)
        if problems and getattr(args, "plain", False):
            _complain(folder)
        code: int = args.run(args)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    except UsageError as error:
        print(f"kozyr: {error}", file=sys.stderr)
        return 2
    except FailedError as error:
        print(f"kozyr: {error}", file=sys.stderr)
        return 1
    return code


def _complain(folder: Path) -> None:
    """Say what is wrong with the settings file, where no screen will; in the player's language."""
    title = t("the settings file has a mistake")
    for problem in load(folder)[1]:
        print(f"kozyr: {title}: {problem}", file=sys.stderr)


def _check_theme(name: str) -> None:
    from tui.drawing.theming import Themes  # reads every theme, for those who name one

    known = ("auto", *Themes(config_folder() / "themes").by_name)
    if name not in known:
        raise UsageError(
            t("no such theme: {word}; there are: {known}", word=name, known=", ".join(known))
            + did_you_mean(name, known)
        )


def chosen(settings: Settings, args: argparse.Namespace) -> Settings:
    """Let the options of this run go before the settings file."""
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
            raise UsageError(t("--name has to be something that can be read"))
    return replace(settings, **changes)


def _language_of(argv: Sequence[str]) -> str | None:
    """Find --lang before anything is parsed: the help and the complaints already speak it."""
    for at, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            value = value if equals else " ".join(argv[at + 1 : at + 2])
            return value if value in LANGUAGES else None
    return None


def parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line."""
    from tui.commands import home

    top = _Parser(prog="kozyr")
    commands = top.add_subparsers(
        title=t("Commands"), prog="kozyr", dest="command", parser_class=_Parser
    )
    for name, summary in _summaries().items():
        commands.add_parser(name, help=summary, description=summary)
    top.fill(home, t("A table for card and domino games in your terminal."))
    top.add_argument("--version", action=_Version, nargs=0, help=t("print the version and leave"))
    return top


def _summaries() -> dict[str, str]:
    return {
        "solo": t("play alone against bots"),
        "host": t("open a table on the LAN"),
        "join": t("sit down at a table on the LAN"),
        "list": t("list the tables on the LAN"),
        "history": t("list past matches and watch them again"),
        "replay": t("watch a match again, move by move"),
        "stats": t("what your matches add up to"),
        "lesson": t("learn a game on real positions"),
        "rules": t("read the rule book of a game"),
        "simulate": t("let bots play matches and count"),
        "verify": t("check the record of a match, move by move"),
    }


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        from importlib.metadata import version  # 20 ms that only --version costs

        print(f"kozyr {version('kozyr')}")
        parser.exit(0)


class _Parser(argparse.ArgumentParser):
    """Opens its help with examples, speaks the player's language, fills itself when chosen."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, add_help=False, allow_abbrev=False)
        self._positionals.title = t("What")
        self._optionals.title = t("Options")
        self._examples: Examples | None = None
        self._words: tuple[str, ...] = ()

    def fill(self, command: Command, description: str) -> None:
        """Take the arguments and the examples of a command."""
        self.description = description
        self._examples = command.examples()
        command.add_arguments(self)
        self.set_defaults(run=command.run)
        _add_shared(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._examples is None:
            name = self.prog.split()[-1]
            self.fill(load_command(name), self.description or "")
        self._words = tuple(args if args is not None else sys.argv[1:])
        parsed, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return parsed, rest

    def format_help(self) -> str:
        examples = self._examples or ()
        width = max((len(line) for line, _ in examples), default=0)
        shown = "".join(f"  {line:{width}}  {meaning}\n" for line, meaning in examples)
        formatter = self._get_formatter()
        for group in self._action_groups:
            actions = group._group_actions
            if actions and isinstance(actions[0], argparse._SubParsersAction):
                actions = list(actions[0]._get_subactions())
            formatter.start_section(group.title)
            formatter.add_arguments(actions)
            formatter.end_section()
        heading = f"{self.prog} - {self.description}"
        usage = t("Usage: {usage}", usage=self._usage())
        return f"{heading}\n\n{t('Examples:')}\n{shown}\n{usage}\n\n{formatter.format_help()}"

    def _usage(self) -> str:
        words = [self.prog, t("[options]")]
        for action in self._get_positional_actions():
            if isinstance(action, argparse._SubParsersAction):
                words.append(t("[command]"))
            else:
                name = str(action.metavar)
                shown = {"?": f"[{name}]", "+": f"{name}...", "*": f"[{name}...]"}
                words.append(shown.get(str(action.nargs), name))
        return " ".join(words)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        if action.dest == "command":
            # An unknown option comes first: "--colour 16" is not about a command "16".
            self._check_options(self._words[: self._words.index(value)])
            complaint = t("no such command: {word}", word=value) + did_you_mean(value, COMMANDS)
        else:
            complaint = t(
                "{option} is one of {values}; got '{word}'",
                option="/".join(action.option_strings) or str(action.metavar or action.dest),
                values=", ".join(map(str, action.choices)),
                word=value,
            )
        self.error(complaint)

    def _check_options(self, words: Sequence[str]) -> None:
        for word in words:
            if word.startswith("--") and word.partition("=")[0] not in self._option_string_actions:
                self.error(f"unrecognized arguments: {word}")

    def error(self, message: str) -> NoReturn:
        for english, say in _COMPLAINTS.items():
            if english in message:
                message = say(self, message)
                break
        hint = t("Try '{command} --help'.", command=self.prog)
        self.exit(2, f"{self.prog}: {message}\n{hint}\n")


def _unknown(parser: _Parser, message: str) -> str:
    words = message.partition(": ")[2].split(" ")
    known = [name for action in parser._actions for name in action.option_strings]
    if words[0].startswith("-"):
        name = words[0].partition("=")[0]
        return t("no such option: {word}", word=name) + did_you_mean(name, known)
    return t("one word too many: {word}", word=words[0])


def _wants_value(parser: _Parser, message: str) -> str:
    return t("{option} needs a value", option=message.removeprefix("argument ").partition(":")[0])


def _missing(parser: _Parser, message: str) -> str:
    return t("missing: {names}", names=message.partition(": ")[2])


def _plain_argument(parser: _Parser, message: str) -> str:
    return message.removeprefix("argument ")


_COMPLAINTS: Final[dict[str, Callable[[_Parser, str], str]]] = {
    # argparse words its complaints in English only; these are all that this command line can meet.
    "unrecognized arguments: ": _unknown,
    ": expected ": _wants_value,
    "the following arguments are required: ": _missing,
    "argument ": _plain_argument,
}


def load_command(name: str) -> Command:
    """Import the module of a command."""
    module: Any = importlib.import_module(f"tui.commands.{name}")
    command: Command = module
    return command


def _add_shared(parser: argparse.ArgumentParser) -> None:
    """Add what may stand before or after the command; what is not given leaves no trace."""
    absent = argparse.SUPPRESS
    group = parser.add_argument_group(t("Everywhere"))
    group.add_argument("-h", "--help", action="help", help=t("show this help and leave"))
    group.add_argument(
        "--lang", choices=LANGUAGES, default=absent, metavar="LANG", help=t("language: en or ru")
    )
    group.add_argument("--theme", default=absent, metavar="NAME", help=t("colours of the table"))
    group.add_argument(
        "--colors",
        choices=tuple(COLOUR_OPTIONS),
        default=absent,
        metavar="N",
        help=t("colours of the terminal: {values}", values=", ".join(COLOUR_OPTIONS)),
    )
    group.add_argument(
        "--no-mouse", action="store_true", default=absent, help=t("leave the mouse to the terminal")
    )
    group.add_argument("--name", default=absent, metavar="NAME", help=t("your name at the table"))
