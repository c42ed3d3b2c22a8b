"""What can happen to a client's seat: one frozen value for each kind.

No behaviour. `ClientSeat` makes them from the host's messages; screens, plain mode and programs
match on them. Times are those of this machine's own clock, as given to `ClientSeat.receive`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.game import Event, Move, Plain, Seat
from net.branch.company import Offer
from net.client.record_copy import Seen
from net.wire.changes import RoomChange
from net.wire.from_host import Peers, SeatLine, Standing, TableLine, WayIn
from net.wire.to_host import ToHost

# --- the connection ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Connected:
    """The connection is up and the host has answered."""

    host: str
    """The host's name."""
    tables: tuple[TableLine, ...]
    again: bool = False
    """Whether the connection existed before and was lost."""


@dataclass(frozen=True, slots=True)
class WaysTold:
    """The host has answered another Hello: the ways in which people can sit down there now."""

    ways: tuple[WayIn, ...]


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is lost and the link is reconnecting. Until then the time left is unknown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A message to send straight away. The link sends it and passes it on to nobody."""

    message: ToHost


# --- the way to a seat ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CodeWanted:
    """The table asks for its code: answer with `ClientSeat.prove`."""

    wrong: bool = False
    """Whether a code has been tried and was wrong."""


@dataclass(frozen=True, slots=True)
class NotSeated:
    """There is no seat for this client; it may join in another way (as a watcher) or leave."""

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
    """None for a watcher."""
    again: bool = False
    """Whether this client sat here before the connection was lost."""


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """The owner gives a seat to this client, which watches; its link comes back to take it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostingWanted:
    """The owner wants to move the table to this computer: ask the player, then agree or decline."""

    attempt: int
    at_once: bool


@dataclass(frozen=True, slots=True)
class ReachWanted:
    """Try whether a new host can be reached, and answer Reached. The link does it, and passes it
    on to nobody.
    """

    attempt: int
    address: str
    port: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class TableHanded:
    """The whole table has come, for this program to continue it."""

    text: str


@dataclass(frozen=True, slots=True)
class PeersTold:
    """The host has said whom to call if it is lost."""

    peers: Peers


@dataclass(frozen=True, slots=True)
class HostLost:
    """The host is lost, or all others have left it; None once there is nothing to choose."""

    offer: Offer | None


@dataclass(frozen=True, slots=True)
class NotGoneOn:
    """This program cannot go on with the table; the text is a template for the facts."""

    reason: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FoundElsewhere:
    """Another host says that it has the table: whether to believe it only the player can tell."""

    address: str
    port: int


@dataclass(frozen=True, slots=True)
class TableStays:
    """A move to this computer has been called off."""


@dataclass(frozen=True, slots=True)
class TableMoved:
    """The table is at another computer now; the link follows it."""

    name: str
    """The name of the player whose computer it is."""
    address: str
    port: int
    fingerprint: str
    word: str = ""
    """Shows the new host that the old one has let the table go."""
    branch: int = 0
    """The deal from which a branch goes on, if it is one; 0 if the table itself has moved."""


@dataclass(frozen=True, slots=True)
class Dismissed:
    """The visit is over for good; nothing happens after this."""

    code: str
    """A code of net.wire.reasons.CLOSINGS."""
    reason: str
    facts: Mapping[str, str | int]


# --- at the table --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoomState:
    """Who sits where, and on what terms: everything the host last said."""

    phase: str
    """As in Gathered: "gathering", "playing" or "over"."""
    seats: tuple[SeatLine, ...]
    owner: Seat | None
    options: Any
    """The game's Options."""
    watchers: tuple[str, ...] = ()
    """The names of those who are watching."""
    clock: int = 0
    """Seconds for each decision; 0 is no clock."""
    code: str = ""
    terms: int = 0
    pause: int = 0
    """The longest time a finished deal stays open, in seconds; 0 is none, -1 no limit."""
    locked: bool = False
    """Whether only players who already have a seat may come in."""
    watching: bool = True
    """Whether anybody may watch."""
    watchers_talk: bool = True
    kept_out: tuple[str, ...] = ()
    """The names of people banned by the owner."""
    evening: tuple[Standing, ...] = ()
    """What the matches at this table have brought everybody; the players of the last one stand
    last."""
    rematch: str = ""
    """Whether somebody proposes to play again: "same", or in other seats: "rotate"."""
    shuffled: bool = True
    """Whether everybody has a share in the decks."""

    @property
    def free(self) -> tuple[Seat, ...]:
        """The free seats."""
        return tuple(seat for seat, line in enumerate(self.seats) if not line.kind)

    @property
    def away(self) -> tuple[Seat, ...]:
        """Seats of people who have lost their connection and for whom no bot plays."""
        lines = enumerate(self.seats)
        return tuple(seat for seat, line in lines if line.away and line.kind == "human")


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The room as it is now, and what has changed in it."""

    room: RoomState
    happened: tuple[RoomChange, ...] = ()
    """In order; empty when this client sits down or comes back."""


@dataclass(frozen=True, slots=True)
class WasMissed:
    """What happened in the match while this player was away; the position follows."""

    events: tuple[Event, ...]
    helped: bool = False
    """Whether a bot has moved for this player, as far as this program can know."""


@dataclass(frozen=True, slots=True)
class Position:
    """A view, and what led to it since the last one; there are no events after a return."""

    seq: int
    view: Any
    """The game's View of this seat."""
    events: tuple[Event, ...] = ()
    late: Seat | None = None
    """The seat whose time ran out, so that a bot made the move that led here."""
    ends: float | None = None
    """When the time for this seat's decision ends, otherwise the earliest one; may be None."""
    before: tuple[Position, ...] = ()
    """If moves were taken back: all positions up to this one, with what led to each. All other
    positions shown before are undone."""


@dataclass(frozen=True, slots=True)
class TimeChanged:
    """The time left has changed without a move."""

    ends: float | None
    """As in Position."""
    giver: Seat | None = None
    """The seat that gave more time; None if none did."""
    given: tuple[Seat, ...] = ()
    """The seats that received it."""


@dataclass(frozen=True, slots=True)
class IntermissionChanged:
    """An intermission: the finished deal of a position lies open until everybody has read it."""

    seq: int
    """The number of the position; the next one ends the intermission."""
    awaited: tuple[Seat, ...]
    """The seats that have not continued yet."""
    gone_on: tuple[Seat, ...] = ()
    ends: float | None = None
    """When the next deal comes at the latest; None if it waits for everybody."""
    giver: Seat | None = None
    """The seat that has just prolonged it; None if none has."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck of a match is being shuffled; the deal follows."""

    missing: tuple[Seat, ...] = ()
    """The seats that had no share in it."""
    sent: bool = False
    """Whether this client had shown its nonce."""


@dataclass(frozen=True, slots=True)
class CheckAhead:
    """What this client will be able to check of a match that it joined late."""

    fault: str = ""
    """A code of net.client.faults.FAULTS if this client can check nothing at all."""
    since: int = 0
    """The first deal that can be checked."""
    shares: tuple[Seat, ...] = ()
    """The seats that had a share in the shuffle, the host's bots among them."""


@dataclass(frozen=True, slots=True)
class DealChecked:
    """A finished deal was dealt and played again: it is the one that was committed to."""

    deal: int
    record: tuple[dict[str, Plain], ...] = field(default=(), compare=False, repr=False)
    """The lines of the match's record up to here."""


@dataclass(frozen=True, slots=True)
class LaterShuffle:
    """A new shuffle in the middle of a match, after its host was lost."""

    deal: int
    """The first deal that follows from it."""
    shares: tuple[Seat, ...] = ()
    own: bool = False
    """As in MatchChecked."""


@dataclass(frozen=True, slots=True)
class MatchChecked:
    """What this client found out about the deals of a match, at the end or earlier."""

    fault: str = ""
    """A code of net.client.faults.FAULTS; empty if every deal seen is as committed."""
    deal: int = 0
    """The deal that the fault is about; 0 if it is about the shuffle or the whole match."""
    since: int = 0
    """The deal from which on this client could check; 0 means the whole match."""
    shares: tuple[Seat, ...] = ()
    """The seats that had a share in the shuffle, the host's bots among them, says the host."""
    own: bool = False
    """Whether a nonce is in the decks that this client has made and shown itself."""
    shuffles: int = 1
    """How many times the match was shuffled, as far as this client knows."""
    later: tuple[LaterShuffle, ...] = ()
    """The shuffles for later deals, in their order, if the host was lost in the middle."""
    anew: int = 0
    """How many times it was shuffled anew as a host was lost; shuffles replaced since count too."""
    choice: int = 1
    """From how many decks a host could choose, as nonces that were committed to were not shown."""
    given_up: int = 0
    """From how many more it could choose in matches before this one, which it gave up."""

    @property
    def decks(self) -> int:
        """From how many decks the host could choose in all."""
        return self.choice + self.given_up


@dataclass(frozen=True, slots=True)
class RecordReceived:
    """The record of a finished match has come. The link files it and passes it on to nobody."""

    match: int
    """Counts the table's matches from 1."""
    begun: str
    """When the match began, according to the host."""
    text: str
    seen: Seen


@dataclass(frozen=True, slots=True)
class RecordFiled:
    """The record of the last match has been checked, and filed if it belongs to this player."""

    path: str = ""
    """The path of the record; empty if it was not filed."""
    fits: bool = True
    """Whether it agrees with what this client has seen."""
    reused: bool = False
    """Whether the host has given this match the number of an earlier one."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Somebody said something."""

    seat: Seat | None
    """None for a watcher."""
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request of this client was refused."""

    code: str
    """A code of net.wire.reasons.REFUSALS; empty if the host has another reason than those."""
    reason: str
    """English with {places} for `facts`; also the key of its translation."""
    rule: str
    """A paragraph of the rule book, or empty."""
    facts: Mapping[str, str | int]
    move: Move | None = None
    """The move that was refused, if the request was a move: the choice is open again."""


ClientEvent: TypeAlias = (
    Connected
    | FoundElsewhere
    | WaysTold
    | Disconnected
    | Answer
    | CodeWanted
    | NotSeated
    | SatDown
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
