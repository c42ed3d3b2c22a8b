"""The messages between a host and its clients, their bounds, and their bytes.

docs/protocol.md tells outsiders. Verbs go to the host, participles come from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin, get_type_hints

import msgpack  # type: ignore[import-untyped]
import msgspec
from msgspec import UNSET, Meta

from core.game import Event, Game, Value
from net.names import MAX_NAME as MAX_NAME
from net.names import MAX_TEXT as MAX_TEXT

VERSION: Final = 1
"""Changes with every change of the bytes; peers of different versions tell their users and part."""

MAX_MOVE: Final = 40
MAX_SEATS: Final = 10
MAX_ITEMS: Final = 4096
"""No list or map is longer: msgpack would otherwise reserve memory for what a header claims."""

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_MOVE)]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Id: TypeAlias = Annotated[str, Meta(max_length=32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=12)]
Options: TypeAlias = dict[
    Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)] | int
]
Plain: TypeAlias = dict[str, Any]


class BadMessageError(ValueError):
    """Bytes from the peer that are no message of this protocol."""


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message is a map; its `type` is the name of the class."""


# --- to the host -------------------------------------------------------------------------------


class Hello(Message, frozen=True, forbid_unknown_fields=False):
    """The first message. `program` is for the host's log only.

    Of all versions of the protocol Hello, Welcomed and Closed alone must understand each other:
    unknown fields are skipped in them.
    """

    version: int
    program: Annotated[str, Meta(max_length=40)] = ""


class Join(Message, frozen=True):
    """Take a seat (any free one unless named), or watch; with an earlier token, come back."""

    name: Name
    table: Id = ""
    token: Token = ""
    seat: SeatNumber | None = None
    watch: bool = False


class Ready(Message, frozen=True):
    """Say, before the match, that the house rules are fine and the cards may come."""

    ready: bool = True


class Fill(Message, frozen=True):
    """The table's owner puts a bot on a free seat, or on the seat of a player who is away."""

    seat: SeatNumber
    level: Level


class Clear(Message, frozen=True):
    """The table's owner frees a seat: a bot, or before the match a player."""

    seat: SeatNumber


class Rule(Message, frozen=True):
    """The table's owner changes house rules before the match; nobody is ready any more."""

    options: Options


class Start(Message, frozen=True):
    """The table's owner starts the match, or the next one."""


class Play(Message, frozen=True):
    """Make a move, chosen in position `seq`; `number` counts the moves of this seat from 1."""

    number: Count
    seq: Count
    move: MoveText


class Ask(Message, frozen=True):
    """Ask which moves are legal now."""


class Say(Message, frozen=True):
    """Say something to everybody at the table."""

    text: Text


class Leave(Message, frozen=True):
    """Give up the seat for good; a bot takes it over in a running match."""


class Ping(Message, frozen=True):
    """Show that this side lives; the answer carries the same number."""

    sent: Count


ToHost: TypeAlias = (
    Hello | Join | Ready | Fill | Clear | Rule | Start | Play | Ask | Say | Leave | Ping
)

# --- from the host -----------------------------------------------------------------------------


class TableLine(msgspec.Struct, frozen=True):
    """One table in a list."""

    id: Id
    name: str
    game: str
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    """All seats of the table."""
    free: Annotated[int, Meta(ge=0, le=MAX_SEATS)]
    """Seats that can be taken now; none while a match is played."""
    phase: str
    """"gathering", "playing" or "over"."""


class Welcomed(Message, frozen=True, forbid_unknown_fields=False):
    """The answer to Hello: this host speaks the same version; its tables."""

    version: int
    host: str
    tables: Annotated[list[TableLine], Meta(max_length=64)]


class Seated(Message, frozen=True):
    """The answer to Join: what is played here and where you sit; None watches.

    Keep `token`: it opens this seat again after a broken connection.
    """

    table: Id
    table_name: str
    game: str
    seat: SeatNumber | None
    token: Token
    number: Count
    """The number of the last move the host has taken from this seat."""


class SeatLine(msgspec.Struct, frozen=True):
    """One seat of a room: nobody (`kind` ""), "human", or "bot:" and a level."""

    name: str = ""
    kind: str = ""
    ready: bool = False
    away: bool = False
    """The player's connection is lost; with a bot as `kind`, that bot stands in meanwhile."""


class Gathered(Message, frozen=True):
    """The room: who sits where, the house rules, whose table it is."""

    phase: str
    """"gathering", "playing" or "over"."""
    seats: Annotated[list[SeatLine], Meta(min_length=1, max_length=MAX_SEATS)]
    owner: SeatNumber | None
    """Who may Fill, Clear, Rule and Start."""
    options: Options
    watchers: Count = 0
    """How many people are watching."""


class EventLine(msgspec.Struct, frozen=True, array_like=True):
    """Something that happened, cut to what the receiver may know.

    Written as a list, since every move has one: the names would be a tenth of the message.
    """

    kind: str
    seat: SeatNumber | None
    data: Plain


class Updated(Message, frozen=True):
    """The position `seq`: everything the receiver may know, and what led here since the last one.

    `view` leaves out the house rules (they are in Gathered) and empty values. After a return
    `events` is empty.
    """

    seq: Count
    view: Plain
    events: Annotated[list[EventLine], Meta(max_length=MAX_ITEMS)]
    number: Count = 0


class Refused(Message, frozen=True):
    """A request that was not done, why, and the position that holds.

    `reason` is English with {places} for `facts`, and the key of a translation; `rule` is a
    paragraph of the rule book, or empty.
    """

    code: str
    reason: str
    rule: str = ""
    facts: dict[str, str | int] = {}
    seq: Count = 0
    number: Count = 0


class Offered(Message, frozen=True):
    """The answer to Ask; `more` when the list was cut."""

    seq: Count
    moves: Annotated[list[MoveText], Meta(max_length=MAX_ITEMS)]
    more: bool = False


class Said(Message, frozen=True):
    """Somebody said something; `seat` None is a watcher."""

    seat: SeatNumber | None
    name: str
    text: str


class Closed(Message, frozen=True, forbid_unknown_fields=False):
    """The last message on a connection: why the host ends it."""

    code: str
    reason: str
    facts: dict[str, str | int] = {}


class Ponged(Message, frozen=True):
    """The answer to Ping."""

    sent: Count


FromHost: TypeAlias = (
    Welcomed | Seated | Gathered | Updated | Refused | Offered | Said | Closed | Ponged
)

# --- bytes -------------------------------------------------------------------------------------


def encode(message: Message) -> bytes:
    """Write a message as a msgpack map."""
    packed: bytes = msgpack.packb(msgspec.to_builtins(message))
    return packed


def _decode(data: bytes, kinds: Any) -> Any:
    try:
        plain = msgpack.unpackb(data, max_array_len=MAX_ITEMS, max_map_len=MAX_ITEMS, max_ext_len=0)
        return msgspec.convert(plain, kinds, strict=True)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(str(error)[:200]) from None


def decode_to_host(data: bytes) -> ToHost:
    """Read what a client sent. Raises BadMessageError."""
    message: ToHost = _decode(data, ToHost)
    return message


def decode_from_host(data: bytes) -> FromHost:
    """Read what a host sent. Raises BadMessageError."""
    message: FromHost = _decode(data, FromHost)
    return message


_empty: dict[type[Any], Mapping[str, Any]] = {}


def empty_values(view: type[Any]) -> Mapping[str, Any]:
    """The fields of a class of Views that the wire leaves out when they have this value."""
    if view not in _empty:
        values = {name: _empty_value(hint) for name, hint in get_type_hints(view).items()}
        _empty[view] = {name: value for name, value in values.items() if value is not UNSET}
    return _empty[view]


def _empty_value(hint: Any) -> Any:
    if NoneType in get_args(hint):
        return None
    if get_origin(hint) is tuple:
        return () if get_args(hint)[1:] == (...,) else UNSET
    return {int: 0, str: "", bool: False}.get(hint, UNSET)


def brief_view(view: Any) -> Plain:
    """Write a View as the wire carries it: empty values left out, so that a move stays small."""
    empty = empty_values(type(view))
    return {
        name: value
        for name, value in plain_view(view).items()
        if name not in empty or value != empty[name]
    }


def plain_view(view: Any) -> Plain:
    """Write a View as a map without the house rules."""
    plain: Plain = msgspec.to_builtins(view)
    del plain["options"]
    return plain


def parse_view(game: Game, options: Any, plain: Plain) -> Any:
    """Read a View of a game played by `options`. Raises BadMessageError."""
    whole = {**empty_values(game.View), **plain, "options": msgspec.to_builtins(options)}
    try:
        return msgspec.convert(whole, game.View, strict=True)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(str(error)[:200]) from None


def plain_event(event: Event) -> EventLine:
    """Write an event that is already cut to its viewer."""
    return EventLine(event.kind, event.seat, dict(event.data))


def parse_event(line: EventLine) -> Event:
    """Read an event."""
    return Event(line.kind, line.seat, line.data)


def plain_rules(options: dict[str, Value]) -> Options:
    """Write house rules as a message carries them."""
    return dict(options)
