"""The worth of open lines to a seat: the learnt weights, and the signs that they weigh.

Knows neither turns nor a View: a board, the seat's hand and the cards that it has not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Final, NamedTuple

from core.games.graph_poker.bot_round import Payouts, Wanted, gaps_at, wanted_by
from core.games.graph_poker.grid import ROW
from core.games.graph_poker.poker import FREE, LineRules, suit_of

_STAGES: Final = (1, 2, 4, 7, 12)
"""The most rounds left in each stage of a deal but the first."""

_UNSEEN: Final = (0, 1, 3, 6)
"""The most cards of each class of unseen cards but the last."""

_OWN: Final = 0
_OTHERS: Final = 10
_SUITED: Final = 20
_PAIRED: Final = 36
SIGNS: Final = 45
"""The number of signs of a board that have a weight."""

_TABLES: Final = 2 * (len(_STAGES) + 1)
SIZE: Final = _TABLES * SIGNS
"""The number of weights: a table for each stage, one at two seats and one at more."""

SCALE: Final = 256
"""Weights are whole numbers; this number stands for a point."""

_SUIT: Final = (1 << 13) - 1
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39

Sign = tuple[int, float]
"""The number of a sign, and its amount."""


def table_of(seats: int, left: int) -> int:
    """Return the number of the table for this many seats and rounds left."""
    stage = next((at for at, most in enumerate(_STAGES) if left <= most), len(_STAGES))
    return (len(_STAGES) + 1) * (seats > 2) + stage


def ready_signs(wanted: Wanted, hand: int, unseen: int) -> tuple[Sign, ...]:
    """Count a cell that one card makes pay; hand and unseen cards are masks."""
    held = out = own = others = 0
    for points, mask in wanted:
        if mask & hand:
            own = own or points
            held += (mask & hand).bit_count()
        if mask & unseen:
            others = others or points
            out += (mask & unseen).bit_count()
    at = 2 * _class(out)
    theirs = (_OTHERS + at + (held > 0), float(others))
    return ((_OWN + at + (held > 1), float(own)), theirs) if held else (theirs,)


def begun_sign(kind: int, hand: int, unseen: int) -> int | None:
    """Count a line of two cards and two empty cells; None if too few cards are left for it.

    `kind` is a suit or, for two cards of one rank, 4 or more.
    """
    if kind < 4:
        mask = _SUIT << 13 * kind
        held, out = (mask & hand).bit_count(), (mask & unseen).bit_count()
        return _SUITED + 4 * min(held, 3) + max(_class(out) - 1, 0) if held + out > 1 else None
    mask = _RANK << kind - 4
    held, out = (mask & hand).bit_count(), (mask & unseen).bit_count()
    return _PAIRED + 3 * held + out if held + out == 2 else None


def _class(count: int) -> int:
    return next((at for at, most in enumerate(_UNSEEN) if count <= most), len(_UNSEEN))


def begun_at(grid: Mapping[int, int], cells: Iterable[int]) -> Iterator[int]:
    """Yield the kind of each line around these cells that has two cards and two empty cells."""
    seen = set()
    for cell in cells:
        for step in (1, ROW):
            line = [grid.get(cell + i * step, FREE) for i in range(-3, 4)]
            for slot in range(4):
                cards = line[3 - slot : 7 - slot]
                if cards.count(FREE) != 2 or (cell - slot * step, step) in seen:
                    continue
                seen.add((cell - slot * step, step))
                one, other = [card for card in cards if card != FREE]
                if suit_of(one) == suit_of(other):
                    yield suit_of(one)
                elif one % 13 == other % 13:
                    yield 4 + one % 13


class Lines(NamedTuple):
    """The open lines of a board whose cards all lie face up."""

    grid: Mapping[int, int]
    ready: Mapping[int, tuple[Payouts, ...]]
    """Empty cell -> points of each card there."""
    begun: Sequence[int]
    """The kinds of lines of two cards."""
    rules: LineRules


def lines_of(grid: Mapping[int, int], rules: LineRules) -> Lines:
    """Find the open lines of a board: cell -> card."""
    return Lines(grid, gaps_at(grid, grid, rules), tuple(begun_at(grid, grid)), rules)


def signs_of(lines: Lines, hand: int, unseen: int) -> Iterator[Sign]:
    """Count all signs of a board, for training."""
    for tables in lines.ready.values():
        yield from ready_signs(wanted_by(tables), hand, unseen)
    for kind in lines.begun:
        sign = begun_sign(kind, hand, unseen)
        if sign is not None:
            yield sign, 1.0


class LearntPolicy:
    """Learnt weights of the signs of a board."""

    def __init__(self, weights: Sequence[int]) -> None:
        """Raises ValueError if there are not SIZE weights."""
        if len(weights) != SIZE:
            raise ValueError(f"{len(weights)} weights instead of {SIZE}")
        self._tables = [
            tuple(weight / SCALE for weight in weights[at : at + SIGNS])
            for at in range(0, SIZE, SIGNS)
        ]

    def outlook(self, lines: Lines, unseen: int, seats: int, left: int) -> Outlook:
        """Return the outlook of this board once this round is over and `left` are to be played."""
        return Outlook(lines, unseen, self._tables[table_of(seats, left)] if left else ())


class Outlook:
    """Values the lines that a round leaves behind, for one decision of one seat."""

    def __init__(self, lines: Lines, unseen: int, weights: Sequence[float]) -> None:
        """Empty `weights` mean that no round follows this one."""
        self._lines = lines
        self._unseen = unseen
        self._weights = weights
        self._hands: dict[int, _Held] = {}

    def after(self, grid: Mapping[int, int], fresh: Iterable[int], hand: int) -> float:
        """Return the points that a seat gains on the others later if it keeps this hand.

        `grid` is the board after the round, `fresh` are the cells laid in it.
        """
        if not self._weights:
            return 0.0
        lines, held = self._lines, self._held(hand)
        worth = held.worth
        for cell in fresh:
            worth -= held.ready.get(cell, 0.0)
        for cell, tables in gaps_at(grid, fresh, lines.rules).items():
            before = lines.ready.get(cell, ())
            worth += self._ready(held, (*before, *tables), hand) - held.ready.get(cell, 0.0)
        worth += fsum([held.begun[kind] for kind in begun_at(grid, fresh)])
        return worth - fsum([held.begun[kind] for kind in begun_at(lines.grid, fresh)])

    def _held(self, hand: int) -> _Held:
        held = self._hands.get(hand)
        if held is None:
            begun = [self._begun(kind, hand) for kind in range(17)]
            held = self._hands[hand] = _Held({}, begun, {})
            for cell, tables in self._lines.ready.items():
                held.ready[cell] = self._ready(held, tables, hand)
            worth = fsum(held.ready.values()) + fsum([begun[kind] for kind in self._lines.begun])
            held = self._hands[hand] = held._replace(worth=worth)
        return held

    def _begun(self, kind: int, hand: int) -> float:
        sign = begun_sign(kind, hand, self._unseen)
        return 0.0 if sign is None else self._weights[sign]

    def _ready(self, held: _Held, tables: tuple[Payouts, ...], hand: int) -> float:
        wanted = wanted_by(tables)
        worth = held.cells.get(wanted)
        if worth is None:
            signs = ready_signs(wanted, hand, self._unseen)
            worth = held.cells[wanted] = fsum([self._weights[sign] * much for sign, much in signs])
        return worth


class _Held(NamedTuple):
    """The worth of lines with one hand."""

    ready: dict[int, float]
    """Cell of the board before the round -> worth."""
    begun: Sequence[float]
    """Kind of a line of two cards -> worth."""
    cells: dict[Wanted, float]
    """The cards wanted by a cell -> worth of the cell."""
    worth: float = 0.0
    """The worth of the whole board before the round."""
