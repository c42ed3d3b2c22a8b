"""Reviews: sums that add up, the same seed the same review, files of other records refused."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from core import advice
from core.advice import advise
from core.bots import BOTS
from core.bots.values import Sample, sample
from core.game import against_others, parse_options
from core.games import GAMES
from core.games.joker import rules as joker
from core.games.joker.bot import CardBot
from core.records.replay import Replay, Step, walk
from core.review.decision import Decision, judge
from core.review.review import (
    Review,
    added,
    as_plain,
    fingerprint,
    judge_rest,
    next_costly,
    read,
    shares,
    written,
)
from kozyr_kits.arena.match import play
from tests.support.game_facts import house_rules_of
from tests.support.matches import Case, some_positions

PLAYOUTS = 8


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have hints that are found sooner: this tests how a review uses them."""
    monkeypatch.setattr("core.advice.PLAYOUTS", 200)


LONG_BY_NIGHT = [
    pytest.param(name, marks=pytest.mark.nightly if name == "joker" else ()) for name in BOTS
]
"""Every game that can be reviewed; a match of Joker takes seconds."""


@lru_cache
def record(name: str) -> tuple[str, ...]:
    game = GAMES[name]
    options = parse_options(game.Options, house_rules_of(name, "short"))
    seats = min(4, game.SEATS[-1])
    return tuple(play(game, options, ("easy",) * seats, 3).text().splitlines())


@lru_cache
def replayed(name: str) -> Replay:
    return walk(GAMES, record(name))


def reviewed(name: str, upto: int | None = None) -> Review:
    """Return a review of a match, whole or up to a step, that a test may change."""
    once = _reviewed(name, upto)
    return replace(once, decisions=[*once.decisions])


@lru_cache
def _reviewed(name: str, upto: int | None) -> Review:
    replay, review = replayed(name), Review(0, PLAYOUTS)
    for at in judge_rest(replay, review):
        if upto is not None and at >= upto:
            break
    return review


@pytest.mark.parametrize("name", LONG_BY_NIGHT)
def test_own_play_the_others_play_and_luck_add_up_to_the_results_of_the_match(name: str) -> None:
    replay = replayed(name)
    review = reviewed(name, next(iter(replay.deal_starts[2:]), None))
    parts = review.deals_done(replay)
    assert parts
    for part in range(parts):
        found = shares(replay, part, review.decisions)
        assert sum(share.result for share in found) == pytest.approx(0)
        assert sum(share.luck for share in found) == pytest.approx(0)
        assert sum(share.play + share.others for share in found) == pytest.approx(0)
        for share in found:
            parts = share.play + share.others + share.luck
            assert parts == pytest.approx(share.result, abs=1e-12)
            play, others, luck, result = share.rounded()
            assert round(play + others + luck, 1) == result


def test_the_results_of_all_deals_are_that_of_the_match() -> None:
    replay, review = replayed("kozel"), reviewed("kozel")
    assert review.is_complete(replay)
    result = replay.result
    assert result
    by_deal = [shares(replay, part, review.decisions) for part in range(len(replay.deal_starts))]
    of_match = [added(found).result for found in zip(*by_deal, strict=True)]
    # Points are bad in this game, so the fewest points are the best result.
    assert of_match == pytest.approx(against_others([-total for total in result.totals]))


def test_a_review_that_was_stopped_continues_as_if_it_had_not_been() -> None:
    replay, whole, part = replayed("kozel"), reviewed("kozel"), reviewed("kozel", 40)
    assert not part.is_complete(replay)
    assert list(judge_rest(replay, part))
    assert part == whole


def test_another_seed_is_another_review() -> None:
    replay = replayed("kozel")
    at = next(d.at for d in reviewed("kozel", 60).decisions)
    assert judge(replay, at, 0, PLAYOUTS) == judge(replay, at, 0, PLAYOUTS)
    assert judge(replay, at, 0, PLAYOUTS) != judge(replay, at, 1, PLAYOUTS)


def test_a_deal_broken_off_has_no_shares() -> None:
    lines = record("kozel")[:12]
    replay = walk(GAMES, lines)
    review = Review(0, PLAYOUTS)
    assert list(judge_rest(replay, review))
    assert review.deals_done(replay) == 1
    assert shares(replay, 0, review.decisions) == ()


def decided(at: int, loss: float, error: float = 0.0, seat: int = 0) -> Decision:
    return Decision(at, 0, seat, "a", "b", loss, error, (), given=loss, given_error=error)


def test_what_chance_may_have_done_is_not_costly() -> None:
    assert decided(1, 10, 3).costly
    assert not decided(1, 10, 4).costly
    assert not decided(1, 0.1).costly
    assert not replace(decided(1, 10, 1), closely=False).costly


class OneDecision(Replay):
    """A position with two moves, of which the first was made."""

    def __init__(self, *moves: str) -> None:
        self.game = GAMES["kozel"]
        self.moves = moves or ("a", "b")
        self.steps = (Step(0, self.moves[0], ()),)

    def view(self, at: int, seat: int | None) -> Any:
        return None

    def legal(self, at: int) -> tuple[str, ...]:
        return self.moves

    def deal_of(self, at: int) -> int:
        return 0


@pytest.mark.parametrize(("noise", "named"), [(3.0, True), (27.0, False)])
def test_what_the_numbers_of_a_hint_cannot_tell_apart_is_not_called_a_mistake(
    monkeypatch: pytest.MonkeyPatch, noise: float, named: bool
) -> None:
    """The move cost nine points, known by the numbers to within 1 or to within 10."""
    looks: list[int] = []

    def look(game: str, view: Any, rng: Random, playouts: int, *_: Any, **__: Any) -> Sample:
        looks.append(playouts)
        spread = noise if playouts == advice.PLAYOUTS else 0.1
        made = (spread, -spread) * 4
        return Sample(("a", "b"), (made, (9.0,) * 8), ((0.0,) * 8,) * 2, exact=False)

    monkeypatch.setattr("core.review.decision.sample", look)
    found = judge(OneDecision(), 0, 1, 100)
    assert found.costly is named
    assert found.loss == pytest.approx(9)
    last = [500] if named else []
    assert looks == [100, 300, advice.PLAYOUTS, *last], (
        "each look in fresh worlds, and more of them"
    )


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("verb", "kept", "named"),
    [
        ("play", (0.48, 0.71), True),
        ("play", (0.71, 0.71), True),
        ("play", (1.0, 0.97), False),
        ("bid", (0.9, 0.6), True),
    ],
)
def test_the_play_that_is_safer_for_the_bid_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch,
    verb: str,
    kept: tuple[float, float],
    named: bool,
    exact: bool,
) -> None:
    """The nine points are those of the others. Of two bids the lower one is kept more often."""
    moves = f"{verb} 1", f"{verb} 2"

    def look(game: str, view: Any, rng: Random, playouts: int, *_: Any, **__: Any) -> Sample:
        worths = ((0.1, -0.1) * 4, (9.0,) * 8)
        return Sample(moves, worths, ((0.0,) * 8,) * 2, exact=exact, kept=kept)

    monkeypatch.setattr("core.review.decision.sample", look)
    found = judge(OneDecision(*moves), 0, 1, 100)
    assert (found.costly, found.kept) == (named, kept)
    assert found.loss == pytest.approx(9)


@pytest.mark.parametrize(("noise", "named"), [(12.0, True), (3.0, False)])
def test_a_better_move_that_chance_hides_in_the_first_look_is_found(
    monkeypatch: pytest.MonkeyPatch, noise: float, named: bool
) -> None:
    """At first look the move made is two points ahead, doubtful or not; in truth nine behind."""
    looks: list[int] = []

    def look(game: str, view: Any, rng: Random, playouts: int, *_: Any, **__: Any) -> Sample:
        looks.append(playouts)
        lead, spread = (-2.0, noise) if len(looks) == 1 else (9.0, 0.1)
        made = (spread, -spread) * 4
        return Sample(("a", "b"), (made, (lead,) * 8), ((0.0,) * 8,) * 2, exact=False)

    monkeypatch.setattr("core.review.decision.sample", look)
    assert judge(OneDecision(), 0, 1, 100).costly is named
    assert looks == ([100, 100, 300, advice.PLAYOUTS, 500] if named else [100])


def test_the_better_move_stands_among_the_worths_though_the_first_look_has_not_tried_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of very many moves, only those worth trying are compared, and those requested."""

    def look(
        game: str, view: Any, rng: Random, playouts: int, asked: Sequence[str] = (), **_: Any
    ) -> Sample:
        hinted = playouts == advice.PLAYOUTS or "c" in asked
        moves = ("a", "b", "c")[: 2 + hinted]
        worths = ((0.1, -0.1) * 4, (9.0,) * 8, (10.0,) * 8)[: len(moves)]
        return Sample(moves, worths, worths, exact=False)

    monkeypatch.setattr("core.review.decision.sample", look)
    found = judge(OneDecision(), 0, 1, 100)
    assert (found.costly, found.best) == (True, "c")
    assert as_plain(found)["best_worth"] == 10


def test_of_equally_good_moves_a_review_names_that_of_the_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look(game: str, view: Any, rng: Random, playouts: int, *_: Any, **__: Any) -> Sample:
        moves = ("a", "c", "b") if playouts == advice.PLAYOUTS else ("a", "b", "c")
        worths = ((0.0,), (9.0,), (9.0,))
        return Sample(moves, worths, worths, exact=True)

    monkeypatch.setattr("core.review.decision.sample", look)
    found = judge(OneDecision(), 0, 1, 100)
    assert (found.costly, found.best, found.loss) == (True, "c", 9)


def test_what_is_called_costly_was_worth_less_than_the_move_that_a_hint_names() -> None:
    replay = replayed("kozel")
    costly = [each for each in reviewed("kozel").decisions if each.costly]
    for decision in costly[:3]:
        view = replay.view(decision.at, decision.seat)
        assert advise("kozel", view, Random(0)).move == decision.best != decision.move


def test_losses_keep_their_sign_and_an_expert_stands_beside_them() -> None:
    replay = replayed("kozel")
    better, worse = decided(1, -4.0, 3.0), replace(decided(2, 7.0, 1.0), expert=2.0)
    share = shares(replay, 0, [better, worse])[0]
    assert (share.play, share.expert) == (-3, -2)
    assert added([share, share]).expert == -4


def test_results_count_the_others_in_full_where_bots_count_them_half() -> None:
    """The cost of a decision is measured as bots choose; points given away, as results compare."""
    match = next(some_positions(Case(joker, joker.Options(), 4, ""), seed=5, wanted=1))
    view = joker.view(match.state, joker.to_act(match.state)[0])
    taken = sample("joker", view, Random(1), 40)
    for own, lead, result in zip(taken.own, taken.ahead, taken.results, strict=True):
        for mine, half, whole in zip(own, lead, result, strict=True):
            assert mine - half == pytest.approx(CardBot.AGAINST * (mine - whole))
    bids, got = (1, 2, 0, 3), (1, 2, 1, 5)
    bot, weight = CardBot(view, "expert", Random(1)), CardBot.AGAINST
    worths, values = bot.worths(bids, got), bot.values(bids, got)
    leads = against_others(worths)
    for seat in range(4):
        judged = weight * leads[seat] + (1 - weight) * worths[seat]
        assert judged == pytest.approx(values[seat]), "the judge weighs as the bots do"


def test_the_dearest_come_first_and_places_in_order() -> None:
    review = Review(decisions=[decided(1, 5), decided(4, 9, seat=1), decided(7, 8)])
    assert [each.at for each in review.costliest()] == [4, 7, 1]
    assert [each.at for each in review.costliest(0)] == [7, 1]
    assert next_costly((1, 4, 7), 4, 1) == 7
    assert next_costly((1, 4, 7), 4, -1) == 1
    assert next_costly((1, 4, 7), 7, 1) is None


def test_what_a_seat_gives_away_is_its_own_play_and_the_others_play_to_every_other_player() -> None:
    replay = replayed("kozel")
    found = shares(replay, 0, [decided(1, 9, 3.0), decided(2, 3, 4.0), decided(3, 6, 2.0, seat=1)])
    others = len(found) - 1
    assert [share.play for share in found[:3]] == [-12, -6, 0]
    assert [share.others for share in found[:3]] == [6 / others, 12 / others, 18 / others]
    assert (found[0].error, found[0].others_error) == (5, 2 / others)
    assert (found[2].error, found[2].others_error) == (0, pytest.approx(29**0.5 / others))


# --- kept ---------------------------------------------------------------------------------------


def test_what_is_kept_is_read_again() -> None:
    replay, review = replayed("kozel"), reviewed("kozel", 50)
    known = fingerprint(record("kozel"))
    assert read(written(review, known), known, replay) == review
    review.decisions[0] = replace(review.decisions[0], kept=(0.25, 0.5))
    assert read(written(review, known), known, replay) == review
    assert json.dumps([as_plain(each) for each in review.decisions])


@pytest.mark.parametrize(
    "change",
    [
        {"kozyr_review": 1},
        {"record": "0"},
        {"reached": -1},
        {"reached": 10**9},
        {"seed": "x"},
        {"playouts": 0},
        {"decisions": None},
        {"decisions": [1]},
        {"decisions": [[0, 0, 0, "lay 6-6 left", "pass", 0, 0, []]]},
        {"decisions": [[0, 0, 0, "x", "y", "z", 0, float("nan"), []]]},
        {"decisions": [[0, 0, 0, "x", "y", 0, 0, [], True, 0, -1, 0]]},
    ],
)
def test_what_does_not_belong_to_the_record_is_refused(change: dict[str, object]) -> None:
    replay, review = replayed("kozel"), reviewed("kozel", 50)
    known = fingerprint(record("kozel"))
    entry = json.loads(written(review, known)) | change
    assert read(json.dumps(entry), known, replay) is None


@pytest.mark.parametrize(
    "worths",
    [
        pytest.param([], id="the move made is missing"),
        pytest.param([["lay 6-6 both", 0.0, 0.0]], id="not a legal move"),
        pytest.param([[1, 0.0, 0.0]], id="not a move"),
        pytest.param([["MOVE", float("nan"), 0.0]], id="not a number"),
        pytest.param([["MOVE", 0.0, True]], id="not an error"),
        pytest.param([["MOVE", 0.0, 0.0]] * 2, id="a move twice"),
    ],
)
def test_worths_that_do_not_belong_to_the_decision_are_refused(
    worths: list[list[object]],
) -> None:
    replay, review = replayed("kozel"), reviewed("kozel", 50)
    known = fingerprint(record("kozel"))
    entry = json.loads(written(review, known))
    row = next(row for row in entry["decisions"] if row[3] == row[4])
    row[7] = [[row[3] if move == "MOVE" else move, *rest] for move, *rest in worths]
    assert read(json.dumps(entry), known, replay) is None


@pytest.mark.parametrize("name", LONG_BY_NIGHT)
def test_every_move_compared_has_its_worth_and_error(name: str) -> None:
    replay = replayed(name)
    decisions = reviewed(
        name, replay.deal_starts[1] if len(replay.deal_starts) > 1 else None
    ).decisions
    assert decisions
    for decision in decisions:
        worths = {each.move: each for each in decision.moves}
        assert len(worths) == len(decision.moves) > 1
        plain = as_plain(decision)
        assert plain["worth"] == worths[decision.move].points
        assert plain["best_worth"] == worths[decision.best].points
        points = [each.points for each in decision.moves]
        assert points == sorted(points, reverse=True)
        assert all(each.error >= 0 for each in decision.moves)
        assert {*worths} <= {*replay.legal(decision.at)}
    assert any(each.error for decision in decisions for each in decision.moves)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000, '{"kozyr_review":1}'])
def test_a_damaged_file_is_refused(text: str) -> None:
    assert read(text, "", replayed("kozel")) is None


@pytest.mark.parametrize("at", [0, 1, 5])
def test_a_decision_of_another_place_is_refused(at: int) -> None:
    replay, review = replayed("kozel"), reviewed("kozel", 50)
    known = fingerprint(record("kozel"))
    entry = json.loads(written(review, known))
    row = entry["decisions"][at]
    row[0] += 1
    assert read(json.dumps(entry), known, replay) is None
