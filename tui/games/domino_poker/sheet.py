"""The score sheet of Domino Poker as kept by hand, and the panel with the outcome of a deal."""

from collections.abc import Sequence
from typing import Final

from core.game import Seat
from core.games.domino_poker.sheet import Deal, Row
from core.games.domino_poker.view import View, sheet
from tui.boards.panel import indented, put_heads
from tui.boards.scene import DealOutcome, Scene, SeatOutcome, Tone
from tui.boards.seats import StyledText, mine_first
from tui.drawing.canvas import Canvas, Painting, text_width
from tui.drawing.look import Look
from tui.games.domino_poker.hand import sign
from tui.games.domino_poker.words import row_name, signed
from tui.language.text import t
from tui.language.words import tile_name

_LABEL: Final = 7
"""Columns for the name of a deal, if there is room."""

_BIDS: Final = 9
"""The columns of a player that make room for bid and tricks before the total."""

_POINTS: Final = 14
"""The columns of a player that also make room for the points of the deal."""


def paint_sheet(scene: Scene, width: int, height: int) -> Painting:
    """Draw the rows 1..7..1, blind, hapok, mizer and the fifth with running totals."""
    look, view = scene.look, scene.view
    column = max(4, min(16, (width - _LABEL + 1) // view.seats))
    left = min(_LABEL, max(1, width + 1 - view.seats * column))
    whole = min(width, left + view.seats * column - 1)
    canvas = Canvas(whole, height, look.panel_ink, look.panel)
    put_heads(canvas, scene, column, [_right(left, column, at) for at in range(view.seats)])
    rows = sheet(view)
    now = len(rows) - 1 if view.result else view.deal - 1
    first, last = _window(len(rows), now, height - 1)
    rules = [at for at in range(1, len(rows)) if _block(rows[at]) != _block(rows[at - 1])]
    ruled = last - first == len(rows) and len(rows) + len(rules) < height
    y = 1
    for at in range(first, last):
        if ruled and at in rules:
            line = "-" if look.ascii else "─"
            canvas.put(0, y, line * whole, look.felt_line)
            y += 1
        _put_row(canvas, scene, rows, at, y, left, column, current=at == now)
        y += 1
    return Painting(indented(canvas, look, width))


def _right(left: int, column: int, place: int) -> int:
    """Return the column after the last one of a player; the next one is kept apart."""
    return left + (place + 1) * column - 1


def _window(rows: int, now: int, room: int) -> tuple[int, int]:
    """Return the rows to show: the current one, earlier ones that fit, one or two later ones."""
    room = max(1, room)
    first = max(0, min(now + 2 - room if room > 2 else now + 1 - room, rows - room))
    return first, min(rows, first + room)


def _block(row: Row) -> tuple[str, bool]:
    """Return the part of the schedule to which a row belongs; lines may separate the parts."""
    return ("plain" if row.deal.stage == "plain" else "special", bool(row.deal.part))


def _name(deal: Deal, room: int) -> str:
    """Name a row in the available room; in one or two columns by its size or first letter."""
    name = row_name(deal)
    if text_width(name) <= room:
        return name
    return str(deal.size) if deal.stage == "plain" else name[:room]


def _put_row(
    canvas: Canvas,
    scene: Scene,
    rows: Sequence[Row],
    at: int,
    y: int,
    left: int,
    column: int,
    *,
    current: bool,
) -> None:
    look, view, row = scene.look, scene.view, rows[at]
    lit = current and not view.result
    pointer = (">" if look.ascii else "▶") if lit and left > 2 else ""
    if text_width(row_name(row.deal)) == left:
        pointer = ""  # bold by itself, as is every letter there
    ink = look.active if lit else look.panel_ink if row.totals else look.muted
    canvas.put(0, y, pointer + _name(row.deal, left - len(pointer)), ink, None, "b" if lit else "")
    newest = bool(row.totals) and (at + 1 == len(rows) or not rows[at + 1].totals)
    for place, seat in enumerate(mine_first(view.seats, view.seat)):
        parts = _finished(look, row, seat, column, newest) if row.totals else []
        if lit and not row.totals:
            parts = _running(look, view, seat, column)
        x = _right(left, column, place) - sum(text_width(text) for text, _ in parts)
        for text, colour in parts:
            x = canvas.put(x, y, text, colour, None, "b" if newest else "")


def _finished(look: Look, row: Row, seat: Seat, column: int, newest: bool) -> list[StyledText]:
    """Write bid and tricks, points and the running total; the leader of the newest row starred."""
    total = str(row.totals[seat])
    leads = newest and row.totals[seat] == max(row.totals)
    ink = look.good if leads else look.panel_ink
    star = ("*" if look.ascii else "★") if leads and len(total) < column - 1 else ""
    missed = row.points[seat] < 0 or (bool(row.bids) and row.bids[seat] != row.taken[seat])
    made = look.muted if missed else look.good
    if column < _BIDS:
        return [(star + total, ink if leads or newest or not missed else look.muted)]
    bid = f"{row.bids[seat]}/" if row.bids else "/" if row.taken else ""
    parts: list[StyledText] = [(f"{bid}{row.taken[seat]}" if row.taken else "", made)]
    if column >= _POINTS:
        shown = signed(row.points[seat]).rjust(5)
        parts.append((shown, look.bad if row.points[seat] < 0 else made))
    return [*parts, ((star + total).rjust(_total(column)), ink)]


def _total(column: int) -> int:
    """Return the columns that a total takes after bid and tricks."""
    return min(6, column - 9) if column >= _POINTS else column - 5


def _running(look: Look, view: View, seat: Seat, column: int) -> list[StyledText]:
    """Write the current deal so far: the bid, and the tricks taken."""
    if view.phase not in ("bid", "play"):
        return []
    bid, taken = view.bids[seat], view.taken[seat]
    text = str(taken) if not view.now.bidding else "" if bid is None else str(bid)
    if view.now.bidding and view.phase == "play":
        text = f"{bid}/{taken}"
    behind = " " * (5 * (column >= _POINTS) + _total(column)) if column >= _BIDS else ""
    return [(text, look.active), (behind, look.muted)]


# --- the end of a deal -------------------------------------------------------------------------


def outcome(view: View) -> DealOutcome | None:
    """Return bid, tricks and points of each player; the row of the fifth stage shows its own."""
    if view.fifth is not None:
        return None
    row = sheet(view)[view.deal - 1]
    results = []
    for seat, points in enumerate(row.points):
        made: Tone = "bad" if points < 0 else "good" if _made(row, seat) else "muted"
        cells: list[tuple[str, Tone]] = [(str(row.bids[seat]), "")] if row.bids else []
        cells += [(str(row.taken[seat]), made), (signed(points), made)]
        lit = _made(row, seat)
        results.append(SeatOutcome(tuple(cells), points, row.totals[seat], lit=lit))
    heads = ([t("bid")] if row.bids else []) + [t("took"), t("points")]
    return DealOutcome(tuple(heads), tuple(results))


def _made(row: Row, seat: Seat) -> bool:
    return row.bids[seat] == row.taken[seat] if row.bids else row.points[seat] > 0


def tile_text(look: Look, token: str) -> str:
    """Write a tile in a line, with its sign."""
    return tile_name(token) + sign(look, token)
