"""What a player's finished matches add up to, game by game: pure sums. Reads no file.

Matches that were not finished are counted, and count for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.game import Seat
from core.games import FACTS
from core.match import Player
from core.records.made_bids import BidDeal


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match as one of its players knows it."""

    game: str
    seat: Seat
    players: tuple[Player, ...]
    totals: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """Empty, as the totals, if the match was not finished."""
    goats: tuple[Seat, ...] = ()
    bids: tuple[BidDeal, ...] = ()
    when: str = ""
    """When it began, as ISO 8601."""

    @property
    def place(self) -> int:
        return self.places[self.seat]

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass(slots=True)
class Against:
    """Matches in which a kind of opponent sat at the table."""

    matches: int = 0
    won: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A result worth remembering."""

    total: int
    place: int
    seats: int
    when: str


@dataclass(slots=True)
class Career:
    """One game. Sums of finished matches only, but for `unfinished`."""

    game: str
    matches: int = 0
    unfinished: int = 0
    won: int = 0
    places: int = 0
    seats: int = 0
    points: int = 0
    places_at: dict[int, list[int]] = field(default_factory=dict)
    """Number of seats -> the places at tables of that size, in order."""
    against: dict[str, Against] = field(default_factory=dict)
    """By kind: "human" or the level of a bot."""
    best: Mark | None = None
    worst: Mark | None = None
    streak: int = 0
    """Matches won without a break up to the last one; negative: not won."""
    longest: int = 0
    """The most matches won without a break."""
    goats: int = 0
    since_goat: int = 0
    """Matches since the player was last the goat."""
    bids: int = 0
    """Bids of which the record tells whether they were made."""
    made: int = 0
    bid_deals: int = 0
    """All bids, also those of which it does not."""

    @property
    def average_place(self) -> float:
        return self.places / self.matches if self.matches else 0.0

    @property
    def average_seats(self) -> float:
        return self.seats / self.matches if self.matches else 0.0

    @property
    def average_points(self) -> float:
        return self.points / self.matches if self.matches else 0.0

    def add(self, outcome: Outcome) -> None:
        """Count a match; the older ones come first."""
        if not outcome.places:
            self.unfinished += 1
            return
        total, seats = outcome.totals[outcome.seat], len(outcome.players)
        self.matches += 1
        self.won += outcome.won
        self.places += outcome.place
        self.places_at.setdefault(seats, []).append(outcome.place)
        self.seats += seats
        self.points += total
        self._note_streak(outcome.won)
        self._note_opponents(outcome)
        goat = outcome.seat in outcome.goats
        self.goats += goat
        self.since_goat = 0 if goat else self.since_goat + 1
        self._note_marks(Mark(total, outcome.place, seats, outcome.when))
        for deal in outcome.bids:
            made = deal.made[outcome.seat]
            self.bid_deals += 1
            self.bids += made is not None
            self.made += made is True

    def _note_streak(self, won: bool) -> None:
        if won:
            self.streak = max(0, self.streak) + 1
            self.longest = max(self.longest, self.streak)
        else:
            self.streak = min(0, self.streak) - 1

    def _note_opponents(self, outcome: Outcome) -> None:
        others = (p.kind for seat, p in enumerate(outcome.players) if seat != outcome.seat)
        for kind in {kind.removeprefix("bot:") for kind in others}:
            against = self.against.setdefault(kind, Against())
            against.matches += 1
            against.won += outcome.won

    def _note_marks(self, mark: Mark) -> None:
        # Matches of few and of many seats are not the same: a place counts before the points.
        sign = -1 if FACTS[self.game].LOWEST_WINS else 1

        def rank(mark: Mark) -> tuple[float, int]:
            share = (mark.place - 1) / max(1, mark.seats - 1)
            return (-share, sign * mark.total)

        if self.best is None or rank(mark) > rank(self.best):
            self.best = mark
        if self.worst is None or rank(mark) < rank(self.worst):
            self.worst = mark


def seat_of(players: Sequence[Player], names: Iterable[str]) -> Seat | None:
    """Return where one of these people sat, if one did."""
    known = {name.casefold() for name in names}
    return next(
        (
            seat
            for seat, player in enumerate(players)
            if player.kind == "human" and player.name.casefold() in known
        ),
        None,
    )


def careers(outcomes: Iterable[Outcome]) -> dict[str, Career]:
    """Add up matches, given oldest first, by game."""
    found: dict[str, Career] = {}
    for outcome in outcomes:
        found.setdefault(outcome.game, Career(outcome.game)).add(outcome)
    return found
