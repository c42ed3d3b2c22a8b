"""The summary of a finished match: totals deal by deal, counts, remarks.

A game's `summary.py` gives the counts of that game alone; the rest follows from the totals. The
Views and Events of a spectator are enough for all of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from core.advice import Fact
from core.game import DEAL_ENDS, Event, Seat
from core.games import FACTS, Registry
from core.moves import numbers

Totals: TypeAlias = tuple[int, ...]
"""The points of every seat."""


@dataclass(frozen=True, slots=True)
class CountRow:
    """A count for every player: a column on the last page."""

    title: str
    """In English, also the key of its translation; short enough for the heading of a column."""
    values: tuple[str, ...]
    """By seat: a number, "7/24", or "-" for nothing."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about the match: an English template, with its facts and seats."""

    template: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    seats: Mapping[str, tuple[Seat, ...]] = field(default_factory=dict)
    """Placeholder in the template -> the seats of the players named there."""


@dataclass(frozen=True, slots=True)
class Turning:
    """The deal or round that decided the match."""

    number: int
    seats: tuple[Seat, ...]
    """The winners; in a game that names losers, the losers."""
    led: bool
    """Whether they led from the first deal on and only pulled away in this one."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished match in numbers."""

    unit: str
    """The unit of the totals: "deal" or "round"."""
    first: int
    """The number of the first total: more than 1 if earlier ones were not seen."""
    totals: tuple[Totals, ...]
    """After each deal or round."""
    turning: Turning | None
    """The deal that decided the match; None if too little of it was seen."""
    counts: tuple[CountRow, ...] = ()
    remarks: tuple[Remark, ...] = ()


def largest(found: Sequence[tuple[int, Seat, int]]) -> tuple[int, tuple[Seat, ...], int | None]:
    """Return the largest amount, the seats that had it, and its deal: None for several deals.

    `found` has amounts, each with its seat and deal.
    """
    most = max(amount for amount, _, _ in found)
    seats = tuple(sorted({seat for amount, seat, _ in found if amount == most}))
    deals = {deal for amount, _, deal in found if amount == most}
    return most, seats, deals.pop() if len(deals) == 1 else None


ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Summarizing(Protocol[ViewT_contra]):
    """A game's module of counts and remarks."""

    def totals(self, view: ViewT_contra) -> tuple[Totals, ...]:
        """Return the totals after each deal, as far as the View's sheet has them."""

    def counts(self, view: ViewT_contra, events: Sequence[Event]) -> tuple[CountRow, ...]:
        """Return the counts worth remembering of a match of this game."""

    def remarks(self, view: ViewT_contra, events: Sequence[Event]) -> tuple[Remark, ...]:
        """Return other sentences worth remembering."""


SUMMARIES: Final[Registry[Summarizing[Any]]] = Registry("core.games", "summary")
"""Name of a game -> its counting module, if it has one."""

PASSING: Final = ("moved", "trick", "opened")
"""Kinds of frequent events that no summary needs."""


def worth_keeping(events: Iterable[Event]) -> list[Event]:
    """Return the events that a summary needs."""
    return [event for event in events if event.kind not in PASSING]


def summarize(game: str, view: Any, events: Sequence[Event]) -> Summary:
    """Sum up a match from its last View and its events; the first events may be missing."""
    own = SUMMARIES.get(game)
    unit, first, totals = _heard(events)
    told = events if first == 1 else ()  # counts of a part of the match would mislead
    written = own.totals(view) if own is not None else ()
    if written and len(written) >= len(totals):
        unit, first, totals = "deal", 1, written
    goats = bool(view.result and view.result.goats)
    lowest = FACTS[game].LOWEST_WINS
    return Summary(
        unit,
        first,
        totals,
        turning_point(totals, lowest=lowest != goats) if first == 1 else None,
        own.counts(view, told) if own is not None else (),
        own.remarks(view, told) if own is not None else (),
    )


def _heard(events: Iterable[Event]) -> tuple[str, int, tuple[Totals, ...]]:
    """Read the totals after each deal or round; points paid afterwards belong to the one before.

    After a gap the totals start again.
    """
    unit, last = "deal", 0
    found: list[Totals] = []
    for event in events:
        if event.kind in DEAL_ENDS:
            unit, number = event.kind, int(event.data[event.kind])
            if number != last + 1:
                found.clear()
            last = number
            found.append(numbers(event.data["totals"]))
        elif found and "totals" in event.data:
            found[-1] = numbers(event.data["totals"])
    return unit, last - len(found) + 1, tuple(found)


def leaders(totals: Totals, *, lowest: bool) -> frozenset[Seat]:
    """Return the seats with the most points, or with the fewest if the lowest wins."""
    best = min(totals) if lowest else max(totals)
    return frozenset(seat for seat, total in enumerate(totals) if total == best)


def turning_point(totals: Sequence[Totals], *, lowest: bool) -> Turning | None:
    """Return the deal that put the winners in front for good; None if there was only one deal.

    If they led from the first deal on, it is the deal in which their lead over the best of the
    others grew most.
    """
    fronts = [leaders(each, lowest=lowest) for each in totals]
    if len(fronts) < 2 or len(fronts[-1]) == len(totals[-1]):
        return None
    since, front = len(fronts), fronts[-1]
    while since > 1 and fronts[since - 2] == front:
        since -= 1
    seats = tuple(sorted(front))
    if since > 1:
        return Turning(since, seats, led=False)
    sign = -1 if lowest else 1
    ahead = [
        min(sign * (each[seats[0]] - other) for seat, other in enumerate(each) if seat not in front)
        for each in totals
    ]
    grew = [now - before for before, now in zip((0, *ahead), ahead, strict=False)]
    return Turning(grew.index(max(grew)) + 1, seats, led=True)
