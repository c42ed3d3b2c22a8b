"""Players beside a client under test whose programs have keys, for when the host is lost.

Each does what section 13 of the page says, as `net.migration.election` decides, until it is told to
lie.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from net.client.consulting import consult
from net.client.events import ClientEvent, PeersTold, SatDown
from net.client.going_on import table_from_record
from net.client.handshake import Handshake
from net.client.link import RemoteLink
from net.client.seat import ClientSeat, Link
from net.conformance.clients.partners import Partner
from net.files.epochs import genuine_at
from net.host.server import Host
from net.migration.election import Election
from net.migration.epochs import Call, Genuine, Kept, Opened, Progress, Situation, Statement
from net.migration.handing import Place
from net.migration.signed import signed_bytes
from net.secure import signing
from net.secure.tls import new_identity
from net.table.lobby import Lobby
from net.table.log import log_text
from net.wire.from_host import Consulted, PeerLine

LOOPBACK: Final = "127.0.0.1"


class Person(Partner):
    """A player with a key, and with a host to which others come when theirs is lost."""

    def __init__(self, name: str, port: int, seed: int, code: str = "") -> None:
        """Sit down at the table of the host at a port of this machine, which may ask for a code."""
        self.name = name
        self.identity = new_identity()
        self.host = Host(Lobby(name, []), address=LOOPBACK, port=0, identity=self.identity)
        self.host.lobby.on_call = self._called
        self.table = ""
        self.keys: dict[Seat, str] = {}
        self.genuine: Genuine = lambda statement: False
        """Tells whether somebody at the table has signed a statement."""
        self.election: Election | None = None
        """What this program knows of the epochs; None before a match."""
        self.calls: list[Call] = []
        """Everything with which others have called, whether it is signed rightly or not."""
        self.told: list[Situation | None] = []
        """What was told with each of these calls."""
        self.heard: list[Consulted] = []
        """What others have answered."""
        self.says: Callable[[Situation], Situation] = lambda told: told
        """What is said instead of the truth; it is signed afterwards."""
        self.back = False
        """Whether a seat has been given here since the host was lost."""
        self._sent = 0
        client = ClientSeat(Handshake(code=code, signing=signing))
        super().__init__(RemoteLink(LOOPBACK, port, client), name, seed)

    async def open(self) -> None:
        """Be reachable for the others."""
        await self.host.open()
        self.client.handshake.port = self.host.port

    async def close(self) -> None:
        """Leave the table, and be reached by nobody."""
        await super().close()
        await self.host.close()

    def _hear(self, event: ClientEvent) -> None:
        if isinstance(event, PeersTold) and self.election is None:
            self._begin(event)
        self.back = self.back or isinstance(event, SatDown)
        super()._hear(event)

    def _begin(self, told: PeersTold) -> None:
        peers, seated = told.peers, self.client.seated
        assert seated is not None
        self.table, self.keys = seated.table, {line.seat: line.key for line in peers.peers}
        self.genuine = genuine_at(self.table, self.keys)
        self.election = Election(
            self.client.seat,
            frozenset(self.keys),
            peers.host,
            Kept(Progress(peers.epoch, peers.match)),
            first=peers.epoch,
            sign=self.sign,
            genuine=self.genuine,
            store=lambda kept: None,
        )

    def sign(self, statement: Statement) -> str:
        """Sign with the key of this seat."""
        return signing.sign(self.client.handshake.secret, signed_bytes(self.table, statement))

    @property
    def finished(self) -> int:
        """How many deals are finished and checked."""
        return 0 if self.client.deals is None else self.client.deals.checked

    @property
    def place(self) -> dict[Seat, PeerLine]:
        """Where the programs of the others can be called."""
        peers = self.client.peers
        return {line.seat: line for line in peers.peers if line.port} if peers else {}

    # --- what is said when the host is lost ------------------------------------------------------

    async def lose(self) -> Election:
        """Take the host for lost, with what is held once all that has come is checked."""
        await self.client.checking.finish()
        election = self.election
        assert election is not None
        election.shown(self.finished, self.finished)
        election.lost(0)
        return election

    def _next(self) -> int:
        self._sent = max(self._sent + 1, int(time.time() * 1000))
        return self._sent

    def situation(self) -> Situation:
        """Return this person's situation, or what the client is to take for it."""
        assert self.election is not None
        told = self.says(self.election.tell(self._next()))
        return replace(told, signature=self.sign(told))

    def _called(self, table: str, call: Call, told: Situation | None) -> Consulted | None:
        self.calls.append(call)
        self.told.append(told)
        election = self.election
        if election is None or table != self.table or not (election.absent or election.hosting):
            return None
        return Consulted(table, self.situation())

    def hear(self, other: Situation) -> None:
        """Take what somebody says."""
        assert self.election is not None
        self.election.hear(other, time.monotonic())

    async def ask(self, seat: Seat) -> Consulted | None:
        """Call the program of a seat; return its answer."""
        line, election = self.place.get(seat), self.election
        if line is None or election is None:
            return None
        told = await consult(line.address, line.port, self.table, election.call(self._next()))
        if told is not None:
            self.heard.append(told)
            self.hear(told.situation)
        return told

    # --- at the next host ------------------------------------------------------------------------

    async def open_table(self, place: Place) -> Opened:
        """Open the table here with the votes of the others, to be found at a place."""
        client, election, host = self.client, self.election, self.host
        assert election is not None
        assert client.seat is not None
        deals, votes = await client.checking.finish(), election.won()
        state = table_from_record(client, deals, votes[0].epoch, lambda: secrets.token_hex(16))
        token = state.room.seats[client.seat].token
        table = host.arrivals.prepare(log_text(state.lines), token, bot_seconds=0)
        opened = election.open(place)
        table.go_on_after(election, election.kept.progress.match, self.keys)
        client.anew(opened.epoch)
        client.handshake.follow(host.fingerprint)
        client.handshake.go_on_at(host.fingerprint, election.coming(opened.joined[0]))
        host.arrivals.arrive()
        await self._sit_at(host.local_link(client))
        return opened

    def give_up(self) -> None:
        """Give up the epoch that has been opened here, as if too few had come for a long time."""
        election = self.election
        assert election is not None
        election.patience = 0
        given_up = election.give_up(time.monotonic())
        assert given_up, "nobody else is there"

    async def come(self, opened: Opened, port: int = 0) -> None:
        """Come to the host of an epoch, at its own port if another one was told of."""
        client, election = self.client, self.election
        assert election is not None
        election.hear_opened(opened)
        client.handshake.go_on_at(opened.fingerprint, election.join())
        client.anew(opened.epoch)
        shown = bytes.fromhex(opened.fingerprint)
        await self._sit_at(RemoteLink(opened.address, port or opened.port, client, moved_to=shown))

    async def _sit_at(self, link: Link) -> None:
        await self._link.close()
        await self._task
        self.back = False
        self._link, self._task = link, asyncio.ensure_future(link.run(self._hear))
