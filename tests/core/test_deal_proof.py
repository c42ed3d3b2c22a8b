"""The proof of a deal: its bytes, as docs/records.md has them, and what does not hold."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.deal_proof import (
    DealProof,
    DealtDecks,
    NonceShare,
    parse_proof,
    share_commitment,
    unshared,
)
from core.shuffle import SeededDecks
from core.tiles import TILES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
CHAINED, EXAMPLE = re.findall(r"```json\n(.*)\n```", DOCUMENT)
K, FIRST, SECOND = re.findall(r"^\| (?:K|shuffle \d) \| `([^`]*)`", DOCUMENT, re.MULTILINE)
PLAIN: dict[str, Any] = json.loads(EXAMPLE)
CHAIN: dict[str, Any] = json.loads(CHAINED)
VALUES = dict(re.findall(r"^\| (.* of deal \d) \| `([^`]*)`", DOCUMENT, re.MULTILINE))
"""Of the example in which each deal has a seed."""


def proof() -> DealProof:
    found = parse_proof(PLAIN, 3)
    assert found is not None
    return found


def test_the_example_of_the_page_is_what_its_formulas_say() -> None:
    """Everything again from the words of the page."""

    def h(*parts: bytes) -> bytes:
        return hashlib.sha256(b"".join(parts)).digest()

    def tag(name: str) -> bytes:
        return b"kozyr/shuffle/1/" + name.encode() + b"\0"

    table, seed = bytes.fromhex(PLAIN["table"]), bytes.fromhex(PLAIN["seed"])
    c = h(tag("seed"), table, bytes(8), h(bytes(2)), seed)
    assert c.hex() == PLAIN["commitment"]
    rows, mixed = b"", b""
    for share in PLAIN["shares"]:
        seat = share["seat"].to_bytes(2, "big")
        rows += seat + bytes.fromhex(share["commitment"])
        if share["nonce"] is not None:
            nonce = bytes.fromhex(share["nonce"])
            assert h(tag("nonce"), table, bytes(8), seat, nonce).hex() == share["commitment"]
            mixed += seat + nonce
    agreed = h(tag("list"), c, len(PLAIN["shares"]).to_bytes(2, "big"), rows)
    assert hmac.new(seed, h(tag("mix"), agreed, mixed), "sha256").hexdigest() == K


def test_the_orders_of_the_page_follow_from_its_example() -> None:
    decks = proof().decks()
    assert decks.seed.hex() == K
    assert " ".join(decks(TILES)) == FIRST
    assert " ".join(decks(TILES)).startswith(SECOND)
    assert proof().mixed == (0, 2)


def chained() -> DealProof:
    found = parse_proof(CHAIN, 3)
    assert found is not None
    return found


def test_the_chain_of_the_page_is_what_its_formulas_say() -> None:
    """Everything again from the words of the page."""

    def h(*parts: bytes) -> bytes:
        return hashlib.sha256(b"".join(parts)).digest()

    def tag(name: str) -> bytes:
        return b"kozyr/shuffle/1/" + name.encode() + b"\0"

    table, seeds = bytes.fromhex(CHAIN["table"]), {3: bytes.fromhex(CHAIN["seed"])}
    for deal in (3, 2, 1):
        seeds[deal - 1] = h(tag("chain"), table, deal.to_bytes(8, "big"), seeds[deal])
    assert seeds.pop(0).hex() == CHAIN["commitment"]
    assert {f"seed of deal {deal}": seed.hex() for deal, seed in seeds.items()}.items() <= (
        VALUES.items()
    )
    rows, mixed = b"", b""
    for share in CHAIN["shares"]:
        seat = share["seat"].to_bytes(2, "big")
        rows += seat + bytes.fromhex(share["commitment"])
        mixed += seat + bytes.fromhex(share["nonce"]) if share["nonce"] is not None else b""
    agreed = h(tag("list"), bytes.fromhex(CHAIN["commitment"]), (3).to_bytes(2, "big"), rows)
    for deal in (2, 3):
        key = hmac.new(seeds[deal], h(tag("mix"), agreed, mixed), "sha256").hexdigest()
        assert key == VALUES[f"K of deal {deal}"] == chained().key(deal).hex()
        order = SeededDecks(bytes.fromhex(key), table)(TILES)
        assert " ".join(order) == VALUES[f"shuffle 1 of deal {deal}"]


def test_the_decks_of_a_chain_change_with_each_deal() -> None:
    decks = chained().decks()
    assert isinstance(decks, DealtDecks)
    for deal in (1, 2, 3):
        decks.next_deal()
        key = SeededDecks(chained().key(deal), chained().table)
        assert [decks(TILES), decks(TILES)] == [key(TILES), key(TILES)]
    with pytest.raises(ValueError, match="no seed for deal 4"):
        decks.next_deal()


def test_the_first_deals_of_a_chain_prove_themselves() -> None:
    whole = chained()
    assert whole.fault() == ""
    for deal in (1, 2, 3):
        part = whole.upto(deal)
        assert (part.fault(), part.deals, part.seed) == ("", deal, whole.seed_of(deal))
        assert part.key(1) == whole.key(1)
        assert replace(part, deals=part.deals + 1).fault() == "seed"
    assert proof().upto(7) == proof()


def test_without_shares_the_seed_of_a_deal_is_used_as_it_is() -> None:
    assert replace(chained(), shares={}).key(2) == chained().seed_of(2)


def test_a_proof_is_read_as_it_was_written() -> None:
    assert chained().plain() == CHAIN
    assert proof().plain() == PLAIN
    assert proof().fault() == ""


@pytest.mark.parametrize("plain", [PLAIN, CHAIN])
def test_the_shares_may_stand_in_any_order(plain: dict[str, Any]) -> None:
    turned = parse_proof({**plain, "shares": plain["shares"][::-1]}, 3)
    assert turned is not None
    assert turned.plain() == plain
    assert turned.key(3) == chained().key(3) if turned.deals else turned.fault() == ""


def test_without_shares_the_seed_is_used_as_it_is() -> None:
    decks = SeededDecks(5)
    alone = unshared(decks)
    assert alone.fault() == ""
    assert alone.decks()(TILES) == decks(TILES)


def test_what_does_not_hold_is_named() -> None:
    assert replace(proof(), seed=bytes(32)).fault() == "seed"
    assert replace(proof(), table=bytes(16)).fault() == "seed"
    shares = {
        **proof().shares,
        0: NonceShare(proof().shares[2].commitment, proof().shares[0].nonce),
    }
    assert replace(proof(), shares=shares).fault() == "nonce"


def test_a_nonce_after_one_that_was_never_shown_is_checked_too() -> None:
    silent = {1: NonceShare(bytes(32)), 2: NonceShare(bytes(32), bytes(32))}
    assert replace(proof(), shares=silent).fault() == "nonce"


def test_a_share_belongs_to_its_seat_and_its_table() -> None:
    nonce = b"n" * 32
    hashes = {share_commitment(bytes([t]) * 16, seat, nonce) for t in (1, 2) for seat in (0, 1)}
    assert len(hashes) == 4


@pytest.mark.parametrize("other", [None, {}, {"shuffle": 3}, {"shuffle": True}, {"kind": "else"}])
def test_what_is_no_proof_of_this_kind_is_passed_over(other: Any) -> None:
    assert parse_proof(other, 3) is None


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "07"},
        {"seed": 7},
        {"seed": "0" * 63 + "A"},
        {"table": None},
        {"shares": 3},
        {"shares": [3]},
        {"shares": [{}]},
        {"shares": [PLAIN["shares"][0]] * 2},
        {"shares": [{**PLAIN["shares"][0], "seat": 3}]},
        {"shares": [{**PLAIN["shares"][0], "seat": True}]},
        {"shares": [{**PLAIN["shares"][0], "nonce": "1"}]},
    ],
)
def test_what_is_written_wrongly_is_refused(change: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_proof({**PLAIN, **change}, 3)


@pytest.mark.parametrize("deals", [0, -1, True, "3", None, 65537])
def test_a_chain_of_a_length_that_cannot_be_is_refused(deals: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_proof({**CHAIN, "deals": deals}, 3)


def test_a_chain_has_65536_deals_at_most() -> None:
    longest = parse_proof({**CHAIN, "deals": 65536}, 3)
    assert longest is not None
    assert longest.deals == 65536
