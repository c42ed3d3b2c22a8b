"""The log of a table: JSON Lines that outlive the program. No I/O; net.files.saved has the files.

    {"kozyr_table":4,"table":{"says":"opened","id":…,"room":…},"check":…}   the first line
    {"kozyr":1,"game":…,"options":{…},"seats":[…],"deal_proof":null,"check":…}
    {"table":{"says":"begun","match":1,"seed":…,"proof":…},"check":…}
    {"deck":["6-1",…],"check":…}
    {"seat":0,"move":"lay 6-6 left","number":1,"check":…}
    {"table":{"says":"room","seats":[…],"owner":0},"check":…}
    {"deal":1,"points":[…],"totals":[…],"check":…}

Lines without the key `table` are **public**: those of the record, in the order in which things
happened. The lines with it are the table's own, and **private**: who sits where, what the decks
follow from, where the table is. A record is the log without its private lines, which
`net.table.opening` plays again: moves made at the same time then stand in the order of
docs/records.md. Only there does the record name the proof of the deal.

Each line carries a checksum of itself and of all lines before it: a file with one character changed
could be a match that nobody has played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Meta

from core.deal_proof import LINKS
from core.game import Move, Plain, Seat, WordedError
from core.match import Player
from net.branch.statements import Origins
from net.wire.bounds import (
    MAX_KEPT_OUT,
    MAX_SEATS,
    MAX_STANDINGS,
    MAX_UNTOLD,
    Bytes16,
    Natural,
    RuleValues,
    SeatKey,
    ShownName,
    Token,
    WayAddress,
)
from net.wire.from_host import SeatFacts, Standing

VERSION: Final = 4
"""Earlier versions are logs; `net.table.log_reader` makes logs of them."""

Port: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 16)]
Hex: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{2})*\\Z")]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]


class LogError(WordedError):
    """A log that cannot be opened."""


class OtherReleaseError(LogError):
    """A match that this release cannot resume, but another one can."""


class SeatEntry(SeatFacts, frozen=True, omit_defaults=True):
    """The people who have a seat."""

    token: Token = ""
    """The token of the seat; empty for a bot of the table's own."""
    bot: str = ""
    """The level of the bot that plays here, for itself or for a person who is away."""
    number: Natural = 0
    """The number of the last move accepted from the person."""
    key: SeatKey = ""
    """The key of the person's program; empty if it has none."""
    address: WayAddress = ""
    port: Port = 0
    """Where that program can be called once the host is lost; 0 if that is not known."""


class RoomLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="room"):
    """Who sits where; written whenever that has changed."""

    seats: tuple[SeatEntry, ...]
    owner: Natural | None
    code: Annotated[str, Meta(max_length=16)]
    locked: bool = False
    watching: bool = True
    watchers_talk: bool = True


class Reach(msgspec.Struct, frozen=True, omit_defaults=True):
    """The other ways in to a table; opened again when the match is resumed."""

    internet: bool = False
    """Whether people outside the local networks may come."""
    ssh: Port | None = None
    web: Port | None = None
    """The ports at which guests without Kozyr come in."""
    web_plain: bool = False
    """Whether the page for browsers is not encrypted."""


class OpenedLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="opened"):
    """The first line: the table, where it is, and by which terms the next match is played."""

    id: Annotated[str, Meta(min_length=1, max_length=32, pattern="^[0-9A-Za-z-]*\\Z")]
    name: ShownName
    game: str
    options: RuleValues
    clock: Natural
    pause: Annotated[int, Meta(ge=-1, lt=1 << 53)]
    room: RoomLine
    shuffler: Bytes16
    """The table id in the formulas of the shuffles to come."""
    bots: tuple[str, ...] = ()
    """The levels of the bots with which the table opens, also after everybody has left."""
    evening: Annotated[tuple[Standing, ...], Meta(max_length=MAX_STANDINGS)] = ()
    """What the table's matches before this one have brought everybody."""
    branch: Origins = ()
    """Where the table comes from, if it goes on from one that has lost its host."""
    own: Natural | None = None
    """The seat of the player in whose program the table is."""
    host: str = ""
    port: Port = 0
    """Where the table is open to the LAN; 0 for solo play."""
    reach: Reach = Reach()


class ShareEntry(msgspec.Struct, frozen=True):
    """What a seat contributed to the shuffle."""

    seat: Natural
    commitment: Hash
    nonce: Hash | None


class ProofEntry(msgspec.Struct, frozen=True):
    """What the seed of the decks follows from."""

    seed: Hash
    """The host's own seed: the one of the last deal that the chain reaches."""
    commitment: Hash
    shares: tuple[ShareEntry, ...]
    deals: Annotated[int, Meta(ge=0, le=LINKS)] = 0
    """The number of that deal; 0 if one seed is that of the whole match."""


class BegunLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="begun"):
    """What a match is dealt from and played with, behind the first line of its record."""

    match: Natural
    """Counts the table's matches from 1."""
    seq: Natural
    """The number of the first position."""
    shuffler: Bytes16
    """The table id in the formulas of its shuffle."""
    seed: Hex = ""
    """The seed of the decks that follow those `given`."""
    begun: Annotated[str, Meta(max_length=32)] = ""
    """When the match began, in the time of the machine: "2026-11-20T19:00:00"."""
    clock: Natural = 0
    pause: Annotated[int, Meta(ge=-1, lt=1 << 53)] = 0
    """The clock and the pause of the match; those of the next one may be others."""
    proof: ProofEntry | None = None
    """Nil in a match of an early release, and in one continued from a record."""
    given: Natural = 0
    """The first decks, this many, are not from the seed: they stand in the log alone."""


class PortLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="port"):
    """Where the table is open from now on: another program has it, or its owner wants that."""

    port: Port
    reach: Reach = Reach()


class MovedLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="moved"):
    """The last line: the match goes on at another computer."""

    name: str
    """The name of the player whose computer it is."""
    address: str
    port: Port
    fingerprint: Hash
    """The SHA-256 of the certificate that is shown there."""
    table: Annotated[str, Meta(max_length=32)] = ""
    """The id of the branch to which its player has gone; empty if the table itself has moved."""


class BackLine(msgspec.Struct, frozen=True, tag_field="says", tag="back"):
    """All moves but the first ones were taken back, with the deals that came after them."""

    moves: Natural
    """How many moves stay."""


class ChainLine(msgspec.Struct, frozen=True, tag_field="says", tag="chain"):
    """From a deal on everything is dealt from a new shuffle: the seeds were lost with a host."""

    first: Annotated[int, Meta(ge=2, le=LINKS)] = msgspec.field(name="from")
    proof: ProofEntry


class ShuffleLine(msgspec.Struct, frozen=True, tag_field="says", tag="shuffle"):
    """How far such a shuffle has come; its ChainLine ends it.

    A host that made another one after it was started again could have tried several.
    """

    stage: Literal["commit", "reveal"]
    first: Annotated[int, Meta(ge=2, le=LINKS)] = msgspec.field(name="from")
    proof: ProofEntry
    """Its shares so far; of nonces only those of bots."""


class VoidLine(msgspec.Struct, frozen=True, tag_field="says", tag="void"):
    """The deal that came next is void, as its host was lost: the finished one is shown again."""

    seq: Natural
    """The number of that position from now on: nobody has seen one that is higher."""


KeptOut: TypeAlias = tuple[ShownName, Token, Annotated[str, Meta(max_length=64)]]
"""Name, token and address of somebody who is kept out."""


class UndealtMatch(msgspec.Struct, frozen=True):
    """A match of which no deal is finished, and the host that knew its seeds is lost."""

    begun: Annotated[str, Meta(max_length=32)]
    """When it began, as in BegunLine."""
    room: RoomLine
    """Who sat where then."""


MAX_KEYS: Final = 16
"""At most this many keys of one guest by ssh are remembered."""


class GuestEntry(msgspec.Struct, frozen=True):
    """A guest by ssh who has a seat, as the guest is recognised wherever the table goes."""

    name: ShownName
    """The name that was given to ssh."""
    token: Token
    word: Annotated[str, Meta(max_length=16)]
    """It brings the guest back without a key."""
    keys: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=MAX_KEYS)]
    """The fingerprints of the keys that were offered."""


class HandedLine(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="says", tag="handed"):
    """The last line of a log that is sent to another computer: what else its table knows."""

    terms: Natural
    """How often the house rules, the clock or the pause have been changed."""
    matches: Natural
    seq: Natural
    attempt: Natural
    word: Token
    """Who shows it has been sent on by the old host."""
    room: RoomLine
    ready: tuple[bool, ...]
    played: tuple[bool, ...]
    """By seat: whether its person has played the match that is over."""
    kept_out: Annotated[tuple[KeptOut, ...], Meta(max_length=MAX_KEPT_OUT)] = ()
    untold: Annotated[tuple[Token, ...], Meta(max_length=MAX_UNTOLD)] = ()
    undealt: UndealtMatch | None = None
    """A match whose host was lost before the first deal."""
    guests: Annotated[tuple[GuestEntry, ...], Meta(max_length=MAX_SEATS)] = ()
    """The ssh client of a guest cannot keep a ticket, as a browser does."""
    watchers: Natural = 0
    """How many watch, who come along even if the table is locked."""


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
"""A line of the record; of a move the log keeps too what `move_line` says."""
LogLine: TypeAlias = PrivateLine | PublicLine


def move_line(seat: Seat, move: Move, number: int | None = None, *, late: bool = False) -> LogLine:
    """Return the line of a move.

    `number` is that of the person's Play, None for a bot's move; `late` says that a bot made it
    because the person's time was up.
    """
    more: PublicLine = {} if number is None else {"number": number}
    return {"seat": seat, "move": move, **more, **({"late": True} if late else {})}


@dataclass(frozen=True, slots=True)
class Log:
    """A table, and its match as far as it was played."""

    lines: tuple[LogLine, ...]
    """Without the public lines that were taken back; a BackLine stays as the mark."""
    check: int = 0
    """The checksum of the last line; the next one continues from it."""

    @property
    def opened(self) -> OpenedLine:
        first = self.lines[0]
        assert isinstance(first, OpenedLine)
        return first

    @property
    def begun(self) -> BegunLine | None:
        """What the match is dealt from; None if the table has no match."""
        begun: BegunLine | None = self._last(BegunLine)
        return begun

    @property
    def number(self) -> int:
        """The number of the match at its table; 0 if the table has none."""
        return 0 if (begun := self.begun) is None else begun.match

    @property
    def header(self) -> PublicLine | None:
        """The first line of the record; None if the table has no match."""
        return next((x for x in self.lines if isinstance(x, dict) and "kozyr" in x), None)

    @property
    def id(self) -> str:
        return self.opened.id

    def _last(self, kind: Any) -> Any:
        return next((line for line in reversed(self.lines) if isinstance(line, kind)), None)

    @property
    def taken_back(self) -> int:
        """How many times a move was taken back."""
        return sum(isinstance(line, BackLine) for line in self.lines)

    @property
    def moved(self) -> MovedLine | None:
        """Where the match has gone; None if it is still here."""
        last = self.lines[-1]
        return last if isinstance(last, MovedLine) else None

    @property
    def port(self) -> int:
        """Where the table was last open to the LAN; 0 for solo play."""
        return self._place.port

    @property
    def reach(self) -> Reach:
        """The other ways in that were open last."""
        return self._place.reach

    @property
    def _place(self) -> PortLine | OpenedLine:
        return self._last(PortLine) or self.opened

    @property
    def alone(self) -> bool:
        """Whether this is solo play: nobody else can come to the table."""
        return not (self.opened.port or isinstance(self.lines[-1], HandedLine))

    @property
    def deal(self) -> int:
        """The deal that is being played: decks that stand together are one deal's."""
        public = [line for line in self.lines if isinstance(line, dict)]
        dealt = ["deck" in line for line in public]
        return sum(
            here and not before for before, here in zip([False, *dealt], dealt, strict=False)
        )

    @property
    def room(self) -> RoomLine:
        """Who sits where now."""
        last = self._last(RoomLine | HandedLine) or self.opened
        return last if isinstance(last, RoomLine) else last.room

    @property
    def own(self) -> SeatEntry | None:
        """The seat of the player in whose program the table was, if still that player's."""
        own = self.opened.own
        seat = None if own is None else self.room.seats[own]
        return seat if seat is not None and seat.token else None

    @property
    def others(self) -> tuple[SeatEntry, ...]:
        """The seats of all others, clockwise."""
        return tuple(s for n, s in enumerate(self.room.seats) if n != self.opened.own)


def upto(lines: Iterable[LogLine], moves: int) -> list[LogLine]:
    """Leave out all moves but the first ones, and what came of them; private lines stay."""
    kept: list[LogLine] = []
    made = 0
    for line in lines:
        made += isinstance(line, dict) and "move" in line
        if made <= moves or not isinstance(line, dict):
            kept.append(line)
    return kept


def to_line(line: LogLine, before: int = 0) -> bytes:
    """Write a line with its line end; `before` is the checksum of the previous one."""
    said: dict[str, Any] = line if isinstance(line, dict) else {"table": line}
    if isinstance(line, OpenedLine):
        said = {"kozyr_table": VERSION, **said}
    body = msgspec.json.encode(said)[:-1]
    return body + _tail(crc32(body, before)) + b"\n"


def log_text(lines: Iterable[LogLine]) -> str:
    """Write the lines of a log."""
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
    """Return the checksum of a line. Raises ValueError if it is not as it was written."""
    check = crc32(line[:-_TAIL], before)
    if line[-_TAIL:] != _tail(check):
        raise ValueError("not as it was written")
    return check


def damaged(line: int) -> LogError:
    """Return the error for a log that makes no sense from a line on."""
    return LogError("it is damaged at line {line}", line=line)


def players(room: RoomLine) -> list[Player]:
    """The players of the match, as its record names them."""
    return [Player(s.name, f"bot:{s.bot}" if s.bot else "human") for s in room.seats]
