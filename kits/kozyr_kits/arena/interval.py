"""Means with Student's intervals, for proof by small samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from core.bots.values import error, mean

_T95: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""Student's t for 1 to 30 degrees of freedom: 95 % lie within plus or minus this many errors."""
_NORMAL: Final = 1.960
"""Student's t for infinitely many degrees of freedom."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its margin of error: in 95 of 100 samples the true mean lies within it."""

    mean: float
    half: float
    """Half the width; infinite for fewer than two numbers."""
    count: int

    @property
    def proven(self) -> bool:
        """Whether zero lies outside the interval."""
        return abs(self.mean) > self.half


def student(numbers: Sequence[float]) -> Interval:
    """Return the mean of some numbers and its 95 % interval by Student's distribution."""
    count = len(numbers)
    if count < 2:
        return Interval(numbers[0] if count else 0.0, float("inf"), count)
    return Interval(mean(numbers), t95(count - 1) * error(numbers), count)


def t95(freedom: int) -> float:
    """Return Student's t for degrees of freedom from 1; off by less than 0.001."""
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    # Beyond the table t falls to the normal value almost in proportion to 1 / freedom.
    return _NORMAL + (_T95[-1] - _NORMAL) * len(_T95) / freedom


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion by Wilson's formula; 0 to 1 if nothing was tried."""
    if not tries:
        return 0.0, 1.0
    share, z = hits / tries, _NORMAL
    centre = share + z * z / (2 * tries)
    half = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    below = 1 + z * z / tries
    # A rounding error must not appear as "-0 %".
    return max(0.0, (centre - half) / below), min(1.0, (centre + half) / below)
