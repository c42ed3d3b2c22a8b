"""The score sheet of Joker as kept by hand: bid, result, X, dots, ring, strike, hundreds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from core.game import Seat, is_deal_over
from core.games.joker import sheet as joker
from core.games.joker.rules import View
from tui.boards.panel import indented
from tui.boards.scene import Scene
from tui.boards.seats import StyledText, headings, put_badges
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.look import Look, mix
from tui.language.text import language, t
from tui.language.words import decimal

_FULL: Final = 11
"""With this many columns for a player everything is written out: "3 (200) ●●"."""

_LEFT: Final = 2
"""Columns for the number of cards."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the sheet: the text at its left, and the text of each column from left to right."""

    left: str
    cells: tuple[tuple[StyledText, ...], ...]
    rule: bool = False
    """A line across, in place of the texts."""
    attributes: str = ""


@dataclass(frozen=True, slots=True)
class _Part:
    """The lines of one pulka."""

    written: tuple[_Row, ...]
    """The deals with results or bids."""
    ahead: tuple[_Row, ...]
    """The deals to come."""
    sums: tuple[_Row, ...]
    """The end of a part: a line across, sum and total, still empty until then."""
    marks: tuple[_Row, ...]
    """Before the end: the X of players who have missed a bid."""
    short: tuple[_Row, ...]
    """Everything in a line or two: sum and total, or the cards to be dealt."""
    ended: bool

    @property
    def whole(self) -> tuple[_Row, ...]:
        return (*self.written, *self.ahead, *self.sums)

    @property
    def filled(self) -> tuple[_Row, ...]:
        """All lines except the empty sums to come."""
        return self.whole if self.ended else (*self.written, *self.ahead, *self.marks)


def paint_sheet(scene: Scene, width: int, height: int) -> Painting:
    """Draw the sheet; if it does not fit, a shorter form, with the current pulka whole."""
    look, view = scene.look, scene.view
    column = max(5, min(16, (width - _LEFT) // 4))
    whole = min(width, _LEFT + 4 * column)
    written = replace(view, to_act=(), hand=(), plays=(), winners=())
    drawn = _without_names(look, written, whole, height, column, language())
    canvas = drawn.copy()
    _put_names(canvas, scene, column)
    return Painting(indented(canvas, look, width))


@lru_cache(4)
def _without_names(
    look: Look, view: View, width: int, height: int, column: int, _language: str
) -> Canvas:
    """Draw the sheet below the names: no card that is played changes it."""
    canvas = Canvas(width, height, look.panel_ink, look.panel)
    if column < _FULL:
        _tint(canvas, look, column)
    foot = _foot(look, view, height, 6 if column >= _FULL else 5)
    parts = [
        _part(look, view, number, column >= _FULL)
        for number in range(1, joker.pulkas(view.options) + 1)
    ]
    now = joker.pulka_of(view.options, max(1, _begun(view))) - 1
    rows, room = _fitting(parts, now, height - 1 - len(foot)), height - 1 - len(foot)
    if rows is None:  # no room for dividing lines
        foot = foot[1:]
        room = max(0, height - 1 - len(foot))
        rows = _undivided(parts, now, room)
    for y, row in enumerate([*rows, *foot], 1):
        _put_row(canvas, look, row, y, column)
    return canvas


def _fitting(parts: Sequence[_Part], now: int, room: int) -> list[_Row] | None:
    """Return as much of the sheet as fits: later pulkas are shortened first, then earlier ones.

    The pulka of index `now` stays whole; None if there is too little room for that.
    """
    drafts = [[part.whole for part in parts], [part.filled for part in parts]]
    for index in (*range(len(parts) - 1, now, -1), *range(now)):
        drafts.append([*drafts[-1][:index], parts[index].short, *drafts[-1][index + 1 :]])
    for draft in drafts:
        rows = list(draft[0])
        for lines in draft[1:]:
            rows += [_Row("", (), rule=True), *lines] if lines else []
        if len(rows) <= room:
            return rows
    return None


def _undivided(parts: Sequence[_Part], now: int, room: int) -> list[_Row]:
    """Return the sheet in its shortest form without lines across; if need be, its newest lines."""
    before = [row for part in parts[:now] for row in part.short]
    after = [row for part in parts[now + 1 :] for row in part.short]
    rows = [row for row in (*before, *parts[now].filled, *after) if not row.rule]
    if len(rows) <= room:
        return rows
    part = parts[now]
    written = [*before, *part.written, *(row for row in part.sums if part.ended and not row.rule)]
    ahead = part.ahead[: max(0, room - len(written) - len(part.marks))]
    newest = [*written, *ahead, *part.marks]
    return newest[max(0, len(newest) - room) :]


def _tint(canvas: Canvas, look: Look, column: int) -> None:
    """Shade every other column: narrow columns have no room for a line between them."""
    if look.depth in ("true", "256"):
        shade = mix(look.panel, look.panel_ink, 0.08)
        for place in (1, 3):
            canvas.fill(_LEFT + place * column, 0, column, canvas.height, shade)


def legend(look: Look) -> tuple[tuple[str, str], ...]:
    """Explain the signs of the sheet."""
    dot, minus = ("o", "-") if look.ascii else ("●", "—")
    return (
        ("3  200", t("the bid, and what it brought")),
        (minus, t("in narrow columns: no trick taken, a khisht")),
        (dot, t("a joker was dealt to this player")),
        ("X", t("missed a bid in this pulka")),
        (t("P"), t("made every bid of the pulka: the premium sign")),
        ("(200)", t("the best box, added once more by the premium")),
        ("~200~", t("the best box, struck out by the neighbour's premium")),
        (_sum_sign(look), t("the pulka with premiums, and below it the total; in hundreds")),
        ("*" if look.ascii else "◆", t("the dealer")),
        ("*" if look.ascii else "★", t("ahead on points")),
    )


def _put_names(canvas: Canvas, scene: Scene, column: int) -> None:
    look, view = scene.look, scene.view
    full, order = column >= _FULL, view.score_sheet().order
    heads, lettered = ([], False) if full else headings(scene.names, column)
    if lettered:
        ends = [_LEFT + (place + 1) * column - 1 for place in range(len(order))]
        put_badges(canvas, look, heads, order, ends, view.to_act)
        return
    for place, seat in enumerate(order):
        ink = look.active if seat in view.to_act else look.panel_ink
        sign = ("*" if look.ascii else "◆") if seat == view.dealer and full else ""
        shown = cut(scene.names[seat], column - 1 - text_width(sign)) if full else heads[seat]
        x = _LEFT + place * column + full
        canvas.put(x, 0, shown, ink, None, "bu" if seat == view.seat else "b")
        canvas.put(x + text_width(shown), 0, sign, look.active)


def _put_row(canvas: Canvas, look: Look, row: _Row, y: int, column: int) -> None:
    if row.rule:
        sign = "-" if look.ascii else "─"
        canvas.put(0, y, sign * min(canvas.width, _LEFT + 4 * column), look.felt_line)
        for place in range(4 * (column >= _FULL)):
            canvas.put(_LEFT + place * column, y, "+" if look.ascii else "┼", look.felt_line)
        return
    canvas.put(0, y, row.left[:_LEFT], look.muted, None, row.attributes)
    for place, cell in enumerate(row.cells):
        x = _LEFT + place * column
        if column >= _FULL:
            x = canvas.put(x, y, "|" if look.ascii else "│", look.felt_line)
        for text, ink in cell:
            x = canvas.put(x, y, text, ink, None, row.attributes)


# --- the rows ----------------------------------------------------------------------------------


def _part(look: Look, view: View, number: int, full: bool) -> _Part:
    """Return the lines of a pulka, including the bids of the current deal."""
    options, sheet = view.options, view.score_sheet()
    begun, deals = _begun(view), joker.deals_of(options, number)
    pulka = sheet.pulkas[number - 1] if number <= len(sheet.pulkas) else None
    written = [
        _Row(str(line.cards), tuple(_entry(look, line.entries[seat], full) for seat in sheet.order))
        for line in (pulka.lines if pulka is not None else ())
    ]
    if _is_bid(view) and begun in deals:
        written.append(_Row(str(view.cards), tuple(_bid(look, view, seat) for seat in sheet.order)))
    if pulka is not None and pulka.totals:
        sums = tuple(_sums(look, sheet.order, pulka, full))
        return _Part(tuple(written), (), sums, (), sums[1:], ended=True)
    if view.result:
        return _Part(tuple(written), (), (), (), (), ended=False)
    blank: tuple[tuple[StyledText, ...], ...] = ((),) * len(sheet.order)
    ahead = tuple(_Row(str(joker.cards_in(options, deal)), blank) for deal in deals if deal > begun)
    marks = _spoiled(look, view, sheet) if pulka is not None else ()
    sums = (
        _Row("", (), rule=True),
        _Row(_sum_sign(look), marks[0].cells if marks else blank, attributes="b"),
        _Row("", blank),
    )
    to_come = " ".join(str(joker.cards_in(options, deal)) for deal in deals)
    short = _Row("", (((f" {to_come}", look.muted),),))
    return _Part(tuple(written), ahead, sums, marks, (short,), ended=False)


def _begun(view: View) -> int:
    """Return the number of deals that have results or bids."""
    return len(view.sheet) + _is_bid(view)


def _is_bid(view: View) -> bool:
    """Tell whether a bid has been made in a deal being played."""
    over = bool(view.result) or is_deal_over(view)
    return not over and any(bid is not None for bid in view.bids)


def _spoiled(look: Look, view: View, sheet: joker.Sheet) -> tuple[_Row, ...]:
    """Return the X of players who have missed a bid in the current pulka, as long as it lasts."""
    last = sheet.pulkas[-1] if sheet.pulkas else None
    if view.result or last is None or last.totals or not any(last.spoiled):
        return ()
    cells = tuple((("    X" if last.spoiled[seat] else "", look.bad),) for seat in sheet.order)
    return (_Row("", cells, attributes="b"),)


def _sum_sign(look: Look) -> str:
    return "=" if look.ascii else "Σ"


def _bid_sign(look: Look, bid: int | None) -> str:
    return " " if bid is None else str(bid) if bid else "-"


def _bid(look: Look, view: View, seat: Seat) -> tuple[StyledText, ...]:
    return ((_bid_sign(look, view.bids[seat]), look.active),)


def _entry(look: Look, entry: joker.Entry, full: bool) -> tuple[StyledText, ...]:
    """Write bid, result and marks in ten columns, or in six."""
    bid = _bid_sign(look, entry.bid)
    minus = "-" if look.ascii else "—"
    result = str(entry.points)
    ink = look.muted if entry.struck else look.bad if entry.points < 0 else look.panel_ink
    if entry.ringed:
        ink = look.good
    dot = "o" if look.ascii else "●"
    if full:
        opened, closed = ("(", ")") if entry.ringed else ("~", "~") if entry.struck else (" ", " ")
        written = f"{opened}{result}".rjust(5) + closed
        return (bid, look.muted), (written, ink), (" " + dot * entry.dots, look.active)
    if entry.points < 0:
        result = minus
    ring, strike = (")", "~") if look.ascii else ("○", "~")
    dots = ("", "o" if look.ascii else "•", ":")[entry.dots]
    mark = ring if entry.ringed else strike if entry.struck else dots
    return (bid, look.muted), (result.rjust(4), ink), (mark, look.active)


def _sums(look: Look, order: Sequence[Seat], pulka: joker.Pulka, full: bool) -> Iterator[_Row]:
    """Yield the end of a pulka: X or premium sign with the sum, and the running total."""
    sums, totals = [], []
    for seat in order:
        sign = t("P") if pulka.clean[seat] else "X"
        ink = look.good if pulka.clean[seat] else look.bad
        amount, total = decimal(pulka.sums[seat] / 100), decimal(pulka.totals[seat] / 100)
        if full:
            sums.append(((f" {sign}", ink), (amount.rjust(5), look.panel_ink)))
            totals.append(((total.rjust(7), look.active),))
        else:
            room = 5 - len(sign)
            shown = sign if len(amount) <= room else ""
            sums.append(((shown, ink), (amount.rjust(5 - len(shown)), look.panel_ink)))
            totals.append(((total.rjust(5), look.active),))
    yield _Row("", (), rule=True)
    yield _Row(_sum_sign(look), tuple(sums), attributes="b")
    yield _Row("", tuple(totals), attributes="b")


def _foot(look: Look, view: View, height: int, room: int) -> list[_Row]:
    """Return the current points, with the leader marked."""
    if height < 4:
        return []
    best = max(view.totals)
    cells = []
    for seat in view.score_sheet().order:
        leads = view.totals[seat] == best and any(view.totals)
        total = str(view.totals[seat])
        star = ("*" if look.ascii else "★") if leads and len(total) < room else ""
        ink = look.good if leads else look.panel_ink
        cells.append((((star + total).rjust(room), ink),))
    return [_Row("", (), rule=True), _Row("", tuple(cells), attributes="b")]
