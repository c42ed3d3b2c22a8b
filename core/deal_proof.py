"""The proof that nobody stacked a match: commitments, nonces, and the seed they give.
docs/records.md has the bytes.

The commitments of a match are those of a deal with the number 0 and no cards; the key they give is
the seed of the match's decks (core.shuffle).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.game import Plain, Seat
from core.shuffle import (
    SeededDecks,
    list_hash,
    nonce_commitment,
    seed_commitment,
    shuffle_key,
)

VERSION: Final = 1
"""The version of the object in a record."""


@dataclass(frozen=True, slots=True)
class NonceShare:
    """What one seat contributed to the shuffle."""

    commitment: bytes
    nonce: bytes | None = None
    """None if it was never shown; then it has no part in the decks."""


def match_commitment(table: bytes, seed: bytes) -> bytes:
    """Return what a host publishes before it knows any nonce; `table` has 16 bytes, `seed` 32."""
    return seed_commitment(table, 0, 0, seed)


def share_commitment(table: bytes, seat: Seat, nonce: bytes) -> bytes:
    """Return what a seat publishes before it shows its nonce of 32 bytes."""
    return nonce_commitment(table, 0, seat, nonce)


@dataclass(frozen=True, slots=True)
class DealProof:
    """Everything from which the decks of a match follow."""

    table: bytes
    seed: bytes
    commitment: bytes
    shares: Mapping[Seat, NonceShare]

    def fault(self) -> str:
        """Return what contradicts itself in the proof, "seed" or "nonce"; empty if nothing does."""
        if self.commitment != match_commitment(self.table, self.seed):
            return "seed"
        for seat, share in self.shares.items():
            if share.nonce is None:
                continue
            if share.commitment != share_commitment(self.table, seat, share.nonce):
                return "nonce"
        return ""

    def decks(self) -> SeededDecks:
        """Return the decks of the match, before the first shuffle.

        If no seat has committed to anything, the seed is used as it is.
        """
        if not self.shares:
            return SeededDecks(self.seed, self.table)
        rows = {seat: share.commitment for seat, share in self.shares.items()}
        nonces = {s: share.nonce for s, share in self.shares.items() if share.nonce is not None}
        key = shuffle_key(self.seed, list_hash(self.commitment, rows), nonces)
        return SeededDecks(key, self.table)

    @property
    def mixed(self) -> tuple[Seat, ...]:
        """The seats whose nonces are in the decks."""
        return tuple(s for s, share in sorted(self.shares.items()) if share.nonce is not None)

    def plain(self) -> dict[str, Plain]:
        """Return it as it is written in the first line of a record."""
        return {
            "shuffle": VERSION,
            "table": self.table.hex(),
            "seed": self.seed.hex(),
            "commitment": self.commitment.hex(),
            "shares": [
                {
                    "seat": seat,
                    "commitment": share.commitment.hex(),
                    "nonce": None if share.nonce is None else share.nonce.hex(),
                }
                for seat, share in sorted(self.shares.items())
            ],
        }


def unshared(decks: SeededDecks) -> DealProof:
    """Return the proof of decks in which nobody else had a share: the seed alone."""
    table, seed = decks.table_id, decks.seed
    return DealProof(table, seed, match_commitment(table, seed), {})


def parse_proof(plain: Plain, seats: int) -> DealProof | None:
    """Read the proof in a record; None if there is none, or one of another kind.

    Raises ValueError for what is not written as a proof.
    """
    if not isinstance(plain, dict):
        return None
    if type(plain.get("shuffle")) is not int or plain["shuffle"] != VERSION:
        return None
    try:
        shares = {}
        for row in plain["shares"]:
            seat, nonce = row["seat"], row["nonce"]
            if type(seat) is not int or not 0 <= seat < seats or seat in shares:
                raise ValueError(seat)
            known = None if nonce is None else _bytes(nonce, 32)
            shares[seat] = NonceShare(_bytes(row["commitment"], 32), known)
        table, seed = _bytes(plain["table"], 16), _bytes(plain["seed"], 32)
        return DealProof(table, seed, _bytes(plain["commitment"], 32), shares)
    except (KeyError, TypeError) as error:
        raise ValueError("not written as a proof") from error


def _bytes(text: Any, count: int) -> bytes:
    """Read this many bytes of lower-case hexadecimal digits. Raises ValueError."""
    if not isinstance(text, str) or len(text) != 2 * count or text.strip("0123456789abcdef"):
        raise ValueError(text)
    return bytes.fromhex(text)
