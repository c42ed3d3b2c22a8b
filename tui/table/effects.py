"""The values that a table's model takes beside the events of a client's seat, and those it gives.

Advice, the size of the window and preferences come in, so that models know neither settings nor
pages. Effects come out: requests to the screen that shows the model, carried out in order.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from core.advice import Numbers
from core.game import Move, Result, Seat
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review
from net.client.events import ClientEvent, Position
from net.wire.message import Message
from tui.start import StartSolo
from tui.table.hints import Hint

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
    """Write the events of a shown position into the log; anew if moves were taken back."""

    position: Position


class TakeBack(Effect, frozen=True):
    """Take back the last decision, or say why it stands."""


class AskTakeBack(Effect, frozen=True):
    """Ask whether to take a decision back, after which the match no longer counts."""


class LogNotice(Effect, frozen=True):
    """Log another notice, worded when it is read."""

    say: Callable[[], str]


class FindHint(Effect, frozen=True):
    """Look for a hint in the background, and answer with a `HintFound`."""

    game: str
    """The name of the game."""
    position: Position


class JudgeMove(Effect, frozen=True):
    """Judge a move in the background, and answer with a `MistakeFound` if it was costly."""

    game: str
    position: Position
    move: Move


class FindNumbers(Effect, frozen=True):
    """Count the points to expect of each move in the background; answer with a `NumbersFound`."""

    game: str
    position: Position
    hint: Move


class ReviewMatch(Effect, frozen=True):
    """Judge the rest of a match in the background; answer with `Judged` as the work progresses."""

    path: Path
    """The record's file: the review is kept beside it."""
    replay: Replay
    review: Review
    """The review so far; it grows."""


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
"""Pages and questions over a table or a waiting room; the second line: over a replay."""


class OpenPage(Effect, frozen=True):
    """Show a page beside the table; plain mode reads it out."""

    page: Page


class OpenRules(Effect, frozen=True):
    """Open the rule book; plain mode reads the paragraph out."""

    paragraph: str = ""
    """The paragraph; empty for the one cited last, if there is one."""


class Switch(Effect, frozen=True):
    """Switch the coach, who points out costly decisions, or the bots' talk, on or off."""

    setting: Literal["coach", "banter"]


class SortHand(Effect, frozen=True):
    """Sort the hand in this way from now on, and keep that."""

    order: str


class BotSays(Effect, frozen=True):
    """Show and log a bot's line, worded when it is read."""

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


@dataclass(frozen=True, slots=True)
class Preferences:
    """The present settings; a player may change them during a match."""

    speed: float = 0.0
    """The factor for the times of movements; 0 turns them off."""
    trick_seconds: float = 0.0
    """The time for which a finished trick stays."""
    bot_seconds: float = 0.0
    """A bot's apparent thinking time."""
    careful: bool = False
    """Whether a costly move needs a second click."""
    guard_seconds: float = 0.0
    """The time after a question appears in which no key or click answers it."""
    waits_for_key: bool = False
    """Whether a finished trick stays until the player continues."""
    newcomer: bool = False
    """Whether this is the player's first match of its game: then no move of the first deal is
    automatic.
    """
    sort: str = "suit"
    """The order of the hand, a key of HAND_ORDERS."""
    banter: bool = False
    """Whether bots say a word at great moments."""
    coach: bool = False
    """Whether a costly move is pointed out as soon as it is known to be one."""
    autoplay: str = "off"
    """The moves without an alternative that are made automatically.

    "off": none; "bids": moves that play no piece of the hand; "last": also the last piece; "every":
    every piece.
    """


class HintFound(Struct, frozen=True):
    """A hint that was looked for in the background."""

    position: Position
    hint: Hint
    final: bool = True
    """Whether no closer look follows."""


class MistakeFound(Struct, frozen=True):
    """A costly decision, judged in the background."""

    position: Position
    decision: Decision


class NumbersFound(Struct, frozen=True):
    """The points to expect of each move in a position, counted in the background."""

    position: Position
    numbers: Numbers


class Covered(Struct, frozen=True):
    """Another screen covers the table, or no longer does."""

    on: bool


class Typing(Struct, frozen=True):
    """The chat line has the keys now, or no longer has them."""

    on: bool


class Resized(Struct, frozen=True):
    """The window is now `width` columns wide."""

    width: int


class Judged(Struct, frozen=True):
    """The review of a match being watched has progressed, or has stopped."""

    review: Review
    running: bool


ModelInput: TypeAlias = (
    ClientEvent | Judged | HintFound | MistakeFound | NumbersFound | Covered | Typing | Resized
)
