"""The networks of this machine: its addresses, the likeliest first, and the addresses near it."""

import contextlib
import errno
import ipaddress
import os
import re
import socket
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

import ifaddr

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_CARRIER: Final = ipaddress.ip_network("100.64.0.0/10")
"""Addresses shared by a provider's customers, or by private networks laid over the internet."""

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

NETWORK_CLASS: Final = Path("/sys/class/net")

MOST_SHOWN: Final = 2
"""The most networks shown to players: there are three ways into each, and a host may name eight."""

_SOMEWHERE: Final = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Unassigned addresses (RFC 5737, RFC 3849), to find the route to the rest of the world."""

_parsed: Final = lru_cache(1024)(ipaddress.ip_address)
"""Parses an address, cached: the same ones come every few seconds while a table is open."""

_ZONE: Final = re.compile(r"[0-9A-Za-z._-]{1,15}")
"""The names of interfaces that the protocol allows in an address."""


class InterfaceKind(StrEnum):
    """The kind of network to which an interface leads."""

    LAN = "lan"
    VPN = "vpn"
    VIRTUAL = "virtual"
    """Containers and virtual machines on this computer."""
    LOOPBACK = "loopback"


@dataclass(frozen=True, slots=True)
class Interface:
    """An address of this machine, and its network."""

    name: str
    address: str
    """The address, with its zone if it is link-local: fe80::1%eth0."""
    prefix: int
    kind: InterfaceKind
    multicast: bool | None = None
    """Whether it carries multicast, according to the system; None if unknown."""
    wireless: bool = False
    carrier: bool | None = None
    """Whether the cable or the radio is connected; None if unknown."""

    @property
    def bare(self) -> str:
        """The address without its zone."""
        return self.address.partition("%")[0]

    @property
    def link_local(self) -> bool:
        """Whether the address is only valid on its link, as no router has assigned another."""
        return _parsed(self.bare).is_link_local

    @property
    def network(self) -> Network:
        return ipaddress.ip_network(f"{self.bare}/{self.prefix}", strict=False)


# --- this machine --------------------------------------------------------------------------------


def chosen_interfaces() -> tuple[str, ...]:
    """Return the interfaces named by KOZYR_INTERFACES ("127.0.0.1,10.0.0.5"); empty for all."""
    named = os.environ.get("KOZYR_INTERFACES", "").split(",")
    return tuple(filter(None, map(str.strip, named)))


def all_interfaces() -> tuple[Interface, ...]:
    """Return every address of this machine, first those that others most likely reach."""
    found = []
    for adapter in ifaddr.get_adapters():
        carrier = _carrier(adapter.name)
        for ip in adapter.ips:
            address = _address(ip, adapter.name)
            kind = kind_of(adapter.name, adapter.nice_name, address)
            prefix = ip.network_prefix
            found.append(Interface(adapter.name, address, prefix, kind, carrier=carrier))
    return ranked(found, default_address())


def ranked(interfaces: Iterable[Interface], default: str = "") -> tuple[Interface, ...]:
    """Order addresses: those of living networks first, among them the one of the `default` route.

    Those that lead only to this computer itself come last.
    """
    kinds = list(InterfaceKind)

    def order(each: Interface) -> tuple[bool, bool, int, bool, bool, bool]:
        inner, dead = each.kind in kinds[2:], each.carrier is False
        newer, away = ":" in each.address, each.address != default
        return inner, dead, kinds.index(each.kind), each.link_local, newer, away

    return tuple(sorted(interfaces, key=order))


def _address(ip: ifaddr.IP, name: str) -> str:
    if isinstance(ip.ip, str):
        return ip.ip
    address, _, scope = ip.ip
    if not _parsed(address).is_link_local:
        return address
    named = sys.platform != "win32" and _ZONE.fullmatch(name)
    return f"{address}%{name if named else scope}"


def _carrier(name: str) -> bool | None:
    """Return whether an interface is connected; only Linux tells."""
    try:
        return bool(int((NETWORK_CLASS / name / "carrier").read_text()))
    except OSError as error:
        return False if error.errno == errno.EINVAL else None  # an interface that is off
    except ValueError:
        return None


@lru_cache(1024)
def kind_of(name: str, nice_name: str, address: str) -> InterfaceKind:
    """Return the kind of an interface, by its name, or by the `nice_name` of Windows."""
    if _parsed(address).is_loopback:
        return InterfaceKind.LOOPBACK
    if _VPN.match(name) or _VPN.match(nice_name):
        return InterfaceKind.VPN
    if _VIRTUAL.match(name) or _VIRTUAL.match(nice_name):
        return InterfaceKind.VIRTUAL
    return InterfaceKind.LAN


def default_address() -> str:
    """Return this machine's address on the route to the internet; empty without a route."""
    return next(filter(None, (source_for(*each) for each in _SOMEWHERE)), "")


def source_for(address: str, family: socket.AddressFamily) -> str:
    """Return this machine's address on a route, without sending; empty without a route."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((address, 9))
            return str(sock.getsockname()[0])
    except OSError:
        return ""


# --- addresses for others ------------------------------------------------------------------------


def announced(interfaces: Iterable[Interface], chosen: Sequence[str] = ()) -> list[str]:
    """Return the addresses to announce: all, or the chosen ones; loopback only by itself."""
    if chosen:
        return list(chosen)
    outside = [each.bare for each in interfaces if each.kind is not InterfaceKind.LOOPBACK]
    return list(dict.fromkeys(outside)) or ["127.0.0.1"]


def shown(interfaces: Iterable[Interface], chosen: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the addresses to show to players: one in each network with other machines.

    Even without a network one is returned, in case another machine comes near.
    """
    if chosen:
        return tuple(chosen[:MOST_SHOWN])
    outside = [each for each in interfaces if each.kind is not InterfaceKind.LOOPBACK]
    usable = [each for each in outside if not each.link_local] or outside
    first: dict[str, Interface] = {}
    for each in filter(_is_living, usable):
        if each.network not in [other.network for other in first.values()]:
            first.setdefault(each.name, each)
    living = [each.address for each in first.values()][:MOST_SHOWN]
    return tuple(living or [each.address for each in usable[:1]] or ["127.0.0.1"])


def is_offline(interfaces: Iterable[Interface], chosen: Sequence[str] = ()) -> bool:
    """Return whether no network leads to another machine: no cable or radio is connected."""
    tunnel = InterfaceKind.VPN
    return not chosen and not any(
        _is_living(each) or (each.kind is tunnel and each.carrier is not False)
        for each in interfaces
    )


def offline_now() -> bool:
    """Return whether this machine has no network now, among those that it may use."""
    return is_offline(all_interfaces(), chosen_interfaces())


def _is_living(each: Interface) -> bool:
    return each.kind is InterfaceKind.LAN and each.carrier is not False


def own_addresses(chosen: Sequence[str] = ()) -> list[str]:
    """Return the addresses that this machine would announce now."""
    return announced(() if chosen else all_interfaces(), chosen)


def own_networks(chosen: Sequence[str] = ()) -> tuple[Network, ...]:
    """Return the networks of this machine's addresses, or of the chosen ones."""
    return networks_of(all_interfaces(), chosen)


def networks_of(interfaces: Sequence[Interface], chosen: Sequence[str] = ()) -> tuple[Network, ...]:
    """Return the networks of these addresses, or of the chosen ones."""
    wanted = set(announced(interfaces, chosen))
    networks = {each.network for each in interfaces if each.bare in wanted}
    return tuple(sorted(networks, key=str))


# --- other addresses -----------------------------------------------------------------------------


def worth_asking(
    addresses: Sequence[str], interfaces: Sequence[Interface], chosen: Sequence[str] = ()
) -> list[str]:
    """Return the announced addresses of a table that are worth asking, the likeliest first.

    An address that this machine has as well, like those of Docker's bridges, leads back here: it is
    asked only for a table without other addresses, which then is on this machine.
    """
    own = {each.bare for each in interfaces}
    networks = networks_of(interfaces, chosen)
    elsewhere = [at for at in addresses if at.partition("%")[0] not in own]
    near = [at for at in elsewhere or addresses if is_near(at, networks)]
    near.sort(key=lambda at: _rank(at, interfaces))
    return near if elsewhere else near[:1]


def _rank(address: str, interfaces: Sequence[Interface]) -> int:
    """Return the index of the first interface that reaches an address."""
    bare, _, zone = address.partition("%")
    ip = ipaddress.ip_address(bare)
    if zone.isdecimal():
        with contextlib.suppress(OSError):
            zone = socket.if_indextoname(int(zone))
    for place, each in enumerate(interfaces):
        if zone in ("", each.name) and ip in each.network:
            return place
    return len(interfaces)


def is_near(address: str, networks: Iterable[Network]) -> bool:
    """Return whether an address is in one of the networks, or on a link (fe80::1%eth0)."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if ip.is_multicast or ip.is_unspecified:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.scope_id is not None:
        return ip.is_link_local
    return any(ip.version == network.version and ip in network for network in networks)


def is_local(address: str, networks: Iterable[Network] = ()) -> bool:
    """Return whether an address is this machine's, private, or in one of the networks."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.is_loopback or ip.is_link_local or ip.is_private or ip in _CARRIER:
        return True
    return any(ip.version == network.version and ip in network for network in networks)
