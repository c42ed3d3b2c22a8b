"""The fifth stage of Domino Poker: the row, the choice, the decisions, and their records."""

from collections.abc import Sequence

import pytest

from core.game import Event, Result
from core.games.domino_poker import rules as game
from core.games.domino_poker.row import Fifth, counted, fifth_points
from core.games.domino_poker.rules import State
from core.games.domino_poker.sheet import Deal
from core.match import Match, Player
from core.pieces import TILES
from core.records.record import play_back, verify
from core.shuffle import SeededDecks
from tests.games.domino_poker.domino_table import (
    NO_EXTRAS,
    SHORT,
    dealt_in_the_fifth,
    fifth,
    finish,
    options,
    refusal,
)
from tests.support.dealing import DealtMatch, begin, make

# --- the fifth stage ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position, tile, direction, off, dealt",
    [
        (10, "4-2", "right", [11, 12, 13, 14, 15, 16], [17, 18, 19, 20]),
        (25, "6-1", "right", [26, 27, 0, 1, 2, 3, 4], [5, 6, 7, 8]),
        (3, "3-2", "left", [2, 1, 0, 27, 26], [25, 24, 23, 22]),
        (27, "0-0", "right", [], [0, 1, 2, 3]),
    ],
)
def test_the_row_is_a_ring(
    position: int, tile: str, direction: str, off: list[int], dealt: list[int]
) -> None:
    """D-R22 to D-R24"""
    assert counted(position, tile, direction, 4) == (tuple(off), tuple(dealt))


@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_count_never_comes_back_to_the_picked_tile(direction: str) -> None:
    """D-R24: 12 pips and six players"""
    off, dealt = counted(5, "6-6", direction, 6)
    assert len({5, *off, *dealt}) == 19


@pytest.mark.parametrize(
    "values, shown, points",
    [
        ((9, 6, 11, 3), (0,), (30, 0, 0, 0)),
        ((9, 6, 11, 3), (0, 1, 2), (-30, -30, 30, 0)),
        ((9, 6, 11, 3), (0, 1, 3), (30, -30, 0, -30)),
        ((8, 8, 5, 2), (0, 1, 2), (0, 0, -30, 0)),
        ((8, 8, 5, 2), (0, 1), (0, 0, 0, 0)),
        ((9, 6, 11, 3), (), (0, 0, 0, 0)),
        ((0, 6, 11, 3), (0,), (30, 0, 0, 0)),
    ],
)
def test_what_shown_tiles_pay(
    values: Sequence[int], shown: Sequence[int], points: tuple[int, ...]
) -> None:
    """D-R26"""
    disclosed = [value if seat in shown else None for seat, value in enumerate(values)]
    assert fifth_points(disclosed) == points


@pytest.mark.parametrize("tie, top", [("zero", 0), ("plus", 30), ("minus", -30)])
def test_equal_highest_tiles_are_paid_as_the_house_says(tie: str, top: int) -> None:
    """D-R26, house rule stage5_top_tie"""
    assert fifth_points((8, 8, 5, None), tie) == (top, top, -30, 0)
    assert fifth_points((8, 7, None, None), tie) == (30, -30, 0, 0)


def decide(state: State, *moves: str) -> list[Event]:
    """Have the seats decide, from the first one on; return the events of the last decision."""
    events = []
    for seat, move in enumerate(moves):
        events = make(game, state, seat, move)
    return events


def test_the_highest_total_chooses() -> None:
    """D-R21"""
    state = fifth((10, 90, 112, 60))
    view = game.view(state, 0)
    assert view.totals == (10, 90, 112, 60)
    assert (view.now, view.to_act) == (Deal("fifth", 1), (2,))
    assert (view.phase, view.hand, view.played) == ("pick", (), ())
    assert view.fifth == Fifth(2, None, "", "", ("",) * 4, ("",) * 4)
    assert view.fifth.positions() == ()
    assert len(game.legal(state, 2)) == 28


@pytest.mark.parametrize(
    "totals, chooser",
    [((9, 9, 9, 9), 1), ((9, 0, 9, 9), 2), ((9, 0, 0, 0), 0), ((9, 0, 0, 9), 3)],
)
def test_of_equal_totals_the_first_in_turn_chooses(totals: tuple[int, ...], chooser: int) -> None:
    """D-R21: 13 deals are over, seat 1 would start the next one"""
    assert game.to_act(fifth(totals)) == (chooser,)


def test_the_picked_tile_is_turned_up_and_the_next_tiles_are_dealt() -> None:
    """D-R22, D-R23, the worked example: P3 takes position 10, tile 4-2, and counts to the right"""
    order = [tile for tile in TILES if tile != "4-2"]
    row = [*order[:10], "4-2", *order[10:]]
    state = fifth((0, 0, 50, 0), row)
    moved, turned = make(game, state, 2, "pick 10")
    assert moved.data == {"move": "pick 10"}
    assert (turned.kind, turned.data) == ("turned", {"position": 10, "tile": "4-2"})
    assert game.legal(state, 2) == ("count left", "count right")
    make(game, state, 2, "count right")
    assert game.to_act(state) == (2, 3, 0, 1)
    for seat, position in {2: 17, 3: 18, 0: 19, 1: 20}.items():
        mine = game.view(state, seat).fifth
        assert mine.positions()[seat] == position
        assert mine.tiles == tuple(row[position] if who == seat else "" for who in range(4))
    watching = game.view(state, None).fifth
    assert watching.tiles == ("",) * 4


def test_a_count_of_nothing_is_still_a_move() -> None:
    """D-R22: 0-0 was picked, so the very next tiles are dealt"""
    state = fifth((0, 50, 0))
    make(game, state, 1, "pick 0")
    make(game, state, 1, "count left")
    assert game.view(state, 2).fifth.positions() == (25, 27, 26)


def test_the_direction_may_be_fixed() -> None:
    """D-R22, house rule stage5_direction"""
    state = fifth((50, 0), stage5_direction="right")
    make(game, state, 0, "pick 27")
    assert game.legal(state, 0) == ("count right",)
    error = refusal(state, 0, "count left")
    assert str(error) == "at this table the tiles are counted to the right (D-R22)"


def test_decisions_are_secret_until_all_have_decided() -> None:
    """D-R25"""
    state = dealt_in_the_fifth(["6-3", "5-1", "6-5", "2-1"])
    (event,) = make(game, state, 3, "show")
    assert event.seen_by(0).data == event.seen_by(None).data == {}
    assert event.seen_by(3).data == {"move": "show"}
    assert game.to_act(state) == (0, 1, 2)
    other, own = game.view(state, 0).fifth, game.view(state, 3).fifth
    assert (other.decisions, other.tiles) == (("", "", "", ""), ("6-3", "", "", ""))
    assert (own.decisions, own.tiles) == (("", "", "", "show"), ("", "", "", "2-1"))
    assert str(refusal(state, 3, "keep")) == "you have already decided (D-R25)"


def test_a_tile_that_is_kept_stays_hidden() -> None:
    """D-R25, D-R26: P1, P2 and P4 show, P3 keeps 6-5"""
    state = dealt_in_the_fifth(["6-3", "5-1", "6-5", "2-1"])
    before = state.totals
    moved, shown, deal = decide(state, "show", "show", "keep", "show")
    assert moved.seen_by(0).data == {}
    assert shown.kind == "shown"
    assert shown.data == {
        "decisions": ["show", "show", "keep", "show"],
        "tiles": ["6-3", "5-1", "", "2-1"],
    }
    points = [30, -30, 0, -30]
    totals = [50 + 30, -30, 0, -30]
    assert before == (50, 0, 0, 0)
    assert deal.data == {"deal": 14, "points": points, "totals": totals}
    for who, hidden in ((None, ""), (0, ""), (2, "6-5")):
        view = game.view(state, who)
        assert view.fifth.tiles == ("6-3", "5-1", hidden, "2-1")
        assert view.fifth.points(view.options.stage5_top_tie) == (30, -30, 0, -30)
        assert view.result == Result((80, -30, 0, -30), (1, 3, 2, 3))


def test_poker_and_trumps_are_worth_their_pips_in_the_fifth_stage() -> None:
    """D-R26"""
    state = dealt_in_the_fifth(["1-1", "6-0", "3-2", "4-3"])
    assert decide(state, "show", "show", "show", "keep")[-1].data["points"] == [-30, 30, -30, 0]


def test_decisions_may_be_taken_in_turn() -> None:
    """D-R25, house rule stage5_reveal"""
    state = dealt_in_the_fifth(["6-3", "5-1", "6-5", "2-1"], stage5_reveal="in_turn")
    assert game.to_act(state) == (0,)
    assert refusal(state, 1, "show").rule == "D-R25"
    moved, turned = make(game, state, 0, "show")
    assert moved.data == {"move": "show"}
    assert (turned.seat, turned.data) == (0, {"position": 1, "tile": "6-3"})
    assert len(make(game, state, 1, "keep")) == 1
    known = game.view(state, None).fifth
    assert (known.decisions, known.tiles) == (("show", "keep", "", ""), ("6-3", "", "", ""))
    make(game, state, 2, "show")
    make(game, state, 3, "keep")
    assert state.totals == (20, 0, 30, 0)


def test_without_the_fifth_stage_the_match_ends_after_the_tricks() -> None:
    """D-R7, house rule stage5"""
    state = begin(game, options(**SHORT, stage5="off"), 4, SeededDecks(1))
    finish(state)
    assert state.now == Deal("mizer", 7)
    assert game.view(state, 0).fifth is None


# --- records ------------------------------------------------------------------------------------

PLAYERS = [Player(name, "human") for name in ("Ann", "Bob", "Cid", "Dee")]


def decided(order: Sequence[int]) -> Match:
    """Play a match whose seats decide the fifth stage in this order."""
    match = DealtMatch(game, options(**NO_EXTRAS), PLAYERS, SeededDecks(7))
    while match.state.phase != "decide":
        seat = game.to_act(match.state)[0]
        match.play(seat, game.legal(match.state, seat)[0])
    for seat in order:
        match.play(seat, "show" if seat % 2 else "keep")
    return match


def test_decisions_are_written_clockwise_from_the_chooser() -> None:
    """D-R25: whatever order they come in"""
    chooser = decided(()).state.chooser
    clockwise = [(chooser + i) % 4 for i in range(4)]
    record = decided(clockwise).text()
    assert decided(clockwise[::-1]).text() == record
    assert decided((2, 0, 3, 1)).text() == record
    assert [line["seat"] for line in decided((2, 0, 3, 1)).lines[-6:-2]] == clockwise
    assert verify({"domino_poker": game}, record.splitlines()) is None


def test_decisions_in_another_order_break_a_record() -> None:
    """D-R25"""
    lines = decided((0, 1, 2, 3)).text().splitlines()
    number = len(lines) - 6
    lines[number], lines[number + 1] = lines[number + 1], lines[number]
    chooser = decided(()).state.chooser
    fault = verify({"domino_poker": game}, lines)
    assert str(fault) == f"line {number + 1}: expected a move of seat {chooser}"


def test_a_record_holds_no_decision_until_all_are_made() -> None:
    """D-R25: the file of a running match gives nothing away"""
    waiting, started = decided((0, 2)), decided(())
    assert waiting.text() == started.text()
    assert waiting.held == 2
    resumed = play_back({"domino_poker": game}, waiting.text().splitlines(), partial=True)
    assert len(game.to_act(resumed.state)) == 4
    finished = decided((0, 1, 2, 3)).text().splitlines()
    assert play_back({"domino_poker": game}, finished[:-4], partial=True).held == 2
    assert "before the match is over" in str(verify({"domino_poker": game}, finished[:-4]))


def test_a_record_ends_with_the_row_the_choice_the_decisions_and_what_they_paid() -> None:
    """D-R22, D-R25: the row, the choice, its count and the decisions each have their line"""
    lines = decided((0, 1, 2, 3)).lines
    kinds = [next(iter(line)) for line in lines[-9:]]
    assert kinds == ["deck", *["seat"] * 6, "deal", "result"]
    assert lines[-8]["move"] == "pick 0"
    assert lines[-7]["move"] == "count left"
    assert lines[-2]["deal"] == 14
