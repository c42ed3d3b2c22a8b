"""Plain mode: what the command line wants done without it being typed. No behaviour."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """What the command line asked for, done without being typed again."""

    ready: bool = False
    """Agree to the house rules and begin as soon as the others do."""
    start: bool = False
    """Start as soon as every seat is taken and everybody is ready."""
    alone: bool = False
    """A solo match: leaving it affects nobody."""
    hosting: bool = False
    """The table is in this program, and closes with it."""
    autoplay: str = "off"
    """Make the only legal move without asking."""
    once: bool = False
    """Leave when the match is over."""
