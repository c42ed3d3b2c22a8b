"""The modules of this installation: run in another process, or loaded before an update.

Most modules are loaded at their first use. If the program is replaced or removed while it runs, a
module of another release is refused (kozyr.py): without `load_soon` a table would lose its board,
its bots or the way to another computer.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

_WAY_IN: Final = str(Path(__file__).resolve().parents[1] / "kozyr.py")

CREATION_FLAGS: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""For subprocess: on Windows, start without a window."""


def command(module: str) -> list[str]:
    """Return the command line that runs `main` of a module in this Python.

    -P keeps it from importing other modules that happen to be in the folder of the script.
    """
    return [sys.executable, "-P", _WAY_IN, module]


SOON: Final = 2.0
"""The delay in seconds, so that a table opens without waiting for the modules."""

CARRYING: Final = ("core.bots", "net.client", "net.host", "net.table", "net.way")


def load_soon(games: Iterable[str], more: Iterable[str] = ()) -> None:
    """Load the packages for tables of these games, and `more`, in a thread after SOON."""
    packages = (*CARRYING, *(f"core.games.{game}" for game in games), *more)
    loop = asyncio.get_running_loop()

    def begin() -> None:
        with suppress(RuntimeError):  # the program is ending: no new threads can begin
            loop.run_in_executor(None, load, packages)

    loop.call_later(SOON, begin)


def load(packages: Iterable[str]) -> None:
    """Load every module of these packages."""
    for package in packages:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
