"""How a search is told to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Stop: TypeAlias = Callable[[], bool]
"""Whether to answer now with the best found so far; asked once before each playout."""


def never() -> bool:
    """Think to the end, so that the same seed gives the same move."""
    return False
