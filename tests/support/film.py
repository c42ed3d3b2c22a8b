"""A moving picture of a terminal as one SVG file: each frame draws only its changes.

It moves by its style sheet alone. A reader who prefers less motion sees the last frame.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import pyte

from tests.support.svg import Cell, Run, drawing, opening

Rows: TypeAlias = list[list[Cell]]

NEAR: Final = 6
"""Changes no more cells apart than this are drawn as one."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The picture of a screen, and its duration in seconds."""

    rows: Rows
    seconds: float


def shown(screen: pyte.Screen) -> Rows:
    """Return the cells of a screen; blocks of colour need no font."""
    return [
        [_cell(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)
    ]


def _cell(char: pyte.screens.Char) -> Cell:
    ink, ground = _colour(char.fg, "#d0d0d0"), _colour(char.bg, "#000000")
    if char.reverse:
        ink, ground = ground, ink
    return char.data or " ", ink, ground, char.bold, char.underscore


def _colour(name: str, plain: str) -> str:
    """Return a colour of pyte, six digits of true colour, as a colour of SVG."""
    return plain if name == "default" else f"#{name}"


def film_of(frames: Sequence[Frame]) -> str:
    """Draw frames one over another; then the film starts again."""
    seconds = sum(frame.seconds for frame in frames)
    rows = frames[0].rows
    parts = [opening(len(rows[0]), len(rows)), _style(frames, seconds)]
    before: Rows = [[] for _ in rows]
    for number, frame in enumerate(frames):
        runs: list[Run] = [
            (start, y, row[start:end])
            for y, row in enumerate(frame.rows)
            for start, end in _changes(before[y], row)
        ]
        parts += [f'<g id="f{number}">', *drawing(runs), "</g>"]
        before = frame.rows
    return "\n".join([*parts, "</svg>", ""])


def _style(frames: Sequence[Frame], seconds: float) -> str:
    """Each frame except the first appears at its time and stays until the film starts again."""
    rules: list[str] = []
    at = 0.0
    for number, frame in enumerate(frames):
        if number:
            share = f"{100 * at / seconds:.3f}%"
            rules.append(
                f"#f{number}{{animation:a{number} {seconds:.2f}s step-end infinite}}"
                f"@keyframes a{number}{{0%{{visibility:hidden}}{share}{{visibility:visible}}}}"
            )
        at += frame.seconds
    moving = "\n".join(rules)
    return f"<style>@media (prefers-reduced-motion:no-preference){{\n{moving}\n}}</style>"


def _changes(before: Sequence[Cell], row: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Find the runs of a row that differ from the last frame; adjacent ones count as one."""
    if not before:
        yield 0, len(row)
        return
    start = end = -1
    for x, (old, new) in enumerate(zip(before, row, strict=True)):
        if old == new:
            continue
        if start >= 0 and x - end >= NEAR:
            yield start, end
            start = -1
        if start < 0:
            start = x
        end = x + 1
    if start >= 0:
        yield start, end
