"""Duplicate matches: the contestants change seats on the same decks, so that luck cancels out.

The lead of a contestant over the others is averaged over all seatings of a deck. That leaves one
number per deck, and intervals are computed over decks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from statistics import variance
from typing import Any, Final, TypeAlias

from core.bots.values import mean
from core.game import DEAL_ENDS, Game, Value, parse_options
from core.games import FACTS, GAMES
from core.match import Match
from core.records.made_bids import BIDS, has_bids, made_bids
from kozyr_kits.arena.interval import Interval, student
from kozyr_kits.arena.match import TimedDecision, play_timed

PlayTimed: TypeAlias = Callable[
    [Game, Any, Sequence[str], int, Callable[[], float]], tuple[Match, list[TimedDecision]]
]
"""Game, options, contestants by seat, seed, clock -> the match played and its decisions."""

MOST_WAYS: Final = 24
"""The most seatings that are all played; beyond it, only the rotations of one."""


@dataclass(frozen=True, slots=True)
class DeckTask:
    """A deck to be played with every seating; small enough to be sent to another process."""

    game: str
    options: dict[str, Value]
    contestants: tuple[str, ...]
    """The contestant at each seat in the first match."""
    seed: int


@dataclass(slots=True)
class Tally:
    """The counts of one contestant, with one deck or with many."""

    matches: int = 0
    """The number of matches by seats: a contestant with two seats at a table plays two."""
    deals: int = 0
    first: int = 0
    last: int = 0
    """The number of last places; if all have the same points, all are first and none is last."""
    places: int = 0
    """The sum of its places."""
    by_place: dict[int, int] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    playouts: int = 0
    cut_short: int = 0
    """Decisions of our bots that ran out of time."""
    faults: dict[str, int] = field(default_factory=dict)
    """Kind -> decisions that had to be left to chance."""
    said: str = ""
    """The message of the first fault."""
    bids: dict[int, list[int]] = field(default_factory=dict)
    """Tricks in the deal -> the bids that were made, and all bids."""

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        for kind, times in other.faults.items():
            self.faults[kind] = self.faults.get(kind, 0) + times
        for place, times in other.by_place.items():
            self.by_place[place] = self.by_place.get(place, 0) + times
        self.said = self.said or other.said
        for size, (made, bids) in other.bids.items():
            line = self.bids.setdefault(size, [0, 0])
            line[0] += made
            line[1] += bids

    def ended(self, deals: int, place: int, last: int) -> None:
        """Count a finished match; `last` is the worst place in it."""
        self.matches += 1
        self.deals += deals
        self.first += place == 1
        self.last += place == last > 1
        self.places += place
        self.by_place[place] = self.by_place.get(place, 0) + 1

    def decided(self, decision: TimedDecision) -> None:
        """Count a decision."""
        self.decisions += 1
        self.seconds += decision.seconds
        self.slowest = max(self.slowest, decision.seconds)
        self.playouts += decision.playouts
        self.cut_short += decision.cut_short
        if decision.fault:
            self.faults[decision.fault] = self.faults.get(decision.fault, 0) + 1
            self.said = self.said or decision.said


_SUMS: Final = (
    *("matches", "deals", "first", "last", "places"),
    *("decisions", "seconds", "playouts", "cut_short"),
)


@dataclass(slots=True)
class DeckReport:
    """The result of one deck with every seating: each contestant's lead and tally."""

    ahead_match: dict[str, float] = field(default_factory=dict)
    ahead_deal: dict[str, float] = field(default_factory=dict)
    by_way: dict[str, list[float]] = field(default_factory=dict)
    """The lead per deal with each seating, as a single match would show it."""
    tallies: dict[str, Tally] = field(default_factory=dict)


def ways(contestants: Sequence[str]) -> list[tuple[str, ...]]:
    """List the different ways in which the contestants can sit."""
    turned = [tuple(contestants[n:]) + tuple(contestants[:n]) for n in range(len(contestants))]
    if len(contestants) > 8:
        return list(dict.fromkeys(turned))
    found = dict.fromkeys(permutations(contestants))
    return list(found if len(found) <= MOST_WAYS else dict.fromkeys(turned))


def play_deck(
    task: DeckTask,
    clock: Callable[[], float],
    play: PlayTimed = play_timed,
    seatings: Sequence[tuple[str, ...]] = (),
) -> DeckReport:
    """Play one deck with every seating, or with these, and average."""
    game = GAMES[task.game]
    options = parse_options(game.Options, task.options)
    report = DeckReport(tallies={name: Tally() for name in task.contestants})
    seatings = seatings or ways(task.contestants)
    for seating in seatings:
        match, decisions = play(game, options, seating, task.seed, clock)
        deals = sum(any(key in line for key in DEAL_ENDS) for line in match.lines)
        result = game.result(match.state)
        assert result is not None
        for name, ahead in ahead_of_others(game, seating, result.totals).items():
            report.ahead_match[name] = report.ahead_match.get(name, 0) + ahead / len(seatings)
            by_deal = ahead / max(1, deals)
            report.ahead_deal[name] = report.ahead_deal.get(name, 0) + by_deal / len(seatings)
            report.by_way.setdefault(name, []).append(by_deal)
        for seat, name in enumerate(seating):
            tally = report.tallies[name]
            tally.ended(deals, result.places[seat], max(result.places))
        for decision in decisions:
            report.tallies[seating[decision.seat]].decided(decision)
        _count_bids(game, options, seating, match, report)
    return report


def ahead_of_others(game: Game, seating: Sequence[str], totals: Sequence[int]) -> dict[str, float]:
    """Return the lead of each contestant's mean over the mean of the others."""
    sign = -1 if FACTS[game.NAME].LOWEST_WINS else 1
    found = {}
    for name in dict.fromkeys(seating):
        mine = [sign * total for total, at in zip(totals, seating, strict=True) if at == name]
        others = [sign * total for total, at in zip(totals, seating, strict=True) if at != name]
        found[name] = sum(mine) / len(mine) - sum(others) / len(others) if others else 0.0
    return found


def _count_bids(
    game: Game, options: Any, seating: Sequence[str], match: Match, report: DeckReport
) -> None:
    if not has_bids(game.NAME):
        return
    lines = match.text().splitlines()
    for deal in made_bids(game.NAME, options, len(seating), lines):
        size = BIDS[game.NAME].terms(options, len(seating), deal.deal)[0]
        for seat, made in enumerate(deal.made):
            if made is not None:
                line = report.tallies[seating[seat]].bids.setdefault(size, [0, 0])
                line[0] += made
                line[1] += 1


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one contestant over all decks."""

    name: str
    a_deal: Interval
    a_match: Interval
    tally: Tally
    luck_out: float
    """The share of the variance of as many single matches that changing seats removed."""


def standings(contestants: Iterable[str], reports: Sequence[DeckReport]) -> list[Standing]:
    """Add up the decks. Being ahead means having more points, or fewer where points are bad."""
    found = []
    for name in dict.fromkeys(contestants):
        tally = Tally()
        for report in reports:
            tally.add(report.tallies[name])
        found.append(
            Standing(
                name,
                student([report.ahead_deal[name] for report in reports]),
                student([report.ahead_match[name] for report in reports]),
                tally,
                luck_out([report.by_way[name] for report in reports]),
            )
        )
    return found


def luck_out(by_deck: Sequence[Sequence[float]]) -> float:
    """Compare the variance of the decks' means with the variance of as many independent matches."""
    singles = [ahead for ways in by_deck for ahead in ways]
    if len(by_deck) < 2 or not (alone := variance(singles) / len(by_deck[0])):
        return 0.0
    return 1 - variance([mean(ways) for ways in by_deck]) / alone
