"""The happenings of a table model beyond those of a client's seat: data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.advice.numbers import Numbers
from core.review.review import Review
from net.client.happenings import Position, SeatHappening
from tui.table.hints import Hint


@dataclass(frozen=True, slots=True)
class HintFound:
    """A hint that was looked for beside the loop."""

    position: Position
    hint: Hint


@dataclass(frozen=True, slots=True)
class NumbersFound:
    """What the moves of a position would bring, counted beside the loop."""

    position: Position
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Covered:
    """Another screen covers the table, or no longer does."""

    on: bool


@dataclass(frozen=True, slots=True)
class Typing:
    """The chat line has the keys now, or no longer has."""

    on: bool


@dataclass(frozen=True, slots=True)
class Resized:
    """The window is now `width` columns wide."""

    width: int


@dataclass(frozen=True, slots=True)
class Judged:
    """The review of a match being watched has progressed, or has stopped."""

    review: Review
    running: bool


Happening: TypeAlias = (
    SeatHappening | Judged | HintFound | NumbersFound | Covered | Typing | Resized
)
