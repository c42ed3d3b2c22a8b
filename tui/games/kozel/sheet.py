"""The goat sheet of Kozel: each deal, the entry, the target; and the hands as a deal ends."""

from collections.abc import Sequence
from typing import Final

from core.games.kozel.rules import View
from tui.boards.panel import indented, on_panel, put_cells, put_heads, put_panel
from tui.boards.scene import Scene
from tui.drawing.art.tiles import ACROSS, TileKind, tile
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.look import Look
from tui.language.text import t, tn

_NUMBER: Final = 2
"""Columns for the number of a deal; the columns of the players keep apart by themselves."""


def _star(look: Look) -> str:
    return "*" if look.ascii else "★"


def paint_sheet(scene: Scene, width: int, height: int) -> Painting:
    """Draw what each wrote in each deal, totals, entry and target; the newest deals if too many."""
    look, view = scene.look, scene.view
    column = max(4, min(12, (width - 4 - (width > 40)) // view.seats))
    whole = _NUMBER + column * view.seats
    foot = _foot(scene, width)
    used = max(whole, *(text_width(text) for text, _ in foot))
    canvas = Canvas(min(width - (width > whole), used), height, look.panel_ink, look.panel)
    put_heads(canvas, scene, column, [_NUMBER + (seat + 1) * column for seat in range(view.seats)])
    room = height - 3 - len(foot)
    first = max(0, len(view.sheet) - max(0, room))
    if first:
        first += 1
        canvas.put(0, 1, f"{first:>2} {'...' if look.ascii else '…'}", look.muted)
    totals = _totals_before(view, first)
    y = 1 + bool(first)
    for number in range(first, len(view.sheet)):
        canvas.put(0, y, f"{number + 1:>2}", look.muted)
        for seat, points in enumerate(view.sheet[number]):
            closed = not points and not totals[seat] and view.options.entry
            text = ("-" if look.ascii else "–") if closed else str(points)
            totals[seat] += points
            _put_cell(canvas, seat, column, y, text, look.muted if closed else look.panel_ink, "")
        y += 1
    canvas.put(0, y, ("-" if look.ascii else "─") * whole, look.felt_line)
    _put_totals(canvas, scene, column, y + 1)
    for i, (text, ink) in enumerate(foot):
        canvas.put(0, y + 2 + i, cut(text, canvas.width), ink)
    return Painting(indented(canvas, look, width))


def _put_cell(
    canvas: Canvas, seat: int, column: int, y: int, text: str, ink: str, attributes: str
) -> None:
    shown = cut(text, column - 1)
    canvas.put(_NUMBER + (seat + 1) * column - text_width(shown), y, shown, ink, None, attributes)


def _totals_before(view: View, deals: int) -> list[int]:
    return [sum(row[seat] for row in view.sheet[:deals]) for seat in range(view.seats)]


def _put_totals(canvas: Canvas, scene: Scene, column: int, y: int) -> None:
    """Write the totals: the leader with a star, players close to the goat in a warning ink."""
    look, view = scene.look, scene.view
    canvas.put(0, y, "=" if look.ascii else "Σ", look.muted, None, "b")
    goats = view.result.goats or () if view.result else ()
    for seat, total in enumerate(view.totals):
        leads = total == min(view.totals) and any(view.totals)
        near = seat in goats or total >= view.options.target * 3 // 4
        ink = look.good if leads else look.bad if near else look.panel_ink
        text = (_star(look) if leads and column > 4 else "") + str(total)
        if not view.entered[seat] and not view.result:
            text, ink = ("-" if look.ascii else "–"), look.muted
        _put_cell(canvas, seat, column, y, text, ink, "b")


def _foot(scene: Scene, width: int) -> list[tuple[str, str]]:
    """Say under the sheet what is carried over, who waits for the entry, the target or the goat."""
    look, view = scene.look, scene.view
    lines = []
    for seat, hanging in enumerate(view.hanging):
        if hanging:
            lines.append((t("{name}: {n} carried", name=scene.names[seat], n=hanging), look.muted))
    waiting = [scene.names[seat] for seat, entered in enumerate(view.entered) if not entered]
    if waiting and not view.result:
        lines.append((_entry(view.options.entry, waiting, view.seats, width), look.muted))
    if view.result and view.result.goats:
        goats = ", ".join(scene.names[seat] for seat in view.result.goats)
        lines.append(
            (tn("goat: {names}", "goats: {names}", len(view.result.goats), names=goats), look.bad)
        )
    else:
        lines.append((t("goat at {target}", target=view.options.target), look.muted))
    return lines


def _entry(least: int, waiting: Sequence[str], seats: int, width: int) -> str:
    """Say who waits for the entry, in as many words as fit."""
    names = ", ".join(waiting)
    said = (
        t("no entry yet, {n} or more needed: {names}", n=least, names=names),
        t("entry {n}: {names}", n=least, names=names),
    )
    fitting = [text for text in said if text_width(text) < width]
    return fitting[0] if fitting and len(waiting) < seats else t("entry: {n} or more", n=least)


# --- the end of a deal --------------------------------------------------------------------------


_ROOMY: Final = 90
"""With this many columns the hands are laid open as tiles of some size, if all of them fit."""


def put_summary(canvas: Canvas, scene: Scene, top: int, height: int) -> None:
    """Lay a panel over the table: each hand as it was left, counted, written, in total."""
    look, view = scene.look, scene.view
    title, goat, hands = _title(scene), _goat_line(scene), view.hands
    most = max(map(len, hands))
    large = canvas.width >= max(_ROOMY, 56 + 8 * most) and 4 * view.seats + 4 <= height
    kind: TileKind = "digits" if large else "mini"
    cell = 10 if large else 7
    names = min(16 if large else 12, max(map(text_width, scene.names)))
    tiles = min(most * (ACROSS[kind][0] + large), canvas.width - names - 3 * cell - 6 - 2 * large)
    width = names + tiles + 3 * cell + 5 + 2 * large
    width = min(canvas.width, max(width, text_width(title) + 4, text_width(goat) + 4))
    across = max(1, tiles // (ACROSS[kind][0] + large))
    rows = _rows_of(hands, across, height - 4) if not large else [3] * view.seats
    gap = sum(rows) + view.seats + 4 <= height
    tall = sum(rows) + gap * view.seats + 3 + bool(goat) * (1 + large) + large
    x, y = (canvas.width - width) // 2, top + max(0, (height - tall) // 2)
    put_panel(canvas, look, x, y, width, tall, title)
    right = x + width - 2 - large
    heads = [(cut(head, cell - 1), look.muted) for head in (t("hand"), t("wrote"), t("total"))]
    put_cells(canvas, right - 3 * cell, y + 1, [cell] * 3, heads)
    row = y + 2 + large
    for seat in range(view.seats):
        line = row + large
        ink = look.good if seat == view.last.out else look.panel_ink
        bold = "b" if seat == view.seat else ""
        canvas.put(x + 2 + large, line, cut(scene.names[seat], names), ink, None, bold)
        lines = 1 if large else rows[seat]
        _put_hand(canvas, look, hands[seat], kind, (x + 3 + names + 2 * large, row, across, lines))
        for i, text in enumerate(_row(scene, seat)):
            at = right - (2 - i) * cell - len(text)
            canvas.put(at, line, text, look.panel_ink, None, "b" if i == 1 else "")
        row += rows[seat] + gap
    if goat:
        canvas.put(x + 2 + large, y + tall - 2, cut(goat, width - 4), look.bad, None, "b")


def occasion(view: View, names: Sequence[str]) -> tuple[str, str]:
    """Celebrate a fish."""
    return (t("fish"), "") if view.last and view.last.out is None else ("", "")


def _title(scene: Scene) -> str:
    view = scene.view
    deal = t("deal {deal}", deal=view.deal)
    if view.last.out is None:
        return f"{deal} · " + t("fish")
    return f"{deal} · " + t("{name} is out", name=scene.names[view.last.out])


def _row(scene: Scene, seat: int) -> tuple[str, str, str]:
    """Return left, wrote and total of a seat as text."""
    view = scene.view
    wrote = view.sheet[-1][seat]
    text = str(wrote) if wrote else "–"
    return str(view.last.left[seat]), text, str(view.totals[seat])


def _goat_line(scene: Scene) -> str:
    view = scene.view
    if not view.result or not view.result.goats:
        return ""
    goats = ", ".join(scene.names[seat] for seat in view.result.goats)
    return tn("{names} is the goat", "{names} are the goats", len(view.result.goats), names=goats)


def _rows_of(hands: Sequence[Sequence[str]], across: int, room: int) -> list[int]:
    """Return the number of rows of each hand at `across` tiles a row; fewer if room is short."""
    rows = [max(1, -(-len(hand) // across)) for hand in hands]
    while sum(rows) > room and max(rows) > 1:
        rows[rows.index(max(rows))] -= 1
    return rows


def _put_hand(
    canvas: Canvas,
    look: Look,
    hand: Sequence[str],
    kind: TileKind,
    place: tuple[int, int, int, int],
) -> None:
    """Lay a hand open at x and y, in some rows of `across` tiles."""
    x, y, across, rows = place
    step, fitting = ACROSS[kind][0] + (kind != "mini"), across * rows
    for i, token in enumerate(hand[: fitting if len(hand) <= fitting else fitting - 1]):
        high, low = (int(half) for half in token.split("-"))
        drawn = tile(on_panel(look), high, low, kind, upright=False)
        canvas.blit(drawn, x + i % across * step, y + i // across)
    if len(hand) > fitting:
        more = f"+{len(hand) - fitting + 1}"
        canvas.put(x + (across - 1) * step, y + rows - 1 + (kind != "mini"), more, look.muted)
