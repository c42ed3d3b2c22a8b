"""Moves and events of a game as typed values, with the form in which they are sent and read.

A game declares its moves, and each kind of event, once in its moves.py. The form on the wire
follows from the fields, as do the tables of docs/protocol.md, the checks of hosts and the parser.
"""

import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from core.game import Event, Move, Plain, PlainEvent, Seat

# --- moves --------------------------------------------------------------------------------------

MoveT = TypeVar("MoveT")


class TypedMove:
    """The base of a game's moves: frozen dataclasses whose text is the verb and the fields."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    """The names of the fields."""

    verb: ClassVar[str]
    """The first word of the text."""

    def __str__(self) -> str:
        return " ".join([self.verb, *(str(getattr(self, name)) for name in self.__match_args__)])


@runtime_checkable
class NumberMove(Protocol):
    """A move whose text is its verb and a number, such as a bid."""

    verb: ClassVar[str]

    @property
    def number(self) -> int:
        """The number."""


class Moves(Protocol):
    """A game's module of moves."""

    def parse_move(self, text: Move, /) -> TypedMove:
        """Read a move. Raises ValueError if it is not a move of this game."""


class MoveTable(Generic[MoveT]):
    """Every move of a game, found by its text; `str` of a move is that text."""

    def __init__(self, game: str, moves: Iterable[MoveT]) -> None:
        self._game = game
        self._moves = {str(move): move for move in moves}

    def read(self, text: Move) -> MoveT:
        """Return the move of that text. Raises ValueError if there is none."""
        move = self._moves.get(text)
        if move is None:
            raise ValueError(f"{text[:40]!r} is not a move of {self._game}")
        return move

    def __contains__(self, text: object) -> bool:
        return text in self._moves


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SentAs:
    """A mark on a field that is sent as a text; `read` turns the text into the value again."""

    hint: Any
    """The type that is sent."""
    read: Callable[[Any], Any]


class TypedEvent:
    """The base of a game's events: frozen dataclasses whose fields are sent by their names.

    A field `seat` is not part of the data: it names the player of the event, and `whose` describes
    that player's part. Without the field the event belongs to no seat. A field with its default
    value is left out. A field for its seat alone is marked SECRET and emitted with `secret`.
    """

    __slots__ = ()

    kind: ClassVar[str]
    whose: ClassVar[str] = ""
    nobody: ClassVar[str] = ""
    """The case in which an event that usually belongs to a seat has None instead."""

    if TYPE_CHECKING:

        @property
        def seat(self) -> Seat | None:
            """The seat to which the event belongs; None if it belongs to no seat."""
    else:

        def __init_subclass__(cls) -> None:
            if not cls.whose:
                cls.seat = None

    @property
    def data(self) -> Mapping[str, Plain]:
        """The fields of the event that are sent besides its kind and seat."""
        found = {}
        for name, default in _sent_fields(type(self)):
            value = getattr(self, name)
            if value != default:
                found[name] = _plain(value)
        return found

    @property
    def secret(self) -> Mapping[str, Plain]:
        """Empty: an event with secrets is a PlainEvent that the function `secret` makes."""
        return {}

    def seen_by(self, _viewer: Seat | None) -> PlainEvent:
        """Return the event as it is sent to every viewer."""
        return PlainEvent(self.kind, self.seat, self.data)


EventT = TypeVar("EventT", bound=TypedEvent)


def secret(mine: EventT, others: EventT) -> PlainEvent:
    """Return an event that tells its seat more than the others, in the fields marked SECRET."""
    told, known = others.data, mine.data
    more = {name: value for name, value in known.items() if value != told.get(name)}
    return PlainEvent(mine.kind, mine.seat, told, more)


_sent: dict[type[Any], tuple[tuple[str, Any], ...]] = {}


def _sent_fields(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """List the fields that are sent, each with the value for which it is left out."""
    if kind not in _sent:
        _sent[kind] = tuple((f.name, f.default) for f in fields(kind) if f.name != "seat")
    return _sent[kind]


def _plain(value: Any) -> Plain:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


# --- events as they are sent ------------------------------------------------------------------


@dataclass(frozen=True)
class EventForm:
    """The form in which an event of a kind is sent."""

    of: type[TypedEvent]

    @property
    def seat(self) -> str:
        """The role of its player in the event; empty if it belongs to no seat."""
        return self.of.whose

    @property
    def seatless(self) -> str:
        """The case in which an event that usually belongs to a seat belongs to none."""
        return self.of.nobody

    @cached_property
    def data(self) -> Any:
        """The TypedDict of the data; docs/protocol.md takes its text from the event's class."""
        hints = typing.get_type_hints(self.of, include_extras=True)
        sent = {
            name: _sent_hint(hints[name])
            if default is MISSING
            else typing.NotRequired[_sent_hint(hints[name])]
            for name, default in _sent_fields(self.of)
        }
        return typing.TypedDict(self.of.__name__, sent)  # type: ignore[operator]  # of these fields


def _sent_hint(hint: Any) -> Any:
    """Return the type that is sent for a field."""
    if typing.get_origin(hint) is typing.Annotated:
        base, *marks = typing.get_args(hint)
        for mark in marks:
            if isinstance(mark, SentAs):
                return mark.hint
        return typing.Annotated[(_sent_hint(base), *marks)]
    return hint


EventForms: TypeAlias = Mapping[str, EventForm]
"""Every kind of event of a game."""


class EventTable(dict[str, EventForm], Generic[EventT]):
    """Every kind of event of a game, by its name, with the form in which it is sent."""

    def __init__(self, kinds: Iterable[type[EventT]]) -> None:
        kinds = tuple(kinds)
        super().__init__({kind.kind: EventForm(kind) for kind in kinds})
        self._kinds = {kind.kind: kind for kind in kinds}
        self._readers: dict[str, Mapping[str, Callable[[Plain], Any]]] = {}

    def read(self, event: Event) -> EventT | None:
        """Return an event as a value; None for a kind that the game does not have.

        Raises ValueError if it lacks its seat or a part of its data.
        """
        kind = self._kinds.get(event.kind)
        if kind is None:
            return None
        if isinstance(event, kind):
            return event
        if event.kind not in self._readers:
            self._readers[event.kind] = _readers(kind)
        data, readers = event.data, self._readers[event.kind]
        values = {name: read(data[name]) for name, read in readers.items() if name in data}
        if kind.whose:
            if event.seat is None and not kind.nobody:
                raise ValueError(f"an event of kind {event.kind} is of no seat")
            values["seat"] = event.seat
        try:
            return kind(**values)
        except TypeError:
            raise ValueError(f"an event of kind {event.kind} lacks a part") from None


def _readers(kind: type[TypedEvent]) -> Mapping[str, Callable[[Plain], Any]]:
    """Return for each field that is sent the function that reads its value."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: _reader(hints[name]) for name, _ in _sent_fields(kind)}


def _reader(hint: Any) -> Callable[[Plain], Any]:
    """Return the function that reads a value of a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        marked = next((mark.read for mark in arguments[1:] if isinstance(mark, SentAs)), None)
        return marked or _reader(arguments[0])
    if origin is tuple:
        part = _reader(arguments[0])
        return lambda value: tuple(map(part, value))
    if isinstance(hint, type) and issubclass(hint, tuple):
        return lambda value: hint(*value)
    return _same


def _same(value: Plain) -> Any:
    return value


def numbers(plain: Plain) -> tuple[int, ...]:
    """Read whole numbers, one for each seat."""
    return tuple(map(int, plain))


# --- shared by several games ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealScored(TypedEvent):
    """A deal is over; as in the record."""

    kind: ClassVar = "deal"

    deal: int
    """Deals count from 1."""
    points: tuple[int, ...]
    """The points of each seat."""
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid(TypedMove):
    """A bid of this many tricks; 0 is a pass."""

    verb: ClassVar = "bid"

    tricks: int

    @property
    def number(self) -> int:
        """The number of tricks."""
        return self.tricks


def tricks_bid(move: object) -> int:
    """Return the number of tricks of a bid."""
    assert isinstance(move, Bid), "a bid is expected"
    return move.tricks
