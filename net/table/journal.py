"""A match at a table as lines that outlive the program: its terms, then every change.

No I/O. Where the cards lie follows from the seed; net.files.saved has the files. Each line carries
a checksum of itself and of all before it: a file with one character changed could be a match that
nobody has played.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Meta

from core.deal_proof import LINKS
from core.game import Move, Seat, WordedError
from core.match import Player
from net.wire.bounds import Natural, SeatKey, ShownName, Token, WayAddress
from net.wire.from_host import Standing

VERSION: Final = 3
KNOWN: Final = (1, 2, 3)
"""Versions that can be read. In the first one a deal was part of the entry of the previous deal's
last move, and a record was written beside the journal. In the second one a match had one seed.
"""

Port: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 16)]
Hex: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{2})+\\Z")]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]


class JournalError(WordedError):
    """A journal that cannot be resumed."""


class OtherReleaseError(JournalError):
    """A match that this release cannot resume, but another one can."""


class SeatEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The people who have a seat."""

    name: ShownName
    token: Token
    """The token of the seat; empty for a bot of the table's own."""
    bot: str
    """The level of the bot that plays here, for itself or for a person who is away."""
    number: Natural
    """The number of the last move accepted from the person."""
    key: SeatKey = ""
    """The key of the person's program; empty if it has none."""
    address: WayAddress = ""
    port: Port = 0
    """Where that program can be called once the host is lost; 0 if that is not known."""


class RoomEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kept", tag="room"):
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


class PortEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kept", tag="port"):
    """Where the table is open from now on, as another program has resumed it, or its owner wants.

    An earlier release reads the port alone.
    """

    port: Port
    reach: Reach = Reach()


class MovedEntry(msgspec.Struct, frozen=True, tag_field="kept", tag="moved"):
    """The last line: the table has moved to another computer, where the match goes on."""

    name: str
    """The name of the player whose computer it is."""
    address: str
    port: Port
    fingerprint: Hash
    """The SHA-256 of the certificate that is shown there."""


class MoveEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kept", tag="move"):
    """A move, in the order in which they were made."""

    seat: Natural
    move: Move
    number: Natural | None = None
    """The number of the person's Play; nil for a bot's move."""
    late: bool = False
    """Whether a bot made it because the person's time was up."""
    deal: Natural = 0
    """In the first version: the number of the deal that followed straight away; 0 if none did."""


class DealEntry(msgspec.Struct, frozen=True, tag_field="kept", tag="deal"):
    """A deal after the first one: the intermission before it is over."""

    deal: Natural
    """The number of the deal."""


class BackEntry(msgspec.Struct, frozen=True, tag_field="kept", tag="back"):
    """All moves but the first ones were taken back, with the deals that came after them."""

    moves: Natural
    """How many moves stay."""


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


class ChainEntry(msgspec.Struct, frozen=True, tag_field="kept", tag="chain"):
    """From a deal on everything is dealt from a new shuffle: the seeds were lost with a host."""

    first: Annotated[int, Meta(ge=2, le=LINKS)] = msgspec.field(name="from")
    proof: ProofEntry


class ShuffleEntry(msgspec.Struct, frozen=True, tag_field="kept", tag="shuffle"):
    """How far such a shuffle has come; its ChainEntry ends it.

    A host that made another one after it was started again could have tried several.
    """

    stage: Literal["commit", "reveal"]
    first: Annotated[int, Meta(ge=2, le=LINKS)] = msgspec.field(name="from")
    proof: ProofEntry
    """Its shares so far; of nonces only those of bots."""


class VoidEntry(msgspec.Struct, frozen=True, tag_field="kept", tag="void"):
    """The deal that came next is void, as its host was lost: the finished one is shown again."""

    seq: Natural
    """The number of that position from now on: nobody has seen one that is higher."""


class Terms(msgspec.Struct, frozen=True, tag_field="kept", tag="terms"):
    """The first line: what is played, and where the table is."""

    kozyr_table: int
    """The version of the format."""
    id: Annotated[str, Meta(min_length=1, max_length=32)]
    name: str
    game: str
    options: dict[str, int | str]
    clock: Natural
    seed: Hex
    shuffler: Hex
    """The table id with which the decks were made."""
    match: Natural
    seq: Natural
    """The number of the first position."""
    room: RoomEntry
    own: Natural | None = None
    """The seat of the player in whose program the table was."""
    host: str = ""
    port: Port = 0
    """Where the table was open to the LAN; 0 for solo play."""
    begun: Annotated[str, Meta(max_length=32)] = ""
    """When the match began, in the time of the machine: "2026-11-20T19:00:00"."""
    pause: Annotated[int, Meta(ge=-1, lt=1 << 53)] = 0
    proof: ProofEntry | None = None
    """Nil in a match of an earlier release."""
    bots: tuple[str, ...] = ()
    """The levels of the bots with which the table opens, also after everybody has left."""
    reach: Reach = Reach()
    evening: tuple[Standing, ...] = ()
    """What the table's matches before this one have brought everybody."""
    epoch: Natural = 0
    """How many times the table has gone on after its host was lost."""
    apart: bool = False
    """Whether the table has split: the others may have gone on with the match elsewhere."""
    since: Natural | None = None
    """The epoch in which the match began; nil if that is `epoch`."""


Change: TypeAlias = (
    MoveEntry
    | DealEntry
    | ShuffleEntry
    | ChainEntry
    | VoidEntry
    | BackEntry
    | RoomEntry
    | PortEntry
    | MovedEntry
)
JournalEntry: TypeAlias = Terms | Change

_change: Final = msgspec.json.Decoder(Change)


@dataclass(frozen=True, slots=True)
class Journal:
    """A match as far as it was played."""

    terms: Terms
    changes: tuple[Change, ...]
    """The entries without moves and deals that were taken back; a BackEntry stays as the mark."""
    check: int = 0
    """The checksum of the last line; the next one continues from it."""

    @property
    def id(self) -> str:
        return self.terms.id

    @property
    def moves(self) -> tuple[MoveEntry, ...]:
        """The moves, in their order."""
        return tuple(change for change in self.changes if isinstance(change, MoveEntry))

    @property
    def taken_back(self) -> int:
        """How many times a move was taken back."""
        return sum(isinstance(change, BackEntry) for change in self.changes)

    @property
    def moved(self) -> MovedEntry | None:
        """Where the match has gone; None if it is still here."""
        last = self.changes[-1] if self.changes else None
        return last if isinstance(last, MovedEntry) else None

    @property
    def port(self) -> int:
        """Where the table was last open to the LAN; 0 for solo play."""
        ports = [change.port for change in self.changes if isinstance(change, PortEntry)]
        return ports[-1] if ports else self.terms.port

    @property
    def first_epoch(self) -> int:
        """The epoch in which the match began."""
        terms = self.terms
        return terms.epoch if terms.since is None else terms.since

    @property
    def keys(self) -> dict[Seat, str]:
        """The keys that the seats had when the match began."""
        return {seat: each.key for seat, each in enumerate(self.terms.room.seats) if each.key}

    @property
    def reach(self) -> Reach:
        """The other ways in that were open last."""
        reached = [change.reach for change in self.changes if isinstance(change, PortEntry)]
        return reached[-1] if reached else self.terms.reach

    @property
    def alone(self) -> bool:
        """Whether this is solo play: nobody else can come to the table."""
        return not self.terms.port

    @property
    def deal(self) -> int:
        """The deal that is being played."""
        deals = [change.deal for change in self.changes if isinstance(change, DealEntry)]
        return deals[-1] if deals else 1

    @property
    def room(self) -> RoomEntry:
        """Who sits where now."""
        rooms = [change for change in self.changes if isinstance(change, RoomEntry)]
        return rooms[-1] if rooms else self.terms.room

    @property
    def own(self) -> SeatEntry | None:
        """The seat of the player in whose program the table was, if still that player's."""
        own = self.terms.own
        seat = None if own is None else self.room.seats[own]
        return seat if seat is not None and seat.token else None

    @property
    def others(self) -> tuple[SeatEntry, ...]:
        """The seats of all others, clockwise."""
        return tuple(s for n, s in enumerate(self.room.seats) if n != self.terms.own)


def players(room: RoomEntry) -> list[Player]:
    """The players of the match, as its record names them."""
    return [Player(s.name, f"bot:{s.bot}" if s.bot else "human") for s in room.seats]


def to_line(entry: JournalEntry, before: int = 0) -> bytes:
    """Write an entry with its line end; `before` is the checksum of the previous line."""
    body = msgspec.json.encode(entry)[:-1]
    return body + _tail(crc32(body, before)) + b"\n"


def check_of(line: bytes) -> int:
    """Return the checksum at the end of a line."""
    return int(line[-len('00000000"}\n') : -len('"}\n')], 16)


def _tail(check: int) -> bytes:
    return b',"check":"%08x"}' % check


_TAIL: Final = len(_tail(0))


def read_table(data: bytes) -> Journal:
    """Read a table's lines, leaving out half a line at the end if a program was killed.

    Raises JournalError.
    """
    lines = data[: data.rfind(b"\n") + 1].splitlines()
    check = read = 0
    changes: list[Change] = []
    try:
        first, *others = lines or [b""]
        _check_version(msgspec.json.decode(first))
        check = _check_line(first, check)
        terms = msgspec.json.decode(first, type=Terms)
        for line in others:
            read += 1
            check = _check_line(line, check)
            changes += _change_of(line, terms.kozyr_table)
            if isinstance(changes[-1], BackEntry):
                changes = _taken_back(changes, changes[-1].moves)
    except (ValueError, RecursionError) as error:  # msgspec's own are ValueErrors
        raise damaged(read + 1) from error
    _check_seats(terms, changes)
    return Journal(terms, tuple(changes), check)


def _change_of(line: bytes, version: int) -> Iterator[Change]:
    """Yield what a line says; in the first version a move and the deal after it are two things."""
    change = _change.decode(line)
    if version == 1 and isinstance(change, MoveEntry) and change.deal:
        yield msgspec.structs.replace(change, deal=0)
        yield DealEntry(change.deal)
    else:
        yield change


def _taken_back(changes: Sequence[Change], moves: int) -> list[Change]:
    """Leave out all moves but the first ones, and the deals after them."""
    kept: list[Change] = []
    made = 0
    for change in changes:
        made += isinstance(change, MoveEntry)
        if made <= moves or not isinstance(change, MoveEntry | DealEntry):
            kept.append(change)
    return kept


def _check_line(line: bytes, before: int) -> int:
    """Return the checksum of a line. Raises ValueError if it is not as it was written."""
    check = crc32(line[:-_TAIL], before)
    if line[-_TAIL:] != _tail(check):
        raise ValueError("not as it was written")
    return check


def _check_version(first: Any) -> None:
    version = first.get("kozyr_table") if isinstance(first, dict) else None
    if isinstance(version, int) and version not in KNOWN:
        raise OtherReleaseError(
            "it was saved by another release of Kozyr (version {version}; this one knows {known})",
            version=version,
            known=VERSION,
        )


def _check_seats(terms: Terms, changes: Iterable[Change]) -> None:
    """Raise JournalError if an entry mentions a seat that the table does not have."""
    count = len(terms.room.seats)
    entries: list[JournalEntry] = [terms, *changes]
    for number, entry in enumerate(entries, 1):
        seats: list[Seat | None] = []
        match entry:
            case Terms():
                seats = [entry.own, entry.room.owner]
            case RoomEntry():
                seats = [entry.owner]
            case MoveEntry():
                seats = [entry.seat]
            case ShuffleEntry():
                seats = [share.seat for share in entry.proof.shares]
        same = not isinstance(entry, RoomEntry) or len(entry.seats) == count
        if not same or any(seat is not None and seat >= count for seat in seats):
            raise damaged(number)


def damaged(line: int) -> JournalError:
    """Return the error for a file that makes no sense from a line on."""
    return JournalError("it is damaged at line {line}", line=line)
