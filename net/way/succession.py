"""Carries this program's part in an election: calls the others, and opens the table or goes there.

`net.migration.election` decides. Draws nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core.game import Seat
from net.client.deal_watch import DealWatch
from net.client.seat import ClientSeat
from net.files.epochs import election_of, genuine_at
from net.migration.epochs import (
    Apart,
    Call,
    Coming,
    Joining,
    Offer,
    Opened,
    Situation,
    may_come,
)
from net.migration.handing import Place
from net.migration.signed import signed_bytes
from net.secure.signing import sign
from net.way.hosting import own_address
from net.wire.from_host import Consulted, PeerLine, Peers
from net.wire.names import MAX_NAME, clean_name

if TYPE_CHECKING:
    from net.host.server import Host

_log = logging.getLogger(__name__)

CALL_SECONDS: Final = 1.0
"""How often the others are called as long as the table is nowhere, or too few have come to it."""

LATER_SECONDS: Final = 10.0
"""How often those are called who have not come yet to a table that goes on."""


ALONE_SECONDS: Final = 3.0
"""How long the others may take to notice, too, before the player hears that too few are there."""


class Succession:
    """The part of one program in what becomes of a match when its host is lost.

    `listen` opens this computer for the others at the port that was kept free. `on_offer` hears of
    each change of what the player may choose from, None once there is nothing to choose; `on_open`
    opens the table here, with what is known of the deals, all checked; `on_way` goes to where it
    is; `on_given_up` closes it here, as too few have come; `on_full` hears that what must not be
    forgotten cannot be written down; `name_apart` names the table apart that follows from a table.
    """

    def __init__(
        self,
        client: ClientSeat,
        peers: Peers,
        listen: Callable[[], Awaitable[Host | None]],
        on_offer: Callable[[Offer | None], None],
        on_open: Callable[[Host, DealWatch | None], None],
        on_way: Callable[[Opened], None],
        on_given_up: Callable[[], None],
        on_full: Callable[[], None],
        name_apart: Callable[[str], str],
    ) -> None:
        assert client.seated is not None
        self.client = client
        self.match = peers.match
        self.table = client.seated.table
        self._keys = {line.seat: line.key for line in peers.peers}
        self._places: dict[Seat, PeerLine] = {}
        secret = client.handshake.secret
        self.election = election_of(
            self.table, secret, self._keys, peers.host, peers.match, peers.epoch
        )
        self.learn(peers)
        self._listen = listen
        self._host: Host | None = None
        self._went = peers.epoch
        """The last epoch to which this program has gone."""
        self._on_offer, self._on_open, self._on_way = on_offer, on_open, on_way
        self._on_given_up = on_given_up
        self._on_full, self._full = on_full, False
        self._name_apart = name_apart
        self._offered: Offer | None = None
        self._short_since: float | None = None
        """Since when the host has been lost and too few of the others could be reached."""
        self._sent = 0
        self._failed = False
        """Whether the table could not be opened here."""
        self._parting = False
        """Whether the player wants to go on apart, at this computer."""
        self._calling: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        """Whether there is something to tell the others, or to ask them, before the next call."""
        self._tasks: set[asyncio.Task[None]] = set()

    def learn(self, peers: Peers) -> None:
        """Note where the host is, and where the others can be called."""
        self.election.follow_host(peers.host)
        self._places |= {line.seat: line for line in peers.peers if line.port and line.address}

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    def _next(self) -> int:
        self._sent = max(self._sent + 1, int(time.time() * 1000))
        return self._sent

    # --- what happens ----------------------------------------------------------------------------

    def hosts(self, host: Host) -> None:
        """Note that the table is in this program."""
        self._host = host
        host.lobby.on_call = self.on_call
        table = host.lobby.tables.get(self.table)
        known = None if table is None else table.election
        if known is not None and known.kept.progress.match == self.match:
            self.election = known
        elif not self.election.hosting:
            self.election.serve_again()
            if table is not None and self.election.epoch > self.election.first:
                table.serve_epoch(self.election)  # it was moved here
        self._begin()

    def gives_way(self) -> None:
        """Note that the host in this program closes: the table has gone on elsewhere."""
        self._host = None

    def moved(self, name: str) -> None:
        """Note that the table has been moved on purpose to the computer of that player.

        The host there is away until it answers: it may be lost before this program has come.
        """
        self.election.hosting = False
        room = self.client.room
        names = [] if room is None else [line.name for line in room.seats]
        if name in names:
            self.election.follow_host(names.index(name))
        self.lost()

    def lost(self) -> None:
        """Note that the connection to the host is lost."""
        if self.election.seat is not None and not self.election.hosting:
            self.election.lost(self._now())
            self._begin()

    def back(self) -> None:
        """Note that the player is at the table again."""
        if not self.election.hosting:
            self.election.back()
            self._tell(None)

    def hold(self) -> None:
        """Note how much of the match this program holds, and from which host."""
        client, deals = self.client, self.client.deals
        if deals is None or deals.number != self.match or client.position is None:
            return
        dealt = 0 if client.view is None or client.void else client.view.deal
        try:
            self.election.shown(deals.checked, dealt)
        except OSError as error:
            _log.warning("cannot write down what is held: %s", error)

    def choose(self, seat: Seat) -> bool:
        """Vote for going on at somebody's computer; tell whether that is possible.

        Calls `on_full` if the vote cannot be written down.
        """
        self._failed = False
        try:
            chosen = self.election.choose(seat)
        except OSError as error:
            self._full = False
            self._cannot_write(error)
            return True
        if chosen:
            self._begin()
        return chosen

    def part(self) -> None:
        """Go on apart, at this computer, for want of a majority."""
        self._failed, self._parting = False, True
        self._begin()

    def follow_apart(self, seat: Seat) -> Apart | None:
        """Come along to the table apart at somebody's computer; None if that is not possible."""
        apart = self.election.follow_apart(seat, self._now())
        if apart is None:
            return None
        client, secret = self.client, self.client.handshake.secret
        joining = Joining(apart.epoch, self.election.seat or 0, apart.fingerprint)
        joined = replace(joining, signature=sign(secret, signed_bytes(apart.table, joining)))
        coming = Coming(joined)
        opens = replace(coming, signature=sign(secret, signed_bytes(apart.table, coming)))
        client.handshake.go_apart(apart.table, apart.fingerprint, opens)
        client.anew(apart.epoch, apart=apart.table)
        self.stop()
        self._tell(None)
        return apart

    def _cannot_write(self, error: OSError) -> None:
        """Tell the player, once, that what was decided cannot be written down."""
        _log.warning("cannot write down what was decided: %s", error)
        if not self._full:
            self._full = True
            self._on_full()

    def stop(self) -> None:
        """Call nobody any more."""
        if self._calling is not None:
            self._calling.cancel()
        for task in self._tasks:
            task.cancel()

    # --- calling and being called ----------------------------------------------------------------

    def on_call(self, table: str, call: Call, told: Situation | None) -> Consulted | None:
        """Answer somebody who has called this program, and take what is told with the call."""
        election = self.election
        if table != self.table or election.seat is None:
            return None
        if not election.called(call, self._now()):
            return None
        if told is not None and told.seat == call.seat:
            self._hear(told, reached=False)
        if call.epoch > election.epoch and call.seat in self._places:
            task = asyncio.create_task(self._call(self._places[call.seat]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return Consulted(table, election.tell(self._next()), election.apart)

    def _begin(self) -> None:
        """Call the others now, and again and again."""
        self._woken.set()
        if self._calling is None or self._calling.done():
            self._calling = asyncio.create_task(self._carry())

    async def _carry(self) -> None:
        """Call the others until there is nothing more to find out."""
        while True:
            self._woken.clear()
            try:
                await self._look()
            except OSError as error:
                self._cannot_write(error)
            election = self.election
            if not (election.absent or election.hosting):
                return
            settled = election.hosting and election.may_deal
            await self._rest(LATER_SECONDS if settled else CALL_SECONDS)

    async def _rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()

    async def _look(self) -> None:
        """Call everybody once, and act on what they answer."""
        election = self.election
        if election.hosting and election.epoch == election.first:
            return  # whoever goes on without this host calls it
        offer = election.offer(self._now())
        if offer is None or offer.possible:
            self._parting = False
        if offer is not None and self._host is None:
            self._host = await self._listen()
            if self._host is not None:
                self._host.lobby.on_call = self.on_call
        if offer is not None or election.hosting:
            places = [line for seat, line in self._places.items() if seat != election.seat]
            own = election.say(self._next()) if election.absent else None
            await asyncio.gather(*(self._call(line, own) for line in places))
        if election.give_up(self._now()):
            self._on_given_up()
        self._follow_way()
        deals = await self.client.checking.finish()
        if self._may_open() and self._host is not None:
            self._failed = True  # unless it succeeds, not before the player wants it again
            self._on_open(self._host, deals)
        self._tell(election.offer(self._now()))

    def _may_open(self) -> bool:
        """Whether the table is to be opened here."""
        election = self.election
        wanted = election.absent and (bool(election.won()) or self._parting)
        return wanted and not self._failed

    async def _call(self, line: PeerLine, own: Situation | None = None) -> None:
        from net.client.consulting import consult  # loads networks and TLS

        call = self.election.call(self._next())
        told = await consult(line.address, line.port, self.table, call, own)
        if told is None or told.situation.seat != line.seat:
            return
        hosted = self.election.hosting
        self._hear(told.situation, reached=True)
        if told.apart is not None:
            self.election.hear_apart(told.apart, self._now())
        if hosted and not self.election.hosting:
            self._follow_way()

    def _hear(self, told: Situation, *, reached: bool) -> None:
        try:
            self.election.hear(told, self._now(), reached=reached)
        except OSError as error:
            self._cannot_write(error)

    def _follow_way(self) -> None:
        """Go to where the table is, if it is at a later epoch."""
        election = self.election
        way = election.way()
        if way is not None and way.epoch != self._went:
            self._on_way(way)
            self._went = way.epoch

    def _tell(self, offer: Offer | None) -> None:
        """Tell the player of a change, and of too few people only if that stays so."""
        from net.lan.networks import offline_now  # loads ifaddr

        if offer is not None:
            offer = dataclasses.replace(offer, offline=offline_now())
        if offer is None or offer.possible:
            self._short_since = None
        elif self._offered is None:
            now = self._now()
            if self._short_since is None:
                self._short_since = now
            if now - self._short_since < ALONE_SECONDS:
                return
        if offer != self._offered:
            self._offered = offer
            self._on_offer(offer)

    # --- opening the table -----------------------------------------------------------------------

    def open_at(self, host: Host, deals: DealWatch | None, *, bot_seconds: float) -> None:
        """Have the table here: from what this program holds, with the votes of the others.

        `deals` are as for `table_from_record`. Where there are no votes, and the player wants that,
        have a table apart here. Raises NotTakenError, JournalError, OSError; then the table is not
        here.
        """
        from net.client.going_on import table_from_record
        from net.table.log import log_text

        client, election = self.client, self.election
        self.hold()
        votes = election.won()
        if client.seat is None:
            return
        if not votes:
            self._open_apart(host, deals, bot_seconds)
            return
        state = table_from_record(client, deals, votes[0].epoch, lambda: secrets.token_hex(16))
        token = state.room.seats[client.seat].token
        table = host.arrivals.prepare(log_text(state.lines), token, bot_seconds=bot_seconds)
        try:
            election.open(Place(own_address(), host.port, host.fingerprint))
        except OSError:
            host.arrivals.forget()
            raise
        table.go_on_after(election, self.match, self._keys)
        client.anew(election.epoch)
        self._went = election.epoch
        known = election.kept.known
        assert known is not None
        own = next(each for each in known.joined if each.seat == election.seat)
        client.handshake.go_on_at(host.fingerprint, election.coming(own))
        host.arrivals.arrive()
        self._begin()
        self._tell(None)

    def _open_apart(self, host: Host, deals: DealWatch | None, bot_seconds: float) -> None:
        """Have a table apart here, to which the others may come along. Raises as `open_at`."""
        from net.client.going_on import OtherTable, table_from_record
        from net.table.log import log_text

        client, election, seat = self.client, self.election, self.client.seat
        assert client.seated is not None
        assert seat is not None
        room = MAX_NAME - len(self._name_apart(""))
        name = clean_name(self._name_apart(client.seated.table_name[:room].rstrip()))
        other, epoch = OtherTable(secrets.token_hex(16), name), election.epoch + 1
        state = table_from_record(client, deals, epoch, lambda: secrets.token_hex(16), apart=other)
        token = state.room.seats[seat].token
        table = host.arrivals.prepare(log_text(state.lines), token, bot_seconds=bot_seconds)
        place = Place(own_address(), host.port, host.fingerprint)
        apart = election.part(other.id, place, self._now())
        if apart is None:
            host.arrivals.forget()
            return

        def admits(coming: Coming) -> bool:
            genuine = genuine_at(other.id, self._keys)
            return may_come(coming, apart, election.people, genuine)

        table.go_on_apart(seat, admits)
        client.handshake.go_apart(other.id, host.fingerprint, token)
        client.anew(epoch, apart=other.id)
        self.stop()
        host.arrivals.arrive()
        self._tell(None)
