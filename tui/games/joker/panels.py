"""The panels laid over the Joker table: how a joker is to be played, how a deal ended."""

from collections.abc import Sequence
from typing import Final

from core.game import Move, Seat
from core.games.joker.moves import Play, parse_move, parse_play, play_of
from core.games.joker.sheet import Line, deals
from tui.boards.panel import on_panel, put_cells, put_panel
from tui.boards.scene import Scene
from tui.boards.seats import StyledText
from tui.boards.trick_layout import ROOMY, TableLayout
from tui.drawing.art.cards import CHIP, SIZES, card, chip
from tui.drawing.canvas import Canvas, Hit, cut, text_width
from tui.drawing.look import ink_on
from tui.games.joker.words import declared
from tui.language.text import t, tn
from tui.language.words import suit_glyph

# --- the call of a joker -----------------------------------------------------------------------

_SUITS: Final = 4


def step(choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
    """Return the choice next to `target` in a direction of the panel, going round the ends."""
    first = parse_move(choosing[0])
    leads = isinstance(first, Play) and bool(first.suit)
    return (target + (dx or dy * (_SUITS if leads else 1))) % len(choosing)


def put_calls(canvas: Canvas, scene: Scene, table: TableLayout) -> tuple[Hit, ...]:
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


def _row_of_calls(table: TableLayout, x: int, height: int, *, leads: bool) -> int:
    """Return the row for the panel, where it covers nobody but, in reply, the player's own card.

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


def put_summary(canvas: Canvas, scene: Scene) -> None:
    """Lay a panel over the table: bid, tricks, points and total of each, premiums, last trick."""
    look, view = scene.look, scene.view
    sheet = view.score_sheet()
    pulka = sheet.pulkas[-1]
    premium = pulka.premiums if any(pulka.premiums) else ()
    roomy = canvas.width >= ROOMY[0] and canvas.height >= ROOMY[1]
    foot = _last_trick(scene, canvas.width - 4, roomy=roomy)
    heads = [t("bid"), t("took"), t("points"), *([t("premium")] if premium else []), t("total")]
    wide = 10 if canvas.width >= ROOMY[0] else 8 if canvas.width >= 54 else 6
    cells = [max(wide, text_width(head) + 1) for head in heads]
    names = min(16, max(wide, *map(text_width, scene.names)), canvas.width - sum(cells) - 5)
    width = min(canvas.width, max(names + sum(cells) + 5, foot.width + 4))
    names = width - sum(cells) - 5
    apart = 2 if canvas.height >= 12 + foot.height else 1
    height = 4 + 4 * apart + foot.height
    x, y = (canvas.width - width) // 2, max(0, (canvas.height - height) // 2)
    deal = t("deal {deal} of {deals}", deal=view.deal, deals=deals(view.options))
    dealt = tn("{n} card", "{n} cards", view.cards)
    put_panel(canvas, look, x, y, width, height, f"{deal} · {dealt}")
    put_cells(canvas, x + 3 + names, y + 1, cells, [(head, look.muted) for head in heads])
    for row, seat in enumerate(sheet.order):
        at = y + 1 + apart * (row + 1)
        bold = "b" if seat == view.seat else ""
        canvas.put(x + 2, at, cut(scene.names[seat], names), look.panel_ink, None, bold)
        written = _written(scene, pulka.lines[-1], seat, premium)
        put_cells(canvas, x + 3 + names, at, cells, written)
    canvas.blit(foot, x + 2, y + 3 + 4 * apart)


def _written(scene: Scene, line: Line, seat: Seat, premium: Sequence[int]) -> list[StyledText]:
    """Return what a seat bid, took and wrote, its premium if there are any, and its total."""
    look, entry = scene.look, line.entries[seat]
    made = look.bad if entry.spoiled else look.good
    return [
        (str(entry.bid) if entry.bid else "-", look.panel_ink),
        (str(entry.taken), made),
        (str(entry.points), made),
        *([(f"{premium[seat]:+}" if premium[seat] else "", look.active)] if premium else []),
        (str(scene.view.totals[seat]), look.panel_ink),
    ]


def _last_trick(scene: Scene, width: int, *, roomy: bool) -> Canvas:
    """Draw the last trick for the foot of the panel, and who took it."""
    look, view = on_panel(scene.look), scene.view
    across, tall = SIZES["medium"] if roomy else CHIP
    said = t("last trick: {name}", name=scene.names[view.winners[-1]])
    said = cut(said, max(0, width - 4 * (across + 1) - 1))
    canvas = Canvas(4 * (across + 1) + 1 + text_width(said), tall, look.muted, look.panel)
    for i, play in enumerate(map(parse_play, view.last_trick)):
        drawn = card(look, play.card, "medium") if roomy else chip(look, play.card)
        canvas.blit(drawn, i * (across + 1), 0)
    canvas.put(4 * (across + 1) + 1, tall // 2, said)
    return canvas
