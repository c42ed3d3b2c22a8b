"""mDNS questions from each address of this machine: whether they come back, and the answers.

A question leaves no trace on other machines; an announcement would stay in their caches.
"""

import asyncio
import contextlib
import os
import re
import secrets
import socket
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from net.doctor.connecting import outcome_of
from net.doctor.facts import ConnectOutcome, Echo, Interface, Multicast
from net.lan.networks import all_interfaces

MDNS_PORT: Final = 5353

_GROUP_4: Final = "224.0.0.251"

_GROUP_6: Final = "ff02::fb"

_ALL_SERVICES: Final = "_services._dns-sd._udp.local"
"""The name to which printers, television sets and most computers answer (RFC 6763)."""

_PTR, _IN = 12, 1

ROUNDS: Final = 3
"""The times that each question is sent: Wi-Fi loses multicast packets."""

ROUND_SECONDS: Final = 0.6

_MARK: Final = re.compile(rb"\x19(kozyr-doctor-[0-9a-f]{12})\x05local")

_KNOWN: Final = {
    "avahi-daemon": "Avahi",
    "systemd-resolve": "systemd-resolved",
    "mDNSResponder": "Bonjour",
}
"""The common names of some processes."""


async def examine_multicast(interfaces: Sequence[Interface]) -> Multicast:
    """Ask from every address and listen for answers. Takes ROUNDS * ROUND_SECONDS."""
    programs = await asyncio.to_thread(other_programs)
    try:
        listener = _Listener(interfaces)
    except OSError as error:
        return Multicast(outcome_of(error), programs=programs)
    senders = [_Sender(each) for each in interfaces]
    try:
        for _ in range(ROUNDS):
            for sender in senders:
                sender.ask()
            await asyncio.sleep(ROUND_SECONDS)
    finally:
        listener.close()
        for sender in senders:
            sender.close()
    echoes = tuple(Echo(m.address, m.sent, m.mark in listener.marks) for m in senders)
    own = {each.bare for each in all_interfaces()}
    return Multicast(None, echoes, tuple(sorted(listener.speakers - own)), programs)


def question(*names: str) -> bytes:
    """Return a question for the services of some names, of class IN (RFC 1035, section 4)."""
    packet = struct.pack("!6H", 0, 0, len(names), 0, 0, 0)
    for name in names:
        labels = (bytes([len(label)]) + label.encode() for label in name.split("."))
        packet += b"".join(labels) + b"\0" + struct.pack("!2H", _PTR, _IN)
    return packet


class _Sender:
    """Sends a question with a mark of its own from one address."""

    def __init__(self, interface: Interface) -> None:
        self.address = interface.address
        self.mark = f"kozyr-doctor-{secrets.token_hex(6)}.local"
        self.sent = ConnectOutcome.FAILED
        self._socket: socket.socket | None = None
        try:
            self._socket = _sending(interface)
        except OSError as error:
            self.sent = outcome_of(error)

    def ask(self) -> None:
        if self._socket is None:
            return
        group = _GROUP_6 if ":" in self.address else _GROUP_4
        try:
            self._socket.sendto(question(self.mark, _ALL_SERVICES), (group, MDNS_PORT))
        except OSError as error:
            self.sent = outcome_of(error)
        else:
            self.sent = ConnectOutcome.OPEN

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()


class _Listener:
    """Listens to all mDNS on all interfaces. Raises OSError if port 5353 cannot be shared."""

    def __init__(self, interfaces: Sequence[Interface]) -> None:
        self.marks: set[str] = set()
        self.speakers: set[str] = set()
        """The addresses from which packets came."""
        self._loop = asyncio.get_running_loop()
        self._sockets = [_listening(socket.AF_INET)]
        with contextlib.suppress(OSError):  # a machine without IPv6 still receives IPv4
            self._sockets.append(_listening(socket.AF_INET6))
        for interface in interfaces:
            # an interface that cannot be joined receives nothing
            with contextlib.suppress(OSError):
                self._join(interface)
        self._tasks = [asyncio.ensure_future(self._hear(each)) for each in self._sockets]

    def _join(self, interface: Interface) -> None:
        if ":" in interface.address:
            number = struct.pack("@I", socket.if_nametoindex(interface.name))
            group = socket.inet_pton(socket.AF_INET6, _GROUP_6) + number
            for each in self._sockets[1:]:
                each.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)
        else:
            group = socket.inet_aton(_GROUP_4) + socket.inet_aton(interface.address)
            self._sockets[0].setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)

    async def _hear(self, sock: socket.socket) -> None:
        while True:
            try:
                packet, where = await self._loop.sock_recvfrom(sock, 9000)
            except OSError:  # Windows: another machine refused an earlier packet
                await asyncio.sleep(0.01)
                continue
            self.speakers.add(str(where[0]).partition("%")[0])
            self.marks.update(f"{mark.decode()}.local" for mark in _MARK.findall(packet))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for sock in self._sockets:
            sock.close()


def _listening(family: socket.AddressFamily) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        _share(sock)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(("", MDNS_PORT))
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _sending(interface: Interface) -> socket.socket:
    """Open a socket that sends from port 5353 of one address, and alone receives the answers."""
    family = socket.AF_INET6 if ":" in interface.address else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        _share(sock)
        if family == socket.AF_INET6:
            number = socket.if_nametoindex(interface.name)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, number)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
        else:
            out = socket.inet_aton(interface.address)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, out)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        sock.bind((interface.address, MDNS_PORT))
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _share(sock: socket.socket) -> None:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


# --- other programs on the port ----------------------------------------------------------------


def other_programs(folder: Path = Path("/proc")) -> tuple[str, ...]:
    """Return the other programs on port 5353 here that an ordinary user can see."""
    if sys.platform == "darwin":
        return ("Bonjour",)
    sockets: dict[str, str] = {}
    for name in ("udp", "udp6"):
        with contextlib.suppress(OSError):
            sockets |= read_sockets((folder / "net" / name).read_text())
    return tuple(sorted(_holders(folder, sockets))) if sockets else ()


def read_sockets(text: str) -> dict[str, str]:
    """Return the sockets at port 5353 in /proc/net/udp: the user by the number of the socket."""
    rows = [line.split() for line in text.splitlines()[1:]]
    port = f":{MDNS_PORT:04X}"
    return {row[9]: row[7] for row in rows if len(row) > 9 and row[1].endswith(port)}


def _holders(folder: Path, sockets: dict[str, str]) -> set[str]:
    """Return the names of the programs that have these sockets."""
    links = {f"socket:[{number}]" for number in sockets}
    found = set()
    for process in folder.iterdir():
        if not process.name.isdecimal() or int(process.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            name = (process / "comm").read_text().strip()
            owner = str(process.stat().st_uid)
            try:
                holds = any(str(each.readlink()) in links for each in (process / "fd").iterdir())
            except PermissionError:
                # Programs whose files this user may not see are known by user and name.
                holds = name in _KNOWN and owner in sockets.values()
            if holds:
                found.add(_KNOWN.get(name, name))
    return found
