"""What a table model asks of the screen that shows it: data only, carried out in order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from core.game import Move, Result, Seat
from net.client.events import Position
from net.wire.message import Message

Area: TypeAlias = Literal[
    "headline", "board", "sheet", "tricks", "log", "lesson-text", "prompt", "hand"
]

EVERYTHING: Final[tuple[Area, ...]] = get_args(Area)
CHOICE: Final[tuple[Area, ...]] = ("board", "prompt", "hand")
"""What the player's own keys change."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Draw some areas anew."""

    areas: tuple[Area, ...] = EVERYTHING


MOVED: Final = Redraw(("board", "hand"))
"""A movement has come a step further. At its end the words over the hand change too."""


@dataclass(frozen=True, slots=True)
class MakeMove:
    """Make a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Send something else to the host."""

    message: Message


@dataclass(frozen=True, slots=True)
class Ring:
    """Signal that nothing could be done."""


@dataclass(frozen=True, slots=True)
class Call:
    """Notify a player in another window: it is their turn, or their time is running out."""

    hurry: bool = False


@dataclass(frozen=True, slots=True)
class EndCall:
    """Withdraw that notification."""


@dataclass(frozen=True, slots=True)
class Notify:
    """Show a sentence for a while."""

    text: str


@dataclass(frozen=True, slots=True)
class Tell:
    """Say a sentence in answer to what the player wanted."""

    text: str


@dataclass(frozen=True, slots=True)
class Log:
    """Write what has been shown into the log."""

    position: Position


@dataclass(frozen=True, slots=True)
class LogAgain:
    """Write the log anew: moves were taken back, and the position says what led up to it."""

    position: Position


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last decision, or say why that is not possible here."""


@dataclass(frozen=True, slots=True)
class AskTakeBack:
    """Ask whether to take a decision back in a match that would then no longer count."""


@dataclass(frozen=True, slots=True)
class LogLate:
    """Log that a bot has made this move because the time was up."""

    position: Position


@dataclass(frozen=True, slots=True)
class LogNotice:
    """Log something else, worded when it is read."""

    say: Callable[[], str]


@dataclass(frozen=True, slots=True)
class FindHint:
    """Look for a hint beside the loop and answer with a `HintFound`."""

    game: str
    """The name of the game."""
    position: Position


@dataclass(frozen=True, slots=True)
class JudgeMove:
    """Judge a move beside the loop and answer with a `MistakeFound` if it was costly."""

    game: str
    position: Position
    move: Move


@dataclass(frozen=True, slots=True)
class FindNumbers:
    """Count beside the loop what the moves would bring and answer with a `NumbersFound`."""

    game: str
    position: Position
    hint: Move


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
    """Open the chat line."""


@dataclass(frozen=True, slots=True)
class CloseChat:
    """Close the chat line."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Show one of what there is to look at beside the table, or say it."""

    what: Literal["help", "house rules", "people", "scores", "ways"]


@dataclass(frozen=True, slots=True)
class OpenRules:
    """Open the rule book, or read a paragraph of it out."""

    paragraph: str = ""
    """The paragraph; empty for the one cited last, if there is one."""


@dataclass(frozen=True, slots=True)
class SwitchCoach:
    """Have costly decisions told from now on, or no longer."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Give the screen these classes: the style sheet lays out the areas."""

    classes: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class ShowKeys:
    """Refresh the key bar: other keys are active now."""


@dataclass(frozen=True, slots=True)
class TickAt:
    """Call `tick` at this time; None cancels it. The last one counts."""

    time: float | None


Effect: TypeAlias = (
    Redraw
    | MakeMove
    | SendMessage
    | Ring
    | Call
    | EndCall
    | Notify
    | Tell
    | TakeBack
    | AskTakeBack
    | Log
    | LogAgain
    | LogLate
    | LogNotice
    | FindHint
    | FindNumbers
    | JudgeMove
    | AskLeave
    | AskStandIn
    | EndLesson
    | ShowPlaces
    | OpenChat
    | CloseChat
    | OpenPage
    | OpenRules
    | SwitchCoach
    | Arrange
    | ShowKeys
    | TickAt
)
