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


class Effect:
    """A request of a model."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Redraw(Effect):
    """Draw some areas anew."""

    areas: tuple[Area, ...] = EVERYTHING


MOVED: Final = Redraw(("board", "hand"))
"""One more step of a movement; at its end the words over the hand change too."""


@dataclass(frozen=True, slots=True)
class MakeMove(Effect):
    """Send a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class SendMessage(Effect):
    """Send another message to the host."""

    message: Message


@dataclass(frozen=True, slots=True)
class Ring(Effect):
    """Ring the bell: the wish has no effect."""


@dataclass(frozen=True, slots=True)
class Call(Effect):
    """Notify a player in another window: it is their turn, or their time is running out."""

    hurry: bool = False


@dataclass(frozen=True, slots=True)
class EndCall(Effect):
    """Withdraw that notification."""


@dataclass(frozen=True, slots=True)
class Notify(Effect):
    """Show a sentence for a while."""

    text: str


@dataclass(frozen=True, slots=True)
class Tell(Effect):
    """Show a sentence in answer to a wish."""

    text: str


@dataclass(frozen=True, slots=True)
class Log(Effect):
    """Write the events of a shown position into the log; anew where moves were taken back."""

    position: Position


@dataclass(frozen=True, slots=True)
class TakeBack(Effect):
    """Take back the last decision, or say why it stands."""


@dataclass(frozen=True, slots=True)
class AskTakeBack(Effect):
    """Ask whether to take a decision back, after which the match no longer counts."""


@dataclass(frozen=True, slots=True)
class LogNotice(Effect):
    """Log another notice, worded when it is read."""

    say: Callable[[], str]


@dataclass(frozen=True, slots=True)
class FindHint(Effect):
    """Look for a hint beside the loop and answer with a `HintFound`."""

    game: str
    """The name of the game."""
    position: Position


@dataclass(frozen=True, slots=True)
class JudgeMove(Effect):
    """Judge a move beside the loop and answer with a `MistakeFound` if it was costly."""

    game: str
    position: Position
    move: Move


@dataclass(frozen=True, slots=True)
class FindNumbers(Effect):
    """Count beside the loop the points to expect of each move; answer with a `NumbersFound`."""

    game: str
    position: Position
    hint: Move


@dataclass(frozen=True, slots=True)
class ReviewMatch(Effect):
    """Judge the rest of a match beside the loop; answer with `Judged` as it goes on."""

    path: Path
    """The record's file: the review is kept beside it."""
    replay: Replay
    review: Review
    """The review as far as it has got; it grows."""


@dataclass(frozen=True, slots=True)
class Begin(Effect):
    """Go to another match."""

    start: StartSolo


@dataclass(frozen=True, slots=True)
class AskLeave(Effect):
    """Ask whether to leave the table."""


@dataclass(frozen=True, slots=True)
class AskStandIn(Effect):
    """Ask for a bot to play for a player who is away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CloseScreen(Effect):
    """Close the screen of a lesson or a replay."""


@dataclass(frozen=True, slots=True)
class ShowPlaces(Effect):
    """Show the places of a finished match."""

    result: Result


@dataclass(frozen=True, slots=True)
class OpenChat(Effect):
    """Open the chat line."""


@dataclass(frozen=True, slots=True)
class CloseChat(Effect):
    """Close the chat line."""


Page: TypeAlias = (
    Literal["help", "house rules", "people", "scores", "ways", "lesson"]
    | Literal["costliest", "last page", "play on", "where"]
)
"""Pages and questions over a table or a waiting room; the second ones over a replay."""


@dataclass(frozen=True, slots=True)
class OpenPage(Effect):
    """Show a page beside the table; plain mode reads it out."""

    page: Page


@dataclass(frozen=True, slots=True)
class OpenRules(Effect):
    """Open the rule book; plain mode reads the paragraph out."""

    paragraph: str = ""
    """The paragraph; empty for the one cited last, if there is one."""


@dataclass(frozen=True, slots=True)
class Switch(Effect):
    """Switch the coach, who tells of costly decisions, or the bots' talk, on or off."""

    setting: Literal["coach", "banter"]


@dataclass(frozen=True, slots=True)
class SortHand(Effect):
    """Sort the hand this way from now on, and keep that."""

    order: str


@dataclass(frozen=True, slots=True)
class BotSays(Effect):
    """Show and log what a bot says, worded when it is read."""

    seat: Seat
    text: str
    """In English."""


@dataclass(frozen=True, slots=True)
class Arrange(Effect):
    """Give the screen these classes, by which the style sheet lays out the areas."""

    classes: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class ShowKeys(Effect):
    """Refresh the bar of keys: other keys are active now."""


@dataclass(frozen=True, slots=True)
class TickAt(Effect):
    """Call `tick` at this time; None cancels it. The last one counts."""

    time: float | None
