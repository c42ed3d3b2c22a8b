"""The board of Graph-Poker: the hand and its moves.

The table is in `tui.games.graph_poker.table`, words in `tui.games.graph_poker.words`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.game import Event, Move
from core.games.graph_poker.grid import place_move
from core.games.graph_poker.moves import parse_move
from core.games.graph_poker.view import View, open_cells
from tui.boards.contract import (
    Grid,
    awaits,
    costly,
    gone,
    harmless,
    legend,
    meaning,
    moments,
    occasion,
    outcome,
    outcome as page_outcome,
    page_told,
    paint_tricks,
    repeats,
    rest_is_mine,
    sum_up,
    tricks_in,
    twin,
    untitled as page_title,
    untitled as question,
)
from tui.boards.scene import Choice, Piece, Scene
from tui.drawing.art.cards import Held, fan
from tui.drawing.canvas import Painting
from tui.games.graph_poker.grid import PITCH
from tui.games.graph_poker.notes import forecast_of, in_order
from tui.games.graph_poker.table import dealt, paint_pointed, paint_still, shown, still_focus
from tui.games.graph_poker.words import (
    beside,
    headline,
    headline as title,
    noted,
    paint_sheet,
    round_title,
    sentence,
    spoken_part,
    spoken_table,
    topics,
)
from tui.language.text import t
from tui.language.words import card_name, for_listeners

grid: Final = Grid(PITCH, shown)

_TURNING, _WINDOW, _MOST = 0.8, 0.9, 8.0
"""Seconds for turning up the cards, for reading one paid window, and for a whole round at most."""


def moving_seconds(events: Sequence[Event]) -> float:
    """Return the time that the end of a round takes; a card placed face down simply lies there."""
    kinds = [event.kind for event in events]
    return min(_MOST, _TURNING + _WINDOW * kinds.count("window")) if "opened" in kinds else 0.0


def stops(view: View) -> int:
    """Return the number of rows of four that the last round has paid for."""
    return len(view.last.combinations) if view.last else 0


# --- hand and moves ----------------------------------------------------------------------------


def pieces(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
    """List the hand by suit and rank; each card may go to every open cell, the nearest first."""
    if not legal:
        why = t("the match is over") if view.result else t("it is not your turn")
        return tuple(Piece(token, (), why) for token in view.hand)
    return _playable(view)


@lru_cache(4)
def _playable(view: View) -> tuple[Piece, ...]:
    x, y = view.grid[-1][:2] if view.grid else (0, 0)
    cells = sorted(open_cells(view), key=lambda c: (abs(c[0] - x) + abs(c[1] - y), -c[1], c[0]))
    moves = {
        token: tuple(place_move(token, *cell) for cell in cells)
        for token in dict.fromkeys(view.hand)
    }
    return tuple(Piece(token, moves[token]) for token in view.hand)


def choices(view: View, legal: Sequence[Move]) -> tuple[Choice, ...]:
    """Return none: every move belongs to a card of the hand."""
    return ()


def label(view: View, move: Move) -> str:
    """Word a place: "right of 5♥, flush +2"; that of the first card as the middle."""
    placed = parse_move(move)
    x, y = placed.cell
    said = [beside(view, x, y) or t("in the middle of the table")]
    finished = in_order(forecast_of(view).prospects(placed.card, x, y))
    said += [f"{t(p.category)} +{p.points}" for p in finished if p.owner is not None]
    return ", ".join(said)


def spoken_move(view: View, move: Move) -> str:
    """Word a move in full: "the ace of hearts at 0 -1, below the king of hearts"."""
    placed = parse_move(move)
    card = card_name(placed.card)
    # Only listeners are told columns and rows: the screen does not show them.
    place = f"{card}: {placed.x} {placed.y}" if for_listeners() else card
    said = label(view, move) if view.grid else ""
    return f"{place}{', ' if for_listeners() else ' '}{said}" if said else place


def step(choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
    """Return the nearest place in a direction of the screen (dy 1 is down); `target` if none."""
    cells = [parse_move(move).cell for move in choosing]
    x, y = cells[target]
    best, found = None, target
    for index, (cx, cy) in enumerate(cells):
        along = (cx - x) * dx - (cy - y) * dy
        aside = abs(cy - y) if dx else abs(cx - x)
        if along > 0:
            # A place straight ahead is better than a nearer one off to the side.
            far = (along + 2 * aside, aside)
            if best is None or far < best:
                best, found = far, index
    return found


# --- the hand ----------------------------------------------------------------------------------


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the hand; it is dim while others place."""
    hand = [piece.token for piece in scene.hand] or scene.view.hand
    focus = min(scene.focus.piece, len(hand) - 1)
    held = [Held(token, not scene.legal, i == focus) for i, token in enumerate(hand)]
    return fan(scene.look, held, width, height)
