"""Exchanges Situations with the programs of the other players once the host of a table is lost.

`net.branch` decides on the choices of the player, who alone opens a branch here or joins one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core.game import Seat
from net.branch.company import ABSENCE_SECONDS, Company, Offer, OpenBranch
from net.branch.statements import Branch, Situation
from net.client.deal_watch import DealWatch
from net.client.seat import ClientSeat
from net.files.store import CredentialStore
from net.migration import Place
from net.table.log import log_text
from net.way.companies import Companies
from net.way.hosting import WAIT_SECONDS, own_address
from net.wire.from_host import Consulted, Peers

if TYPE_CHECKING:
    from net.client.host_search import HostAddress
    from net.host.server import Host
    from net.lan.discovery import Seeker
    from net.table.table import Table

_log = logging.getLogger(__name__)

CALL_SECONDS: Final = 1.0
"""The interval of calls to the others while the host is lost."""

SOON_SECONDS: Final = 2.0
"""The first interval of calls to players who are missing at a table that is here."""

SOON_CALLS: Final = 10
"""The number of calls at that interval."""

LATER_SECONDS: Final = 10.0
"""The later interval of these calls."""

SILENT_SECONDS: Final = 2.0
"""The most of the silence before the connection was given up that counts as absence."""


class Branching:
    """The calls between this program and the others, the player's choices, and the one taken.

    `listen` opens this computer for the others' calls; `on_offer` is called with the player's
    choices whenever they change, with None once there are none.
    """

    def __init__(
        self,
        client: ClientSeat,
        listen: Callable[[], Awaitable[Host | None]],
        on_offer: Callable[[Offer | None], None],
        seek: Callable[[str], Seeker],
    ) -> None:
        self.client = client
        self.companies = Companies(client)
        self._listen, self._on_offer, self._seek = listen, on_offer, seek
        self._host: Host | None = None
        self._table: Table | None = None
        """The table that is here, if it is."""
        self._offered: Offer | None = None
        self._coming: tuple[str, float] | None = None
        """The table that this player has left for a branch, and when; None once seated there."""
        self._stays: frozenset[str] = frozenset()
        """The branches that this host's player does not want to join."""
        self._sent = self._calls = 0
        self._seeker: Seeker | None = None
        self._ending: set[asyncio.Future[None]] = set()
        """The searches that are ending."""
        self._calling: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        """Set when the next calls are due at once."""
        self._listening: asyncio.Task[None] | None = None

    @property
    def company(self) -> Company | None:
        """The players of the table where this player sits."""
        return self.companies.present

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    def _next(self) -> int:
        self._sent = max(self._sent + 1, int(time.time() * 1000))
        return self._sent

    # --- what happens ----------------------------------------------------------------------------

    def learn(self, peers: Peers, here: tuple[Host, Table] | None) -> None:
        """Note the players' keys and places, and the host and table if they are in this program."""
        if self.companies.learn(peers) is None:
            return
        if here is not None:
            self._serve(*here)
        elif self._host is None and self._listening is None:
            self._listening = asyncio.create_task(self._be_called())

    async def _be_called(self) -> None:
        self._host = await self._listen()
        if self._host is not None:
            self._host.lobby.on_call = self.on_call
        self._listening = None

    def _serve(self, host: Host, table: Table) -> None:
        """Note that the table, or a branch of it, is in this program."""
        self._host, self._table, company = host, table, self.company
        assert company is not None
        host.lobby.on_call = self.on_call
        if not company.hosting:
            company.back()
            company.hosting, self._calls, self._stays = True, 0, frozenset()
        place = Place(own_address(), host.port, host.fingerprint)
        self.companies.serve(company, table, place)
        self.attend()
        self._begin()

    def attend(self) -> None:
        """Note the players present at the table that is here."""
        if self._table is not None and self.companies.attend(self._table):
            self._calls = 0
            self._begin()

    def leaves(self) -> None:
        """Note that the table has left this program."""
        self.companies.leave()
        self._table = None

    def moved(self, name: str) -> None:
        """Note that the owner has moved the table to the computer of the player called `name`.

        The host there counts as absent until it answers: it may be lost before that.
        """
        self.leaves()
        room, company = self.client.room, self.company
        names = [] if room is None else [line.name for line in room.seats]
        if company is not None and name in names:
            company.host = names.index(name)
        self.lost()

    def lost(self, silent: float = 0.0) -> None:
        """Note the loss of the connection to the host, after `silent` seconds without messages."""
        company = self.company
        if company is not None and not company.hosting:
            company.lose(self._now() - min(silent, SILENT_SECONDS))
            self._begin()

    def back(self) -> None:
        """Note that the player is at the table again."""
        self._coming = None
        self.companies.back()
        self._tell()

    async def stop(self) -> None:
        """Make no further calls; return once nothing of it is open."""
        tasks = [task for task in (self._calling, self._listening) if task is not None]
        for task in tasks:
            task.cancel()
        self._look_no_more()
        await asyncio.gather(*tasks, *self._ending, return_exceptions=True)

    # --- calling and being called ----------------------------------------------------------------

    def on_call(self, table: str, told: Situation) -> Consulted | None:
        """Take the Situation of a program that calls; return the answer, None for a stranger."""
        company, now = self.companies.by_table.get(table), self._now()
        if company is None or not company.hear(told, now, reached=False):
            return None
        if self._offer() != self._offered:
            self._begin()
        return Consulted(table, company.tell(self._next(), now))

    def _begin(self) -> None:
        """Call the others now and at each interval."""
        self._woken.set()
        if self._calling is None or self._calling.done():
            self._calling = asyncio.create_task(self._carry())

    async def _carry(self) -> None:
        """Call the others until the host is back and no player is missing."""
        while True:
            self._woken.clear()
            self._give_up_branch()
            await self._look()
            self._tell()
            company = self.company
            missing = company is not None and (company.lost or self.companies.missing(self._now()))
            if not (self._coming or missing):
                self._look_no_more()
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pause()):
                    await self._woken.wait()

    def _pause(self) -> float:
        if self._coming or (self.company is not None and self.company.lost):
            return CALL_SECONDS
        self._calls += 1
        soon = self._calls <= SOON_CALLS or self._offered is not None
        return SOON_SECONDS if soon else LATER_SECONDS

    async def _look(self) -> None:
        """Call each missing player's program once."""
        company = self.company
        if company is None:
            return
        if company.lost:
            company.offline = self._is_offline()
        calls = [self._call(*each) for each in self.companies.calls(self._now())]
        if self._seeker is None and self.companies.missing(self._now()):
            self._seeker = self._seek(company.table)
        found = () if self._seeker is None else self._seeker.branches
        calls += (self._call(company, place, None) for place in found)
        await asyncio.gather(*calls)

    def _look_no_more(self) -> None:
        """End the search for branches on the LAN."""
        seeker, self._seeker = self._seeker, None
        if seeker is not None:
            task = asyncio.ensure_future(seeker.close())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    def _is_offline(self) -> bool:
        from net.lan.networks import offline_now

        return not self.companies.all_on_this_machine() and offline_now()

    async def _call(self, company: Company, place: HostAddress, seat: Seat | None) -> None:
        from net.client.calls import consult  # loads networks and TLS

        said = company.tell(self._next(), self._now())
        told = await consult(*place, company.table, said)
        if told is None or told.situation is None or seat not in (None, told.situation.seat):
            return
        company.hear(told.situation, self._now(), reached=True)

    # --- what the player may choose --------------------------------------------------------------

    def _offer(self) -> Offer | None:
        asking = self.companies.asking(self._now())
        offer = None if asking is None else asking[1]
        if offer is not None and offer.hosts and _ids(offer) <= self._stays:
            return None
        return offer

    def _tell(self) -> None:
        """Report changed choices; a table here that all others have left stops dealing."""
        offer, table = self._offer(), self._table
        if table is not None:
            left = offer is not None and not table.branch
            if left != table.left:
                table.left = left
                if self._host is not None:
                    self._host.runtime.carry_out(self._host.lobby.tick(self._now()))
        if offer != self._offered:
            self._offered = offer
            self._on_offer(offer)

    def stay(self) -> None:
        """Stay at the own table, although the others have left it."""
        if self._offered is not None:
            self._stays |= _ids(self._offered)
            self._tell()

    def known(self, table: str) -> OpenBranch | None:
        """Return a branch among the present choices."""
        offer = self._offer()
        branches = () if offer is None else offer.branches
        return next((each for each in branches if each.branch.table == table), None)

    def may_open(self) -> bool:
        """Return whether the player may open a branch here now."""
        offer = self._offer()
        return offer is not None and offer.may_open

    def join_branch(self, table: str) -> Branch | None:
        """Join a branch; return its statement, None if it is not offered any more."""
        found, known, client = self.companies.asking(self._now()), self.known(table), self.client
        if found is None or known is None:
            return None
        asking, _ = found
        branch = asking.join(table, self._now())
        if branch is None:
            return None
        keep = CredentialStore() if self._table is not None else None
        client.handshake.branch(asking.table, table, branch.fingerprint, keep=keep)
        left = None if client.seated is None else client.seated.table
        self._leave_for(branch.lost, branch.deals, asking, table)
        if left is not None:
            self._coming = left, self._now()
            self._begin()
        return branch

    def _give_up_branch(self) -> None:
        """Return to the choices if the branch that the player has left for cannot be reached."""
        seated, now = self.client.seated, self._now()
        if self._coming is None or seated is None or now - self._coming[1] < ABSENCE_SECONDS:
            return
        self.client.seated = replace(seated, table=self._coming[0])
        self._coming = None
        for company in self.companies.by_table.values():
            company.lose_branch(now)

    def _leave_for(self, lost: int, deals: int, asking: Company, table: str) -> None:
        """Move this player to a branch."""
        room, host = self.client.room, asking.host
        name = "" if room is None or host is None else room.seats[host].name
        self.client.branch(table, lost, deals, name)
        for company in self.companies.by_table.values():
            company.go(table)
        self._table = None
        self._tell()

    def open_branch(self, host: Host, deals: DealWatch | None, *, bot_seconds: float) -> bool:
        """Open a branch here, from the deals held here; return whether it was still possible.

        Raises NotTakenError, LogError, OSError; then there is no branch.
        """
        from net.client.taking_over import branch_from_record

        client, company, now = self.client, self.company, self._now()
        if company is None or client.seat is None or not self.may_open():
            return False
        self.companies.hold()
        offer, room, table = self._offered, client.room, secrets.token_hex(16)
        lost = "" if room is None or company.host is None else room.seats[company.host].name
        state = branch_from_record(client, deals, table, lost, lambda: secrets.token_hex(16))
        token = state.room.seats[client.seat].token
        there = host.arrivals.prepare(log_text(state.lines), token, bot_seconds=bot_seconds)
        depth = len(state.opened.branch)
        place = Place(own_address(), host.port, host.fingerprint)
        branch = company.open(table, depth, place, now)
        if branch is None:
            host.arrivals.forget()
            return False
        waits = offer is not None and offer.others > 0
        there.become_branch(client.seat, until=now + WAIT_SECONDS if waits else None)
        client.handshake.branch(company.table, table, host.fingerprint, token=token)
        self._leave_for(depth, branch.deals, company, table)
        host.arrivals.arrive()
        return True


def _ids(offer: Offer) -> frozenset[str]:
    return frozenset(known.branch.table for known in offer.branches)
