"""What can be typed while a match is watched again line by line: words of both languages. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tui.language import rulebook
from tui.language.text import language, t

ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "next": ("continue", "go on", "дальше", "вперёд", "вперед"),
    "back": ("назад",),
    "deal": ("round", "next deal", "next round", "раздача", "следующая раздача", "круг"),
    "deal back": ("round back", "раздача назад", "прошлая раздача", "круг назад"),
    "go": ("к", "перейти"),
    "costly": ("n", "т", "дорогое"),
    "costly back": ("дорогое назад",),
    "costliest": ("d", "dearest", "в", "дорогие", "самые дорогие"),
    "eyes": ("глаза",),
    "all": ("всё", "все"),
    "summary": ("итоги", "итог"),
    "hint": ("подсказка", "совет"),
    "numbers": ("числа", "цифры"),
    "help": ("?", "h", "помощь", "справка"),
    "quit": ("q", "exit", "leave", "выход", "уйти"),
}
"""Order -> what else it may be called. Russian words work in every language."""

_BACK: Final = ("N", "Т")
"""The one-letter order that differs from another only in case."""

_CALLED: Final = {word: name for name, others in ORDERS.items() for word in (name, *others)}


def read_order(text: str) -> tuple[str, str]:
    """Split a line into an order and the rest of it; "" if it is none, an empty line goes on."""
    if text in _BACK:
        return "costly back", ""
    words = text.casefold().split()
    for count in (2, 1):
        order = _CALLED.get(" ".join(words[:count])) if len(words) >= count else None
        if order is not None:
            return order, " ".join(text.split()[count:])
    return ("", text) if words else ("next", "")


def help_lines(game: str) -> Iterator[str]:
    """Say what can be typed while a match is being watched again."""
    paragraph = rulebook.example(rulebook.read(game, language()))
    yield t("Enter or next: one move forward; next 5: five; back: one back")
    yield t("deal, deal back: the next deal or round, the one before; deal 3: the third")
    yield t("a number: to that move; all: everything from here to the end")
    yield t("n, N: the next costly decision, the one before; costliest: the costliest of them")
    yield t("eyes NAME: what another player saw; eyes nobody: what a watcher saw")
    yield t("hand, table, moves, score: what there was to see and do in this position")
    yield t("hint: what the adviser would have said here; numbers: what each move would bring")
    yield t("picture, sheet: the table and the score sheet as drawings of characters")
    yield t("summary: how the match came out, with the totals deal by deal")
    yield t("{paragraph}: that paragraph of the rule book", paragraph=paragraph)
    yield t("quit: leave")
