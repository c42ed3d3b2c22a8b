"""Deals and plays a match again, deal by deal, and compares it with the positions shown.

No I/O. Until its deal is checked, a position is kept as the hash of its view, some 25 bytes.
"""

import hashlib
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from core.game import IllegalMoveError, Move, Seat
from net.table.live import LiveMatch

STEP: Final = 2
"""Moves that one step of a check replays: half a millisecond."""

_SIZE: Final = 16


def _hash_of(view: Any) -> bytes:
    return hashlib.blake2b(msgspec.msgpack.encode(view), digest_size=_SIZE).digest()


class SeenPositions:
    """The unchecked positions of one match, in the order of their numbers."""

    def __init__(self) -> None:
        self.deal = 0
        """The number of the first deal seen."""
        self.options: Any = None
        self.last = 0
        """The highest number seen."""
        self.count = 0
        """The number of positions seen in all."""
        self.checked = 0
        """The number of kept positions that have been checked, from the first on."""
        self._seqs = array("Q")
        self._deals = array("L")
        self._viewers = array("b")
        self.hashes = bytearray()

    def __len__(self) -> int:
        return len(self._seqs)

    def note(self, seq: int, view: Any, viewer: Seat | None) -> str:
        """Keep the hash of a view; return its fault, "" if there is none.

        "shown" if another view had this number before, "back" if the number was passed over.
        """
        if not self.count:
            self.deal, self.options = view.deal, view.options
        elif seq <= self.last:
            return self._compare(seq, view, viewer)
        self.last, self.count = seq, self.count + 1
        self._seqs.append(seq)
        self._deals.append(view.deal)
        self._viewers.append(_place(viewer))
        self.hashes += _hash_of(view)
        return ""

    def _compare(self, seq: int, view: Any, viewer: Seat | None) -> str:
        at = bisect_left(self._seqs, seq)
        if at == len(self._seqs) or self._seqs[at] != seq:
            return "back"
        if self._viewers[at] != _place(viewer):
            return ""  # a watcher has sat down since
        return "" if self.fits(at, view) else "shown"

    def seq(self, index: int) -> int:
        """Return the number of a kept position."""
        return self._seqs[index]

    def viewer(self, index: int) -> Seat | None:
        """Return the seat to which a kept position was shown; None for a watcher."""
        return None if self._viewers[index] < 0 else self._viewers[index]

    def fits(self, index: int, view: Any) -> bool:
        """Return whether a kept position is this view."""
        return self.hashes[_SIZE * index : _SIZE * (index + 1)] == _hash_of(view)

    def void(self, deal: int) -> None:
        """Forget the positions of a deal that is void; none of them has been checked."""
        kept = [index for index, each in enumerate(self._deals) if each != deal]
        self._seqs = array("Q", (self._seqs[index] for index in kept))
        self._viewers = array("b", (self._viewers[index] for index in kept))
        hashes = (self.hashes[_SIZE * index : _SIZE * (index + 1)] for index in kept)
        self.hashes = bytearray(b"".join(hashes))
        self._deals = array("L", (self._deals[index] for index in kept))

    def forget(self) -> None:
        """Forget the checked positions but for the last one, which may be shown again."""
        count = self.checked - 1
        if count > 0:
            del self._seqs[:count], self._viewers[:count], self.hashes[: _SIZE * count]
            del self._deals[:count]
            self.checked = 1


def _place(viewer: Seat | None) -> int:
    return -1 if viewer is None else viewer


@dataclass(slots=True)
class ShownDeal:
    """One deal as the host has revealed it."""

    seed: bytes
    seq: int
    """The number of its first position."""
    moves: list[tuple[Seat, Move]]
    whole: bool = False
    """Whether it was revealed to its last move."""
    followed: bool = False
    """Whether the moves came after a position on the same connection."""


def deal_anew(replay: LiveMatch, seen: SeenPositions, seq: int) -> bool:
    """Deal the next hands at a branch, whose host has shown the finished deal again.

    They begin with position `seq`, past the positions of the void deal. Return whether the
    positions shown before it are of that finished deal.
    """
    while seen.checked < len(seen) and seen.seq(seen.checked) < seq:
        if not seen.fits(seen.checked, replay.view(seen.viewer(seen.checked))):
            return False
        seen.checked += 1
    if seq > replay.seq:
        replay.renumber(seq - 1)
    replay.deal()
    return True


class DealCheck:
    """Plays a deal that `replay` has dealt, in small steps, and compares the positions shown.

    `whole` says that the deal is over: a deal that was given up may stop anywhere.
    """

    def __init__(
        self,
        replay: LiveMatch,
        seen: SeenPositions,
        moves: Sequence[tuple[Seat, Move]],
        *,
        whole: bool,
    ) -> None:
        self.wrong = False
        """Whether a position shown does not follow from the decks and the moves."""
        self._replay = replay
        self._seen = seen
        self._moves = moves
        self._whole = whole
        self._played = 0
        self._compare()

    def step(self) -> bool:
        """Play up to STEP moves; return whether the check is finished."""
        for _ in range(STEP):
            if self.wrong or self._played == len(self._moves):
                break
            seat, move = self._moves[self._played]
            self._played += 1
            try:
                self._replay.play(seat, move)
            except IllegalMoveError:
                self.wrong = True
            else:
                self._compare()
        if self.wrong or self._played < len(self._moves):
            return self.wrong
        unfinished = self._whole and not self._replay.finished
        # The host may have shown positions to which no moves lead.
        more = self._seen.checked < len(self._seen)
        self.wrong = unfinished or (more and (self._replay.over or not self._replay.finished))
        self._seen.forget()
        return True

    def _compare(self) -> None:
        seen, replay = self._seen, self._replay
        index = seen.checked
        if index == len(seen) or seen.seq(index) > replay.seq:
            return
        fits = seen.seq(index) == replay.seq
        if fits and seen.fits(index, replay.view(seen.viewer(index))):
            seen.checked += 1
        else:
            self.wrong = True
