"""The client's half of a table: the host's messages in, typed events out; intents to messages.

No I/O: a Link carries the messages, over a socket (net.client.link) or within the process
(net.host.local), and passes the events on.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import structs

from core.game import Game, Move, Seat
from core.games import GAMES
from net.branch.statements import Origin
from net.client import events
from net.client.deal_watch import DealWatch
from net.client.handshake import Handshake, HandshakeError
from net.client.known import Checking, KnownTable, MatchEnd
from net.client.receiving import answers, events_of
from net.wire import from_host
from net.wire.message import Message
from net.wire.reasons import closing
from net.wire.to_host import Join, Play, Prove, Ready, Request


class ClientSeat(KnownTable):
    """Keeps a client's knowledge of a table up to date, and makes the player's messages.

    `receive` takes each message of the host and reports its events; the knowledge is the sum of
    those events, so no screen has to compare two states.
    """

    def __init__(
        self,
        handshake: Handshake | None = None,
        games: Mapping[str, Game] = GAMES,
        *,
        watch: bool = True,
        keeps: bool = False,
    ) -> None:
        deals = DealWatch() if watch else None
        super().__init__(handshake or Handshake(), games, MatchEnd(keeps=keeps), deals)
        self.handshake.games = list(games)
        self.checking = Checking(self)

    # --- intents of the player -------------------------------------------------------------------

    def join(
        self, name: str, table: str = "", *, seat: Seat | None = None, watch: bool = False
    ) -> Join:
        """Ask for a seat, or for the one that this name had at the table before.

        A single call before the connection is enough: `greet` and `receive` send the Join, for the
        host's first table ("") once its id is known.
        """
        return self.handshake.join(name, table, seat, watch=watch)

    def prove(self, code: str) -> Prove:
        """Answer CodeWanted; the code is kept for a later resumption."""
        return self.handshake.prove(code)

    def ready(self, ready: bool = True) -> Ready:
        """Agree to the house rules as known here, or withdraw the agreement."""
        return Ready(ready, self.room.terms if ready and self.room else None)

    def play(self, move: Move) -> Play:
        """Number a move and keep it until the host has answered.

        If a move is already on its way, that one is returned again: two quick key presses are one
        move.
        """
        return self.moves.play(move, self.seq)

    def sent(self, message: Message) -> None:
        """Note a message that the link has sent for the player."""
        self.consent.say(message)
        self.requested = self.requested or isinstance(message, Request)

    # --- the connection --------------------------------------------------------------------------

    def greet(self) -> list[events.Answer | events.Dismissed]:
        """Return the messages for a new connection: Hello, Join, the unanswered move.

        The host accepts each move number only once, so repeating a move does no harm.
        """
        try:
            return list(answers(self, self.handshake.greet()))
        except HandshakeError as end:
            return [self.dismiss(closing(end.code))]

    def receive(self, message: from_host.FromHost, now: float) -> list[events.ClientEvent]:
        """Take a message of the host and report its events.

        `now` is this machine's time when it came. Raises BadMessageError if the message makes no
        sense here.
        """
        try:
            return list(events_of(self, message, now))
        except HandshakeError as end:
            return [self.dismiss(closing(end.code))]

    def branch(self, table: str, lost: int, deals: int, host: str) -> None:
        """Agree that a branch continues the match after `deals` deals; see `DealWatch.branch`.

        `host` is the name of the player whose computer was lost.
        """
        self.moves.pending, self.void = None, True
        if self.seated is None:
            return
        if self.deals is not None:
            origin = Origin(self.seated.table, deals, host)
            self.deals.branch(lost, (origin, *self.origins))
        self.seated = structs.replace(self.seated, table=table)

    def lose(self, *, renewing: bool = False) -> list[events.Disconnected]:
        """Note the loss of the connection; report it unless the link is `renewing` it."""
        lost = self.connected and self.dismissed is None and not renewing
        self.connected, self.ends, self.presence.until = False, None, None
        self.took = 0
        self.was_lost = self.was_lost or lost
        self.consent.lost()
        if self.deals is not None:
            self.deals.lost()
        return [events.Disconnected()] if lost else []


class Link(Protocol):
    """The way between a client's seat and its host."""

    @property
    def client(self) -> ClientSeat:
        """The seat whose messages it carries."""

    @property
    def troubles(self) -> Sequence[str]:
        """The troubles of a table in this process, as codes of net.wire.reasons.TROUBLES.

        For a table at another computer, only this program's own troubles are known.
        """

    def send(self, message: Message) -> None:
        """Send without waiting. While the connection is lost, only a Join and a Play survive."""

    async def run(self, on_event: Callable[[events.ClientEvent], None]) -> None:
        """Carry messages until either side closes for good, and report their events.

        Dismissed is then the last event; after `close` none is reported. A failure ends in
        Dismissed, never in an exception.
        """

    async def close(self) -> None:
        """Close the connection but keep the seat; `run` returns."""
