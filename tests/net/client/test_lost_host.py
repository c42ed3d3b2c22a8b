"""A match whose host is lost: another program goes on, shuffles anew, and everybody checks it."""

from __future__ import annotations

from typing import Any

from core.deal_proof import parse_proof
from core.games import GAMES
from core.games.kozel import rules as kozel
from core.match import to_line
from core.records.record import verify
from net.client.events import LaterShuffle
from tests.support.harness import Visitor
from tests.support.lost_hosts import come, go_on
from tests.support.shuffles import ShuffledHarness, verdict


def begun(moves: int, **settings: Any) -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people, a bot and a watcher at Kozel, after some moves."""
    harness = ShuffledHarness(kozel, 3, target=50, **{"pause": -1} | settings)
    people = harness.seat_people(1)
    watcher = harness.join("Eve", watch=True)
    harness.start(people[1], owner=people[0])
    harness.play_to_the_end(*people, moves=moves)
    return harness, [*people, watcher]


def into_deal(harness: ShuffledHarness, people: list[Visitor], deal: int) -> None:
    """Play until a deal has been begun and a few of its moves are made."""
    while harness.live.match.state.deal < deal:
        harness.play_to_the_end(*people[:2], moves=1)
    harness.play_to_the_end(*people[:2], moves=4)


def faults(everybody: list[Visitor]) -> list[str | None]:
    return [found and found.fault for found in map(verdict, everybody)]


def chains(lines: Any) -> list[tuple[int, int]]:
    proof = parse_proof(lines[0]["deal_proof"], 3)
    assert proof is not None
    return [(chain.first, chain.deals) for chain in proof.chains]


def test_a_match_goes_on_from_the_last_finished_deal_and_everybody_checks_both_shuffles() -> None:
    harness, everybody = begun(0)
    into_deal(harness, everybody, 2)
    last = max(visitor.client.seq for visitor in everybody)
    new = go_on(harness, everybody[1])
    everybody = come(new, everybody)
    assert [visitor.client.view.deal for visitor in everybody] == [1, 1, 1]
    assert all(visitor.client.seq > last for visitor in everybody)
    new.play_to_the_end(*everybody[:2])
    assert faults(everybody) == ["", "", ""]
    for visitor in everybody:
        found = verdict(visitor)
        assert found is not None
        own = visitor.client.seat is not None
        assert (found.own, found.later) == (own, (LaterShuffle(2, (0, 1, 2), own),))
    (lines,) = new.saved
    assert verify(GAMES, map(to_line, lines)) is None
    deals = len(new.live.deals)
    assert deals > 1
    assert chains(lines) == [(1, 1), (2, deals)]
    assert lines[0]["epoch"] == 1
    for visitor in everybody:
        assert visitor.client.deals is not None
        assert list(visitor.client.deals.record) == lines
