"""What a table model asks of whoever shows it: data only, carried out in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from core.game import Event, Move, Result, Seat
from net.client.told import Position
from net.wire.protocol import Message

Area: TypeAlias = Literal["headline", "board", "sheet", "log", "lesson-text", "prompt", "hand"]

EVERYTHING: Final[tuple[Area, ...]] = get_args(Area)
CHOICE: Final[tuple[Area, ...]] = ("board", "prompt", "hand")
"""What the player's own keys change."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Draw some areas anew."""

    areas: tuple[Area, ...] = EVERYTHING


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class Send:
    """Send something else to the host."""

    message: Message


@dataclass(frozen=True, slots=True)
class Ring:
    """Tell the player that nothing could be done."""


@dataclass(frozen=True, slots=True)
class Call:
    """Call a player who looks at another window: it is his turn, or his time runs out."""

    hurry: bool = False


@dataclass(frozen=True, slots=True)
class EndCall:
    """The player is no longer waited for."""


@dataclass(frozen=True, slots=True)
class Notify:
    """Show a sentence for a while."""

    text: str


@dataclass(frozen=True, slots=True)
class Log:
    """Write what has been shown into the log."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class LogLate:
    """Write into the log that a bot has made this move because the time was up."""

    position: Position


@dataclass(frozen=True, slots=True)
class LogNotice:
    """Write something else into the log, worded when it is read."""

    say: Callable[[], str]


@dataclass(frozen=True, slots=True)
class FindHint:
    """Look for a hint beside the loop and answer with a `HintFound`."""

    position: Position


@dataclass(frozen=True, slots=True)
class AskLeave:
    """Ask whether to leave the table."""


@dataclass(frozen=True, slots=True)
class AskStandIn:
    """Ask which bot shall play for somebody who is away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndLesson:
    """The learner leaves the lesson, at its end or before."""

    finished: bool


@dataclass(frozen=True, slots=True)
class ShowPlaces:
    """Show who has won."""

    result: Result


@dataclass(frozen=True, slots=True)
class OpenChat:
    """Give the player the line to type into."""


@dataclass(frozen=True, slots=True)
class CloseChat:
    """Take the line to type into away."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Give the page these classes: the style sheet lays out the areas."""

    classes: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class ShowKeys:
    """Other keys mean something now."""


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Call `tick` at this time; None: not any more. The last one counts."""

    time: float | None


Effect: TypeAlias = (
    Redraw
    | Play
    | Send
    | Ring
    | Call
    | EndCall
    | Notify
    | Log
    | LogLate
    | LogNotice
    | FindHint
    | AskLeave
    | AskStandIn
    | EndLesson
    | ShowPlaces
    | OpenChat
    | CloseChat
    | Arrange
    | ShowKeys
    | WakeAt
)
