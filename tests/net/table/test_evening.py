"""The list of an evening: each player's results in all matches at a table."""

from core.game import Result
from core.games.kozel import rules as kozel
from core.match import Player
from net.table.base import Evening
from net.wire.bounds import MAX_PLAYED, MAX_STANDINGS
from net.wire.from_host import Gathered
from net.wire.message import PlayedMatch, PlayedSeat, Standing
from net.wire.to_host import Fill, Leave, Start
from tests.support.harness import Harness, Visitor, two
from tests.support.logged_harness import LoggedHarness


def play(harness: Harness, *people: Visitor) -> None:
    """Play a match to its end with the first legal moves."""
    while not harness.live.over:
        mover = people[harness.live.to_act()[0]]
        mover.play(harness.live.legal(mover.client.seat or 0)[0])


def table_of(visitor: Visitor) -> dict[str, Standing]:
    return {line.name: line for line in visitor.client.room.evening}


def test_two_matches_are_added_up_for_those_who_played_them() -> None:
    harness, ann, bob = two()
    assert table_of(ann) == {}
    play(harness, ann, bob)
    first = harness.game.result(harness.live.match.state)
    bob.send(Leave())
    cyr = harness.join("Cyr")
    assert [line.name for line in table_of(cyr).values() if line.latest] == ["Ann", "Bob"]
    harness.start(cyr, owner=ann)
    play(harness, ann, cyr)
    second = harness.game.result(harness.live.match.state)
    lines = table_of(cyr)
    assert list(lines) == ["Bob", "Ann", "Cyr"]
    assert {name: line.matches for name, line in lines.items()} == {"Bob": 1, "Ann": 2, "Cyr": 1}
    assert lines["Ann"].points == first.totals[0] + second.totals[0]
    assert lines["Ann"].firsts == (first.places[0] == 1) + (second.places[0] == 1)
    assert [line.name for line in lines.values() if line.latest] == ["Ann", "Cyr"]


def test_a_match_that_is_given_up_adds_nothing() -> None:
    harness, ann, bob = two()
    for visitor in (ann, bob):
        visitor.send(Leave())
    assert table_of(harness.join("Cyr")) == {}


def test_the_list_goes_on_at_the_host_that_resumes_the_table() -> None:
    logged = LoggedHarness(kozel, 2, target=50)
    ann = logged.join("Ann")
    ann.send(Fill(1, "easy"))
    played = PlayedMatch("joker", "2026-11-28T21:40:00", [PlayedSeat("Zoe", False, 1, -7)])
    logged.table.evening = Evening([Standing("Zoe", matches=3, points=-7, goats=2)], [played])
    ann.send(Start())
    other = logged.again()
    assert other.table.evening.standings == logged.table.evening.standings
    assert other.table.evening.matches == logged.table.evening.matches


def test_goats_are_counted_and_bots_are_told_apart() -> None:
    evening = Evening()
    result = Result((120, 40), (2, 1), goats=(0,))
    evening.add("kozel", "", [Player("Ann", "human"), Player("Rook", "bot:easy")], result)
    assert evening.standings == [
        Standing("Ann", False, 1, 120, 0, 1, True),
        Standing("Rook", True, 1, 40, 1, 0, True),
    ]
    (match,) = evening.matches
    assert match.seats == [PlayedSeat("Ann", False, 2, 120), PlayedSeat("Rook", True, 1, 40)]


def test_the_list_has_a_bound_and_keeps_those_who_played_last() -> None:
    evening = Evening()
    for number in range(MAX_STANDINGS):
        guest = Player(f"Guest {number}", "human")
        evening.add("kozel", "", [guest, Player("Ann", "human")], Result((1, 2), (2, 1)))
    lines = evening.standings
    assert len(evening.matches) == MAX_STANDINGS < MAX_PLAYED
    assert len(lines) == MAX_STANDINGS
    assert [line.name for line in lines[-2:]] == [f"Guest {MAX_STANDINGS - 1}", "Ann"]
    assert lines[-1].matches == MAX_STANDINGS


def test_everybody_is_sent_the_list_with_the_room() -> None:
    harness, ann, bob = two()
    play(harness, ann, bob)
    assert len(bob.last(Gathered).evening) == 2
