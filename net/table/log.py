"""The log of a table: JSON Lines that outlive the program. No I/O; net.files.saved has the files.

    {"kozyr_table":4,"table":{"says":"opened","id":…,"room":…},"check":…}   the first line
    {"kozyr":1,"game":…,"options":{…},"seats":[…],"deal_proof":null,"check":…}
    {"table":{"says":"begun","match":1,"seed":…,"proof":…},"check":…}
    {"deck":["6-1",…],"check":…}
    {"seat":0,"move":"lay 6-6 left","number":1,"check":…}
    {"table":{"says":"room","seats":[…],"owner":0},"check":…}
    {"deal":1,"points":[…],"totals":[…],"check":…}

Lines without the key `table` are **public**: those of the record, in the order of events. The lines
with it are the table's own, and **private**: the seats, the seeds of the decks, the address. A
record is the log without its private lines, as `net.table.opening` plays it again: moves made at
the same time then stand in the order of docs/records.md, and the first line has the proof of the
deals.

Each line carries a checksum of itself and of all lines before it: a file with one changed character
could be a match that was never played.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Meta

from core.deal_proof import LINKS
from core.game import Move, Plain, Seat, WordedError
from net.branch.statements import Origins
from net.wire import bounds
from net.wire.message import PersonFacts, PlayedMatch, Standing

VERSION: Final = 4
"""Versions 2 and 3 are journals, which `net.table.log_reader` converts."""

Port: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 16)]
Hex: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{2})*\\Z")]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]


class LogError(WordedError):
    """A log that cannot be opened."""


class OtherReleaseError(LogError):
    """A log that another release can open, but this one cannot."""


class SeatEntry(PersonFacts, frozen=True, kw_only=True, omit_defaults=True):
    """A seat and its player."""

    token: bounds.Token = ""
    """The token of the seat; empty for a bot that belongs to the table."""
    bot: str = ""
    """The level of the bot that plays here, for itself or for an absent player."""
    number: bounds.Natural = 0
    """The number of the last move accepted from the player."""
    key: bounds.SeatKey = ""
    """The key of the player's program; empty if it has none."""
    address: bounds.WayAddress = ""
    port: Port = 0
    """The port at which that program can be called once the host is lost; 0 if unknown."""


class Restrictions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The owner's restrictions, as the log of the table keeps them.

    A new one is added here, with a default, and to Gathered.
    """

    locked: bool = False
    """Whether only players who already have a seat may enter."""
    watching: bool = True
    watchers_talk: bool = True


class RoomLine(Restrictions, frozen=True, omit_defaults=True, tag_field="says", tag="room"):
    """The seats and the owner; written after each change."""

    seats: tuple[SeatEntry, ...]
    owner: bounds.Natural | None
    code: Annotated[str, Meta(max_length=16)]


class Reach(msgspec.Struct, frozen=True, omit_defaults=True):
    """The other ways to connect to a table, opened again when the match is resumed."""

    internet: bool = False
    """Whether players outside the local networks may connect."""
    ssh: Port | None = None
    web: Port | None = None
    """The ports for guests without Kozyr; None if a way is closed."""
    web_plain: bool = False
    """Whether the page for browsers is not encrypted."""


class OpenedLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="opened"):
    """The first line: the table, its address, and the terms of the next match."""

    id: Annotated[str, Meta(min_length=1, max_length=32, pattern="^[0-9A-Za-z-]*\\Z")]
    name: bounds.ShownName
    game: str
    options: bounds.RuleValues
    clock: bounds.Natural
    pause: Annotated[int, Meta(ge=-1, lt=1 << 53)]
    room: RoomLine
    shuffler: bounds.Bytes16
    """The table id in the formulas of the next shuffles."""
    bots: tuple[str, ...] = ()
    """The levels of the bots with which the table opens, and opens again after all have left."""
    evening: Annotated[tuple[Standing, ...], Meta(max_length=bounds.MAX_STANDINGS)] = ()
    """The standings before this match."""
    branch: Origins = ()
    """The origins of the table, if it is a branch."""
    own: bounds.Natural | None = None
    """The seat of the host's own player."""
    host: str = ""
    port: Port = 0
    """The address at which the table is open to the LAN; port 0 for solo play."""
    reach: Reach = Reach()
    played: Annotated[tuple[PlayedMatch, ...], Meta(max_length=bounds.MAX_PLAYED)] = ()
    """The matches of the evening before this one."""


class ShareEntry(msgspec.Struct, frozen=True):
    """The share of a seat in the shuffle."""

    seat: bounds.Natural
    commitment: Hash
    nonce: Hash | None


class ProofEntry(msgspec.Struct, frozen=True):
    """The seed of the decks with the commitments and the shares of the shuffle."""

    seed: Hash
    """The host's own seed, that of the last deal of the chain."""
    commitment: Hash
    shares: tuple[ShareEntry, ...]
    deals: Annotated[int, Meta(ge=0, le=LINKS)] = 0
    """The number of that deal; 0 if the whole match has one seed."""


class BegunLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="begun"):
    """The seed and the terms of a match, after the first line of its record."""

    match: bounds.Natural
    """The number of the match at its table, from 1."""
    seq: bounds.Natural
    """The number of the first position."""
    shuffler: bounds.Bytes16
    """The table id in the formulas of its shuffle."""
    seed: Hex = ""
    """The seed of the decks that follow those `given`."""
    begun: Annotated[str, Meta(max_length=32)] = ""
    """The beginning of the match, in the time of the machine: "2026-11-20T19:00:00"."""
    clock: bounds.Natural = 0
    pause: Annotated[int, Meta(ge=-1, lt=1 << 53)] = 0
    """The clock and the pause of this match; the next one may have others."""
    proof: ProofEntry | None = None
    """None in a match of an early release, and in one continued from a record."""
    given: bounds.Natural = 0
    """The number of first decks that do not follow from the seed: only the log has them."""


class PortLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="port"):
    """The new address of the table: another program opened it, or its owner changed it."""

    port: Port
    reach: Reach = Reach()


class MovedLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="moved"):
    """The last line: the match is continued at another computer."""

    name: str
    """The name of the player who has that computer."""
    address: str
    port: Port
    fingerprint: Hash
    """The SHA-256 of the certificate there."""
    table: Annotated[str, Meta(max_length=32)] = ""
    """The id of the branch that the host's player has joined; empty if the table has moved."""


class BackLine(msgspec.Struct, frozen=True, tag_field="says", tag="back"):
    """Take back all moves except the first ones, with the deals after them."""

    moves: bounds.Natural
    """The number of moves that stay."""


class ChainLine(msgspec.Struct, frozen=True, tag_field="says", tag="chain"):
    """A new shuffle for a deal and all later ones: the seeds were lost with a host."""

    first: Annotated[int, Meta(ge=2, le=LINKS)] = msgspec.field(name="from")
    proof: ProofEntry


class ShuffleLine(msgspec.Struct, frozen=True, tag_field="says", tag="shuffle"):
    """The stage of such a shuffle; its ChainLine ends it.

    It is kept because a host could otherwise try several shuffles by restarting.
    """

    stage: Literal["commit", "reveal"]
    first: Annotated[int, Meta(ge=2, le=LINKS)] = msgspec.field(name="from")
    proof: ProofEntry
    """Its shares so far; nonces only of bots."""


class VoidLine(msgspec.Struct, frozen=True, tag_field="says", tag="void"):
    """The next deal is void, as its host was lost: the finished one is shown again."""

    seq: bounds.Natural
    """The new number of that position, higher than every number shown so far."""


KeptOut: TypeAlias = tuple[bounds.ShownName, bounds.Token, Annotated[str, Meta(max_length=64)]]
"""Name, token and address of a banned player."""


class UndealtMatch(msgspec.Struct, frozen=True):
    """A match without a finished deal, whose host is lost with its seeds."""

    begun: Annotated[str, Meta(max_length=32)]
    """The beginning of the match, as in BegunLine."""
    room: RoomLine
    """The seats at that time."""


MAX_MARKS: Final = 16
"""The most keys of one guest by ssh that are remembered."""


class GuestEntry(msgspec.Struct, frozen=True):
    """A guest with a seat, by ssh or at the page, as any later host recognises the guest."""

    name: bounds.ShownName
    """The name that the guest has given."""
    token: bounds.Token
    word: Annotated[str, Meta(max_length=16)]
    """The word by which a guest without key or ticket resumes; empty if only the guest knows it."""
    marks: Annotated[tuple[bounds.Bytes32, ...], Meta(min_length=1, max_length=MAX_MARKS)]
    """The SHA-256 of the ssh keys that were offered, then that of the token."""


class HandedLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="handed"):
    """The last line of a log that is sent to another computer: all further facts of the table."""

    terms: bounds.Natural
    """The number of changes of the house rules, the clock or the pause so far."""
    matches: bounds.Natural
    seq: bounds.Natural
    attempt: bounds.Natural
    word: bounds.Token
    """The word that the old host gives to those whom it sends to the new one."""
    room: RoomLine
    ready: tuple[bool, ...]
    played: tuple[bool, ...]
    """Whether the player of each seat has played the match that is over."""
    kept_out: Annotated[tuple[KeptOut, ...], Meta(max_length=bounds.MAX_KEPT_OUT)] = ()
    untold: Annotated[tuple[bounds.Token, ...], Meta(max_length=bounds.MAX_UNTOLD)] = ()
    undealt: UndealtMatch | None = None
    """A match whose host was lost during the first deal."""
    guests: Annotated[tuple[GuestEntry, ...], Meta(max_length=bounds.MAX_SEATS)] = ()
    """These are needed because a guest's ssh client cannot keep a ticket, as a browser does."""
    watchers: bounds.Natural = 0
    """The number of watchers, who may join the new host even if the table is locked."""


PrivateLine: TypeAlias = (
    OpenedLine
    | BegunLine
    | RoomLine
    | PortLine
    | MovedLine
    | BackLine
    | ChainLine
    | ShuffleLine
    | VoidLine
    | HandedLine
)
PublicLine: TypeAlias = dict[str, Plain]
"""A line of the record; that of a move also has the keys of `move_line`."""
LogLine: TypeAlias = PrivateLine | PublicLine


def move_line(seat: Seat, move: Move, number: int | None = None, *, late: bool = False) -> LogLine:
    """Return the line of a move.

    `number` is that of the player's Play, None for a bot's move; `late` means that a bot made it
    because the player's time was up.
    """
    more: PublicLine = {} if number is None else {"number": number}
    return {"seat": seat, "move": move, **more, **({"late": True} if late else {})}


def to_line(line: LogLine, before: int) -> bytes:
    """Return a line with its line end; `before` is the checksum of the previous one."""
    said: dict[str, Any] = line if isinstance(line, dict) else {"table": line}
    if isinstance(line, OpenedLine):
        said = {"kozyr_table": VERSION, **said}
    body = msgspec.json.encode(said)[:-1]
    return body + _tail(crc32(body, before)) + b"\n"


def log_text(lines: Iterable[LogLine]) -> str:
    """Return the text of a log."""
    data, check = [], 0
    for line in lines:
        data.append(to_line(line, check))
        check = check_of(data[-1])
    return b"".join(data).decode("utf-8")


def check_of(line: bytes) -> int:
    """Return the checksum at the end of a line."""
    return int(line[-len('00000000"}\n') : -len('"}\n')], 16)


def _tail(check: int) -> bytes:
    return b',"check":"%08x"}' % check


_TAIL: Final = len(_tail(0))


def check_line(line: bytes, before: int) -> int:
    """Return the checksum of a line. Raises ValueError if it does not fit the line."""
    check = crc32(line[:-_TAIL], before)
    if line[-_TAIL:] != _tail(check):
        raise ValueError("not as it was written")
    return check


def damaged(line: int) -> LogError:
    """Return the error for a log in which the line with this number makes no sense."""
    return LogError("it is damaged at line {line}", line=line)
