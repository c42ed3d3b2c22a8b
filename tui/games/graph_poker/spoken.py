"""Graph-Poker in spoken sentences: a move in full, and the grid in sentences."""

from collections.abc import Sequence
from typing import Final

from core.games.graph_poker.poker import HIDDEN
from core.games.graph_poker.view import View, forecast, lying, open_cells
from tui.boards.scene import TILES, Topic
from tui.boards.words import held_told
from tui.language.text import t, tn
from tui.language.words import card_beside, card_name, hidden_card

WINDOWS: Final = Topic(
    "windows",
    ("окна",),
    "windows: the rows of four you can close now; moves CARD: where a card may go",
)
topics: Final = (WINDOWS, TILES)

_MOST: Final = 12
"""At most this many windows are read out."""


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
    return hidden_card() if token == HIDDEN else card_beside(token)


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
    head = t("Columns are numbered to the right, rows upwards.")
    return (head, *(t("Row {y}: {cards}.", y=y, cards=", ".join(row)) for y, row in rows.items()))


def spoken_part(view: View, names: Sequence[str], topic: str) -> tuple[str, ...]:
    """Answer which windows can be closed, and how many cards all hold."""
    match topic:
        case "windows":
            return _windows(view)
        case "tiles":
            placed = [0] * view.seats
            for card in lying(view):
                placed[card.owner] += 1
            return held_told(names, [view.rounds - n for n in placed])
    return ()


def _windows(view: View) -> tuple[str, ...]:
    """List the windows that the cards in the hand would close now, the most valuable first."""
    if view.seat not in view.to_act:
        return (t("Ask for the rows of four when it is your turn."),)
    look = forecast(view)
    found: dict[tuple[int, int, int, str, bool], list[str]] = {}
    for token in dict.fromkeys(view.hand):
        for x, y in open_cells(view):
            for window in look.prospects(token, x, y):
                if not window.missing:
                    sure = window.owner is not None
                    cards = found.setdefault((-window.points, x, y, window.category, sure), [])
                    cards += [] if token in cards else [token]
    said = [_window(*key, cards) for key, cards in sorted(found.items())]
    if len(said) > _MOST:
        n = len(said) - _MOST
        said[_MOST:] = [tn("and {n} more row", "and {n} more rows", n)]
    return tuple(said) or (t("No row of four can be closed now."),)


def _window(points: int, x: int, y: int, category: str, sure: bool, cards: Sequence[str]) -> str:
    worth = tn("{n} point", "{n} points", -points)
    placed = ", ".join(card_name(card, "plays") for card in cards)
    facts = {"x": x, "y": y, "category": t(category), "cards": placed, "points": worth}
    if sure:
        return t("{x} {y}: {category}, {points}, with {cards}.", **facts)
    return t("{x} {y}: perhaps {category}, {points}, with {cards}.", **facts)
