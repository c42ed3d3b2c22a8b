"""The draw that decides who begins: the highest wins, tied seats draw again in seat order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.game import Seat


def draw_highest(
    order: Sequence[str], seats: int, worth: Callable[[str], int]
) -> tuple[Seat, tuple[tuple[str, ...], ...]]:
    """Return the winner, and what each seat drew in each round: "" if it did not draw again.

    Should the deck run out while seats are tied, the first of them wins.
    """
    tied = list(range(seats))
    rounds: list[tuple[str, ...]] = []
    at = 0
    while 1 < len(tied) <= len(order) - at:
        drawn = dict(zip(tied, order[at:], strict=False))
        at += len(tied)
        best = max(map(worth, drawn.values()))
        tied = [seat for seat, piece in drawn.items() if worth(piece) == best]
        rounds.append(tuple(drawn.get(seat, "") for seat in range(seats)))
    return tied[0], tuple(rounds)
