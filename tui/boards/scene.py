"""The values that boards take and return: scenes, pieces, choices, outcomes, movements.

`contract.py` has the functions that take and return them. Draws nothing, no clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from core.game import Event, Move, Seat, is_deal_over
from tui.drawing.look import Look


@dataclass(frozen=True, slots=True)
class Topic:
    """A question that the `spoken_part` of a game answers."""

    name: str
    aliases: tuple[str, ...]
    """Other names for it; Russian words work in every language."""
    help: str = ""
    """The English line of the help; empty if the line of another topic covers both."""


TRICK: Final = Topic("trick", ("взятка",), "trick, last: this trick, the one before it")
LAST: Final = Topic("last", ("прошлая", "последняя"))
BIDS: Final = Topic("bids", ("заказы", "заказ"), "bids: who bid how much and has taken how many")
TILES: Final = Topic(
    "tiles",
    ("cards", "hands", "кости", "карты", "руки"),
    "tiles or cards: how many everybody holds; after a deal, all hands",
)

GONE: Final = Topic("gone", ("вышли", "вышло"), "gone: what has been played in this deal")

COMMON: Final = (TRICK, LAST, BIDS, TILES)
"""Topics that players may try in any game; a game without such a topic says so."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the player's hand (a card, a tile), with the moves it can make now."""

    token: str
    moves: tuple[Move, ...]
    why_not: str = ""
    """The reason why it has no moves, in the player's language; empty if it has some."""
    rule: str = ""
    """The paragraph of the rule book for that reason, such as "J-R15"."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move without a piece of the hand (a bid, a pass, the market), or a way to play a piece."""

    move: Move
    label: str
    """In the player's language, short enough for a button."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The player's cursor, and the part of the table that is shown."""

    piece: int = 0
    """Index of the chosen piece of the hand."""
    choosing: tuple[Move, ...] = ()
    """The moves of a piece, while the player chooses among several."""
    target: int = 0
    """Index into `choosing`, or into the choices when no piece is to be played."""
    camera: tuple[int, int] = (0, 0)
    """The middle of the visible part of an unbounded board."""
    zoom: int | None = None
    """The zoom of an unbounded board; None leaves that to the board."""
    stop: int | None = None
    """The index of the shown result of a finished round; None shows all."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a board may draw."""

    view: Any
    names: tuple[str, ...]
    legal: tuple[Move, ...]
    """The moves of the viewer now; empty when another player is to act."""
    focus: Focus
    look: Look
    away: frozenset[Seat] = field(default_factory=frozenset)
    events: tuple[Event, ...] = ()
    """The events that led to this view."""
    moment: float = 1.0
    """The progress of the animation of `events`, 0..1; 1 is the picture at rest."""
    summary: bool = True
    """Whether the outcome of a finished deal is shown below its table."""
    rolled: float = 1.0
    """The progress of the totals towards their new values, 0..1."""

    occasion: tuple[str, str] = ("", "")
    """The words of a celebration, and whose it is."""
    show_last: bool = False
    """Whether the last trick is shown although another one has begun."""

    hands: bool = False
    """Whether, instead of the summary, the hands of a finished deal lie over its table."""

    hand: tuple[Piece, ...] = ()
    """The viewer's hand in the order wanted; empty for the board's own."""

    weighed: Mapping[Move, tuple[str, bool]] = field(default_factory=dict)
    """The number at the place of each move, and whether it is the best, for boards with such
    places.
    """

    @property
    def shows_summary(self) -> bool:
        """Whether the view is of a finished deal whose summary is to be drawn."""
        return self.summary and is_deal_over(self.view)


# --- the outcome of a deal -----------------------------------------------------------------------

Tone: TypeAlias = Literal["", "good", "bad", "active", "muted"]
"""The tone of a text: a bid that was made, a khisht, a premium, an aside."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """The outcome of a deal for one player."""

    cells: tuple[tuple[str, Tone], ...]
    """As many texts as the outcome has heads."""
    gained: int
    """The difference from the previous total."""
    total: int
    note: str = ""
    """A remark: a khisht, a premium, the tiles that were left."""
    tone: Tone = ""
    """The tone of the note."""
    lit: bool = False
    """Whether the row lights up."""


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """The outcome of a finished deal."""

    heads: tuple[str, ...]
    """The heads of the cells, in the player's language; the total needs none."""
    results: tuple[SeatOutcome, ...]
    """By seat."""


PLAY_SECONDS: Final = 0.45
"""The flight of a card or tile, preceded by that of the last trick."""

DEAL_SECONDS: Final = 0.6
"""A new hand, piece by piece."""

OCCASION_SECONDS: Final = 1.0
"""A celebration; it covers nothing, and any key ends it."""

ROLLING_SECONDS: Final = 0.5
"""The rolling of the totals to their new values."""


def is_dealt(events: Sequence[Event]) -> bool:
    """Tell whether a deal has begun with these events."""
    return any(event.kind == "began" for event in events)


STEPS: Final = 25
"""Frames per second; each sends only the cells that differ."""


class Motion:
    """One movement at a time, followed by a hold in which its result can be seen."""

    def __init__(self) -> None:
        self.moment = 1.0
        """The progress of the movement, 0..1; 1 is the picture at rest."""
        self.due: float | None = None
        """The time of the next `tick`; None at rest."""
        self._begun = 0.0
        self._seconds = 0.0
        self._hold = 0.0

    @property
    def busy(self) -> bool:
        """Whether there is a movement, or a hold in which its result can be seen."""
        return self.due is not None

    def begin(self, seconds: float, hold: float, now: float) -> None:
        """Begin a movement of `seconds`, then a hold."""
        self._begun, self._seconds, self._hold = now, seconds, hold
        self.moment, self.due = 1.0, None
        if seconds > 0:
            self.moment, self.due = 0.0, now + 1 / STEPS
        elif hold > 0:
            self.due = now + hold

    def finish(self) -> bool:
        """End movement and hold at once; tell whether there was either."""
        busy = self.busy
        self.moment, self.due = 1.0, None
        return busy

    def tick(self, now: float) -> bool:
        """Advance the movement to now; tell whether another picture is to be drawn.

        A movement that ends here is no longer `busy`.
        """
        if self.due is None or now < self.due:
            return False
        ends = self._begun + self._seconds
        if now < ends:
            self.moment, self.due = (now - self._begun) / self._seconds, now + 1 / STEPS
        elif now < ends + self._hold:
            self.moment, self.due = 1.0, ends + self._hold
        else:
            self.moment, self.due = 1.0, None
        return True
