"""How a host may cheat in the shuffle and deal by what it says, so that no replay shows it. No I/O.

What a lie on the line says of the shuffle does not fit the deals; who deals them again notices
anyway. Here only the check of the shuffle itself finds something.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from core.deal_proof import DealProof, NonceShare, share_commitment
from core.game import Seat
from net.conformance.clients.cheats import OTHER
from net.table.shuffle import CommitReveal, Stage
from net.table.table import Table

DealtLie: TypeAlias = Callable[[DealProof, Stage, Seat], DealProof]
"""What the host says, and deals by, in place of the truth; the seat is that of the client."""

ODD_SEAT: Final = 9
"""No table for conformance has it."""


def _other(proof: DealProof, seat: Seat) -> NonceShare:
    return NonceShare(share_commitment(proof.table, seat, OTHER), OTHER)


def _row(proof: DealProof, seat: Seat, share: NonceShare | None) -> DealProof:
    """Put a share in the place of a seat, or leave it out."""
    rows = {each: known for each, known in proof.shares.items() if each != seat}
    return replace(proof, shares={**rows, seat: share} if share else rows)


def _uncommitted(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return replace(proof, commitment=OTHER)


def _other_chain(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return proof if stage == "done" else replace(proof, commitment=OTHER)


def _made_up_nonce(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    last = max(proof.shares)
    share = replace(proof.shares[last], nonce=OTHER)
    return _row(proof, last, share) if stage == "done" else proof


def _other_share(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    last = max(proof.shares)
    return _row(proof, last, _other(proof, last)) if stage == "done" else proof


def _own_share(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return proof if stage == "commit" else _row(proof, seat, _other(proof, seat))


def _no_bot(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return _row(proof, max(proof.shares), None)


def _odd_seat(proof: DealProof, stage: Stage, seat: Seat) -> DealProof:
    return _row(proof, ODD_SEAT, _other(proof, ODD_SEAT))


DEALT_CHEATS: Final[dict[str, tuple[DealtLie, str]]] = {
    "seeds that were not committed to": (_uncommitted, "seed"),
    "deals from another commitment": (_other_chain, "same-commitments"),
    "deals from another share": (_other_share, "same-commitments"),
    "deals from a nonce that does not fit": (_made_up_nonce, "nonces"),
    "deals from another share of the client": (_own_share, "own-share"),
    "deals without a bot's share": (_no_bot, "bots"),
    "deals from a share of no seat": (_odd_seat, "share-seats"),
}
"""What the host does -> the lie, and the requirement that a client breaks which finds nothing."""


class _CheatingExchange(CommitReveal):
    def __init__(self, lie: DealtLie, client: Callable[[], Seat], *shuffled: Any) -> None:
        super().__init__(*shuffled)
        self._lie, self._client = lie, client

    def proof(self) -> DealProof:
        return self._lie(super().proof(), self.stage, self._client())


def cheat(table: Table, name: str, client: Callable[[], Seat]) -> None:
    """Have a table cheat in this way; `client` tells the seat of the client under test."""
    lie, _ = DEALT_CHEATS[name]
    table.shuffle.exchange = lambda *shuffled: _CheatingExchange(lie, client, *shuffled)
