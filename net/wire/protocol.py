"""The messages between a host and its clients, their bounds, and their bytes.

docs/protocol.md tells outsiders. Verbs go to the host, participles come from it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import msgpack  # type: ignore[import-untyped]
import msgspec
from msgspec import Meta

from net.wire.bounds import (
    MAX_CHANGES,
    MAX_ITEMS,
    MAX_SEATS,
    Count,
    Id,
    Level,
    MoveText,
    Name,
    Options,
    PauseLeft,
    PauseSeconds,
    Plain,
    Proof,
    SeatNumber,
    Seconds,
    Share,
    Text,
    Token,
)
from net.wire.bounds import MAX_CLOCK as MAX_CLOCK
from net.wire.bounds import MAX_MOVE as MAX_MOVE
from net.wire.bounds import MAX_NAME as MAX_NAME
from net.wire.bounds import MAX_TEXT as MAX_TEXT
from net.wire.changes import RoomChange as RoomChange

VERSION: Final = 2
"""Changes with every change of the bytes; peers of different versions tell their users and part."""


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


class Prove(Message, frozen=True):
    """Begin to prove the code of a table that asks for one, before Join (section 10)."""

    table: Id
    share: Share
    """The client's share of the exchange."""


class Confirm(Message, frozen=True):
    """The client's half of the proof; once a connection."""

    proof: Proof


class Ready(Message, frozen=True):
    """Say, before the match, that the house rules are fine and the cards may come."""

    ready: bool = True
    terms: Count | None = None
    """Those of the Gathered that the person has read; nil agrees to whatever holds."""


class Fill(Message, frozen=True):
    """The table's owner seats a bot: before the match on any seat that is free or a bot's.

    In a match it stands in for a player who is away.
    """

    seat: SeatNumber
    level: Level


class Clear(Message, frozen=True):
    """The table's owner frees a seat before the match, of a bot or another player."""

    seat: SeatNumber


class Rule(Message, frozen=True):
    """The table's owner changes house rules before the match; nobody is ready any more."""

    options: Options


class Clock(Message, frozen=True):
    """The table's owner sets before the match how long people may take for each decision.

    0 is no clock; nobody is ready any more.
    """

    seconds: Seconds


class NewCode(Message, frozen=True):
    """The table's owner has the table take another code, at any time; who is there stays."""


class Pause(Message, frozen=True):
    """The table's owner sets before the match how long a finished deal lies open at most.

    0 deals the next one at once, -1 waits for everybody; nobody is ready any more.
    """

    seconds: PauseSeconds


class Start(Message, frozen=True):
    """The table's owner starts the match, or the next one."""


class Play(Message, frozen=True):
    """Make a move, chosen in position `seq`; `number` counts the moves of this seat from 1."""

    number: Count
    seq: Count
    move: MoveText


class Continue(Message, frozen=True):
    """Go on to the next deal: the finished one, the position `seq`, has been read."""

    seq: Count


class Wait(Message, frozen=True):
    """Give everybody else who is waited for one more full period, once a decision.

    In an intermission: let it last as long again, once.
    """


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
    Hello
    | Join
    | Prove
    | Confirm
    | Ready
    | Fill
    | Clear
    | Rule
    | Clock
    | NewCode
    | Pause
    | Start
    | Play
    | Continue
    | Wait
    | Ask
    | Say
    | Leave
    | Ping
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
    code: bool = False
    """Whether the table asks newcomers for its code."""


class Welcomed(Message, frozen=True, forbid_unknown_fields=False):
    """The answer to Hello: this host speaks the same version; its tables."""

    version: int
    host: str
    tables: Annotated[list[TableLine], Meta(max_length=64)]


class Proving(Message, frozen=True):
    """The answer to Prove; it may take a while when others try to guess."""

    share: Share
    """The host's share of the exchange."""


class Confirmed(Message, frozen=True):
    """The answer to a right Confirm: Join is open now. The host's half of the proof."""

    proof: Proof


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
    """The room: who sits where, the house rules, whose table it is, and what has just changed."""

    phase: str
    """"gathering", "playing" or "over"."""
    seats: Annotated[list[SeatLine], Meta(min_length=1, max_length=MAX_SEATS)]
    owner: SeatNumber | None
    """Who may Fill, Clear, Rule, Clock, Pause and Start."""
    options: Options
    watchers: Count = 0
    """How many people are watching."""
    clock: Seconds = 0
    """How many seconds a person has for each decision; 0 is no clock."""
    code: Annotated[str, Meta(max_length=16)] = ""
    """What newcomers have to know; empty if the table is open to all."""
    terms: Count = 0
    """How often the house rules, the clock or the pause have been changed."""
    happened: Annotated[list[RoomChange], Meta(max_length=MAX_CHANGES)] = []
    """What has changed since the Gathered before, in order; empty in the first one after Seated."""
    pause: PauseSeconds = 0
    """How many seconds a finished deal lies open at most.

    0 deals the next one at once, -1 waits for everybody.
    """


class EventLine(msgspec.Struct, frozen=True, array_like=True):
    """Something that happened, cut to what the receiver may know.

    Written as a list, since every move has one: the names would be a tenth of the message.
    """

    kind: str
    seat: SeatNumber | None
    data: Plain


class Updated(Message, frozen=True, omit_defaults=True):
    """The position `seq`: everything the receiver may know, and what led here since the last one.

    `view` leaves out the house rules (they are in Gathered) and empty values. After a return
    `events` is empty.
    """

    seq: Count
    view: Plain
    events: Annotated[list[EventLine], Meta(max_length=MAX_ITEMS)]
    number: Count
    left: Count = 0
    """Milliseconds left for the receiver's own decision, else for the person who has the fewest.

    0 where no time runs. It counts from when the message was sent.
    """
    late: SeatNumber | None = None
    """Whose move led here although a bot has chosen it: the time was up."""


class Timed(Message, frozen=True, omit_defaults=True):
    """The time has changed without a move: somebody gave more, or a seat has changed hands."""

    left: Count
    """As in Updated."""
    giver: SeatNumber | None = None
    """Who has given more time; None if nobody has."""
    given: list[SeatNumber] = []
    """To whom."""


class Paused(Message, frozen=True, omit_defaults=True):
    """An intermission: the finished deal of the Updated before lies open until all have read it.

    Sent when it begins, when any of this changes, and to whoever comes meanwhile. The Updated of
    the next deal ends it. Bots, and whoever is away, are not waited for.
    """

    seq: Count
    """The number of the finished deal's position: what a Continue has to name."""
    awaited: list[SeatNumber]
    """Who has not gone on yet."""
    gone_on: list[SeatNumber] = []
    """Who has gone on."""
    left: PauseLeft = -1
    """In so many milliseconds the next deal comes anyway; -1 if only when all have gone on.

    It counts from when the message was sent.
    """
    giver: SeatNumber | None = None
    """Who has just let it last longer (Wait); nil if nobody has."""


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
    Welcomed
    | Proving
    | Confirmed
    | Seated
    | Gathered
    | Updated
    | Timed
    | Paused
    | Refused
    | Offered
    | Said
    | Closed
    | Ponged
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
