"""The contract of a board: the module `board.py` of a game's folder is its board.

It has every function named here. Functions from other modules of the game are imported by name;
where the game has none of its own, the usual one is imported from below the contract. A board is
pure: a Scene in, Paintings and sentences out; screens own keys, time and focus.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeAlias

from core.game import Event, Move, Seat, is_deal_over
from tui.boards.scene import Choice, DealOutcome, Focus, Piece, Scene, Topic
from tui.drawing.canvas import Painting
from tui.drawing.look import Look

PaintScene: TypeAlias = Callable[[Scene, int, int], Painting]
"""Draws a scene in the given width and height, in cells."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table without edges, seen by a camera."""

    pitch: Sequence[tuple[int, int]]
    """The width and height of one of its places in cells, by zoom."""
    shown: Callable[[Scene, int, int], tuple[int, int, int]]
    """Returns for a scene, a width and a height the place in the middle, and the zoom."""


class Choosing(Protocol):
    """The moves of a board: the pieces of the hand, and the buttons above it."""

    def pieces(self, view: Any, legal: Sequence[Move]) -> tuple[Piece, ...]:
        """List the viewer's hand in display order."""

    def choices(self, view: Any, legal: Sequence[Move]) -> tuple[Choice, ...]:
        """List the legal moves that do not belong to a piece."""

    def label(self, view: Any, move: Move) -> str:
        """Word one move of a piece for a chooser: "at the 4"."""

    def twin(self, view: Any, move: Move) -> Move:
        """Return the move that represents all those leading to the same position as this one."""

    def harmless(self, view: Any, legal: Sequence[Move]) -> int:
        """Return the index of the choice, or way, where the cursor starts: Enter plays it."""

    def costly(self, view: Any, move: Move) -> bool:
        """Tell whether a click on this move, or its digit, should ask for confirmation."""

    def rest_is_mine(self, view: Any) -> bool:
        """Tell whether the viewer takes the rest of the deal, whatever the others play."""

    def step(self, choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
        """Return the index next to `target` in a direction; dy 1 is down."""

    @property
    def meaning(self) -> Callable[[Any, Move], str] | None:
        """Words the meaning of a way to play a piece, where the table itself offers the ways."""


class Painted(Protocol):
    """The pictures of a board. A table's lower layer is kept while the cursor moves."""

    def still_focus(self, scene: Scene, width: int, height: int) -> Focus:
        """Return the part of the focus drawn in the lower layer; the rest is as in `Focus()`."""

    def paint_still(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the lower layer: the seats and the pieces on the table. Hits: ("seat", n)."""

    def paint_pointed(self, scene: Scene, still: Painting) -> Painting:
        """Draw the layer of the cursor over a copy of `still`; return `still` if it is empty.

        Hits: ("move", move).
        """

    def paint_hand(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the viewer's hand. Hits: ("piece", index). Only `piece` of the focus is given."""

    def paint_sheet(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the score sheet; only the newest lines if it does not fit."""

    def legend(self, look: Look) -> tuple[tuple[str, str], ...]:
        """Explain the signs of the score sheet, each with its meaning."""

    def gone(self, view: Any, look: Look) -> tuple[tuple[str, str, str], ...]:
        """List the pieces played in the deal, a row a suit or number: its sign, pieces, ink."""

    def tricks_in(self, view: Any) -> int:
        """Return the number of tricks in the deal of a view; 0 without tricks."""

    @property
    def paint_tricks(self) -> PaintScene | None:
        """Draws the finished tricks of a deal beside the table; None without tricks."""

    @property
    def grid(self) -> Grid | None:
        """The camera of a table without edges; None for one that is always visible as a whole."""

    def moving_seconds(self, events: Sequence[Event]) -> float:
        """Return how long the table takes to show these events at normal speed; often 0."""

    def dealt(self, view: Any) -> tuple[tuple[str, ...], ...]:
        """Return the hand dealt to each seat in a finished deal, as far as the view tells."""

    def occasion(self, view: Any, names: Sequence[str]) -> tuple[str, str]:
        """Name the moment to celebrate in a finished deal, such as a fish, and whose it is.

        Empty without one.
        """

    def outcome(self, view: Any) -> DealOutcome | None:
        """Return the outcome of a finished deal, to be shown in the rows of the hand.

        None where the table itself shows it.
        """

    def page_outcome(self, view: Any) -> DealOutcome | None:
        """Return the outcome of a part of the match that ended with a deal, shown after the deal's.

        None without a `page_title`.
        """

    def moments(self, view: Any, events: Sequence[Event]) -> Sequence[tuple[str, Seat]]:
        """Name the moments of `banter.LINES` in these events, each with its player."""

    def stops(self, view: Any) -> int:
        """Return the number of results of the finished round to walk through."""


class Worded(Protocol):
    """The words of a board that accompany its pictures, and the sentences of the log."""

    def headline(self, view: Any) -> str:
        """Describe the state of the match in a few words: "round 3, ends 4 and 6"."""

    def title(self, view: Any) -> str:
        """Describe the state of the match, without the facts that the table shows."""

    def round_title(self, view: Any) -> str:
        """Name the finished round, as the title of the table while it is read.

        Empty if the title does not change for that.
        """

    def page_title(self, view: Any) -> str:
        """Name the part of the match that ended with the finished deal; empty if none did.

        Its outcome follows that of the deal, where `Focus.stop` is 0.
        """

    def page_told(self, view: Any, names: Sequence[str]) -> tuple[str, ...]:
        """Read the page of `page_title` out."""

    def question(self, view: Any) -> str:
        """Ask the viewer for a decision: "Your turn: how many tricks will you take?".

        Empty where a piece of the hand is to be played.
        """

    def awaits(self, view: Any, name: str) -> str:
        """Name the decision of another player: "Rook is bidding"; empty as for `question`."""

    def sentence(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        """Tell an event as one spoken sentence; empty for an event that needs none."""

    def noted(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        """Tell an event in the log, without the facts that the screen shows beside it."""


class Aloud(Protocol):
    """The words of a board for a player who does not see the table."""

    @property
    def topics(self) -> Sequence[Topic]:
        """The topics that can be asked for, in the order of the help."""

    def spoken_move(self, view: Any, move: Move) -> str:
        """Word a move in full; a bare number for a bid."""

    def spoken_table(self, view: Any, names: Sequence[str]) -> tuple[str, ...]:
        """Describe the table in sentences, beyond the headline and the score."""

    def spoken_part(self, view: Any, names: Sequence[str], topic: str) -> tuple[str, ...]:
        """Answer the topic of that name; without a sentence if the game does not have it.

        Besides the topics, "mine" asks for a few words about the player to move ("1 of 2 taken"),
        and "standing" for the sentences that belong with the score.
        """

    def repeats(self, event: Event, viewer: Seat | None) -> bool:
        """Tell whether, for a listener, an event is only counted together with similar ones."""

    def sum_up(self, events: Sequence[Event], names: Sequence[str]) -> str:
        """Sum up in one sentence the events of a player that are counted together."""


class Board(Choosing, Painted, Worded, Aloud, Protocol):
    """A game on the screen."""


def distinct(board: Board, view: Any, legal: Sequence[Move]) -> tuple[Move, ...]:
    """Return the legal moves among which a player chooses: one for each resulting position."""
    return tuple(move for move in legal if board.twin(view, move) == move)


def paint_table(board: Board, scene: Scene, width: int, height: int) -> Painting:
    """Draw both layers of a table."""
    lower = replace(scene, focus=board.still_focus(scene, width, height))
    return board.paint_pointed(scene, board.paint_still(lower, width, height))


def may_look_through(view: Any) -> bool:
    """Tell whether the house rules let players look through the pieces played."""
    return getattr(view.options, "gone", "shown") == "shown"


def open_hands(board: Board, view: Any) -> tuple[tuple[str, ...], ...]:
    """Return all hands of a finished deal, which are laid open if the scene asks for that.

    Nothing while the deal is played, nor where a house rule keeps them hidden.
    """
    shown = getattr(view.options, "open_hands", "hidden") == "shown"
    return board.dealt(view) if shown and is_deal_over(view) else ()


# --- the usual functions -------------------------------------------------------------------------


def twin(view: Any, move: Move) -> Move:
    """Treat every move as leading to a different position."""
    return move


def harmless(view: Any, legal: Sequence[Move]) -> int:
    """Begin with the first move."""
    return 0


def costly(view: Any, move: Move) -> bool:
    """Play at the first click."""
    return False


def rest_is_mine(view: Any) -> bool:
    """Let every deal be played out."""
    return False


def step(choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
    """Step through a list, wrapping round."""
    return (target + (dx or dy)) % len(choosing)


meaning: Final = None
paint_tricks: Final = None
grid: Final = None


def legend(look: Look) -> tuple[tuple[str, str], ...]:
    """Explain no sign: the sheet has nothing but numbers."""
    return ()


def gone(view: Any, look: Look) -> tuple[tuple[str, str, str], ...]:
    """List nothing: all pieces played lie on the table."""
    return ()


def tricks_in(view: Any) -> int:
    return 0


def occasion(view: Any, names: Sequence[str]) -> tuple[str, str]:
    """Celebrate nothing."""
    return "", ""


def outcome(view: Any) -> DealOutcome | None:
    """Leave the outcome to the table."""
    return None


def moments(view: Any, events: Sequence[Event]) -> Sequence[tuple[str, Seat]]:
    """Mention no event."""
    return ()


def stops(view: Any) -> int:
    """Have no results to walk through."""
    return 0


def untitled(view: Any) -> str:
    """Return no title: for games without a `round_title`, `page_title` or `question`."""
    return ""


def page_told(view: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Have no page to read out."""
    return ()


def awaits(view: Any, name: str) -> str:
    """Leave out a move that only plays a piece."""
    return ""


def repeats(event: Event, viewer: Seat | None) -> bool:
    """Tell every event by itself."""
    return False


def sum_up(events: Sequence[Event], names: Sequence[str]) -> str:
    """Sum up no events."""
    return ""
