"""The board of Graph-Poker: the grid with its open places, prospects, paid windows, scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.game import Move
from core.graph_view import Lying, View, lying, open_cells, outlook
from core.grid import parse_place, place_move
from core.poker import HIDDEN, Combination, Outlook, Prospect
from tui.art.cards import Held, fan
from tui.boards.graph_grid import (
    PITCH,
    Cell,
    Pane,
    covered,
    face,
    minimap,
    pane,
    put_mark,
)
from tui.boards.graph_spoken import beside, spoken_table
from tui.boards.graph_words import (
    across_of,
    headline,
    letters_of,
    paid_text,
    paint_header,
    paint_sheet,
    sentence,
)
from tui.boards.scene import Choice, Piece, Scene
from tui.canvas import Canvas, Hit, Painting, cut
from tui.text import t, tn
from tui.words import card_name

__all__ = [
    "ZOOMS",
    "camera",
    "choices",
    "headline",
    "label",
    "paint_hand",
    "paint_sheet",
    "paint_table",
    "pieces",
    "sentence",
    "spoken_move",
    "spoken_table",
    "step",
]

ZOOMS: Final = range(len(PITCH))
"""The zooms that Focus.zoom may have."""

_OPENING: Final = 0.15
"""The part of the animation of a round's end before the cards are turned up."""


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
def _outlook(view: View) -> Outlook:
    return outlook(view)


def label(view: View, move: Move) -> str:
    """Word a place: "right of 5♥, flush +2"; a place beside no card by its column and row."""
    parsed = parse_place(move)
    if parsed is None:
        return move
    token, x, y = parsed
    said = [beside(view, x, y) or f"{x} {y}"]
    finished = _sorted(_outlook(view).prospects(token, x, y))
    said += [f"{t(p.category)} +{p.points}" for p in finished if p.owner is not None]
    return ", ".join(said)


def spoken_move(view: View, move: Move) -> str:
    """Word a move in full: "ace of hearts at 0 -1, below king of hearts"."""
    parsed = parse_place(move)
    if parsed is None:
        return move
    token, x, y = parsed
    place = f"{card_name(token)}: {x} {y}"
    return f"{place}, {label(view, move)}" if view.grid else place


def step(choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
    """Return the nearest place in a direction of the screen (dy 1 is down); `target` if none."""
    cells = [(parsed[1], parsed[2]) for move in choosing if (parsed := parse_place(move))]
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
    above, room = _rows(scene, width, height)
    notes = _notes(scene, height - above - room)
    canvas.fill(0, above + room, width, height - above - room, look.panel)
    grid = _grid(scene, width, room)
    canvas.blit(grid.canvas, 0, above)
    for i, (text, ink) in enumerate(notes):
        canvas.put(0, above + room + i, cut(" " + text, width), ink, look.panel)
    hits = [Hit(h.x, h.y + above, h.width, h.height, h.what) for h in grid.hits]
    return Painting(canvas, (*header.hits, *hits))


def camera(scene: Scene, width: int, height: int) -> Cell:
    """Return the middle of what paint_table shows, for panning on from there."""
    _, room = _rows(scene, width, height)
    return _pane(scene, width, room).middle


def _rows(scene: Scene, width: int, height: int) -> tuple[int, int]:
    """Share the rows out: those of the scores and of the grid; the rest is for notes.

    It does not depend on what the notes say: the grid must not jump while one looks round.
    """
    above = -(-scene.view.seats // across_of(scene.view.seats, width))
    return above, max(1, height - above - max(1, min(6, (height - above) // 5)))


def _placing(scene: Scene) -> tuple[str, tuple[Cell, ...], Cell | None]:
    """Tell which card may go where, and the focused place while one is chosen."""
    focus = scene.focus
    if focus.choosing:
        parsed = [found for move in focus.choosing if (found := parse_place(move))]
        cells = tuple((x, y) for _, x, y in parsed)
        return parsed[0][0], cells, cells[min(focus.target, len(cells) - 1)]
    hand = scene.view.hand
    if not scene.legal or not hand:
        return "", (), None
    return hand[min(focus.piece, len(hand) - 1)], open_cells(scene.view), None


def _pane(scene: Scene, width: int, height: int) -> Pane:
    view, focus = scene.view, scene.focus
    _, _, target = _placing(scene)
    lies = [(x, y) for x, y, _ in view.grid]
    keep = target
    if keep is None and lies and focus.camera == (0, 0):
        # A camera that nobody has moved follows the game.
        shown, _ = _shown(scene)
        keep = shown[0].cells[1] if scene.moment < 1 and shown else lies[-1]
    cells = [*lies, *open_cells(view)]
    return pane(cells, width, height, focus.zoom, focus.camera, keep)


def _grid(scene: Scene, width: int, height: int) -> Painting:
    """Draw the cards, the open places and, where it does not fit, the minimap."""
    look, view = scene.look, scene.view
    inner = Canvas(width, height, look.ink, look.felt)
    seen = _pane(scene, width, height)
    pitch_x, pitch_y = PITCH[seen.zoom]
    left = (width - seen.columns * pitch_x + 1) // 2
    above = max(0, (height - seen.rows * pitch_y) // 2)
    token, cells, target = _placing(scene)
    letters = letters_of(scene.names)
    shown, closed = _shown(scene)
    lit = {cell for combination in shown for cell in combination.cells}
    if target is not None:
        finished = [p for p in _outlook(view).prospects(token, *target) if not p.missing]
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
    if not seen.fits and view.grid and width >= 24 and height >= 8:
        _put_minimap(scene, inner, seen, target)
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
    sure = _outlook(view).prospects(token, *cell)
    points = sum(p.points for p in sure if p.owner is not None and p.owner == view.seat)
    if points:
        return f"+{points}", look.good
    return ("o" if look.ascii else "○"), look.active


def _put_minimap(scene: Scene, canvas: Canvas, seen: Pane, target: Cell | None) -> None:
    """Lay the map into a lower corner, away from the focused place."""
    cells = [(x, y) for x, y, _ in scene.view.grid]
    drawn = minimap(scene.look, cells, seen, canvas.width // 4, max(2, canvas.height // 3))
    spot = seen.spot(target) if target else None
    at_left = spot is not None and spot[0] > canvas.width // 2 and spot[1] > canvas.height // 2
    x = 0 if at_left else canvas.width - drawn.width
    canvas.blit(drawn, x, canvas.height - drawn.height)


def _shown(scene: Scene) -> tuple[tuple[Combination, ...], bool]:
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
    if scene.focus.show_last or (not scene.focus.choosing and len(view.grid) % view.seats == 0):
        return last.combinations, False
    return (), False


# --- what stands below the grid ----------------------------------------------------------------


def _notes(scene: Scene, most: int) -> list[tuple[str, str]]:
    """Word what the focused place would bring, or what the last round brought: text and ink."""
    look, view = scene.look, scene.view
    token, _, target = _placing(scene)
    if target is not None:
        lines = _prospect_notes(scene, token, target)
    else:
        shown, closed = _shown(scene)
        lines = []
        if view.last and not closed:
            one_by_one = scene.moment < 1 and shown
            paid = shown if one_by_one else view.last.combinations
            lines = [(paid_text(c, scene.names), look.panel_ink) for c in paid]
            if not lines:
                said = t("round {round}: no window", round=view.last.number)
                lines = [(said, look.muted)]
    if len(lines) > most == 1:
        text, ink = lines[0]
        return [(f"{text} (+{len(lines) - 1})", ink)]
    if len(lines) > most:
        rest = len(lines) - most + 1
        more = tn("and {n} more window", "and {n} more windows", rest)
        lines = [*lines[: most - 1], (more, look.muted)]
    return lines


def _prospect_notes(scene: Scene, token: str, target: Cell) -> list[tuple[str, str]]:
    """Word the windows of the focused place; those that differ only in where they end are one."""
    found = _outlook(scene.view).prospects(token, *target)
    windows = _sorted([window for window in found if window.missing + window.unknown < 3])
    if not windows:
        name = card_name(token)
        said = t("{card} at {x} {y}: no window here yet", card=name, x=target[0], y=target[1])
        return [(said, scene.look.muted)]
    alike: dict[object, list[Prospect]] = {}
    for window in windows:
        key = (window.across, window.category, window.missing) if window.missing else window
        alike.setdefault(key, []).append(window)
    return [_prospect_note(scene, group[0], len(group)) for group in alike.values()]


def _prospect_note(scene: Scene, prospect: Prospect, times: int) -> tuple[str, str]:
    look = scene.look
    cards = " ".join(_signs(scene, prospect))
    category, points = t(prospect.category), prospect.points
    if prospect.owner is not None:
        mine = prospect.owner == scene.view.seat
        whose = t("yours") if mine else scene.names[prospect.owner]
        said = f"+{points} {category}, {whose}: {cards}"
        return said, look.good if mine else look.bad
    worth = f"{points} {'x' if look.ascii else '×'}{times}" if times > 1 else points
    facts = {"category": category, "points": worth, "cards": cards}
    if not prospect.missing:
        return t("perhaps {category} ({points}): {cards}", **facts), look.active
    said = t("{n} more for {category} ({points}): {cards}", n=prospect.missing, **facts)
    return said, look.muted


def _sorted(prospects: Sequence[Prospect]) -> list[Prospect]:
    """Put what is certain first, then what hangs on a hidden card, then what is only begun."""
    return sorted(prospects, key=lambda p: (p.missing, p.unknown, -p.points))


def _signs(scene: Scene, window: Prospect) -> tuple[str, ...]:
    """Write the cards of a window: empty cells and hidden cards have signs of their own."""
    letters = letters_of(scene.names)
    hidden = {(c.x, c.y): letters[c.owner] for c in lying(scene.view) if c.token == HIDDEN}
    shade = "#" if scene.look.ascii else "▒"
    signs = [
        shade + hidden[cell] if cell in hidden else card_name(card) if card else "__"
        for cell, card in zip(window.cells, window.cards, strict=True)
    ]
    return tuple(signs if window.across else signs[::-1])


# --- the hand ----------------------------------------------------------------------------------


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the hand; it is dim while others place."""
    hand = scene.view.hand
    focus = min(scene.focus.piece, len(hand) - 1)
    held = [Held(token, not scene.legal, i == focus) for i, token in enumerate(hand)]
    return fan(scene.look, held, width, height)
