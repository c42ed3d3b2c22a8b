"""The command that runs a module of this installation in another process."""

import subprocess
import sys
from pathlib import Path
from typing import Final

_WAY_IN: Final = str(Path(__file__).resolve().parents[1] / "kozyr.py")

CREATION_FLAGS: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""For subprocess: on Windows, start without a window."""


def command(module: str) -> list[str]:
    """Return the command line that runs `main` of a module in this Python.

    -P keeps it from importing other modules that happen to be in the folder of the script.
    """
    return [sys.executable, "-P", _WAY_IN, module]
