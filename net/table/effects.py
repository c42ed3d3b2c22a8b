"""The interface of a table to the program around it: its plan, connections, chance, effects.

The shells in net.host carry effects out in their order.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from msgspec import Struct

from core.bots import LEVELS
from core.game import Decks, Game, Plain, Seat
from net.secure.code import NewHostProof
from net.table.log import LogLine
from net.wire.from_host import Gathered
from net.wire.message import Message


@dataclass(frozen=True, slots=True)
class Peer:
    """The other end of a connection."""

    address: str = ""
    own: bool = False
    """Whether this is the host's own player, in the same process."""
    new_proof: NewHostProof | None = None
    """Begins a proof; None without encryption, where a code would prove nothing."""
    network: str = ""
    """The group of the address, if it does not count alone."""
    migrates: bool = False
    """Whether its program can take part in moving a table."""
    games: tuple[str, ...] = ()
    """The games that its program can play when the table changes to another."""
    word: str = ""
    """The word of the old host of a table that moves here, if that host has sent this program."""
    way: str = ""
    """The player's way of playing."""

    @property
    def group(self) -> str:
        """The group under which this connection's wrong codes count."""
        return self.network or self.address


UNKNOWN: Final = Peer()
"""The other end of an unknown connection."""


ConnectionKey: TypeAlias = Hashable
"""Identifies a connection of the shell; never reused after the connection is lost or dropped."""


class Send(Struct, frozen=True):
    """A message to send, without waiting for the receiver."""

    connection: ConnectionKey
    message: Message


class Drop(Struct, frozen=True):
    """A connection to close once all its messages have gone out."""

    connection: ConnectionKey


class WakeAt(Struct, frozen=True):
    """The time at which, or soon after, `tick` is to be called."""

    time: float


class Append(Struct, frozen=True):
    """A line to add to the log of a table; an OpenedLine begins a new log.

    It comes before the messages that show the change, so every move shown is in the log.
    """

    table: str
    line: LogLine


class Finish(Struct, frozen=True):
    """The record of a match that is over or given up, to be written; its log is then deleted."""

    table: str
    match: int
    """The number of the match at its table, from 1."""
    begun: str
    """The time at which it began, as in BegunLine; empty if it is not known."""
    lines: tuple[dict[str, Plain], ...]


class AskBot(Struct, frozen=True):
    """A decision for a bot: its move goes to `bot_moved` with the ticket; None if the bot fails.

    It may think for `seconds`; None means no limit.
    """

    table: str
    seat: Seat
    game: str
    view: Any
    level: str
    """The level, perhaps with a temper, as in "expert:bold"."""
    ticket: int
    seconds: float | None = None
    chance: int | None = None
    """The seed of its generator; None leaves that to the shell."""


class ShowStatus(Struct, frozen=True):
    """The changed room of an unattended table, to be printed by the program."""

    room: Gathered


Effect: TypeAlias = Send | Drop | WakeAt | Append | Finish | AskBot | ShowStatus


STAGE_SECONDS: Final = 2.0
"""Seconds to wait for the commitments of a shuffle, and then for the nonces."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The terms on which a table is opened."""

    id: str
    name: str
    game: Game
    options: Any
    seats: int
    clock: int = 0
    """Seconds for each decision of a player; 0 means no clock."""
    pause: int = 0
    """The most seconds that a finished deal stays open, one of PAUSES."""
    code: str = ""
    """The code for newcomers; empty for none."""
    bots: tuple[str, ...] = ()
    """The levels of bots that sit there from the start."""
    bot_seconds: float = 0.6
    """The seconds that a bot seems to think."""
    share_seconds: float = STAGE_SECONDS
    """Seconds that each stage of a shuffle waits for the players' shares."""
    has_bots: bool = True
    """Whether the game has bots."""
    stand_in: str = LEVELS[0]
    """The level of the bot that replaces a player who leaves a match."""
    unattended: bool = False
    """Whether the table's program has no player of its own."""


class Chance(Protocol):
    """The random values and the date that a table gets from its program."""

    @property
    def table(self) -> bytes:
        """The table id of the formulas of the shuffle."""

    @property
    def shared(self) -> bool:
        """Whether all players have a share in the shuffles; in a solo match they do not."""

    def token(self) -> str:
        """Make the token of a seat."""

    def code(self) -> str:
        """Make a code for newcomers."""

    def nonce(self) -> bytes:
        """Make the share of a bot in a shuffle."""

    def decks(self) -> Decks:
        """Return the decks of a new match."""

    def date(self) -> str:
        """Return the present time, for the beginning of a match."""

    def is_signed(self, key: str, data: bytes, signature: str) -> bool:
        """Return whether `data` was signed with a key."""


class EffectQueue:
    """The effects of a table, in their order."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []
        self.add = self._effects.append
        """Adds an effect."""
        self._woken_at: float | None = None

    def send(self, connection: ConnectionKey, message: Message) -> None:
        """Add a message to send."""
        self.add(Send(connection, message))

    def wake_at(self, deadline: float | None, now: float) -> None:
        """Add a WakeAt, if the deadline is sooner than the last one."""
        asked = self._woken_at
        if deadline is not None and (asked is None or asked <= now or deadline < asked):
            self._woken_at = deadline
            self.add(WakeAt(deadline))

    def hand_out(self) -> list[Effect]:
        """Return the effects collected so far, and forget them."""
        effects = self._effects.copy()
        self._effects.clear()
        return effects
