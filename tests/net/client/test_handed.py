"""A table that a host hands over, and whether it is the one at which a player sits."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from core.deal_proof import chain_commitment
from core.games.kozel import rules as kozel
from net.client.handed import is_own_table
from net.table.handover import handed_text, journal_text, read_handed
from net.table.journal import JournalEntry, MoveEntry, Terms, read_table
from net.table.resuming import restored
from net.table.table import Table
from tests.support.harness import Visitor
from tests.support.shuffles import TABLE, ShuffledHarness, secret

Entries = Sequence[JournalEntry]


def sitting(moves: int = 30) -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people and a bot at Kozel, in a match if moves are made."""
    harness = ShuffledHarness(kozel, 3, target=200)
    people = harness.seat_people(bots=1)
    if moves:
        harness.start(people[1], owner=people[0])
        harness.pass_time(5)
        harness.play_to_the_end(*people, moves=moves)
    return harness, people


def put_back(harness: ShuffledHarness, text: str) -> Table:
    games = {harness.game.NAME: harness.game}
    return restored(read_handed(text), harness.now, lambda table: harness.chance, games)


@pytest.mark.parametrize("moves", [0, 1, 30, 10_000])
def test_the_table_at_which_everybody_sits_is_their_own(moves: int) -> None:
    harness, people = sitting(moves)
    table = put_back(harness, handed_text(harness.table, 1))
    assert [is_own_table(table, each.client) for each in people] == [True, True]


def other_names(told: dict[str, Any]) -> dict[str, Any]:
    seats = told["room"]["seats"]
    return {"room": {**told["room"], "seats": [{**seats[0], "name": "Zoe"}, *seats[1:]]}}


def other_tokens(told: dict[str, Any]) -> dict[str, Any]:
    seats = told["room"]["seats"]
    return {"room": {**told["room"], "seats": [seats[0], {**seats[1], "token": "x"}, *seats[2:]]}}


@pytest.mark.parametrize(
    "change",
    [
        lambda told: {"id": "elsewhere"},
        lambda told: {"clock": 30},
        lambda told: {"pause": 10},
        lambda told: {"options": {**told["options"], "target": 51}},
        lambda told: {"journal": ""},
        other_names,
        other_tokens,
    ],
)
def test_another_table_is_not(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    harness, (_, bob) = sitting()
    told = json.loads(handed_text(harness.table, 1))
    told |= change(told)
    if told["id"] == "elsewhere":
        told["journal"] = journal_text(changed(told, lambda terms: replace(terms, id=told["id"])))
    assert not is_own_table(put_back(harness, json.dumps(told)), bob.client)


def changed(told: dict[str, Any], change: Callable[[Terms], Terms]) -> Entries:
    journal = read_table(told["journal"].encode())
    return [change(journal.terms), *journal.changes]


def without_last_move(entries: Entries) -> Entries:
    last = max(at for at, each in enumerate(entries) if isinstance(each, MoveEntry))
    return [*entries[:last], *entries[last + 1 :]]


def from_other_seeds(entries: Entries) -> Entries:
    """From a chain of the host's own choice, in which the match has only just begun."""
    terms, *_ = entries
    assert isinstance(terms, Terms)
    assert terms.proof is not None
    seed = secret("liked better")
    commitment = chain_commitment(TABLE, seed, terms.proof.deals).hex()
    proof = replace(terms.proof, seed=seed.hex(), commitment=commitment)
    return [replace(terms, seed=seed.hex(), proof=proof)]


@pytest.mark.parametrize("change", [without_last_move, from_other_seeds])
def test_a_match_that_was_not_shown_so_is_not_the_own_one(
    change: Callable[[Entries], Entries],
) -> None:
    harness, (_, bob) = sitting()
    told = json.loads(handed_text(harness.table, 1))
    told["journal"] = journal_text(change(changed(told, lambda terms: terms)))
    assert not is_own_table(put_back(harness, json.dumps(told)), bob.client)


@pytest.mark.parametrize("seed", ["commitment", "seed"])
def test_seeds_that_do_not_lead_to_what_was_committed_to_are_not_taken_over(seed: str) -> None:
    """What was shown so far may be right all the same: nothing was dealt yet."""
    harness, (_, bob) = sitting(1)
    table = put_back(harness, handed_text(harness.table, 1))
    assert table.match is not None
    live = table.match.live
    assert live.proof is not None
    live.proof = proof = type(live.proof)(
        live.proof.table,
        secret("other") if seed == "seed" else live.proof.seed,
        secret("other") if seed == "commitment" else live.proof.commitment,
        live.proof.shares,
        live.proof.deals,
    )
    assert proof.fault() == "seed"
    assert not is_own_table(table, bob.client)


def test_whoever_knows_nothing_of_the_table_takes_none() -> None:
    harness, _ = sitting(0)
    table = put_back(harness, handed_text(harness.table, 1))
    assert not is_own_table(table, harness.client())
