"""The choices of a player once the host of a table is lost: to wait, to open a branch, to join one.

`net.branch` decides which there are, and `calling.py` calls the other programs; the player alone
opens a branch here or joins one.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from net.branch.company import ABSENCE_SECONDS, Company, Offer, OpenBranch
from net.branch.statements import Branch, Situation
from net.client.deal_watch import DealWatch
from net.client.seat import ClientSeat
from net.files.store import CredentialStore
from net.migration import Place
from net.table.log import log_text
from net.table.table import Table
from net.tasks import end_all
from net.way.calling import Calling, Companies
from net.way.hosting import WAIT_SECONDS, own_address
from net.wire.from_host import Consulted, Peers

if TYPE_CHECKING:
    from net.host.server import Host
    from net.lan.discovery import Seeker

_log = logging.getLogger(__name__)

SILENT_SECONDS: Final = 2.0
"""The most silence before the connection was given up that counts as absence."""


class Branching:
    """The player's choices, and the one taken.

    `listen` opens this computer for the others' calls; `on_offer` is called with the player's
    choices whenever they change, and with None once there are none.
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
        self._listen, self._on_offer = listen, on_offer
        self._host: Host | None = None
        self._table: Table | None = None
        """The table that is here, if any."""
        self._offered: Offer | None = None
        self._coming: tuple[str, float] | None = None
        """The table that this player left for a branch, and the time; None once seated there."""
        self._stays: frozenset[str] = frozenset()
        """The branches that this host's player does not want to join."""
        self._listening: asyncio.Task[None] | None = None
        self._calling = Calling(self.companies, seek, before=self._give_up_branch, after=self._tell)

    @property
    def company(self) -> Company | None:
        """The players of the table where this player sits."""
        return self.companies.present

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

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
        if fresh := not company.hosting:
            company.back()
            company.hosting, self._stays = True, frozenset()
        place = Place(own_address(), host.port, host.fingerprint)
        self.companies.serve(company, table, place)
        self.attend()
        self._calling.begin(anew=fresh)

    def attend(self) -> None:
        """Note the players present at the table that is here."""
        if self._table is not None and self.companies.attend(self._table):
            self._calling.begin(anew=True)

    def leaves(self) -> None:
        """Note that the table has left this program."""
        self.companies.leave()
        self._table = None

    def moved(self, name: str) -> None:
        """Note that the owner has moved the table to the computer of the player called `name`.

        The new host counts as absent until it answers: it may be lost before that.
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
            self._calling.begin()

    def back(self) -> None:
        """Note that the player is at the table again."""
        self._set_out(None)
        self.companies.back()
        self._tell()

    async def stop(self) -> None:
        """Make no further calls; return once nothing is left open."""
        await end_all([self._listening])
        await self._calling.stop()

    # --- calling and being called ----------------------------------------------------------------

    def on_call(self, table: str, told: Situation) -> Consulted | None:
        """Take the Situation of a calling program; return the answer, or None for a stranger."""
        company, now = self.companies.by_table.get(table), self._now()
        if company is None or not company.hear(told, now, reached=False):
            return None
        if self._offer() != self._offered:
            self._calling.begin()
        return Consulted(table, self._calling.tell(company))

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
            self._offered, self._calling.asked = offer, offer is not None
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
        """Join a branch; return its statement, or None if it is no longer offered."""
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
            self._set_out((left, self._now()))
            self._calling.begin()
        return branch

    def _set_out(self, coming: tuple[str, float] | None) -> None:
        self._coming, self._calling.leaving = coming, coming is not None

    def _give_up_branch(self) -> None:
        """Return to the choices if the branch for which the player has left cannot be reached."""
        seated, now = self.client.seated, self._now()
        if self._coming is None or seated is None or now - self._coming[1] < ABSENCE_SECONDS:
            return
        self.client.seated = replace(seated, table=self._coming[0])
        self._set_out(None)
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
        """Open a branch here, from the deals held here; return whether that was still possible.

        Raises NotTakenError, LogError, OSError; then there is no branch.
        """
        from net.client.taking_over import branch_from_record  # few hosts are ever lost

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
