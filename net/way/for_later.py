"""Loads what a table may need later, before other files are in its place.

Most of the program is loaded when it is first used. If it is replaced or removed while it runs, a
part of another release is refused (kozyr.py): without this, a table would lose its board, its bots
or the way to another computer.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Final

SOON: Final = 2.0
"""Seconds, so that nobody who opens a table waits for it."""

CARRYING: Final = ("core.bots", "net.client", "net.host", "net.table", "net.way")


def load_soon(games: Iterable[str], more: Iterable[str] = ()) -> None:
    """Load what carries tables of these games, and more packages, beside the loop and soon."""
    packages = (*CARRYING, *(f"core.games.{game}" for game in games), *more)
    loop = asyncio.get_running_loop()

    def begin() -> None:
        with suppress(RuntimeError):  # the program is ending: no thread begins any more
            loop.run_in_executor(None, load, packages)

    loop.call_later(SOON, begin)


def load(packages: Iterable[str]) -> None:
    """Load every module of these packages."""
    for package in packages:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
