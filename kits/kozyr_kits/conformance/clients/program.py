"""A client under test as a separate program, started anew for each run."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence

from core.game import WordedError
from kozyr_kits.programs.started import StartedProgram


class ProgramError(WordedError):
    """A command line cannot be run."""


def words_of(command: str) -> list[str]:
    """Split a command line. Raises ProgramError for one that this machine cannot start."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or not any("{port}" in word for word in words):
        raise ProgramError("a command needs {port} where its client is told where to connect")
    if shutil.which(words[0]) is None:
        raise ProgramError("there is no program {word}", word=words[0])
    return words


class ClientProgram(StartedProgram):
    """A running client; its output contains one of the `warnings` when it warns of the host."""

    def __init__(
        self, words: list[str], values: Mapping[str, object], warnings: Sequence[str]
    ) -> None:
        """Start it. Raises OSError."""
        self._warnings = [warning.casefold() for warning in warnings]
        super().__init__(words, values, heard=True)

    def warned(self) -> bool:
        """Tell whether it has written a warning."""
        written = os.pread(self._output.fileno(), 1 << 20, 0) if hasattr(os, "pread") else b""
        said = written.decode(errors="replace").casefold()
        return any(warning in said for warning in self._warnings)

    def stop(self) -> None:
        """End it, and its own child processes."""
        self.close()


class ByHand:
    """A client that its author starts by hand."""

    warned = None

    def stop(self) -> None:
        """Leave the program running: its author started it and will end it."""
