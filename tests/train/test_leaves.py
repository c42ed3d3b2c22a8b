"""The value at the leaves sees what it should, learns from records, and experts search with it."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from bench.levers import LEVERS, pulled
from core.arena.interval import student
from core.bots import BOTS, choose
from core.bots.weights import learnt
from core.game import parse_options
from core.games import GAMES
from core.games.domino_poker import bot as tile_bot
from core.games.domino_poker.sheet import Options
from core.games.domino_poker.tricks import hand_mask, strengths, trick_rules
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tiles import ALL_TILES
from core.tricks.kernel import Tricks
from core.tricks.policy import still_wanted
from train import leaf_value, leaves
from train.domino_deals import TILES, Copy, expert, ints
from train.leaf_value import (
    FINE,
    HIDDEN,
    LAST,
    SEATS,
    SIZE,
    LeafValue,
    instead,
    signs,
    taught,
    taught_weights,
)
from train.leaves import dealt, duel, policy_positions


@pytest.fixture(scope="module")
def copy() -> Copy:
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("no C compiler, which nothing but teaching needs")
    return Copy(taught_weights())


class CTricks(ctypes.Structure):
    """The position of a deal, as in C."""

    _fields_ = (
        ("hands", ctypes.c_uint32 * SEATS),
        ("turn", ctypes.c_int),
        ("left", ctypes.c_int),
        ("taken", ctypes.c_int * SEATS),
        ("kind", ctypes.c_int),
        ("best", ctypes.c_int),
        ("winner", ctypes.c_int),
        ("count", ctypes.c_int),
    )


HANDS = (("1-1", "0-0", "6-0"), ("6-6", "5-4", "2-1"), ("5-0", "3-1", "2-2"), ("4-0", "6-5", "3-2"))


def _position(turn: int = 0, turned: int = 0) -> Tricks:
    """Return a position in which the first seat has the three best tiles, seats moved round."""
    hands = [hand_mask(HANDS[(seat - turned) % SEATS]) for seat in range(SEATS)]
    return Tricks(trick_rules(Options(), SEATS), hands, (turn + turned) % SEATS, 3)


def test_a_player_sees_the_same_in_every_seat() -> None:
    bids = (3, 0, 1, 0)
    seen = signs(_position(1), bids)
    for turned in range(1, SEATS):
        moved = [bids[(seat - turned) % SEATS] for seat in range(SEATS)]
        found = signs(_position(1, turned), moved)
        assert [found[(seat + turned) % SEATS] for seat in range(SEATS)] == seen
    assert all(0 <= sign < SIZE for row in seen for sign in row)
    assert len({tuple(row) for row in seen}) == SEATS


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_what_is_still_wanted_is_seen_not_what_was_bid(taken: int) -> None:
    tricks = _position()
    tricks.taken[2] = taken
    assert signs(tricks, (0, 0, taken + 1, 0)) == signs(_position(), (0, 0, 1, 0))


def test_the_outputs_count_points_of_kept_bids_and_of_missed_ones() -> None:
    weights = [0] * (HIDDEN * (SIZE + 3)) + [FINE // 2, -FINE // 4]
    points = LeafValue(weights).points(_position(), (3, 0, 1, 0))
    assert points == [15 - 2.5, 2.5 - 2.5, 5 - 2.5, 2.5 - 2.5]
    with pytest.raises(ValueError, match="weights"):
        LeafValue(weights[1:])


def test_what_was_taught_knows_who_takes_the_last_three_tricks() -> None:
    """The first seat takes them all, so it keeps a bid of three and misses a bid of none."""
    wants_all = taught().points(_position(), (3, 0, 0, 0))
    wants_none = taught().points(_position(), (0, 0, 0, 0))
    assert wants_all[0] > 15 > 5 > wants_none[0]


def test_the_policy_foretells_every_beginning_of_a_trick() -> None:
    found = [*policy_positions(30, Random(1))]
    assert found
    for position in found:
        assert position.tricks.left > LAST
        assert not position.tricks.count
        assert len(position.bids) == len(position.points) == SEATS
    assert [*policy_positions(3, Random(5))] != [*policy_positions(3, Random(6))]


def test_the_copy_knows_the_rules_the_policy_and_the_value(copy: Copy) -> None:
    policy, known, rng = learnt("domino_poker"), strengths(Options(), SEATS), Random(1)
    for _ in range(60):
        tricks = dealt(rng, rng.randint(1, 7))
        bids = [rng.randint(0, 3) for _ in range(SEATS)]
        theirs = CTricks(tuple(tricks.hands), tricks.turn, tricks.left, kind=3, winner=tricks.turn)
        unplayed = ALL_TILES
        while tricks.left:
            if not tricks.count:
                points = (ctypes.c_double * SEATS)()
                copy.c.leaf_points(ctypes.byref(theirs), ints(bids), points)
                assert [*points] == pytest.approx(taught().points(tricks, bids))
            needs = still_wanted(bids, tricks.taken, fixed=False)
            unseen = unplayed & ~tricks.hands[tricks.turn]
            action = policy.choose(known, tricks, needs, unseen)
            assert copy.c.choose(ctypes.byref(theirs), ints(bids), unplayed) == action
            if not rng.randrange(3):
                action = rng.choice(tricks.legal())
            copy.c.apply(ctypes.byref(theirs), action)
            tricks.apply(action)
            unplayed &= ~(1 << action)
            assert [*theirs.hands] == tricks.hands
            assert ([*theirs.taken], theirs.turn) == (tricks.taken, tricks.turn)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_copy_bids_and_plays_whole_deals(copy: Copy, share: float) -> None:
    for seed in range(4):
        tricks = dealt(Random(seed), 7)
        asked = (tricks.hands, tricks.turn, (expert(share, 0.02),) * SEATS, seed)
        played = copy.play(*asked)
        assert played == copy.play(*asked)
        assert all(0 <= bid <= 7 for bid in played.bids)
        assert sorted(played.plays) == [*range(TILES)]
        for action in played.plays:
            assert action in tricks.legal()
            tricks.apply(action)
        assert tuple(tricks.taken) == played.taken


def test_the_copy_leads_what_takes_the_last_tricks(copy: Copy) -> None:
    """Whoever has the best three tiles and wants all three tricks takes them."""
    tricks = _position()
    for seed in range(4):
        played = copy.play(tricks.hands, 0, (expert(part=0.05),) * SEATS, seed)
        assert played.bids[0] == played.taken[0] == 3


def test_experts_are_level_with_themselves_and_ahead_with_more_steps(copy: Copy) -> None:
    usual = expert(part=0.05)
    assert not student(duel(copy, (usual, usual), 20, Random(2))).proven
    assert student(duel(copy, (usual, expert(part=0.001)), 20, Random(2))).mean > 1


def test_a_value_is_taught_and_compared_with_others(
    copy: Copy, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(leaves, "TAUGHT_BY", 0.02)
    weights = leaves.teach(copy, 4, 4, 1)
    assert weights == leaves.teach(copy, 4, 4, 1) != leaves.teach(copy, 4, 4, 2)
    leaves.check(copy, LeafValue(weights), 3, 1, part=0.02)
    assert "1, 3 positions" in capsys.readouterr().out


def test_the_time_of_steps_is_told_for_bids_and_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(leaves, "ROUNDS", 1)
    monkeypatch.setattr(leaves, "STEPS", 2)
    leaves.steps(1)
    said = capsys.readouterr().out
    for phase in ("bid", "play"):
        assert f"to {phase}, the value counts 0.5" in said


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_an_expert_asks_it_in_deals_with_bids_and_in_no_others(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    lever = LEVERS["half-leaves"]._replace(instead=partial(instead, share=share, part=1))
    monkeypatch.setitem(tile_bot.PLAYOUTS, "expert", 12)
    asked = []
    points = LeafValue.points

    def noted(leaf: LeafValue, tricks: Tricks, bids: Sequence[int]) -> list[float]:
        asked.append(tricks.left)
        assert not tricks.count
        return points(leaf, tricks, bids)

    monkeypatch.setattr(LeafValue, "points", noted)
    game, bot = GAMES["domino_poker"], BOTS["domino_poker"]
    options = parse_options(Options, {"deal_set": "largest", "full_deals": "1"})
    state, decks, rng = game.new(options, SEATS), SeededDecks(3), Random(3)
    deal_due(game, state, decks)
    seen = set()
    while seats := game.to_act(state):
        view = game.view(state, seats[0])
        legal = game.legal(state, seats[0])
        kind = (view.now.stage, view.phase)
        if len(legal) > 1 and kind not in seen and view.phase in ("bid", "play"):
            seen.add(kind)
            asked.clear()
            with pulled(lever, bot):
                assert choose(game.NAME, view, "expert", Random(1)) in legal
            assert bool(asked) == view.now.bidding
            assert all(LAST < left < view.now.size for left in asked)
        game.apply(state, seats[0], rng.choice(legal))
        deal_due(game, state, decks)
    assert len(seen) == 6


def test_the_weights_are_small_whole_numbers() -> None:
    weights = json.loads(leaf_value.FILE.read_text())["weights"]
    assert len(weights) == HIDDEN * (SIZE + 3) + 2
    assert all(type(each) is int and abs(each) < 1 << 15 for each in weights)
