"""The networks this machine is on: its own addresses, and whether another address is near."""

import ipaddress
import os
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import ifaddr

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_CARRIER: Final = ipaddress.ip_network("100.64.0.0/10")
"""The addresses shared by customers behind one provider, and by private networks laid over the
internet."""


def chosen_interfaces() -> tuple[str, ...]:
    """Interfaces named by KOZYR_INTERFACES ("127.0.0.1,10.0.0.5"); empty for all."""
    named = os.environ.get("KOZYR_INTERFACES", "").split(",")
    return tuple(filter(None, map(str.strip, named)))


def own_addresses(interfaces: Sequence[str] = ()) -> list[str]:
    """The addresses of this machine, IPv4 first, loopback only if there is nothing else."""
    if interfaces:
        return list(interfaces)
    addresses = [address for address, _ in _all_addresses()]
    outside = sorted(
        (a for a in addresses if not a.startswith("127.") and a != "::1"), key=lambda a: ":" in a
    )
    return outside or ["127.0.0.1"]


def own_networks(interfaces: Sequence[str] = ()) -> tuple[Network, ...]:
    """The networks of this machine's addresses, or of the chosen ones."""
    wanted = set(own_addresses(interfaces))
    networks = {
        ipaddress.ip_network(f"{address}/{prefix}", strict=False)
        for address, prefix in _all_addresses()
        if address in wanted
    }
    return tuple(sorted(networks, key=str))


def is_near(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of the networks, or on the same link (fe80::1%eth0)."""
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
    """Whether an address belongs to this machine, is private, or is in one of the networks."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.is_loopback or ip.is_link_local or ip.is_private or ip in _CARRIER:
        return True
    return any(ip.version == network.version and ip in network for network in networks)


def _all_addresses() -> list[tuple[str, int]]:
    """The addresses of all interfaces with the prefix lengths of their networks."""
    found = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            address = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            found.append((address, ip.network_prefix))
    return found
