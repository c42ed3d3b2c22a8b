"""The interfaces of this machine: what each leads to, and which one leads to the internet."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import ifaddr

from net.doctor.facts import Interface, InterfaceKind, Neighbourhood

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


def interfaces(chosen: Sequence[str] = ()) -> tuple[Interface, ...]:
    """Return the addresses of this machine but loopback, or the chosen ones; IPv4 before IPv6."""
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


def kind_of(name: str, nice_name: str, address: str) -> InterfaceKind:
    """Tell what an interface leads to, by its name; Windows has the telling one elsewhere."""
    if ipaddress.ip_address(address).is_loopback:
        return InterfaceKind.LOOPBACK
    if _VPN.match(name) or _VPN.match(nice_name):
        return InterfaceKind.VPN
    if _VIRTUAL.match(name) or _VIRTUAL.match(nice_name):
        return InterfaceKind.VIRTUAL
    return InterfaceKind.LAN


def _interface(name: str, address: str, prefix: int, kind: InterfaceKind) -> Interface:
    folder = NETWORK_CLASS / name
    multicast: bool | None = None
    with contextlib.suppress(OSError, ValueError):
        multicast = bool(int((folder / "flags").read_text(), 16) & _MULTICAST_FLAG)
    carrier: bool | None = None
    with contextlib.suppress(OSError, ValueError):  # an interface that is off says nothing
        carrier = bool(int((folder / "carrier").read_text()))
    wireless = (folder / "wireless").exists() or (folder / "phy80211").exists()
    return Interface(name, address, prefix, kind, multicast, wireless, carrier)


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


def neighbourhood(folder: Path = Path("/proc/net")) -> Neighbourhood:
    """Return who is seen in the network of the default route; only Linux tells without asking."""
    try:
        routes = (folder / "route").read_text()
        arp = (folder / "arp").read_text()
    except OSError:
        return Neighbourhood()
    return read_neighbourhood(routes, arp)


def read_neighbourhood(routes: str, arp: str) -> Neighbourhood:
    """Read the two files of /proc/net that list gateways and neighbours."""
    rows = [line.split() for line in routes.splitlines()[1:]]
    tried = [(row[0], row[2]) for row in rows if len(row) > 7 and row[1] == row[7] == "00000000"]
    if not tried:
        return Neighbourhood()
    device, number = tried[0]
    gateway = socket.inet_ntoa(bytes.fromhex(number)[::-1])
    seen = [line.split() for line in arp.splitlines()[1:]]
    here = {row[0]: int(row[2], 16) for row in seen if len(row) > 5 and row[5] == device}
    answering = {address for address, flags in here.items() if flags & _ARP_COMPLETE}
    answers = gateway in answering if gateway in here else None
    return Neighbourhood(gateway, answers, len(answering - {gateway}))
