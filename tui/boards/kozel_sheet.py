"""The goat sheet of Kozel, and how a deal ended: the hands laid open and what each wrote."""

from __future__ import annotations

from typing import Any, Final

from core.games.kozel import View
from tui.art.tiles import ACROSS, tile
from tui.boards.panel import put_panel
from tui.boards.scene import Scene
from tui.canvas import Canvas, Painting, cut, text_width
from tui.look import Look
from tui.text import t, tn


def _star(look: Look) -> str:
    return "*" if look.ascii else "★"


def paint_sheet(scene: Scene, width: int, height: int) -> Painting:
    """Draw what each wrote in each deal, totals, entry and target; the newest deals if too many."""
    look, view = scene.look, scene.view
    whole = Canvas(width, height, look.panel_ink, look.panel)
    column = max(4, min(12, (width - 4) // view.seats))
    margin = 1 if width > 3 + column * view.seats else 0
    canvas = Canvas(width - margin, height, look.panel_ink, look.panel)
    _put_header(canvas, scene, column)
    foot = _foot(scene, width)
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
    canvas.put(
        0, y, ("-" if look.ascii else "─") * min(width, 3 + column * view.seats), look.felt_line
    )
    _put_totals(canvas, scene, column, y + 1)
    for i, (text, ink) in enumerate(foot):
        canvas.put(0, y + 2 + i, cut(text, canvas.width), ink)
    whole.blit(canvas, margin, 0)
    return Painting(whole)


def _put_cell(
    canvas: Canvas, seat: int, column: int, y: int, text: str, ink: str, attributes: str
) -> None:
    shown = cut(text, column - 1)
    canvas.put(3 + (seat + 1) * column - text_width(shown), y, shown, ink, None, attributes)


def _totals_before(view: View, deals: int) -> list[int]:
    return [sum(row[seat] for row in view.sheet[:deals]) for seat in range(view.seats)]


def _put_header(canvas: Canvas, scene: Scene, column: int) -> None:
    look, view = scene.look, scene.view
    for seat in range(view.seats):
        turn = seat in view.to_act
        name = scene.names[seat]
        if column < 7:  # every letter counts: no room for a sign of what is missing
            name = cut(name, column)[: column - 1]
        ink = look.active if turn else look.panel_ink
        _put_cell(canvas, seat, column, 0, name, ink, "bu" if seat == view.seat else "b")


def _put_totals(canvas: Canvas, scene: Scene, column: int, y: int) -> None:
    """Write the totals: the leader with a star, who is close to the goat in a warning ink."""
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
    """Say under the sheet what hangs, who waits for the entry, the target or the goat."""
    look, view = scene.look, scene.view
    lines = []
    for seat, hanging in enumerate(view.hanging):
        if hanging:
            lines.append((t("{name}: {n} hang", name=scene.names[seat], n=hanging), look.muted))
    waiting = [scene.names[seat] for seat, entered in enumerate(view.entered) if not entered]
    if waiting and not view.result:
        who = t("entry {n}: {names}", n=view.options.entry, names=", ".join(waiting))
        short = len(waiting) == view.seats or text_width(who) > width
        lines.append((t("entry {n}", n=view.options.entry) if short else who, look.muted))
    if view.result and view.result.goats:
        goats = ", ".join(scene.names[seat] for seat in view.result.goats)
        lines.append(
            (tn("goat: {names}", "goats: {names}", len(view.result.goats), names=goats), look.bad)
        )
    else:
        lines.append((t("goat at {target}", target=view.options.target), look.muted))
    return lines


# --- the end of a deal -------------------------------------------------------------------------

_CELL: Final = 7
"""Width of a column of numbers in the summary."""


def put_summary(canvas: Canvas, scene: Scene, top: int, height: int) -> None:
    """Lay a panel over the table: each hand as it was left, counted, written, in total."""
    look, view = scene.look, scene.view
    if view.last is None:
        return
    title = _title(scene)
    rows = [_row(scene, seat) for seat in range(view.seats)]
    goat = _goat_line(scene)
    name_width = min(12, max(text_width(scene.names[seat]) for seat in range(view.seats)))
    open_hands = _open_hands(scene)
    tiles_width = max([len(hand) for hand in open_hands] or [0]) * ACROSS["mini"][0]
    tiles_width = min(tiles_width, canvas.width - name_width - 3 * _CELL - 6)
    width = max(
        name_width + tiles_width + 3 * _CELL + 5, text_width(title) + 4, text_width(goat) + 4
    )
    width = min(width, canvas.width)
    apart = 2 if 2 * len(rows) + 4 <= height else 1
    tall = apart * len(rows) + 3 + bool(goat)
    x, y = (canvas.width - width) // 2, top + max(0, (height - tall) // 2)
    put_panel(canvas, look, x, y, width, tall, title)
    heads = (t("hand"), t("wrote"), t("total"))
    right = x + width - 2
    for i, head in enumerate(heads):
        canvas.put(
            right - (2 - i) * _CELL - text_width(cut(head, _CELL - 1)),
            y + 1,
            cut(head, _CELL - 1),
            look.muted,
        )
    for seat, row in enumerate(rows):
        line = y + 2 + apart * seat
        lead = seat == view.last.out
        canvas.put(
            x + 2, line, cut(scene.names[seat], name_width), look.good if lead else look.panel_ink
        )
        if open_hands:
            _put_hand(canvas, look, open_hands[seat], x + 3 + name_width, line, tiles_width)
        for i, cell in enumerate(row):
            canvas.put(
                right - (2 - i) * _CELL - len(cell),
                line,
                cell,
                look.panel_ink,
                None,
                "b" if i == 1 else "",
            )
    if goat:
        canvas.put(x + 2, y + tall - 2, cut(goat, width - 4), look.bad, None, "b")


def _title(scene: Scene) -> str:
    view = scene.view
    deal = t("deal {deal}", deal=len(view.sheet))
    if view.last.out is None:
        return f"{deal} · " + t("fish")
    return f"{deal} · " + t("{name} is out", name=scene.names[view.last.out])


def _row(scene: Scene, seat: int) -> tuple[str, str, str]:
    """Return left, wrote and total of a seat as text."""
    view = scene.view
    wrote = view.sheet[-1][seat]
    text = str(wrote) if wrote or not view.last.left[seat] else "–"
    return str(view.last.left[seat]), text, str(view.totals[seat])


def _goat_line(scene: Scene) -> str:
    view = scene.view
    if not view.result or not view.result.goats:
        return ""
    goats = ", ".join(scene.names[seat] for seat in view.result.goats)
    return tn("{names} is the goat", "{names} are the goats", len(view.result.goats), names=goats)


def _open_hands(scene: Scene) -> list[list[str]]:
    """Return the hands laid open, if the scene's events still tell them."""
    for event in reversed(scene.events):
        if event.kind == "shown":
            hands: Any = event.data["hands"]
            return [list(hand) for hand in hands]
    return []


def _put_hand(canvas: Canvas, look: Look, hand: list[str], x: int, y: int, width: int) -> None:
    step = ACROSS["mini"][0]
    fitting = width // step
    for i, token in enumerate(hand[: fitting if len(hand) <= fitting else fitting - 1]):
        high, low = (int(half) for half in token.split("-"))
        drawn = tile(look, high, low, "mini", upright=False)
        canvas.blit(drawn, x + i * step, y)
        # the rim of a tile is half felt: on a panel it has to be half panel
        for edge in (x + i * step, x + i * step + drawn.width - 1):
            ink, _, attributes = canvas.styles[y][edge]
            canvas.styles[y][edge] = (ink, look.panel, attributes)
    if len(hand) > fitting:
        canvas.put(x + (fitting - 1) * step, y, f"+{len(hand) - fitting + 1}", look.muted)
