"""The base of all messages, and the lines of which their lists consist."""

from typing import Annotated

import msgspec
from msgspec import Meta

from net.branch.statements import Origins
from net.wire import bounds


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message is a map; its `type` is the name of the class."""


class TableLine(msgspec.Struct, frozen=True):
    """One table in a list."""

    id: bounds.Id
    name: bounds.ShownName
    game: bounds.ShownName
    seats: Annotated[int, Meta(ge=1, le=bounds.MAX_SEATS)]
    """All seats of the table."""
    free: Annotated[int, Meta(ge=0, le=bounds.MAX_SEATS)]
    """Seats that can be taken now; none while a match is played or the table is locked."""
    phase: bounds.Phase
    code: bool = False
    """Whether the table asks newcomers for its code."""
    locked: bool = False
    """Whether only those who have a seat may come in; no seat is free to others then."""
    branch: Origins = ()
    """Where it comes from, if it goes on from a table that has lost its host (section 13)."""


class WayIn(msgspec.Struct, frozen=True):
    """A way to sit down at this host's tables, for people to tell others."""

    kind: bounds.WayKind
    """`kozyr` is this protocol; `ssh`, and `https` or `http` for browsers, show a whole screen."""
    port: bounds.PortNumber
    address: bounds.WayAddress = ""
    """Where in the host's network; empty is where you have reached the host."""
    fingerprint: bounds.Fingerprint = ""
    """The fingerprint of the key or certificate shown there, as programs of that kind write it."""


class SeatFacts(msgspec.Struct, frozen=True):
    """The facts of a seat that everybody is shown and the log of the table keeps.

    A new one stands here and in `Holder`, and nowhere else: it is copied by name.
    """

    name: bounds.ShownName = ""


class SeatLine(SeatFacts, frozen=True):
    """One seat of a room; with an empty `kind` it is free."""

    kind: bounds.OccupantKind = ""
    ready: bool = False
    away: bool = False
    """The player's connection is lost; with a bot as `kind`, that bot stands in meanwhile."""
    idle: bool = False
    """The player has not answered a Nudge: the bot of `kind` stands in until there is an answer."""


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """What the matches that ended at this table have brought somebody. Written as a list."""

    name: bounds.ShownName
    bot: bool = False
    matches: bounds.Natural = 0
    points: bounds.Signed = 0
    """The points of all those matches, added up."""
    firsts: bounds.Natural = 0
    """How often this player came first, alone or with others."""
    goats: bounds.Natural = 0
    """How often this player lost, in a game that names who does."""
    latest: bool = False
    """Whether this player was at the table when the last of them ended."""


class ShareLine(msgspec.Struct, frozen=True, array_like=True):
    """What a seat has given to the shuffle. Written as a list."""

    seat: bounds.SeatNumber
    commitment: bounds.Bytes32
    """The hash of its nonce."""
    nonce: bounds.Bytes32 | None = None
    """nil before it is shown; still nil in the stage `done` if the seat did not show it in time."""


class MadeMove(msgspec.Struct, frozen=True, array_like=True):
    """A move of a match. Written as a list."""

    seat: bounds.SeatNumber
    move: bounds.MoveField


class EventLine(msgspec.Struct, frozen=True, array_like=True):
    """Something that happened, cut to what the receiver may know.

    Written as a list, since every move has one: the names would be a tenth of the message.
    """

    kind: str
    seat: bounds.SeatNumber | None
    data: bounds.PlainMap


class MissedLine(msgspec.Struct, frozen=True, array_like=True):
    """What led to an earlier position. Written as a list."""

    seq: bounds.Natural
    """The number of that position."""
    event: EventLine


class PeerLine(msgspec.Struct, frozen=True):
    """A seat whose player can prove at a branch to be the same."""

    seat: bounds.SeatNumber
    key: bounds.Bytes32
    """The key of its program; of a guest by ssh or at the page, the SHA-256 of the ssh key or of
    the token."""
    address: bounds.WayAddress = ""
    """Where the host sees its program; empty if it has not been here since, or has no port."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
