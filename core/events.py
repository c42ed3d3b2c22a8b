"""Reads what the events of games carry; each game makes typed events of them in its events.py.

There EVENTS also tells the form of each kind as it is sent: docs/protocol.md prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict

from core.game import Event, Plain, Seat
from core.notation import MoveText


@dataclass(frozen=True, slots=True)
class EventForm:
    """What an event of a kind carries: `data` is a TypedDict, whose docstring tells what it means.

    `seat` says whose event it is; empty if the event is of no seat. `seatless` says when an event
    that can be somebody's is nobody's.
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
    """What each seat has got."""
    totals: list[int]


MOVED = EventForm(MovedData, "whoever has moved")
DEAL = EventForm(DealData)


def seat_of(event: Event) -> Seat:
    """Return the seat of an event that somebody has made happen."""
    if event.seat is None:
        raise ValueError(f"an event of kind {event.kind} is of no seat")
    return event.seat


def numbers(plain: Plain) -> tuple[int, ...]:
    """Read whole numbers, one a seat."""
    return tuple(map(int, plain))


def texts(plain: Plain) -> tuple[str, ...]:
    """Read cards, tiles or other words."""
    return tuple(map(str, plain))
