"""The sums of a player's matches, game by game.

Reads no file. Only the number of unfinished matches is kept.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.game import Seat, Value, plain_options, unusual_rules
from core.games import FACTS
from core.match import Player
from core.records.made_bids import BidDeal


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match as one of its players saw it."""

    game: str
    seat: Seat
    players: tuple[Player, ...]
    totals: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """Empty, like the totals, if the match was not finished."""
    goats: tuple[Seat, ...] = ()
    bids: tuple[BidDeal, ...] = ()
    when: str = ""
    """The beginning of the match, as ISO 8601."""
    options: Any = None
    """The house rules."""

    @property
    def others(self) -> Iterator[tuple[Seat, Player]]:
        """Iterate over the other players at the table."""
        return ((seat, each) for seat, each in enumerate(self.players) if seat != self.seat)

    @property
    def length(self) -> dict[str, Value]:
        """The house rules that made the match longer or shorter than usual."""
        rules = unusual_rules(self.options) if self.options is not None else {}
        return {name: rules[name] for name in FACTS[self.game].SHORT_MATCH if name in rules}

    @property
    def place(self) -> int:
        return self.places[self.seat]

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass(slots=True)
class Against:
    """Matches with one kind of opponent at the table."""

    matches: int = 0
    won: int = 0


@dataclass(slots=True)
class Opponent:
    """One person, or all bots of a level, at a player's tables."""

    name: str
    """The person's name; empty for bots."""
    kind: str
    """"human" or the level of a bot."""
    met: int = 0
    """The number of meetings; two bots of the same level at one table count twice."""
    ahead: int = 0
    """The number of matches in which the player finished ahead of them."""
    behind: int = 0
    goats: int = 0
    """The number of matches in which they were the goat."""


@dataclass(slots=True)
class MadeBids:
    """Made bids, and all bids of known outcome."""

    made: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """The end of one match for the player."""

    total: int
    place: int
    seats: int
    when: str
    goat: bool = False


@dataclass(slots=True)
class Career:
    """One game at one length. All sums but `unfinished` are of finished matches."""

    game: str
    length: Mapping[str, Value] = field(default_factory=dict)
    """The house rules that make these matches longer or shorter than usual."""
    matches: int = 0
    unfinished: int = 0
    won: int = 0
    points: int = 0
    places_at: dict[int, list[int]] = field(default_factory=dict)
    """Number of seats -> the places at tables of that size, in order."""
    against: dict[str, Against] = field(default_factory=dict)
    """By kind: "human" or the level of a bot."""
    opponents: dict[str, Opponent] = field(default_factory=dict)
    """Head to head, by name as from `called`, in lower case."""
    results: list[Mark] = field(default_factory=list)
    """Every match, oldest first."""
    bids_at: dict[int, MadeBids] = field(default_factory=dict)
    """Tricks in the deal -> bids."""
    best: Mark | None = None
    worst: Mark | None = None
    streak: int = 0
    """The number of the latest matches won in a row; negative: not won in a row."""
    longest: int = 0
    """The most matches won in a row."""
    goats: int = 0
    since_goat: int = 0
    """Matches played since the player was last the goat."""
    bids: int = 0
    """Bids whose outcome the record shows."""
    made: int = 0
    bid_deals: int = 0
    """All bids, including those whose outcome it does not show."""
    bid_matches: int = 0
    """Matches whose bids the record shows."""
    run: int = 0
    """The latest bids made in a row; a bid of unknown outcome ends a run."""
    longest_run: int = 0
    clean: int = 0
    """Parts of a match, as from one premium to the next, in which every bid was made."""
    parts: int = 0
    """All parts whose outcome is known, clean or not."""
    best_premium: int = 0
    penalties: int = 0
    """Bids missed without a trick, in games that have a word for it."""

    @property
    def average_points(self) -> float:
        return self.points / self.matches if self.matches else 0.0

    def add(self, outcome: Outcome) -> None:
        """Count a match; older ones come first."""
        if not outcome.places:
            self.unfinished += 1
            return
        total, seats = outcome.totals[outcome.seat], len(outcome.players)
        self.matches += 1
        self.won += outcome.won
        self.places_at.setdefault(seats, []).append(outcome.place)
        self.points += total
        self._note_streak(outcome.won)
        self._note_opponents(outcome)
        goat = outcome.seat in outcome.goats
        self.goats += goat
        self.since_goat = 0 if goat else self.since_goat + 1
        mark = Mark(total, outcome.place, seats, outcome.when, goat)
        self.results.append(mark)
        self._note_marks(mark)
        self._note_bids(outcome)

    @property
    def name(self) -> str:
        """The game, with the rules that change its length: "game", "game target=50"."""
        return " ".join((self.game, *(f"{name}={value}" for name, value in self.length.items())))

    def _note_bids(self, outcome: Outcome) -> None:
        self.bid_matches += bool(outcome.bids)
        part: list[bool | None] = []
        for deal in outcome.bids:
            made = deal.made[outcome.seat]
            self.bid_deals += 1
            self.run = self.run + 1 if made else 0
            self.longest_run = max(self.longest_run, self.run)
            self.penalties += bool(deal.penalties) and deal.penalties[outcome.seat]
            part.append(made)
            if deal.premium:
                self.best_premium = max(self.best_premium, deal.premium[outcome.seat])
                self.clean += all(part)
                self.parts += all(part) or False in part
                part.clear()
            if made is not None:
                self.bids += 1
                self.made += made
                kept = self.bids_at.setdefault(deal.size, MadeBids())
                kept.of += 1
                kept.made += made

    def _note_streak(self, won: bool) -> None:
        if won:
            self.streak = max(0, self.streak) + 1
            self.longest = max(self.longest, self.streak)
        else:
            self.streak = min(0, self.streak) - 1

    def _note_opponents(self, outcome: Outcome) -> None:
        for kind in {player.kind.removeprefix("bot:") for _, player in outcome.others}:
            against = self.against.setdefault(kind, Against())
            against.matches += 1
            against.won += outcome.won
        for seat, player in outcome.others:
            name = player.name if player.kind == "human" else ""
            new = Opponent(name, player.kind.removeprefix("bot:"))
            opponent = self.opponents.setdefault(called(player).casefold(), new)
            opponent.met += 1
            opponent.ahead += outcome.place < outcome.places[seat]
            opponent.behind += outcome.place > outcome.places[seat]
            opponent.goats += seat in outcome.goats

    def _note_marks(self, mark: Mark) -> None:
        # Points cannot be compared between few and many seats, so the place counts first.
        sign = -1 if FACTS[self.game].LOWEST_WINS else 1

        def rank(mark: Mark) -> tuple[float, int]:
            share = (mark.place - 1) / max(1, mark.seats - 1)
            return (-share, sign * mark.total)

        if self.best is None or rank(mark) > rank(self.best):
            self.best = mark
        if self.worst is None or rank(mark) < rank(self.worst):
            self.worst = mark


@dataclass(frozen=True, slots=True)
class Filter:
    """Chooses the matches that are counted; an empty field admits all."""

    game: str = ""
    players: tuple[str, ...] = ()
    """The others who must have sat at the table: names, or levels of bots as "bot:hard"."""
    rules: Mapping[str, Value] = field(default_factory=dict)
    """House rules by name, each with its value."""

    def admits(self, outcome: Outcome) -> bool:
        """Tell whether a match counts."""
        if self.game and outcome.game != self.game:
            return False
        there = {called(player).casefold() for _, player in outcome.others}
        if not there.issuperset(map(str.casefold, self.players)):
            return False
        if not self.rules:
            return True
        played = plain_options(outcome.options) if outcome.options is not None else {}
        return all(played.get(name) == value for name, value in self.rules.items())


def called(player: Player) -> str:
    """Return the name of a player in a `Filter`: a person's name, or the kind of a bot."""
    return player.name if player.kind == "human" else player.kind


def players(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Count the matches with each other player, by `called` name, the most frequent first."""
    counted: dict[str, int] = {}
    spelt: dict[str, str] = {}
    for outcome in outcomes:
        for name in {called(player) for _, player in outcome.others}:
            known = spelt.setdefault(name.casefold(), name)
            counted[known] = counted.get(known, 0) + 1
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0].casefold())))


def seat_of(players: Sequence[Player], names: Iterable[str]) -> Seat | None:
    """Return the seat of the first player with one of these names; None if there is none."""
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
    """Add up matches, given oldest first, by `Career.name`.

    That name includes the length: points of short and whole matches cannot be compared.
    """
    found: dict[str, Career] = {}
    for outcome in outcomes:
        career = Career(outcome.game, outcome.length)
        found.setdefault(career.name, career).add(outcome)
    return found
