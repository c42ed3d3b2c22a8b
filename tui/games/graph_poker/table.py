"""The table of Graph-Poker: scores, the grid with its open places, and the notes beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from core.game import Move
from core.games.graph_poker.grid import place_move
from core.games.graph_poker.moves import parse_move
from core.games.graph_poker.poker import HIDDEN, Combination
from core.games.graph_poker.view import Lying, View, lying, open_cells
from core.pieces import DECK_52
from tui.boards.panel import put_hands
from tui.boards.scene import Focus, Scene
from tui.boards.seats import letters_of
from tui.drawing.art.cards import chip
from tui.drawing.canvas import Canvas, Hit, Painting, text_width
from tui.games.graph_poker import grid
from tui.games.graph_poker.notes import Note, forecast_of, prospect_notes, put_notes
from tui.games.graph_poker.words import across_of, paid_text, paint_header
from tui.language.text import t

_OPENING: Final = 0.15
"""The part of the animation of a round's end before the cards are turned up."""


def still_focus(scene: Scene, width: int, height: int) -> Focus:
    """Return the focus of the card to be placed, without places, and of the visible part."""
    focus = replace(scene.focus, piece=0, target=0)
    if not focus.choosing:
        return focus
    seen = _pane(scene, _areas(scene, width, height))
    return replace(focus, target=NO_TARGET, camera=seen.middle, zoom=seen.zoom)


def paint_still(scene: Scene, width: int, height: int) -> Painting:
    """Draw everything except the focused place and its worth."""
    look = scene.look
    canvas = Canvas(width, height, look.ink, look.felt)
    if scene.hands:
        hands = dealt(scene.view)
        put_hands(canvas, scene, [[chip(look, card) for card in hand] for hand in hands])
        return Painting(canvas)
    header = paint_header(scene, width)
    canvas.blit(header.canvas, 0, 0)
    areas = _areas(scene, width, height)
    seen = _pane(scene, areas)
    drawn = _grid(scene, areas, seen)
    canvas.blit(drawn.canvas, 0, areas.above)
    _put_notes_and_map(canvas, scene, areas, seen)
    hits = [Hit(h.x, h.y + areas.above, h.width, h.height, h.what) for h in drawn.hits]
    return Painting(canvas, (*header.hits, *hits))


def paint_pointed(scene: Scene, still: Painting) -> Painting:
    """Draw the card at the focused place, the windows it completes, and their worth."""
    if scene.hands:
        return still
    if not scene.focus.choosing:
        return Painting(still.canvas, _with_card(still.hits, _in_hand(scene)))
    canvas = still.canvas.copy()
    areas = _areas(scene, canvas.width, canvas.height)
    seen = _pane(scene, areas)
    token, _, target = _placing(scene)
    if target is not None:
        _put_ghost(canvas, scene, areas, seen, token, target)
        _put_finished(canvas, scene, areas, seen, token, target)
        _put_notes_and_map(canvas, scene, areas, seen)
    return Painting(canvas, still.hits)


def dealt(view: View) -> tuple[tuple[str, ...], ...]:
    """Return each seat's hand of a finished deal: all of it lies on the grid."""
    hands: list[list[str]] = [[] for _ in range(view.seats)]
    for card in lying(view):
        hands[card.owner].append(card.token)
    return tuple(tuple(sorted(hand, key=DECK_52.index)) for hand in hands)


def _with_card(hits: tuple[Hit, ...], token: str) -> tuple[Hit, ...]:
    """Return the same places for another card of the hand: every card may go to any of them."""
    return tuple(
        replace(hit, what=("move", place_move(token, *parse_move(str(hit.what[1])).cell)))
        if hit.what[0] == "move"
        else hit
        for hit in hits
    )


def _put_notes_and_map(canvas: Canvas, scene: Scene, areas: _Areas, seen: grid.Pane) -> None:
    """Draw the notes, with a map in their corner unless everything is `seen`."""
    look = scene.look
    mapped = not seen.fits and scene.view.grid and canvas.width >= 24 and areas.height >= 8
    inks = (look.ink, look.felt) if areas.beside else (look.panel_ink, look.panel)
    whole = Canvas(*areas.notes, *inks)
    width, height = whole.width, whole.height
    drawn = Canvas(0, 0, *inks)
    if mapped:
        cells = [(x, y) for x, y, _ in scene.view.grid]
        drawn = grid.minimap(look, cells, seen, width // 4, height // 3 if areas.beside else height)
        whole.blit(drawn, width - drawn.width - 1, height - drawn.height - areas.beside)
        if areas.beside:
            name = t("the whole grid")
            at = (width - text_width(name) - 1, height - drawn.height - 2)
            whole.put(*at, name, look.muted)
    taken = 0 if areas.beside or not mapped else drawn.width + 2
    notes = Canvas(width - taken, height - bool(areas.beside) * (drawn.height + 2), *inks)
    put_notes(notes, scene, _notes(scene), narrow=areas.beside)
    whole.blit(notes, 0, 0)
    canvas.blit(whole, *areas.corner(canvas))


def shown(scene: Scene, width: int, height: int) -> tuple[int, int, int]:
    """Return the middle and the zoom of the visible part, to continue from there."""
    seen = _pane(scene, _areas(scene, width, height))
    return *seen.middle, seen.zoom


_BESIDE: Final = (100, 24)
"""From this size on, the notes are beside the grid, unless the grid needs the columns."""

_NOTES: Final = 32


class _Areas(NamedTuple):
    """The division of the table, the same for any notes: no area may jump."""

    above: int
    """Rows of the scores."""
    width: int
    height: int
    """The height of the grid."""
    notes: tuple[int, int]
    """Width and height of the notes, in the lower right corner."""
    zoom: int
    """The largest zoom at which the grid fits."""
    beside: bool

    def corner(self, canvas: Canvas) -> tuple[int, int]:
        """Return where the notes begin."""
        return canvas.width - self.notes[0], canvas.height - self.notes[1]


def _areas(scene: Scene, width: int, height: int) -> _Areas:
    return _shared_out(scene.view, scene.names[: scene.view.seats], width, height)


@lru_cache(4)
def _shared_out(view: View, names: tuple[str, ...], width: int, height: int) -> _Areas:
    above = -(-view.seats // across_of(names, width))
    room = height - above
    low = max(1, min(6, room // 5))
    cells = _cells(view)

    def shared(across: int, tall: int, notes: tuple[int, int]) -> _Areas:
        zoom = grid.fitting_zoom(cells, across, tall)
        return _Areas(above, across, tall, notes, zoom, notes[0] < width)

    below = shared(width, max(1, room - low), (width, low))
    if width < _BESIDE[0] or height < _BESIDE[1]:
        return below
    beside = shared(width - _NOTES, room, (_NOTES, room))
    return below if below.zoom > beside.zoom else beside


@lru_cache(4)
def _cells(view: View) -> tuple[grid.Cell, ...]:
    """Return the places that should be visible: cards and, during the match, open places."""
    lies = tuple((x, y) for x, y, _ in view.grid)
    return lies if view.result and lies else (*lies, *open_cells(view))


NO_TARGET: Final = -1
"""The target of a focus in which the card is known, but no place is pointed at."""


def _in_hand(scene: Scene) -> str:
    """Return the card at the cursor, if it may be placed."""
    hand = scene.view.hand
    return hand[min(scene.focus.piece, len(hand) - 1)] if scene.legal and hand else ""


@lru_cache(4)
def _places(choosing: tuple[Move, ...]) -> tuple[str, tuple[grid.Cell, ...]]:
    """Return the card that several moves place, and its places."""
    places = [parse_move(move) for move in choosing]
    return places[0].card, tuple(place.cell for place in places)


def _placing(scene: Scene) -> tuple[str, tuple[grid.Cell, ...], grid.Cell | None]:
    """Return the card to be placed and its places, and the focused place during a choice."""
    focus = scene.focus
    if focus.choosing:
        card, cells = _places(focus.choosing)
        pointed = focus.target != NO_TARGET
        return card, cells, cells[min(focus.target, len(cells) - 1)] if pointed else None
    card = _in_hand(scene)
    return card, open_cells(scene.view) if card else (), None


def _pane(scene: Scene, areas: _Areas) -> grid.Pane:
    view, focus = scene.view, scene.focus
    _, _, target = _placing(scene)
    cells, keep, camera = _cells(view), target, focus.camera
    if focus.choosing and target is None:
        pass  # the lower layer: the camera is where the focused place needs it
    elif camera == (0, 0):
        camera = grid.middle_of(cells)
        if keep is None and view.grid:
            # An untouched camera follows the game.
            paid, _ = _paid_now(scene)
            one = paid and (scene.moment < 1 or focus.stop is not None)
            keep = paid[0].cells[1] if one else view.grid[-1][:2]
    zoom = areas.zoom if focus.zoom is None else focus.zoom
    return grid.pane(cells, areas.width, areas.height, zoom, camera, keep)


def _corner(areas: _Areas, seen: grid.Pane) -> tuple[int, int]:
    """Return the place where the first visible cell begins, within the area of the grid."""
    pitch_x, pitch_y = seen.pitch
    left = max(0, (areas.width - seen.columns * pitch_x + 1) // 2)
    return left, max(0, (areas.height - seen.rows * pitch_y) // 2)


def _grid(scene: Scene, areas: _Areas, seen: grid.Pane) -> Painting:
    """Draw the cards and the open places."""
    look, view = scene.look, scene.view
    width, height = areas.width, areas.height
    inner = Canvas(width, height, look.ink, look.felt)
    left, above = _corner(areas, seen)
    token, cells, _ = _placing(scene)
    letters = letters_of(scene.names)
    paid, closed = _paid_now(scene)
    lit = {cell for combination in paid for cell in combination.cells}
    hits = []
    for cell in cells:
        spot = seen.spot(cell)
        if spot is None or not token:
            continue
        x, y = spot[0] + left, spot[1] + above
        if seen.zoom >= 2 and (look.shapes or not scene.focus.choosing):
            # otherwise a step of the cursor draws it anew
            grid.put_slot(inner, look, (x, y), seen.zoom)
        grid.put_mark(inner, (x, y), seen.zoom, *_mark(scene, token, cell))
        hits.append(Hit(x, y, *seen.pitch, ("move", place_move(token, *cell))))
    laid = lying(view)
    for index, card in enumerate(laid):
        spot = seen.spot((card.x, card.y))
        if spot is not None:
            last = index == len(laid) - 1 and not scene.focus.choosing
            picture = _card_picture(scene, seen.zoom, card, letters, lit, closed, last)
            inner.blit(picture, spot[0] + left, spot[1] + above)
    return Painting(inner, tuple(hits))


def _put_ghost(
    canvas: Canvas, scene: Scene, areas: _Areas, seen: grid.Pane, token: str, target: grid.Cell
) -> None:
    """Draw the card to be placed where it would lie."""
    look, spot, (left, above) = scene.look, seen.spot(target), _corner(areas, seen)
    if spot is None:
        return
    x, y = spot[0] + left, spot[1] + above + areas.above
    canvas.blit(grid.face(look, seen.zoom, token, ghost=True), x, y)
    if seen.zoom == 1:
        canvas.put(x - 1, y, ">" if look.ascii else "▶", look.active)
        canvas.put(x + 3, y, "<" if look.ascii else "◀", look.active)


def _put_finished(
    canvas: Canvas, scene: Scene, areas: _Areas, seen: grid.Pane, token: str, target: grid.Cell
) -> None:
    """Light up the cards of the windows that a place completes."""
    found = forecast_of(scene.view).prospects(token, *target)
    lit = {cell for prospect in found if not prospect.missing for cell in prospect.cells}
    if not lit:
        return
    left, above = _corner(areas, seen)
    letters, (_, closed) = letters_of(scene.names), _paid_now(scene)
    for card in lying(scene.view):
        cell = (card.x, card.y)
        spot = seen.spot(cell) if cell in lit else None
        if spot is not None:
            picture = _card_picture(scene, seen.zoom, card, letters, lit, closed, last=False)
            canvas.blit(picture, spot[0] + left, spot[1] + above + areas.above)


def _card_picture(
    scene: Scene,
    zoom: int,
    card: Lying,
    letters: Sequence[str],
    lit: set[grid.Cell],
    closed: bool,
    last: bool,
) -> Canvas:
    look, view = scene.look, scene.view
    fresh = closed and card.round == len(view.sheet)
    if card.open and not fresh:
        dark = bool((card.x + card.y) % 2)
        return grid.face(look, zoom, card.token, dark=dark, lit=(card.x, card.y) in lit)
    own = card.owner == view.seat and card.token != HIDDEN
    return grid.covered(
        look, zoom, card.owner, letters[card.owner], card.token if own else None, last=last
    )


def _mark(scene: Scene, token: str, cell: grid.Cell) -> tuple[str, str]:
    """Mark an open place: by a dot, the certain points for the viewer, or the adviser's number."""
    look, view = scene.look, scene.view
    if scene.weighed:
        worth, best = scene.weighed.get(place_move(token, *cell), ("", False))
        if not worth:
            return ("." if look.ascii else "·"), look.muted
        return worth, look.good if best else look.active
    if not scene.focus.choosing:
        return ("." if look.ascii else "·"), look.muted
    sure = forecast_of(view).prospects(token, *cell)
    points = sum(p.points for p in sure if p.owner is not None and p.owner == view.seat)
    if points:
        return f"+{points}", look.good
    return ("o" if look.ascii else "○"), look.muted


def _paid_now(scene: Scene) -> tuple[tuple[Combination, ...], bool]:
    """Return the paid windows to light up, and whether the round's cards still lie face down.

    While the end of a round is animated, the windows come one after another.
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


# --- below the grid ----------------------------------------------------------------------------


def _notes(scene: Scene) -> list[Note]:
    """Word the worth of the focused place, or the results of the last round."""
    look, view = scene.look, scene.view
    token, _, target = _placing(scene)
    if target is not None:
        found = forecast_of(view).prospects(token, *target)
        return prospect_notes(scene, token, found)
    paid, closed = _paid_now(scene)
    # Once the first card of the next round is placed, the last round is no longer of interest.
    if not view.last or closed or len(view.grid) % view.seats:
        return []
    if not view.last.combinations:
        return [Note(t("round {round}: nobody scores", round=view.last.number), look.muted)]
    one_by_one = paid and (scene.moment < 1 or scene.focus.stop is not None)
    told = paid if one_by_one else view.last.combinations
    return [Note(paid_text(c, scene.names), "", c.owner) for c in told]
