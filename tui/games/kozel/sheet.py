"""The goat sheet of Kozel: each deal, the entry, the target; and the hands at the end of a deal."""

from collections.abc import Sequence
from typing import Final

from core.game import Event, Seat
from core.games.kozel.rules import View
from tui.boards.panel import indented, put_heads
from tui.boards.scene import DealOutcome, Scene, SeatOutcome, Tone
from tui.boards.seats import mine_first
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.language.text import t, tn
from tui.language.words import tile_name

_NUMBER: Final = 2
"""Columns for the number of a deal; the players' columns have gaps of their own."""


def paint_sheet(scene: Scene, width: int, height: int) -> Painting:
    """Draw the points of each deal, totals, entry and target; only the newest deals that fit."""
    look, view = scene.look, scene.view
    order = mine_first(view.seats, view.seat)
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
    totals = [sum(row[seat] for row in view.sheet[:first]) for seat in range(view.seats)]
    y = 1 + bool(first)
    for number in range(first, len(view.sheet)):
        canvas.put(0, y, f"{number + 1:>2}", look.muted)
        for place, seat in enumerate(order):
            points = view.sheet[number][seat]
            closed = not points and not totals[seat] and view.options.entry
            text = ("-" if look.ascii else "–") if closed else str(points)
            totals[seat] += points
            _put_cell(canvas, place, column, y, text, look.muted if closed else look.panel_ink, "")
        y += 1
    canvas.put(0, y, ("-" if look.ascii else "─") * whole, look.felt_line)
    _put_totals(canvas, scene, column, y + 1)
    for i, (text, ink) in enumerate(foot):
        canvas.put(0, y + 2 + i, cut(text, canvas.width), ink)
    return Painting(indented(canvas, look, width))


def _put_cell(
    canvas: Canvas, place: int, column: int, y: int, text: str, ink: str, attributes: str
) -> None:
    shown = cut(text, column - 1)
    canvas.put(_NUMBER + (place + 1) * column - text_width(shown), y, shown, ink, None, attributes)


def _put_totals(canvas: Canvas, scene: Scene, column: int, y: int) -> None:
    """Write the totals: the leader with a star, players close to the goat in a warning ink."""
    look, view = scene.look, scene.view
    canvas.put(0, y, "=" if look.ascii else "Σ", look.muted, None, "b")
    goats = view.result.goats or () if view.result else ()
    for place, seat in enumerate(mine_first(view.seats, view.seat)):
        total = view.totals[seat]
        leads = total == min(view.totals) and any(view.totals)
        near = seat in goats or total >= view.options.target * 3 // 4
        ink = look.good if leads else look.bad if near else look.panel_ink
        star = "*" if look.ascii else "★"
        text = f"{star if leads and column > 4 else ''}{total}"
        if not view.entered[seat] and not view.result:
            text, ink = ("-" if look.ascii else "–"), look.muted
        _put_cell(canvas, place, column, y, text, ink, "b")


def _foot(scene: Scene, width: int) -> list[tuple[str, str]]:
    """Name under the sheet the points carried over, the players before the entry, the target, the
    goat.
    """
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
    """Name the players who wait for the entry, in as many words as fit."""
    names = ", ".join(waiting)
    said = (
        t("no entry yet, {n} or more needed: {names}", n=least, names=names),
        t("entry {n}: {names}", n=least, names=names),
    )
    fitting = [text for text in said if text_width(text) < width]
    return fitting[0] if fitting and len(waiting) < seats else t("entry: {n} or more", n=least)


# --- the end of a deal --------------------------------------------------------------------------


def outcome(view: View) -> DealOutcome:
    """Return the tiles left in each hand, the points written for them, and the goat."""
    goats, last = (view.result.goats or ()) if view.result else (), view.last
    assert last is not None, "a deal is over"
    results = []
    for seat, written in enumerate(view.sheet[-1]):
        out, goat = seat == last.out, seat in goats
        tone: Tone = "good" if out else ""
        left = " ".join(map(tile_name, view.hands[seat])) if view.hands else ""
        results.append(
            SeatOutcome(
                cells=((str(last.left[seat]), tone), (str(written) if written else "–", "")),
                gained=written,
                total=view.totals[seat],
                note=t("the goat!") if goat else t("out") if out else left,
                tone="bad" if goat else "good" if out else "muted",
                lit=out,
            )
        )
    return DealOutcome((t("hand"), t("wrote")), tuple(results))


def moments(view: View, events: Sequence[Event]) -> list[tuple[str, Seat]]:
    """Find the goat, and a fish: the player with the heaviest hand is the first to speak of it."""
    if view.last is None or all(event.kind != "deal" for event in events):
        return []
    goats = (view.result.goats or ()) if view.result else ()
    if view.last.out is None:
        left = view.last.left
        heaviest = sorted(range(view.seats), key=lambda seat: -left[seat])
        return [*(("goat", seat) for seat in goats), *(("fish", seat) for seat in heaviest)]
    return [("goat", seat) for seat in goats]


def occasion(view: View, names: Sequence[str]) -> tuple[str, str]:
    """Celebrate a fish, and the goat at the end."""
    if view.result and view.result.goats:
        goats = (seat for seat in mine_first(view.seats, view.seat) if seat in view.result.goats)
        return t("the goat!"), ", ".join(names[seat] for seat in goats)
    return (t("fish"), "") if view.last and view.last.out is None else ("", "")
