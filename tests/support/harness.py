"""A table and its visitors joined by lists: real clients, real bytes, no sockets, time by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from core.deal_proof import DealProof
from core.game import Decks
from core.shuffle import SeededDecks
from net.client.events import Answer, ClientEvent
from net.client.seat import ClientSeat
from net.secure import signing
from net.table.effects import AskBot, Drop, Effect, Finish, Peer, Send, TablePlan, WakeAt
from net.table.live import LiveMatch
from net.table.lobby import Lobby
from net.table.table import Table
from net.wire.from_host import FromHost, Ponged, Refused
from net.wire.message import Message
from net.wire.protocol import decode_from_host, decode_to_host, encode
from net.wire.to_host import Fill, Ping, Ready, Start
from tests.support import tiny_game


@dataclass
class FixedChance:
    """Chance decided by a test."""

    token: Callable[[], str]
    code: Callable[[], str]
    nonce: Callable[[], bytes]
    decks: Callable[[], Decks]
    shared: bool
    date: Callable[[], str] = str
    table: bytes = bytes(16)
    is_signed: Callable[[str, bytes, str], bool] = signing.is_signed


class Visitor:
    """A connection to the harness with a seat of its own."""

    def __init__(self, harness: Harness, client: ClientSeat, peer: Peer | None = None) -> None:
        self.harness = harness
        self.client = client
        self.heard: list[Any] = []
        self.events: list[ClientEvent] = []
        self.hear: Callable[[ClientEvent], None] = self.events.append
        self.dropped = False
        self.answers = False
        """Whether it sends due messages by itself at once."""
        self.sent: list[Message] = []
        self.forge: Callable[[FromHost], FromHost | None] = lambda message: message
        """Alters a message on its way from a cheating host; None withholds it."""
        harness.visitors.append(self)
        if peer is not None:
            harness.lobby.meet(self, peer)

    def send(self, message: Message) -> list[Any]:
        """Send a message and return the replies."""
        heard = len(self.heard)
        harness = self.harness
        self.sent.append(message)
        self.client.sent(message)
        sent = decode_to_host(encode(message))
        harness.carry_out(harness.lobby.receive(self, sent, harness.now))
        harness.answer_for_visitors()
        return self.heard[heard:]

    def keep_back(self, kind: type[Message]) -> None:
        """Send no more messages of a kind."""
        send = self.send
        self.send = lambda message: [] if isinstance(message, kind) else send(message)

    def refused(self, message: Message) -> str:
        """Send a message that will be refused; return the code."""
        last = self.send(message)[-1]
        assert isinstance(last, Refused), last
        # a refused visitor is told everything that the sentence names
        last.reason.format(**last.facts)
        return last.code

    def play(self, move: str) -> list[Any]:
        return self.send(self.client.play(move))

    def cut(self) -> None:
        """Break the connection."""
        self.harness.visitors.remove(self)
        self.harness.carry_out(self.harness.lobby.lost(self, self.harness.now))

    def lose(self) -> None:
        """Break the connection; this program notices it as well as the host."""
        self.cut()
        self.client.lose()

    def again(self, peer: Peer | None = None) -> Visitor:
        """Resume the same seat on another connection."""
        other = Visitor(self.harness, self.client, peer)
        other.answers = self.answers
        return other.greet()

    def greet(self) -> Visitor:
        """Begin this connection as the seat requires."""
        for event in self.client.greet():
            if isinstance(event, Answer):
                self.send(event.message)
        return self

    def take(self, message: FromHost) -> None:
        """Receive a message; due replies wait for their turn, if they are sent at all."""
        forged = self.forge(message)
        if forged is None:
            return
        message = forged
        self.heard.append(message)
        for event in self.client.receive(message, self.harness.now):
            if not isinstance(event, Answer):
                self.hear(event)
            elif self.answers:
                self.harness.due.append((self, event.message))

    def last(self, kind: type[Any]) -> Any:
        """The last message of a kind."""
        return next(message for message in reversed(self.heard) if isinstance(message, kind))


class Harness:
    """A lobby with one table of a game."""

    def __init__(
        self,
        game: ModuleType = tiny_game,
        seats: int = 2,
        bot_seconds: float = 0.6,
        clock: int = 0,
        pause: int = 0,
        tokens: str = "token",
        new_code: Callable[[], str] = str,
        new_nonce: Callable[[], bytes] | None = None,
        new_decks: Callable[[], Decks] = lambda: SeededDecks(1),
        has_bots: bool = True,
        bots: tuple[str, ...] = (),
        unattended: bool = False,
        **options: Any,
    ) -> None:
        numbers = itertools.count(1)
        self.game: Any = game
        self.now = 100.0
        self.chance = FixedChance(
            token=lambda: f"{tokens}-{next(numbers)}",
            code=new_code,
            nonce=new_nonce or bytes,
            decks=new_decks,
            shared=new_nonce is not None,
        )
        plan = TablePlan(
            "table-1",
            "Harness",
            self.game,
            self.game.Options(**options),
            seats,
            clock,
            pause,
            bots=bots,
            bot_seconds=bot_seconds,
            has_bots=has_bots,
            unattended=unattended,
        )
        self.table = Table(plan, self.chance)
        self.lobby = Lobby("Hostess", [self.table])
        self.visitors: list[Visitor] = []
        self.saved: list[list[dict[str, Any]]] = []
        """The record of each match that is over or was given up."""
        self.asked: list[AskBot] = []
        self.alarms: list[float] = []
        self.own = ""
        """The player at the host's own program."""
        self.silent = False
        """Whether nothing comes from visitors: the network is lost, unnoticed by the host."""
        self.due: list[tuple[Visitor, Message]] = []
        """Replies of visitors that send them by themselves."""

    @property
    def live(self) -> LiveMatch:
        """The match being played, or the last one."""
        return self.table.match.live

    def proof(self) -> DealProof:
        """The source from which the present match was dealt."""
        proof = self.table.match.live.proof
        assert proof is not None
        return proof

    def client(self) -> ClientSeat:
        return ClientSeat(games={self.game.NAME: self.game})

    def visitor(self, client: ClientSeat | None = None, peer: Peer | None = None) -> Visitor:
        """Add a visitor who has said Hello."""
        visitor = Visitor(self, client or self.client(), peer)
        visitor.send(visitor.client.handshake.hello())
        return visitor

    def join(self, name: str, **wishes: Any) -> Visitor:
        """Add a visitor who has joined the table."""
        visitor = self.visitor()
        if name == self.own:
            known = self.lobby.authenticator.peer(visitor)
            self.lobby.meet(visitor, replace(known, own=True))
        visitor.send(visitor.client.join(name, **wishes))
        return visitor

    def start(self, *others: Visitor, owner: Visitor) -> None:
        for other in others:
            other.send(Ready())
        owner.send(Start())

    def two(self) -> tuple[Visitor, Visitor]:
        """Two people in a running match."""
        ann, bob = self.join("Ann"), self.join("Bob")
        self.start(bob, owner=ann)
        return ann, bob

    def with_bot(self) -> Visitor:
        """One person at seat 0 in a running match with bots."""
        ann = self.join("Ann")
        for seat in range(1, len(self.table.room)):
            ann.send(Fill(seat, "easy"))
        ann.send(Start())
        return ann

    def carry_out(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(connection, message):
                    assert isinstance(connection, Visitor)
                    received = decode_from_host(encode(message))
                    if connection in self.visitors:
                        connection.take(received)
                case Drop(connection):
                    assert isinstance(connection, Visitor)
                    connection.dropped = True
                    if connection in self.visitors:
                        self.visitors.remove(connection)
                case Finish(lines=lines):
                    self.saved.append(list(lines))
                case AskBot():
                    self.asked.append(effect)
                case WakeAt(time):
                    self.alarms.append(time)

    def answer_for_visitors(self) -> None:
        """Send the messages due from visitors that answer by themselves, as they come up."""
        while self.due:
            visitor, answer = self.due.pop(0)
            if visitor in self.visitors:
                visitor.send(answer)

    def answer(self, move: str | None = None) -> None:
        """Answer the oldest question to a bot with the given move, or its first legal one."""
        question = self.asked.pop(0)
        if move is None:
            move = self.live.legal(question.seat)[0]
        self.carry_out(
            self.lobby.bot_moved(question.table, question.seat, question.ticket, move, self.now)
        )

    def pass_time(self, seconds: float) -> None:
        """Let time pass, with the alarms that ring in between."""
        end = self.now + seconds
        while due := [alarm for alarm in self.alarms if alarm <= end]:
            alarm = min(due)
            self.alarms.remove(alarm)
            self.now = max(self.now, alarm)
            self.carry_out(self.lobby.tick(self.now))
            self.ping()
            self.answer_for_visitors()
        self.now = end

    def ping(self) -> None:
        """Have all visitors show that their connections work, as their programs do all the time."""
        if not self.silent:
            for visitor in list(self.visitors):
                effects = self.lobby.receive(visitor, Ping(0), self.now)
                self.carry_out(each for each in effects if each != Send(visitor, Ponged(0)))


def met(*game: Any, **settings: Any) -> tuple[Harness, Visitor, Visitor]:
    """Ann and Bob at a table before a match."""
    harness = Harness(*game, **settings)
    return harness, harness.join("Ann"), harness.join("Bob")


def two(*game: Any, **settings: Any) -> tuple[Harness, Visitor, Visitor]:
    """Ann and Bob in a running match."""
    harness = Harness(*game, **settings)
    return harness, *harness.two()


def with_bots(*game: Any, **settings: Any) -> tuple[Harness, Visitor]:
    """Ann in a running match with bots at all other seats."""
    harness = Harness(*game, **settings)
    return harness, harness.with_bot()
