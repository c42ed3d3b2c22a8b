"""A match at a table: numbered positions, cut to each viewer, and stale choices.

Connections and times are unknown here.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.deal_proof import DealProof
from core.game import FINISHED, Event, Move, Seat
from core.match import Match
from net.wire.bounds import MAX_MISSED
from net.wire.from_host import Missed, Updated
from net.wire.message import EventLine, MissedLine
from net.wire.views import brief_view, plain_event


@dataclass(frozen=True, slots=True)
class DealSpan:
    """The beginning of a deal."""

    seq: int
    """The number of its first position."""
    move: int
    """The number of moves before it."""


class LiveMatch:
    """A match with a number for each position; the numbers continue from match to match."""

    def __init__(self, match: Match, seq: int, proof: DealProof | None = None) -> None:
        self.match = match
        self.proof = proof
        """The proof from which all decks of the match follow, past and future; None if unknown."""
        self.seq = seq
        self.deals = [DealSpan(seq, 0)]
        """The span of each deal that was dealt."""
        self.moves: list[tuple[Seat, Move]] = []
        """The moves in the order of play, which differs from a record's for secret moves."""
        self._told: Sequence[Event] = ()
        self._secrets: set[Seat | None] = set()
        """The seats that may know more of the last events than the others."""
        self._open_lines: list[EventLine] = []
        self._lately: deque[tuple[int, Event]] = deque(maxlen=MAX_MISSED)
        """The last events, each with the number of the position to which it led."""
        self.over = False
        self.between_deals = False
        """Whether a finished deal is open, and the next one is due."""
        self.finished = False
        """Whether the last deal has been played to its end."""
        self._to_act: tuple[Seat, ...] = ()
        match.deal_due()
        _prove(self)
        self._look()
        self._waited_for_since: dict[Seat, int] = dict.fromkeys(self._to_act, seq)

    def view(self, viewer: Seat | None) -> Any:
        """Return the View of a seat or a watcher now."""
        return self.match.game.view(self.match.state, viewer)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats whose decision is awaited."""
        return self._to_act

    def legal(self, seat: Seat) -> Sequence[Move]:
        return self.match.game.legal(self.match.state, seat)

    def is_current(self, seat: Seat, seq: int) -> bool:
        """Return whether a choice that a seat made in position `seq` still counts.

        If several decide at once, one decision does not make the others' choices stale: a choice
        counts as long as the seat has been awaited without interruption.
        """
        return self._waited_for_since.get(seat, self.seq) <= seq <= self.seq

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move; one that ends a deal leaves it open. Raises IllegalMoveError."""
        events = self.match.play(seat, move)
        self.moves.append((seat, move))
        if self.match.game.phase(self.match.state) != FINISHED:
            events += self.match.deal_due()  # hands that were thrown in are not a finished deal
        self._count(seat)
        self._lately += ((self.seq, event) for event in events)
        return events

    def deal(self) -> list[Event]:
        """Deal the next hands, once a deal is over."""
        events = self.match.deal_due()
        self._count()
        self.deals.append(DealSpan(self.seq, len(self.moves)))
        self._lately += ((self.seq, event) for event in events)
        _prove(self)
        return events

    def shuffle_anew(self, later: DealProof) -> None:
        """From the next deal on, deal from a new shuffle; called between two deals."""
        assert self.proof is not None
        self.proof = self.proof.anew(later, len(self.deals) + 1)
        self.match.shuffle_anew(self.proof.key)

    def renumber(self, seq: int) -> None:
        """Give the position of a finished deal a number above those of a void deal."""
        self.seq = seq

    def _count(self, mover: Seat | None = None) -> None:
        """Number a new position."""
        self.seq += 1
        self._look()
        self._waited_for_since = {
            other: self.seq if other == mover else self._waited_for_since.get(other, self.seq)
            for other in self._to_act
        }

    def _look(self) -> None:
        """Compute once the facts that are needed many times for each position."""
        game, state = self.match.game, self.match.state
        self.over = game.result(state) is not None
        self._to_act = game.to_act(state)
        self.between_deals = game.phase(state) == FINISHED
        self.finished = self.over or self.between_deals

    def position(
        self,
        viewer: Seat | None,
        events: Sequence[Event],
        number: int,
        left: int = 0,
        late: Seat | None = None,
    ) -> Updated:
        """Return the position and the events that led to it, cut to a seat or a watcher."""
        view = brief_view(self.view(viewer))
        return Updated(self.seq, view, self._lines(viewer, events), number, left, late)

    def missed(self, viewer: Seat, seen: int) -> Missed:
        """Return the latest events after the position `seen`, as a seat may see them."""
        lately = ((seq, event) for seq, event in self._lately if seq > seen)
        return Missed([MissedLine(seq, plain_event(e.seen_by(viewer))) for seq, e in lately])

    def _lines(self, viewer: Seat | None, events: Sequence[Event]) -> list[EventLine]:
        """Return events as a viewer may see them, encoded once for all who see the same."""
        if events is not self._told:
            self._told = events
            self._secrets = {event.seat for event in events if event.secret}
            self._open_lines = [plain_event(event.seen_by(None)) for event in events]
        if viewer not in self._secrets:
            return self._open_lines
        return [plain_event(event.seen_by(viewer)) for event in events]


def moves_of(live: LiveMatch, deal: int) -> list[tuple[Seat, Move]]:
    """Return the moves of a deal, in the order of play; deals count from 1."""
    begin, *later = [span.move for span in live.deals[deal - 1 :]]
    return live.moves[begin : later[0] if later else None]


def _prove(live: LiveMatch) -> None:
    """Write into the record the proof of the deals so far."""
    if live.proof is not None:
        live.match.lines[0]["deal_proof"] = live.proof.upto(len(live.deals)).plain()
