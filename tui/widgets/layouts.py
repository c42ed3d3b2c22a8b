"""The letters on a key in other layouts of the keyboard: a key means the same in all of them.

Caps Lock makes no difference either.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Final

_LATIN: Final = "qwertyuiop asdfghjkl zxcvbnm"

_LAYOUTS: Final = {
    "Russian": "йцукенгшщз фывапролд ячсмить",
    "Ukrainian": "йцукенгшщз фівапролд ячсмить",
    "Georgian": "ქწერტყუიოპ ასდფგჰჯკლ ზხცვბნმ",
    "Georgian with Shift": "ქჭეღთყუიოპ აშდფგჰჟკლ ძხჩვბნმ",
}
"""The three rows of letters, each letter in its place; no letter has two places."""

LETTERS: Final = {
    there: here
    for rows in _LAYOUTS.values()
    for there, here in zip(rows, _LATIN, strict=True)
    if there != " "
}
"""Letter of another layout -> the one on the same key in the Latin layout."""


def meant(key: str, bound: Callable[[], Container[str]]) -> str:
    """Return the key itself or, if it is not `bound`, the bound one in the same place.

    `bound` is called only if it is needed.
    """
    held, plus, last = key.rpartition("+")
    if not last.isalpha() or len(last) > 1 or (last.isascii() and last.islower()):
        return key
    known = bound()
    return next((name for name in _names(held + plus, last) if name in known), key)


def _names(held: str, letter: str) -> Iterator[str]:
    """Give the possible meanings of a key: itself, a capital that may be bound, a small letter."""
    small = letter.lower()
    here = LETTERS.get(small, small)
    yield held + letter
    if letter != small:
        yield held + here.upper()
    yield held + here
