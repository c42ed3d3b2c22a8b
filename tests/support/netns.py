"""Machines on a LAN of their own: network namespaces joined by a bridge in a further namespace.

Nothing is attached to the real interfaces, so no packet leaves this machine. Linux, root, `ip`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import uuid
from collections.abc import Sequence
from functools import cache
from types import TracebackType

_FROM_IP = 0xFFF00000
"""The value that a program of the packet filter adds to count from the beginning of IP
(SKF_NET_OFF).
"""


@cache
def no_filter() -> str:
    """Return the reason why packets cannot be dropped here; empty if they can."""
    if reason := unavailable():
        return reason
    if not shutil.which("tc"):
        return "dropping packets needs the tc command (iproute2)"
    with Lan("probe") as lan:
        try:
            lan.drop("probe", "udp", 1)
        except subprocess.CalledProcessError as error:
            return f"packets cannot be dropped: {error.stderr.decode().strip()}"
    return ""


@cache
def unavailable() -> str:
    """Return the reason why namespaces cannot be made here; empty if they can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "network namespaces need root"
    if not shutil.which("ip"):
        return "network namespaces need the ip command (iproute2)"
    name = f"probe-{uuid.uuid4().hex[:6]}"
    try:
        _ip("netns", "add", name)
        _ip("-n", name, "link", "add", "v0", "type", "veth", "peer", "name", "v1")
    except subprocess.CalledProcessError as error:
        return f"network namespaces cannot be made: {error.stderr.strip()}"
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
    return ""


def _ip(*words: str) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=True)
    return done.stdout


class Lan:
    """Named machines, each with one interface, an IPv4 and an IPv6 address."""

    def __init__(self, *machines: str) -> None:
        tag = uuid.uuid4().hex[:6]
        self.machines = machines
        self._switch = f"k{tag}-switch"
        self._namespace = {machine: f"k{tag}-{machine}" for machine in machines}

    def address(self, machine: str) -> str:
        """The IPv4 address of a machine."""
        return f"10.77.0.{self.machines.index(machine) + 1}"

    def __enter__(self) -> Lan:
        try:
            _ip("netns", "add", self._switch)
            _ip("-n", self._switch, "link", "add", "br0", "type", "bridge", "forward_delay", "0")
            _ip("-n", self._switch, "link", "set", "br0", "up")
            for number, machine in enumerate(self.machines, 1):
                self._add(machine, number)
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._remove()

    def _add(self, machine: str, number: int) -> None:
        name = self._namespace[machine]
        _ip("netns", "add", name)
        _ip("-n", name, "link", "set", "lo", "up")
        # Duplicate address detection would keep IPv6 unusable for the first two seconds.
        for scope in ("default", "all"):
            setting = f"net.ipv6.conf.{scope}.accept_dad=0"
            subprocess.run(["ip", "netns", "exec", name, "sysctl", "-qw", setting], check=False)
        port = f"p{number}"
        _ip("-n", name, "link", "add", "eth0", "type", "veth",
            "peer", "name", port, "netns", self._switch)  # fmt: skip
        _ip("-n", self._switch, "link", "set", port, "master", "br0", "up")
        _ip("-n", name, "link", "set", "eth0", "up")
        self.join(machine)

    def join(self, machine: str) -> None:
        """Give a machine its addresses on the LAN."""
        name, number = self._namespace[machine], self.machines.index(machine) + 1
        _ip("-n", name, "addr", "add", f"{self.address(machine)}/24", "dev", "eth0")
        _ip("-n", name, "addr", "add", f"fd77::{number}/64", "dev", "eth0", "nodad")

    def second(self, machine: str, address: str) -> None:
        """Connect a machine to a second network, on which no other machine is yet."""
        name = self._namespace[machine]
        _ip("-n", name, "link", "add", "wlan0", "type", "veth", "peer", "name", "hotspot")
        for device in ("wlan0", "hotspot"):
            _ip("-n", name, "link", "set", device, "up")
        _ip("-n", name, "addr", "flush", "dev", "hotspot")
        _ip("-n", name, "addr", "add", address, "dev", "wlan0")

    def unplug_second(self, machine: str) -> None:
        """Take a machine off its second network."""
        _ip("-n", self._namespace[machine], "link", "delete", "wlan0")

    def keep_link_local(self, machine: str, device: str = "eth0") -> str:
        """Leave a machine only its link-local address; return that without a zone."""
        name = self._namespace[machine]
        _ip("-n", name, "link", "set", "eth0", "down")
        _ip("-n", name, "addr", "flush", "dev", "eth0")
        _ip("-n", name, "link", "set", "eth0", "name", device)
        _ip("-n", name, "link", "set", device, "up")
        words = _ip("-n", name, "-o", "-6", "addr", "show", "dev", device).split()
        return words[words.index("inet6") + 1].partition("/")[0]

    def leave(self, machine: str) -> None:
        """Remove a machine's addresses, as when it has left a Wi-Fi."""
        _ip("-n", self._namespace[machine], "addr", "flush", "dev", "eth0")

    def _remove(self) -> None:
        for name in (*self._namespace.values(), self._switch):
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)

    def bridges(self, machine: str, count: int) -> None:
        """Give a machine bridges like Docker's: the same numbers everywhere, no carrier."""
        name = self._namespace[machine]
        for number in range(count):
            bridge = f"br-{number:012x}" if number else "docker0"
            _ip("-n", name, "link", "add", bridge, "type", "bridge")
            _ip("-n", name, "addr", "add", f"172.{17 + number}.0.1/16", "dev", bridge)
            _ip("-n", name, "link", "set", bridge, "up")

    def cable(self, machine: str, *, plugged: bool) -> None:
        """Pull or plug the cable at the switch."""
        port = f"p{self.machines.index(machine) + 1}"
        _ip("-n", self._switch, "link", "set", port, "up" if plugged else "down")

    def move(self, machine: str, address: str, gateway: str = "") -> None:
        """Give a machine another IPv4 address ("10.88.0.1/24") and no other, and a way out."""
        self.leave(machine)
        name = self._namespace[machine]
        _ip("-n", name, "addr", "add", address, "dev", "eth0")
        if gateway:
            _ip("-n", name, "route", "add", "default", "via", gateway)

    def pass_no_multicast(self) -> None:
        """Have the switch drop multicast, as many guest networks do."""
        for number in range(1, len(self.machines) + 1):
            _ip("-n", self._switch, "link", "set", f"p{number}",
                "type", "bridge_slave", "mcast_flood", "off")  # fmt: skip

    def switch_multicast_off(self, machine: str) -> None:
        """Take the multicast flag off a machine's interface."""
        _ip("-n", self._namespace[machine], "link", "set", "eth0", "multicast", "off")

    def refuse_multicast(self, machine: str) -> None:
        """Have the routes of a machine refuse all multicast."""
        _ip("-n", self._namespace[machine], "route", "add", "unreachable", "224.0.0.0/4")

    def isolate(self) -> None:
        """Have the switch keep the machines apart, as guest networks do with their visitors."""
        for number in range(1, len(self.machines) + 1):
            _ip("-n", self._switch, "link", "set", f"p{number}",
                "type", "bridge_slave", "isolated", "on")  # fmt: skip

    def drop(self, machine: str, protocol: str, port: int, device: str = "eth0") -> None:
        """Drop packets to a port without an answer, as firewalls do.

        What a machine sends to its own addresses comes in by "lo". Needs no firewall here: it is a
        program of the kernel's packet filter. Protocol and port are at bytes 9 and 22 of IPv4.
        """
        number = {"tcp": 6, "udp": 17}[protocol]
        program = (
            f"6,48 0 0 {_FROM_IP + 9},21 0 3 {number},40 0 0 {_FROM_IP + 22},21 0 1 {port},"
            "6 0 0 2,6 0 0 4294967295,"
        )
        for words in (
            ["qdisc", "add", "dev", device, "clsact"],
            ["filter", "add", "dev", device, "ingress", "bpf", "da", "bytecode", program],
        ):
            subprocess.run(self.command(machine, ["tc", *words]), check=True, capture_output=True)

    def command(self, machine: str, words: Sequence[str]) -> list[str]:
        """Return the command that runs `words` on a machine."""
        return ["ip", "netns", "exec", self._namespace[machine], *words]
