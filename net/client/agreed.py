"""To what a player has agreed as a match begins, and what stays as it was until it ends. No I/O.

All of it is fixed before the host can know the deck: what it could still choose afterwards would
choose among decks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

from core.game import Seat
from net.client.events import RoomState
from net.wire.changes import RoomChange
from net.wire.from_host import Gathered, SeatLine
from net.wire.message import Message
from net.wire.to_host import Clock, Pause, Ready, Rematch, Rule, Start

Terms: TypeAlias = tuple[Any, int, int]

TAKES_A_SEAT: Final = ("bot", "given")
"""Changes after which another player may sit on a seat."""


def retaken(happened: Sequence[RoomChange]) -> set[Seat]:
    """Return the seats that others have taken."""
    return {each.seat for each in happened if each.kind in TAKES_A_SEAT and each.seat is not None}


def terms_of(room: RoomState | Gathered) -> Terms:
    """Return the house rules, the clock and the pause."""
    return room.options, room.clock, room.pause


class Consent:
    """Whether this player has agreed to the next match.

    What the player has said counts, and what the host has said of it: either alone may be older
    than the last change.
    """

    def __init__(self) -> None:
        self._ready = False
        """Whether this player has said to be ready for the terms that are known."""
        self._started = False
        """Whether this player has started a match with them."""
        self._asked = 0
        """How many changes of the terms this player has asked for and not heard of."""
        self._terms: Terms | None = None
        self._told = False
        """Whether the host has said last that this player is ready."""
        self._owns = False
        """Whether the table was this player's then."""
        self._coming = True
        """Whether no room was told on this connection yet."""

    def say(self, message: Message) -> None:
        """Note what this player says."""
        match message:
            case Ready(ready=ready):
                self._ready = ready
            case Rematch():
                self._ready = True
            case Start():
                self._started = True
            case Rule() | Clock() | Pause():
                self._asked += 1

    def lost(self) -> None:
        """Note that the connection is lost: the host may have heard nothing of the last words."""
        self._coming, self._started, self._asked = True, False, 0

    def follow(
        self, room: RoomState, happened: Sequence[RoomChange], seat: Seat, *, here: bool
    ) -> bool:
        """Take a room; tell whether a match that begins with it is the one agreed to.

        `here` says that an earlier program of this player may have had the seat, and have agreed.
        """
        terms, self._terms = self._terms, terms_of(room)
        same, ready = terms == self._terms, room.seats[seat].ready
        if self._coming:
            known = self._ready and same if terms is not None else here
            self._coming, self._ready = False, known and ready and room.phase != "playing"
        elif not same:
            own, self._asked = self._asked > 0, max(0, self._asked - 1)
            self._ready, self._started = self._ready and own, self._started and own
        # The seat may be another one from now on: what was told of it before counts.
        told = self._told or any((each.kind, each.seat) == ("ready", seat) for each in happened)
        agreed = same and ((self._ready and told) or (self._started and self._owns))
        self._told, self._owns = ready, room.owner == seat
        if not any(change.kind == "begun" for change in happened):
            return True
        self._ready = self._started = False
        return agreed


class Bound:
    """What a match was made for: its terms, who sits where, and the own seat.

    A player may leave a match, and a seat whose player is away may be given to another; nobody
    changes seats in it.
    """

    def __init__(self, room: RoomState | Gathered, seat: Seat | None) -> None:
        self._terms = terms_of(room)
        self._began: Sequence[SeatLine] = room.seats
        self._seats = self._began
        """Who sits where, as far as that was told."""
        self._seat = seat

    def follow(
        self, room: RoomState | Gathered, seat: Seat | None, told: Collection[Seat] | None
    ) -> str:
        """Compare with the room of a moment; return what is wrong, as a key of FAULTS.

        `told` are the seats that others have taken since, as the host says; None if a broken
        connection may have hidden that.
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
        """Tell whether this player may have a seat from now on."""
        began = self._began[at]
        if began.kind not in ("", "human") and not (began.away or began.idle):
            return (began.name, began.kind) == (now.name, now.kind)  # a bot stays
        if now.name == self._seats[at].name:
            return True
        others = {line.name for seat, line in enumerate(self._began) if seat != at}
        return now.name not in others and (told is None or at in told)
