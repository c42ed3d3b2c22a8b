"""This machine: its interfaces and what each leads to, its name, its year, what it runs in."""

import asyncio
import contextlib
import ipaddress
import re
import socket
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import ifaddr

from net.client.dial import resolved
from net.doctor import facts

_VPN: Final = re.compile(
    r"(tun|tap|wg|utun|ppp|ipsec|zt|nordlynx|tailscale|proton|warp)[\d._-]|"
    r".*(vpn|wireguard|tailscale|zerotier|hamachi|anyconnect|tap-windows|wintun)",
    re.IGNORECASE,
)

_VIRTUAL: Final = re.compile(
    r"(docker|br-|veth|virbr|vmnet|vboxnet|vnet|lxc|lxd|cni|flannel|podman|bridge\d)|"
    r".*(virtualbox|vmware|vethernet|hyper-v|docker)",
    re.IGNORECASE,
)

_MULTICAST_FLAG: Final = 0x1000
"""IFF_MULTICAST of Linux."""

_SOMEWHERE: Final = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses that nobody has (RFC 5737, RFC 3849): which route leads to the rest of the world?"""

_ARP_COMPLETE: Final = 0x2

NETWORK_CLASS: Final = Path("/sys/class/net")


def interfaces(chosen: Sequence[str] = ()) -> tuple[facts.Interface, ...]:
    """Return this machine's addresses without loopback, or the chosen ones; IPv4 before IPv6."""
    found = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            address = _text(ip)
            if address in chosen if chosen else _is_of_use(address):
                kind = kind_of(adapter.name, adapter.nice_name, address)
                found.append(_interface(adapter.name, address, ip.network_prefix, kind))
    return tuple(sorted(found, key=lambda each: ":" in each.address))


def all_addresses() -> set[str]:
    """Return every address of this machine, link-local ones included."""
    return {_text(ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips}


def _text(ip: ifaddr.IP) -> str:
    return ip.ip if isinstance(ip.ip, str) else ip.ip[0]


def _is_of_use(address: str) -> bool:
    """Tell whether others could type an address: neither loopback nor link-local."""
    ip = ipaddress.ip_address(address)
    return not ip.is_loopback and not (ip.version == 6 and ip.is_link_local)


def kind_of(name: str, nice_name: str, address: str) -> facts.InterfaceKind:
    """Tell what an interface leads to, by its name; Windows keeps the meaningful name elsewhere."""
    if ipaddress.ip_address(address).is_loopback:
        return facts.InterfaceKind.LOOPBACK
    if _VPN.match(name) or _VPN.match(nice_name):
        return facts.InterfaceKind.VPN
    if _VIRTUAL.match(name) or _VIRTUAL.match(nice_name):
        return facts.InterfaceKind.VIRTUAL
    return facts.InterfaceKind.LAN


def _interface(name: str, address: str, prefix: int, kind: facts.InterfaceKind) -> facts.Interface:
    folder = NETWORK_CLASS / name
    multicast: bool | None = None
    with contextlib.suppress(OSError, ValueError):
        multicast = bool(int((folder / "flags").read_text(), 16) & _MULTICAST_FLAG)
    carrier: bool | None = None
    with contextlib.suppress(OSError, ValueError):  # an interface that is off says nothing
        carrier = bool(int((folder / "carrier").read_text()))
    wireless = (folder / "wireless").exists() or (folder / "phy80211").exists()
    return facts.Interface(name, address, prefix, kind, multicast, wireless, carrier)


def default_address() -> str:
    """Return our address from which the route to the internet starts; empty without a route."""
    return next(filter(None, (source_for(*each) for each in _SOMEWHERE)), "")


def source_for(address: str, family: socket.AddressFamily) -> str:
    """Return our address from which a route starts, without sending anything; empty without one."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((address, 9))
            return str(sock.getsockname()[0])
    except OSError:
        return ""


def neighbourhood(folder: Path = Path("/proc/net")) -> facts.Neighbourhood:
    """Return who is seen in the network of the default route; only Linux tells without asking."""
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
    """Tell whether this is Linux within Windows, or a container."""
    try:
        version = (root / "proc" / "version").read_text()
    except OSError:
        version = ""
    if "microsoft" in version.lower():
        return facts.Surroundings.WSL
    if any((root / name).exists() for name in (".dockerenv", "run/.containerenv")):
        return facts.Surroundings.CONTAINER
    return facts.Surroundings.NONE


async def names(own: set[str]) -> facts.Names:
    """Return what this machine is called and whether that leads to one of its own addresses."""
    name = socket.gethostname()
    local = f"{name.partition('.')[0]}.local"
    addresses, multicast = await asyncio.gather(_addresses(name), _addresses(local))
    return facts.Names(name, bool(addresses), local if own & multicast else "")


async def _addresses(name: str) -> set[str]:
    try:
        async with asyncio.timeout(NAME_SECONDS):
            return set(await resolved(name, 0))
    except (OSError, UnicodeError):
        return set()


def clock(files: Iterable[Path] = (Path(__file__),)) -> facts.ClockCheck:
    """Compare the clock with the newest of some files."""
    newest = 0
    for path in files:
        try:
            newest = max(newest, time.gmtime(path.stat().st_mtime).tm_year)
        except OSError:
            continue
    return facts.ClockCheck(time.gmtime().tm_year, newest)
