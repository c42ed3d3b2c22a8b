"""The messages from a host to its clients: participles. docs/protocol.md prints them."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from net.branch.statements import Situation
from net.wire import bounds, message
from net.wire.message import Message


class Welcomed(Message, frozen=True, forbid_unknown_fields=False):
    """The answer to Hello from a host of the same version, with its tables."""

    version: int
    host: bounds.ShownName
    tables: Annotated[list[message.TableLine], Meta(max_length=64)]
    ways: Annotated[list[message.WayIn], Meta(max_length=bounds.MAX_WAYS)] = []
    """The open ways to connect. A later Hello is answered with those open then."""
    migrates: bool = False
    """Whether this host can move a table to another computer (section 12)."""
    games: bounds.GameNames = []
    """Section 10 (another game)."""


class Proving(Message, frozen=True):
    """The answer to Prove; it may take a while when others guess the code."""

    share: bounds.KeyShare
    """The host's share of the exchange."""


class Confirmed(Message, frozen=True):
    """The answer to a right Confirm, with the host's half of the proof: Join is open now."""

    proof: bounds.Proof


class Seated(Message, frozen=True):
    """The answer to Join: the game of the table and your seat, nil for a watcher.

    Keep `token`: it opens this seat again after a broken connection.
    """

    table: bounds.Id
    table_name: bounds.ShownName
    game: bounds.ShownName
    seat: bounds.SeatNumber | None
    token: bounds.Token
    number: bounds.Natural
    """The number of the last move that the host has accepted from this seat."""


class Gathered(Message, frozen=True):
    """The room: the seats, the house rules, the owner, and the latest changes."""

    phase: bounds.Phase
    seats: Annotated[tuple[message.SeatLine, ...], Meta(min_length=1, max_length=bounds.MAX_SEATS)]
    owner: bounds.SeatNumber | None
    """The seat of the owner, who may do what section 10 leaves to the owner."""
    options: bounds.RuleValues
    watchers: Annotated[tuple[message.WatcherLine, ...], Meta(max_length=bounds.MAX_WATCHERS)] = ()
    clock: bounds.Seconds = 0
    """The seconds for each decision of a player; 0 is no clock."""
    code: Annotated[str, Meta(max_length=16)] = ""
    """The code for newcomers, as it is shown to players; empty if the table is open to all."""
    terms: bounds.Natural = 0
    """The number of changes of the house rules, the clock or the pause so far."""
    happened: Annotated[list[message.RoomChange], Meta(max_length=bounds.MAX_CHANGES)] = []
    """The changes since the Gathered before, in order.

    It is empty in the first one after Seated, and in the answer to a request that changes nothing.
    """
    pause: bounds.PauseSeconds = 0
    """The most seconds that a finished deal stays open.

    0 deals the next one at once, -1 waits for all players.
    """
    locked: bool = False
    """Whether only players with a seat may enter."""
    watching: bool = True
    """Whether watching is allowed."""
    watchers_talk: bool = True
    """Whether watchers may send Say."""
    kept_out: Annotated[tuple[bounds.ShownName, ...], Meta(max_length=bounds.MAX_KEPT_OUT)] = ()
    """The names of the players whom the owner keeps out."""
    evening: Annotated[tuple[message.Standing, ...], Meta(max_length=bounds.MAX_STANDINGS)] = ()
    """A line for each player since the table was opened; those of the last match in its order."""
    rematch: bounds.Proposal = ""
    """The proposal of a player who is ready (Rematch): to play again, perhaps in other seats."""
    shuffled: bool = True
    """Whether all players have a share in the decks of this table.

    If not, no Committed, Revealed or Recorded is sent here, and no deal can be checked.
    """


class Moved(Message, frozen=True):
    """You sit on another seat from now on: the players have agreed to rotate (Rematch).

    Comes before the Gathered with which the match begins. The token of the seat stays the same.
    """

    seat: bounds.SeatNumber


class GameChanged(Message, frozen=True):
    """The owner has chosen another game, and you have this seat from now on; nil: you watch.

    Comes before the Gathered that shows the room of that game. The token of the seat stays the
    same.
    """

    game: bounds.ShownName
    seat: bounds.SeatNumber | None


class Tallied(Message, frozen=True):
    """The matches of the evening that were played to their end, whichever game: always all.

    Sent after the Gathered that follows Seated, and before the one with which a match ends.
    """

    matches: Annotated[list[message.PlayedMatch], Meta(max_length=bounds.MAX_PLAYED)]
    """In the order of their ends."""


class Committed(Message, frozen=True, omit_defaults=True):
    """How the deck of a match is being shuffled so that it cannot be stacked (section 8).

    Sent with each stage, always whole; to those who come during the match, the last stage.
    """

    match: bounds.Natural
    """The number of the match at its table, from 1."""
    stage: Literal["commit", "reveal", "done"]
    """What is awaited from every player: Commit, then Reveal, then nothing more."""
    shuffler: bounds.Bytes16
    """The `table_id` of the formulas; not the id of the table."""
    commitment: bounds.Bytes32
    """The host's commitment: the seeds of all deals can be checked against it."""
    begun: Annotated[str, Meta(max_length=32)]
    """The beginning of the match, by the host's clock, without a zone: "2026-11-20T19:00:00"."""
    shares: Annotated[list[message.ShareLine], Meta(max_length=bounds.MAX_SEATS)] = []
    """All committed shares, in the order of the seats; none in the stage `commit`."""
    first: bounds.DealNumber = msgspec.field(default=1, name="from")
    """The first deal that is dealt from this shuffle; above 1 in a match whose host was lost."""


class Revealed(Message, frozen=True, omit_defaults=True):
    """A deal is over, or given up with its match: its seed and moves, to check it (section 8).

    Where the moves are many it is sent several times, with some of them each.
    """

    match: bounds.Natural
    deal: bounds.DealNumber
    seed: bounds.Bytes32
    seq: bounds.Natural
    """The number of the deal's first position."""
    moves: Annotated[list[message.MadeMove], Meta(max_length=bounds.MAX_MADE)]
    """The moves in the order of play."""
    more: bool = False
    """Whether another Revealed continues the moves."""


class Recorded(Message, frozen=True):
    """A match is over: a part of its record (docs/records.md), for clients that keep it.

    The texts of all parts, joined, are the record. A client may ignore it.
    """

    match: bounds.Natural
    begun: Annotated[str, Meta(max_length=32)]
    """The beginning by the host's clock, as `2026-11-20T19:00:00`; empty if unknown."""
    part: Annotated[int, Meta(ge=1, le=bounds.MAX_PARTS)]
    """Counts the parts from 1; they come in this order."""
    parts: Annotated[int, Meta(ge=1, le=bounds.MAX_PARTS)]
    """The number of parts."""
    text: Annotated[str, Meta(max_length=bounds.MAX_PART)]


class Missed(Message, frozen=True):
    """The latest events for a player who comes back to a seat, before the Updated.

    Only those that the seat may know, in order. Those received before have a known `seq`. A client
    may ignore it.
    """

    events: Annotated[list[message.MissedLine], Meta(max_length=bounds.MAX_MISSED)]


class Updated(Message, frozen=True, omit_defaults=True):
    """The position `seq`: everything the receiver may know, and the events since the last one.

    `view` leaves out the house rules (they are in Gathered) and empty values. After a return
    `events` is empty.
    """

    seq: bounds.Natural
    view: bounds.PlainMap
    events: Annotated[list[message.EventLine], Meta(max_length=bounds.MAX_ITEMS)]
    number: bounds.Natural
    left: bounds.Natural = 0
    """Milliseconds left for the receiver's own decision, else for the person who has the fewest.

    0 where no time runs. It counts from when the message was sent.
    """
    late: bounds.SeatNumber | None = None
    """The seat whose time was up, so that a bot made the last move."""


class Timed(Message, frozen=True, omit_defaults=True):
    """The time has changed without a move: a player gave more, or a seat has changed hands."""

    left: bounds.Natural
    """As in Updated."""
    giver: bounds.SeatNumber | None = None
    """The seat that has given more time; nil if none has."""
    given: list[bounds.SeatNumber] = []
    """The seats to which it has given time."""


class Paused(Message, frozen=True, omit_defaults=True):
    """An intermission: the finished deal of the Updated before lies open until all have read it.

    Sent when it begins, when any of this changes, and to those who come meanwhile. The Updated of
    the next deal ends it. Bots and absent players are not waited for.
    """

    seq: bounds.Natural
    """The number of the finished deal's position: what a Continue has to name."""
    awaited: list[bounds.SeatNumber]
    """The seats that have not continued yet."""
    gone_on: list[bounds.SeatNumber] = []
    """The seats that have continued."""
    left: bounds.PauseLeft = -1
    """Milliseconds until the next deal at the latest; -1 if it waits for all players.

    It counts from when the message was sent.
    """
    giver: bounds.SeatNumber | None = None
    """The seat that has just prolonged it (Wait); nil if none has."""


class Refused(Message, frozen=True):
    """A refused request, the reason, and the present position.

    `reason` is English with {places} for `facts`, and the key of a translation; `rule` is a
    paragraph of the rule book, or empty.
    """

    code: bounds.Word
    reason: bounds.Sentence
    rule: bounds.Word = ""
    facts: bounds.Facts = {}
    seq: bounds.Natural = 0
    number: bounds.Natural = 0


class Offered(Message, frozen=True):
    """The answer to Ask; `more` when the list was cut."""

    seq: bounds.Natural
    moves: Annotated[list[bounds.MoveField], Meta(max_length=bounds.MAX_ITEMS)]
    more: bool = False
    padding: str = ""
    """Has no meaning: it pads the message to a multiple of 2048 bytes."""


class Said(Message, frozen=True):
    """The words of a player; with nil as `seat`, of a watcher."""

    seat: bounds.SeatNumber | None
    name: bounds.ShownName
    text: bounds.Sentence
    phrase: bounds.Phrase = ""
    """As in Say; show the text if you do not know the code."""


class Given(Message, frozen=True):
    """The owner has given a seat to the watcher who hears this.

    A Join with the token, on another connection, takes it; so does any later one. Until then the
    seat counts as that of a player who is away.
    """

    seat: bounds.SeatNumber
    token: bounds.Token


class Chosen(Message, frozen=True):
    """The owner wants to move the table to the receiver's computer: answer Accept or Decline.

    Ask the person first. A later Chosen takes the place of an earlier one.
    """

    attempt: bounds.Natural
    """The number of the attempt to move this table, counted over all its hosts."""
    at_once: bool = False
    """Whether the table moves in the middle of a deal."""


class Announced(Message, frozen=True):
    """Where the table is to be moved: try now whether you can connect there, and answer Reached."""

    attempt: bounds.Natural
    address: bounds.WayAddress
    port: bounds.PortNumber
    fingerprint: bounds.Bytes32
    """The SHA-256 of the certificate there."""


class Handed(Message, frozen=True):
    """A part of the table for its new host. The texts of all parts, joined, are the table."""

    attempt: bounds.Natural
    part: Annotated[int, Meta(ge=1, le=bounds.MAX_TABLE_PARTS)]
    """Counts the parts from 1; they come in this order."""
    parts: Annotated[int, Meta(ge=1, le=bounds.MAX_TABLE_PARTS)]
    text: Annotated[str, Meta(max_length=bounds.MAX_PART)]


class Peers(Message, frozen=True):
    """Whom to call if the host is lost, to programs that have sent Identify (section 13).

    Sent when a match begins, to a player who comes back, and when a key or an address has changed.
    """

    match: bounds.Natural
    host: bounds.SeatNumber | None
    """The seat of the host's own player, if it has one."""
    peers: Annotated[list[message.PeerLine], Meta(max_length=bounds.MAX_SEATS)]


class Consulted(Message, frozen=True):
    """The answer to Consult."""

    table: bounds.Id
    situation: Situation | None
    """nil from a host that has the table, but no player of its own."""


class Closed(Message, frozen=True, forbid_unknown_fields=False):
    """The last message on a connection: the reason why the host closes it."""

    code: bounds.Word
    reason: bounds.Sentence
    facts: bounds.Facts = {}


class Ponged(Message, frozen=True):
    """The answer to Ping."""

    sent: bounds.Natural


FromHost: TypeAlias = (
    Welcomed
    | Proving
    | Confirmed
    | Seated
    | Gathered
    | Committed
    | Missed
    | Updated
    | Recorded
    | Revealed
    | Timed
    | Paused
    | Refused
    | Offered
    | Said
    | Given
    | Chosen
    | Announced
    | Handed
    | Peers
    | Consulted
    | Moved
    | GameChanged
    | Tallied
    | Closed
    | Ponged
)
