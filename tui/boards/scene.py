"""What a board gets and gives: the contract between boards and the screens that show them.

A board is pure: a Scene in, Paintings and sentences out; screens own keys, time and focus.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from core.game import Event, Move, Seat, is_deal_over
from tui.drawing.canvas import Painting
from tui.drawing.look import Look
from tui.language.words import hand_text

if TYPE_CHECKING:
    from tui.boards.result import DealOutcome


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

COMMON: Final = (TRICK, LAST, BIDS, TILES)
"""Topics that players may try in any game; a game without one says so."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something in the player's hand (a card, a tile) with the moves it can make now."""

    token: str
    moves: tuple[Move, ...]
    why_not: str = ""
    """Why it has no moves, as a sentence in the player's language; empty when it has some."""
    rule: str = ""
    """The paragraph of the rule book on which this rests, such as "J-R15"."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that is no piece of the hand (a bid, a pass, the market), or one way to play one."""

    move: Move
    label: str
    """In the player's language, short enough for a button."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Where the player's cursor is, and what is shown."""

    piece: int = 0
    """Index of the chosen piece of the hand."""
    choosing: tuple[Move, ...] = ()
    """The moves of a piece, while the player chooses among several."""
    target: int = 0
    """Index into `choosing`, or into the choices when no piece is to be played."""
    camera: tuple[int, int] = (0, 0)
    """The middle of the visible part of an unbounded board."""
    zoom: int | None = None
    """How large an unbounded board is drawn; None leaves that to the board."""
    stop: int | None = None
    """Which of several results of a finished round is shown; None shows all."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a board may draw."""

    view: Any
    names: tuple[str, ...]
    legal: tuple[Move, ...]
    """The moves of the viewer now; empty when somebody else is to act."""
    focus: Focus
    look: Look
    away: frozenset[Seat] = field(default_factory=frozenset)
    events: tuple[Event, ...] = ()
    """The events that led to this view."""
    moment: float = 1.0
    """How far the animation of `events` has come, 0..1; 1 is the resting picture."""
    summary: bool = True
    """Whether what a finished deal has brought is shown below its table."""
    rolled: float = 1.0
    """How far the totals have rolled on to what they are now, 0..1."""

    occasion: tuple[str, str] = ("", "")
    """What is celebrated for a moment, and whose it is."""
    show_last: bool = False
    """Whether the last trick is shown although another one has begun."""

    hands: bool = False
    """Whether, instead of the summary, the hands of a finished deal lie over its table."""

    weighed: Mapping[Move, tuple[str, bool]] = field(default_factory=dict)
    """What moves would bring, and whether that is the best, for a board that has their places."""

    @property
    def shows_summary(self) -> bool:
        """Whether the view is of a finished deal whose summary is to be drawn."""
        return self.summary and is_deal_over(self.view)


class Board(ABC):
    """A game on the screen: an object without state, made once as BOARD of the game's board.py.

    What is abstract every game says; the rest has defaults for games that have no such thing.
    """

    # --- moves ----------------------------------------------------------------------------------

    @abstractmethod
    def pieces(self, view: Any, legal: Sequence[Move]) -> tuple[Piece, ...]:
        """List the viewer's hand in display order."""

    @abstractmethod
    def choices(self, view: Any, legal: Sequence[Move]) -> tuple[Choice, ...]:
        """List the legal moves that do not belong to a piece."""

    @abstractmethod
    def label(self, view: Any, move: Move) -> str:
        """Word one move of a piece for a chooser: "left end, 4"."""

    def begins_on_choices(self, view: Any) -> bool:
        """Tell whether the cursor begins on a choice although a piece can be played."""
        return False

    def harmless(self, view: Any, legal: Sequence[Move]) -> int:
        """Return the index of the choice, or way, on which the cursor starts: Enter plays it."""
        return 0

    def costly(self, view: Any, move: Move) -> bool:
        """Tell whether a click on this move, or its digit, should be asked about once more."""
        return False

    def rest_is_mine(self, view: Any) -> bool:
        """Tell whether the viewer takes all that is left of this deal, whatever anybody plays."""
        return False

    def step(self, choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
        """Return the place next to one in a direction; dy 1 is down."""
        return (target + (dx or dy)) % len(choosing)

    # --- painting -------------------------------------------------------------------------------

    def paint_table(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the middle: seats, what lies on the table. Hits: ("move", move), ("seat", n).

        It has two layers, so that the lower one can be kept while the cursor moves.
        """
        lower = replace(scene, focus=self.still_focus(scene, width, height))
        return self.paint_pointed(scene, self.paint_still(lower, width, height))

    @abstractmethod
    def still_focus(self, scene: Scene, width: int, height: int) -> Focus:
        """Return the part of the focus that the lower layer draws; the rest is as in `Focus()`."""

    @abstractmethod
    def paint_still(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the lower layer."""

    @abstractmethod
    def paint_pointed(self, scene: Scene, still: Painting) -> Painting:
        """Draw what goes with the cursor over a copy of `still`; return `still` if nothing does."""

    @abstractmethod
    def paint_hand(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the viewer's hand. Hits: ("piece", index). Of the focus only `piece` is given."""

    @abstractmethod
    def paint_sheet(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the score sheet; only the newest lines if it does not fit."""

    @abstractmethod
    def moving_seconds(self, events: Sequence[Event]) -> float:
        """Return how long these events take to be shown on the table at normal speed; often 0."""

    HAS_TRICKS: ClassVar[bool] = False
    """Whether deals consist of tricks, which `paint_tricks` draws."""

    def paint_tricks(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the finished tricks of the deal, for windows with room beside the table."""
        raise NotImplementedError

    def dealt(self, view: Any) -> tuple[tuple[str, ...], ...]:
        """Return what each seat was dealt in a finished deal, as far as the view tells."""
        return ()

    def open_hands(self, view: Any) -> tuple[tuple[str, ...], ...]:
        """Return all hands of a finished deal, which `paint_table` lays open where a scene asks.

        Nothing while the deal is played, nor where a house rule keeps them hidden.
        """
        shown = getattr(view.options, "open_hands", "hidden") == "shown"
        return self.dealt(view) if shown and is_deal_over(view) else ()

    OFFERS_WAYS: ClassVar[bool] = False
    """Whether the table itself offers the ways to play a piece; then `meaning` explains them."""

    def meaning(self, view: Any, move: Move) -> str:
        """Say what one way to play a piece means."""
        return ""

    PITCH: ClassVar[Sequence[tuple[int, int]]] = ()
    """For a table without edges: the width and height of one of its places in cells, by zoom."""

    def shown(self, scene: Scene, width: int, height: int) -> tuple[int, int, int]:
        """Return the place in the middle of the visible part of such a table, and the zoom."""
        raise NotImplementedError

    def occasion(self, view: Any, names: Sequence[str]) -> tuple[str, str]:
        """Name what is worth a moment in a finished deal, such as a fish, and whose it is.

        Empty if nothing is.
        """
        return "", ""

    def outcome(self, view: Any) -> DealOutcome | None:
        """Return what a finished deal has brought, to be shown in the rows of the hand.

        None where the table itself shows it.
        """
        return None

    def stops(self, view: Any) -> int:
        """Return how many results of the finished round there are to walk through."""
        return 0

    # --- words ----------------------------------------------------------------------------------

    @abstractmethod
    def headline(self, view: Any) -> str:
        """Say in a few words where the match stands: "round 3, ends 4 and 6"."""

    def title(self, view: Any) -> str:
        """Say where the match stands, leaving out what can be seen on the table."""
        return self.headline(view)

    def round_title(self, view: Any) -> str:
        """Say which round is over, as the title of the table while it is read.

        Empty if the title does not change for that.
        """
        return ""

    def page_title(self, view: Any) -> str:
        """Name what ended together with the finished deal of a view; empty if nothing did.

        Then `paint_table` draws a page of its own where `Focus.stop` is 0.
        """
        return ""

    def page_told(self, view: Any, names: Sequence[str]) -> tuple[str, ...]:
        """Read the page of `page_title` out."""
        return ()

    def question(self, view: Any) -> str:
        """Ask the viewer what there is to decide: "Your turn: how many tricks will you take?".

        Empty where a piece of the hand is to be played.
        """
        return ""

    def awaits(self, view: Any, name: str) -> str:
        """Say what somebody else has to decide: "Rook is bidding"; empty as for `question`."""
        return ""

    @abstractmethod
    def sentence(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        """Say what happened as one spoken sentence; empty when there is nothing to say."""

    def noted(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        """Say in the log what happened, leaving out what the screen shows beside it."""
        return self.sentence(event, names, viewer)

    def repeats(self, event: Event, viewer: Seat | None) -> bool:
        """Tell whether, for a listener, an event is only counted together with others like it."""
        return False

    def sum_up(self, events: Sequence[Event], names: Sequence[str]) -> str:
        """Say in one sentence what one player did in all events that are counted together."""
        return ""

    @abstractmethod
    def spoken_move(self, view: Any, move: Move) -> str:
        """Word a move in full for a player who does not see the table; a bare number for a bid."""

    def spoken_hand(self, view: Any) -> str:
        """List what the viewer holds, for a game whose pieces are not the hand itself."""
        return hand_text([piece.token for piece in self.pieces(view, ())])

    @abstractmethod
    def spoken_table(self, view: Any, names: Sequence[str]) -> tuple[str, ...]:
        """Say in sentences what can be seen on the table, beyond the headline and the score."""

    TOPICS: ClassVar[Sequence[Topic]] = ()
    """What can be asked for separately, in the order of the help."""

    @abstractmethod
    def spoken_part(self, view: Any, names: Sequence[str], topic: str) -> tuple[str, ...]:
        """Answer the topic of that name; nothing if the game does not have it.

        Besides the topics, "mine" asks for a few words about whoever is to move ("1 of 2 taken"),
        and "standing" for what belongs with the score.
        """
