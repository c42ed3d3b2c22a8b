"""The facts about this machine: its interfaces, its neighbours, its name."""

import asyncio
import contextlib
import socket
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from net.client.calls import resolved
from net.doctor import facts
from net.lan.networks import NETWORK_CLASS, Interface, InterfaceKind, all_interfaces

_MULTICAST_FLAG: Final = 0x1000
"""IFF_MULTICAST of Linux."""

_ARP_COMPLETE: Final = 0x2


def interfaces(chosen: Sequence[str] = ()) -> tuple[Interface, ...]:
    """Return this machine's addresses without loopback, or the chosen ones; IPv4 before IPv6.

    One that is only valid on its link counts if there is no other.
    """
    here = all_interfaces()
    if chosen:
        found = [each for each in here if each.bare in chosen]
    else:
        outside = [each for each in here if each.kind is not InterfaceKind.LOOPBACK]
        found = [e for e in outside if not (e.link_local and ":" in e.address)] or outside
    return tuple(sorted(map(_looked_at, found), key=lambda each: ":" in each.address))


def _looked_at(interface: Interface) -> Interface:
    """Return an interface with further facts: whether it has multicast, and is a radio."""
    folder = NETWORK_CLASS / interface.name
    multicast: bool | None = None
    with contextlib.suppress(OSError, ValueError):
        multicast = bool(int((folder / "flags").read_text(), 16) & _MULTICAST_FLAG)
    wireless = (folder / "wireless").exists() or (folder / "phy80211").exists()
    return replace(interface, multicast=multicast, wireless=wireless)


def all_addresses() -> set[str]:
    """Return every address of this machine, link-local ones included."""
    return {each.bare for each in all_interfaces()}


def neighbourhood(folder: Path = Path("/proc/net")) -> facts.Neighbourhood:
    """Return the neighbours in the network of the default route; only Linux lists them."""
    try:
        routes = (folder / "route").read_text()
        arp = (folder / "arp").read_text()
    except OSError:
        return facts.Neighbourhood()
    return read_neighbourhood(routes, arp)


def read_neighbourhood(routes: str, arp: str) -> facts.Neighbourhood:
    """Read the two files of /proc/net that list gateways and neighbours."""
    rows = [line.split() for line in routes.splitlines()[1:]]
    tried = [(row[0], row[2]) for row in rows if len(row) > 7 and row[1] == row[7] == "00000000"]
    if not tried:
        return facts.Neighbourhood()
    device, number = tried[0]
    gateway = socket.inet_ntoa(bytes.fromhex(number)[::-1])
    seen = [line.split() for line in arp.splitlines()[1:]]
    here = {row[0]: int(row[2], 16) for row in seen if len(row) > 5 and row[5] == device}
    answering = {address for address, flags in here.items() if flags & _ARP_COMPLETE}
    answers = gateway in answering if gateway in here else None
    return facts.Neighbourhood(gateway, answers, len(answering - {gateway}))


NAME_SECONDS: Final = 1.5


def surroundings(root: Path = Path("/")) -> facts.Surroundings:
    """Return whether this is Linux within Windows, or a container."""
    try:
        version = (root / "proc" / "version").read_text()
    except OSError:
        version = ""
    if "microsoft" in version.lower():
        return facts.Surroundings.WSL
    if any((root / name).exists() for name in (".dockerenv", "run/.containerenv")):
        return facts.Surroundings.CONTAINER
    return facts.Surroundings.NONE


async def local_name(own: set[str]) -> str:
    """Return the name of this machine ending in .local, if it leads to one of its addresses."""
    name = f"{socket.gethostname().partition('.')[0]}.local"
    try:
        async with asyncio.timeout(NAME_SECONDS):
            return name if own & {*await resolved(name, 0)} else ""
    except (OSError, UnicodeError):
        return ""
