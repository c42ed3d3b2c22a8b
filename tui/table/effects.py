"""Effects: the requests of a table's model to the screen that shows it. Carried out in order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from core.game import Move, Result, Seat
from core.records.replay import Replay
from core.review.review import Review
from net.client.events import Position
from net.wire.message import Message
from tui.start import StartSolo

Area: TypeAlias = Literal[
    "headline", "board", "sheet", "tricks", "log", "lesson-text", "prompt", "hand"
]

EVERYTHING: Final[tuple[Area, ...]] = get_args(Area)
CHOICE: Final[tuple[Area, ...]] = ("board", "prompt", "hand")
"""The areas that the player's own keys change."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Draw some areas anew."""

    areas: tuple[Area, ...] = EVERYTHING


MOVED: Final = Redraw(("board", "hand"))
"""One more step of a movement; at its end the words over the hand change too."""


@dataclass(frozen=True, slots=True)
class MakeMove:
    """Send a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Send another message to the host."""

    message: Message


@dataclass(frozen=True, slots=True)
class Ring:
    """Ring the bell: the wish has no effect."""


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
    """Show a sentence in answer to a wish."""

    text: str


@dataclass(frozen=True, slots=True)
class Log:
    """Write the events of a shown position into the log."""

    position: Position


@dataclass(frozen=True, slots=True)
class LogAgain:
    """Write the log anew: moves were taken back, and the position has the ones before it."""

    position: Position


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last decision, or say why it stands."""


@dataclass(frozen=True, slots=True)
class AskTakeBack:
    """Ask whether to take a decision back, after which the match no longer counts."""


@dataclass(frozen=True, slots=True)
class LogLate:
    """Log that a bot made this move because the time was up."""

    position: Position


@dataclass(frozen=True, slots=True)
class LogNotice:
    """Log another notice, worded when it is read."""

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
    """Count beside the loop the points to expect of each move; answer with a `NumbersFound`."""

    game: str
    position: Position
    hint: Move


@dataclass(frozen=True, slots=True)
class ReviewMatch:
    """Judge the rest of a match beside the loop; answer with `Judged` as it goes on."""

    path: Path
    """The record's file: the review is kept beside it."""
    replay: Replay
    review: Review
    """The review as far as it has got; it grows."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Go to another match."""

    start: StartSolo


@dataclass(frozen=True, slots=True)
class AskLeave:
    """Ask whether to leave the table."""


@dataclass(frozen=True, slots=True)
class AskStandIn:
    """Ask for a bot to play for a player who is away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CloseScreen:
    """Close the screen of a lesson or a replay."""


@dataclass(frozen=True, slots=True)
class ShowPlaces:
    """Show the places of a finished match."""

    result: Result


@dataclass(frozen=True, slots=True)
class OpenChat:
    """Open the chat line."""


@dataclass(frozen=True, slots=True)
class CloseChat:
    """Close the chat line."""


Page: TypeAlias = (
    Literal["help", "house rules", "people", "scores", "ways", "lesson"]
    | Literal["costliest", "last page", "play on", "where"]
)
"""Pages and questions over a table or a waiting room; the second ones over a replay."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Show a page beside the table; plain mode reads it out."""

    page: Page


@dataclass(frozen=True, slots=True)
class OpenRules:
    """Open the rule book; plain mode reads the paragraph out."""

    paragraph: str = ""
    """The paragraph; empty for the one cited last, if there is one."""


@dataclass(frozen=True, slots=True)
class Switch:
    """Switch the coach, who tells of costly decisions, or the bots' talk, on or off."""

    setting: Literal["coach", "banter"]


@dataclass(frozen=True, slots=True)
class SortHand:
    """Sort the hand this way from now on, and keep that."""

    order: str


@dataclass(frozen=True, slots=True)
class BotSays:
    """Show and log what a bot says, worded when it is read."""

    seat: Seat
    text: str
    """In English."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Give the screen these classes, by which the style sheet lays out the areas."""

    classes: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class ShowKeys:
    """Refresh the bar of keys: other keys are active now."""


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
    | ReviewMatch
    | Begin
    | AskLeave
    | AskStandIn
    | CloseScreen
    | ShowPlaces
    | OpenChat
    | CloseChat
    | OpenPage
    | OpenRules
    | Switch
    | SortHand
    | BotSays
    | Arrange
    | ShowKeys
    | TickAt
)
