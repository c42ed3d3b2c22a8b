"""What a table model hears besides what a client's seat tells: data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Move
from net.client.told import Position, Told
from tui.table.hints import Hint


@dataclass(frozen=True, slots=True)
class HintFound:
    """A hint that was looked for beside the loop."""

    position: Position
    hint: Hint


@dataclass(frozen=True, slots=True)
class Covered:
    """Another screen stands before the table, or does no more."""

    on: bool


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
    summary: bool = True
    """What a finished deal has brought is laid over it."""
    show_last: bool = False
    """The last trick is shown, though another one has begun."""
    moving: float = 0.0
    """For so many seconds it is seen how it came about."""
    rest: float = 0.0
    """So many seconds after that `tick` is due again."""


Happening: TypeAlias = Told | Placed | HintFound | Covered | Typing | Resized
