"""The link to a table that may move: it follows the table to another computer, and to this one.

One `ClientSeat` stays with the player; the link under it changes:

                   -- the table moves here, or this player opens a branch -->
    RemoteLink                                                                  LocalLink
    to another host                                                             to the host here
                   <-- the table moves away, or this player joins a branch --

`hosting.py` opens and closes the host of this computer; `branching.py` calls the others once
the table's host is lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from core.game import WordedError
from net.branch.company import Offer
from net.branch.statements import Branch
from net.client import events
from net.client.calls import reaches
from net.client.seat import ClientSeat, Link
from net.files import evenings
from net.files.saved import forget_moved
from net.files.store import CredentialStore, Records
from net.migration import IncomingStage
from net.table.lobby import Shutdown
from net.table.log import LogError, MovedLine
from net.tasks import Tasks
from net.way import Computer, LinkError, TableTerms, There, Where
from net.way.branching import Branching
from net.way.hosting import Hosting, OwnComputer
from net.wire.from_host import Peers
from net.wire.message import Message, WayIn
from net.wire.to_host import Accept, Decline, Leave, Prepared

if TYPE_CHECKING:
    from net.client.link import RemoteLink
    from net.host.server import Host
    from net.lan.discovery import Seeker

_log = logging.getLogger(__name__)


def seek(table: str) -> Seeker:
    """Begin to look for a table on the LAN."""
    from net.lan.discovery import Seeker  # loads mDNS, once the host of a table is gone

    return Seeker(table)


def remote_link(place: tuple[str, int], client: ClientSeat, moved_to: bytes = b"") -> RemoteLink:
    """Return the link of a seat to a table at another computer."""
    from net.client.link import RemoteLink  # solo play needs none

    return RemoteLink(*place, client, seek=seek, keep=Records().keep, moved_to=moved_to)


class TableLink:
    """A Link to a table in any place; `hosting` is the host of this `computer`, if it is open.

    `left` is the id of a table that has moved away, and `gone` the event that tells its player. The
    saved log of that table is deleted once its match is over.
    """

    def __init__(
        self,
        computer: Computer,
        inner: Link,
        hosting: Hosting | None = None,
        *,
        left: str = "",
        gone: events.TableMoved | None = None,
    ) -> None:
        self.inner = inner
        """The link to the present place of the table."""
        self.computer = computer
        self.on_moved: Callable[[Where, str], None] = lambda where, address: None
        """Called with the table's new place, and the address to type if that is here."""
        handshake = inner.client.handshake
        self.own = OwnComputer(computer, handshake, hosting, lambda said: self.inner.send(said))
        self._back = asyncio.Event()
        """Cleared while the player has stepped out and the table stays open here."""
        self._back.set()
        self._ending = Shutdown.BROKEN
        """The end of a table here: BROKEN, as if from outside, until another way is chosen."""
        self._ended: asyncio.Future[None] | None = None
        """The end of the table, once the player has left it for good."""
        self._next: Callable[[], Link] | None = None
        self._closing = False
        self._on_event: Callable[[events.ClientEvent], None] = lambda event: None
        self._left = left
        self._gone = gone
        self._told = False
        """Whether the player has been told that the table is here now."""
        self._tasks = Tasks()
        self._branching = Branching(inner.client, self._listen, self._offer, seek)
        """The calls and choices once the host is lost."""

    @property
    def client(self) -> ClientSeat:
        """The seat whose messages it carries."""
        return self.inner.client

    @property
    def troubles(self) -> Sequence[str]:
        """The keys of the present troubles of this computer."""
        offline = self.hosting is not None and self.hosting.host.offline
        return (*self.inner.troubles, *(["offline"] if offline else []))

    @property
    def hosting(self) -> Hosting | None:
        """The host of this computer, if the table is there."""
        return self.own.hosting if self.own.serves else None

    def send(self, message: Message) -> None:
        """Send without waiting. A Leave closes a table on this computer for all its players."""
        if isinstance(message, Leave) and self.hosting is not None:
            self._ending = Shutdown.CLOSED
            self._ended = asyncio.ensure_future(self.hosting.host.close(self._ending))
        else:
            self.inner.send(message)

    def put_away(self) -> None:
        """When the link closes, save a match of this computer, and tell the others so."""
        if self._ending is Shutdown.BROKEN:
            self._ending = Shutdown.KEPT

    async def close(self) -> None:
        """Close the connection but keep the seat; `run` then closes a table of this computer."""
        self._closing = True
        self._back.set()
        if self._ended is not None:
            await asyncio.shield(self._ended)
        await self.inner.close()

    async def step_out(self) -> None:
        """Leave the seat as if the connection were lost; the table stays open here."""
        self._back.clear()
        await self.inner.close()

    def step_in(self) -> None:
        """Resume the seat, or join anew if it has been given up."""
        if self.hosting is not None:  # the match may have continued without this host
            host, seated = self.hosting.host, self.client.seated
            table = next(iter(host.lobby.tables.values()), None)  # none if it has moved away
            if table and (seated is None or table.room.find_token(seated.token) is None):
                self.client.handshake.forget_seat()
                self.client.seated = None
            self.inner = host.local_link(self.client)
        self._back.set()

    async def run(self, on_event: Callable[[events.ClientEvent], None]) -> None:
        """Carry messages, even after moves of the table, until the player or the table leaves."""
        self._on_event = on_event
        self.own.keep_port()
        try:
            while True:
                if self.hosting is not None:
                    self.hosting.host.on_network = self._ask_for_ways
                await self.own.announce()
                await self.inner.run(self._heard)
                stepped_out = not self._back.is_set()
                await self._back.wait()
                following, self._next = self._next, None
                if self._closing or (following is None and not stepped_out):
                    return
                if following is not None:
                    self.inner = following()
        finally:
            # Both at once: no search of the LAN may delay the goodbye of a host here.
            await asyncio.gather(self._branching.stop(), self.own.close(self._ending, self._ended))

    def _ask_for_ways(self) -> None:
        """Ask the host for the present ways to the table."""
        self.send(self.client.handshake.hello())

    # --- to this computer ------------------------------------------------------------------------

    async def agree(self) -> None:
        """Accept the table at the owner's request, and open a host for it here."""
        incoming = self.client.incoming
        if not incoming.agree():
            return
        attempt = incoming.attempt
        try:
            host = await self.own.open_empty(for_move=True)
        except LinkError as error:
            _log.warning("the table cannot come here: %s", error)
            self._decline("port")
            return
        if attempt == incoming.attempt and incoming.stage is IncomingStage.READY:
            self.own.be_called_there(host)
            self.send(Accept(attempt, host.port, host.fingerprint))
        elif incoming.stage is IncomingStage.NONE:
            self._stays_there()  # it stayed while this computer was being opened

    def decline(self) -> None:
        """Leave the table where it is."""
        if self.client.incoming.stage is IncomingStage.ASKED:
            self._decline("no")

    def _decline(self, reason: str) -> None:
        self.send(Decline(self.client.incoming.attempt, reason))  # type: ignore[arg-type]
        self.client.incoming.stays()
        self._stays_there()

    def _stays_there(self) -> None:
        """Close a host that was opened for a table which stays where it is."""
        if (hosting := self.own.forget_move()) is not None:
            self._tasks.start(self.own.close_empty(hosting))

    def _heard(self, event: events.ClientEvent) -> None:
        match event:
            case events.TableHanded(text=text):
                self._prepare(text)
                return
            case events.TableStays():
                self._stays_there()
            case events.TableMoved(fingerprint=place) if self.hosting and self.own.is_at(place):
                return  # a player sent on by the old host was here before its own message
            case events.TableMoved():
                self._moved(event)
            case events.PeersTold(peers=peers):
                self._learn(peers)
            case events.Disconnected():
                self._branching.lost(getattr(self.inner, "silent", 0.0))
            case events.SatDown():
                self._branching.back()
            case events.EveningTold(matches=matches) if seated := self.client.seated:
                evenings.keep(seated.table, seated.table_name, matches)
            case events.DealChecked():
                self._branching.companies.hold()
                self._ask_for_ways()  # guests may enter differently since this program is here
            case events.Position():
                self._branching.companies.hold()
            case events.RoomChanged(room=room) if self._left and room.phase != "playing":
                self._forget_file()
            case events.RoomChanged():
                self._branching.attend()
            case events.Dismissed(code="gone" | "given" | "host" | "left" | "removed") if (
                self._left
            ):
                self._forget_file()
        self._on_event(event)
        if isinstance(event, events.SatDown) and self._gone is not None:
            gone, self._gone = self._gone, None
            self._on_event(gone)

    def _prepare(self, text: str) -> None:
        """Prepare the table for its continuation here."""
        from net.client.taking_over import is_own_table  # few tables ever move here

        hosting, seated = self.own.hosting, self.client.seated
        if hosting is None or seated is None:
            return
        arrivals, seconds = hosting.host.arrivals, self.computer.bot_seconds
        arrivals.on_arrival = self._arrived
        try:
            fits = partial(is_own_table, client=self.client)
            arrivals.prepare(text, seated.token, bot_seconds=seconds, fits=fits)
        except LogError as error:
            _log.warning("the table cannot be continued here: %s", error)
            self._decline("release")
        except OSError as error:
            _log.warning("the table cannot be written here: %s", error)
            self._decline("disk")
        else:
            self.client.incoming.prepare()
            self.send(Prepared(self.client.incoming.attempt))

    def _moved(self, moved: events.TableMoved) -> None:
        """Note the new place of the table; open it if that is here."""
        hosting, incoming = self.own.hosting, self.client.incoming
        if hosting is not None and self.own.is_at(moved.fingerprint):
            if incoming.stage is IncomingStage.PREPARED:
                self._told = True
                hosting.host.arrivals.arrive()
            return
        incoming.stays()
        self._stays_there()
        seated = self.client.seated
        table = None if seated is None else seated.table
        self.on_moved(There((moved.address, moved.port), table), "")
        self._branching.moved(moved.name)
        if self.own.serves:
            self.own.serves, self._left = False, table or ""
            self.client.handshake.follow(moved.fingerprint, moved.word, CredentialStore())
            self.client.end.keep()
            self._next = partial(self._there, moved)

    def _there(self, moved: events.TableMoved) -> Link:
        """Return the link to a table at another computer."""
        shown = bytes.fromhex(moved.fingerprint)
        return remote_link((moved.address, moved.port), self.client, moved_to=shown)

    def _arrived(self) -> None:
        """Replace the link with one to the table, which is in this program now."""
        hosting, client = self.own.hosting, self.client
        assert hosting is not None
        host = hosting.host
        client.incoming.let_go()
        client.incoming = type(client.incoming)()
        client.handshake.follow(host.fingerprint)
        if self._left:
            self._forget_file()
        self.own.serve()
        welcomed = client.handshake.welcomed
        opening = self._open_again(() if welcomed is None else welcomed.ways)
        self._next = partial(host.local_link, client)
        room, seated = client.room, client.seated
        if room is not None and seated is not None:
            (table,) = host.lobby.tables.values()
            seats = len(room.seats)
            terms = TableTerms(seated.game, seats, port=host.port, table_name=table.name)
            self.on_moved(terms, hosting.address)
            if not self._told:
                name = "" if seated.seat is None else room.seats[seated.seat].name
                place = host.arrivals.here, host.port, host.fingerprint
                goes_on = table.branch[0].deal + 1 if table.branch else 0
                self._on_event(events.TableMoved(name, *place, branch=goes_on))
        self._told = False
        self._tasks.start(opening)
        self._tasks.start(self.inner.close())

    async def _open_again(self, ways: Sequence[WayIn]) -> None:
        """Reopen the gateways that the table had at its earlier place."""
        if await self.own.open_gateways_again(ways):
            self._ask_for_ways()

    # --- when the host is lost --------------------------------------------------------------------

    def stay(self) -> None:
        """Stay at the own table, although all others have left it."""
        self._branching.stay()

    def open_branch(self) -> bool:
        """Begin to open a branch at this computer; return whether that is possible."""
        possible = self._branching.may_open()
        if possible:
            self._tasks.start(self._open_branch_here())
        return possible

    async def _open_branch_here(self) -> None:
        deals = await self.client.checking.finish()
        try:
            host = await self.own.open_empty()
            host.arrivals.on_arrival = self._arrived
            if not self._branching.open_branch(host, deals, bot_seconds=self.computer.bot_seconds):
                self._on_event(events.NotGoneOn("the host answers again"))
        except WordedError as error:
            _log.warning("the table cannot go on here: %s", error)
            self._on_event(events.NotGoneOn(error.reason, error.facts))
        except OSError as error:
            _log.warning("the table cannot be written here: %s", error)
            self._on_event(events.NotGoneOn("this disk cannot be written to"))

    def join_branch(self, table: str) -> bool:
        """Begin to join a branch; return whether it is among the present choices."""
        known = self._branching.known(table)
        if known is not None:
            self._tasks.start(self._go_to_branch(known.branch))
        return known is not None

    async def _go_to_branch(self, branch: Branch) -> None:
        client, room, hosting = self.client, self.client.room, self.hosting
        place = branch.address, branch.port, branch.fingerprint
        name = "" if room is None else room.seats[branch.seat].name
        if not await reaches(events.ReachWanted(0, *place)):
            facts: dict[str, str | int] = {"name": name}
            why = "the computer of {name} cannot be reached from here"
            self._on_event(events.NotGoneOn(why, facts))
            return
        own = "" if client.seated is None else client.seated.table
        if self._branching.join_branch(branch.table) is None:
            self._on_event(events.NotGoneOn("the host answers again"))
            return
        if hosting is not None:
            client.end.keep()
            self.own.serves, self._left = False, own
            hosting.host.arrivals.give_way(own, MovedLine(name, *place, branch.table))
        moved = events.TableMoved(name, *place, branch=branch.deals + 1)
        self._next = partial(self._there, moved)
        self.on_moved(There((branch.address, branch.port), branch.table), "")
        self._on_event(moved)
        self._tasks.start(self.inner.close())

    def _learn(self, peers: Peers) -> None:
        hosting, seated = self.hosting, self.client.seated
        table = None
        if hosting is not None and seated is not None:
            table = hosting.host.lobby.tables.get(seated.table)
        here = None if hosting is None or table is None else (hosting.host, table)
        self._branching.learn(peers, here)

    def _offer(self, offer: Offer | None) -> None:
        self._on_event(events.HostLost(offer))

    async def _listen(self) -> Host | None:
        """Open a host here for the calls of the others."""
        try:
            return await self.own.open_empty()
        except LinkError as error:
            _log.warning("the others cannot call here: %s", error)
            return None

    def _forget_file(self) -> None:
        """Delete the log that names the match's new place: it is over, or here as a branch."""
        forget_moved(self._left)
        self._left = ""
