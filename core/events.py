"""Reads what the events of games carry; each game makes typed events of them in its events.py."""

from __future__ import annotations

from core.game import Event, Plain, Seat


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
