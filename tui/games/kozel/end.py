"""The end of a deal of Kozel: the line as it lay, the hands laid open and what each wrote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from core.game import Event
from core.games.kozel.moves import DRAW, LAYS
from core.games.kozel.rules import View
from core.tiles import NUMBER, TILES
from tui.boards.panel import on_panel, put_panel
from tui.boards.scene import Scene
from tui.drawing.art.tiles import ACROSS, Kind, tile
from tui.drawing.canvas import Canvas, cut, text_width
from tui.drawing.look import Look
from tui.language.text import t, tn


def last_position(before: View, after: View, events: Sequence[Event]) -> tuple[View, int] | None:
    """Return the line with the last tile of a deal on it, from the view before that was laid."""
    at = next((n for n, event in enumerate(events) if event.kind == "shown"), None)
    if at is None or events[0].seat is None:
        return None
    seat, move = events[0].seat, str(events[0].data["move"])
    laid = LAYS.get(move, ())
    line, opened_at = before.line, before.opened_at
    for number, to_right in laid:
        line = _longer(line, TILES[number], to_right=to_right)
        opened_at += not to_right
    more = (move == DRAW) - len(laid)
    tokens = {TILES[number] for number, _ in laid}
    drawn = [event.data.get("tile") for event in events if event.kind == "drew"]
    hand = (*before.hand, *(str(token) for token in drawn if token))
    table = replace(
        before,
        line=line,
        opened_at=opened_at,
        hand=tuple(sorted(set(hand) - tokens, key=NUMBER.__getitem__)),
        sizes=tuple(size + more * (n == seat) for n, size in enumerate(before.sizes)),
        market=before.market - (move == DRAW),
        to_act=(),
    )
    return table, at + 1


def _longer(line: tuple[str, ...], token: str, *, to_right: bool) -> tuple[str, ...]:
    """Return a line with one more tile, turned so that the halves that touch match."""
    high, low = token[0], token[2]
    if to_right:
        end = line[-1][2]
        return (*line, f"{end}-{low if high == end else high}")
    end = line[0][0]
    return (f"{low if high == end else high}-{end}", *line)


_ROOMY: Final = 90
"""Columns from which on the hands are laid open as tiles of some size, if all of them fit."""


def put_summary(canvas: Canvas, scene: Scene, top: int, height: int) -> None:
    """Lay a panel over the table: each hand as it was left, counted, written, in total."""
    look, view = scene.look, scene.view
    if view.last is None:
        return
    title, goat, hands = _title(scene), _goat_line(scene), _open_hands(scene)
    most = max([len(hand) for hand in hands] or [0])
    large = canvas.width >= max(_ROOMY, 56 + 8 * most) and 4 * view.seats + 4 <= height
    kind: Kind = "digits" if large else "mini"
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
        if hands:
            _put_hand(canvas, look, hands[seat], kind, (x + 3 + names + 2 * large, row, tiles))
        for i, text in enumerate(_row(scene, seat)):
            at = right - (2 - i) * cell - len(text)
            canvas.put(at, line, text, look.panel_ink, None, "b" if i == 1 else "")
    if goat:
        canvas.put(x + 2 + large, y + tall - 2, cut(goat, width - 4), look.bad, None, "b")


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


def _put_hand(
    canvas: Canvas, look: Look, hand: list[str], kind: Kind, place: tuple[int, int, int]
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
