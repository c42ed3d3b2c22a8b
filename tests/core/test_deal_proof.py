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

from core.deal_proof import DealProof, NonceShare, parse_proof, share_commitment, unshared
from core.shuffle import SeededDecks
from core.tiles import TILES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
(EXAMPLE,) = re.findall(r"```json\n(.*)\n```", DOCUMENT)
K, FIRST, SECOND = re.findall(r"^\| (?:K|shuffle \d) \| `([^`]*)`", DOCUMENT, re.MULTILINE)
PLAIN: dict[str, Any] = json.loads(EXAMPLE)


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


def test_a_proof_is_read_as_it_was_written() -> None:
    assert proof().plain() == PLAIN
    assert proof().fault() == ""


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


def test_a_share_belongs_to_its_seat_and_its_table() -> None:
    nonce = b"n" * 32
    hashes = {share_commitment(bytes([t]) * 16, seat, nonce) for t in (1, 2) for seat in (0, 1)}
    assert len(hashes) == 4


@pytest.mark.parametrize("other", [None, {}, {"shuffle": 2}, {"shuffle": True}, {"kind": "else"}])
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
