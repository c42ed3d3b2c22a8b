"""Graph-Poker for those who listen: a move in full, and the grid in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from core.graph_view import View, lying
from core.poker import HIDDEN
from tui.text import t
from tui.words import card_name


def beside(view: View, x: int, y: int) -> str:
    """Word where a cell is by the cards around it: "right of 2♥, below a hidden card"."""
    lies = {(cx, cy): _named(token) for cx, cy, token in view.grid}
    left, above, right, below = (
        lies.get(cell, "") for cell in ((x - 1, y), (x, y + 1), (x + 1, y), (x, y - 1))
    )
    said = [
        t("right of {card}", card=left) if left else "",
        t("below {card}", card=above) if above else "",
        t("left of {card}", card=right) if right else "",
        t("above {card}", card=below) if below else "",
    ]
    return ", ".join(part for part in said if part)


def _named(token: str) -> str:
    return t("a hidden card") if token == HIDDEN else card_name(token)


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Read the grid row by row from above, and say whose hidden cards lie where."""
    rows: dict[int, list[str]] = {}
    for card in sorted(lying(view), key=lambda card: (-card.y, card.x)):
        named = _named(card.token)
        if not card.open:
            named = t("{card} of {name}, face down", card=named, name=names[card.owner])
        rows.setdefault(card.y, []).append(f"{card.x} {named}")
    if not rows:
        return (t("Nothing lies on the table."),)
    head = t("Columns grow to the right, rows upwards.")
    return (head, *(t("Row {y}: {cards}.", y=y, cards=", ".join(row)) for y, row in rows.items()))
