"""A record to walk through in both directions: the View of any seat after any move.

Knows no game and reads no file; core.records.record finds the faults of a record.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from core.game import DEAL_ENDS, Event, Game, Move, Result, Seat
from core.match import Match, Player
from core.records import BrokenRecordError, Fault
from core.records.record import announced, play_back, read

STRIDE: Final = 16
"""Steps between two kept states: a step back replays no more than this."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, or all the dealing between two moves, with the events of it."""

    seat: Seat | None
    """The mover; None for dealing."""
    move: Move
    """Empty for dealing."""
    events: tuple[Event, ...]
    orders: tuple[tuple[str, ...], ...] = ()
    """The orders of the pieces dealt; several if hands were thrown in."""


@dataclass(slots=True)
class _Seen:
    """Observes a playback: keeps the steps, and copies of some states."""

    steps: list[Step] = field(default_factory=list)
    kept: list[tuple[int, Any]] = field(default_factory=list)
    opening: list[tuple[str, ...]] = field(default_factory=list)

    def dealt(self, match: Match, order: Sequence[str], events: Sequence[Event]) -> None:
        if self.steps and self.steps[-1].seat is None:
            last = self.steps[-1]
            orders = (*last.orders, tuple(order))
            self.steps[-1] = Step(None, "", (*last.events, *events), orders)
        elif self.steps:
            self.steps.append(Step(None, "", tuple(events), (tuple(order),)))
        else:
            self.opening.append(tuple(order))
        if match.game.to_act(match.state):
            self._keep(match)

    def played(self, match: Match, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        self.steps.append(Step(seat, move, tuple(events)))
        self._keep(match)

    def _keep(self, match: Match) -> None:
        """Keep a copy of the state, one in STRIDE steps."""
        if not self.kept or len(self.steps) - self.kept[-1][0] >= STRIDE:
            self.kept.append((len(self.steps), match.state.copy()))


class Replay:
    """A match with its positions numbered: 0 after the first deal, n after the n-th step.

    A finished deal is a position as any other; the step after it deals the next one.
    """

    def __init__(
        self,
        game: Game,
        options: Any,
        players: Sequence[Player],
        seen: _Seen,
        fault: Fault | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.players = tuple(players)
        self.steps = tuple(seen.steps)
        self.fault = fault
        """The fault after the last step; None if the record is right to its end."""
        self.opening = tuple(seen.opening)
        """The orders of the pieces dealt before the first position."""
        self._kept = seen.kept
        self.kept_at = [at for at, _ in seen.kept]
        begin = (at for at in range(1, len(self.steps) + 1) if self._begins_deal(at))
        self.deal_starts: tuple[int, ...] = (0, *begin)
        """The positions with which a deal, or a round, begins."""
        self.moves = sum(step.seat is not None for step in self.steps)
        """The number of moves."""

    def _begins_deal(self, at: int) -> bool:
        """Tell whether a deal, or a round where no dealing comes before it, begins here."""
        dealing = self.steps[at - 1].seat is None  # a die may also be thrown within a deal
        last, following = self.steps[at - 1 - dealing], self.steps[at : at + 1]
        ended = any(event.kind in DEAL_ENDS for event in last.events)
        return ended and (dealing or any(step.seat is not None for step in following))

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.steps)

    @property
    def result(self) -> Result | None:
        """The result, if the match was played to its end."""
        return self.game.result(self.state(self.last))

    def state(self, at: int) -> Any:
        """Return an independent state of a position."""
        begun, kept = self._kept[bisect_right(self.kept_at, at) - 1]
        state = kept.copy()
        for step in self.steps[begun:at]:
            if step.seat is not None:
                self.game.apply(state, step.seat, step.move)
            for order in step.orders:
                self.game.deal(state, order)
        return state

    def view(self, at: int, seat: Seat | None) -> Any:
        """Return the View of a seat, or of a spectator, in a position."""
        return self.game.view(self.state(at), seat)

    def events(self, at: int, seat: Seat | None) -> tuple[Event, ...]:
        """Return the events that led to a position, as a viewer saw them."""
        return tuple(event.seen_by(seat) for event in self.steps[at - 1].events) if at else ()

    def legal(self, at: int) -> tuple[Move, ...]:
        """Return the moves of the next decision; none if the next step deals."""
        mover = self.steps[at].seat if at < self.last else None
        return () if mover is None else tuple(self.game.legal(self.state(at), mover))

    def orders(self, at: int) -> tuple[tuple[str, ...], ...]:
        """Return the orders of all pieces dealt up to a position."""
        dealt = (order for step in self.steps[:at] for order in step.orders)
        return (*self.opening, *dealt)

    def deal_of(self, at: int) -> int:
        """Return the number, from 0, of the deal or round that a position belongs to."""
        return bisect_right(self.deal_starts, at) - 1

    def deal_before(self, at: int) -> int:
        """Return the start of this deal or round; at its very start, that of the one before."""
        return self.deal_starts[max(0, bisect_left(self.deal_starts, at) - 1)]

    def deal_after(self, at: int) -> int:
        """Return the start of the next deal or round; in the last one, the last position."""
        index = bisect_right(self.deal_starts, at)
        return self.deal_starts[index] if index < len(self.deal_starts) else self.last

    def start_of(self, unit: str, number: int) -> int:
        """Return the position in which a deal or a round begins; the first one if there is none.

        `unit` is "deal" or "round", the kind of the event that ends it.
        """
        for at, step in enumerate(self.steps):
            if any(event.kind == unit and event.data.get(unit) == number for event in step.events):
                return self.deal_starts[self.deal_of(at)]
        return 0


def walk(games: Mapping[str, Game], lines: Iterable[str]) -> Replay:
    """Replay a record for walking through it, as far as it is right.

    Raises BrokenRecordError if not even the first position can be shown.
    """
    known, seen = list(lines), _Seen()
    try:
        match = play_back(games, known, partial=True, observer=seen)
    except BrokenRecordError as error:
        if not seen.kept:
            raise
        _, entry = next(read(known))
        return Replay(*announced(games, entry), seen, error.fault)
    return Replay(match.game, match.options, match.players, seen)
