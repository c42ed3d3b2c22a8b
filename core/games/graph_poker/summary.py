"""A match of Graph-Poker in brief: the rows of four that were paid, and the best."""

from collections.abc import Sequence

from core.game import Event
from core.games.graph_poker.moves import RoundScored, WindowPaid, parse_event
from core.games.graph_poker.poker import Combination
from core.games.graph_poker.view import View
from core.summary import CountRow, Remark, Totals


def totals(view: View) -> tuple[Totals, ...]:
    """Return the totals after each deal; the rounds are told by events."""
    found: list[Totals] = []
    for points in view.past:
        before = found[-1] if found else (0,) * view.seats
        found.append(tuple(map(int.__add__, before, points)))
    if view.sheet and view.result:
        found.append(view.totals)
    return tuple(found)


def counts(view: View, events: Sequence[Event]) -> tuple[CountRow, ...]:
    """Count the rows that were paid, and the most points of one round."""
    paid = [combination.owner for _, combination in _paid(events)]
    if not paid:
        return ()
    rounds = [
        found.points for event in events if isinstance(found := parse_event(event), RoundScored)
    ]
    most = [max((points[seat] for points in rounds), default=0) for seat in range(view.seats)]
    return (
        CountRow("rows", tuple(str(paid.count(seat) or "-") for seat in range(view.seats))),
        CountRow("best round", tuple(str(points or "-") for points in most)),
    )


def remarks(view: View, events: Sequence[Event]) -> tuple[Remark, ...]:
    """Name the best row of all; the first of several equal ones."""
    found = _paid(events)
    if not found:
        return ()
    number, best = max(found, key=lambda paid: paid[1].points)
    return (
        Remark(
            "Best row: {names}, {category} {cards} in round {round}",
            {"category": best.category, "cards": " ".join(best.cards), "round": number},
            {"names": (best.owner,)},
        ),
    )


def _paid(events: Sequence[Event]) -> list[tuple[int, Combination]]:
    """List the rows that were paid, each with its round, counted through all deals."""
    found: list[tuple[int, Combination]] = []
    open_rows: list[Combination] = []
    for event in events:
        match parse_event(event):
            case WindowPaid(_, paid):
                open_rows.append(paid)
            case RoundScored(round=number):
                found += [(number, paid) for paid in open_rows]
                open_rows.clear()
    return found
