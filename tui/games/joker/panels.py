"""The panels laid over the Joker table: how a joker is to be played, how a deal ended."""

from collections.abc import Sequence
from typing import Final

from core.game import Move
from core.games.joker.moves import PlayCard, parse_move, play_of
from core.games.joker.rules import View
from core.games.joker.sheet import Entry
from core.games.joker.summary import is_khisht
from tui.boards.panel import put_panel
from tui.boards.scene import DealOutcome, Scene, SeatOutcome, Tone
from tui.boards.trick_layout import TrickLayout
from tui.drawing.canvas import Canvas, Hit, text_width
from tui.drawing.look import ink_on
from tui.games.joker.words import declared
from tui.language.text import t
from tui.language.words import suit_glyph

# --- the call of a joker -----------------------------------------------------------------------

_SUITS: Final = 4


def step(choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
    """Return the choice next to `target` in a direction of the panel, going round the ends."""
    first = parse_move(choosing[0])
    leads = isinstance(first, PlayCard) and bool(first.suit)
    return (target + (dx or dy * (_SUITS if leads else 1))) % len(choosing)


def put_calls(canvas: Canvas, scene: Scene, table: TrickLayout) -> tuple[Hit, ...]:
    """Offer the ways to play a joker in one small panel: suits across, high and low below."""
    look, focus = scene.look, scene.focus
    moves = focus.choosing
    plays = [play_of(move) for move in moves]
    leads = not scene.view.trick
    across = _SUITS if leads else len(moves)
    heads = [t("high"), t("low")] if leads else [""]
    cell = 6 if leads else 4 + max(text_width(declared(play)) for play in plays)
    left = max(map(text_width, heads)) + (1 if leads else 0)
    title = t("The joker leads as") if leads else t("The joker is played")
    width = min(canvas.width, max(left + across * cell, text_width(title) + 2) + 4)
    height = len(heads) + 2
    x = (canvas.width - width) // 2
    y = _row_of_calls(table, x, height, leads=leads)
    put_panel(canvas, look, x, y, width, height, title)
    hits = []
    start = x + (width - left - across * cell) // 2
    for row, head in enumerate(heads):
        canvas.put(start, y + 1 + row, head, look.panel_ink, look.panel)
    for number, (move, play) in enumerate(zip(moves, plays, strict=True)):
        cx, cy = start + left + number % across * cell, y + 1 + number // across
        chosen = number == focus.target % len(moves)
        said = "" if leads else declared(play)
        sides = "><" if chosen and look.shapes else "  "
        ground = look.chosen if chosen else look.panel
        colour = ink_on(ground) if chosen else look.panel_ink
        text = f"{sides[0]}{number + 1} {said}".ljust(cell - 1) + sides[1]
        canvas.put(cx, cy, text, colour, ground, "b" if chosen else "")
        if play.suit:
            face = look.chosen if chosen else look.face
            glyph = suit_glyph(play.suit, ascii_only=look.ascii)
            canvas.put(cx + 2, cy, f" {glyph} ", look.suit(play.suit), face, "b")
        hits.append(Hit(cx, cy, cell, 1, ("move", move)))
    return tuple(hits)


def _row_of_calls(table: TrickLayout, x: int, height: int, *, leads: bool) -> int:
    """Return the row for the panel, where it covers no card but, in reply, the player's own.

    A leader has it in the middle if it is narrow enough for that.
    """
    others = [seat for seat in range(4) if seat != table.me]
    lowest = table.blocks[table.me][1] - height
    if leads:
        y = (sum(table.middle) - height) // 2
        left, side, across, _ = table.blocks[(table.me + 1) % 4]
        reach = left + min(across, table.beside)
        clear = side + table.lines[(table.me + 1) % 4] if x < reach else 0
    else:
        tall = table.piece[1]
        y = table.spots[table.me][1] + (tall - height) // 2
        clear = max(table.spots[seat][1] for seat in others) + tall
    return max(0, min(lowest, max(y, clear)))


# --- the end of a deal -------------------------------------------------------------------------


def outcome(view: View) -> DealOutcome:
    """Return bid, tricks and points of each player, with a remark."""
    pulka = view.score_sheet().pulkas[-1]
    premiums = pulka.premiums or (0,) * _SUITS
    results = []
    for seat, entry in enumerate(pulka.lines[-1].entries):
        made: Tone = "bad" if entry.spoiled else "good"
        note, tone = _note(view, entry, premiums[seat])
        results.append(
            SeatOutcome(
                cells=(
                    (str(entry.bid) if entry.bid else t("pass"), ""),
                    (str(entry.taken), made),
                    (str(entry.points), made),
                ),
                gained=entry.points + premiums[seat],
                total=view.totals[seat],
                note=note,
                tone=tone,
                lit=premiums[seat] > 0 or not entry.spoiled,
            )
        )
    return DealOutcome((t("bid"), t("took"), t("points")), tuple(results))


def _note(view: View, entry: Entry, premium: int) -> tuple[str, Tone]:
    if premium:
        return f"{t('premium')} {premium:+}", "active"
    return (t("khisht"), "bad") if is_khisht(view.options, entry) else ("", "")
