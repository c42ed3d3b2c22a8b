"""Reads the data of games' events; each game turns them into typed events in its events.py.

EVENTS there also gives the form in which each kind is sent: docs/protocol.md prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict

from core.game import Event, Plain, Seat
from core.notation import MoveText


@dataclass(frozen=True, slots=True)
class EventForm:
    """What an event of a kind carries: `data` is a TypedDict whose docstring says what it means.

    `seat` says whose event it is; empty if it belongs to no seat. `seatless` says when an event
    that usually belongs to a seat belongs to nobody.
    """

    data: Any
    seat: str = ""
    seatless: str = ""


EventForms: TypeAlias = Mapping[str, EventForm]
"""Every kind of event of a game."""


class MovedData(TypedDict):
    """A move has been made."""

    move: MoveText


class DealData(TypedDict):
    """A deal is over; as in the record."""

    deal: int
    """Deals count from 1."""
    points: list[int]
    """What each seat scored."""
    totals: list[int]


MOVED = EventForm(MovedData, "whoever has moved")
DEAL = EventForm(DealData)


def seat_of(event: Event) -> Seat:
    """Return the seat that made the event happen."""
    if event.seat is None:
        raise ValueError(f"an event of kind {event.kind} is of no seat")
    return event.seat


def numbers(plain: Plain) -> tuple[int, ...]:
    """Read whole numbers, one for each seat."""
    return tuple(map(int, plain))


def texts(plain: Plain) -> tuple[str, ...]:
    """Read cards, tiles or other words."""
    return tuple(map(str, plain))
