"""The board of Graph-Poker: the grid with its open places, prospects, paid windows, scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.game import Event, Move
from core.games.graph_poker.grid import place_move
from core.games.graph_poker.moves import parse_move
from core.games.graph_poker.poker import HIDDEN, Combination, WindowForecast
from core.games.graph_poker.view import Lying, View, forecast, lying, open_cells
from tui.boards.scene import Choice, Piece, Scene
from tui.boards.seats import letters_of
from tui.drawing.art.cards import Held, fan
from tui.drawing.canvas import Canvas, Hit, Painting, text_width
from tui.games.graph_poker.grid import (
    GAP,
    PITCH,
    Cell,
    Pane,
    covered,
    face,
    fitting_zoom,
    middle_of,
    minimap,
    pane,
    put_mark,
)
from tui.games.graph_poker.notes import Note, in_order, prospect_notes, put_notes
from tui.games.graph_poker.spoken import TOPICS, beside, spoken_part, spoken_table
from tui.games.graph_poker.words import (
    across_of,
    headline,
    paid_text,
    paint_header,
    paint_sheet,
    round_title,
    sentence,
)
from tui.language.text import t
from tui.language.words import card_name, for_listeners

__all__ = [
    "TOPICS",
    "ZOOMS",
    "choices",
    "headline",
    "label",
    "moving_seconds",
    "paint_hand",
    "paint_sheet",
    "paint_table",
    "pieces",
    "round_title",
    "sentence",
    "shown",
    "spoken_move",
    "spoken_part",
    "spoken_table",
    "step",
    "stops",
]

ZOOMS: Final = range(len(PITCH))
"""The zooms that Focus.zoom may have."""

_OPENING: Final = 0.15
"""The part of the animation of a round's end before the cards are turned up."""

_TURNING, _WINDOW, _MOST = 0.8, 0.9, 8.0
"""Seconds to turn up the cards, to read one paid window, and the most a round may take in all."""


def moving_seconds(events: Sequence[Event]) -> float:
    """Return how long the end of a round takes; a card placed face down simply lies there."""
    kinds = [event.kind for event in events]
    return min(_MOST, _TURNING + _WINDOW * kinds.count("window")) if "opened" in kinds else 0.0


def stops(view: View) -> int:
    """Return how many rows of four the last round has paid for."""
    return len(view.last.combinations) if view.last else 0


# --- hand and moves ----------------------------------------------------------------------------


def pieces(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
    """List the hand by suit and rank; each card goes to every open cell, nearest first."""
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
    """List nothing: every move is a card of the hand."""
    return ()


@lru_cache(4)
def _forecast(view: View) -> WindowForecast:
    return forecast(view)


def label(view: View, move: Move) -> str:
    """Word a place: "right of 5♥, flush +2"; a place beside no card by its column and row."""
    placed = parse_move(move)
    x, y = placed.cell
    said = [beside(view, x, y) or f"{x} {y}"]
    finished = in_order(_forecast(view).prospects(placed.card, x, y))
    said += [f"{t(p.category)} +{p.points}" for p in finished if p.owner is not None]
    return ", ".join(said)


def spoken_move(view: View, move: Move) -> str:
    """Word a move in full: "the ace of hearts at 0 -1, below the king of hearts"."""
    placed = parse_move(move)
    card = card_name(placed.card)
    # Only those who listen count columns and rows: the screen shows none.
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
            # A place straight ahead is better than a nearer one to the side.
            far = (along + 2 * aside, aside)
            if best is None or far < best:
                best, found = far, index
    return found


# --- the table ---------------------------------------------------------------------------------


def paint_table(scene: Scene, width: int, height: int) -> Painting:
    """Draw scores, grid, and what the focused place or the last round brings."""
    look = scene.look
    canvas = Canvas(width, height, look.ink, look.felt)
    header = paint_header(scene, width)
    canvas.blit(header.canvas, 0, 0)
    areas = _areas(scene, width, height)
    seen = _pane(scene, areas)
    grid = _grid(scene, areas, seen)
    canvas.blit(grid.canvas, 0, areas.above)
    mapped = not seen.fits and scene.view.grid and width >= 24 and areas.height >= 8
    canvas.blit(_notes_and_map(scene, areas, seen if mapped else None), *areas.corner(canvas))
    hits = [Hit(h.x, h.y + areas.above, h.width, h.height, h.what) for h in grid.hits]
    return Painting(canvas, (*header.hits, *hits))


def _notes_and_map(scene: Scene, areas: _Areas, seen: Pane | None) -> Canvas:
    """Draw the notes, with a map in their corner where not everything is `seen`."""
    look = scene.look
    inks = (look.ink, look.felt) if areas.beside else (look.panel_ink, look.panel)
    whole = Canvas(*areas.notes, *inks)
    width, height = whole.width, whole.height
    drawn = Canvas(0, 0, *inks)
    if seen is not None:
        cells = [(x, y) for x, y, _ in scene.view.grid]
        drawn = minimap(look, cells, seen, width // 4, height // 3 if areas.beside else height)
        whole.blit(drawn, width - drawn.width - 1, height - drawn.height - areas.beside)
        if areas.beside:
            name = t("the whole grid")
            at = (width - text_width(name) - 1, height - drawn.height - 2)
            whole.put(*at, name, look.muted)
    taken = 0 if areas.beside or seen is None else drawn.width + 2
    notes = Canvas(width - taken, height - bool(areas.beside) * (drawn.height + 2), *inks)
    put_notes(notes, scene, _notes(scene), narrow=areas.beside)
    whole.blit(notes, 0, 0)
    return whole


def shown(scene: Scene, width: int, height: int) -> tuple[int, int, int]:
    """Return the middle of what paint_table shows and its zoom, to go on from there."""
    seen = _pane(scene, _areas(scene, width, height))
    return *seen.middle, seen.zoom


_BESIDE: Final = (100, 24)
"""The least size at which the notes stand beside the grid, unless it needs the columns."""

_NOTES: Final = 32


class _Areas(NamedTuple):
    """How the table is shared out. It does not depend on what the notes say: nothing may jump."""

    above: int
    """Rows of the scores."""
    width: int
    height: int
    """Of the grid."""
    notes: tuple[int, int]
    """Width and height of the notes, in the lower right corner."""
    zoom: int
    """The largest at which the grid fits."""
    beside: bool

    def corner(self, canvas: Canvas) -> tuple[int, int]:
        """Return where the notes begin."""
        return canvas.width - self.notes[0], canvas.height - self.notes[1]


def _areas(scene: Scene, width: int, height: int) -> _Areas:
    seats = scene.view.seats
    above = -(-seats // across_of(scene.names[:seats], width))
    room = height - above
    low = max(1, min(6, room // 5))
    cells, growing = _cells(scene.view), scene.view.result is None

    def shared(across: int, tall: int, notes: tuple[int, int]) -> _Areas:
        zoom = fitting_zoom(cells, across, tall, growing=growing)
        return _Areas(above, across, tall, notes, zoom, notes[0] < width)

    below = shared(width, max(1, room - low), (width, low))
    if width < _BESIDE[0] or height < _BESIDE[1]:
        return below
    beside = shared(width - _NOTES, room, (_NOTES, room))
    return below if below.zoom > beside.zoom else beside


def _cells(view: View) -> list[Cell]:
    """Return what should be visible: the cards and, during the match, the open places."""
    lies = [(x, y) for x, y, _ in view.grid]
    return lies if view.result and lies else [*lies, *open_cells(view)]


def _placing(scene: Scene) -> tuple[str, tuple[Cell, ...], Cell | None]:
    """Tell which card may go where, and the focused place while one is chosen."""
    focus = scene.focus
    if focus.choosing:
        places = [parse_move(move) for move in focus.choosing]
        cells = tuple(place.cell for place in places)
        return places[0].card, cells, cells[min(focus.target, len(cells) - 1)]
    hand = scene.view.hand
    if not scene.legal or not hand:
        return "", (), None
    return hand[min(focus.piece, len(hand) - 1)], open_cells(scene.view), None


def _pane(scene: Scene, areas: _Areas) -> Pane:
    view, focus = scene.view, scene.focus
    _, _, target = _placing(scene)
    lies = [(x, y) for x, y, _ in view.grid]
    keep = target
    if keep is None and lies and focus.camera == (0, 0):
        # An untouched camera follows the game.
        paid, _ = _paid_now(scene)
        one = paid and (scene.moment < 1 or focus.stop is not None)
        keep = paid[0].cells[1] if one else lies[-1]
    cells = _cells(view)
    zoom = areas.zoom if focus.zoom is None else focus.zoom
    camera = focus.camera if focus.camera != (0, 0) else middle_of(cells)
    return pane(cells, areas.width, areas.height, zoom, camera, keep)


def _grid(scene: Scene, areas: _Areas, seen: Pane) -> Painting:
    """Draw the cards and the open places."""
    look, view = scene.look, scene.view
    width, height = areas.width, areas.height
    inner = Canvas(width, height, look.ink, look.felt)
    pitch_x, pitch_y = PITCH[seen.zoom]
    left = max(0, (width - seen.columns * pitch_x + GAP[seen.zoom]) // 2)
    above = max(0, (height - seen.rows * pitch_y) // 2)
    token, cells, target = _placing(scene)
    letters = letters_of(scene.names)
    paid, closed = _paid_now(scene)
    lit = {cell for combination in paid for cell in combination.cells}
    if target is not None:
        finished = [p for p in _forecast(view).prospects(token, *target) if not p.missing]
        lit |= {cell for prospect in finished for cell in prospect.cells}
    hits = []
    for cell in cells:
        spot = seen.spot(cell)
        if spot is None or not token:
            continue
        x, y = spot[0] + left, spot[1] + above
        if cell == target:
            inner.blit(face(look, seen.zoom, token, ghost=True), x, y)
            if seen.zoom == 1:
                inner.put(x - 1, y, ">" if look.ascii else "▶", look.active, None, "b")
                inner.put(x + 3, y, "<" if look.ascii else "◀", look.active, None, "b")
        else:
            put_mark(inner, (x, y), seen.zoom, *_mark(scene, token, cell, target is not None))
        hits.append(Hit(x, y, pitch_x, pitch_y, ("move", place_move(token, *cell))))
    laid = lying(view)
    for index, card in enumerate(laid):
        spot = seen.spot((card.x, card.y))
        if spot is not None:
            last = index == len(laid) - 1 and target is None
            picture = _card_picture(scene, seen.zoom, card, letters, lit, closed, last)
            inner.blit(picture, spot[0] + left, spot[1] + above)
    return Painting(inner, tuple(hits))


def _card_picture(
    scene: Scene,
    zoom: int,
    card: Lying,
    letters: Sequence[str],
    lit: set[Cell],
    closed: bool,
    last: bool,
) -> Canvas:
    look, view = scene.look, scene.view
    fresh = closed and card.round == len(view.sheet)
    if card.open and not fresh:
        dark = bool((card.x + card.y) % 2)
        return face(look, zoom, card.token, dark=dark, lit=(card.x, card.y) in lit)
    own = card.owner == view.seat and card.token != HIDDEN
    return covered(
        look, zoom, card.owner, letters[card.owner], card.token if own else None, last=last
    )


def _mark(scene: Scene, token: str, cell: Cell, choosing: bool) -> tuple[str, str]:
    """Mark an open place: a dot, or the points it would bring the viewer for sure."""
    look, view = scene.look, scene.view
    if not choosing:
        return ("." if look.ascii else "·"), look.muted
    sure = _forecast(view).prospects(token, *cell)
    points = sum(p.points for p in sure if p.owner is not None and p.owner == view.seat)
    if points:
        return f"+{points}", look.good
    return ("o" if look.ascii else "○"), look.active


def _paid_now(scene: Scene) -> tuple[tuple[Combination, ...], bool]:
    """Tell which paid windows to light up, and whether the round's cards still lie face down.

    While the end of a round is animated they come one after another.
    """
    view = scene.view
    last = view.last
    if last is None or last.deal != view.deal:
        return (), False
    if scene.moment < 1 and any(event.kind == "opened" for event in scene.events):
        if scene.moment < _OPENING:
            return (), True
        count = len(last.combinations)
        at = int((scene.moment - _OPENING) / (1 - _OPENING) * count)
        return last.combinations[at : at + 1], False
    if not scene.focus.choosing and len(view.grid) % view.seats == 0:
        stop = scene.focus.stop
        return last.combinations if stop is None else last.combinations[stop : stop + 1], False
    return (), False


# --- what stands below the grid ----------------------------------------------------------------


def _notes(scene: Scene) -> list[Note]:
    """Word what the focused place would bring, or what the last round brought."""
    look, view = scene.look, scene.view
    token, _, target = _placing(scene)
    if target is not None:
        found = _forecast(view).prospects(token, *target)
        return prospect_notes(scene, token, found)
    paid, closed = _paid_now(scene)
    # With the first card of the next round there are other things to look at.
    if not view.last or closed or len(view.grid) % view.seats:
        return []
    if not view.last.combinations:
        return [Note(t("round {round}: nobody scores", round=view.last.number), look.muted)]
    one_by_one = paid and (scene.moment < 1 or scene.focus.stop is not None)
    told = paid if one_by_one else view.last.combinations
    return [Note(paid_text(c, scene.names), "", c.owner) for c in told]


# --- the hand ----------------------------------------------------------------------------------


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the hand; it is dim while others place."""
    hand = scene.view.hand
    focus = min(scene.focus.piece, len(hand) - 1)
    held = [Held(token, not scene.legal, i == focus) for i, token in enumerate(hand)]
    return fan(scene.look, held, width, height)
