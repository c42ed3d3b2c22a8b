"""What people call themselves and say, made safe for everybody's terminal; names for bots."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final

from net.wire.lookalikes import plain_letters, skeletons

MAX_NAME: Final = 24
MAX_TEXT: Final = 300

BOT_NAMES: Final = (
    "Rook",
    "Magpie",
    "Badger",
    "Heron",
    "Otter",
    "Lynx",
    "Wren",
    "Stoat",
    "Crane",
    "Marten",
)
"""One for every seat; animals, so that nobody takes a bot for a person."""

_TEMPERS: Final = {
    "Rook": "bold",
    "Magpie": "spoiler",
    "Badger": "careful",
    "Heron": "careful",
    "Otter": "bold",
    "Lynx": "spoiler",
    "Wren": "careful",
    "Stoat": "bold",
    "Crane": "careful",
    "Marten": "spoiler",
}

_WEAKEST: Final = "easy"
"""The level below all others, named here because every start of the program reads this module."""


def bot_temper(name: str, level: str) -> str:
    """Return the temper of a bot, which goes with its name; empty for one that has none.

    Bots of the weakest level play by rule of thumb, and have nothing to weigh.
    """
    return "" if level == _WEAKEST else _TEMPERS.get(name.partition(" ")[0], "")


_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are invisible."""

_RIGHT_TO_LEFT: Final = ("R", "AL", "AN")
"""Terminals reorder the rest of a line around such a letter."""


def _printable(text: str) -> str:
    # Category C: controls, direction marks and half surrogates can wreck or fake a screen; M:
    # combining marks and variation selectors make the width of a cell a matter of opinion.
    composed = unicodedata.normalize("NFC", text)
    kept = (
        " " if char.isspace() else char
        for char in composed
        if char.isspace() or (unicodedata.category(char)[0] not in "CM" and char not in _INVISIBLE)
    )
    return " ".join("".join(kept).split())


def readable_name(name: str) -> str:
    """Return what can be read of a name: at most MAX_NAME one-cell characters, possibly none."""
    narrow = "".join(
        char
        for char in _printable(plain_letters(name))
        if unicodedata.east_asian_width(char) not in "WF"
        and unicodedata.bidirectional(char) not in _RIGHT_TO_LEFT
        and not "\U0001f1e6" <= char <= "\U0001f1ff"
    )
    # What were blanks on both sides of a wide character would be two in a row now.
    return " ".join(narrow.split())[:MAX_NAME].strip()


def clean_name(name: str) -> str:
    """Return a name that can be read, "Player" if nothing of it can."""
    return readable_name(name) or "Player"


def clean_text(text: str) -> str:
    """Return a line of chat without what could disturb a terminal; may be empty."""
    return _printable(text)[:MAX_TEXT].strip()


def unique_name(name: str, taken: Collection[str]) -> str:
    """Return the cleaned name, with a number if somebody has it or one like it ("Ann 2")."""
    name = clean_name(name)
    used = frozenset().union(*map(skeletons, taken))
    number = 2
    candidate = name
    while skeletons(candidate) & used:
        tail = f" {number}"
        candidate = name[: MAX_NAME - len(tail)].rstrip() + tail
        number += 1
    return candidate
