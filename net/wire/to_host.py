"""The messages from a client to its host: verbs. docs/protocol.md prints them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from net.branch.statements import Coming, Situation
from net.wire import bounds
from net.wire.message import Message


class Hello(Message, frozen=True, forbid_unknown_fields=False):
    """The first message. `program` is for the host's log only.

    Of all versions of the protocol Hello, Welcomed and Closed alone must understand each other:
    unknown fields are skipped in them.
    """

    version: int
    program: Annotated[str, Meta(max_length=40)] = ""
    migrates: bool = False
    """Whether this program can take part in moving a table to another computer (section 12)."""
    word: bounds.Token = ""
    """To the host that a Closed `moved` names: the `word` of that message."""
    games: bounds.GameNames = []
    """Section 10 (another game)."""
    way: bounds.Way = ""
    """The way in which its player plays."""


class Join(Message, frozen=True):
    """Take a seat (any free one unless named), or watch; with an earlier token, come back."""

    name: bounds.Name
    table: bounds.Id = ""
    token: bounds.Token = ""
    seat: bounds.SeatNumber | None = None
    watch: bool = False
    seen: bounds.Natural = 0
    """The `seq` of the last position that this client has: Missed tells of what came after it."""
    match: bounds.Natural = 0
    """The number of the match of which it has finished deals."""
    deals: bounds.Natural = 0
    """The number of whole deals it has, from the first one on, which Revealed need not repeat."""


class Prove(Message, frozen=True):
    """Begin to prove the code of a table that asks for one, before Join (section 9)."""

    table: bounds.Id
    share: bounds.KeyShare
    """The client's share of the exchange."""


class Confirm(Message, frozen=True):
    """The client's half of the proof; once a connection."""

    proof: bounds.Proof


class Ready(Message, frozen=True):
    """Say, before the match, that the house rules are fine and the cards may be dealt."""

    ready: bool = True
    terms: bounds.Natural | None = None
    """The `terms` of the Gathered that the player has read; nil agrees to the present ones."""


class Rematch(Message, frozen=True):
    """Say before a match that the same players shall play again: propose it, or agree to it.

    It counts as Ready. While it is proposed, the match starts by itself once every seat is taken
    and every person is there and ready, the owner too; a Start of the owner does as well.
    """

    rotate: bool | None = None
    """Whether everybody but the player of seat 0 then moves on by one seat.

    nil agrees to whatever is proposed. What others have proposed cannot be changed.
    """


class Fill(Message, frozen=True):
    """The table's owner seats a bot: before the match on any seat that is free or a bot's.

    In a match it stands in for a player who is away.
    """

    seat: bounds.SeatNumber
    level: bounds.BotLevel


class Clear(Message, frozen=True):
    """The table's owner frees a seat before the match: a bot goes, a player is put out."""

    seat: bounds.SeatNumber


class PutOut(Message, frozen=True):
    """The table's owner puts out a player or a watcher, at any time.

    In a match a bot takes the seat. The person hears it in Closed, and may come again as any other;
    kept out, not before LetIn or the end of the host's program.
    """

    seat: bounds.SeatNumber | None = None
    """The player's seat; nil for a watcher."""
    watcher: Annotated[str, Meta(max_length=bounds.MAX_NAME)] = ""
    """The watcher's name."""
    keep_out: bool = False
    """Whether the host turns away that seat's token and that address from now on."""


class LetIn(Message, frozen=True):
    """The table's owner lets a player in again who was kept out."""

    name: bounds.Name
    """One of `kept_out` in Gathered."""


class Allow(Message, frozen=True):
    """The table's owner opens or locks the table, at any time; nil leaves a thing as it is.

    Players come back to their seats at a locked table. If watching is forbidden, watchers go.
    """

    newcomers: bool | None = None
    """Whether newcomers may enter, to play or to watch."""
    watching: bool | None = None
    watchers_talk: bool | None = None
    """Whether watchers may send Say."""


class Give(Message, frozen=True):
    """The table's owner gives a watcher a seat: a free one, a bot's, or that of a player
    who is away and cannot come back to it, at any time. The watcher hears it in Given.
    """

    seat: bounds.SeatNumber
    watcher: bounds.Name
    """The watcher's name."""


class Request(Message, frozen=True):
    """A watcher asks the owner for a seat; the answer is Given, or Refused as `denied`."""


class Deny(Message, frozen=True):
    """The table's owner gives no seat to a watcher who has sent Request."""

    watcher: bounds.Name
    """The watcher's name."""


class HandOver(Message, frozen=True):
    """The table's owner gives the table to another player who is present."""

    seat: bounds.SeatNumber


class Migrate(Message, frozen=True):
    """The table's owner has the table moved to the computer of another player (section 12).

    nil calls off what has not happened yet.
    """

    seat: bounds.SeatNumber | None
    at_once: bool = False
    """Whether the table moves in the middle of a deal; otherwise at its end."""


class Accept(Message, frozen=True):
    """Agree to Chosen: this program listens and can have the table."""

    attempt: bounds.Natural
    """The `attempt` of the Chosen that is answered."""
    port: bounds.PortNumber
    """The port at which it listens, over TLS."""
    fingerprint: bounds.Bytes32
    """The SHA-256 of its certificate."""


class Decline(Message, frozen=True):
    """Decline Chosen, before or after Accept: the table stays where it is."""

    attempt: bounds.Natural
    reason: Literal["no", "port", "disk", "release"] = "no"
    """`no`: the player does not want it; `port`: it cannot listen; `disk`: it cannot write;
    `release`: it cannot read the table.
    """


class Reached(Message, frozen=True):
    """Say whether the place of Announced could be reached and showed that certificate."""

    attempt: bounds.Natural
    reached: bool


class Prepared(Message, frozen=True):
    """Say that all parts of Handed have come, and that the table can be continued from them."""

    attempt: bounds.Natural


class Nudge(Message, frozen=True):
    """The table's owner asks a player who is waited for in a match: are you there?

    A bot plays for a player who does not answer in time (section 10), until there is an answer.
    """

    seat: bounds.SeatNumber


class Here(Message, frozen=True):
    """Answer a Nudge, before the bot plays or after.

    Any message but Ping, Ask and Continue does the same.
    """


class Rule(Message, frozen=True):
    """The table's owner changes house rules before the match; no player is ready any more."""

    options: bounds.RuleValues


class Clock(Message, frozen=True):
    """The table's owner sets before the match how long people may take for each decision.

    0 is no clock; no player is ready any more.
    """

    seconds: bounds.Seconds


class ChangeGame(Message, frozen=True):
    """The table's owner chooses another game before the match (section 10).

    Seats, house rules and the readiness of all begin anew; no player loses the room.
    """

    game: bounds.Name
    """One of `games` in Welcomed."""
    seats: Annotated[int, Meta(ge=1, le=bounds.MAX_SEATS)]
    options: bounds.RuleValues = {}
    """The house rules that differ from the usual ones."""


class NewCode(Message, frozen=True):
    """The table's owner has the table take another code, at any time; all who are there stay."""


class Pause(Message, frozen=True):
    """The table's owner sets before the match how long a finished deal lies open at most.

    0 deals the next one at once, -1 waits for all; no player is ready any more.
    """

    seconds: bounds.PauseSeconds


class Start(Message, frozen=True):
    """The table's owner starts the match, or the next one."""


class Commit(Message, frozen=True):
    """Contribute to the shuffle of a match: the hash of a nonce that is still secret.

    In answer to Committed of the stage `commit`; section 8 has the bytes.
    """

    match: bounds.Natural
    """The `match` of Committed."""
    share: bounds.Bytes32


class Reveal(Message, frozen=True):
    """Show the nonce of the share, in answer to Committed of the stage `reveal`."""

    match: bounds.Natural
    nonce: bounds.Bytes32


class Play(Message, frozen=True):
    """Make a move, chosen in position `seq`; `number` counts the moves of this seat from 1."""

    number: bounds.Natural
    seq: bounds.Natural
    move: bounds.MoveField


class Continue(Message, frozen=True):
    """Continue to the next deal: the finished one, the position `seq`, has been read."""

    seq: bounds.Natural


class Wait(Message, frozen=True):
    """Give all others who are waited for one more full period, once a decision.

    In an intermission: let it last as long again, once.
    """


class Ask(Message, frozen=True):
    """Ask which moves are legal now."""


class Say(Message, frozen=True):
    """Say something to all at the table."""

    text: bounds.Text
    phrase: bounds.Phrase = ""
    """The code of a phrase that programs word in the language of each reader."""


class Identify(Message, frozen=True):
    """Say which key signs for this seat, and where its program can be called if the host is lost.

    Section 13. A later one takes the place of an earlier one.
    """

    key: bounds.Bytes32
    """The public half, of Ed25519."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """A TCP port that the program reserves for that; 0 if it has none."""


class Return(Message, frozen=True):
    """Come to the seat of a key at a branch, instead of Join."""

    table: bounds.Id
    coming: Coming


class Consult(Message, frozen=True):
    """Ask the program of another player how things are, and say how they are here."""

    table: bounds.Id
    """The table at which both have a seat."""
    situation: Situation
    """The caller's situation."""


class Leave(Message, frozen=True):
    """Give up the seat for good; a bot takes it over in a running match."""


class Ping(Message, frozen=True):
    """Show that this side lives; the answer carries the same number."""

    sent: bounds.Natural
    took: bounds.Natural = 0
    """Milliseconds of the last round trip, that of a gateway's guest as far as the guest's screen.
    """


MigrationAnswer: TypeAlias = Accept | Decline | Reached | Prepared
"""Answers that programs send by themselves while a table is moved."""

OwnerRequest: TypeAlias = PutOut | LetIn | Allow | HandOver | Give | Deny | Nudge
"""Requests of a table's owner about players and watchers."""

Preparation: TypeAlias = (
    Ready | Rematch | Fill | Clear | Rule | Clock | NewCode | Pause | ChangeGame
)
"""Changes of the terms or the seats of the next match, which all ready players begin."""

ToTable: TypeAlias = (
    Preparation
    | OwnerRequest
    | Migrate
    | MigrationAnswer
    | Identify
    | Here
    | Start
    | Commit
    | Reveal
    | Play
    | Continue
    | Wait
    | Ask
    | Say
    | Request
    | Leave
)
"""The messages of connections at a table."""

ToHost: TypeAlias = Hello | Join | Prove | Confirm | Return | Consult | ToTable | Ping
