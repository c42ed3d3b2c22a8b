"""What a table model hears besides positions: data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Move
from tui.table.connection import Position
from tui.table.hints import Hint


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The host has not taken a move; `why` in the player's language."""

    why: str


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Something else is known about the table now: who sits there, what time runs."""


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody has said something. `seen`: the log is not hidden behind another screen."""

    text: str
    seen: bool


@dataclass(frozen=True, slots=True)
class HintFound:
    """A hint that was looked for beside the loop."""

    position: Position
    hint: Hint


@dataclass(frozen=True, slots=True)
class Typing:
    """The line to type into has the keys now, or has them no more."""

    on: bool


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has that many columns now."""

    width: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A position to be shown in the place of any other: of a lesson or a replay."""

    position: Position
    legal: tuple[Move, ...] = ()
    """The moves among which the viewer chooses."""
    summary: bool = False
    """It is shown for how its deal has ended."""
    moving: float = 0.0
    """For so many seconds it is seen how it came about."""
    rest: float = 0.0
    """So many seconds after that `tick` is due again."""


Happening: TypeAlias = (
    Position | Placed | MoveRefused | TableChanged | Talked | HintFound | Typing | Resized
)
