"""The owner's requests about players and watchers, and limits on talk and changes. No I/O.

A request that cannot be granted raises RefusalError and changes nothing.
"""

from collections.abc import Callable, Collection
from typing import Final, assert_never

from core.game import Seat
from net.rate_limit import RateLimit
from net.table import seating
from net.table.effects import ConnectionKey
from net.table.room import Holder, Room, Watcher
from net.table.sender import Sender
from net.wire.from_host import Given
from net.wire.reasons import RefusalError, closing, refusal
from net.wire.to_host import Allow, Deny, Give, HandOver, LetIn, Nudge, OwnerRequest, PutOut

REQUESTS: Final = (1 / 30, 2.0)
"""The requests for a seat from one address: one per second, and one more at once."""

BURST: Final = 5
LINES_PER_SECOND: Final = 1
"""The lines of chat, or the changes, of a player: a few at once, then one a second."""

OWNER_BURST: Final = 60
OWNER_CHANGES_PER_SECOND: Final = 4
"""The changes of an owner, who seats bots and tries house rules."""


class Allowances:
    """The lines of chat that each seat may still send, or the changes that it may still make.

    All watchers share one allowance, and a seat keeps its own whichever player has it: joining
    again does not bring a new one.
    """

    def __init__(self) -> None:
        self._rates: dict[tuple[Seat | None, bool], RateLimit] = {}

    def check(self, seat: Seat | None, now: float, *, owner: bool = False) -> None:
        """Raise RefusalError if the next one has to wait."""
        rate = self._rates.get((seat, owner))
        if rate is not None and rate.wait(now):
            raise RefusalError("fast")

    def note(self, seat: Seat | None, now: float, *, owner: bool = False) -> None:
        """Count a line, or a change that others have heard of."""
        pace = (OWNER_CHANGES_PER_SECOND, OWNER_BURST) if owner else (LINES_PER_SECOND, BURST)
        self._rates.setdefault((seat, owner), RateLimit(pace[0], pace[1] - 1)).note(now)


class Moderation:
    """Carries out the owner's requests in a room.

    `successor` returns the level of the bot that replaces a player who is put out of a match or
    does not answer; empty for a game without bots.
    """

    def __init__(
        self,
        room: Room,
        sender: Sender,
        new_token: Callable[[], str],
        successor: Callable[[], str],
    ) -> None:
        self._successor = successor
        self._room = room
        self._sender = sender
        self._new_token = new_token
        self._asked: dict[str, RateLimit] = {}
        """The pace of requests for a seat, by the watcher's address."""

    def do(
        self,
        owner: Seat,
        request: OwnerRequest,
        awaited: Collection[Seat],
        now: float,
        *,
        playing: bool,
        seq: int,
    ) -> None:
        """Carry out a request; `awaited` are the seats for which a match waits.

        `seq` is the number of the position.
        """
        match request:
            case PutOut():
                self._put_out(owner, request, playing=playing)
            case LetIn(name=name):
                self._room.access.let_in(name)
            case Allow():
                self._allow(request)
            case HandOver(seat=seat):
                self._present(owner, seat)
                self._room.own(seat)
            case Deny(watcher=name):
                self._deny(name, seq)
            case Give(seat=seat, watcher=name):
                self._give(seat, name, now)
            case Nudge(seat=seat):
                self._nudge(owner, seat, awaited, now)
            case _:
                assert_never(request)

    def check_talk(self, connection: ConnectionKey) -> None:
        """Raise RefusalError unless a player, or a watcher, may talk now."""
        if connection in self._room.watchers and not self._room.access.limits.watchers_talk:
            raise RefusalError("quiet")

    def _put_out(self, owner: Seat, request: PutOut, *, playing: bool) -> None:
        if (seat := request.seat) is None:
            self._put_out_watcher(request)
            return
        room, holder = self._room, self._somebody_else(owner, seat)
        if holder.peer.own:
            raise RefusalError("program", name=holder.name)
        if playing and not self._successor():
            raise RefusalError("botless")
        token, connection = holder.token, holder.connection
        code = self._see_out(holder.name, token, holder.peer.address, request, seat)
        if connection is None:
            room.access.tell_absent(token, closing("removed"))
        seating.vacate(room, seat, self._successor() if playing else "")
        if connection is not None:
            self._sender.dismiss(connection, code)

    def _put_out_watcher(self, request: PutOut) -> None:
        connection, watcher = self._watcher(request.watcher)
        code = self._see_out(watcher.name, "", watcher.peer.address, request)
        self._sender.dismiss(connection, code)

    def ask_for_seat(self, connection: ConnectionKey, now: float) -> None:
        """Pass a watcher's request for a seat on to the owner, who answers with Give or Deny.

        All watchers at one address share an allowance: connecting again does not bring a new one.
        """
        room = self._room
        watcher = room.watchers.get(connection)
        if watcher is None:
            raise RefusalError("joined")
        if watcher.asks:
            raise RefusalError("asked")
        if room.access.limits.locked:
            raise RefusalError("locked")
        self.check_talk(connection)
        self._asked = {group: rate for group, rate in self._asked.items() if not rate.idle(now)}
        rate = self._asked.setdefault(watcher.peer.group, RateLimit(*REQUESTS))
        if rate.wait(now):
            raise RefusalError("fast")
        rate.note(now)
        watcher.asks = True
        room.changes.note("requested", None, watcher.name)

    def _deny(self, name: str, seq: int) -> None:
        """Tell a watcher that there is no seat now."""
        connection, watcher = self._watcher(name)
        if not watcher.asks:
            raise RefusalError("nobody")
        watcher.asks = False
        self._room.changes.note("denied", None, name)
        self._sender.send(connection, refusal(RefusalError("denied"), seq))

    def _watcher(self, name: str) -> tuple[ConnectionKey, Watcher]:
        watchers = self._room.watchers.items()
        found = next(((c, watcher) for c, watcher in watchers if watcher.name == name), None)
        if found is None:
            raise RefusalError("nobody")
        return found

    def _give(self, seat: Seat, name: str, now: float) -> None:
        """Keep a seat for a watcher, who takes it on a new connection; a bot plays until then."""
        room, holder = self._room, self._room[seat]
        if holder.human and not holder.away:
            raise RefusalError("occupied")
        connection, watcher = self._watcher(name)
        watcher.asks = False
        facts = {} if holder.free else {"before": holder.name}
        earlier = holder.token
        # A player who lost the seat's token watches as "Ann 2", and becomes Ann again.
        if not holder.human or watcher.asked != holder.name:
            holder.facts, holder.played, holder.given = watcher.facts, False, True
            room.reserve(watcher.name)
        if earlier:
            room.access.tell_absent(earlier, closing("given", name=holder.name))
        holder.token, holder.away_since, holder.peer = self._new_token(), now, watcher.peer
        holder.key, holder.port = "", 0  # the old key opens the seat no more
        holder.ready = False
        room.changes.note("given", seat, holder.name, **facts)
        self._sender.send(connection, Given(seat, holder.token))

    def _see_out(
        self, name: str, token: str, address: str, request: PutOut, seat: Seat | None = None
    ) -> str:
        """Note a player or watcher put out, perhaps banned; return the code of the Closed."""
        room = self._room
        if not request.keep_out:
            room.changes.note("put_out", seat, name)
            return "removed"
        room.changes.note("kept_out", seat, room.access.keep_out(name, token, address))
        return "barred"

    def _allow(self, request: Allow) -> None:
        access = self._room.access
        locked = None if request.newcomers is None else not request.newcomers
        access.limit(locked=locked, watchers_talk=request.watchers_talk, watching=request.watching)
        if not access.limits.watching:
            for connection in list(self._room.watchers):
                self._sender.dismiss(connection, "unwatched")

    def _nudge(self, owner: Seat, seat: Seat, awaited: Collection[Seat], now: float) -> None:
        holder = self._present(owner, seat)
        if seat not in awaited:
            raise RefusalError("unawaited", name=holder.name)
        if not self._successor():
            raise RefusalError("botless")
        seating.ask(self._room, seat, now)

    def _present(self, owner: Seat, seat: Seat) -> Holder:
        """Return the seat of another player who is present."""
        holder = self._somebody_else(owner, seat)
        if holder.away or holder.idle:
            raise RefusalError("away", name=holder.name)
        return holder

    def _somebody_else(self, owner: Seat, seat: Seat) -> Holder:
        """Return the seat of another player, present or away."""
        holder = self._room.player(seat)
        if seat == owner:
            raise RefusalError("yourself")
        return holder
