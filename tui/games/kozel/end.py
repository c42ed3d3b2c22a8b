"""The end of a deal of Kozel: the hands laid open and what each wrote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.boards.panel import on_panel, put_panel
from tui.boards.scene import Scene
from tui.drawing.art.tiles import ACROSS, TileKind, tile
from tui.drawing.canvas import Canvas, cut, text_width
from tui.drawing.look import Look
from tui.language.text import t, tn

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
    apart = 4 if large else 2 if 2 * view.seats + 4 <= height else 1
    tall = apart * view.seats + 3 + bool(goat) * (1 + large) + large
    x, y = (canvas.width - width) // 2, top + max(0, (height - tall) // 2)
    put_panel(canvas, look, x, y, width, tall, title)
    right = x + width - 2 - large
    for i, head in enumerate((t("hand"), t("wrote"), t("total"))):
        shown = cut(head, cell - 1)
        canvas.put(right - (2 - i) * cell - text_width(shown), y + 1, shown, look.muted)
    for seat in range(view.seats):
        row = y + 2 + large + apart * seat
        line = row + large
        ink = look.good if seat == view.last.out else look.panel_ink
        bold = "b" if seat == view.seat else ""
        canvas.put(x + 2 + large, line, cut(scene.names[seat], names), ink, None, bold)
        _put_hand(canvas, look, hands[seat], kind, (x + 3 + names + 2 * large, row, tiles))
        for i, text in enumerate(_row(scene, seat)):
            at = right - (2 - i) * cell - len(text)
            canvas.put(at, line, text, look.panel_ink, None, "b" if i == 1 else "")
    if goat:
        canvas.put(x + 2 + large, y + tall - 2, cut(goat, width - 4), look.bad, None, "b")


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


def _put_hand(
    canvas: Canvas, look: Look, hand: Sequence[str], kind: TileKind, place: tuple[int, int, int]
) -> None:
    x, y, width = place
    step = ACROSS[kind][0] + (kind != "mini")
    fitting = width // step
    for i, token in enumerate(hand[: fitting if len(hand) <= fitting else fitting - 1]):
        high, low = (int(half) for half in token.split("-"))
        canvas.blit(tile(on_panel(look), high, low, kind, upright=False), x + i * step, y)
    if len(hand) > fitting:
        more = f"+{len(hand) - fitting + 1}"
        canvas.put(x + (fitting - 1) * step, y + (kind != "mini"), more, look.muted)
