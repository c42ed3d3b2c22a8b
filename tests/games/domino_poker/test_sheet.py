"""The payments of Domino Poker, and the sheet of the source."""

import pytest

from core.game import places
from core.games.domino_poker import rules as game
from core.games.domino_poker.rules import Options
from core.games.domino_poker.sheet import Deal, deal_points, rows, score
from core.games.domino_poker.view import sheet
from tests.games.domino_poker.domino_table import at_stage, deal_of, finish, play_while, refusal
from tests.support.dealing import make

# --- points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bid, taken, points",
    [
        (0, 0, 5),
        (0, 2, 2),
        (1, 1, 10),
        (1, 0, -10),
        (3, 1, -20),
        (2, 5, 5),
        (7, 7, 70),
        (7, 0, -70),
    ],
)
def test_what_a_bid_pays(bid: int, taken: int, points: int) -> None:
    """D-R18"""
    assert score(bid, taken) == points


def test_hapok_pays_and_mizer_costs_ten_a_trick() -> None:
    """D-R19"""
    assert deal_points(Options(), "hapok", (), (1, 2, 0, 4)) == (10, 20, 0, 40)
    assert deal_points(Options(), "mizer", (), (1, 2, 0, 4)) == (-10, -20, 0, -40)


@pytest.mark.parametrize("stage, points", [("hapok", 70), ("mizer", -70)])
def test_nobody_bids_in_hapok_and_mizer(stage: str, points: int) -> None:
    """D-R9, D-R19"""
    state = at_stage(stage)
    before = state.totals
    assert state.phase == "play"
    assert game.to_act(state) == (state.starter,)
    assert refusal(state, state.starter, "bid 2").rule == "D-R19"
    play_while(state, lambda s: s.now.stage == stage)
    assert sum(state.totals) - sum(before) == points


@pytest.mark.parametrize("times", [1, 2])
def test_a_blind_deal_may_count_twice(times: int) -> None:
    """D-R12, house rule blind_multiplier: gains and losses alike"""
    chosen = Options(blind_multiplier=times)
    assert deal_points(chosen, "blind", (2, 0, 1, 3), (2, 1, 0, 4)) == tuple(
        times * points for points in (20, 1, -10, 4)
    )
    assert deal_points(chosen, "plain", (2,), (2,)) == (20,)


def test_the_end_of_a_deal_is_told_as_the_record_writes_it() -> None:
    """D-R18, D-R20"""
    state = deal_of(1, "6-5", "6-6", "6-4", "5-3")
    for seat, tile in enumerate(("6-5", "6-6", "6-4")):
        make(game, state, seat, f"play {tile}")
    moved, trick, deal, began = make(game, state, 3, "play 5-3")
    assert (moved.kind, trick.kind, deal.kind, began.kind) == ("moved", "trick", "deal", "began")
    assert deal.data == {"deal": 1, "points": [5, 1, 5, 5], "totals": [5, 1, 5, 5]}
    assert began.data == {"deal": 2, "stage": "plain", "size": 2, "starter": 1}


def test_the_highest_total_wins_and_equals_share_a_place() -> None:
    """D-R20"""
    state = at_stage("mizer", stage5="off")
    play_while(state, lambda s: s.tricks.left > 1 or s.tricks.count < 3)
    loser = state.tricks.winner
    state.totals = tuple(
        50 + 10 * (taken + (seat == loser)) for seat, taken in enumerate(state.tricks.taken)
    )
    result = finish(state)
    assert len(set(result.totals)) <= 2
    assert result.places == places(result.totals)
    assert game.to_act(state) == ()
    assert game.legal(state, 0) == ()
    assert str(refusal(state, 0, "play 6-6")) == "the match is over (D-R20)"


# --- the handwritten sheet of the source (four players A B C D) ----------------------------------

# Bids and tricks that give the legible part. B's column is complete except for the first 5, chosen
# so that 6 gives 33; of the other columns rows 1 to 3, 7-III, hapok and mizer are legible.
HANDWRITTEN = (
    "1000/1000",
    "1200/0200",
    "0201/0120",
    "0000/4000",
    "0100/4100",
    "0200/3300",
    "0200/3400",
    "0100/7000",
    "1401/1411",
    "0000/6010",
    "0200/4200",
    "0100/4100",
    "0100/4000",
    "0100/3000",
    "0100/2000",
    "0000/1000",
    "0100/7000",
    "/2221",
    "/1231",
)


def test_column_b_of_the_handwritten_sheet_carries_its_totals_on() -> None:
    """The sheet of the source: totals are carried from row to row in the order of D-R6, D-R7"""
    written = rows(Options(), 4, HANDWRITTEN, (-30, -30, 30, 0))
    column = [row.totals[1] for row in written]
    assert column[:4] == [5, 25, 15, 20]
    assert column[5:] == [33, 37, 27, 67, 72, 92, 102, 92, 82, 72, 77, 67, 87, 67, 37]
    assert [row.deal.size for row in written] == [
        *range(1, 7),
        *[7] * 4,
        *range(6, 0, -1),
        *[7] * 3,
        1,
    ]


def test_row_1_of_the_handwritten_sheet_pays_a_bid_and_three_passes() -> None:
    """D-R11: one bid of 1 and three passes, bids adding up to the tricks"""
    assert rows(Options(), 4, HANDWRITTEN, ())[0].totals == (10, 5, 5, 5)


def test_row_3_of_the_handwritten_sheet_takes_off_ten_for_a_trick_too_few() -> None:
    """D-R18: from 0, 25, 10, 10 to 5, 15, 12, 15"""
    assert deal_points(Options(), "plain", (0, 2, 0, 0), (0, 1, 2, 0)) == (5, -10, 2, 5)


def test_row_7_iii_of_the_handwritten_sheet_pays_one_for_a_trick_too_many() -> None:
    """D-R18: from 0, 27, 56, 59 to 10, 67, 57, 69; a pass with one trick is worth 1"""
    row = rows(Options(), 4, HANDWRITTEN, ())[8]
    assert row.deal == Deal("plain", 7, 3)
    assert row.points == (10, 40, 1, 10)


def test_hapok_and_mizer_of_the_handwritten_sheet_pay_and_cost_ten() -> None:
    """D-R19: from 62, 87, 112, 122 to 52, 67, 82, 112"""
    hapok, mizer = rows(Options(), 4, HANDWRITTEN, ())[17:19]
    assert hapok.points[1] == 20
    assert mizer.points == (-10, -20, -30, -10)


def test_the_sheet_of_a_view_has_a_row_for_every_deal() -> None:
    """D-R6, D-R20"""
    state = at_stage("blind")
    so_far = sheet(game.view(state, None))
    assert len(so_far) == 20
    assert so_far[15].totals == state.totals
    assert so_far[15].bids == (0, 0, 0, 0)
    assert so_far[16].points == ()
    finish(state)
    final = sheet(game.view(state, 2))
    assert final[-1].totals == state.totals
    assert final[-1].taken == ()
