"""What a table and the program around it exchange: how it is opened, connections, chance, effects.

The shells in net.host carry effects out in their order.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

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
    """Whether this is the host's own player, within the process."""
    new_proof: NewHostProof | None = None
    """None if nothing is encrypted: a code would prove nothing there."""
    network: str = ""
    """The group that the address counts as, if not as itself."""
    migrates: bool = False
    """Whether its program can take part in moving a table."""
    word: str = ""
    """What the old host of a table that comes here has told it, if it was sent here."""

    @property
    def group(self) -> str:
        """The group whose guesses this connection adds to."""
        return self.network or self.address


UNKNOWN: Final = Peer()
"""The other end of a connection about which nothing is known."""


ConnectionKey: TypeAlias = Hashable
"""Identifies a connection of the shell; never reused after it is lost or dropped."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message, without waiting for the receiver."""

    connection: ConnectionKey
    message: Message


@dataclass(frozen=True, slots=True)
class Drop:
    """End a connection once everything sent to it has gone out."""

    connection: ConnectionKey


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Call `tick` at this time, or soon after."""

    time: float


@dataclass(frozen=True, slots=True)
class Append:
    """Add a line to the log of a table; an OpenedLine begins a new one.

    Comes before the messages that show the change: a move that was seen is safe.
    """

    table: str
    line: LogLine


@dataclass(frozen=True, slots=True)
class Finish:
    """Write the record of a match that is over or given up; its log is no longer needed."""

    table: str
    match: int
    """Counts the table's matches from 1."""
    begun: str
    """When it began, as in BegunLine; empty if nobody knows."""
    lines: tuple[dict[str, Plain], ...]


@dataclass(frozen=True, slots=True)
class AskBot:
    """Have a bot choose, and pass its move to `bot_moved` with the ticket; None if it fails.

    It may think for this many seconds; None means as long as it likes.
    """

    table: str
    seat: Seat
    game: str
    view: Any
    level: str
    """With a temper perhaps, as in "expert:bold"."""
    ticket: int
    seconds: float | None = None
    chance: int | None = None
    """The seed of its generator; None leaves that to the shell."""


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Tell whoever runs the program of an unattended table what has changed there."""

    room: Gathered


Effect: TypeAlias = Send | Drop | WakeAt | Append | Finish | AskBot | ShowStatus


STAGE_SECONDS: Final = 2.0
"""How long to wait for the commitments of a shuffle, and then for the nonces."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """How a table is opened."""

    id: str
    name: str
    game: Game
    options: Any
    seats: int
    clock: int = 0
    """How many seconds people have for each decision."""
    pause: int = 0
    """How many seconds a finished deal lies open."""
    code: str = ""
    """What newcomers have to know; empty lets everybody in."""
    bots: tuple[str, ...] = ()
    """The levels of bots that sit there from the start."""
    bot_seconds: float = 0.6
    """How long a bot seems to think."""
    share_seconds: float = STAGE_SECONDS
    """How long each stage of a shuffle waits for people's shares."""
    has_bots: bool = True
    """Whether the game has bots."""
    stand_in: str = LEVELS[0]
    """The level of the bot that takes the seat of somebody who leaves a match."""
    unattended: bool = False
    """Whether nobody plays in the program of the table."""


class Chance(Protocol):
    """What a table cannot make up by itself: whatever has to be random, and the date."""

    @property
    def table(self) -> bytes:
        """The table id of the formulas of the shuffle."""
        ...

    @property
    def shared(self) -> bool:
        """Whether everybody has a share in the shuffles; a solo match does without."""
        ...

    def token(self) -> str:
        """Make the token of a seat."""
        ...

    def code(self) -> str:
        """Make a code that newcomers have to know."""
        ...

    def nonce(self) -> bytes:
        """Make the share of a bot in a shuffle."""
        ...

    def decks(self) -> Decks:
        """Return the decks of a new match."""
        ...

    def date(self) -> str:
        """Tell when a match begins."""
        ...

    def is_signed(self, key: str, data: bytes, signature: str) -> bool:
        """Tell whether some bytes were signed with a key."""
        ...


class EffectQueue:
    """Effects in their order."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []
        self._woken_at: float | None = None

    def add(self, effect: Effect) -> None:
        """Add an effect."""
        self._effects.append(effect)

    def send(self, connection: ConnectionKey, message: Message) -> None:
        """Add a message to send."""
        self.add(Send(connection, message))

    def wake_at(self, deadline: float | None, now: float) -> None:
        """Ask to be woken, if that is sooner than asked before."""
        asked = self._woken_at
        if deadline is not None and (asked is None or asked <= now or deadline < asked):
            self._woken_at = deadline
            self.add(WakeAt(deadline))

    def hand_out(self) -> list[Effect]:
        """Return the effects collected so far, and forget them."""
        effects, self._effects = self._effects, []
        return effects
