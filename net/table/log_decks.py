"""What the decks of a log follow from: its seeds and shares, or the orders that stand in it."""

from __future__ import annotations

from collections.abc import Sequence

from core.deal_proof import DealProof, NonceShare
from core.game import Decks
from core.shuffle import SeededDecks
from net.table.log import ChainLine, Log, ProofEntry, damaged


def proof_of(log: Log) -> DealProof | None:
    """Return what the decks of a match follow from; None if that was not written down.

    Raises LogError.
    """
    begun = log.begun
    if begun is None or begun.proof is None:
        return None
    proof = chain_of(begun.proof, begun.shuffler)
    for number, line in enumerate(log.lines, 1):
        if isinstance(line, ChainLine):
            try:
                proof = proof.anew(chain_of(line.proof, begun.shuffler), line.first)
            except ValueError:
                raise damaged(number) from None
    return proof


def chain_of(kept: ProofEntry, shuffler: str) -> DealProof:
    shares = {
        row.seat: NonceShare(
            bytes.fromhex(row.commitment), None if row.nonce is None else bytes.fromhex(row.nonce)
        )
        for row in kept.shares
    }
    seed, commitment = bytes.fromhex(kept.seed), bytes.fromhex(kept.commitment)
    return DealProof(bytes.fromhex(shuffler), seed, commitment, shares, kept.deals)


class _GivenDecks:
    """Decks that repeat the orders of a log and then go on with new ones."""

    def __init__(self, orders: Sequence[Sequence[str]], new: Decks) -> None:
        self._known = list(orders)
        self._new = new

    def __call__(self, cards: Sequence[str], /) -> Sequence[str]:
        if self._known and sorted(self._known[0]) != sorted(cards):
            raise ValueError("not a shuffle of the cards in play")
        return self._known.pop(0) if self._known else self._new(cards)


def decks_of(log: Log) -> Decks:
    """Return the decks of a match, before the first shuffle. Raises LogError."""
    begun, proof = log.begun, proof_of(log)
    assert begun is not None
    if proof is not None:
        return proof.decks()
    decks = SeededDecks(bytes.fromhex(begun.seed), bytes.fromhex(begun.shuffler))
    dealt = (line["deck"] for line in log.lines if isinstance(line, dict) and "deck" in line)
    orders = [[str(card) for card in order] for order in dealt if isinstance(order, list)]
    return _GivenDecks(orders[: begun.given], decks) if begun.given else decks
