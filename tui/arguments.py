"""The parser of a command: argparse through its public interface, with our own help and errors.

argparse words its errors in English, and its help in private classes that change with each Python;
so its possible errors are found here, before or after it parses.
"""

import argparse
import shutil
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

from tui.commands import Examples, did_you_mean
from tui.language.text import t

_WIDEST_NAME: Final = 22
"""The widest name; the explanation of a longer one begins on the next line."""

_LEAST_TEXT: Final = 11
"""The least columns for explanations, however narrow the terminal is."""


class Parser(argparse.ArgumentParser):
    """A parser in the player's language, whose help begins with examples."""

    def __init__(self, prog: str, description: str, **newer: Any) -> None:
        """`newer` are arguments that newer Pythons pass to the parser of a subcommand."""
        super().__init__(
            prog=prog, description=description, add_help=False, allow_abbrev=False, **newer
        )
        self.examples: Examples = ()
        """The command lines at the beginning of the help, each with its meaning."""
        self.commands: Callable[[], Mapping[str, str]] | None = None
        """Returns the commands that the help lists, each with its summary."""
        self.own: list[argparse.Action] = []
        """The arguments of this command alone."""
        self.shared: list[argparse.Action] = []
        """The options of every command."""

    def add_argument(self, *names: Any, **facts: Any) -> argparse.Action:
        """Declare an argument of the command."""
        action = self._declared(*names, **facts)
        self.own.append(action)
        return action

    def add_shared(self, *names: Any, **facts: Any) -> None:
        """Declare an option of every command."""
        self.shared.append(self._declared(*names, **facts))

    def _declared(self, *names: Any, **facts: Any) -> argparse.Action:
        action = super().add_argument(*names, **facts)
        # argparse would report these errors in English, so they are checked here.
        if not action.option_strings:
            action.required = False
        if action.type is not None or action.choices is not None:
            action.type = self._reader(action, action.type)
        return action

    def _reader(self, action: argparse.Action, read: Any) -> Callable[[str], Any]:
        def checked(text: str) -> Any:
            try:
                value = text if read is None else read(text)
            except argparse.ArgumentTypeError as error:
                self.error(f"{_name(action)}: {error}")
            if action.choices is not None and value not in action.choices:
                complaint = t(
                    "{option} is one of {values}; got '{word}'",
                    option=_name(action),
                    values=", ".join(map(str, action.choices)),
                    word=text,
                )
                self.error(complaint)
            return value

        return checked

    def arguments(self) -> Sequence[argparse.Action]:
        """Return the command's own arguments, then the shared ones."""
        return (*self.own, *self.shared)

    def option(self, word: str) -> argparse.Action | None:
        """Return the option that a word of the command line names; None if there is none."""
        name = word.partition("=")[0]
        return next((each for each in self.arguments() if name in each.option_strings), None)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the words of a command line; after an error end the program with exit code 2."""
        words = list(args or ())
        self._check_values(words)
        parsed, rest = self.parse_known_args(words, namespace)
        for word in rest:
            if word.startswith("-"):
                self.error_no_option(word)
        if rest:
            self.error(t("one word too many: {word}", word=rest[0]))
        missing = [
            _name(action)
            for action in self.own
            if not action.option_strings
            and action.nargs in (None, "+")
            and not getattr(parsed, action.dest)
        ]
        if missing:
            self.error(t("missing: {names}", names=", ".join(missing)))
        return parsed

    def _check_values(self, words: Sequence[str]) -> None:
        """Refuse options without the value they need, and values of options that take none."""
        for at, word in enumerate(words):
            if word == "--":
                return
            action = self.option(word)
            if action is None:
                continue
            given = "=" in word
            if action.nargs == 0 and given:
                self.error(t("{option} takes no value", option=word.partition("=")[0]))
            if action.nargs is None and not given and _no_value(words[at + 1 : at + 2]):
                self.error(t("{option} needs a value", option=word))

    def error_no_option(self, word: str) -> NoReturn:
        """End the program with an error about an unknown option."""
        name = word.partition("=")[0]
        known = [each for action in self.arguments() for each in action.option_strings]
        self.error(t("no such option: {word}", word=name) + did_you_mean(name, known))

    def error(self, message: str) -> NoReturn:
        """End the program with a sentence, a hint and exit code 2."""
        hint = t("Try '{command} --help'.", command=self.prog)
        self.exit(2, f"{self.prog}: {message}\n{hint}\n")

    def format_help(self) -> str:
        """Return the text of --help."""
        examples = self.examples
        width = max((len(line) for line, _ in examples), default=0)
        shown = "".join(f"  {line:{width}}  {meaning}\n" for line, meaning in examples)
        heading = f"{self.prog} - {self.description}"
        usage = t("Usage: {usage}", usage=" ".join(self.usage_words()))
        return f"{heading}\n\n{t('Examples:')}\n{shown}\n{usage}\n\n{self._format_lists()}"

    def usage_words(self) -> Iterator[str]:
        """Yield the words of the usage line: the command, "[options]", then its arguments."""
        yield self.prog
        yield t("[options]")
        if self.commands:
            yield t("[command]")
        for action in self.own:
            if not action.option_strings:
                name = str(action.metavar)
                shown = {"?": f"[{name}]", "+": f"{name}...", "*": f"[{name}...]"}
                yield shown.get(str(action.nargs), name)

    def _format_lists(self) -> str:
        words = [each for each in self.own if not each.option_strings]
        options = [each for each in self.own if each.option_strings]
        lists = (
            (t("What"), _explained(words)),
            (t("Options"), _explained(options)),
            (t("Commands"), list(self.commands().items() if self.commands else ())),
            (t("Everywhere"), _explained(self.shared)),
        )
        widest = max(len(name) for _, rows in lists for name, _ in rows)
        column = min(widest, _WIDEST_NAME)
        width = max(_LEAST_TEXT, shutil.get_terminal_size().columns - column - 6)
        return "\n".join(
            f"{title}:\n{''.join(_row(*row, column, width) for row in rows)}"
            for title, rows in lists
            if rows
        )


def _name(action: argparse.Action) -> str:
    return "/".join(action.option_strings) or str(action.metavar or action.dest)


def _no_value(following: Sequence[str]) -> bool:
    """Tell whether an option lacks its value: it is the last word, or an option follows."""
    if not following:
        return True
    (word,) = following
    negative = word[1:].replace(".", "", 1).isdigit()
    return len(word) > 1 and word[0] == "-" and not negative and " " not in word


def _explained(actions: Sequence[argparse.Action]) -> list[tuple[str, str]]:
    return [(invocation(action), str(action.help)) for action in actions]


def invocation(action: argparse.Action) -> str:
    """Return an argument as the help writes it: "-h, --help", "--seats N", "--code [WORD]"."""
    names = ", ".join(action.option_strings)
    if not names:
        return str(action.metavar)
    value = {0: "", "?": f" [{action.metavar}]"}.get(action.nargs or 0, "")
    return names + (f" {action.metavar}" if action.nargs is None else value)


def _row(name: str, text: str, column: int, width: int) -> str:
    first, *others = textwrap.wrap(text, width)
    indent = " " * (column + 4)
    if len(name) > column:
        head = f"  {name}\n{indent}{first}\n"
    else:
        head = f"  {name:{column}}  {first}\n"
    return head + "".join(f"{indent}{line}\n" for line in others)
