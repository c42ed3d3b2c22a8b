"""What a client's seat tells: one frozen value for each thing that has happened. No behaviour.

`ClientSeat` makes them of the host's messages; screens, plain mode and programs match on them.
Times are those of this machine's own clock, as given to `ClientSeat.receive`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from core.game import Event, Move, Seat
from net.wire.protocol import RoomChange, SeatLine, TableLine, ToHost

# --- the connection ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Connected:
    """The connection stands and the host has answered."""

    host: str
    """What the host is called."""
    tables: tuple[TableLine, ...]
    again: bool = False
    """Whether it stood before and was lost."""


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is lost; the link tries to come back. No time is known meanwhile."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A message that is due at once. The link sends it; nobody else hears of it."""

    message: ToHost


# --- the way to a seat ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CodeWanted:
    """The table asks for its code: answer with `ClientSeat.prove`."""

    wrong: bool = False
    """Whether a code has been tried, and was not the one."""


@dataclass(frozen=True, slots=True)
class NotSeated:
    """There is no seat for this client; it may join otherwise (as a watcher) or leave."""

    code: str
    """A code of net.wire.reasons.REFUSALS, such as "full" or "playing"."""
    reason: str
    facts: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class SatDown:
    """The client has its seat. RoomChanged follows, then the Position if there is one."""

    table: str
    """The table's id."""
    table_name: str
    game: str
    seat: Seat | None
    """None watches."""
    again: bool = False
    """Whether it sat here before the connection was lost."""


@dataclass(frozen=True, slots=True)
class Dismissed:
    """It is over for good; nothing is told after this."""

    code: str
    """A code of net.wire.reasons.CLOSINGS."""
    reason: str
    facts: Mapping[str, str | int]


# --- at the table --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Room:
    """Who sits where, and on what terms: all of it, as the host has told it last."""

    phase: str
    """As in Gathered: "gathering", "playing" or "over"."""
    seats: tuple[SeatLine, ...]
    owner: Seat | None
    options: Any
    """The game's Options."""
    watchers: int = 0
    clock: int = 0
    """Seconds for each decision; 0 is no clock."""
    code: str = ""
    terms: int = 0
    pause: int = 0
    """Seconds for which a finished deal lies open at most; 0 is not at all, -1 without a limit."""

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats that nobody has."""
        return tuple(seat for seat, line in enumerate(self.seats) if not line.kind)

    @property
    def away(self) -> tuple[Seat, ...]:
        """Seats of people who have lost their connection and for whom no bot plays."""
        lines = enumerate(self.seats)
        return tuple(seat for seat, line in lines if line.away and line.kind == "human")


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The room as it is now, and what has changed it."""

    room: Room
    happened: tuple[RoomChange, ...] = ()
    """In order; nothing when this client sits down or comes back."""


@dataclass(frozen=True, slots=True)
class Position:
    """A view, and what led to it since the last one; no events after a return."""

    seq: int
    view: Any
    """The game's View of this seat."""
    events: tuple[Event, ...] = ()
    late: Seat | None = None
    """For whom a bot has made the move that led here, the time being up."""
    ends: float | None = None
    """When the time is up for one's own decision, else for whoever has least; None: none runs."""


@dataclass(frozen=True, slots=True)
class TimeChanged:
    """The time runs otherwise than told, without a move."""

    ends: float | None
    """As in Position."""
    giver: Seat | None = None
    """Who has given more time; None if nobody has."""
    given: tuple[Seat, ...] = ()
    """To whom."""


@dataclass(frozen=True, slots=True)
class Paused:
    """An intermission: the finished deal of a position lies open until all have read it."""

    seq: int
    """The position; the next one ends the intermission."""
    awaited: tuple[Seat, ...]
    """Who has not gone on yet."""
    gone_on: tuple[Seat, ...] = ()
    ends: float | None = None
    """When the next deal comes anyway; None: only when all have gone on."""
    giver: Seat | None = None
    """Who has just let it last longer; None if nobody has."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Somebody said something."""

    seat: Seat | None
    """None is a watcher."""
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request of this client was not done."""

    code: str
    """A code of net.wire.reasons.REFUSALS."""
    reason: str
    """English with {places} for `facts`; the key of its translation."""
    rule: str
    """A paragraph of the rule book, or empty."""
    facts: Mapping[str, str | int]
    move: Move | None = None
    """The move that was refused, if that was asked for: the choice is open again."""


Told: TypeAlias = (
    Connected
    | Disconnected
    | Answer
    | CodeWanted
    | NotSeated
    | SatDown
    | Dismissed
    | RoomChanged
    | Position
    | TimeChanged
    | Paused
    | Spoken
    | Refusal
)
