"""Compares the positions a client was shown with those that follow from the proven decks.

No I/O. A position is kept as a hash of its view alone, some 24 bytes, until the match is over.
"""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_left
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
    """What a client was shown of one match, in the order of the positions' numbers."""

    def __init__(self) -> None:
        self.deal = 0
        """The number of the deal that was seen first."""
        self.options: Any = None
        self.seats = 0
        self._seqs = array("Q")
        self._viewers = array("b")
        self._hashes = bytearray()

    def __len__(self) -> int:
        return len(self._seqs)

    def note(self, seq: int, view: Any, viewer: Seat | None) -> bool:
        """Keep the hash of a view; tell whether it is the one shown before under this number.

        A number between two that were seen is as good as a new view under an old one.
        """
        if not self._seqs:
            self.deal, self.options, self.seats = view.deal, view.options, view.seats
        elif seq <= self._seqs[-1]:
            at = bisect_left(self._seqs, seq)
            same = self._seqs[at] == seq and self._viewers[at] == _place(viewer)
            return self.fits(at, view) if same else self._seqs[at] == seq
        self._seqs.append(seq)
        self._viewers.append(_place(viewer))
        self._hashes += _hash_of(view)
        return True

    def seq(self, index: int) -> int:
        """The number of a position, in the order in which they were seen."""
        return self._seqs[index]

    def viewer(self, index: int) -> Seat | None:
        """The seat to which a position was shown; None for a watcher."""
        return None if self._viewers[index] < 0 else self._viewers[index]

    def fits(self, index: int, view: Any) -> bool:
        """Tell whether a position was shown in this form."""
        return self._hashes[_SIZE * index : _SIZE * (index + 1)] == _hash_of(view)


def _place(viewer: Seat | None) -> int:
    return -1 if viewer is None else viewer


class DealCheck:
    """Deals and plays a match again in small steps, as it should have been seen."""

    def __init__(
        self,
        game: Game,
        seen: SeenPositions,
        decks: Decks,
        first: int,
        moves: Sequence[tuple[Seat, Move]],
    ) -> None:
        self.wrong: int | None = None
        """The deal that does not match, once that is known."""
        self._seen = seen
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
        view = live.match.game.view(live.match.state, seen.viewer(index))
        if seen.seq(index) == live.seq and seen.fits(index, view):
            self._compared += 1
        else:
            self.wrong = self._deal
