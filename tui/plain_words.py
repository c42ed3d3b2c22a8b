"""What can be typed in plain mode: words of both languages; moves in full, in short, by number.

Pure; a move always wins over a word that looks like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core.game import Move
from tui.commands import did_you_mean
from tui.text import t

COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "help": ("?", "h", "помощь", "справка"),
    "moves": ("m", "ходы"),
    "hand": ("рука",),
    "hint": ("подсказка", "совет"),
    "table": ("line", "стол", "линия"),
    "picture": ("рисунок", "картинка"),
    "score": ("счёт", "счет"),
    "sheet": ("лист", "запись"),
    "log": ("again", "ход", "журнал"),
    "who": ("seats", "кто"),
    "clock": ("time", "часы", "время"),
    "more": ("ещё", "еще"),
    "rule": ("rules", "правило", "правила"),
    "say": ("сказать", "скажи"),
    "ready": ("готов", "готова"),
    "wait": ("unready", "подождите"),
    "fill": ("bot", "бот"),
    "clear": ("free", "освободить"),
    "start": ("начать", "начали"),
    "quit": ("exit", "leave", "выход", "уйти"),
}
"""Command -> what else it may be called. Russian words work in every language."""

_PUNCTUATION: Final = re.compile(r"[,:;()]")

_NAMES: Final = {alias: name for name, others in COMMANDS.items() for alias in (name, *others)}


@dataclass(frozen=True, slots=True)
class Typed:
    """A line as it was understood: a command and the rest of it, or "" and the whole line."""

    command: str
    rest: str


def parse_line(line: str) -> Typed:
    """Read a line that is no move."""
    word, _, rest = line.strip().partition(" ")
    command = _NAMES.get(word.casefold(), "")
    return Typed(command, rest.strip() if command else line.strip())


def find_moves(line: str, moves: Sequence[Move], said: Sequence[str] = ()) -> list[Move]:
    """Return the moves a line may mean: one if it is clear, several if not, none if it is none.

    A line is the number of a move in the list, its text, or some of its words in their order. Of
    moves that are numbers themselves (bids) it is that number: who types 2 means to bid 2.
    `said` is how the moves are read out: words of that will do as well.
    """
    words = _words(line)
    if not words:
        return []
    exact = [move for move in moves if _words(move) == words]
    if exact:
        return exact
    if len(words) == 1 and words[0].isdecimal() and not are_numbers(moves):
        number = int(words[0])
        return [moves[number - 1]] if 1 <= number <= len(moves) else []
    found = [move for move in moves if _within(words, _words(move))]
    spoken = zip(moves, said, strict=False)
    return found or [move for move, text in spoken if _within(words, _words(text))]


def no_such(text: str, known: Iterable[str]) -> str:
    """Say that a line is neither a command nor a move."""
    hint = did_you_mean(text.partition(" ")[0], known)
    said = t("'{text}' is no command and no move{hint}", text=text, hint=hint)
    return said if hint else said + "."


def are_numbers(moves: Sequence[Move]) -> bool:
    """Tell whether the moves are one word with different numbers: "bid 0", "bid 1"."""
    if not moves:
        return False
    verbs, numbers = zip(*(move.partition(" ")[::2] for move in moves), strict=True)
    return len({*verbs}) == 1 and all(number.isdecimal() for number in numbers)


def _words(text: str) -> list[str]:
    """Split into words; the two ends of a tile count as the same either way round."""
    words = _PUNCTUATION.sub(" ", text.casefold()).split()
    for at, word in enumerate(words):
        high, dash, low = word.partition("-")
        if dash and high.isdecimal() and low.isdecimal():
            words[at] = f"{max(high, low)}-{min(high, low)}"
    return words


def _within(words: Sequence[str], move: Sequence[str]) -> bool:
    rest = iter(move)
    return all(word in rest for word in words)
