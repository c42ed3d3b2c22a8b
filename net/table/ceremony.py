"""The shuffle of one match by everybody: commitments, then nonces, then the decks.

No I/O. docs/protocol.md, section 11, describes it. A silent seat is left out, and everybody sees
which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from core.deal_proof import LINKS, DealProof, NonceShare, chain_commitment, share_commitment
from core.game import Seat
from core.shuffle import SeededDecks
from net.table.live import LiveMatch
from net.table.room import Room
from net.wire.bounds import MAX_MADE
from net.wire.from_host import Committed, MadeMove, Revealed, ShareLine
from net.wire.reasons import RefusalError
from net.wire.to_host import Commit, Reveal

STAGE_SECONDS: Final = 2.0
"""How long to wait for the commitments, and then for the nonces."""


class Ceremony:
    """One shuffle, from the host's commitment until everything has come that will come.

    `decks` hold the seed from which the host makes those of all deals; bots get their nonces from
    `new_nonce`.
    """

    def __init__(
        self,
        match: int,
        begun: str,
        decks: SeededDecks,
        room: Room,
        new_nonce: Callable[[], bytes],
        now: float,
    ) -> None:
        self.match = match
        self._when = begun
        self.stage: Literal["commit", "reveal", "done"] = "commit"
        self._table, self._seed = decks.table, decks.seed
        self._commitment = chain_commitment(self._table, self._seed)
        self._room = room
        self._due = now + STAGE_SECONDS
        self._begun = False
        self._nonces = {s: new_nonce() for s, place in enumerate(room) if not place.human}
        self._commitments = {
            seat: share_commitment(self._table, seat, nonce) for seat, nonce in self._nonces.items()
        }
        self._shown = dict(self._nonces)
        """Nonces shown in the last stage; nobody is told them before it."""

    def commit(self, seat: Seat, message: Commit) -> None:
        """Take a commitment. Raises RefusalError."""
        share = bytes.fromhex(message.share)
        if message.match != self.match or self._commitments.get(seat, share) != share:
            raise RefusalError("shuffled")
        if self.stage != "commit" and seat not in self._commitments:
            raise RefusalError("shuffled")
        self._commitments[seat] = share

    def reveal(self, seat: Seat, message: Reveal) -> None:
        """Take a nonce. Raises RefusalError."""
        if message.match != self.match or self.stage != "reveal" or seat not in self._commitments:
            raise RefusalError("shuffled")
        nonce = bytes.fromhex(message.nonce)
        if share_commitment(self._table, seat, nonce) != self._commitments[seat]:
            raise RefusalError("nonce")
        self._shown[seat] = nonce

    def follow(self, now: float) -> Iterator[Committed]:
        """Go on as long as nobody is awaited; yield each new stage, the first one included."""
        if not self._begun:
            self._begun = True
            yield self.message()
        people = set(self._room.people())
        if self.stage == "commit" and (now >= self._due or people <= self._commitments.keys()):
            self.stage, self._due = "reveal", now + STAGE_SECONDS
            yield self.message()
        awaited = people & self._commitments.keys()
        if self.stage == "reveal" and (now >= self._due or awaited <= self._shown.keys()):
            self.stage = "done"
            yield self.message()

    def deadline(self) -> float:
        """When the next stage comes in any case."""
        return self._due

    def proof(self) -> DealProof:
        """Everything from which the decks follow."""
        shares = {
            seat: NonceShare(commitment, self._shown.get(seat))
            for seat, commitment in self._commitments.items()
        }
        return DealProof(self._table, self._seed, self._commitment, shares, LINKS)

    def message(self) -> Committed:
        """Return the message for the stage, with what may be known in it."""
        return committed(self.match, self._when, self.proof(), self.stage)


def committed(
    match: int, begun: str, proof: DealProof, stage: Literal["commit", "reveal", "done"] = "done"
) -> Committed:
    """Return what was committed to for a match, as far as the stage lets it be known."""
    lines = [
        ShareLine(
            seat,
            share.commitment.hex(),
            share.nonce.hex() if share.nonce is not None and stage == "done" else None,
        )
        for seat, share in sorted(proof.shares.items())
    ]
    shown = [] if stage == "commit" else lines
    return Committed(match, stage, proof.table.hex(), proof.commitment.hex(), begun, shown)


def revealed(match: int, live: LiveMatch, deal: int) -> list[Revealed]:
    """Return what a deal of a match, from 1, was dealt from, and all its moves."""
    assert live.proof is not None
    made = [MadeMove(seat, move) for seat, move in live.moves_of(deal)]
    seed, seq = live.proof.seed_of(deal).hex(), live.deals[deal - 1].seq
    return [
        Revealed(match, deal, seed, seq, made[at : at + MAX_MADE], at + MAX_MADE < len(made))
        for at in range(0, max(1, len(made)), MAX_MADE)
    ]
