"""Players beside a client under test whose programs have keys, for trials of a lost host.

Each follows section 13 of the page, as decided by `Company`, unless told to lie.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from kozyr_kits.conformance.clients.partners import Partner
from net.public.client import (
    Branch,
    ClientEvent,
    ClientSeat,
    Company,
    Handshake,
    Link,
    PeersTold,
    Place,
    RemoteLink,
    SatDown,
    Situation,
    Statement,
    branch_from_record,
    consult,
    log_text,
    new_identity,
    signed_bytes,
    signing,
)
from net.public.host import Host, Lobby
from net.wire.from_host import Consulted
from net.wire.message import PeerLine

LOOPBACK: Final = "127.0.0.1"

WAIT_SECONDS: Final = 4.0
"""The time for which a branch waits for the others before it deals."""


class Person(Partner):
    """A player with a key, and with a host to which the others connect when theirs is lost."""

    def __init__(self, name: str, port: int, seed: int, code: str = "") -> None:
        """Sit down at the table of the host at a port of this machine, which may ask for a code."""
        self.name = name
        self.identity = new_identity()
        self.host = Host(Lobby(name, []), address=LOOPBACK, port=0, identity=self.identity)
        self.host.lobby.on_call = self._called
        self.company: Company | None = None
        """The people of the table where this person sits; None before a match."""
        self._companies: dict[str, tuple[Company, dict[Seat, str]]] = {}
        """Table -> its people and their keys."""
        self.calls: list[Situation] = []
        """The situations in all calls of the others, whether correctly signed or not."""
        self.says: Callable[[Situation], Situation] = lambda told: told
        """Returns the lie in place of the true situation; it is signed afterwards."""
        self.back = False
        """Whether a seat has been given here since the host was lost."""
        self._sent = 0
        client = ClientSeat(Handshake(code=code, signing=signing))
        super().__init__(RemoteLink(LOOPBACK, port, client), name, seed)

    async def open(self) -> None:
        """Open the host, so that the others can reach this program."""
        await self.host.open()
        self.client.handshake.port = self.host.port

    async def close(self) -> None:
        """Leave the table, and close the host."""
        await super().close()
        await self.host.close()

    def _hear(self, event: ClientEvent) -> None:
        if isinstance(event, PeersTold):
            self._learn(event)
        self.back = self.back or isinstance(event, SatDown)
        super()._hear(event)

    def _learn(self, told: PeersTold) -> None:
        seated, seat = self.client.seated, self.client.seat
        assert seated is not None
        assert seat is not None
        keys = {line.seat: line.key for line in told.peers.peers}
        if seated.table not in self._companies:

            def genuine(whose: Seat, said: Statement) -> bool:
                data = signed_bytes(company.table, said)
                return signing.is_signed(keys.get(whose, ""), data, said.signature)

            def sign(said: Statement) -> str:
                return self.client.handshake.sign(company.table, said)

            company = Company(seated.table, seat, sign=sign, genuine=genuine)
            company.people, company.host = frozenset(keys), told.peers.host
            self._companies[seated.table] = company, keys
        self.company, _ = self._companies[seated.table]
        self.company.hold(told.peers.match, 0)

    @property
    def table(self) -> str:
        """The id of the table where this person sits."""
        return "" if self.company is None else self.company.table

    def sign(self, statement: Statement, table: str = "") -> str:
        """Sign with the key of this seat at a table, by default the one where this person sits."""
        return self.client.handshake.sign(table or self.table, statement)

    def genuine(self, seat: Seat, said: Statement) -> bool:
        """Tell whether a seat has signed a statement about the table where this person sits."""
        data, (_, keys) = signed_bytes(self.table, said), self._companies[self.table]
        return signing.is_signed(keys.get(seat, ""), data, said.signature)

    @property
    def checked(self) -> int:
        """The number of deals that are finished and checked."""
        return 0 if self.client.deals is None else self.client.deals.match.checked

    @property
    def place(self) -> dict[Seat, PeerLine]:
        """The addresses at which the programs of the others can be called."""
        peers = self.client.peers
        return {line.seat: line for line in peers.peers if line.port} if peers else {}

    # --- when the host is lost -------------------------------------------------------------------

    async def lose(self) -> None:
        """Consider the host lost, once all deals that were played are checked."""
        await self.client.checking.finish()
        assert self.company is not None
        self.company.hold(self.company.match, self.checked)
        self.company.lose(0)

    def situation(self, table: str = "") -> Situation:
        """Return this person's signed situation, or the lie in its place."""
        company, _ = self._companies[table or self.table]
        self._sent = max(self._sent + 1, int(time.time() * 1000))
        told = self.says(company.tell(self._sent, time.monotonic()))
        return replace(told, signature=self.sign(told, company.table))

    def _called(self, table: str, told: Situation) -> Consulted | None:
        self.calls.append(told)
        if table not in self._companies:
            return None
        company, _ = self._companies[table]
        company.hear(told, time.monotonic(), reached=False)
        return Consulted(table, self.situation(table))

    async def ask(self, seat: Seat) -> Situation | None:
        """Call the program of a seat; return its answer."""
        line = self.place.get(seat)
        if line is None:
            return None
        told = await consult(line.address, line.port, self.table, self.situation())
        return None if told is None else told.situation

    # --- at a branch -----------------------------------------------------------------------------

    async def open_branch(self, place: Place) -> Branch:
        """Open a branch here, which is announced at a place."""
        client, company, host = self.client, self.company, self.host
        assert company is not None
        assert client.seat is not None
        table = secrets.token_hex(16)
        deals = await client.checking.finish()
        state = branch_from_record(client, deals, table, "", lambda: secrets.token_hex(16))
        token, depth = state.room.seats[client.seat].token, len(state.opened.branch)
        there = host.arrivals.prepare(log_text(state.lines), token, bot_seconds=0)
        there.become_branch(client.seat, until=asyncio.get_running_loop().time() + WAIT_SECONDS)
        branch = company.serve(table, depth, place, self.checked)
        client.handshake.branch(company.table, table, host.fingerprint, token=token)
        client.branch(table, depth, branch.deals, "")
        client.handshake.follow(host.fingerprint)
        host.arrivals.arrive()
        await self._sit_at(host.local_link(client))
        return branch

    async def come(self, branch: Branch, port: int = 0) -> None:
        """Join a branch, at this port if another one was announced."""
        client, company = self.client, self.company
        assert company is not None
        company.go(branch.table)
        client.handshake.branch(company.table, branch.table, branch.fingerprint)
        client.branch(branch.table, branch.lost, branch.deals, "")
        shown = bytes.fromhex(branch.fingerprint)
        await self._sit_at(RemoteLink(branch.address, port or branch.port, client, moved_to=shown))

    async def _sit_at(self, link: Link) -> None:
        await self._link.close()
        await self._task
        self.back = False
        self._link, self._task = link, asyncio.ensure_future(link.run(self._hear))
