"""One shuffle of a match as a client follows it, with the client's own share in it. No I/O.

A commitment must never change; the first violation is kept as `fault`. A client believes its own
nonce, not the host's list: `own` says whether the nonce that it has sent is in the decks.

    "commit"   the host has committed to its seeds      answered with Commit, the hash of the nonce
    "reveal"   the hashes of all seats                  answered with Reveal, the nonce
    "done"     the nonces: the decks follow from them

The nonce is revealed only if its hash stands in the list, so that it is bound to the shares of all
others. Sample: `Committed(match=1, stage="reveal", shares=[ShareLine(0, "c3.."), ...])`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from core.deal_proof import DealProof, NonceShare, share_commitment
from core.game import Seat
from net.wire.from_host import Committed
from net.wire.message import ShareLine
from net.wire.to_host import Commit, Reveal


class WatchedShuffle:
    """A shuffle, from the first Committed that this client has received of it.

    `expected` means that the client was connected when the match began; `seats` is the number of
    seats, `bots` are the seats for which the host must have a share.
    """

    def __init__(
        self,
        first: Committed,
        seat: Seat | None,
        new_nonce: Callable[[], bytes],
        *,
        expected: bool,
        seats: int,
        bots: Collection[Seat],
    ) -> None:
        self.match = first.match
        self.deal = first.first
        """The first deal from this shuffle."""
        self.begun = first.begun
        self.fault = ""
        """A key of net.client.deal_check.FAULTS; empty as long as everything is in order."""
        self.early = first.stage == "commit"
        """Whether this client heard the host's commitment before any nonce was revealed."""
        self.done = False
        self.shown = False
        """Whether this client has sent its nonce."""
        self._first = first
        self._own_seat = -1 if seat is None else seat
        self._seats = seats
        self._expected = expected
        self._bots = frozenset(bots) if self.early else frozenset()
        self.table = bytes.fromhex(first.shuffler)
        """The table id of the formulas."""
        self._nonce = new_nonce() if self.early and seat is not None else None
        self._late = False
        """Whether the host has refused the hash of the nonce."""
        self._stages: set[Literal["commit", "reveal", "done"]] = set()
        """The stages received on this connection."""
        self._rows: dict[Seat, bytes] | None = None
        self._nonces: dict[Seat, bytes] = {}
        if expected and not self.early and first.shares:
            self.fault = "late"

    @property
    def tried(self) -> bool:
        """Whether the host may know nonces by now."""
        return self._rows is not None

    @property
    def followed(self) -> bool:
        """Whether a stage before "done" came on this connection, so that nothing was missed."""
        return self.done and len(self._stages) > 1

    @property
    def shares(self) -> tuple[Seat, ...]:
        """The seats whose nonces are in the decks."""
        return tuple(sorted(self._nonces))

    @property
    def choice(self) -> int:
        """The number of decks open to the host by holding committed nonces back."""
        kept_back = (self._rows or {}).keys() - self._nonces.keys() - {self._own_seat}
        return 1 << len(kept_back) if self.done else 1

    @property
    def own(self) -> bool:
        """Whether the nonce that this client made and sent is in the decks."""
        return self.done and self.shown and self._nonces.get(self._own_seat) == self._nonce

    def is_of(self, message: Committed) -> bool:
        """Return whether a stage belongs to this shuffle."""
        same = self._first.first, self._first.commitment
        return (message.first, message.commitment) == same

    def receive(self, message: Committed) -> Commit | Reveal | None:
        """Take a stage of this match; return the answer."""
        first = self._first
        self._stages.add(message.stage)
        if (message.shuffler, message.commitment) != (first.shuffler, first.commitment):
            self._blame("changed")
            return None
        if message.stage == "commit":
            if self._nonce is None or self._rows is not None:
                return None
            own = share_commitment(self.table, self._own_seat, self._nonce)
            return Commit(self.match, own.hex())
        self._take_rows(message.shares)
        if message.stage == "done":
            self._finish(message.shares)
            return None
        return self._reveal()

    def lost(self) -> None:
        """Note the loss of the connection: stages may be missed."""
        self._stages.clear()

    def refused(self) -> None:
        """Note that the hash of the nonce came too late; the list has another share."""
        if not self.shown:  # a nonce that came too late changes nothing in the list
            self._late = True

    def proof(self, seed: bytes, deal: int) -> DealProof:
        """Return the proof of the decks, with `seed` as the host's seed for `deal`."""
        rows: Mapping[Seat, bytes] = self._rows or {}
        shares = {seat: NonceShare(row, self._nonces.get(seat)) for seat, row in rows.items()}
        chain = self.table, seed, bytes.fromhex(self._first.commitment), shares, deal
        return DealProof(*chain, first=self.deal)

    def _blame(self, fault: str) -> None:
        self.fault = self.fault or fault

    def _take_rows(self, shares: Sequence[ShareLine]) -> None:
        """Check the hashes: one a seat of this table, and the same as in the stage before."""
        rows = {line.seat: bytes.fromhex(line.commitment) for line in shares}
        if len(rows) != len(shares) or any(seat >= self._seats for seat in rows):
            self._blame("seats")
        if self._rows is not None and rows != self._rows:
            self._blame("changed")
        self._rows = rows
        seat, nonce = self._own_seat, self._nonce
        mine = rows.get(seat)
        if mine is None or nonce is None or self._late:
            return
        if mine == share_commitment(self.table, seat, nonce):
            return
        if self._expected:
            self._blame("share")
        else:
            self._late = True  # an earlier program of this player may have sent it

    def _reveal(self) -> Reveal | None:
        """Return the nonce, but only if it is bound to the hashes of all others."""
        nonce = self._nonce
        if nonce is None or self._own_seat not in (self._rows or {}) or self._late or self.fault:
            return None
        self.shown = True
        return Reveal(self.match, nonce.hex())

    def _finish(self, shares: Sequence[ShareLine]) -> None:
        nonces = {line.seat: bytes.fromhex(line.nonce) for line in shares if line.nonce is not None}
        if self.done and nonces != self._nonces:
            self._blame("changed")
        if "commit" in self._stages and "reveal" not in self._stages:
            self._blame("skipped")
        self.done, self._nonces = True, nonces
        rows = self._rows or {}
        for seat, nonce in nonces.items():
            if share_commitment(self.table, seat, nonce) != rows[seat]:
                self._blame("nonce")
        if not self._bots <= nonces.keys():
            self._blame("bots")
