"""A reason for a move: an English template and the facts of this position that fill it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Fact: TypeAlias = str | int
"""A number, a token ("Ah", "6-4"), several with blanks between, or the English of a word."""


class Reason(NamedTuple):
    """Why a move is a good one."""

    template: str
    facts: Mapping[str, Fact]


def because(template: str, /, **facts: Fact) -> Reason:
    """Give a reason. Facts called `points` and `tricks` are numbers that need their noun."""
    return Reason(template, facts)
