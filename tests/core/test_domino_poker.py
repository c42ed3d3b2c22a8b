"""Domino Poker: every ruling of its rule book, the worked examples, the sheet of the source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import msgpack
import pytest

from core.bots import domino_poker as bot
from core.domino_poker_sheet import Deal, deal_points, rows, schedule, score
from core.domino_row import counted, fifth_points
from core.game import Event, IllegalMoveError, Move, OptionError, Result, house_rules, parse_options
from core.games import domino_poker as game
from core.games.domino_poker import Options, State
from core.record import Match, Player, play_back, verify
from core.shuffle import SeededDecks
from core.tiles import TILES
from net.protocol import parse_view, plain_view

SHORT = {"first_starter": "seat0", "full_deals": 1, "blind_deals": 0, "hapok_deals": 0}
NO_EXTRAS = {**SHORT, "mizer_deals": 0}


def options(**values: str | int) -> Options:
    return Options(**{"first_starter": "seat0", **values})  # type: ignore[arg-type]


class Rigged:
    """Decks that deal given hands, deal by deal from 1; where none are given, from a seed."""

    def __init__(self, seats: int, hands: Mapping[int, Sequence[str]], seed: int = 1) -> None:
        self.seats = seats
        self.hands = {deal: [hand.split() for hand in each] for deal, each in hands.items()}
        self.deal = 0
        self.others = SeededDecks(seed)

    def __call__(self, tiles: Sequence[str], /) -> list[str]:
        self.deal += 1
        order = self.others(tiles)
        if self.deal not in self.hands:
            return order
        hands = self.hands[self.deal]
        starter = (self.deal - 1) % self.seats
        size = len(hands[0])
        given = [
            hands[(starter + i) % self.seats][i // self.seats] for i in range(size * self.seats)
        ]
        return given + [tile for tile in order if tile not in given]


def play_while(state: State, wanted: Callable[[State], bool]) -> State:
    """Let everybody make his first legal move as long as the condition holds."""
    while wanted(state):
        seat = game.to_act(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0])
    return state


def deal_of(size: int, *hands: str, seats: int = 4, **values: str | int) -> State:
    """Start the deal of `size` tiles with these hands; the bids are made. Seat size-1 leads."""
    state = game.new(options(**values), seats, Rigged(seats, {size: hands}))
    return play_while(state, lambda s: s.deal < size or s.phase == "bid")


def at_stage(stage: str, seats: int = 4, seed: int = 1, **values: str | int) -> State:
    state = game.new(options(**values), seats, SeededDecks(seed))
    return play_while(state, lambda s: s.now.stage != stage)


def finish(state: State) -> Result:
    play_while(state, lambda s: s.phase != "over")
    result = game.result(state)
    assert result is not None
    return result


def refusal(state: State, seat: int, move: Move) -> IllegalMoveError:
    before = [game.view(state, who) for who in (None, *range(state.seats))]
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(state, seat, move)
    assert [game.view(state, who) for who in (None, *range(state.seats))] == before
    return caught.value


# --- tiles and schedule -----------------------------------------------------------------------


def test_poker_beats_the_trumps_and_the_trumps_beat_the_ordinary_tiles() -> None:
    """D-R1, D-R2"""
    assert game.BY_STRENGTH[:-9:-1] == ("1-1", "0-0", "6-0", "5-0", "4-0", "3-0", "2-0", "1-0")
    assert game.BY_STRENGTH[19] == "6-6"
    assert game.BY_STRENGTH[0] == "2-1"
    assert game.strength("5-3") == game.strength("4-4") == 8


@pytest.mark.parametrize(
    "seats, full, deals", [(2, 7, 19), (3, 7, 19), (4, 7, 19), (5, 5, 15), (6, 4, 13)]
)
def test_hands_grow_to_the_largest_and_shrink_again(seats: int, full: int, deals: int) -> None:
    """D-R4 to D-R7"""
    plan = schedule(Options(), seats)
    assert len(plan) == deals + 1
    up = [*range(1, full)]
    assert [deal.size for deal in plan if deal.stage == "plain"] == up + [full] * 4 + up[::-1]
    assert [(deal.stage, deal.size) for deal in plan[-4:]] == [
        ("blind", full),
        ("hapok", full),
        ("mizer", full),
        ("fifth", 1),
    ]


def test_repeated_deals_are_numbered_for_the_sheet() -> None:
    """D-R6: rows 7-I to 7-IV"""
    plan = schedule(Options(hapok_deals=2, stage5="off"), 4)
    assert [deal.part for deal in plan if deal.size == 7] == [1, 2, 3, 4, 0, 1, 2, 0]
    assert not plan[-1].bidding
    assert plan[0].bidding


@pytest.mark.parametrize("name", ["full_deals", "blind_deals", "hapok_deals", "mizer_deals"])
def test_the_number_of_deals_is_a_house_rule(name: str) -> None:
    """D-R6, D-R7"""
    values = next(rule.values for rule in house_rules(Options) if rule.name == name)
    counts = {len(schedule(parse_options(Options, {name: value}), 4)) for value in values}
    least, usual = values[0], getattr(Options(), name)
    assert counts == {20 - usual + count for count in values}
    assert least == (1 if name == "full_deals" else 0)


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_play(seats: int) -> None:
    """D-R5"""
    with pytest.raises(OptionError, match="2 to 6"):
        game.new(Options(), seats, SeededDecks(1))


# --- who starts, and the deal -------------------------------------------------------------------


def first_draw(*drawn: str, seats: int = 4) -> State:
    decks = SeededDecks(1)

    def draw_first(tiles: Sequence[str], /) -> list[str]:
        order = decks(tiles)
        if decks_drawn:
            return order
        decks_drawn.append(True)
        return [*drawn, *(tile for tile in order if tile not in drawn)]

    decks_drawn: list[bool] = []
    return game.new(Options(), seats, draw_first)


def test_the_highest_tile_drawn_starts() -> None:
    """D-R8"""
    state = first_draw("3-0", "5-4", "6-1", "0-0")
    assert state.starter == 1
    assert game.view(state, None).last_draw == (("3-0", "5-4", "6-1", "0-0"),)
    assert game.to_act(state) == (1,)


def test_the_tied_draw_again_from_the_tiles_that_follow() -> None:
    """D-R8"""
    state = first_draw("5-4", "2-1", "6-3", "4-4", "3-1", "4-0", "6-6", "6-5")
    assert state.starter == 0
    assert game.view(state, 0).last_draw == (
        ("5-4", "2-1", "6-3", "4-4"),
        ("3-1", "", "4-0", ""),
        ("6-6", "", "6-5", ""),
    )


def test_the_draw_is_shown_in_the_first_deal_only() -> None:
    """D-R8"""
    state = first_draw("6-6", "5-5", "0-0", "1-0")
    play_while(state, lambda s: s.deal == 1)
    assert game.view(state, 0).last_draw == ()


def test_without_a_draw_the_first_seat_starts_and_no_deck_is_used() -> None:
    """D-R8"""
    match = Match(game, options(), [Player("A", "human")] * 3, SeededDecks(1))
    assert game.to_act(match.state) == (0,)
    assert sum("deck" in line for line in match.lines) == 1
    drawn = Match(game, Options(), [Player("A", "human")] * 3, SeededDecks(1))
    assert sum("deck" in line for line in drawn.lines) == 2


def test_tiles_go_round_from_the_starter() -> None:
    """D-R8, D-R9"""
    decks: list[Sequence[str]] = []

    def kept(tiles: Sequence[str], /) -> Sequence[str]:
        decks.append(SeededDecks(len(decks))(tiles))
        return decks[-1]

    state = play_while(game.new(options(), 3, kept), lambda s: s.deal < 3)
    for seat in range(3):
        dealt = {decks[2][i] for i in range(9) if (2 + i) % 3 == seat}
        assert set(game.view(state, seat).hand) == dealt


def test_the_start_moves_one_seat_a_deal_through_every_stage() -> None:
    """D-R8: also through blind, hapok and mizer"""
    state = game.new(options(), 4, SeededDecks(2))
    starters = {1: 0}
    while state.now.stage != "fifth":
        starters.setdefault(state.deal, game.view(state, None).starter)
        play_while(state, lambda s, deal=state.deal: s.deal == deal)  # type: ignore[misc]
    assert starters == {deal: (deal - 1) % 4 for deal in range(1, 20)}


# --- bids ---------------------------------------------------------------------------------------


def test_bids_go_round_once_and_the_starter_leads() -> None:
    """D-R9, D-R10"""
    state = play_while(game.new(options(), 4, SeededDecks(1)), lambda s: s.deal < 3)
    for seat, bid in [(2, "bid 3"), (3, "bid 0"), (0, "bid 1"), (1, "bid 2")]:
        assert game.to_act(state) == (seat,)
        assert game.legal(state, seat) == ("bid 0", "bid 1", "bid 2", "bid 3")
        (event,) = game.apply(state, seat, bid)
        assert (event.kind, event.seat, event.data) == ("moved", seat, {"move": bid})
    view = game.view(state, None)
    assert view.bids == (1, 2, 3, 0)
    assert view.phase == "play"
    assert game.to_act(state) == (2,)


def test_the_last_bidder_is_free() -> None:
    """D-R11: as in the first row of the sheet, bids 1, 0, 0, 0 for one trick"""
    state = game.new(options(), 4, SeededDecks(1))
    for seat, bid in enumerate(("bid 0", "bid 0", "bid 0")):
        game.apply(state, seat, bid)
    assert game.legal(state, 3) == ("bid 0", "bid 1")


@pytest.mark.parametrize("stage, size", [("plain", 3), ("blind", 7)])
def test_the_hook_bars_the_bid_that_makes_the_sum(stage: str, size: int) -> None:
    """D-R11, house rule hook, also in blind deals"""
    state = game.new(options(hook="on"), 4, SeededDecks(1))
    play_while(state, lambda s: (s.now.stage, s.now.size) != (stage, size))
    for bid in ("bid 1", "bid 0", "bid 1"):
        seat = game.to_act(state)[0]
        assert len(game.legal(state, seat)) == size + 1
        game.apply(state, seat, bid)
    last = game.to_act(state)[0]
    barred = f"bid {size - 2}"
    assert barred not in game.legal(state, last)
    assert len(game.legal(state, last)) == size
    error = refusal(state, last, barred)
    assert error.rule == "D-R11"
    assert str(error) == f"the bids may not add up to {size} (D-R11)"


def test_the_hook_bars_nothing_once_the_bids_are_over_the_tricks() -> None:
    """D-R11"""
    state = play_while(game.new(options(hook="on"), 4, SeededDecks(1)), lambda s: s.deal < 2)
    for bid in ("bid 2", "bid 2", "bid 0"):
        game.apply(state, game.to_act(state)[0], bid)
    assert len(game.legal(state, game.to_act(state)[0])) == 3


def test_nobody_sees_a_tile_of_a_blind_deal_before_the_last_bid() -> None:
    """D-R12"""
    state = at_stage("blind")
    for _ in range(4):
        for who in (None, *range(4)):
            assert game.view(state, who).hand == ()
        (event,) = game.apply(state, game.to_act(state)[0], "bid 2")
        assert event.data == {"move": "bid 2"}
    assert [len(game.view(state, seat).hand) for seat in range(4)] == [7] * 4
    assert game.view(state, None).hand == ()


# --- tricks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tiles, winner",
    [
        ("6-5 6-6 6-4 5-3", 1),
        ("5-3 4-4 6-2 2-1", 0),
        ("3-2 1-0 6-6 4-0", 3),
        ("3-0 6-0 0-0 1-1", 3),
        ("3-0 1-1 5-5 6-0", 1),
    ],
)
def test_worked_tricks(tiles: str, winner: int) -> None:
    """D-R16, the worked tricks 1 to 5"""
    state = deal_of(1, *tiles.split())
    events = []
    for seat, tile in enumerate(tiles.split()):
        events = game.apply(state, seat, f"play {tile}")
    trick = events[1]
    assert (trick.kind, trick.seat) == ("trick", winner)
    assert trick.data == {"winner": winner, "leader": 0, "tiles": tiles.split()}
    view = game.view(state, None)
    assert (view.last, view.last_leader) == (tuple(tiles.split()), 0)


def test_on_a_poker_lead_the_strongest_trump_must_fall() -> None:
    """D-R15, worked trick 6"""
    state = deal_of(2, "2-1 3-1", "1-1 6-6", "0-0 2-0", "4-0 5-0", seats=4)
    assert game.to_act(state) == (1,)
    game.apply(state, 1, "play 1-1")
    assert game.legal(state, 2) == ("play 0-0",)
    error = refusal(state, 2, "play 2-0")
    assert str(error) == "1-1 was led: you must play your strongest trump, 0-0 (D-R15)"
    game.apply(state, 2, "play 0-0")
    assert game.legal(state, 3) == ("play 5-0",)
    game.apply(state, 3, "play 5-0")
    assert set(game.legal(state, 0)) == {"play 2-1", "play 3-1"}
    game.apply(state, 0, "play 2-1")
    assert game.view(state, 0).taken == (0, 1, 0, 0)
    assert game.to_act(state) == (1,)


def test_on_a_trump_lead_trumps_must_fall_but_not_poker() -> None:
    """D-R14"""
    state = deal_of(3, "1-1 2-0 6-6", "5-5 1-0 3-0", "4-0 4-3 5-4", "6-5 4-1 6-2")
    game.apply(state, 2, "play 4-0")
    assert len(game.legal(state, 3)) == 3, "no trump: any tile"
    game.apply(state, 3, "play 6-5")
    assert game.legal(state, 0) == ("play 2-0",), "1-1 neither counts nor may it be played"
    assert refusal(state, 0, "play 1-1").rule == "D-R14"
    assert "1-1 is no trump" in str(refusal(state, 0, "play 1-1"))
    assert str(refusal(state, 0, "play 6-6")) == "a trump was led: you must play a trump (D-R14)"
    game.apply(state, 0, "play 2-0")
    assert set(game.legal(state, 1)) == {"play 1-0", "play 3-0"}, "no duty to beat"


def test_on_a_trump_lead_poker_is_free_without_trumps() -> None:
    """D-R14"""
    state = deal_of(2, "2-1 3-1", "4-0 6-5", "1-1 6-6", "5-0 3-3")
    game.apply(state, 1, "play 4-0")
    assert set(game.legal(state, 2)) == {"play 1-1", "play 6-6"}


def test_poker_goes_on_any_trump_where_the_house_says_so() -> None:
    """D-R14, house rule poker_on_trump_lead"""
    hands = ("1-1 2-0 6-6", "5-5 1-0 3-0", "4-0 4-3 5-4", "6-5 4-1 6-2")
    state = deal_of(3, *hands, poker_on_trump_lead="anytime")
    game.apply(state, 2, "play 4-0")
    game.apply(state, 3, "play 6-5")
    assert game.legal(state, 0) == ("play 2-0", "play 1-1")
    game.apply(state, 0, "play 1-1")
    game.apply(state, 1, "play 1-0")
    assert game.view(state, None).taken == (1, 0, 0, 0)
    assert set(game.legal(state, 0)) == {"play 2-0", "play 6-6"}


def test_an_ordinary_lead_binds_nobody() -> None:
    """D-R13"""
    state = deal_of(3, "1-1 2-0 6-6", "5-5 1-0 3-0", "4-2 4-3 5-4", "6-5 4-1 6-2")
    game.apply(state, 2, "play 4-2")
    game.apply(state, 3, "play 6-5")
    assert len(game.legal(state, 0)) == 3


@pytest.mark.parametrize("value, winner", [("first_played", 0), ("last_played", 2)])
def test_equal_pips(value: str, winner: int) -> None:
    """D-R3, house rule equal_pips"""
    state = deal_of(1, "5-3", "4-4", "6-2", "2-1", equal_pips=value)
    events = []
    for seat, tile in enumerate(("5-3", "4-4", "6-2", "2-1")):
        events = game.apply(state, seat, f"play {tile}")
    assert events[1].data["winner"] == winner


def test_the_view_tells_the_trick_and_who_led_it() -> None:
    """D-R17"""
    state = deal_of(2, "2-1 3-1", "4-0 6-5", "1-1 6-6", "5-0 3-3")
    game.apply(state, 1, "play 4-0")
    game.apply(state, 2, "play 6-6")
    view = game.view(state, 0)
    assert (view.trick, view.leader, view.to_act) == (("4-0", "6-6"), 1, (3,))
    assert view.hand == ("2-1", "3-1")
    game.apply(state, 3, "play 5-0")
    game.apply(state, 0, "play 2-1")
    view = game.view(state, 0)
    assert (view.trick, view.leader, view.taken) == ((), 3, (0, 0, 0, 1))
    assert (view.last, view.last_leader) == (("4-0", "6-6", "5-0", "2-1"), 1)
    assert view.played == view.last
    assert view.now == Deal("plain", 2)


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
        game.apply(state, seat, f"play {tile}")
    moved, trick, deal, began = game.apply(state, 3, "play 5-3")
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
    assert result.places == game.places(result.totals)
    assert game.to_act(state) == ()
    assert game.legal(state, 0) == ()
    assert str(refusal(state, 0, "play 6-6")) == "the match is over (D-R20)"


# --- the handwritten sheet of the source (four players A B C D) ----------------------------------

# Bids and tricks that give what can be read of it. B's column is complete but for the first 5,
# which is chosen so that 6 gives 33; of the others rows 1 to 3, 7-III, hapok and mizer can be read.
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


def test_column_b_of_the_handwritten_sheet() -> None:
    """The sheet of the source: totals are carried from row to row in the order of D-R6, D-R7"""
    sheet = rows(Options(), 4, HANDWRITTEN, (-30, -30, 30, 0))
    column = [row.totals[1] for row in sheet]
    assert column[:4] == [5, 25, 15, 20]
    assert column[5:] == [33, 37, 27, 67, 72, 92, 102, 92, 82, 72, 77, 67, 87, 67, 37]
    assert [row.deal.size for row in sheet] == [
        *range(1, 7),
        *[7] * 4,
        *range(6, 0, -1),
        *[7] * 3,
        1,
    ]


def test_row_1_of_the_handwritten_sheet() -> None:
    """D-R11: one bid of 1 and three passes, bids adding up to the tricks"""
    assert rows(Options(), 4, HANDWRITTEN, ())[0].totals == (10, 5, 5, 5)


def test_row_3_of_the_handwritten_sheet() -> None:
    """D-R18: from 0, 25, 10, 10 to 5, 15, 12, 15"""
    assert deal_points(Options(), "plain", (0, 2, 0, 0), (0, 1, 2, 0)) == (5, -10, 2, 5)


def test_row_7_iii_of_the_handwritten_sheet() -> None:
    """D-R18: from 0, 27, 56, 59 to 10, 67, 57, 69; a pass with one trick is worth 1"""
    row = rows(Options(), 4, HANDWRITTEN, ())[8]
    assert row.deal == Deal("plain", 7, 3)
    assert row.points == (10, 40, 1, 10)


def test_hapok_and_mizer_of_the_handwritten_sheet() -> None:
    """D-R19: from 62, 87, 112, 122 to 52, 67, 82, 112"""
    row = rows(Options(), 4, HANDWRITTEN, ())[18]
    assert row.points == (-10, -20, -30, -10)
    assert [62 - 10, 87 - 20, 112 - 30, 122 - 10] == [52, 67, 82, 112]
    assert rows(Options(), 4, HANDWRITTEN, ())[17].points[1] == 20


def test_the_sheet_of_a_view_has_a_row_for_every_deal() -> None:
    """D-R6, D-R20"""
    state = at_stage("blind")
    sheet = game.sheet(game.view(state, None))
    assert len(sheet) == 20
    assert sheet[15].totals == state.totals
    assert sheet[15].bids == (0, 0, 0, 0)
    assert sheet[16].points == ()
    finish(state)
    final = game.sheet(game.view(state, 2))
    assert final[-1].totals == state.totals
    assert final[-1].taken == ()


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
def test_equal_highest_tiles(tie: str, top: int) -> None:
    """D-R26, house rule stage5_top_tie"""
    assert fifth_points((8, 8, 5, None), tie) == (top, top, -30, 0)
    assert fifth_points((8, 7, None, None), tie) == (30, -30, 0, 0)


def fifth(totals: tuple[int, ...], row: Sequence[str] = TILES, **values: str | int) -> State:
    """Reach the fifth stage with these totals and this row of tiles."""
    seats = len(totals)
    rules = options(**{**NO_EXTRAS, **values})
    last = len(schedule(rules, seats))
    shuffles = SeededDecks(1)
    calls: list[int] = []

    def decks(tiles: Sequence[str], /) -> Sequence[str]:
        calls.append(1)
        return row if len(calls) >= last else shuffles(tiles)

    state = play_while(game.new(rules, seats, decks), lambda s: s.deal < last - 1)
    trial = play_while(state.copy(), lambda s: s.deal < last)
    gains = map(int.__sub__, trial.totals, state.totals)
    state.totals = tuple(map(int.__sub__, totals, gains))
    return play_while(state, lambda s: s.deal < last)


def decide(state: State, *moves: str) -> list[Event]:
    """Let the seats, from the first one on, decide; return the events of the last decision."""
    events = []
    for seat, move in enumerate(moves):
        events = game.apply(state, seat, move)
    return events


def test_the_highest_total_chooses() -> None:
    """D-R21"""
    state = fifth((10, 90, 112, 60))
    view = game.view(state, 0)
    assert view.totals == (10, 90, 112, 60)
    assert (view.now, view.to_act) == (Deal("fifth", 1), (2,))
    assert (view.phase, view.hand, view.played) == ("pick", (), ())
    assert view.fifth == game.Fifth(2, None, "", "", ("",) * 4, ("",) * 4)
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
    moved, turned = game.apply(state, 2, "pick 10")
    assert moved.data == {"move": "pick 10"}
    assert (turned.kind, turned.data) == ("turned", {"position": 10, "tile": "4-2"})
    assert game.legal(state, 2) == ("count left", "count right")
    game.apply(state, 2, "count right")
    assert game.to_act(state) == (2, 3, 0, 1)
    for seat, position in {2: 17, 3: 18, 0: 19, 1: 20}.items():
        mine = game.view(state, seat).fifth
        assert mine is not None
        assert mine.positions()[seat] == position
        assert mine.tiles == tuple(row[position] if who == seat else "" for who in range(4))
    watching = game.view(state, None).fifth
    assert watching is not None
    assert watching.tiles == ("",) * 4


def test_a_count_of_nothing_is_still_a_move() -> None:
    """D-R22: 0-0 was picked, the next tiles at once"""
    state = fifth((0, 50, 0))
    game.apply(state, 1, "pick 0")
    game.apply(state, 1, "count left")
    known = game.view(state, 2).fifth
    assert known is not None
    assert known.positions() == (25, 27, 26)


def test_the_direction_may_be_fixed() -> None:
    """D-R22, house rule stage5_direction"""
    state = fifth((50, 0), stage5_direction="right")
    game.apply(state, 0, "pick 27")
    assert game.legal(state, 0) == ("count right",)
    error = refusal(state, 0, "count left")
    assert str(error) == "at this table the tiles are counted to the right (D-R22)"


def dealt_in_the_fifth(row: Sequence[str], **values: str | int) -> State:
    """P1 picks 0-0 at position 0 and counts to the right: P1 to P4 get positions 1 to 4."""
    rest = [tile for tile in TILES if tile not in row and tile != "0-0"]
    state = fifth((50, 0, 0, 0), ["0-0", *row, *rest], **values)
    game.apply(state, 0, "pick 0")
    game.apply(state, 0, "count right")
    return state


def test_decisions_are_secret_until_all_have_decided() -> None:
    """D-R25"""
    state = dealt_in_the_fifth(["6-3", "5-1", "6-5", "2-1"])
    (event,) = game.apply(state, 3, "show")
    assert event.seen_by(0).data == event.seen_by(None).data == {}
    assert event.seen_by(3).data == {"move": "show"}
    assert game.to_act(state) == (0, 1, 2)
    other, own = game.view(state, 0).fifth, game.view(state, 3).fifth
    assert other is not None
    assert own is not None
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
        assert view.fifth is not None
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
    moved, turned = game.apply(state, 0, "show")
    assert moved.data == {"move": "show"}
    assert (turned.seat, turned.data) == (0, {"position": 1, "tile": "6-3"})
    assert len(game.apply(state, 1, "keep")) == 1
    known = game.view(state, None).fifth
    assert known is not None
    assert (known.decisions, known.tiles) == (("show", "keep", "", ""), ("6-3", "", "", ""))
    game.apply(state, 2, "show")
    game.apply(state, 3, "keep")
    assert state.totals == (20, 0, 30, 0)


def test_without_the_fifth_stage_the_match_ends_after_the_tricks() -> None:
    """D-R7, house rule stage5"""
    state = game.new(options(**SHORT, stage5="off"), 4, SeededDecks(1))
    finish(state)
    assert state.now == Deal("mizer", 7)
    assert game.view(state, 0).fifth is None


# --- records ------------------------------------------------------------------------------------

PLAYERS = [Player(name, "human") for name in ("Ann", "Bob", "Cid", "Dee")]


def decided(order: Sequence[int]) -> Match:
    """Play a match whose seats decide the fifth stage in this order."""
    match = Match(game, options(**NO_EXTRAS), PLAYERS, SeededDecks(7))
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
    cut = play_back({"domino_poker": game}, finished[:-4], partial=True)
    assert cut.held == 2
    assert "before the match is over" in str(verify({"domino_poker": game}, finished[:-4]))


def test_the_end_of_a_record() -> None:
    """D-R22, D-R25: the row, the choice, its count and the decisions each have their line"""
    lines = decided((0, 1, 2, 3)).lines
    kinds = [next(iter(line)) for line in lines[-9:]]
    assert kinds == ["deck", *["seat"] * 6, "deal", "result"]
    assert lines[-8]["move"] == "pick 0"
    assert lines[-7]["move"] == "count left"
    assert lines[-2]["deal"] == 14


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deal, seat, move, text",
    [
        (3, 0, "bid 0", "it is not your turn (D-R10)"),
        (3, 9, "bid 0", "it is not your turn (D-R10)"),
        (3, 2, "bid 4", "a bid is a number from 0 to 3 (D-R10)"),
        (3, 2, "bid 99999", "a bid is a number from 0 to 3 (D-R10)"),
        (3, 2, "bid -1", "bid -1 is no move of this game (D-R10)"),
        (3, 2, "play 6-6", "first everybody bids (D-R10)"),
        (3, 2, "lay 6-6 left", "lay 6-6 left is no move of this game (D-R10)"),
        (3, 2, "", " is no move of this game (D-R10)"),
    ],
)
def test_refusals_while_bidding(deal: int, seat: int, move: Move, text: str) -> None:
    state = play_while(game.new(options(), 4, SeededDecks(1)), lambda s: s.deal < deal)
    assert str(refusal(state, seat, move)) == text


def test_refusals_while_playing() -> None:
    state = deal_of(2, "2-1 3-1", "4-0 6-5", "1-1 6-6", "5-0 3-3")
    assert str(refusal(state, 0, "play 2-1")) == "it is not your turn (D-R9)"
    assert str(refusal(state, 1, "bid 1")) == "now a tile is played (D-R9)"
    assert str(refusal(state, 1, "play 2-1")) == "you do not hold 2-1 (D-R9)"
    assert str(refusal(state, 1, "play 1-2")) == "play 1-2 is no move of this game (D-R9)"


def test_refusals_in_the_fifth_stage() -> None:
    state = fifth((50, 0, 0, 0))
    assert str(refusal(state, 1, "pick 3")) == "it is not your turn (D-R22)"
    assert str(refusal(state, 0, "pick 28")) == "the positions of the row are 0 to 27 (D-R22)"
    assert str(refusal(state, 0, "bid 1")) == "now a tile of the row is picked (D-R22)"
    game.apply(state, 0, "pick 3")
    expected = "now the direction is named: left or right (D-R22)"
    assert str(refusal(state, 0, "pick 4")) == expected
    game.apply(state, 0, "count left")
    assert str(refusal(state, 0, "count left")) == "show your tile or keep it hidden (D-R25)"
    game.apply(state, 2, "keep")
    assert str(refusal(state, 2, "show")) == "you have already decided (D-R25)"


# --- what a seat knows --------------------------------------------------------------------------


def test_an_imagined_hand_has_no_trump_where_none_was_played_on_a_trump() -> None:
    """D-R14"""
    state = deal_of(3, "1-1 2-0 6-6", "5-5 1-0 3-0", "4-0 4-3 5-4", "6-5 4-1 6-2")
    game.apply(state, 2, "play 4-0")
    game.apply(state, 3, "play 6-5")
    view = game.view(state, 0)
    for seed in range(30):
        hand = game.view(game.imagine(view, Random(seed)), 3).hand
        assert len(hand) == 2
        assert not any(map(game.is_trump, hand))


def test_an_imagined_hand_has_no_trump_above_the_one_played_on_poker() -> None:
    """D-R15"""
    state = deal_of(2, "2-1 3-1", "1-1 6-6", "3-0 2-0", "4-0 5-4")
    game.apply(state, 1, "play 1-1")
    game.apply(state, 2, "play 3-0")
    view = game.view(state, None)
    for seed in range(60):
        (tile,) = game.view(game.imagine(view, Random(seed)), 2).hand
        assert tile in ("2-0", "1-0") or not game.is_trump(tile)


def test_copies_are_independent() -> None:
    state = deal_of(2, "2-1 3-1", "1-1 6-6", "3-0 2-0", "4-0 5-4")
    before = game.view(state, 1)
    copy = state.copy()
    finish(copy)
    assert game.view(state, 1) == before


def random_options(rng: Random) -> Options:
    return Options(**{rule.name: rng.choice(list(rule.values)) for rule in house_rules(Options)})


@pytest.mark.parametrize("seed", range(10))
def test_a_view_tells_nothing_more_than_an_imagined_match(seed: int) -> None:
    """D-R12, D-R17, D-R25: by any house rules a view does not depend on what it hides"""
    rng = Random(seed)
    seats = 2 + seed % 5
    rules = random_options(rng)
    state = game.new(rules, seats, SeededDecks(seed))
    while waiting := game.to_act(state):
        for who in (None, *range(seats)):
            view = game.view(state, who)
            imagined = game.imagine(view, rng)
            assert game.view(imagined, who) == view
            if who is not None:
                assert game.legal(imagined, who) == game.legal(state, who)
        seat = rng.choice(waiting)
        game.apply(state, seat, rng.choice(game.legal(state, seat)))
    view = game.view(state, 0)
    assert game.view(game.imagine(view, rng), 0) == view
    assert game.sheet(view)[-1].totals == state.totals


def test_a_view_is_small_on_the_wire() -> None:
    """Under 400 bytes in the middle of a match of four, and the same when read back"""
    state = game.new(Options(), 4, SeededDecks(3))
    sizes = []
    while state.deal < 11:
        seat = game.to_act(state)[0]
        view = game.view(state, seat)
        data = msgpack.packb(plain_view(view))
        assert parse_view(game, view.options, msgpack.unpackb(data)) == view  # type: ignore[arg-type]
        sizes.append(len(data))
        game.apply(state, seat, game.legal(state, seat)[0])
    assert max(sizes) < 400


# --- bots ---------------------------------------------------------------------------------------


def bots_choice(state: State, seat: int) -> Move:
    return bot.choose(game.view(state, seat), "easy", Random(1))


@pytest.mark.parametrize("seed", range(5))
def test_bots_play_legal_moves_to_the_end(seed: int) -> None:
    rng = Random(seed)
    state = game.new(random_options(rng), 2 + seed, SeededDecks(seed))
    while waiting := game.to_act(state):
        seat = rng.choice(waiting)
        move = bot.choose(game.view(state, seat), "easy", rng)
        assert move in game.legal(state, seat)
        game.apply(state, seat, move)


def test_a_bot_bids_its_sure_tricks() -> None:
    state = game.new(
        options(), 4, Rigged(4, {3: ("2-1 3-1 4-1", "2-2 3-2 4-2", "1-1 0-0 6-0", "5-1 5-2 4-3")})
    )
    play_while(state, lambda s: s.deal < 3)
    assert bots_choice(state, 2) == "bid 3"
    game.apply(state, 2, "bid 3")
    assert bots_choice(state, 3) == "bid 0"


def test_a_bot_that_bid_nothing_does_not_lead_its_only_strong_trump() -> None:
    state = deal_of(2, "6-6 6-5", "2-1 6-0", "5-5 5-4", "4-4 6-4")
    assert bots_choice(state, 1) == "play 2-1"


def test_a_bot_slips_under_a_trick_with_its_strongest_tile() -> None:
    state = deal_of(3, "6-6 6-5 2-1", "5-2 5-5 3-0", "6-4 5-0 3-1", "4-4 6-3 5-1")
    game.apply(state, 2, "play 6-4")
    assert bots_choice(state, 3) == "play 6-3"


def test_a_bot_leads_poker_in_hapok_and_its_weakest_tile_in_mizer() -> None:
    strong = "1-1 0-0 6-0 5-0 4-0 3-0 2-1"
    rest = [tile for tile in TILES if tile not in strong.split()]
    others = [" ".join(rest[i::3]) for i in range(3)]
    state = game.new(options(), 4, Rigged(4, {18: [others[0], strong, *others[1:]]}))
    play_while(state, lambda s: s.deal < 18)
    assert bots_choice(state, 1) == "play 1-1"
    state = game.new(options(), 4, Rigged(4, {19: [*others[:2], strong, others[2]]}))
    play_while(state, lambda s: s.deal < 19)
    assert bots_choice(state, 2) == "play 2-1"


@pytest.mark.parametrize("tile, wanted", [("6-6", "show"), ("6-5", "show"), ("3-1", "keep")])
def test_a_bot_shows_a_high_tile_and_keeps_a_low_one(tile: str, wanted: str) -> None:
    rest = [other for other in ("5-5", "2-1", "4-4", "3-2") if other != tile][:3]
    assert bots_choice(dealt_in_the_fifth([tile, *rest]), 0) == wanted


def test_a_bot_keeps_a_tile_that_a_shown_one_beats() -> None:
    state = dealt_in_the_fifth(["6-6", "6-5", "2-1", "3-1"], stage5_reveal="in_turn")
    game.apply(state, 0, "show")
    assert bots_choice(state, 1) == "keep"
