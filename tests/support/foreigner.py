"""A client written from docs/protocol.md alone: raw sockets, its own msgpack, nothing of net/.

The document promises everything that it relies on. The host that it visits is ours.
"""

import asyncio
import hashlib
import os
import select
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import msgpack
import pytest

from core.games.kozel import rules as kozel
from net.host.admission import Limits
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby

Told = dict[str, Any]

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
VERSION = int(PAGE.partition("it describes version ")[2].partition(" ")[0])


class Foreigner:
    """A blocking connection; remembers seat, room and position as described in section 3."""

    def __init__(
        self, port: int, *, encrypted: bool = False, version: int = VERSION, **unknown: Any
    ) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.fingerprint = b""
        if encrypted:
            self._encrypt()
        self._unread = b""
        self.seated: Told = {}
        self.room: Told = {}
        self.position: Told = {}
        self._gone_on = 0
        self.shares = True
        """Whether it takes part in shuffles."""
        self._nonce = os.urandom(32)
        self.committed: list[Told] = []
        self.revealed: Told = {}
        self.say("Hello", version=version, **unknown)

    def _encrypt(self) -> None:
        """Section 9: the certificate is not checked, but its fingerprint is kept."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        encrypted = context.wrap_socket(self._socket)
        self.fingerprint = hashlib.sha256(encrypted.getpeercert(binary_form=True) or b"").digest()
        self._socket = encrypted

    def say(self, kind: str, **fields: Any) -> None:
        body = msgpack.packb({"type": kind, **fields})
        self._socket.sendall(len(body).to_bytes(4, "big") + body)

    def hear(self) -> Told:
        """Return the next message."""
        length = int.from_bytes(self._bytes(4), "big")
        assert 1 <= length <= 65536
        told: Told = msgpack.unpackb(self._bytes(length))
        match told["type"]:
            case "Seated":
                self.seated = told
            case "Gathered":
                self.room = told
            case "Updated":
                self.position = told
            case "Committed":
                self._share(told)
            case "Revealed":
                assert told["match"] == self.committed[-1]["match"]
                moves = self.revealed.get("moves", []) if self.revealed.get("more") else []
                self.revealed = {"more": False} | told | {"moves": moves + told["moves"]}
            case "Paused" if self.seated["seat"] in told["awaited"]:
                self._go_on(told["seq"])
        return told

    def _share(self, told: Told) -> None:
        """Section 3: commit to a nonce, and show it once its own hash is among the others'."""
        self.committed.append(told)
        seat, table = self.seated["seat"], bytes.fromhex(told["shuffler"])
        if seat is None or not self.shares:
            return
        mine = _hash(b"kozyr/shuffle/1/nonce\0", table, bytes(8), seat.to_bytes(2), self._nonce)
        if told["stage"] == "commit":
            self.say("Commit", match=told["match"], share=mine.hex())
        elif told["stage"] == "reveal":
            assert [seat, mine.hex(), None] in told["shares"]
            self.say("Reveal", match=told["match"], nonce=self._nonce.hex())

    def _go_on(self, seq: int) -> None:
        """Continue from a finished deal once: others' Continue may be reported before ours."""
        if seq > self._gone_on:
            self._gone_on = seq
            self.say("Continue", seq=seq)

    def _bytes(self, count: int) -> bytes:
        while len(self._unread) < count:
            data = self._socket.recv(65536)
            if not data:
                raise EOFError
            self._unread += data
        data, self._unread = self._unread[:count], self._unread[count:]
        return data

    def until(self, *kinds: str) -> Told:
        while (told := self.hear())["type"] not in kinds:
            pass
        return told

    def ask(self, kind: str, answer: str, **fields: Any) -> Told:
        """Send a message that causes `answer`."""
        self.say(kind, **fields)
        told = self.until(answer, "Refused", "Closed")
        assert told["type"] == answer, told
        return told

    def refused(self, code: str, kind: str, **fields: Any) -> Told:
        told = self.ask(kind, "Refused", **fields)
        assert told["code"] == code, told
        assert told["reason"].format(**told["facts"])
        return told

    def closed(self) -> Told:
        """Return the host's last message; nothing follows."""
        told = self.until("Closed")
        with pytest.raises(EOFError):
            self.hear()
        return told

    def cut(self) -> None:
        self._socket.close()

    def catch_up(self) -> None:
        """Read the messages that have come, without waiting for more than a moment."""
        while self._unread or select.select([self._socket], [], [], 0.002)[0]:
            self.hear()

    def until_room(self, fits: Callable[[Told], bool]) -> None:
        while not fits(self.room):
            self.hear()

    def until_revealed(self) -> None:
        while not self.revealed or self.revealed["more"]:
            self.hear()

    @property
    def acts(self) -> bool:
        return self.seated["seat"] in self.position["view"].get("to_act", [])

    def play(self, move: str) -> None:
        """Play, and wait until the host has taken it (section 4)."""
        number = self.position["number"] + 1
        self.ask("Play", "Updated", number=number, seq=self.position["seq"], move=move)
        while self.position["number"] < number:
            self.until("Updated")


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


Knock = Callable[..., Foreigner]
"""Opens a connection to the host of a story."""


async def visit(
    story: Callable[[Knock], None],
    game: ModuleType = kozel,
    seats: int = 3,
    code: str | None = None,
    pause: int = 0,
) -> None:
    """Run a blocking story against a host."""
    options = game.Options(target=50) if game is kozel else game.Options()
    table = new_table("Ann's table", game, options, seats, bot_seconds=0, code=code, pause=pause)
    visitors: list[Foreigner] = []

    def knock(**hello: Any) -> Foreigner:
        visitors.append(Foreigner(host.port, **hello))
        return visitors[-1]

    hasty = Limits(messages_per_second=1e6)  # these players take no time to think
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0, limits=hasty) as host:
        try:
            await asyncio.to_thread(story, knock)
        finally:
            for visitor in visitors:
                visitor.cut()
