"""The value at the leaves sees what it should, learns from records, and experts search with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bench import leaf_value, leaves
from bench.leaf_value import FINE, HIDDEN, SEATS, SIZE, LeafValue, signs, taught
from bench.leaves import check, gather, policy_positions, positions, teach
from bench.levers import LEVERS, pulled
from core.bots import BOTS, choose
from core.game import parse_options
from core.games import GAMES
from core.games.domino_poker import bot as tile_bot
from core.games.domino_poker.bot import TileBot
from core.games.domino_poker.sheet import Options
from core.games.domino_poker.tricks import hand_mask, trick_rules
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tricks.kernel import Tricks

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
        assert position.tricks.left > leaf_value.LAST
        assert not position.tricks.count
        assert len(position.bids) == len(position.points) == SEATS
    assert [*policy_positions(3, Random(5))] != [*policy_positions(3, Random(6))]


def test_a_value_is_taught_from_records_and_compared_with_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(leaves, "RULES", {"deal_set": "rising", "full_deals": "1", **leaves.RULES})
    for place, name in ((TileBot, "MOST"), (tile_bot, "PLAYOUTS"), (tile_bot, "LEVELS")):
        kept = getattr(place, name)
        monkeypatch.setattr(place, name, {**kept} if isinstance(kept, dict) else kept)
    gather(tmp_path, range(7, 8), 2)
    found = [*positions(tmp_path)]
    # Deals of 1 to 6 tiles, one of 7 and a blind one of 7: a position for each of their tricks.
    assert len(found) == 21 + 7 + 7
    for state, position in found:
        assert position.tricks.left == state.now.size - sum(position.tricks.taken)
        assert position.bids == state.bids
    first = found[0][1]
    assert sum(points < 0 for points in first.points) == sum(
        points == -10 for points in first.points
    )
    weights = teach(tmp_path, 4, 1)
    assert weights == teach(tmp_path, 4, 1) != teach(tmp_path, 4, 2)
    check(tmp_path, LeafValue(weights))
    said = capsys.readouterr().out
    assert "1, 8 positions" in said


@pytest.mark.parametrize("lever", ["leaves", "half-leaves"])
def test_an_expert_asks_it_in_deals_with_bids_and_in_no_others(
    lever: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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
            with pulled(LEVERS[lever], bot):
                assert choose(game.NAME, view, "expert", Random(1)) in legal
            assert bool(asked) == view.now.bidding
            assert all(leaf_value.LAST < left < view.now.size for left in asked)
        game.apply(state, seats[0], rng.choice(legal))
        deal_due(game, state, decks)
    assert len(seen) == 6


def test_the_weights_are_small_whole_numbers() -> None:
    weights = json.loads(leaf_value.FILE.read_text())["weights"]
    assert len(weights) == HIDDEN * (SIZE + 3) + 2
    assert all(type(each) is int and abs(each) < 1 << 15 for each in weights)
