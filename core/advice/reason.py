"""A reason for a move: an English template and the facts of this position that fill it."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Fact: TypeAlias = str | int
"""A number, a token ("Ah", "6-4"), several tokens separated by blanks, or an English word."""


class Reason(NamedTuple):
    """Why a move is a good one."""

    template: str
    facts: Mapping[str, Fact]


def because(template: str, /, **facts: Fact) -> Reason:
    """Give a reason. The numbers `points` and `tricks` among the facts are shown with a noun."""
    return Reason(template, facts)
