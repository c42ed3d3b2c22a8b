"""The grid of Graph-Poker on a canvas: the visible part, cards in five zooms, the minimap.

Knows places and pictures; the board knows the cards and their meaning.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tui.drawing.art import plate
from tui.drawing.art.cards import SIZES, CardSize, card as draw_card, ink, sign
from tui.drawing.canvas import Canvas
from tui.drawing.look import Look, ink_on, mix

PITCH: Final = ((3, 1), (4, 2), (6, 3), (8, 5), (10, 7))
"""Zoom -> columns and rows from one card to the next."""

GAP: Final = (0, 1, 1, 1, 1)
"""Zoom -> the number of these columns that separate a card from the next."""

LAST_ROW: Final = (0, 1, 0, 0, 0)
"""Zoom -> rows of the rim that the last card of a column can do without."""

Cell = tuple[int, int]
"""x to the right, y up."""


@dataclass(frozen=True, slots=True)
class Pane:
    """The visible part of the grid: the cell at its upper left, and the numbers of cells shown."""

    zoom: int
    left: int
    top: int
    columns: int
    rows: int
    fits: bool
    """Whether everything is visible."""
    pitch: tuple[int, int]
    """Columns and rows from one card to the next: the smallest cards are apart if there is room."""

    def spot(self, cell: Cell) -> tuple[int, int] | None:
        """Return where a cell begins on the canvas; None if it is out of view."""
        column, row = cell[0] - self.left, self.top - cell[1]
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        return column * self.pitch[0], row * self.pitch[1]

    @property
    def middle(self) -> Cell:
        """The cell in the middle: a camera there gives this pane."""
        return self.left + self.columns // 2, self.top - self.rows // 2


_SEEN: Final = 2 / 3
"""The part of a large grid, along either axis, that is worth showing at a good size."""


def fitting_zoom(cells: Iterable[Cell], width: int, height: int) -> int:
    """Return the largest zoom that shows all cells, or enough of them in a large grid.

    A grid only grows, so the zoom chosen this way only gets smaller, and does so rarely.
    """
    xs, ys = zip(*cells, strict=True)
    across, tall = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    for zoom in reversed(range(1, len(PITCH))):
        columns, rows = _fit(width, height, zoom)
        all_seen = height >= _TALL and _holds(width, height, across, tall)
        part = _SEEN if zoom == 1 and not all_seen else 1
        if columns >= part * across and rows >= part * tall:
            return zoom
    return 0


_TALL: Final = 30
"""With this many rows, cards of one line are acceptable if all of them are then visible."""


def _holds(width: int, height: int, across: int, tall: int) -> bool:
    """Tell whether all the smallest cards would be visible."""
    columns, rows = _fit(width, height, 0)
    return columns >= across and rows >= tall


def _fit(width: int, height: int, zoom: int) -> tuple[int, int]:
    """Return the columns and rows of cards that fit; the last one needs no gap."""
    across, tall = PITCH[zoom]
    return max(1, (width + GAP[zoom]) // across), max(1, (height + LAST_ROW[zoom]) // tall)


_STEP: Final = 3


def middle_of(cells: Iterable[Cell]) -> Cell:
    """Return roughly the middle of the cells, in steps: it need not move with every card."""
    xs, ys = zip(*cells, strict=True)
    x, y = (_STEP * round((min(axis) + max(axis)) / 2 / _STEP) for axis in (xs, ys))
    return x, y


def pane(
    cells: Iterable[Cell], width: int, height: int, zoom: int, camera: Cell, keep: Cell | None
) -> Pane:
    """Choose the visible part: around the camera, full if all fits, with `keep` in view."""
    zoom = min(max(zoom, 0), len(PITCH) - 1)
    columns, rows = _fit(width, height, zoom)
    xs, ys = zip(*cells, strict=True)
    pitch = PITCH[zoom]
    if not zoom and (width + 1) // (pitch[0] + 1) > max(xs) - min(xs):
        pitch, columns = (pitch[0] + 1, pitch[1]), (width + 1) // (pitch[0] + 1)
    left = _start(min(xs), max(xs), columns, camera[0] - columns // 2, keep and keep[0])
    # Rows count downwards, y upwards.
    down = _start(-max(ys), -min(ys), rows, -camera[1] - rows // 2, keep and -keep[1])
    fits = max(xs) - min(xs) < columns and max(ys) - min(ys) < rows
    return Pane(zoom, left, -down, columns, rows, fits, pitch)


def _start(low: int, high: int, room: int, wanted: int, keep: int | None) -> int:
    """Return the first of `room` places shown along one axis."""
    if high - low < room:  # no card may fall out of the picture
        return min(max(wanted, high - room + 1), low)
    if keep is not None:
        # By half a picture at a time, so that visible cards stay in place during a look around.
        page, margin = max(1, room // 2), int(room > 2)
        while keep > wanted + room - 1 - margin:
            wanted += page
        while keep < wanted + margin:
            wanted -= page
    return min(max(wanted, low), high - room + 1)


# --- cards -------------------------------------------------------------------------------------


_CARDS: Final[tuple[CardSize, ...]] = ("small", "medium", "large")
"""The cards of the zooms from the third on."""


def face(
    look: Look, zoom: int, token: str, *, dark: bool = False, lit: bool = False, ghost: bool = False
) -> Canvas:
    """Draw an open card; `lit` means part of a window being shown, a ghost is not placed yet.

    `dark` is every other cell, which distinguishes touching cards at the smallest zoom.
    """
    if zoom >= 2 and ghost:
        return _ghost(look, token, *SIZES[_CARDS[zoom - 2]])
    if zoom >= 2:
        canvas = draw_card(look, token, _CARDS[zoom - 2], chosen=lit)
        if lit and _needs_line(look):
            canvas.put(1, 1, sign(token, look).rjust(2), ink(token, look), None, "bu")
        return canvas
    ground, attributes = look.face, "b"
    if ghost:
        ground, attributes = look.chosen, "bu" if _needs_line(look) else "b"
    elif lit:
        ground = mix(look.face, look.chosen, 0.6)
        attributes = "bu" if _needs_line(look) else "b"
    elif dark and zoom == 0 and not look.shapes:
        ground = mix(look.face, look.edge, 0.2)
    text = sign(token, look)
    if look.shapes and ghost and zoom == 0:
        text = f">{text}"[-3:]
    return _tag(look, zoom, text.rjust(3), ink(token, look), ground, attributes)


def _ghost(look: Look, token: str, width: int, height: int) -> Canvas:
    """Draw a card not placed yet, with a single sign: each step of the cursor sends all of it."""
    canvas = plate(look, width, height, look.chosen, marked=True)
    text = sign(token, look).rjust(2).center(width - 2)
    canvas.put(1, height // 2, text, ink(token, look), None, "b")
    return canvas


def _needs_line(look: Look) -> bool:
    """Tell whether a lit card is underlined: a theme without hues has no colour to mark it."""
    red, green, blue = (look.chosen[at : at + 2] for at in (1, 3, 5))
    return look.shapes or red == green == blue


def covered(
    look: Look, zoom: int, seat: int, letter: str, token: str | None = None, *, last: bool = False
) -> Canvas:
    """Draw a card that lies face down: its owner's colour and letter, to the owner its face."""
    ground = look.owners[seat]
    dark = ink_on(ground)
    shade = "#" if look.ascii else "▒"
    known = sign(token, look) if token else ""
    weak = dark if look.shapes else mix(dark, ground, 0.5)
    if zoom < 2:
        text = known.rjust(3) if known else f"{shade}{letter}{shade}"
        canvas = _tag(look, zoom, text, dark, ground, "bu" if last else "b")
        if known and zoom == 1:
            canvas.put(0, 1, f"{shade}{letter}{shade}", dark, ground, "b")
        return canvas
    width, height = SIZES[_CARDS[zoom - 2]]
    canvas = plate(look, width, height, ground, marked=last)
    for y in range(1, height - 1):
        canvas.put(1, y, shade * (width - 2), weak, ground)
    canvas.put(width // 2, height // 2, letter, dark, ground, "b")
    if known and zoom == 2:
        canvas.put(1, 1, known.rjust(3), dark, ground, "b")
        canvas.put(2, 0, letter, dark, ground, "b")
    elif known:
        canvas.put(1, 1, f"{known} ", dark, ground, "b")
        canvas.put(width - 2 - len(known), height - 2, f" {known}", dark, ground, "b")
    return canvas


def _tag(look: Look, zoom: int, text: str, colour: str, ground: str, attributes: str) -> Canvas:
    """Draw a card of the two small zooms: one line, with half a line below it."""
    canvas = Canvas(3, zoom + 1, colour, ground)
    canvas.put(0, 0, text, colour, ground, attributes)
    if zoom:
        rim = ("---", look.edge, ground) if look.ascii else ("▀▀▀", ground, look.felt)
        canvas.put(0, 1, *rim)
    return canvas


def put_mark(canvas: Canvas, at: tuple[int, int], zoom: int, text: str, colour: str) -> None:
    """Write a short mark into the middle of an empty cell; of "-0.2" at least "-.2" fits."""
    width, height = PITCH[zoom]
    text = text if len(text) <= width else text.replace("0", "", 1)[:width]
    x = at[0] + (width - len(text)) // 2
    canvas.put(x, at[1] + (height - 1) // 2, text, colour)


def put_slot(canvas: Canvas, look: Look, at: tuple[int, int], zoom: int) -> None:
    """Mark the corners of an empty cell that takes a card, where cards have room for it."""
    width, height = SIZES[_CARDS[zoom - 2]]
    x, y = at
    if look.shapes:  # there, corners alone would look like dirt
        canvas.put(x, y + (height - 1) // 2, "[", look.muted)
        canvas.put(x + width - 1, y + (height - 1) // 2, "]", look.muted)
        return
    for row, corners in ((y, "╭╮"), (y + height - 1, "╰╯")):
        canvas.put(x, row, corners[0], look.muted)
        canvas.put(x + width - 1, row, corners[1], look.muted)


# --- the minimap -------------------------------------------------------------------------------

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BY_COUNT: Final = " .:+#####"


def minimap(look: Look, cards: Iterable[Cell], seen: Pane, width: int, height: int) -> Canvas:
    """Draw all cards as dots, no larger than `width` x `height`, the visible part lit."""
    cards = list(cards)
    xs, ys = zip(*cards, strict=True)
    left, top = min(xs), max(ys)
    # As many cells share a dot as needed for the map to fit.
    scale = max(1, -(-(max(xs) - left + 1) // (2 * width)), -(-(top - min(ys) + 1) // (4 * height)))
    columns = (max(xs) - left) // (2 * scale) + 1
    rows = (top - min(ys)) // (4 * scale) + 1
    canvas = Canvas(columns, rows, look.muted, look.panel)
    dots = {((x - left) // scale, (top - y) // scale) for x, y in cards}
    box_x = range((seen.left - left) // (2 * scale), (seen.left + seen.columns - 1 - left) // (2 * scale) + 1)  # fmt: skip # noqa: E501
    box_y = range((top - seen.top) // (4 * scale), (top - seen.top + seen.rows - 1) // (4 * scale) + 1)  # fmt: skip # noqa: E501
    # The visible part lies on the grey of the buttons, if there are few shades.
    box = look.felt_line if look.shapes else mix(look.panel, look.panel_ink, 0.3)
    for row in range(rows):
        for column in range(columns):
            inside = column in box_x and row in box_y
            bits = [
                _DOTS[dy][dx]
                for dx in range(2)
                for dy in range(4)
                if (2 * column + dx, 4 * row + dy) in dots
            ]
            char = _BY_COUNT[len(bits)] if look.ascii else chr(0x2800 + sum(bits))
            ground = box if inside else look.panel
            colour = look.panel_ink if inside else look.muted
            canvas.put(column, row, char, colour, ground, "b" if inside else "")
    return canvas
