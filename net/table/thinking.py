"""The open decisions of bots: who thinks, when an answer may be shown, when waiting ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from core.game import Move, Seat

LIMIT_SECONDS: Final = 10.0
"""Nobody waits longer for a bot: a hung worker must not stop a match."""


@dataclass(slots=True)
class _Thought:
    ticket: int
    due: float
    """Not shown sooner, so that people can follow."""
    limit: float
    answered: bool = False
    move: Move | None = None

    def ripe_at(self) -> float:
        return self.due if self.answered else self.limit


class Thoughts:
    """At most one open decision a seat, each with a ticket that no other has."""

    def __init__(self, pause_seconds: float, tickets: Iterator[int]) -> None:
        self._pause_seconds = pause_seconds
        self._open: dict[Seat, _Thought] = {}
        self._tickets = tickets

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._open

    def keep(self, seats: Collection[Seat]) -> None:
        """Forget the decisions of all other seats."""
        self._open = {seat: thought for seat, thought in self._open.items() if seat in seats}

    def begin(self, seat: Seat, now: float, *, forced: bool) -> int:
        """Open a decision; return its ticket. A forced move needs no show of thinking."""
        pause = self._pause_seconds / 3 if forced else self._pause_seconds
        thought = self._open[seat] = _Thought(next(self._tickets), now + pause, now + LIMIT_SECONDS)
        return thought.ticket

    def answer(self, seat: Seat, ticket: int, move: Move | None) -> None:
        """Note an answer; one for a decision no longer open is ignored."""
        thought = self._open.get(seat)
        if thought is not None and thought.ticket == ticket and not thought.answered:
            thought.answered, thought.move = True, move

    def take_ripe(self, now: float) -> tuple[Seat, Move | None] | None:
        """Close one decision whose time has come; None for the move of a bot that failed."""
        for seat, thought in self._open.items():
            if now >= thought.ripe_at():
                del self._open[seat]
                return seat, thought.move
        return None

    def deadline(self) -> float | None:
        """When the next decision is ripe."""
        return min((thought.ripe_at() for thought in self._open.values()), default=None)
