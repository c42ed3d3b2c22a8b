"""Effects: the requests of a table's model to the screen that shows it. Carried out in order."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

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


class Effect(Struct, frozen=True):
    """A request of a model."""


class Redraw(Effect, frozen=True):
    """Draw some areas anew."""

    areas: tuple[Area, ...] = EVERYTHING


MOVED: Final = Redraw(("board", "hand"))
"""One more step of a movement; at its end the words over the hand change too."""


class MakeMove(Effect, frozen=True):
    """Send a move."""

    move: Move


class SendMessage(Effect, frozen=True):
    """Send another message to the host."""

    message: Message


class Ring(Effect, frozen=True):
    """Ring the bell: the wish has no effect."""


class Call(Effect, frozen=True):
    """Notify a player in another window: it is their turn, or their time is running out."""

    hurry: bool = False


class EndCall(Effect, frozen=True):
    """Withdraw that notification."""


class Notify(Effect, frozen=True):
    """Show a sentence for a while."""

    text: str


class Tell(Effect, frozen=True):
    """Show a sentence in answer to a wish."""

    text: str


class Log(Effect, frozen=True):
    """Write the events of a shown position into the log; anew where moves were taken back."""

    position: Position


class TakeBack(Effect, frozen=True):
    """Take back the last decision, or say why it stands."""


class AskTakeBack(Effect, frozen=True):
    """Ask whether to take a decision back, after which the match no longer counts."""


class LogNotice(Effect, frozen=True):
    """Log another notice, worded when it is read."""

    say: Callable[[], str]


class FindHint(Effect, frozen=True):
    """Look for a hint beside the loop and answer with a `HintFound`."""

    game: str
    """The name of the game."""
    position: Position


class JudgeMove(Effect, frozen=True):
    """Judge a move beside the loop and answer with a `MistakeFound` if it was costly."""

    game: str
    position: Position
    move: Move


class FindNumbers(Effect, frozen=True):
    """Count beside the loop the points to expect of each move; answer with a `NumbersFound`."""

    game: str
    position: Position
    hint: Move


class ReviewMatch(Effect, frozen=True):
    """Judge the rest of a match beside the loop; answer with `Judged` as it goes on."""

    path: Path
    """The record's file: the review is kept beside it."""
    replay: Replay
    review: Review
    """The review as far as it has got; it grows."""


class Begin(Effect, frozen=True):
    """Go to another match."""

    start: StartSolo


class AskLeave(Effect, frozen=True):
    """Ask whether to leave the table."""


class AskStandIn(Effect, frozen=True):
    """Ask for a bot to play for a player who is away."""

    seat: Seat


class CloseScreen(Effect, frozen=True):
    """Close the screen of a lesson or a replay."""


class ShowPlaces(Effect, frozen=True):
    """Show the places of a finished match."""

    result: Result


class OpenChat(Effect, frozen=True):
    """Open the chat line."""


class CloseChat(Effect, frozen=True):
    """Close the chat line."""


Page: TypeAlias = (
    Literal["help", "house rules", "people", "phrases", "scores", "ways", "lesson"]
    | Literal["evening", "another game"]
    | Literal["costliest", "last page", "play on", "where"]
)
"""Pages and questions over a table or a waiting room; the second ones over a replay."""


class OpenPage(Effect, frozen=True):
    """Show a page beside the table; plain mode reads it out."""

    page: Page


class OpenRules(Effect, frozen=True):
    """Open the rule book; plain mode reads the paragraph out."""

    paragraph: str = ""
    """The paragraph; empty for the one cited last, if there is one."""


class Switch(Effect, frozen=True):
    """Switch the coach, who tells of costly decisions, or the bots' talk, on or off."""

    setting: Literal["coach", "banter"]


class SortHand(Effect, frozen=True):
    """Sort the hand this way from now on, and keep that."""

    order: str


class BotSays(Effect, frozen=True):
    """Show and log what a bot says, worded when it is read."""

    seat: Seat
    text: str
    """In English."""


class Arrange(Effect, frozen=True):
    """Give the screen these classes, by which the style sheet lays out the areas."""

    classes: Mapping[str, bool]


class ShowKeys(Effect, frozen=True):
    """Refresh the bar of keys: other keys are active now."""


class TickAt(Effect, frozen=True):
    """Call `tick` at this time; None cancels it. The last one counts."""

    time: float | None
