"""Tables that move between programs joined by lists: real lobbies and clients, no sockets."""

from __future__ import annotations

from typing import Any

from net.client.events import (
    ClientEvent,
    HostingWanted,
    ReachWanted,
    TableHanded,
    TableMoved,
    TableStays,
)
from net.migration import IncomingStage
from net.secure.code import HostProof
from net.table.effects import Peer
from net.table.lobby import Lobby
from net.table.log_reader import read_handed
from net.table.opening import open_table
from net.wire.message import Message
from net.wire.to_host import Accept, Decline, Prepared, Reached
from tests.support.harness import Harness, Visitor
from tests.support.shuffles import ShuffledHarness


def _no_proof(code: str, table: str) -> HostProof:
    raise AssertionError("no table here has a code")


class Computer(ShuffledHarness):
    """A computer at which a table is, or to which it may move; `name` identifies it."""

    def __init__(self, number: int, game: Any = None, seats: int = 2, **settings: Any) -> None:
        super().__init__(game, seats, **settings)
        self.number = number
        self.fingerprint = f"{number:02x}" * 32
        self.refuses = ""
        """The reason why this computer declines at the last moment, if it does."""

    def empty(self) -> Computer:
        """Have no table here yet."""
        self.lobby = Lobby(f"Host {self.number}", [])
        return self

    def visitor(self, client: Any = None) -> Visitor:
        visitor = Mover(self, client or self.client())
        self.lobby.meet(visitor, Peer(f"10.0.0.{len(self.visitors)}", False, _no_proof))
        visitor.send(visitor.client.handshake.hello())
        visitor.answers = True
        return visitor

    def take_over(self, text: str) -> None:
        """Prepare the table that has been handed over."""
        state = read_handed(text)
        games = {self.game.NAME: self.game}
        self.table = open_table(state, self.now, lambda *_: self.chance, games=games)
        self.lobby.arriving = self.table


class Mover(Visitor):
    """A player's program that follows the table, and takes it over if asked."""

    def __init__(self, harness: Harness, client: Any) -> None:
        super().__init__(harness, client)
        self.hear = self._heard
        self.computer: Computer | None = None
        """This player's own computer."""
        self.reaches: bool | None = True
        """Whether it can connect to the new place; None if it does not say."""
        self.agrees = True
        self.moved: TableMoved | None = None

    def _answer(self, message: Message) -> None:
        self.harness.due.append((self, message))

    def _heard(self, event: ClientEvent) -> None:
        self.events.append(event)
        incoming, computer = self.client.incoming, self.computer
        match event:
            case HostingWanted(attempt=attempt) if computer is not None:
                if self.agrees:
                    incoming.agree()
                    self._answer(Accept(attempt, 4000 + computer.number, computer.fingerprint))
                else:
                    self._answer(Decline(attempt))
            case ReachWanted(attempt=attempt) if self.reaches is not None:
                self._answer(Reached(attempt, self.reaches))
            case TableHanded(text=text) if computer is not None:
                if computer.refuses == "silent":
                    pass
                elif computer.refuses == "mute":
                    computer.take_over(text)
                    incoming.prepare()
                elif computer.refuses:
                    self._answer(Decline(incoming.attempt, computer.refuses))
                else:
                    computer.take_over(text)
                    incoming.prepare()
                    self._answer(Prepared(incoming.attempt))
            case TableStays() if computer is not None:
                computer.lobby.arriving = None
            case TableMoved():
                self.moved = event
                if computer is not None and incoming.let_go():
                    computer.carry_out(computer.lobby.open_arriving(computer.now))
            case _:
                pass

    def follow(self, *computers: Computer) -> Mover:
        """Come to the table's new host on another connection."""
        there = next(c for c in computers if c.fingerprint == self.moved.fingerprint)
        self.client.lose()
        self.client.handshake.meet(there.fingerprint, _no_proof)
        other = Mover(there, self.client)
        there.lobby.meet(other, Peer("10.0.0.9", False, _no_proof))
        other.answers = True
        other.computer, other.reaches, other.agrees = self.computer, self.reaches, self.agrees
        if self.client.incoming.stage is IncomingStage.SERVING:
            self.client.incoming.stage = IncomingStage.NONE
        other.greet()
        there.answer_for_visitors()
        return other
