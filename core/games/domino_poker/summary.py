"""A match of Domino Poker in brief: bids made, and the points of the special deals."""

from collections.abc import Sequence
from typing import Final

from core.game import Event
from core.games.domino_poker.sheet import Row
from core.games.domino_poker.view import View, sheet
from core.summary import CountRow, Remark, Totals, largest

_STAGES: Final = {"hapok": "hapok", "mizer": "mizer", "fifth": "fifth stage"}
"""Stages without bids -> the heading of their column."""


def totals(view: View) -> tuple[Totals, ...]:
    """Return the totals after each deal, the fifth stage as the last one."""
    return tuple(row.totals for row in sheet(view) if row.totals)


def counts(view: View, events: Sequence[Event]) -> tuple[CountRow, ...]:
    """Count bids made, and the points of the deals without bids."""
    rows = [row for row in sheet(view) if row.points]
    bid = [row for row in rows if row.bids]
    made = (sum(row.bids[seat] == row.taken[seat] for row in bid) for seat in range(view.seats))
    special = [
        CountRow(title, tuple(f"{n:+}" if n else "0" for n in _points(rows, stage, view.seats)))
        for stage, title in _STAGES.items()
        if any(row.deal.stage == stage for row in rows)
    ]
    return (CountRow("bids made", tuple(f"{n}/{len(bid)}" for n in made)), *special)


def _points(rows: Sequence[Row], stage: str, seats: int) -> tuple[int, ...]:
    """Add up the points of one stage by seat."""
    found = [row.points for row in rows if row.deal.stage == stage]
    return tuple(sum(points[seat] for points in found) for seat in range(seats))


def remarks(view: View, events: Sequence[Event]) -> tuple[Remark, ...]:
    """Name the largest bid that was made; a pass is none."""
    made = [
        (row.bids[seat], seat, number)
        for number, row in enumerate(sheet(view), 1)
        for seat in range(view.seats)
        if row.bids and row.bids[seat] == row.taken[seat] > 0
    ]
    if not made:
        return ()
    bid, who, deal = largest(made)
    if deal is None:
        return (Remark("Largest bids made, {bid} each: {names}", {"bid": bid}, {"names": who}),)
    return (
        Remark(
            "Largest bid made: {names}, {bid} in deal {deal}",
            {"bid": bid, "deal": deal},
            {"names": who},
        ),
    )
