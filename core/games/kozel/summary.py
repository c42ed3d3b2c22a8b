"""A match of Kozel in brief: entries, clean deals, the heaviest hand, the goat."""

from collections.abc import Sequence
from itertools import accumulate

from core.game import Event
from core.games.kozel.view import View
from core.summary import CountRow, Remark, Totals, largest


def totals(view: View) -> tuple[Totals, ...]:
    """Add up the points written deal by deal."""
    return tuple(zip(*map(accumulate, zip(*view.sheet, strict=True)), strict=True))


def counts(view: View, events: Sequence[Event]) -> tuple[CountRow, ...]:
    """Count deals without points, the most written in one deal, and when each sheet was opened."""
    rows = [[row[seat] for row in view.sheet] for seat in range(view.seats)]
    entries = [_entry(row) for row in rows]
    return (
        CountRow("deals at 0", tuple(f"{row.count(0)}/{len(row)}" for row in rows)),
        CountRow("most at once", tuple(str(max(row, default=0) or "-") for row in rows)),
        *(
            [CountRow("entered in deal", tuple(str(deal or "-") for deal in entries))]
            if view.options.entry
            else []
        ),
    )


def _entry(row: Sequence[int]) -> int:
    """Return the deal, from 1, in which a sheet was opened; 0 if it never was."""
    return next((deal for deal, points in enumerate(row, 1) if points), 0)


def remarks(view: View, events: Sequence[Event]) -> tuple[Remark, ...]:
    """Name the heaviest deal, and the players who never wrote a point."""
    found = []
    written = [
        (points, seat, deal)
        for deal, row in enumerate(view.sheet, 1)
        for seat, points in enumerate(row)
        if points
    ]
    if written:
        most, who, deal = largest(written)
        if deal is None:
            said, facts = "Heaviest deals, {points} each: {names}", {"points": most}
        else:
            said = "Heaviest deal: {names}, {points} in deal {deal}"
            facts = {"points": most, "deal": deal}
        found.append(Remark(said, facts, {"names": who}))
    unwritten = tuple(seat for seat, total in enumerate(view.totals) if not total)
    if unwritten and view.options.entry:
        found.append(Remark("Never entered: {names}", seats={"names": unwritten}))
    return tuple(found)
