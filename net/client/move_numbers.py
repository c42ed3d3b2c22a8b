"""The numbers of a seat's moves, which let the host apply each one exactly once. No I/O."""

from __future__ import annotations

from core.game import Move
from net.wire.bounds import MAX_MOVE
from net.wire.to_host import Play


class MoveNumbers:
    """The last number that the host has accepted, and the move on its way."""

    def __init__(self) -> None:
        self.pending: Play | None = None
        """A move that the host has neither accepted nor refused yet."""
        self.taken = 0
        """The number of the last move that the host accepted from this seat."""

    def play(self, move: Move, seq: int) -> Play:
        """Number a move chosen in position `seq`; if one is on its way already, return that one."""
        if self.pending is None:
            # Whatever was typed must reach the host as a message, to be refused by the rules.
            self.pending = Play(self.taken + 1, seq, move[:MAX_MOVE] or "?")
        return self.pending

    def take(self, number: int) -> None:
        """Note the number of the last move that the host accepted."""
        self.taken = number
        if self.pending is not None and self.pending.number <= number:
            self.pending = None

    def refuse(self, number: int) -> Move | None:
        """Note that the host has refused a move; return it if it was the one on its way."""
        if self.pending is None or self.pending.number != number:
            return None
        move, self.pending = self.pending.move, None
        return move
