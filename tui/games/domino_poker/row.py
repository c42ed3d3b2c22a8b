"""The fifth stage of Domino Poker: the row of 28 as a ring, the owners of tiles, the reveal."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.game import Move, Seat
from core.games.domino_poker.moves import Count, Pick, parse_move
from core.games.domino_poker.row import counted
from core.games.domino_poker.rules import View
from tui.boards.scene import Scene
from tui.boards.seats import (
    SeatBlock,
    StyledText,
    columns,
    letters_of,
    others,
    put_seat,
    seat_at_bottom,
)
from tui.boards.trick_layout import ROOMY
from tui.drawing.art import plate
from tui.drawing.art.tiles import TileKind, back, size, tile
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import Look, ink_on
from tui.games.domino_poker.words import pips, pips_text, signed
from tui.language.text import t, tn
from tui.language.words import tile_name

# --- the ring ----------------------------------------------------------------------------------

_COLUMNS: Final = 13

RING: Final[tuple[tuple[int, int], ...]] = (
    *((column, 0) for column in range(_COLUMNS)),
    (_COLUMNS - 1, 1),
    *((column, 2) for column in reversed(range(_COLUMNS))),
    (0, 1),
)
"""Position -> column and row: clockwise from the upper left corner, one tile at either side."""

_POSITION: Final = {place: position for position, place in enumerate(RING)}


def picked(move: Move) -> int | None:
    """Return the position picked by a move."""
    found = parse_move(move)
    return found.position if isinstance(found, Pick) else None


def step(choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
    """Return the choice next to `target` in a direction of the screen, going round the ring."""
    position = picked(choosing[target])
    if position is None:
        return (target + (dx or dy)) % len(choosing)
    column, row = RING[position]
    if dy:
        row = (row + dy) % 3
        if (column, row) not in _POSITION:  # across the hole
            row = (row + dy) % 3
    else:
        column = (column + dx) % _COLUMNS
        if (column, row) not in _POSITION:
            column = 0 if column == _COLUMNS - 2 else _COLUMNS - 1
    move = str(Pick(_POSITION[column, row]))
    return choosing.index(move) if move in choosing else target


class _Grid(NamedTuple):
    """The layout of the ring; without a kind its tiles are single lines of text."""

    kind: TileKind | None
    across: int
    tall: int
    pitch: tuple[int, int]
    x: int
    y: int

    def at(self, position: int) -> tuple[int, int]:
        column, row = RING[position]
        return self.x + column * self.pitch[0], self.y + row * self.pitch[1]


_KINDS: Final[tuple[TileKind, ...]] = ("large", "pips", "digits", "mini")


def _grid(width: int, top: int, bottom: int) -> _Grid:
    """Lay out the ring as large as it fits, with gaps where there is room."""
    sizes: list[tuple[TileKind | None, int, int]] = [(k, *size(k, upright=True)) for k in _KINDS]
    for kind, across, tall in (*sizes, (None, 3, 1)):
        if (_COLUMNS * across <= width and 3 * tall <= bottom - top) or kind is None:
            break
    pitch_x = across + (1 if _COLUMNS * (across + 1) <= width + 1 else 0)
    pitch_y = tall + (1 if 3 * tall + 2 <= bottom - top else 0)
    wide, high = (_COLUMNS - 1) * pitch_x + across, 2 * pitch_y + tall
    x, y = (width - wide) // 2, top + max(0, (bottom - top - high) // 2)
    return _Grid(kind, across, tall, (pitch_x, pitch_y), x, y)


# --- the layout --------------------------------------------------------------------------------


def _direction(scene: Scene) -> str:
    """Return the direction named, or the one that the chooser is about to name."""
    view = scene.view
    if view.fifth.direction or view.phase != "count" or not scene.legal:
        return str(view.fifth.direction)
    found = parse_move(scene.legal[scene.focus.target % len(scene.legal)])
    return found.direction if isinstance(found, Count) else ""


def _counted(scene: Scene, direction: str) -> tuple[tuple[int, ...], dict[int, Seat]]:
    """Return the positions counted off, and the dealt ones with their owners."""
    fifth, seats = scene.view.fifth, scene.view.seats
    if fifth.position is None or not direction:
        return (), {}
    off, dealt = counted(fifth.position, fifth.tile, direction, seats)
    return off, {at: (fifth.chooser + i) % seats for i, at in enumerate(dealt)}


def paint_row(scene: Scene, width: int, height: int) -> Painting:
    """Draw the seats and the ring, with the state of the stage in its middle."""
    look = scene.look
    canvas = Canvas(width, height, look.ink, look.felt)
    roomy = width >= ROOMY[0] and height >= ROOMY[1]
    hits = _put_seats(canvas, scene, roomy=roomy)
    grid = _grid(width, 3 if roomy else 2, height - (2 if roomy else 1))
    hits += _put_ring(canvas, scene, grid)
    _put_middle(canvas, scene, grid)
    return Painting(canvas, tuple(hits))


def _put_ring(canvas: Canvas, scene: Scene, grid: _Grid) -> list[Hit]:
    look, view = scene.look, scene.view
    direction = _direction(scene)
    off, dealt = _counted(scene, direction)
    letters = letters_of(scene.names)
    aimed = None
    if view.phase == "pick" and scene.legal:
        aimed = picked(scene.legal[scene.focus.target % len(scene.legal)])
    hits = []
    for position in range(28):
        x, y = grid.at(position)
        if position == view.fifth.position:
            cell = _face_up(look, grid, view.fifth.tile, marked=True)
        elif position in off:
            cell = _hollow(look, grid, str(off.index(position) + 1))
        elif position in dealt:
            cell = _dealt(look, grid, view, dealt[position], letters[dealt[position]])
        elif position == aimed:
            cell = _aimed(look, grid)
        else:
            cell = _back(look, grid)
        canvas.blit(cell, x, y)
        move = str(Pick(position))
        if move in scene.legal:
            hits.append(Hit(x, y, *grid.pitch, ("move", move)))
    if view.phase == "count":
        for move in scene.legal:
            hits += _side_hits(scene, grid, move)
    return hits


def _side_hits(scene: Scene, grid: _Grid, move: Move) -> list[Hit]:
    """Make the tiles beside the picked one choose their direction when clicked."""
    at = scene.view.fifth.position
    sign = 1 if parse_move(move) == Count("right") else -1
    return [Hit(*grid.at((at + sign * i) % 28), *grid.pitch, ("move", move)) for i in range(1, 14)]


def _line(text: str, ink: str, ground: str, bold: str = "b") -> Canvas:
    cell = Canvas(3, 1, ink, ground)
    cell.put(0, 0, text.center(3), None, None, bold)
    return cell


def _back(look: Look, grid: _Grid) -> Canvas:
    if grid.kind is None:
        return _line("###" if look.ascii else "▐▚▌", look.back_ink, look.back, "")
    return back(look, grid.kind, upright=True)


def _face_up(look: Look, grid: _Grid, token: str, *, marked: bool = False) -> Canvas:
    if grid.kind is None:
        return _line(token, ink_on(look.face), look.face)
    drawn = tile(
        look, int(token[0]), int(token[2]), grid.kind, upright=True, marked=False, fresh=marked
    )
    if marked and look.shapes:  # a shade alone would not show it
        signs = "><" if look.ascii else "▶◀"
        drawn.put(0, drawn.height // 2, signs[0], look.active, look.felt, "b")
        drawn.put(drawn.width - 1, drawn.height // 2, signs[1], look.active, look.felt, "b")
    return drawn


def _hollow(look: Look, grid: _Grid, number: str) -> Canvas:
    """Draw a tile that is counted off: an outline with its number."""
    if grid.kind is None:
        return _line(number, look.muted, look.felt, "")
    cell = plate(look, grid.across, grid.tall, look.back, hollow=True)
    cell.put((grid.across - len(number)) // 2, grid.tall // 2, number, look.muted, look.felt)
    return cell


def _dealt(look: Look, grid: _Grid, view: View, seat: Seat, letter: str) -> Canvas:
    """Draw a dealt tile with the letter of its owner, face up if the viewer knows it."""
    fifth = view.fifth
    token = fifth.tiles[seat] if fifth and fifth.direction else ""
    ground = look.owners[seat]
    if grid.kind is None:
        return _line(token or letter, ink_on(ground), ground)
    if not token:
        rims = grid.kind != "mini"
        cell = plate(look, grid.across, grid.tall, ground, rims=rims)
        cell.put(grid.across // 2, grid.tall // 2, letter, ink_on(ground), ground, "b")
        return cell
    cell = _face_up(look, grid, token)
    inner = grid.across - 2 if grid.across > 3 else grid.across
    x = (grid.across - inner) // 2
    cell.put(x, grid.tall // 2, letter.center(inner), ink_on(ground), ground, "b")
    return cell


def _aimed(look: Look, grid: _Grid) -> Canvas:
    if grid.kind is None:
        return _line(">?<" if look.shapes else " ? ", ink_on(look.chosen), look.chosen)
    rims, marked = grid.kind != "mini", look.shapes
    cell = plate(look, grid.across, grid.tall, look.chosen, rims=rims, marked=marked)
    ink = ink_on(look.chosen)
    cell.put(grid.across // 2, grid.tall // 2, "?", ink, look.chosen, "b")
    return cell


# --- the seats and their words -----------------------------------------------------------------


def _put_seats(canvas: Canvas, scene: Scene, *, roomy: bool) -> list[Hit]:
    view = scene.view
    seats, letters = others(view.seats, view.seat), letters_of(scene.names)
    hits = []
    for seat, (x, width, align) in zip(seats, columns(len(seats), canvas.width), strict=True):
        hits.append(
            put_seat(
                canvas,
                scene.look,
                seat,
                scene.names[seat],
                (x, 0, width, align),
                (_state(scene, seat, width),),
                letter=letters[seat],
                roomy=roomy,
                turn=seat in view.to_act,
                away=seat in scene.away,
            )
        )
    me = seat_at_bottom(view.seat)
    place: SeatBlock = (1, canvas.height - 1, canvas.width - 2, "left")
    beside = [("  ", scene.look.ink), *_state(scene, me, canvas.width // 2)]
    hits.append(
        put_seat(
            canvas,
            scene.look,
            me,
            scene.names[me],
            place,
            beside=beside,
            letter=letters[me],
            roomy=roomy,
            turn=me in view.to_act,
            away=me in scene.away,
        )
    )
    return hits


def _state(scene: Scene, seat: Seat, width: int) -> list[StyledText]:
    """Word the last decision or the result of a seat; before that, its total."""
    look, view = scene.look, scene.view
    made, tile = view.fifth.decisions[seat], view.fifth.tiles[seat]
    if view.result:
        points = view.fifth.points(view.options.stage5_top_tie)[seat]
        ink = look.good if points > 0 else look.bad if points < 0 else look.muted
        shown = tile_name(tile) if made == "show" else t("hidden")
        return [(f"{shown} ", look.ink), (signed(points), ink)]
    if view.phase == "decide":
        if made == "show":
            return [(t("shows {tile}", tile=tile_name(tile)), look.ink)]
        if made == "keep":
            return [(t("keeps it hidden"), look.muted)]
        if seat not in view.to_act and view.options.stage5_reveal == "simultaneous":
            return [(t("decided"), look.good)]
    total = t("total {n}", n=view.totals[seat])
    if seat == view.fifth.chooser and view.phase in ("pick", "count"):
        chooses = f"{total} · " + t("chooses")
        total = chooses if text_width(chooses) <= width else t("chooses")
    return [(total, look.muted)]


def _put_middle(canvas: Canvas, scene: Scene, grid: _Grid) -> None:
    """Write the state of the stage in the hole of the ring."""
    inner = grid.pitch[0] * (_COLUMNS - 2) - 1
    x = grid.x + grid.pitch[0]
    gap = grid.pitch[1] - grid.tall
    room = grid.tall + 2 * gap
    lines = _lines(scene)[:room] if room >= 2 else _lines(scene)[-1:]
    apart = 2 if room >= 2 * len(lines) + 1 else 1
    y = grid.y + grid.tall + (room - apart * (len(lines) - 1) - 1) // 2
    for i, (text, ink) in enumerate(lines):
        shown = cut(text, inner)
        bold = "b" if ink == scene.look.active else ""
        canvas.put(x + (inner - text_width(shown)) // 2, y + apart * i, shown, ink, None, bold)


def _lines(scene: Scene) -> list[StyledText]:
    look, view, fifth = scene.look, scene.view, scene.view.fifth
    mine, name = fifth.chooser == view.seat, scene.names[fifth.chooser]
    if view.phase == "pick":
        if not mine:
            return [(t("{name} picks a tile", name=name), look.ink)]
        at = picked(scene.legal[scene.focus.target % len(scene.legal)]) if scene.legal else None
        where = t("position {n} of 0 to 27", n="" if at is None else at)
        return [(where, look.ink)]
    tile, count = tile_name(fifth.tile), pips(fifth.tile)
    number = tn("{tile}: {n} tile to count off", "{tile}: {n} tiles to count off", count, tile=tile)
    if view.phase == "count":
        if not mine:
            return [(number, look.ink), (t("{name} names the direction", name=name), look.muted)]
        return [(number, look.ink)]
    to_right = fifth.direction == "right"
    side = (
        t("{n} counted clockwise", n=count) if to_right else t("{n} counted anticlockwise", n=count)
    )
    lines = [(f"{tile}: {side}", look.muted)]
    if view.result:
        points = fifth.points(view.options.stage5_top_tie)
        winners = [name for name, won in zip(scene.names, points, strict=False) if won > 0]
        if not winners:
            return [*lines, (t("nobody gains anything"), look.active)]
        return [*lines, (f"{', '.join(winners)}: {signed(max(points))}", look.active)]
    own = own_tile(view)
    if own:
        lines.append(
            (t("your tile: {tile}, {pips}", tile=tile_name(own), pips=pips_text(own)), look.ink)
        )
    if view.seat is not None and view.seat in view.to_act:
        return lines
    names = ", ".join(scene.names[seat] for seat in view.to_act)
    said = tn("{names} is deciding", "{names} are deciding", len(view.to_act), names=names)
    return [*lines, (said, look.ink)]


def own_tile(view: View) -> str:
    """Return the viewer's tile of the fifth stage; empty before it is dealt."""
    if view.seat is None or view.fifth is None or not view.fifth.direction:
        return ""
    return view.fifth.tiles[view.seat]
