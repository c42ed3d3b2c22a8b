"""A table that a host hands over, and whether it is the player's own table."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from core.deal_proof import chain_commitment
from core.games.kozel import rules as kozel
from net.client.taking_over import is_own_table
from net.table.log import BegunLine, LogLine, log_text
from net.table.log_reader import read_handed
from net.table.opening import open_table
from net.table.table import Table, handed_text
from tests.support.harness import Visitor
from tests.support.shuffles import TABLE, ShuffledHarness, seated, secret
from tests.support.unfinished_tables import altered, said

Lines = Sequence[LogLine]


def sitting(moves: int = 30) -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people and a bot at Kozel, in a match if moves are made."""
    harness, people = seated(kozel, 3, bots=1, target=200)
    if moves:
        harness.start(people[1], owner=people[0])
        harness.pass_time(5)
        harness.play_to_the_end(*people, moves=moves)
    return harness, people


def put_back(harness: ShuffledHarness, text: str) -> Table:
    games = {harness.game.NAME: harness.game}
    return open_table(read_handed(text), harness.now, lambda *_: harness.chance, games=games)


@pytest.mark.parametrize("moves", [0, 1, 30, 10_000])
def test_the_table_at_which_everybody_sits_is_their_own(moves: int) -> None:
    harness, people = sitting(moves)
    table = put_back(harness, handed_text(harness.table, 1))
    assert [is_own_table(table, each.client) for each in people] == [True, True]


def other_names(room: dict[str, Any]) -> dict[str, Any]:
    return room | {"seats": [{**room["seats"][0], "name": "Zoe"}, *room["seats"][1:]]}


def other_tokens(room: dict[str, Any]) -> dict[str, Any]:
    seats = room["seats"]
    return room | {"seats": [seats[0], {**seats[1], "token": "x"}, *seats[2:]]}


@pytest.mark.parametrize(
    "opened", [{"id": "elsewhere"}, {"clock": 30}, {"pause": 10}, {"options": {"target": 51}}, {}]
)
@pytest.mark.parametrize("room", [None, other_names, other_tokens])
@pytest.mark.parametrize("match", [True, False])
def test_another_table_is_not(
    opened: dict[str, Any], room: Callable[[dict[str, Any]], dict[str, Any]] | None, match: bool
) -> None:
    harness, (_, bob) = sitting()
    told = handed_text(harness.table, 1)
    handed = {} if room is None else {"room": room(said(told, -1)["room"])}
    other = altered(told, opened=opened, handed=handed, without_match=not match)
    same = not opened and room is None and match
    assert is_own_table(put_back(harness, other), bob.client) is same


def without_last_move(lines: Lines) -> Lines:
    last = max(at for at, each in enumerate(lines) if isinstance(each, dict) and "move" in each)
    return [*lines[:last], *lines[last + 1 :]]


def from_other_seeds(lines: Lines) -> Lines:
    """Return the lines with a chain of the host's own choice, in which the match has only just
    begun.
    """
    opened, header, begun = lines[:3]
    assert isinstance(begun, BegunLine)
    seed = secret("liked better")
    commitment = chain_commitment(TABLE, seed, begun.proof.deals).hex()
    proof = replace(begun.proof, seed=seed.hex(), commitment=commitment)
    return [opened, header, replace(begun, proof=proof), lines[-1]]


@pytest.mark.parametrize("change", [without_last_move, from_other_seeds])
def test_a_match_that_was_not_shown_so_is_not_the_own_one(
    change: Callable[[Lines], Lines],
) -> None:
    harness, (_, bob) = sitting()
    told = read_handed(handed_text(harness.table, 1)).lines
    assert not is_own_table(put_back(harness, log_text(change(told))), bob.client)


@pytest.mark.parametrize("seed", ["commitment", "seed"])
def test_seeds_that_do_not_lead_to_what_was_committed_to_are_not_taken_over(seed: str) -> None:
    """The positions so far may be right all the same: nothing has been dealt yet."""
    harness, (_, bob) = sitting(1)
    table = put_back(harness, handed_text(harness.table, 1))
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
