"""The shuffle: a seed and the players' nonces in, the order of the deck out.

This fixes the bytes, so that any program can repeat a deal. H is SHA-256, integers are big-endian,
|| joins, tag(x) is "kozyr/shuffle/1/" || x || 00:

    C   = H(tag("seed") || table_id[16] || u64 deal || H(u16 n || n times u16 place) || seed[32])
    c_i = H(tag("nonce") || table_id || u64 deal || u16 seat || nonce_i[32])
    L   = H(tag("list") || C || u16 count || (u16 seat || c_i), seats ascending)
    K   = HMAC(seed, H(tag("mix") || L || (u16 seat || nonce_i), seats ascending))
    words = HMAC(K, u32 0) || HMAC(K, u32 1) || ... read as u32
    draw(m): the next word w; again while w >= 2^32 - (2^32 mod m); then w mod m
    shuffle: for i = n-1 .. 1: swap places i and draw(i + 1)

A chain of seeds, one for each deal of a match, is made from its end:

    seed of deal d - 1 = H(tag("chain") || table_id || u64 d || seed of deal d)
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

NO_TABLE: Final = bytes(16)
"""The table id of matches that are played without a host."""


def _tag(name: str) -> bytes:
    return b"kozyr/shuffle/1/" + name.encode() + b"\0"


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def seed_commitment(table_id: bytes, deal: int, cards: int, seed: bytes) -> bytes:
    """Return C, which the host publishes before any nonce is revealed. `seed` is 32 bytes."""
    deck = struct.pack(f">H{cards}H", cards, *range(cards))
    return _hash(_tag("seed"), table_id, deal.to_bytes(8), _hash(deck), seed)


def seed_before(table_id: bytes, deal: int, seed: bytes) -> bytes:
    """Return the seed of the deal before: a hash of `seed`, which it does not reveal."""
    return _hash(_tag("chain"), table_id, deal.to_bytes(8), seed)


def nonce_commitment(table_id: bytes, deal: int, seat: int, nonce: bytes) -> bytes:
    """Return c_i, which a seat publishes before it reveals its nonce of 32 bytes."""
    return _hash(_tag("nonce"), table_id, deal.to_bytes(8), seat.to_bytes(2), nonce)


def list_hash(commitment: bytes, nonce_commitments: Mapping[int, bytes]) -> bytes:
    """Return L, to which every seat agrees before nonces are revealed."""
    rows = (seat.to_bytes(2) + nonce_commitments[seat] for seat in sorted(nonce_commitments))
    return _hash(_tag("list"), commitment, len(nonce_commitments).to_bytes(2), *rows)


def shuffle_key(seed: bytes, agreed: bytes, nonces: Mapping[int, bytes]) -> bytes:
    """Return K, the key of the stream that shuffles."""
    rows = (seat.to_bytes(2) + nonces[seat] for seat in sorted(nonces))
    return hmac.digest(seed, _hash(_tag("mix"), agreed, *rows), "sha256")


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from struct.unpack(">8I", hmac.digest(key, counter.to_bytes(4), "sha256"))
        counter += 1


def shuffled(cards: Sequence[str], key: bytes) -> list[str]:
    """Return cards in the order given by a key."""
    order = list(cards)
    words = _words(key)
    for i in range(len(order) - 1, 0, -1):
        choices = i + 1
        limit = (1 << 32) - (1 << 32) % choices
        while (word := next(words)) >= limit:
            pass
        j = word % choices
        order[i], order[j] = order[j], order[i]
    return order


class SeededDecks:
    """Decks from one seed, without nonces: solo play, simulation, tests. Counts its shuffles."""

    def __init__(self, seed: int | bytes, table_id: bytes = NO_TABLE) -> None:
        if isinstance(seed, int):
            seed = _hash(_tag("number"), str(seed).encode())
        self.seed = seed
        self.table = table_id
        self._deal = 0

    def __call__(self, cards: Sequence[str], /) -> list[str]:
        self._deal += 1
        commitment = seed_commitment(self.table, self._deal, len(cards), self.seed)
        return shuffled(cards, shuffle_key(self.seed, list_hash(commitment, {}), {}))


class RandomDecks:
    """Decks of an imagined match: fast, from the bot's own generator."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, cards: Sequence[str], /) -> list[str]:
        order = list(cards)
        self._rng.shuffle(order)
        return order
