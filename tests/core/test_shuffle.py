"""The deal: its bytes, and fair orders."""

import hashlib
import hmac
import itertools
import struct
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from core.pieces import DECK_52, TILES
from core.shuffle import (
    NO_TABLE,
    RandomDecks,
    SeededDecks,
    list_hash,
    nonce_commitment,
    seed_commitment,
    shuffle_key,
    shuffled,
)

SEED = bytes(range(32))
TABLE = bytes(range(16))


def described_shuffle(cards: Sequence[str], key: bytes) -> tuple[list[str], list[int]]:
    """Return the order of docs/records.md for a key, and the words that were skipped."""
    words = (
        word
        for counter in itertools.count()
        for word in struct.unpack(
            ">8I", hmac.new(key, struct.pack(">I", counter), "sha256").digest()
        )
    )
    order, passed = list(cards), []
    for last in range(len(cards) - 1, 0, -1):
        while (word := next(words)) >= 2**32 - 2**32 % (last + 1):
            passed.append(word)
        j = word % (last + 1)
        order[last], order[j] = order[j], order[last]
    return order, passed


def test_a_deal_is_what_the_description_says() -> None:
    """Everything is computed again, straight from the words of docs/records.md."""

    def h(*parts: bytes) -> bytes:
        return hashlib.sha256(b"".join(parts)).digest()

    def tag(name: str) -> bytes:
        return b"kozyr/shuffle/1/" + name.encode() + b"\0"

    nonces = {0: b"a" * 32, 2: b"b" * 32}
    deck = h(struct.pack(">H", 28), *(struct.pack(">H", place) for place in range(28)))
    c = h(tag("seed"), TABLE, struct.pack(">Q", 3), deck, SEED)
    assert c == seed_commitment(TABLE, 3, 28, SEED)
    rows, mixed = b"", b""
    for seat, nonce in nonces.items():
        c_i = h(tag("nonce"), TABLE, struct.pack(">QH", 3, seat), nonce)
        assert c_i == nonce_commitment(TABLE, 3, seat, nonce)
        rows += struct.pack(">H", seat) + c_i
        mixed += struct.pack(">H", seat) + nonce
    agreed = h(tag("list"), c, struct.pack(">H", 2), rows)
    assert agreed == list_hash(c, {s: nonce_commitment(TABLE, 3, s, n) for s, n in nonces.items()})
    key = hmac.new(SEED, h(tag("mix"), agreed, mixed), "sha256").digest()
    assert key == shuffle_key(SEED, agreed, nonces)

    assert shuffled(TILES, key) == described_shuffle(TILES, key)[0]


def test_a_word_from_the_uneven_end_is_passed_over() -> None:
    """With this many pieces, about one key in 2000 gives a word from there; this key does."""
    cards = [str(card) for card in range(3000)]
    key = (2517).to_bytes(32)
    order, passed = described_shuffle(cards, key)
    assert passed == [4294966726]
    assert shuffled(cards, key) == order


FIRST = (
    "5-3 6-0 6-5 3-2 5-2 5-5 2-0 6-4 5-4 4-3 4-0 2-1 5-1 3-0 "
    "3-3 4-2 6-2 6-6 6-3 4-1 1-0 2-2 1-1 3-1 0-0 6-1 5-0 4-4"
)
SECOND = (
    "0-0 5-0 3-3 3-2 4-2 2-2 6-0 6-2 3-1 2-0 1-1 5-5 3-0 6-4 "
    "6-5 4-3 5-2 5-1 1-0 5-3 4-4 5-4 6-3 6-6 6-1 4-0 4-1 2-1"
)
CARDS = "Qs 4h 7s 9c As Qc"


def test_the_order_for_a_seed_never_changes() -> None:
    """Records, and others' tests, depend on exactly these orders."""
    decks = SeededDecks(1)
    assert " ".join(decks(TILES)) == FIRST
    assert " ".join(decks(TILES)) == SECOND
    assert SeededDecks(1)(DECK_52)[:6] == CARDS.split()


@pytest.mark.parametrize("cards", [(), ("Ah",), TILES, DECK_52, DECK_52 * 4])
def test_a_shuffle_keeps_every_card(cards: tuple[str, ...]) -> None:
    for order in (SeededDecks(b"s" * 32)(cards), RandomDecks(Random(1))(cards)):
        assert Counter(order) == Counter(cards)


def test_seeds_tables_deals_and_nonces_all_change_the_order() -> None:
    def key(seed: bytes = SEED, table: bytes = TABLE, deal: int = 1, nonce: bytes = b"n") -> bytes:
        c = seed_commitment(table, deal, 52, seed)
        agreed = list_hash(c, {1: nonce_commitment(table, deal, 1, nonce * 32)})
        return shuffle_key(seed, agreed, {1: nonce * 32})

    keys = [key(), key(seed=bytes(32)), key(table=NO_TABLE), key(deal=2), key(nonce=b"m")]
    assert len({tuple(shuffled(DECK_52, k)) for k in keys}) == len(keys)


def test_the_order_in_which_nonces_come_in_does_not_matter() -> None:
    one, two = {0: b"a" * 32, 1: b"b" * 32}, {1: b"b" * 32, 0: b"a" * 32}
    assert shuffle_key(SEED, b"l" * 32, one) == shuffle_key(SEED, b"l" * 32, two)


def test_numbers_and_bytes_are_different_seeds() -> None:
    assert SeededDecks(1)(TILES) != SeededDecks((1).to_bytes(32))(TILES)
    assert SeededDecks(1)(TILES) != SeededDecks(2)(TILES)
    assert SeededDecks(10**30)(TILES) == SeededDecks(10**30)(TILES)


def test_every_place_gets_every_tile_equally_often() -> None:
    """Chi-squared over first and last place, 27 degrees of freedom: 55 is one in a thousand."""
    decks = SeededDecks(7)
    orders = [decks(TILES) for _ in range(2800)]
    for place in (0, 27):
        found = Counter(order[place] for order in orders)
        chi = sum((found[tile] - 100) ** 2 / 100 for tile in TILES)
        assert chi < 55
