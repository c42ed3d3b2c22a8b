"""A client's share in the shuffle of one match, and what the host has committed to.

No I/O. What was committed to must never change afterwards; the first thing wrong is kept as
`fault`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from core.deal_proof import DealProof, NonceShare, share_commitment
from core.game import Seat
from net.wire.from_host import Committed
from net.wire.to_host import Commit, Reveal


class ShuffleShare:
    """The shuffle of one match as one client has seen it, from the first Committed that it heard.

    `expected` says that the client was there when the match began; `bots` are the seats for which
    the host has to have a share.
    """

    def __init__(
        self,
        first: Committed,
        seat: Seat | None,
        new_nonce: Callable[[], bytes],
        *,
        expected: bool,
        bots: Collection[Seat],
    ) -> None:
        self.match = first.match
        self.fault = ""
        """A key of net.client.deal_watch.FAULTS; empty as long as everything is in order."""
        self.early = first.stage == "commit"
        """Whether the host's commitment was known before anybody showed a nonce."""
        self._first = first
        self._seat = seat
        self._bots = frozenset(bots) if self.early else frozenset()
        self._table = bytes.fromhex(first.table)
        self._nonce = new_nonce() if self.early and seat is not None else None
        self._rows: dict[Seat, bytes] | None = None
        self._nonces: dict[Seat, bytes] = {}
        self.done = False
        if expected and not self.early and first.shares:
            self.fault = "late"

    def hear(self, message: Committed) -> Commit | Reveal | None:
        """Take a stage of this match; return what to answer."""
        first = self._first
        if (message.table, message.commitment) != (first.table, first.commitment):
            self._blame("changed")
            return None
        if message.stage == "commit":
            return self._commit()
        rows = {line.seat: bytes.fromhex(line.commitment) for line in message.shares}
        if self._rows is not None and rows != self._rows:
            self._blame("changed")
        self._rows = rows
        if message.stage == "done":
            self._finish(message)
            return None
        return self._reveal()

    @property
    def shares(self) -> tuple[Seat, ...]:
        """The seats whose nonces are in the decks."""
        return tuple(sorted(self._nonces))

    def proof(self, seed: bytes) -> DealProof:
        """Return what the decks should follow from if this was the host's seed."""
        rows = self._rows or {}
        shares = {seat: NonceShare(row, self._nonces.get(seat)) for seat, row in rows.items()}
        return DealProof(self._table, seed, bytes.fromhex(self._first.commitment), shares)

    def _blame(self, fault: str) -> None:
        self.fault = self.fault or fault

    def _commit(self) -> Commit | None:
        if self._seat is None or self._nonce is None or self._rows is not None:
            return None
        return Commit(self.match, share_commitment(self._table, self._seat, self._nonce).hex())

    def _reveal(self) -> Reveal | None:
        """Show the nonce, but only if it is bound to what everybody else has committed to."""
        seat, nonce, rows = self._seat, self._nonce, self._rows or {}
        if seat is None or nonce is None or seat not in rows:
            return None
        if rows[seat] != share_commitment(self._table, seat, nonce):
            self._blame("share")
        return None if self.fault else Reveal(self.match, nonce.hex())

    def _finish(self, message: Committed) -> None:
        self.done = True
        self._nonces = {
            line.seat: bytes.fromhex(line.nonce)
            for line in message.shares
            if line.nonce is not None
        }
        for seat, nonce in self._nonces.items():
            if share_commitment(self._table, seat, nonce) != (self._rows or {})[seat]:
                self._blame("nonce")
        if not self._bots <= self._nonces.keys():
            self._blame("bots")
