"""A player's intents at a table, whatever key or click they come from: data only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from core.game import Move


@dataclass(frozen=True, slots=True)
class MoveCursor:
    """Choose the next (1) or the previous (-1) piece, button or place."""

    delta: int


@dataclass(frozen=True, slots=True)
class Climb:
    """Go up to the buttons (-1) or down to the hand (1), or to a place above or below."""

    dy: int


@dataclass(frozen=True, slots=True)
class Jump:
    """Go to a piece or button by its index; -1 is the last one."""

    index: int


@dataclass(frozen=True, slots=True)
class Digit:
    """Choose by number."""

    digit: int


@dataclass(frozen=True, slots=True)
class Enter:
    """Play what is chosen, or go on."""


@dataclass(frozen=True, slots=True)
class Back:
    """Undo the choice of a piece, or leave."""


@dataclass(frozen=True, slots=True)
class PressMouse:
    """The mouse button goes down: a click refers to what is shown at that moment."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click on the table or the hand, wherever it was."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A click on something: ("piece", index), ("move", move) or ("button", index)."""

    what: str
    which: int | str


@dataclass(frozen=True, slots=True)
class Hover:
    """The mouse is over something."""

    what: str
    which: int | str


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask for a hint."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """Look at the last trick, then at the last deal, then at the table again."""


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give more time to whoever is deciding."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a bot play for somebody who is away."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """Draw an unbounded table larger (1) or smaller (-1)."""

    steps: int
    size: tuple[int, int]
    """Columns and rows of the table as it is drawn now, here and below."""


@dataclass(frozen=True, slots=True)
class Pan:
    """Look at another part of an unbounded table; dy 1 is down."""

    dx: int
    dy: int
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pull:
    """Drag an unbounded table with the mouse, by cells."""

    dx: int
    dy: int
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Wheel:
    """Turn the wheel of the mouse by a notch; 1 is down."""

    notch: int
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ToggleSide:
    """Show or hide the score sheet and the log."""


@dataclass(frozen=True, slots=True)
class StartTyping:
    """Type something for everybody."""


@dataclass(frozen=True, slots=True)
class StopTyping:
    """Stop typing."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Put the cursor on a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go to the next step of a lesson."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """Go to the previous step of a lesson."""


@dataclass(frozen=True, slots=True)
class SkipPart:
    """Go forward (1) or back (-1) by a deal or a round of a replay."""

    direction: int


@dataclass(frozen=True, slots=True)
class GoTo:
    """Go to a position of a replay."""

    at: int


@dataclass(frozen=True, slots=True)
class NextCostly:
    """Go to the next (1) or the previous (-1) costly decision of a replay."""

    direction: int


@dataclass(frozen=True, slots=True)
class ToggleAutoplay:
    """Let a replay play by itself, or stop it."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Stop what plays by itself."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Let a replay play faster (1) or slower (-1)."""

    steps: int


@dataclass(frozen=True, slots=True)
class Eyes:
    """Look through the next (1) or the previous (-1) pair of eyes."""

    direction: int


@dataclass(frozen=True, slots=True)
class OtherKey:
    """A key without a meaning at the table: it only ends movements."""


HandIntent: TypeAlias = MoveCursor | Climb | Jump | Digit | Tap | Hover
"""Intents that move the player's cursor."""

CameraIntent: TypeAlias = Zoom | Pan | Pull | Wheel
"""Intents that move the camera over an unbounded table."""

ReplayIntent: TypeAlias = SkipPart | GoTo | NextCostly | ToggleAutoplay | Halt | Rate | Eyes

ENDS_NOTHING: Final = (LookBack, Reach, PressMouse, Click, Tap, Hover, Pull, Wheel)
"""Intents that do not by themselves end movements or looking back; other keys do."""

Intent: TypeAlias = (
    HandIntent
    | CameraIntent
    | Enter
    | Back
    | PressMouse
    | Click
    | AskHint
    | LookBack
    | GiveTime
    | StandIn
    | ToggleSide
    | StartTyping
    | StopTyping
    | Reach
    | GoOn
    | GoBack
    | ReplayIntent
    | OtherKey
)


BY_NAME: Final[Mapping[str, Callable[..., Any]]] = {
    "step": MoveCursor,
    "climb": Climb,
    "jump": Jump,
    "digit": Digit,
    "play": Enter,
    "back": Back,
    "hint": AskHint,
    "last": LookBack,
    "more_time": GiveTime,
    "stand_in": StandIn,
    "zoom": Zoom,
    "pan": Pan,
    "wheel": Wheel,
    "part": SkipPart,
    "go_to": GoTo,
    "costly": NextCostly,
    "run": ToggleAutoplay,
    "rate": Rate,
    "eyes": Eyes,
    "pull": Pull,
    "go_on": GoOn,
    "go_back": GoBack,
    "side": ToggleSide,
    "chat": StartTyping,
}
"""Names of intents in key bindings."""

OVER_TABLE: Final = frozenset(("zoom", "pan", "wheel", "pull"))
"""Those that depend on how large the table is drawn."""
