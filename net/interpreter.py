"""How another process of this very installation is started, to run one module of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

_SOURCE: Final = str(Path(__file__).resolve().parents[1])

CREATION_FLAGS: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""For subprocess: no window of its own on Windows."""


def command(module: str) -> list[str]:
    """Return the words that run `main` of a module in this Python.

    -P keeps it from importing what happens to lie in the directory the user is in.
    """
    program = f"import sys; sys.path.append({_SOURCE!r}); from {module} import main; main()"
    return [sys.executable, "-P", "-c", program]
