"""The arena: duplicates cancel luck, faults are counted, intervals show proven leads."""

from collections.abc import Sequence
from itertools import count
from random import Random
from statistics import mean
from typing import Any

import pytest

from core.bots import BOTS, LEVELS, RULE_OF_THUMB, choose
from core.bots.search import Thinking
from core.game import Game, Move
from core.games import FACTS, GAMES
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from kozyr_kits.arena import duplicate
from kozyr_kits.arena.duplicate import (
    DeckTask,
    ahead_of_others,
    luck_out,
    play_deck,
    standings,
    ways,
)
from kozyr_kits.arena.interval import student, t95, wilson
from kozyr_kits.arena.match import BEGINNER, contestant, play, play_timed
from kozyr_kits.arena.outsider import outsider
from tests.games.joker.joker_table import position
from tests.support.matches import Case, some_positions


def ticks() -> Any:
    """A clock that ticks once whenever it is read."""
    return count().__next__


def test_every_contestant_sits_everywhere() -> None:
    assert ways(("a", "b")) == [("a", "b"), ("b", "a")]
    assert len(ways(("a", "b", "a", "b"))) == 6
    assert set(ways(("a", "b", "b", "b"))) == {
        tuple("a" if seat == own else "b" for seat in range(4)) for own in range(4)
    }


def test_where_too_many_ways_lead_every_contestant_moves_on_a_seat() -> None:
    seated = ways(tuple("abcde"))
    assert len(seated) == 5
    for seat in range(5):
        assert {way[seat] for way in seated} == set("abcde")


def test_the_same_bot_under_two_names_is_level_with_itself_on_every_deck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The points of a deck are only the luck of the seats; playing in every seat takes it out."""

    def twin(name: str) -> Any:
        return lambda game, view, rng, thinking: game.legal(
            game.imagine(view, Random(0)), view.seat
        )[0]

    monkeypatch.setattr("kozyr_kits.arena.match.contestant", twin)
    for seed in range(3):
        report = play_deck(DeckTask("kozel", {}, ("one", "other"), seed), ticks())
        assert report.ahead_match == {"one": 0, "other": 0}


@pytest.mark.parametrize("name", ["kozel", "domino_poker"])
def test_ahead_is_the_difference_of_the_means_and_better_is_above_zero(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]
    monkeypatch.setitem(BOTS[name].PLAYOUTS, "medium", 2)
    contestants = ("medium", "easy") * (max(game.SEATS[0], 2) // 2)
    report = play_deck(DeckTask(name, {}, contestants, 5), ticks())
    assert report.ahead_match["medium"] == pytest.approx(-report.ahead_match["easy"])
    tally = report.tallies["medium"]
    assert tally.matches == len(ways(contestants)) * len(contestants) // 2
    assert tally.faults == {}
    assert tally.seconds >= tally.decisions, "a clock that ticks once a look"
    assert tally.playouts > 0
    totals = play(game, game.Options(), contestants, 5).lines[-1]["result"]["totals"]
    sign = -1 if FACTS[name].LOWEST_WINS else 1
    first = sign * (mean(totals[0::2]) - mean(totals[1::2]))
    assert ahead_of_others(game, contestants, totals)["medium"] == pytest.approx(first)


def test_a_contestant_level_with_all_others_is_first_and_not_last() -> None:
    tally = duplicate.Tally()
    for place, last in ((1, 1), (1, 3), (3, 3), (2, 4), (4, 4)):
        tally.ended(deals=1, place=place, last=last)
    assert (tally.matches, tally.first, tally.last) == (5, 2, 2)


def test_the_same_task_gives_the_same_report() -> None:
    task = DeckTask("domino_poker", {}, ("easy", "easy"), 2)
    first, again = (play_deck(task, ticks()) for _ in range(2))
    assert first == again


def test_a_deck_is_played_with_the_seatings_that_are_named_and_no_others() -> None:
    contestants = ("easy", "outsider:1", "easy", "outsider:1")
    exchanged = (*contestants[1:], contestants[0])
    played: list[tuple[str, ...]] = []

    def seen(game: Game, options: Any, seated: Sequence[str], *more: Any) -> Any:
        played.append(tuple(seated))
        return play_timed(game, options, ("easy",) * len(seated), *more)

    task = DeckTask("domino_poker", {"deal_set": "largest"}, contestants, 2)
    report = play_deck(task, ticks(), seen, (contestants, exchanged))
    assert played == [contestants, exchanged]
    assert report.ahead_match == {"easy": 0, "outsider:1": 0}, "the seats take the luck out"


def test_bids_made_are_counted_by_the_tricks_of_the_deal() -> None:
    bids = play_deck(DeckTask("joker", {}, ("easy",) * 4, 3), ticks()).tallies["easy"].bids
    assert sorted(bids) == list(range(1, 10))
    for made, tried in bids.values():
        assert 0 <= made <= tried


@pytest.mark.parametrize("wrong", ["play 9-9", "", "raise"])
def test_a_contestant_that_fails_or_cheats_is_counted_and_the_match_continues(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decide(game: Game, view: Any, rng: Random, thinking: Thinking) -> Move:
        if wrong == "raise":
            raise RuntimeError("no more ideas")
        return wrong

    monkeypatch.setattr("kozyr_kits.arena.match.contestant", lambda name: decide)
    match, decisions = play_timed(kozel, kozel.Options(), ("one", "other"), 1, ticks())
    assert match.lines[-1]["result"]
    assert decisions
    kind = "failed" if wrong == "raise" else "illegal"
    assert {decision.fault for decision in decisions} == {kind}
    said = "RuntimeError: no more ideas" if wrong == "raise" else wrong
    assert {decision.said for decision in decisions} == {said}


@pytest.mark.parametrize("name", list(GAMES))
def test_the_outsider_makes_legal_moves_and_the_same_ones_again(name: str) -> None:
    game = GAMES[name]
    case = Case(game, game.Options(), game.SEATS[0], "")
    for match in some_positions(case, seed=9, wanted=6):
        for seat in game.to_act(match.state):
            view = game.view(match.state, seat)
            first, again = (outsider(game, view, 8, Random(2)) for _ in range(2))
            assert first == again
            assert first in game.legal(match.state, seat)


@pytest.mark.parametrize("name", [name for name in GAMES if name in BOTS])
def test_a_beginner_goes_by_rule_of_thumb_but_for_some_slips(name: str) -> None:
    """Each of its moves is legal, and the same again; not all of it is by rule."""
    game = GAMES[name]
    decide = contestant(BEGINNER)
    slips = moves = 0
    for match in some_positions(Case(game, game.Options(), game.SEATS[0], ""), seed=8, wanted=80):
        for seat in game.to_act(match.state)[:1]:
            view = game.view(match.state, seat)
            rng = Random(moves)
            slipped = not rng.randrange(5)
            by_rule = choose(name, view, RULE_OF_THUMB, rng)
            move = decide(game, view, Random(moves), Thinking(lambda: 0.0))
            assert move in game.legal(match.state, seat)
            assert slipped or move == by_rule
            moves += 1
            slips += move != by_rule
    assert 0 < slips < moves / 4


def test_a_beginner_who_slips_in_bidding_bids_one_off() -> None:
    state = position("Xr 6d / 7s 7c / 8s 8c / Ts Tc", "6h", bids=())
    view = joker.view(state, 0)
    sure = choose("joker", view, RULE_OF_THUMB, Random(0))
    decide = contestant(BEGINNER)
    made = [decide(GAMES["joker"], view, Random(n), Thinking(lambda: 0.0)) for n in range(100)]
    assert sure == "bid 1"
    assert {*made} == {"bid 0", "bid 1", "bid 2"}
    assert made.count("bid 1") > 60


def test_a_game_without_a_difference_proves_nothing() -> None:
    reports = [
        play_deck(DeckTask("kozel", {}, ("easy", "medium"), seed), ticks()) for seed in (1, 2)
    ]
    for standing in standings(("easy", "medium"), reports):
        assert standing.tally.matches == 4
        assert standing.a_deal.count == 2
    assert standings(("easy", "medium"), reports[:1])[0].a_deal.half == float("inf")
    assert not standings(("easy", "medium"), reports[:1])[0].a_deal.proven


def test_student_gives_the_interval_of_a_textbook() -> None:
    """Student's own numbers of 1908: extra hours of sleep, a mean of 1.58 from 0.70 to 2.46."""
    interval = student([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])
    assert interval.mean == pytest.approx(1.58)
    assert interval.half == pytest.approx(0.88, abs=0.005)
    assert interval.proven


@pytest.mark.parametrize(
    ("freedom", "known"), [(1, 12.706), (30, 2.042), (40, 2.021), (60, 2.000), (120, 1.980)]
)
def test_t_agrees_with_printed_tables(freedom: int, known: float) -> None:
    assert t95(freedom) == pytest.approx(known, abs=0.0015)


def test_wilson_never_leaves_zero_to_one() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for tries in (1, 10, 160):
        assert f"{wilson(0, tries)[0]:.0f}" == "0", "not even by rounding"
        assert wilson(0, tries)[0] >= 0
        assert wilson(tries, tries)[1] <= 1
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=0.0005)


def test_what_changing_over_takes_out_is_measured() -> None:
    """Two decks whose luck is all of the seats: one match says +-5, both together nothing."""
    decks = [[5.0, -5.0], [-5.0, 5.0], [4.0, -4.0]]
    assert luck_out(decks) == 1
    assert luck_out([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]) < 0
    assert luck_out(decks[:1]) == 0


def test_any_value_of_the_hands_is_the_same_to_all_contestants() -> None:
    """Why no control variate of hands is used: over all ways it is nothing to begin with."""
    rng = Random(3)
    for contestants in (("a", "b"), ("a", "b", "b", "b"), ("a", "b", "a", "b"), tuple("abcde")):
        seatings = ways(contestants)
        worths = [rng.randrange(-99, 99) for _ in contestants]
        found = [ahead_of_others(kozel, seating, worths) for seating in seatings]
        for name in set(contestants):
            assert sum(each[name] for each in found) == pytest.approx(0)


def test_levels_are_contestants() -> None:
    for level in LEVELS[:2]:
        match, decisions = play_timed(kozel, kozel.Options(), (level, level), 3, ticks())
        assert match.players[0].kind == f"bot:{level}"
        assert not any(decision.fault for decision in decisions)
