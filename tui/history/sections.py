"""What a career adds up to, in sections of rows: bars on the screen, lines in plain mode.

Draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.games import FACTS
from core.records.career import Career, Mark, Opponent
from tui.history.words import bots_said, rank_of_kind, share_said
from tui.language.text import t, tn
from tui.language.words import decimal

Tone: TypeAlias = Literal["", "good", "bad"]

RECENT: Final = 30
"""Results of a curve."""


@dataclass(frozen=True, slots=True)
class StatsRow:
    """One number: what it counts, how long its bar is, how it is worded."""

    label: str
    value: float
    said: str
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows that belong together."""

    title: str
    rows: tuple[StatsRow, ...]
    most: float = 0
    """The value of the longest bar the room allows; 0 for the greatest value."""


def sections(career: Career) -> Iterator[Section]:
    """Return what there is to compare; the plain numbers are in `career_rows`."""
    yield from _places(career)
    if career.bids_at:
        yield Section(t("bids made, by size of hand"), tuple(_bids(career)), 100)
    if career.against:
        yield Section(t("won at tables with"), tuple(_against(career)), 100)
    if career.opponents:
        yield Section(t("how often you finished ahead of"), tuple(_head_to_head(career)), 100)
    if goats := tuple(_goats(career)):
        yield Section(t("who was the goat"), goats)


def _places(career: Career) -> Iterator[Section]:
    """Return a section for each size of table: places at different sizes cannot be compared."""
    for seats, places in sorted(career.places_at.items()):
        average = decimal(sum(places) / len(places))
        title = t("places at tables of {n}: {place} on average", n=seats, place=average)
        rows = [
            StatsRow(
                t("place {n}", n=place),
                places.count(place),
                share_said(places.count(place), len(places)),
                "good" if place == 1 else "bad" if place == seats else "",
            )
            for place in range(1, seats + 1)
        ]
        yield Section(title, tuple(rows))


def _bids(career: Career) -> Iterator[StatsRow]:
    for size, kept in sorted(career.bids_at.items()):
        label = t("hand of {n}", n=size)
        yield StatsRow(label, 100 * kept.made / kept.of, share_said(kept.made, kept.of))


def _against(career: Career) -> Iterator[StatsRow]:
    for kind, against in sorted(career.against.items(), key=lambda item: rank_of_kind(item[0])):
        share = 100 * against.won / against.matches
        yield StatsRow(bots_said(kind), share, share_said(against.won, against.matches))


def _head_to_head(career: Career) -> Iterator[StatsRow]:
    for opponent in _sorted(career):
        share = 100 * opponent.ahead / opponent.met
        said = share_said(opponent.ahead, opponent.met)
        if ties := opponent.met - opponent.ahead - opponent.behind:
            said += tn(", {n} tie", ", {n} ties", ties)
        even = opponent.ahead == opponent.behind
        tone: Tone = "" if even else "good" if opponent.ahead > opponent.behind else "bad"
        yield StatsRow(_opponent(opponent), share, said, tone)


def _goats(career: Career) -> Iterator[StatsRow]:
    """Return nothing for a game without a goat."""
    if not career.goats and not any(each.goats for each in career.opponents.values()):
        return
    yield StatsRow(t("you"), career.goats, share_said(career.goats, career.matches), "bad")
    for opponent in _sorted(career):
        said = share_said(opponent.goats, opponent.met)
        yield StatsRow(_opponent(opponent), opponent.goats, said)


def _sorted(career: Career) -> list[Opponent]:
    """Put people first, those met most often before the others, then bots by their level."""
    return sorted(
        career.opponents.values(),
        key=lambda each: (rank_of_kind(each.kind), -each.met, each.name.casefold()),
    )


def _opponent(opponent: Opponent) -> str:
    return opponent.name or bots_said(opponent.kind)


# --- the last results -----------------------------------------------------------------------------


def recent(career: Career) -> Sequence[Mark]:
    """Return the last results, oldest first."""
    return career.results[-RECENT:]


def recent_title(career: Career) -> str:
    """Say what the curve of the last results shows."""
    marks = recent(career)
    facts = {"n": round(sum(mark.total for mark in marks) / len(marks))}
    last = tn("the last {n} result", "the last {n} results", len(marks))
    if FACTS[career.game].LOWEST_WINS:
        return f"{last}: {t('{n} on average, low is good', **facts)}"
    return f"{last}: {t('{n} points on average', **facts)}"


def recent_said(career: Career) -> str:
    """List the last results: the points, and the place where it is known."""
    return ", ".join(_result(mark) for mark in recent(career))


def _result(mark: Mark) -> str:
    if mark.goat:
        return t("{total} (the goat)", total=mark.total)
    if mark.place == 1:
        return t("{total} (won)", total=mark.total)
    return str(mark.total)
