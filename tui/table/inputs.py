"""Input of a table's model beside the events of a client's seat: advice, the window, preferences.

Values, so that models know neither settings nor pages.
"""

from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct

from core.advice.numbers import Numbers
from core.review.decision import Decision
from core.review.review import Review
from net.client.events import ClientEvent, Position
from tui.table.hints import Hint


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings as they are now; a player may change them during a match."""

    speed: float = 0.0
    """The factor for the times of movements; 0 turns them off."""
    trick_seconds: float = 0.0
    """How long a finished trick stays."""
    bot_seconds: float = 0.0
    """A bot's apparent thinking time."""
    careful: bool = False
    """Whether a costly move needs a second click."""
    guard_seconds: float = 0.0
    """The time after a question has appeared in which no key or click answers it."""
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
    """Whether a costly move is told as soon as it is known to be one."""
    autoplay: str = "off"
    """The moves without an alternative that are made automatically.

    "off": none, "bids": moves that play no piece of the hand, "last": the last piece as well,
    "every": every piece.
    """


class HintFound(Struct, frozen=True):
    """A hint that was looked for beside the loop."""

    position: Position
    hint: Hint
    final: bool = True
    """Whether no closer look follows."""


class MistakeFound(Struct, frozen=True):
    """A costly decision, judged beside the loop."""

    position: Position
    decision: Decision


class NumbersFound(Struct, frozen=True):
    """The points to expect of each move in a position, counted beside the loop."""

    position: Position
    numbers: Numbers


class Covered(Struct, frozen=True):
    """Another screen covers the table, or no longer does."""

    on: bool


class Typing(Struct, frozen=True):
    """The chat line has the keys now, or no longer has."""

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
