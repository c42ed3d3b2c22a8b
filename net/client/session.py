"""The client's half of a table: where it sits, the last position, and what to say after a break.

No I/O: a Link carries the messages, over a socket (link.py) or within the process
(net.host.local).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from msgspec.structs import replace

from core.game import Event, Game, Move, OptionError, Seat, parse_options
from core.games import GAMES
from net.secure.code import ClientProof, NewClientProof, ProofError
from net.wire.names import clean_name
from net.wire.protocol import (
    MAX_MOVE,
    VERSION,
    BadMessageError,
    Closed,
    Confirm,
    Confirmed,
    FromHost,
    Gathered,
    Hello,
    Join,
    Message,
    Play,
    Prove,
    Proving,
    Ready,
    Refused,
    Seated,
    ToHost,
    Updated,
    Welcomed,
)
from net.wire.reasons import closing
from net.wire.views import parse_event, parse_view

LOST_SEAT: Final = ("table", "full", "playing", "taken", "crowded", "code", "wrong")
"""Answers to a Join that comes back which mean that there is nothing to come back to."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What opens a seat again, and the one host that may see it."""

    token: str
    host: str
    """The fingerprint of the host's certificate; empty within one process."""


class Session:
    """What one player or watcher knows. Feed it with `receive`; read its attributes.

    `tickets` are kept by seat and may outlive the process, so that a player who starts the program
    anew finds the old seat.
    """

    def __init__(
        self,
        program: str = "kozyr",
        tickets: MutableMapping[str, Ticket] | None = None,
        games: Mapping[str, Game] = GAMES,
    ) -> None:
        self.welcomed: Welcomed | None = None
        self.seated: Seated | None = None
        self.room: Gathered | None = None
        self.game: Game | None = None
        self.options: Any = None
        self.view: Any = None
        """The last position as the game's View; None before the first deal."""
        self.events: tuple[Event, ...] = ()
        """What led to `view`."""
        self.seq = 0
        self.pending: Play | None = None
        """A move on its way that the host has neither taken nor refused yet."""
        self.connected = False
        """Kept by the link."""
        self.closed: Closed | None = None
        """Why it is over for good."""
        self._program = program
        self._tickets: MutableMapping[str, Ticket] = {} if tickets is None else tickets
        self._games = games
        self._host = ""
        self._new_proof: NewClientProof | None = None
        self._code = ""
        self._proof: ClientProof | None = None
        self._proved = False
        self._join: Join | None = None
        self._sat = False
        """Whether a seat has been given on this connection."""
        self._unsaid = False
        """Whether what to join waits for Welcomed."""
        self._ticket: Ticket | None = None
        """Whose token the Join shows."""
        self._coming_back = False
        self._number = 0

    @property
    def seat(self) -> Seat | None:
        """The seat this session plays; None before it sits and for a watcher."""
        return self.seated.seat if self.seated else None

    @property
    def my_turn(self) -> bool:
        """Whether a decision of this seat is awaited and none is on its way."""
        return (
            self.view is not None
            and self.seat is not None
            and self.pending is None
            and self.seat in self.view.to_act
            and (self.room is None or self.room.phase == "playing")
        )

    def hello(self) -> Hello:
        """The first message on every connection."""
        return Hello(VERSION, self._program)

    def join(
        self, name: str, table: str = "", *, seat: Seat | None = None, watch: bool = False
    ) -> Join:
        """Ask for a seat, or come back to the seat that this name had at the table before.

        Before a connection stands it is enough to have said so once: `resumed` and `receive` send
        it, the first table ("") once it is known which that is.
        """
        self._join = self._named(Join(clean_name(name), table, "", seat, watch))
        if self.welcomed is not None and self._is_strange():
            self._join = replace(self._join, token="")
        return self._join

    def _named(self, join: Join) -> Join:
        """Put the table's id and the seat's token into a Join, as far as they are known."""
        if not join.table and self.welcomed is not None and self.welcomed.tables:
            join = replace(join, table=self.welcomed.tables[0].id)
        if join.table and not join.watch:
            # At another host the same table may have been somebody's trick: its own key goes first.
            at_host = self._tickets.get(seat_key(join.table, join.name, self._host))
            self._ticket = at_host or self._tickets.get(seat_key(join.table, join.name))
            join = replace(join, token=self._ticket.token if self._ticket else "")
        return join

    def prove(self, code: str) -> Prove:
        """Take the code of the table and begin to prove it; it is remembered for a return."""
        self._code = code
        assert self._join is not None, "a code is for who wants to join"
        assert self._new_proof is not None, "no code without a connection"
        self._proof = self._new_proof(code, self._join.table)
        return Prove(self._join.table, self._proof.share)

    @property
    def proving(self) -> bool:
        """Whether a code is being proved; until then there is nothing to ask the player."""
        return self._proof is not None

    def take_code(self, code: str) -> None:
        """Take the code of the table before a connection stands."""
        self._code = code

    def meet(self, host: str, new_proof: NewClientProof) -> None:
        """Note who is at the other end of a new connection, and how to prove a code to it."""
        self._host = host
        self._new_proof = new_proof

    def ready(self, ready: bool = True) -> Ready:
        """Agree to the house rules as they are known here, or take that back."""
        return Ready(ready, self.room.terms if ready and self.room else None)

    def play(self, move: Move) -> Play:
        """Number a move and remember it until the host has answered.

        While one is on its way that one is returned again: two quick key presses are one move.
        """
        if self.pending is None:
            # Whatever was typed must arrive as a message, to be refused by the rules.
            self.pending = Play(self._number + 1, self.seq, move[:MAX_MOVE] or "?")
        return self.pending

    def resumed(self) -> list[ToHost]:
        """What to send on a new connection: greet, sit down again, repeat the unanswered move.

        The host takes a move number once only, so repeating is harmless.
        """
        self._coming_back = self.seated is not None
        self._proof, self._proved, self._sat = None, False, False
        if self._join is not None and self.seated is None:
            self._join = self._named(self._join)
        self._unsaid = self._join is None or not self._join.table or self._wants_proof
        if self._unsaid:
            return [self.hello()]
        return [self.hello(), *self._sit_down()]

    @property
    def _wants_proof(self) -> bool:
        """Whether the host has to prove the code before it hears more; who has a token knows it."""
        token = self._join.token if self._join else ""
        return bool(self._code) and not self._proved and not token

    def _sit_down(self) -> list[ToHost]:
        """Join, unless that would show the token of a seat to somebody else's certificate."""
        if self._join is None or self._is_strange():
            return []
        return [self._join] if self.pending is None else [self._join, self.pending]

    def _is_strange(self) -> bool:
        """Whether the token of the Join is not for this host; then this is the end."""
        token = self._join.token if self._join else ""
        if not token or self._ticket is None or self._ticket.host == self._host:
            return False
        self.closed = closing("stranger")
        return True

    def receive(self, message: FromHost) -> list[ToHost]:
        """Absorb a message; return what to answer at once.

        Raises BadMessageError if it makes no sense here.
        """
        match message:
            case Welcomed():
                return self._welcome(message)
            case Proving():
                return self._confirm(message)
            case Confirmed():
                return self._confirmed(message)
            case Refused():
                return self._refuse(message)
            case _:
                self._absorb(message)
                return []

    def _welcome(self, message: Welcomed) -> list[ToHost]:
        self.welcomed = message
        if self._join is None or not self._unsaid:
            return []
        self._unsaid = False
        if not self._join.table:
            self._join = self._named(self._join)
        return [self.prove(self._code)] if self._wants_proof else self._sit_down()

    def _confirm(self, message: Proving) -> list[ToHost]:
        if self._proof is None:
            raise BadMessageError("proving without having been asked")
        try:
            return [Confirm(self._proof.confirm(message.share))]
        except ProofError:
            self.closed = closing("impostor")
            return []

    def _confirmed(self, message: Confirmed) -> list[ToHost]:
        if self._proof is None or not self._proof.confirmed(message.proof):
            self.closed = closing("impostor")
            return []
        self._proof, self._proved = None, True
        return self._sit_down()

    def _absorb(self, message: FromHost) -> None:
        match message:
            case Seated():
                self._sit(message)
            case Gathered():
                self._gather(message)
            case Updated():
                self._update(message)
            case Closed():
                self.closed = message
            case _:
                pass

    def _sit(self, message: Seated) -> None:
        if self._join is None:
            raise BadMessageError("seated without having asked")
        if message.game not in self._games:
            raise BadMessageError(f"this program does not know the game {message.game!r}"[:120])
        if self._wants_proof:
            # Whoever stands in the middle does not know the code and would leave the question out.
            self.closed = closing("unasked")
            return
        if self._sat or message.table != (self._join.table or message.table):
            raise BadMessageError("a seat that nobody asked for")
        if self._join.watch and message.seat is not None:
            raise BadMessageError("a seat for a watcher")
        self.seated, self._sat = message, True
        self._coming_back = False
        self.game = self._games[message.game]
        self._taken(message.number)
        if message.seat is not None:
            join = self._join
            self._ticket = Ticket(message.token, self._host)
            self._tickets[seat_key(message.table, join.name)] = self._ticket
            self._join = Join(join.name, message.table, message.token, message.seat)

    def _gather(self, message: Gathered) -> None:
        if self.game is None:
            raise BadMessageError("a room before a seat")
        try:
            self.options = parse_options(self.game.Options, message.options)
        except OptionError as error:
            raise BadMessageError(str(error)[:200]) from None
        self.room = message

    def _update(self, message: Updated) -> None:
        if self.game is None or self.room is None:
            raise BadMessageError("a position before a room")
        view = parse_view(self.game, self.options, message.view)
        if view.seat != self.seat:
            raise BadMessageError("somebody else's position")
        seats = len(self.room.seats)
        if not view.seats == len(view.totals) == seats or not {*view.to_act} <= {*range(seats)}:
            raise BadMessageError("a position of another table")
        self.view = view
        self.events = tuple(map(parse_event, message.events))
        self.seq = message.seq
        self._taken(message.number)

    def _refuse(self, message: Refused) -> list[ToHost]:
        if self.pending is not None and self.pending.number == message.number:
            self.pending = None
        if message.code == "code" and self._code and self._proof is None and not self._proved:
            return [self.prove(self._code)]
        if message.code in ("wrong", "codeless"):
            self._proof, self._code = None, ""
        if message.code == "codeless":
            self.closed = closing("unasked")
        if self._coming_back and message.code in LOST_SEAT:
            self.closed = closing("gone")
        return []

    def _taken(self, number: int) -> None:
        self._number = number
        if self.pending is not None and self.pending.number <= number:
            self.pending = None


def seat_key(table: str, name: str, host: str = "") -> str:
    """Return the key under which the ticket of a seat is kept, of one host if that is known."""
    return f"{table}/{name}@{host}" if host else f"{table}/{name}"


class Link(Protocol):
    """The way between a session and its host."""

    session: Session

    @property
    def troubles(self) -> Sequence[str]:
        """What has gone wrong with a table in this process, by the codes of
        net.wire.reasons.TROUBLES; of other tables nothing is known.
        """
        ...

    def send(self, message: Message) -> None:
        """Send without waiting. While the connection is lost, only a Join and a Play survive."""
        ...

    async def run(
        self, on_message: Callable[[FromHost], None], on_link: Callable[[bool], None]
    ) -> None:
        """Carry messages until it is over for good; `session.closed` then says why, or is None
        after `close`.

        Each message is in the session before `on_message` hears of it. `on_link` hears True when
        the connection stands and False when it is lost. Failures end in a Closed, never in an
        exception.
        """
        ...

    async def close(self) -> None:
        """Leave the connection, not the seat; `run` returns."""
        ...
