"""What a table and the program around it exchange: connections known by a key, effects carried out.

The shells in net.host carry effects out in their order.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from core.game import Plain, Seat
from net.secure.code import NewHostProof
from net.table.journal import JournalEntry
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
    """What the address counts as, if not as itself."""

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
    """Add an entry to the journal of the match at a table; Terms begin a new one.

    Comes before the messages that show the change: a move that was seen is safe.
    """

    table: str
    entry: JournalEntry


@dataclass(frozen=True, slots=True)
class Finish:
    """Write the record of a match that is over or given up; its journal is no longer needed."""

    table: str
    match: int
    """Counts the table's matches from 1."""
    begun: str
    """When it began, as in Terms; empty if nobody knows."""
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
    """What its generator begins with; None leaves that to the shell."""


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Tell whoever runs the program of an unattended table what has changed there."""

    room: Gathered


Effect: TypeAlias = Send | Drop | WakeAt | Append | Finish | AskBot | ShowStatus


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
