"""The events at a client's seat: one frozen class for each kind, without behaviour.

`ClientSeat` makes them from the host's messages; screens, plain mode and programs match on them.
Times are those of this machine's own clock, as given to `ClientSeat.receive`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from msgspec import Struct

from core.game import Event, Move, Plain, Seat
from net.branch.company import Offer
from net.client.record_copy import Seen
from net.wire.from_host import Gathered, Peers
from net.wire.message import PlayedMatch, RoomChange, TableLine, WayIn
from net.wire.to_host import ToHost

# --- the connection ------------------------------------------------------------------------------


class Connected(Struct, frozen=True):
    """The connection is up and the host has answered."""

    host: str
    """The host's name."""
    tables: tuple[TableLine, ...]
    again: bool = False
    """Whether the connection has been lost before."""


class WaysTold(Struct, frozen=True):
    """In reply to another Hello: the ways for guests to connect now."""

    ways: tuple[WayIn, ...]


class Disconnected(Struct, frozen=True):
    """The connection is lost and the link reconnects; meanwhile the time left is unknown."""


class Answer(Struct, frozen=True):
    """A message to send straight away. The link sends it and reports nothing."""

    message: ToHost


# --- the way to a seat ---------------------------------------------------------------------------


class CodeWanted(Struct, frozen=True):
    """The table needs its code: answer with `ClientSeat.prove`."""

    wrong: bool = False
    """Whether the last code was wrong."""


class NotSeated(Struct, frozen=True):
    """There is no seat for this client; it may join differently (as a watcher) or leave."""

    code: str
    """A code of net.wire.reasons.REFUSALS, such as "full" or "playing"."""
    reason: str
    facts: Mapping[str, str | int]


class SatDown(Struct, frozen=True):
    """The client has its seat. RoomChanged follows, then the Position if there is one."""

    table: str
    """The table's id."""
    table_name: str
    game: str
    seat: Seat | None
    """None for a watcher."""
    again: bool = False
    """Whether this client sat here before the connection was lost."""


class SeatGiven(Struct, frozen=True):
    """The owner gives a seat to this watcher; the link reconnects to take it."""

    seat: Seat


class HostingWanted(Struct, frozen=True):
    """The owner wants to move the table to this computer: ask the player, then agree or decline."""

    attempt: int
    at_once: bool


class ReachWanted(Struct, frozen=True):
    """A new host is to be tried and Reached sent. The link does so and reports nothing."""

    attempt: int
    address: str
    port: int
    fingerprint: str


class TableHanded(Struct, frozen=True):
    """The whole table has arrived, for this program to continue it."""

    text: str


class PeersTold(Struct, frozen=True):
    """The host has named the programs to call if it is lost."""

    peers: Peers


class HostLost(Struct, frozen=True):
    """The host is lost, or all others have left it; the offer is None once no choice is left."""

    offer: Offer | None


class NotGoneOn(Struct, frozen=True):
    """This program cannot take the table over; `reason` is a template for the facts."""

    reason: str
    facts: Mapping[str, str | int] = {}


class FoundElsewhere(Struct, frozen=True):
    """Another host claims to have the table: the player decides whether to believe that."""

    address: str
    port: int


class TableStays(Struct, frozen=True):
    """A move to this computer has been called off."""


class TableMoved(Struct, frozen=True):
    """The table is at another computer now; the link follows it."""

    name: str
    """The name of the player whose computer it is."""
    address: str
    port: int
    fingerprint: str
    word: str = ""
    """The proof for the new host that the old one has let the table go."""
    branch: int = 0
    """The deal with which a branch begins; 0 if the table itself has moved."""


class Dismissed(Struct, frozen=True):
    """The visit is over for good; no event follows."""

    code: str
    """A code of net.wire.reasons.CLOSINGS."""
    reason: str
    facts: Mapping[str, str | int]


# --- at the table --------------------------------------------------------------------------------


class RoomState(Gathered, frozen=True):
    """The room as in the last Gathered, without the changes that led to it."""

    options: Any
    """The game's Options."""

    @property
    def asking(self) -> tuple[str, ...]:
        """The names of the watchers who ask the owner for a seat."""
        return tuple(line.name for line in self.watchers if line.asks)

    @property
    def free(self) -> tuple[Seat, ...]:
        """The free seats."""
        return tuple(seat for seat, line in enumerate(self.seats) if not line.kind)

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats of players who are disconnected and for whom no bot plays."""
        lines = enumerate(self.seats)
        return tuple(seat for seat, line in lines if line.away and line.kind == "human")


class RoomChanged(Struct, frozen=True):
    """The room now, and the changes that led to it."""

    room: RoomState
    happened: tuple[RoomChange, ...] = ()
    """In order; empty when this client sits down or resumes."""


class GameChanged(Struct, frozen=True):
    """The owner has chosen another game; the room of it follows."""

    before: str
    game: str
    old_seat: Seat | None
    seat: Seat | None
    """The seat from now on; None if this player watches."""


class EveningTold(Struct, frozen=True):
    """The matches of the evening that were played to their end, as they are now."""

    matches: tuple[PlayedMatch, ...]


class WasMissed(Struct, frozen=True):
    """The events of the match that this player missed; the position follows."""

    events: tuple[Event, ...]
    helped: bool = False
    """Whether a bot has moved for this player, as far as this program knows."""


@dataclass(frozen=True, slots=True)
class Position:
    """A view, and the events since the last one; none after a resumption."""

    seq: int
    view: Any
    """The game's View of this seat."""
    events: tuple[Event, ...] = ()
    late: Seat | None = None
    """The seat whose time ran out, so that a bot made the last move."""
    ends: float | None = None
    """The end of the time for this seat's decision, or else the earliest end; may be None."""
    before: tuple[Position, ...] = ()
    """After moves were taken back: all positions up to this one, with the events of each. Any other
    position shown before is undone.
    """


class TimeChanged(Struct, frozen=True):
    """The time left has changed without a move."""

    ends: float | None
    """As in Position."""
    giver: Seat | None = None
    """The seat that gave more time; None if none did."""
    given: tuple[Seat, ...] = ()
    """The seats that received it."""


class IntermissionChanged(Struct, frozen=True):
    """An intermission: the finished deal stays open until every player has continued."""

    seq: int
    """The number of the position; the next one ends the intermission."""
    awaited: tuple[Seat, ...]
    """The seats that have not continued yet."""
    gone_on: tuple[Seat, ...] = ()
    ends: float | None = None
    """The latest time of the next deal; None if it waits for every player."""
    giver: Seat | None = None
    """The seat that has just prolonged it, if one has."""


class Shuffled(Struct, frozen=True):
    """The deck of a match is being shuffled; the deal follows."""

    missing: tuple[Seat, ...] = ()
    """The seats that had no share in it."""
    sent: bool = False
    """Whether this client had sent its nonce."""


class CheckAhead(Struct, frozen=True):
    """The deals that this client will be able to check in a match that it joined late."""

    fault: str = ""
    """A key of net.client.deal_check.FAULTS if this client can check nothing at all."""
    since: int = 0
    """The first deal that can be checked."""
    shares: tuple[Seat, ...] = ()
    """The seats that had a share in the shuffle, the host's bots among them."""


@dataclass(frozen=True, slots=True)
class DealChecked:
    """A finished deal was dealt and played again, and agrees with the host's commitment."""

    deal: int
    record: tuple[dict[str, Plain], ...] = field(default=(), compare=False, repr=False)
    """The lines of the match's record up to here."""


class LaterShuffle(Struct, frozen=True):
    """A new shuffle in the middle of a match, at a branch."""

    deal: int
    """The first deal that follows from it."""
    shares: tuple[Seat, ...] = ()
    own: bool = False
    """As in MatchChecked."""


class MatchChecked(Struct, frozen=True):
    """The verdict of this client on the deals of a match, at the end or earlier."""

    fault: str = ""
    """A key of net.client.deal_check.FAULTS; empty if every deal seen is as committed."""
    deal: int = 0
    """The deal at fault; 0 if the fault is in the shuffle or the whole match."""
    since: int = 0
    """The first deal that this client could check; 0 means the whole match."""
    shares: tuple[Seat, ...] = ()
    """The seats that had a share in the shuffle according to the host, its bots among them."""
    own: bool = False
    """Whether the nonce that this client made and sent is in the decks."""
    shuffles: int = 1
    """The number of shuffles of the match known to this client."""
    later: tuple[LaterShuffle, ...] = ()
    """The shuffles for later deals, in order, at branches of the match."""
    anew: int = 0
    """The number of shuffles at branches, including those replaced since."""
    choice: int = 1
    """The number of decks among which a host could choose by leaving out committed nonces."""
    given_up: int = 0
    """The number of further decks in earlier matches, which the host gave up."""

    @property
    def decks(self) -> int:
        """The number of decks among which the host could choose in all."""
        return self.choice + self.given_up


@dataclass(frozen=True, slots=True)
class RecordReceived:
    """The record of a finished match has arrived. The link files it and reports RecordFiled."""

    match: int
    """The number of the match at its table, from 1."""
    begun: str
    """The beginning of the match, according to the host."""
    text: str
    seen: Seen


class RecordFiled(Struct, frozen=True):
    """The record of the last match has been checked, and filed if this player took part."""

    path: str = ""
    """The path of the record; empty if it was not filed."""
    fits: bool = True
    """Whether it agrees with this client's own knowledge of the match."""
    reused: bool = False
    """Whether the host has reused the number of an earlier match."""


class Spoken(Struct, frozen=True):
    """A player or watcher has said something."""

    seat: Seat | None
    """None for a watcher."""
    name: str
    text: str
    phrase: str = ""
    """The code of a phrase, for readers who know it."""


class Refusal(Struct, frozen=True):
    """A request of this client was refused."""

    code: str
    """A code of net.wire.reasons.REFUSALS; empty if the host has a reason of its own."""
    reason: str
    """English with {places} for `facts`; also the key of its translation."""
    rule: str
    """A paragraph of the rule book, or empty."""
    facts: Mapping[str, str | int]
    move: Move | None = None
    """The refused move, if the request was one: the choice is open again."""


ClientEvent: TypeAlias = (
    Connected
    | FoundElsewhere
    | WaysTold
    | Disconnected
    | Answer
    | CodeWanted
    | NotSeated
    | SatDown
    | GameChanged
    | EveningTold
    | SeatGiven
    | HostingWanted
    | ReachWanted
    | TableHanded
    | PeersTold
    | HostLost
    | NotGoneOn
    | TableStays
    | TableMoved
    | Dismissed
    | RoomChanged
    | WasMissed
    | Position
    | TimeChanged
    | IntermissionChanged
    | Shuffled
    | CheckAhead
    | DealChecked
    | MatchChecked
    | RecordReceived
    | RecordFiled
    | Spoken
    | Refusal
)
