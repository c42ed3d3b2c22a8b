"""A client under test as a program of its own, started anew for each run."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping

from core.game import WordedError
from net.interpreter import CREATION_FLAGS


class ProgramError(WordedError):
    """A command line that cannot be run."""


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


class ClientProgram:
    """A running client; `warning` is what its output has when it warns of the host."""

    def __init__(self, words: list[str], places: Mapping[str, object], warning: str) -> None:
        """Start it. Raises OSError."""
        for place, value in places.items():
            words = [word.replace("{" + place + "}", str(value)) for word in words]
        self._warning = warning.casefold()
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `stop`
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                creationflags=CREATION_FLAGS,
            )
        except OSError:
            self._output.close()
            raise

    def warned(self) -> bool:
        """Whether it has written the warning."""
        written = os.pread(self._output.fileno(), 1 << 20, 0) if hasattr(os, "pread") else b""
        return self._warning in written.decode(errors="replace").casefold()

    def stop(self) -> None:
        """End it, and what it has started itself."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._output.close()


class ByHand:
    """A client that somebody starts by hand."""

    warned = None

    def stop(self) -> None:
        """Leave it running: its author has started it and ends it."""
