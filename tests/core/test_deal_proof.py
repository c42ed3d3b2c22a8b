"""The proof of a deal: its bytes, as docs/records.md has them, and proofs that do not hold."""

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
from core.pieces import TILES
from core.shuffle import SeededDecks

DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
CHAINED, EXAMPLE, TWICE = re.findall(r"```json\n(.*)\n```", DOCUMENT)
K, FIRST, SECOND = re.findall(r"^\| (?:K|shuffle \d) \| `([^`]*)`", DOCUMENT, re.MULTILINE)
PLAIN: dict[str, Any] = json.loads(EXAMPLE)
CHAIN: dict[str, Any] = json.loads(CHAINED)
CHAINS: dict[str, Any] = json.loads(TWICE)
VALUES, _, LATER = (
    dict(re.findall(r"^\| (.* of deal \d) \| `([^`]*)`", part, re.MULTILINE))
    for part in re.split(r"^And where |^Where the host ", DOCUMENT, flags=re.MULTILINE)
)
"""The values of the example in which each deal has a seed, and of the one with two chains."""


def proof() -> DealProof:
    found = parse_proof(PLAIN, 3)
    assert found is not None
    return found


def test_the_example_of_the_page_is_what_its_formulas_say() -> None:
    """Everything is computed again from the words of the page."""

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
    """Everything is computed again from the words of the page."""

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


def test_decks_that_are_renewed_have_the_keys_of_the_new_shuffle_from_the_next_deal_on() -> None:
    decks, other = DealtDecks(chained().table, chained().key), renewed()
    decks.next_deal()
    decks.renew(other.key)
    first = SeededDecks(chained().key(1), chained().table)
    assert decks(TILES) == first(TILES), "the deal that is being played keeps its key"
    for _ in range(3):
        decks.next_deal()
    assert (decks.deal, decks(TILES)) == (4, SeededDecks(other.key(4), other.table)(TILES))


def test_the_first_deals_of_a_chain_prove_themselves() -> None:
    whole = chained()
    assert whole.fault() == ""
    for deal in (1, 2, 3):
        part = whole.upto(deal)
        assert (part.fault(), part.deals, part.seed) == ("", deal, whole.seed_of(deal))
        assert part.key(1) == whole.key(1)
        assert replace(part, deals=part.deals + 1).fault() == "seed"
    assert proof().upto(7) == proof()


def renewed() -> DealProof:
    found = parse_proof(CHAINS, 3)
    assert found is not None
    return found


def test_the_two_chains_of_the_page_are_what_its_formulas_say() -> None:
    """Everything is computed again from the words of the page."""

    def h(name: str, *parts: bytes) -> bytes:
        return hashlib.sha256(
            b"".join((b"kozyr/shuffle/1/", name.encode(), b"\0", *parts))
        ).digest()

    table, values = bytes.fromhex(CHAINS["table"]), {}
    for chain in CHAINS["chains"]:
        deals, seed = chain["deals"], bytes.fromhex(chain["seed"])
        seeds = {deals: seed}
        for deal in range(deals, 0, -1):
            seeds[deal - 1] = h("chain", table, deal.to_bytes(8, "big"), seeds[deal])
        assert seeds[0].hex() == chain["commitment"]
        rows, mixed = b"", b""
        for share in chain["shares"]:
            seat = share["seat"].to_bytes(2, "big")
            rows += seat + bytes.fromhex(share["commitment"])
            mixed += seat + bytes.fromhex(share["nonce"]) if share["nonce"] is not None else b""
        agreed = h("list", seeds[0], len(chain["shares"]).to_bytes(2, "big"), rows)
        for deal in range(chain["from"], deals + 1):
            values[f"seed of deal {deal}"] = seeds[deal].hex()
            key = hmac.new(seeds[deal], h("mix", agreed, mixed), "sha256").digest()
            assert key == renewed().key(deal)
            values[f"K of deal {deal}"] = key.hex()
            values[f"shuffle 1 of deal {deal}"] = " ".join(SeededDecks(key, table)(TILES))
    assert LATER.items() <= values.items()
    assert len(LATER) == 6


def test_the_deals_before_a_new_shuffle_keep_their_chain() -> None:
    whole = renewed()
    assert [chain.first for chain in whole.chains] == [1, 4]
    assert whole.upto(3) == chained()
    assert whole.upto(2) == chained().upto(2)
    assert whole.upto(4).deals == 4
    assert [whole.key(deal) for deal in (1, 3)] == [chained().key(deal) for deal in (1, 3)]
    later = replace(whole, first=1, before=None)
    assert chained().anew(later, 4) == whole
    assert whole.unseeded().before == chained().unseeded()
    assert whole.unseeded().seed == chained().unseeded().seed == b""


def test_each_deal_has_the_seed_of_its_own_chain() -> None:
    whole = renewed()
    for deal in (1, 2, 3):
        assert whole.seed_of(deal) == chained().seed_of(deal)
    assert whole.seed_of(whole.deals) == whole.seed


def test_what_was_committed_to_is_the_same_however_many_deals_are_known() -> None:
    known = chained().unseeded()
    assert known == chained().upto(1).unseeded() == replace(chained(), seed=b"", deals=0)
    assert (known.seed, known.deals) == (b"", 0)


def test_a_new_shuffle_for_the_second_deal_keeps_the_first_one() -> None:
    later = replace(renewed(), first=1, before=None)
    assert chained().anew(later, 2).before == chained().upto(1)
    assert chained().anew(later, 2).first == 2


def test_a_match_may_be_shuffled_anew_before_each_of_64_deals() -> None:
    chains = [{**CHAINS["chains"][0], "from": n, "deals": n} for n in range(1, 65)]
    most = parse_proof({**CHAINS, "chains": chains}, 3)
    assert [(chain.first, chain.deals) for chain in most.chains] == [(n, n) for n in range(1, 65)]


def test_a_chain_that_has_dealt_nothing_leaves_no_trace() -> None:
    whole = renewed()
    other = replace(chained().upto(2), shares={})
    assert whole.anew(other, 4) == chained().anew(other, 4)
    assert whole.anew(other, 1) == other
    with pytest.raises(ValueError, match="no seed for deal 5"):
        chained().anew(other, 6)


def test_what_does_not_hold_in_either_chain_is_named() -> None:
    whole, before = renewed(), chained()
    assert whole.fault() == ""
    assert replace(whole, seed=bytes(32)).fault() == "seed"
    assert replace(whole, before=replace(before, seed=bytes(32))).fault() == "seed"
    shares = {**before.shares, 0: NonceShare(before.shares[2].commitment, before.shares[0].nonce)}
    assert replace(whole, before=replace(before, shares=shares)).fault() == "nonce"


def chains_with(at: int, **change: Any) -> dict[str, Any]:
    chains = [{**chain} for chain in CHAINS["chains"]]
    chains[at].update(change)
    return {**CHAINS, "chains": chains}


@pytest.mark.parametrize(
    "plain",
    [
        {**CHAINS, "chains": CHAINS["chains"][:1]},
        {**CHAINS, "chains": CHAINS["chains"][::-1]},
        {**CHAINS, "chains": CHAINS["chains"][:1] * 2},
        {
            **CHAINS,
            "chains": [{**CHAINS["chains"][0], "from": n, "deals": n} for n in range(1, 66)],
        },
        {**CHAINS, "chains": []},
        {**CHAINS, "chains": None},
        {**CHAINS, "table": "00"},
        chains_with(0, **{"from": 2}),
        chains_with(0, **{"from": True}),
        chains_with(1, **{"from": 3}),
        chains_with(1, **{"from": 5}),
        chains_with(1, **{"from": "4"}),
        chains_with(1, deals=3),
        chains_with(1, seed="07"),
        chains_with(0, deals=2),
    ],
)
def test_chains_that_do_not_follow_one_another_are_refused(plain: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_proof(plain, 3)


def test_without_shares_the_seed_of_a_deal_is_used_as_it_is() -> None:
    assert replace(chained(), shares={}).key(2) == chained().seed_of(2)


def test_a_proof_is_read_as_it_was_written() -> None:
    assert renewed().plain() == CHAINS
    assert chained().plain() == CHAIN
    assert proof().plain() == PLAIN
    assert proof().fault() == ""


@pytest.mark.parametrize("plain", [PLAIN, CHAIN])
def test_the_shares_may_stand_in_any_order(plain: dict[str, Any]) -> None:
    turned = parse_proof({**plain, "shares": plain["shares"][::-1]}, 3)
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


@pytest.mark.parametrize("other", [None, {}, {"shuffle": 4}, {"shuffle": True}, {"kind": "else"}])
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
    assert parse_proof({**CHAIN, "deals": 65536}, 3).deals == 65536
