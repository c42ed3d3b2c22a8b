"""The base of all messages, the lines of which their lists consist, and the changes of a room."""

from typing import Annotated, Final, TypeVar

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
    """The seats that can be taken now; none while a match is played or the table is locked."""
    phase: bounds.Phase
    code: bool = False
    """Whether the table asks newcomers for its code."""
    locked: bool = False
    """Whether only players with a seat may enter; no seat is free to others then."""
    branch: Origins = ()
    """Its origins, if it is a branch of a table that has lost its host (section 13)."""


class WayIn(msgspec.Struct, frozen=True):
    """A way to connect to this host, for players to tell others."""

    kind: bounds.WayKind
    """`kozyr` is this protocol; `ssh`, and `https` or `http` for browsers, show a whole screen."""
    port: bounds.PortNumber
    address: bounds.WayAddress = ""
    """The address in the host's network; empty is the one at which you have reached the host."""
    fingerprint: bounds.Fingerprint = ""
    """The fingerprint of the key or certificate shown there, as programs of that kind write it."""


_Facts = TypeVar("_Facts", bound=msgspec.Struct)


def part_of(kind: type[_Facts], line: _Facts) -> _Facts:
    """Return the facts of one kind alone, of a line that has more."""
    return kind(**{name: getattr(line, name) for name in kind.__struct_fields__})


class PersonFacts(msgspec.Struct, frozen=True):
    """The facts of a player, bot or watcher that everybody is shown; the log keeps those of seats.

    Add a new fact here, with a default, and to WatcherLine.
    """

    name: bounds.ShownName = ""
    way: bounds.Way = ""
    """As in Hello."""


class SeatLine(PersonFacts, frozen=True, kw_only=True):
    """One seat of a room; with an empty `kind` it is free."""

    kind: bounds.OccupantKind = ""
    ready: bool = False
    away: bool = False
    """The player's connection is lost; with a bot as `kind`, that bot stands in meanwhile."""
    idle: bool = False
    """The player has not answered a Nudge: the bot of `kind` stands in until an answer comes."""
    slow: bool = False
    """The player's line is slow."""


class WatcherLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A watcher; `way` and `slow` are as in SeatLine."""

    name: bounds.ShownName
    asks: bool = False
    """Whether for a seat (Request)."""
    way: bounds.Way = ""
    slow: bool = False


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """The sums of a player over the matches that ended at this table. Written as a list."""

    name: bounds.ShownName
    bot: bool = False
    matches: bounds.Natural = 0
    points: bounds.Signed = 0
    """The points of all those matches, added up."""
    firsts: bounds.Natural = 0
    """The number of matches in which this player came first, alone or with others."""
    goats: bounds.Natural = 0
    """The number of matches that this player lost, in a game that names a loser."""
    latest: bool = False
    """Whether this player was at the table when the last of them ended."""


class PlayedSeat(msgspec.Struct, frozen=True, array_like=True):
    """The result of a player in a match. Written as a list."""

    name: bounds.ShownName
    bot: bool
    place: Annotated[int, Meta(ge=1, le=bounds.MAX_SEATS)]
    """1 for the winner; players with the same result share one."""
    points: bounds.Signed


class PlayedMatch(msgspec.Struct, frozen=True, array_like=True):
    """A match that was played to its end. Written as a list."""

    game: bounds.ShownName
    begun: Annotated[str, Meta(max_length=32)]
    """The beginning by the host's clock, as `2026-11-20T19:00:00`; empty if unknown."""
    seats: Annotated[list[PlayedSeat], Meta(min_length=1, max_length=bounds.MAX_SEATS)]


class ShareLine(msgspec.Struct, frozen=True, array_like=True):
    """The share of a seat in the shuffle. Written as a list."""

    seat: bounds.SeatNumber
    commitment: bounds.Bytes32
    """The hash of its nonce."""
    nonce: bounds.Bytes32 | None = None
    """nil until the stage `done`, and in it if the seat did not reveal it in time."""


class MadeMove(msgspec.Struct, frozen=True, array_like=True):
    """A move of a match. Written as a list."""

    seat: bounds.SeatNumber
    move: bounds.MoveField


class EventLine(msgspec.Struct, frozen=True, array_like=True):
    """An event of the match, cut to the knowledge of the receiver.

    Written as a list, since every move has one: the names would be a tenth of the message.
    """

    kind: str
    seat: bounds.SeatNumber | None
    data: bounds.PlainMap


class MissedLine(msgspec.Struct, frozen=True, array_like=True):
    """An event that led to an earlier position. Written as a list."""

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
    """The program's address, as the host sees it; empty if it is unknown, or has no port."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0


ROOM_CHANGES: Final = {
    "sat": "A newcomer takes a seat.",
    "left": "A player gives up the seat, or has been away for too long (`why` is `away`).",
    "cleared": "The owner frees the seat of a bot of `level`.",
    "put_out": "The owner puts out a player, or a watcher (`seat` is nil).",
    "kept_out": "The same, and that one is kept out from now on, under the `name`.",
    "let_in": "The player of this `name` is no longer kept out.",
    "locked": "Only players with a seat may enter from now on.",
    "unlocked": "Others may enter again.",
    "watching_on": "Watching is allowed again.",
    "watching_off": "Watching is no longer allowed; the watchers have to leave.",
    "talk_on": "Watchers may talk again.",
    "talk_off": "Watchers may no longer talk.",
    "asked": "The owner asks a player: are you there? After `seconds` without an answer a bot "
    "plays.",
    "answered": "That player is there.",
    "bot": "A bot of `level` takes a seat: a free one, another bot's, or that of a player who left "
    "the match or was put out of it (told just before).",
    "lost": "A player's connection is lost; the seat waits.",
    "back": "A player who was away, or had not answered, is back; a bot that stood in goes.",
    "stand_in": "A bot of `level` plays for a player who is away, or has not answered (`why` is "
    "`idle`).",
    "ready": "A player is ready.",
    "unready": "A player is no longer ready; `why` is `terms` if the house rules, the clock or the "
    "pause have changed since.",
    "rematch": "A player proposes that the same players play again; `rotate` 1: in other seats.",
    "rotated": "All but the player of seat 0 have moved on by one seat, as was proposed.",
    "rule": "The house rule `rule` now has the `value`; it had `before`.",
    "clock": "The clock now gives `seconds`; it gave `before`.",
    "pause": "A finished deal now lies open for `seconds` at most; it did for `before`. 0 is not "
    "at all, -1 until all have continued.",
    "game": "The owner has chosen another `game`; `before` is the one before it (section 10).",
    "code": "The table has another code: the owner had it take one.",
    "slow": "The line of a player, or of a watcher (`seat` is nil), is slow.",
    "quick": "It is no longer slow.",
    "requested": "A watcher asks the owner for a seat.",
    "denied": "That watcher gets none now.",
    "given": "The owner gives the seat to a watcher; `before` is the player or bot who had it, "
    "unless it was free.",
    "owner": "The table belongs to this player now.",
    "migrating": "The owner wants to move the table to this player's computer, who is asked first; "
    "`at_once` is 1 if not only at the end of the deal.",
    "accepted": "That player agrees; the table is moved there at the end of the deal.",
    "staying": "The table stays where it is after all; `why` is `off` (the owner called it off), "
    "`no`, `port`, `disk` or `release` (as in Decline), `silent`, `lost` (the connection to the "
    "new host), `unreached` (`other` cannot reach it) or `size`.",
    "watcher_came": "A watcher has come.",
    "watcher_left": "A watcher has left.",
    "begun": "The match begins, the `match`th of this table; no player is ready any more.",
    "over": "The match is over; bots no longer stand in.",
    "abandoned": "The last player has left: bots leave too. If a match was being played, the "
    "`match`th of this table, it ends unfinished.",
}
"""The meaning of each kind of RoomChange."""


class RoomChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of the room; the kinds are listed below."""

    kind: bounds.Word
    seat: bounds.SeatNumber | None = None
    """The seat that has changed."""
    name: bounds.ShownName = ""
    """The name of the player of the seat, after or before the change, or of the watcher."""
    facts: bounds.Facts = {}
