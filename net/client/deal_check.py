"""Compares the positions a client was shown with those that follow from the proven decks.

No I/O. A position is kept as a hash of its view alone, some 24 bytes, until the match is over.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from core.game import Decks, Game, IllegalMoveError, Move, Seat
from core.match import Match, Player
from net.table.live import LiveMatch

STEP: Final = 8
"""Moves that one step of a check replays: a millisecond or two."""

_SIZE: Final = 16


def _hash_of(view: Any) -> bytes:
    return hashlib.blake2b(msgspec.msgpack.encode(view), digest_size=_SIZE).digest()


class SeenPositions:
    """What a client was shown of one match."""

    def __init__(self) -> None:
        self.deal = 0
        """The number of the deal that was seen first."""
        self.options: Any = None
        self.seats = 0
        self._seqs = array("Q")
        self._hashes = bytearray()

    def __len__(self) -> int:
        return len(self._seqs)

    def note(self, seq: int, view: Any) -> None:
        """Keep the hash of a view; a view shown again is kept only once."""
        if self._seqs and seq <= self._seqs[-1]:
            return
        if not self._seqs:
            self.deal, self.options, self.seats = view.deal, view.options, view.seats
        self._seqs.append(seq)
        self._hashes += _hash_of(view)

    def seq(self, index: int) -> int:
        """The number of a position, in the order in which they were seen."""
        return self._seqs[index]

    def fits(self, index: int, view: Any) -> bool:
        """Tell whether a position was shown in this form."""
        return self._hashes[_SIZE * index : _SIZE * (index + 1)] == _hash_of(view)


class DealCheck:
    """Deals and plays a match again in small steps, as `viewer` should have seen it."""

    def __init__(
        self,
        game: Game,
        seen: SeenPositions,
        viewer: Seat | None,
        decks: Decks,
        first: int,
        moves: Sequence[tuple[Seat, Move]],
    ) -> None:
        self.wrong: int | None = None
        """The deal that does not match, once that is known."""
        self._seen = seen
        self._viewer = viewer
        self._moves = moves
        self._played = 0
        self._compared = 0
        players = [Player("", "")] * seen.seats
        self._live = LiveMatch(Match(game, seen.options, players, decks), first)
        self._compare()

    def step(self) -> bool:
        """Continue for a while; tell whether the check is finished."""
        for _ in range(STEP):
            if self.wrong is not None:
                return True
            if self._compared == len(self._seen):
                return True
            if not self._go_on():
                self.wrong = self._deal  # positions were shown that no moves lead to
                return True
            self._compare()
        return False

    def _go_on(self) -> bool:
        """Deal or make the next move; tell whether there was one."""
        live = self._live
        if live.between_deals:
            live.deal()
            return True
        if self._played == len(self._moves):
            return False
        seat, move = self._moves[self._played]
        self._played += 1
        if seat >= self._seen.seats:
            return False
        try:
            live.play(seat, move)
        except IllegalMoveError:
            return False
        return True

    @property
    def _deal(self) -> int:
        match = self._live.match
        deal: int = match.game.view(match.state, None).deal
        return max(1, deal)

    def _compare(self) -> None:
        seen, live, index = self._seen, self._live, self._compared
        if index == len(seen) or seen.seq(index) > live.seq:
            return
        view = live.match.game.view(live.match.state, self._viewer)
        if seen.seq(index) == live.seq and seen.fits(index, view):
            self._compared += 1
        else:
            self.wrong = self._deal
