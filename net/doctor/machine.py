"""This machine itself: what it runs in, what it is called, which year it believes it is."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from net.client.dial import resolved
from net.doctor.facts import ClockCheck, Names, Surroundings

NAME_SECONDS: Final = 1.5


def surroundings(root: Path = Path("/")) -> Surroundings:
    """Tell whether this is Linux within Windows, or a container."""
    try:
        version = (root / "proc" / "version").read_text()
    except OSError:
        version = ""
    if "microsoft" in version.lower():
        return Surroundings.WSL
    if any((root / name).exists() for name in (".dockerenv", "run/.containerenv")):
        return Surroundings.CONTAINER
    return Surroundings.NONE


async def names(own: set[str]) -> Names:
    """Return what this machine is called and whether that leads to one of its own addresses."""
    name = socket.gethostname()
    local = f"{name.partition('.')[0]}.local"
    addresses, multicast = await asyncio.gather(_addresses(name), _addresses(local))
    return Names(name, bool(addresses), local if own & multicast else "")


async def _addresses(name: str) -> set[str]:
    try:
        async with asyncio.timeout(NAME_SECONDS):
            return set(await resolved(name, 0))
    except (OSError, UnicodeError):
        return set()


def clock(files: Iterable[Path] = (Path(__file__),)) -> ClockCheck:
    """Compare the clock with the newest of some files."""
    newest = 0
    for path in files:
        try:
            newest = max(newest, time.gmtime(path.stat().st_mtime).tm_year)
        except OSError:
            continue
    return ClockCheck(time.gmtime().tm_year, newest)
