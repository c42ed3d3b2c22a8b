"""Deals and plays a match again, deal by deal, and compares it with the positions shown.

Until its deal is checked, a position is kept as the hash of its view, some 25 bytes. FAULTS has the
sentences for whatever may be wrong. No I/O.
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
"""The moves replayed by one step of a check: half a millisecond."""

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
        """Keep the hash of a view; return its fault, or "".

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
        """Forget the checked positions except the last one, which may be shown again."""
        count = self.checked - 1
        if count > 0:
            del self._seqs[:count], self._viewers[:count], self.hashes[: _SIZE * count]
            del self._deals[:count]
            self.checked = 1


def _place(viewer: Seat | None) -> int:
    return -1 if viewer is None else viewer


@dataclass(slots=True)
class ShownDeal:
    """A deal as the host has revealed it."""

    seed: bytes
    seq: int
    """The number of its first position."""
    moves: list[tuple[Seat, Move]]
    whole: bool = False
    """Whether it was revealed to its last move."""
    followed: bool = False
    """Whether the moves came after a position on the same connection."""


def deal_anew(replay: LiveMatch, seen: SeenPositions, seq: int) -> bool:
    """Deal the next hands at a branch whose host has shown the finished deal again.

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

    `whole` means that the deal is over: one that was given up may stop anywhere.
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


# --- faults ---------------------------------------------------------------------------------------

FAULTS: Final = {
    "none": "The host has shown nothing by which these deals could be checked",
    "unrevealed": "The host has not shown how deal {deal} was dealt: it could not be checked",
    "absent": "You were not there when it was shown how deal {deal} was dealt: it could not be "
    "checked",
    "hidden": "Beware: the host does not show how deal {deal} was dealt",
    "late": "Beware: the host committed to its deal only after it knew the shares of the others",
    "again": "Beware: the host had the deck shuffled again after it could know everybody's share",
    "changed": "Beware: the host has changed what had been committed to for this deal",
    "terms": "Beware: the host has begun this match by house rules, with a clock or with a pause "
    "to which you had not agreed",
    "rules": "Beware: the host has changed the house rules, the clock or the pause in the middle "
    "of this match",
    "seated": "Beware: the host has changed who sits where in the middle of this match",
    "seat": "Beware: the host has put you on another seat in the middle of this match",
    "share": "Beware: the host has put something else in place of your share in this deal",
    "skipped": "Beware: the host has dealt without asking for the shares that were committed to",
    "before": "Beware: the host has dealt before it showed everybody's share in the deck",
    "seats": "Beware: the host has counted shares of seats that this table does not have",
    "tried": "Beware: the deck was shuffled {shuffles} times before the first deal was played",
    "nonce": "Beware: somebody's share in this deal is not the one that was committed to",
    "bots": "Beware: the host has left out the share of one of its own bots",
    "seed": "Beware: the seed of deal {deal} is not the one that the host had committed to",
    "deal": "Beware: deal {deal} is not the one that the host had committed to",
    "early": "Beware: the host has shown the cards of deal {deal} before it was over",
    "after": "Beware: the host has played on after the end of the match",
    "begun": "Beware: the host has begun another match in the middle of this one",
    "shown": "Beware: the host has shown the same position of this match in two ways",
    "yours": "Beware: the host has put another move in place of yours in deal {deal}",
    "refused": "Beware: the host has refused a move that the rules allow",
    "back": "Beware: the host has gone back to an earlier position of this match",
    "gap": "Beware: the host has left out positions of this match",
}
"""The faults that a client may find in the deals of a match, in English for the player."""

UNKNOWN: Final = ("none", "unrevealed", "absent")
"""Faults that only name a gap in the client's knowledge: a worse one may replace them."""
