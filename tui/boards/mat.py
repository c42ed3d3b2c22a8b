"""The round mat in the middle of a table, on which tricks lie.

Knows no game. Its edge is drawn in half blocks: two nearly square pixels in each cell, one above
the other.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeAlias

from tui.drawing.canvas import Canvas
from tui.drawing.look import Look, mix
from tui.terminal.depth import nearest_256

_ROUND: Final = 3.0
"""The exponent of the edge: 2 is an ellipse; the larger it is, the nearer to a rectangle."""

_LEAST: Final = (16, 6)
"""The minimum columns and rows of a mat."""

Span: TypeAlias = tuple[int, int, int]
"""What the upper and the lower pixels are (0 felt, 1 rim, 2 mat), and how many columns."""


def mat_of(look: Look) -> tuple[str, str]:
    """Return the colours of the mat and its rim: lighter on dark felt, darker on light felt."""
    if look.depth == "256":  # the mat may come out as felt: the rim must not
        rim = nearest_256(mix(look.felt, look.muted, 0.35))
        return nearest_256(mix(look.felt, look.felt_line, 0.2)), rim
    return mix(look.felt, look.felt_line, 0.2), mix(look.felt, look.felt_line, 0.6)


def put_mat(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int) -> Look:
    """Lay the mat into a rectangle; return the Look for things on it.

    If shades cannot be relied on, there is no mat.
    """
    on_mat = look_on_mat(look, width, height)
    if on_mat is look:
        return look
    mat, rim = mat_of(look)
    grounds = (look.felt, rim, mat)
    for row, spans in enumerate(_spans(width, height)):
        at = x
        for upper, lower, count in spans:
            sign = " " if upper == lower else "▀"
            canvas.put(at, y + row, sign * count, grounds[upper], grounds[lower])
            at += count
    return on_mat


def look_on_mat(look: Look, width: int, height: int) -> Look:
    """Return how things that lie on a mat of that size look; `look` itself if there is no mat."""
    if look.shapes or width < _LEAST[0] or height < _LEAST[1]:
        return look
    return replace(look, felt=mat_of(look)[0])


@lru_cache(16)
def _spans(width: int, height: int) -> tuple[tuple[Span, ...], ...]:
    """Return the rows of a mat."""
    return tuple(
        tuple(
            (*pair, len(list(same)))
            for pair, same in groupby(
                (_pixel(x, 2 * y, width, 2 * height), _pixel(x, 2 * y + 1, width, 2 * height))
                for x in range(width)
            )
        )
        for y in range(height)
    )


def _pixel(x: int, y: int, width: int, height: int) -> int:
    """Tell whether a pixel is felt, rim or mat."""
    across, down = abs(x + 0.5 - width / 2), abs(y + 0.5 - height / 2)

    def inside(edge: int) -> bool:
        a, b = across / (width / 2 - edge), down / (height / 2 - edge)
        return math.pow(a, _ROUND) + math.pow(b, _ROUND) <= 1

    return inside(0) + inside(1)
