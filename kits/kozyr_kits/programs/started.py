"""An author's program, started by a command line: it plays in the arena, or is tried."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from typing import Final

CREATION_FLAGS: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""For subprocess: no window of its own on Windows."""


class StartedProgram:
    """A running program. Its own child processes end with it, if the system allows that."""

    def __init__(
        self,
        words: Iterable[str],
        values: Mapping[str, object],
        *,
        heard: bool = False,
        secrets: Mapping[str, str] | None = None,
    ) -> None:
        """Replace the names in braces with values, and start the program. Raises OSError.

        Its stderr is kept and, if `heard`, its stdout as well. `secrets` go into its environment,
        because every user of the computer can read a command line.
        """
        for name, value in values.items():
            words = [word.replace("{" + name + "}", str(value)) for word in words]
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - read while it runs, and after
        try:
            self._process = subprocess.Popen(
                [*words],
                env={**os.environ, **(secrets or {})},
                stdin=subprocess.DEVNULL,
                stdout=self._output if heard else subprocess.DEVNULL,
                stderr=self._output,
                start_new_session=True,
                creationflags=CREATION_FLAGS,
            )
        except OSError:
            self._output.close()
            raise

    def kill(self) -> None:
        """End the program immediately."""
        if hasattr(os, "killpg"):
            try:
                # Its process group too: the program may be a script that has started another one.
                os.killpg(self._process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._process.kill()
        else:
            self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End the program and drop its output."""
        self.kill()
        self._output.close()
