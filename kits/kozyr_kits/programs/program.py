"""A program that plays in the arena: a separate process, started for each match."""

import contextlib
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from typing import Final

from kozyr_kits.programs.started import StartedProgram

KIND: Final = "program"
"""The word that begins a program's name as a contestant; a colon and the command line follow."""

PLACEHOLDERS: Final = ("host", "port", "seat", "seed")
"""The names in braces that a command line may contain: where to connect, the seat, the deck."""

TOKEN: Final = "KOZYR_TOKEN"
"""The environment variable of a program for the token that its Join has to carry."""


def is_program(contestant: str) -> bool:
    """Tell whether a contestant of the arena is a program."""
    return contestant.startswith(f"{KIND}:")


def fault_of(contestant: str) -> str:
    """Return the fault of a program's command line: "words", "port" or empty."""
    try:
        words = shlex.split(contestant.partition(":")[2])
    except ValueError:
        return "words"
    if not words:
        return "words"
    return "" if any("{port}" in word for word in words) else "port"


def missing(contestant: str) -> str:
    """Return the name of a program that this machine cannot start; empty if it can."""
    word = shlex.split(contestant.partition(":")[2])[0]
    return "" if shutil.which(word) else word


class ContestantProgram(StartedProgram):
    """A running contestant."""

    def __init__(self, contestant: str, values: Mapping[str, object], token: str) -> None:
        """Start the program; `token` is its right to a seat. Raises OSError."""
        words = shlex.split(contestant.partition(":")[2])
        filled_in = {name: values[name] for name in PLACEHOLDERS}
        super().__init__(words, filled_in, secrets={TOKEN: token})

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def wait(self, seconds: float) -> None:
        """Wait for its end, at most this long."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def last_words(self) -> str:
        """Return the program's exit status and the last line that it wrote to stderr."""
        self._output.seek(max(0, self._output.seek(0, os.SEEK_END) - 1000))
        written = self._output.read().decode(errors="replace").split("\n")
        lines = [line.strip() for line in written if line.strip()]
        how = "" if self._process.poll() is None else f"exit status {self._process.returncode}"
        return "; ".join(part for part in (how, *lines[-1:]) if part)
