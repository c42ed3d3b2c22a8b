"""What the moves of a position would bring, in words. No Textual.

Counting takes up to half a second: call `find_numbers` beside the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from random import Random
from typing import Any, Final

from core.advice.numbers import Number, Numbers, numbers
from core.game import Move
from core.games import FACTS
from tui.language.text import t, tn
from tui.language.words import decimal
from tui.table.hints import move_text

MOST: Final = 6
"""How many moves are named; the hint is always among them."""


def find_numbers(game: str, view: Any, hint: Move) -> Numbers:
    """Work out what the viewer's moves would bring; the same position gives the same numbers."""
    return numbers(game, view, Random(0), hint)


def numbers_line(game: str, view: Any, found: Numbers, hint: Move) -> str:
    """Word numbers for the line over the hand and the log."""
    return numbers_text(game, found, hint, partial(move_text, game, view))


def numbers_text(game: str, found: Numbers, hint: Move, name: Callable[[Move], str]) -> str:
    """Say what each move would bring, the best first, and which cannot be told apart.

    `name` is what moves are called.
    """
    if not found.moves:
        return t("There is nothing to count: there is no choice, or all moves are equal.")
    named = [*found.moves[:MOST]]
    named += [number for number in found.moves[MOST:] if number.move == hint]
    words = [name(number.move) for number in named]
    pattern = "{move} ({worth})" if any(":" in word for word in words) else "{move}: {worth}"
    said: dict[bool, list[str]] = {True: [], False: []}
    for (close, _), group in groupby(zip(named, words, strict=True), _alike):
        same, called = zip(*group, strict=True)
        said[close].append(pattern.format(move=", ".join(called), worth=_worth(game, same)))
    alike = said[True]
    best = alike[0]
    for other in alike[1:]:
        best = t("{these} and {those}", these=best, those=other)
    if len(alike) > 1:
        best = t("{moves} cannot be told apart", moves=best)
    listed = "; ".join([best, *said[False]])
    left = len(found.moves) - len(named)
    if left:
        listed += "; " + tn("{n} more move", "{n} more moves", left)
    return " ".join([_headed(game, found).replace("{list}", listed), *_remarks(found, hint, name)])


def _alike(named: tuple[Number, str]) -> tuple[bool, tuple[float, int | None]]:
    """Return what moves that are named together have in common."""
    number = named[0]
    takes = None if number.takes is None else round(100 * number.takes)
    return number.close, (number.points, takes)


def _headed(game: str, found: Numbers) -> str:
    if found.tricks:
        return t("Points to expect, about (and how often you take the trick): {list}.")
    if FACTS[game].LOWEST_WINS:
        return t("Points you would write, about: {list}.")
    return t("Points to expect, about: {list}.")


def _remarks(found: Numbers, hint: Move, name: Callable[[Move], str]) -> list[str]:
    if found.better is not None:
        return [t("So {move} is the better choice after all.", move=name(found.better.move))]
    if not found.in_order:
        return [t("The order also takes into account what the others get.")]
    return []


def _worth(game: str, same: Sequence[Number]) -> str:
    """Say what moves worth the same bring, with the largest of their errors: "+40 ± 3 (64%)"."""
    number, error = same[0], max(each.error for each in same)
    points = -number.points if FACTS[game].LOWEST_WINS else number.points
    sign = "+" if points > 0 and not FACTS[game].LOWEST_WINS else ""
    worth = sign + (decimal(points) if points != int(points) else str(int(points)))
    if round(error, 1):
        worth += f" ± {decimal(error) if error < _TENTHS else round(error)}"
    return worth if number.takes is None else f"{worth} ({t('{n}%', n=round(100 * number.takes))})"


_TENTHS: Final = 3.0
"""Tenths of an error are shown below this many points."""
