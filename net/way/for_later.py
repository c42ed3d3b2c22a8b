"""Loads the modules that a table may need later, before an update replaces their files.

Most modules are loaded at their first use. If the program is replaced or removed while it runs, a
module of another release is refused (kozyr.py): without this early loading, a table would lose its
board, its bots or the way to another computer.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Final

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
