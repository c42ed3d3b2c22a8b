"""Calls the programs of the other players while a host is lost, or players are missing here.

    begin --> round: `before`, a call to each missing player, `after` --> none missing: ends
                ^                                                   |
                +-- 1 s while the host is lost, 2 or 10 s later ----+

Branches are looked for on the LAN, too, as long as the rounds go on. Sample: a call sends the
`Situation` of `Company.tell`, and the answer goes to `Company.hear`.

`net.branch.company` decides for one table; a branch has a company for each of its origins too, so
that players who look for the lost table find it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from core.game import Seat
from net.branch.company import Company, Offer
from net.branch.statements import Situation, Statement, signed_bytes
from net.client import calls
from net.client.calls import HostAddress
from net.client.seat import ClientSeat
from net.migration import LOOPBACK, Place
from net.secure.signing import is_signed
from net.tasks import Tasks, end_all
from net.wire.from_host import Peers
from net.wire.message import PeerLine

if TYPE_CHECKING:
    from net.lan.discovery import Seeker
    from net.table.table import Table


Call: TypeAlias = "tuple[Company, HostAddress, Seat]"
"""A call to make: about a table, to a place, for the player of a seat."""


class Companies:
    """The companies of one client by table, with the keys of the seats and the places to call."""

    def __init__(self, client: ClientSeat) -> None:
        self.by_table: dict[str, Company] = {}
        self._client = client
        self._keys: dict[str, dict[Seat, str]] = {}
        """Table -> seat -> key; at a branch a seat may belong to another player."""
        self._places: dict[str, PeerLine] = {}
        """Key -> the place at which its program can be called."""

    @property
    def present(self) -> Company | None:
        """The players of the table where this player sits."""
        seated = self._client.seated
        return None if seated is None else self.by_table.get(seated.table)

    def learn(self, peers: Peers) -> Company | None:
        """Note the players' keys and places; None if this player has no key among them."""
        seated, seat = self._client.seated, self._client.seat
        keys = {line.seat: line.key for line in peers.peers}
        if seated is None or seat is None or seat not in keys:
            return None
        self._places |= {line.key: line for line in peers.peers if line.port and line.address}
        company = self._know(seated.table, seat, keys)
        company.host = peers.host
        company.hold(peers.match, 0)
        self.hold()
        return company

    def _know(self, table: str, seat: Seat, keys: dict[Seat, str]) -> Company:
        """Return the players of a table, with these keys."""
        self._keys[table] = keys
        company = self.by_table.get(table)
        if company is None or company.seat != seat:

            def genuine(whose: Seat, said: Statement) -> bool:
                key = self._keys[table].get(whose, "")
                return is_signed(key, signed_bytes(table, said), said.signature)

            def sign(said: Statement) -> str:
                return self._client.handshake.sign(table, said)

            company = self.by_table[table] = Company(table, seat, sign=sign, genuine=genuine)
        company.people = frozenset(keys)
        return company

    def serve(self, company: Company, table: Table, place: Place) -> None:
        """State to the players of its origins that a branch is in this program."""
        for origin in table.branch:
            keys = self._keys.get(origin.table, self._keys[company.table])
            before = self._know(origin.table, company.seat, keys)
            before.hold(company.match, origin.deal)
            if before.own is None or before.own.table != table.id:
                before.serve(table.id, len(table.branch), place, origin.deal)

    def attend(self, table: Table) -> bool:
        """Note the players present at the table that is here; return whether anything changed."""
        company = self.present
        if company is None:
            return False
        room = enumerate(table.room)
        present = frozenset(s for s, h in room if h.human and not h.away and s != company.seat)
        if present == company.present:
            return False
        company.present = present
        for origin in table.branch:
            self.by_table[origin.table].present = present
        return True

    def leave(self) -> None:
        """Note that the table has left this program."""
        for company in self.by_table.values():
            company.hosting, company.present = False, frozenset()

    def hold(self) -> None:
        """Note the finished deals of the match that this program holds."""
        client = self._client
        if client.deals is not None and self.present is not None and client.position is not None:
            for each in self.by_table.values():
                each.hold(client.deals.match.number, client.deals.match.checked)

    def back(self) -> None:
        """Note that the player is at the table again."""
        seated = self._client.seated
        for table, company in self.by_table.items():
            if seated is None or table == seated.table:
                company.back()
            elif company.at != seated.table:
                company.go(seated.table)

    # --- calls and choices -----------------------------------------------------------------------

    def missing(self, now: float) -> dict[str, frozenset[Seat]]:
        """Return the seats to call, by the table of the call."""
        active = {
            table: company.missing(now)
            for table, company in self.by_table.items()
            if company.lost or company.hosting or company.own is not None
        }
        return {table: seats for table, seats in active.items() if seats}

    def calls(self, now: float) -> Iterator[Call]:
        """Yield a call to each missing player whose program can be called."""
        for table, seats in self.missing(now).items():
            for seat in seats:
                if (line := self._places.get(self._keys[table][seat])) is not None:
                    yield self.by_table[table], (line.address, line.port), seat

    def all_on_this_machine(self) -> bool:
        """Return whether every other player's program is on this machine, without a network."""
        seat = self._client.seat
        lines = (line for line in self._places.values() if line.seat != seat)
        return all(line.address.startswith(LOOPBACK) for line in lines)

    def asking(self, now: float) -> tuple[Company, Offer] | None:
        """Return a company with choices: of the present table, or of one that it continues."""
        for each in (self.present, *self.by_table.values()):
            if each is not None and (offer := each.offer(now)) is not None:
                return each, offer
        return None


CALL_SECONDS: Final = 1.0
"""The interval of calls to the others while the host is lost."""

SOON_SECONDS: Final = 2.0
"""The first interval of calls to players who are missing at a table that is here."""

SOON_CALLS: Final = 10
"""The number of calls at that interval."""

LATER_SECONDS: Final = 10.0
"""The later interval of these calls."""


class Calling:
    """The calls of one program, from `begin` until no player is missing, or `stop`."""

    def __init__(
        self,
        companies: Companies,
        seek: Callable[[str], Seeker],
        *,
        before: Callable[[], None],
        after: Callable[[], None],
    ) -> None:
        self.leaving = False
        """Whether the player is on the way to a branch."""
        self.asked = False
        """Whether the player has choices."""
        self._companies, self._seek = companies, seek
        self._before, self._after = before, after
        self._sent = self._rounds = 0
        self._seeker: Seeker | None = None
        self._running: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        """Set when the next round is due at once."""
        self._ending = Tasks()
        """Searches that are being closed."""

    def tell(self, company: Company) -> Situation:
        """Return this program's signed Situation, with a new number."""
        self._sent = max(self._sent + 1, int(time.time() * 1000))
        return company.tell(self._sent, asyncio.get_running_loop().time())

    def begin(self, *, anew: bool = False) -> None:
        """Call the others now and at each interval; `anew` starts again with the first interval."""
        self._rounds = 0 if anew else self._rounds
        self._woken.set()
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Make no further calls; return once nothing is left open."""
        await end_all([self._running])
        self._end_search()
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def _run(self) -> None:
        """Call the others until the host is back and no player is missing."""
        loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            self._before()
            await self._call_all()
            self._after()
            company = self._companies.present
            lost = self.leaving or (company is not None and company.lost)
            if not lost and (company is None or not self._companies.missing(loop.time())):
                self._end_search()
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CALL_SECONDS if lost else self._pause()):
                    await self._woken.wait()

    def _pause(self) -> float:
        self._rounds += 1
        return SOON_SECONDS if self._rounds <= SOON_CALLS or self.asked else LATER_SECONDS

    async def _call_all(self) -> None:
        """Call each missing player's program once, and the branches found on the LAN."""
        now, company = asyncio.get_running_loop().time(), self._companies.present
        if company is None:
            return
        if company.lost:
            company.offline = self._is_offline()
        calls = [self._call(*each) for each in self._companies.calls(now)]
        if self._seeker is None and self._companies.missing(now):
            self._seeker = self._seek(company.table)
        found = () if self._seeker is None else self._seeker.branches
        calls += (self._call(company, place, None) for place in found)
        await asyncio.gather(*calls)

    def _end_search(self) -> None:
        """End the search for branches on the LAN."""
        seeker, self._seeker = self._seeker, None
        if seeker is not None:
            self._ending.start(seeker.close())

    def _is_offline(self) -> bool:
        from net.lan.networks import offline_now  # loads ifaddr

        return not self._companies.all_on_this_machine() and offline_now()

    async def _call(self, company: Company, place: HostAddress, seat: Seat | None) -> None:
        told = await calls.consult(*place, company.table, self.tell(company))
        if told is None or told.situation is None or seat not in (None, told.situation.seat):
            return
        company.hear(told.situation, asyncio.get_running_loop().time(), reached=True)
