"""The proof that the deck was not stacked: commitments, nonces, and the seeds they give. The bytes
are in docs/records.md, the argument in docs/protocol.md, section 8.

Each deal has a seed of its own. The seeds of a match form a chain, made from its end: the seed of a
deal is the hash of the next deal's seed. So the first commitment fixes them all, and a seed reveals
nothing about later ones. In version 1 one seed dealt a whole match; its commitment is that of a
deal with the number 0 and no cards. A match that continues after its host was lost has a new
shuffle: a later chain deals from some deal on, which is version 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from core import shuffle
from core.game import Decks, Plain, Seat

LINKS: Final = 1024
"""The number of deals in a new chain; long matches take some fifty."""

MOST_DEALS: Final = 1 << 16
"""The most deals that a chain may have when it is read."""

MOST_CHAINS: Final = 64
"""The most chains that a proof may have when it is read: no table loses its host more often."""


@dataclass(frozen=True, slots=True)
class NonceShare:
    """The contribution of one seat to the shuffle."""

    commitment: bytes
    nonce: bytes | None = None
    """None if it was never revealed; then it has no part in the decks."""


def share_commitment(table: bytes, seat: Seat, nonce: bytes) -> bytes:
    """Return the commitment that a seat publishes before it reveals its nonce of 32 bytes."""
    return shuffle.nonce_commitment(table, 0, seat, nonce)


def whole_commitment(table: bytes, seed: bytes) -> bytes:
    """Return the commitment to one seed for a whole match, as in version 1."""
    return shuffle.seed_commitment(table, 0, 0, seed)


def chain_commitment(table: bytes, seed: bytes, deals: int = LINKS) -> bytes:
    """Return the commitment to a chain whose last seed, of deal number `deals`, is `seed`."""
    for deal in range(deals, 0, -1):
        seed = shuffle.seed_before(table, deal, seed)
    return seed


@dataclass(frozen=True)
class DealProof:
    """The sources of the decks of a match, as far as its seeds are known."""

    table: bytes
    seed: bytes
    """The seed of deal number `deals`; the seeds of all deals before it follow from it."""
    commitment: bytes
    shares: Mapping[Seat, NonceShare]
    deals: int = 0
    """0 in version 1, where `seed` deals the whole match."""
    first: int = 1
    """The first deal that follows from this chain."""
    before: DealProof | None = None
    """The proof of the deals before `first`; None if that is 1."""

    @property
    def chains(self) -> tuple[DealProof, ...]:
        """The chains of the match in their order; this one is the last."""
        return (*self.before.chains, self) if self.before is not None else (self,)

    def fault(self) -> str:
        """Return the part that contradicts its commitment: "seed", "nonce", or empty for none."""
        if self.before is not None and (wrong := self.before.fault()):
            return wrong
        if self.deals:
            committed = chain_commitment(self.table, self.seed, self.deals)
        else:
            committed = whole_commitment(self.table, self.seed)
        if self.commitment != committed:
            return "seed"
        for seat, share in self.shares.items():
            if share.nonce is None:
                continue
            if share.commitment != share_commitment(self.table, seat, share.nonce):
                return "nonce"
        return ""

    def upto(self, deals: int) -> DealProof:
        """Return the proof of the first deals alone; in version 1, of the whole match."""
        if not self.deals:
            return self
        if self.before is not None and deals < self.first:
            return self.before.upto(deals)
        return replace(self, seed=self.seed_of(deals), deals=deals)

    def anew(self, later: DealProof, first: int) -> DealProof:
        """Return the proof of a match whose deals follow from `later`, from deal `first` on.

        Raises ValueError if the deal before `first` is not known.
        """
        return replace(later, first=first, before=self.upto(first - 1)) if first > 1 else later

    def unseeded(self) -> DealProof:
        """Return the commitments without the seeds."""
        before = None if self.before is None else self.before.unseeded()
        return replace(self, seed=b"", deals=0, before=before)

    def seed_of(self, deal: int) -> bytes:
        """Return the host's seed for a deal, from 1. Raises ValueError if it is not known."""
        if self.before is not None and deal < self.first:
            return self.before.seed_of(deal)
        if deal > self.deals:
            raise ValueError(f"no seed for deal {deal}")
        return self.seed if deal == self.deals else self._seeds[self.deals - deal]

    @cached_property
    def _seeds(self) -> Sequence[bytes]:
        """The seeds of all deals, the last one first.

        Kept, as a host needs some in every deal and would walk the whole chain each time.
        """
        seeds = [self.seed]
        for later in range(self.deals, 1, -1):
            seeds.append(shuffle.seed_before(self.table, later, seeds[-1]))
        return seeds

    def decks(self) -> Decks:
        """Return the decks of the match, before the first shuffle."""
        if not self.deals:
            return shuffle.SeededDecks(self._key(self.seed), self.table)
        return DealtDecks(self.table, self.key)

    def key(self, deal: int) -> bytes:
        """Return the seed of the decks of a deal, from 1. Raises ValueError if it is not known."""
        if self.before is not None and deal < self.first:
            return self.before.key(deal)
        return self._key(self.seed_of(deal))

    def _key(self, seed: bytes) -> bytes:
        """Mix the nonces into a seed; without any commitment to a nonce it stays as it is."""
        if not self.shares:
            return seed
        rows = {seat: share.commitment for seat, share in self.shares.items()}
        nonces = {s: share.nonce for s, share in self.shares.items() if share.nonce is not None}
        return shuffle.shuffle_key(seed, shuffle.list_hash(self.commitment, rows), nonces)

    @property
    def mixed(self) -> tuple[Seat, ...]:
        """The seats whose nonces are in the decks."""
        return tuple(s for s, share in sorted(self.shares.items()) if share.nonce is not None)

    def plain(self) -> dict[str, Plain]:
        """Return the proof as it is written in the first line of a record."""
        table = {"table": self.table.hex()}
        if self.before is None:
            return {"shuffle": 2 if self.deals else 1, **table, **self._chain()}
        chains = [{"from": chain.first, **chain._chain()} for chain in self.chains]
        return {"shuffle": 3, **table, "chains": chains}

    def _chain(self) -> dict[str, Plain]:
        return {
            **({"deals": self.deals} if self.deals else {}),
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


class DealtDecks:
    """The decks of a match in which each deal has a key of its own, given by `key_of`."""

    def __init__(self, table: bytes, key_of: Callable[[int], bytes]) -> None:
        self.deal = 0
        """The number of the current deal; `next_deal` begins one."""
        self._table = table
        self._key_of = key_of
        self._decks = shuffle.SeededDecks(bytes(32), table)

    def renew(self, key_of: Callable[[int], bytes]) -> None:
        """Take the keys of all later deals from a new shuffle."""
        self._key_of = key_of

    def next_deal(self) -> None:
        """Begin the next deal: its shuffles count from 1."""
        self.deal += 1
        self._decks = shuffle.SeededDecks(self._key_of(self.deal), self._table)

    def __call__(self, cards: Sequence[str], /) -> list[str]:
        return self._decks(cards)


def unshared(decks: shuffle.SeededDecks) -> DealProof:
    """Return the proof of decks that follow from one seed, without shares of the players."""
    table, seed = decks.table, decks.seed
    return DealProof(table, seed, whole_commitment(table, seed), {})


def parse_proof(plain: Plain, seats: int) -> DealProof | None:
    """Read the proof in a record; None if there is none, or if it is of another kind.

    Raises ValueError if it is not written as a proof.
    """
    if not isinstance(plain, dict):
        return None
    version = plain.get("shuffle")
    if type(version) is not int or version not in (1, 2, 3):
        return None
    try:
        table = _bytes(plain["table"], 16)
        if version < 3:
            return _parse_chain(plain, table, seats, one_seed=version == 1)
        if len(plain["chains"]) > MOST_CHAINS:
            raise ValueError("too many chains")
        proof: DealProof | None = None
        for row in plain["chains"]:
            chain, first = _parse_chain(row, table, seats), row["from"]
            follows = 1 if proof is None else proof.deals + 1
            if type(first) is not int or first != follows or chain.deals < first:
                raise ValueError(first)
            proof = replace(chain, first=first, before=proof)
    except (KeyError, TypeError) as error:
        raise ValueError("not written as a proof") from error
    if proof is None or proof.before is None:
        raise ValueError("one chain is written as version 2")
    return proof


def _parse_chain(plain: Plain, table: bytes, seats: int, *, one_seed: bool = False) -> DealProof:
    shares: dict[Seat, NonceShare] = {}
    for row in plain["shares"]:
        seat, nonce = row["seat"], row["nonce"]
        if type(seat) is not int or not 0 <= seat < seats or seat in shares:
            raise ValueError(seat)
        known = None if nonce is None else _bytes(nonce, 32)
        shares[seat] = NonceShare(_bytes(row["commitment"], 32), known)
    deals = 0 if one_seed else plain["deals"]
    if type(deals) is not int or not (one_seed or 1 <= deals <= MOST_DEALS):
        raise ValueError(deals)
    seed, commitment = _bytes(plain["seed"], 32), _bytes(plain["commitment"], 32)
    return DealProof(table, seed, commitment, shares, deals)


def _bytes(text: Any, count: int) -> bytes:
    """Read this many bytes of lower-case hexadecimal digits. Raises ValueError."""
    if not isinstance(text, str) or len(text) != 2 * count or text.strip("0123456789abcdef"):
        raise ValueError(text)
    return bytes.fromhex(text)
