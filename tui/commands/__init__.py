"""The sub-commands, one module each, and how they fail. Every module satisfies `Command`.

Other packages may add commands (`tui.plugins`). They stand on this package, on `table.py` (what the
command line says of a game) and `progress.py` in it, on `tui.language` (`add_texts` brings their
translations) and on `tui.drawing.canvas`; everything else of `tui` may change with any release.

A module is imported when its command is chosen, and imports heavy libraries (Textual, mDNS,
msgspec) when it needs them: `kozyr --help` imports none. `UsageError` is exit code 2, `FailedError`
is 1.

Variables for tests and unusual machines: `KOZYR_CONFIG_DIR` and `KOZYR_STATE` move the folders,
`KOZYR_INTERFACES` keeps discovery to some addresses, `KOZYR_PACE` is a bot's apparent thinking time
in seconds.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol, TypeAlias

from tui.language.text import t

Examples: TypeAlias = Sequence[tuple[str, str]]
"""Command lines and what each does."""


class Command(Protocol):
    """A module of this package."""

    def examples(self) -> Examples:
        """List the command lines that open the help."""
        ...

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Carry out the command and return the exit code."""
        ...


class UsageError(Exception):
    """The command line asks for something unknown: exit code 2. The text is translated."""


class FailedError(Exception):
    """What was asked could not be done: exit code 1. The text is translated."""


def print_json(found: Any) -> None:
    """Print what a command has found for another program to read."""
    print(json.dumps(found, ensure_ascii=False, indent=2))


_CLOSE: Final = 0.7
"""Words less alike than this are no slip of the fingers: 'games' does not mean 'name'."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """End a sentence about an unknown word: " - did you mean 'host'?", or nothing."""
    from difflib import get_close_matches  # 3 ms, and only after a mistake

    # Leading dashes would make any two options look alike.
    names = {name.lower().lstrip("-"): name for name in known}
    close = get_close_matches(word.lower().lstrip("-"), names, n=1, cutoff=_CLOSE)
    return t(" - did you mean '{word}'?", word=names[close[0]]) if close else ""
