"""The terms to which a player agrees before a match, and the facts that then stay fixed. No I/O.

They are fixed before the host can know the deck: any later choice would let it choose among decks.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

from core.game import Seat
from net.client.events import RoomState
from net.wire.from_host import Gathered
from net.wire.message import Message, RoomChange, SeatLine
from net.wire.to_host import ChangeGame, Clock, Pause, Ready, Rematch, Rule, Start

Terms: TypeAlias = tuple[Any, int, int]

TAKES_A_SEAT: Final = ("bot", "given")
"""Kinds of changes that may give the seat to another player."""


def retaken(happened: Sequence[RoomChange]) -> set[Seat]:
    """Return the seats that other players have taken."""
    return {each.seat for each in happened if each.kind in TAKES_A_SEAT and each.seat is not None}


def terms_of(room: Gathered) -> Terms:
    """Return the house rules, the clock and the pause."""
    return room.options, room.clock, room.pause


class Consent:
    """The agreement of this player to the next match.

    It needs both the player's own Ready and the host's confirmation: either alone may be older than
    the last change of the terms.
    """

    def __init__(self) -> None:
        self._ready = False
        """Whether this player has said Ready to the terms known here."""
        self._started = False
        """Whether this player has started a match on these terms."""
        self._asked = 0
        """The number of changes of the terms that this player has requested and not yet seen."""
        self._terms: Terms | None = None
        self._told = False
        """Whether the last room showed this player as ready."""
        self._owns = False
        """Whether this player owned the table in the last room."""
        self._coming = True
        """Whether the first room of this connection is still to come."""

    def say(self, message: Message) -> None:
        """Note a message of this player."""
        match message:
            case Ready(ready=ready):
                self._ready = ready
            case Rematch():
                self._ready = True
            case Start():
                self._started = True
            case Rule() | Clock() | Pause() | ChangeGame():
                self._asked += 1

    def lost(self) -> None:
        """Note the loss of the connection: the last messages may not have reached the host."""
        self._coming, self._started, self._asked = True, False, 0

    def follow(
        self, room: RoomState, happened: Sequence[RoomChange], seat: Seat, *, here: bool
    ) -> bool:
        """Take a room; return whether a match that begins in it is on the terms agreed to.

        `here` means that an earlier program of this player may have had the seat and agreed.
        """
        terms, self._terms = self._terms, terms_of(room)
        same, ready = terms == self._terms, room.seats[seat].ready
        if self._coming:
            known = self._ready and same if terms is not None else here
            self._coming, self._ready = False, known and ready and room.phase != "playing"
        elif not same:
            own, self._asked = self._asked > 0, max(0, self._asked - 1)
            self._ready, self._started = self._ready and own, self._started and own
        # The seat may be another one from now on: the earlier word on it counts.
        told = self._told or any((each.kind, each.seat) == ("ready", seat) for each in happened)
        agreed = same and ((self._ready and told) or (self._started and self._owns))
        self._told, self._owns = ready, room.owner == seat
        if not any(change.kind == "begun" for change in happened):
            return True
        self._ready = self._started = False
        return agreed


class Bound:
    """The terms, the players by seat and this player's seat with which a match began.

    A player may leave a match, and the seat of a bot or of an absent player may be given to another
    person; no player changes seats during it.
    """

    def __init__(self, room: Gathered, seat: Seat | None) -> None:
        self._terms = terms_of(room)
        self._began: Sequence[SeatLine] = room.seats
        self._seats = self._began
        """The players by seat in the last room."""
        self._seat = seat

    def follow(self, room: Gathered, seat: Seat | None, told: Collection[Seat] | None) -> str:
        """Compare a room with these facts; return a key of FAULTS, "" if it agrees.

        `told` are the seats that the host has since named as taken by others; None if a broken
        connection may have hidden some.
        """
        if self._seat is None:
            self._seat = seat  # the owner has given it to this watcher
        if terms_of(room) != self._terms:
            return "rules"
        if seat != self._seat:
            return "seat"
        if len(room.seats) != len(self._began):
            return "seated"
        if not all(self._allows(at, room.seats[at], told) for at in range(len(room.seats))):
            return "seated"
        self._seats = room.seats
        return ""

    def _allows(self, at: Seat, now: SeatLine, told: Collection[Seat] | None) -> bool:
        """Return whether the player in line `now` may have a seat from now on."""
        began = self._began[at]
        bot = began.kind not in ("", "human") and not (began.away or began.idle)
        if bot and now.name == began.name:
            return now.kind == began.kind
        if now.name == self._seats[at].name:
            return True
        if now.name in {line.name for seat, line in enumerate(self._began) if seat != at}:
            return False
        if told is None:
            return True  # even of a bot's seat, which another person may have had and left
        if bot and self._seats[at].name == began.name and now.kind != "human" and not now.away:
            return False  # a bot stays, or a person gets its seat
        return at in told
