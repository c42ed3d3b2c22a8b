"""The course of Domino Poker by its rule book; sheet, fifth stage and bot have their own files."""

from collections.abc import Sequence
from random import Random

import msgpack
import pytest

from core.game import Move, OptionError, house_rules, parse_options
from core.games.domino_poker import rules as game
from core.games.domino_poker.rules import Options, State
from core.games.domino_poker.sheet import Deal, schedule
from core.games.domino_poker.tricks import BY_STRENGTH, is_trump, strength
from core.games.domino_poker.view import sheet
from core.match import Player
from core.shuffle import SeededDecks
from net.wire.views import parse_view, plain_view
from tests.games.domino_poker.domino_table import (
    at_stage,
    deal_of,
    fifth,
    finish,
    options,
    play_while,
    random_options,
    refusal,
)
from tests.support.dealing import DealtMatch, begin, make

# --- tiles and schedule -----------------------------------------------------------------------


def test_poker_beats_the_trumps_and_the_trumps_beat_the_ordinary_tiles() -> None:
    """D-R1, D-R2"""
    assert BY_STRENGTH[:-9:-1] == ("1-1", "0-0", "6-0", "5-0", "4-0", "3-0", "2-0", "1-0")
    assert BY_STRENGTH[19] == "6-6"
    assert BY_STRENGTH[0] == "2-1"
    assert strength("5-3") == strength("4-4") == 8


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


@pytest.mark.parametrize(
    ("deal_set", "seats", "sizes"),
    [
        ("rising", 4, [1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 1]),
        ("largest", 4, [7, 7, 7, 7, 7, 7, 7, 1]),
        ("rising", 6, [1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 1]),
        ("largest", 6, [4, 4, 4, 4, 4, 4, 4, 1]),
    ],
)
def test_a_short_match_leaves_out_hands_of_the_first_stage_alone(
    deal_set: str, seats: int, sizes: list[int]
) -> None:
    """D-R6, D-R7: the other stages follow as in a whole match."""
    whole, short = schedule(Options(), seats), schedule(Options(deal_set=deal_set), seats)
    assert [deal.size for deal in short] == sizes
    assert short[-4:] == whole[-4:]


def test_in_a_short_match_the_next_player_starts_each_deal() -> None:
    """D-R8"""
    state = begin(game, Options(deal_set="largest", full_deals=1), 3, SeededDecks(4))
    starters = [state.starter]
    while game.result(state) is None:
        if game.due(state):
            game.deal(state, SeededDecks(state.deal)(game.due(state)))
            starters.append(state.starter)
            continue
        seat = game.to_act(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0])
    assert [(starter - starters[0]) % 3 for starter in starters] == [0, 1, 2, 0, 1]


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
    with pytest.raises(OptionError, match=r"2\.\.6"):
        begin(game, Options(), seats, SeededDecks(1))


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
    return begin(game, Options(), seats, draw_first)


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
    match = DealtMatch(game, options(), [Player("A", "human")] * 3, SeededDecks(1))
    assert game.to_act(match.state) == (0,)
    assert sum("deck" in line for line in match.lines) == 1
    drawn = DealtMatch(game, Options(), [Player("A", "human")] * 3, SeededDecks(1))
    assert sum("deck" in line for line in drawn.lines) == 2


def test_tiles_go_round_from_the_starter() -> None:
    """D-R8, D-R9"""
    decks: list[Sequence[str]] = []

    def kept(tiles: Sequence[str], /) -> Sequence[str]:
        decks.append(SeededDecks(len(decks))(tiles))
        return decks[-1]

    state = play_while(begin(game, options(), 3, kept), lambda s: s.deal < 3)
    for seat in range(3):
        dealt = {decks[2][i] for i in range(9) if (2 + i) % 3 == seat}
        assert set(game.view(state, seat).hand) == dealt


def test_the_start_moves_one_seat_a_deal_through_every_stage() -> None:
    """D-R8: also through blind, hapok and mizer"""
    state = begin(game, options(), 4, SeededDecks(2))
    starters = {1: 0}
    while state.now.stage != "fifth":
        starters.setdefault(state.deal, game.view(state, None).starter)
        play_while(state, lambda s, deal=state.deal: s.deal == deal)
    assert starters == {deal: (deal - 1) % 4 for deal in range(1, 20)}


# --- bids ---------------------------------------------------------------------------------------


def test_bids_go_round_once_and_the_starter_leads() -> None:
    """D-R9, D-R10"""
    state = play_while(begin(game, options(), 4, SeededDecks(1)), lambda s: s.deal < 3)
    for seat, bid in [(2, "bid 3"), (3, "bid 0"), (0, "bid 1"), (1, "bid 2")]:
        assert game.to_act(state) == (seat,)
        assert game.legal(state, seat) == ("bid 0", "bid 1", "bid 2", "bid 3")
        (event,) = make(game, state, seat, bid)
        assert (event.kind, event.seat, event.data) == ("moved", seat, {"move": bid})
    view = game.view(state, None)
    assert view.bids == (1, 2, 3, 0)
    assert view.phase == "play"
    assert game.to_act(state) == (2,)


def test_the_last_bidder_is_free() -> None:
    """D-R11: as in the first row of the sheet, bids 1, 0, 0, 0 for one trick"""
    state = begin(game, options(), 4, SeededDecks(1))
    for seat, bid in enumerate(("bid 0", "bid 0", "bid 0")):
        make(game, state, seat, bid)
    assert game.legal(state, 3) == ("bid 0", "bid 1")


@pytest.mark.parametrize("stage, size", [("plain", 3), ("blind", 7)])
def test_the_hook_bars_the_bid_that_makes_the_sum(stage: str, size: int) -> None:
    """D-R11, house rule hook, even in blind deals"""
    state = begin(game, options(hook="on"), 4, SeededDecks(1))
    play_while(state, lambda s: (s.now.stage, s.now.size) != (stage, size))
    for bid in ("bid 1", "bid 0", "bid 1"):
        seat = game.to_act(state)[0]
        assert len(game.legal(state, seat)) == size + 1
        make(game, state, seat, bid)
    last = game.to_act(state)[0]
    barred = f"bid {size - 2}"
    assert barred not in game.legal(state, last)
    assert len(game.legal(state, last)) == size
    error = refusal(state, last, barred)
    assert error.rule == "D-R11"
    assert str(error) == f"the bids may not add up to {size} (D-R11)"


def test_the_hook_bars_nothing_once_the_bids_are_over_the_tricks() -> None:
    """D-R11"""
    state = play_while(begin(game, options(hook="on"), 4, SeededDecks(1)), lambda s: s.deal < 2)
    for bid in ("bid 2", "bid 2", "bid 0"):
        make(game, state, game.to_act(state)[0], bid)
    assert len(game.legal(state, game.to_act(state)[0])) == 3


def test_nobody_sees_a_tile_of_a_blind_deal_before_the_last_bid() -> None:
    """D-R12"""
    state = at_stage("blind")
    for _ in range(4):
        for who in (None, *range(4)):
            assert game.view(state, who).hand == ()
        (event,) = make(game, state, game.to_act(state)[0], "bid 2")
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
def test_the_worked_tricks_go_to_whoever_played_the_strongest(tiles: str, winner: int) -> None:
    """D-R16, the worked tricks 1 to 5"""
    state = deal_of(1, *tiles.split())
    events = []
    for seat, tile in enumerate(tiles.split()):
        events = make(game, state, seat, f"play {tile}")
    trick = events[1]
    assert (trick.kind, trick.seat) == ("trick", winner)
    assert trick.data == {"winner": winner, "leader": 0, "tiles": tiles.split()}
    view = game.view(state, None)
    assert (view.last, view.last_leader) == (tuple(tiles.split()), 0)


def test_on_a_poker_lead_the_strongest_trump_must_fall() -> None:
    """D-R15, worked trick 6"""
    state = deal_of(2, "2-1 3-1", "1-1 6-6", "0-0 2-0", "4-0 5-0", seats=4)
    assert game.to_act(state) == (1,)
    make(game, state, 1, "play 1-1")
    assert game.legal(state, 2) == ("play 0-0",)
    error = refusal(state, 2, "play 2-0")
    assert str(error) == "1-1 was led: you must play your strongest trump, 0-0 (D-R15)"
    make(game, state, 2, "play 0-0")
    assert game.legal(state, 3) == ("play 5-0",)
    make(game, state, 3, "play 5-0")
    assert set(game.legal(state, 0)) == {"play 2-1", "play 3-1"}
    make(game, state, 0, "play 2-1")
    assert game.view(state, 0).taken == (0, 1, 0, 0)
    assert game.to_act(state) == (1,)


def test_on_a_trump_lead_trumps_must_fall_but_not_poker() -> None:
    """D-R14"""
    state = deal_of(3, "1-1 2-0 6-6", "5-5 1-0 3-0", "4-0 4-3 5-4", "6-5 4-1 6-2")
    make(game, state, 2, "play 4-0")
    assert len(game.legal(state, 3)) == 3, "no trump: any tile"
    make(game, state, 3, "play 6-5")
    assert game.legal(state, 0) == ("play 2-0",), "1-1 neither counts nor may it be played"
    assert refusal(state, 0, "play 1-1").rule == "D-R14"
    assert "1-1 is no trump" in str(refusal(state, 0, "play 1-1"))
    assert str(refusal(state, 0, "play 6-6")) == "a trump was led: you must play a trump (D-R14)"
    make(game, state, 0, "play 2-0")
    assert set(game.legal(state, 1)) == {"play 1-0", "play 3-0"}, "no duty to beat"


def test_on_a_trump_lead_poker_is_free_without_trumps() -> None:
    """D-R14"""
    state = deal_of(2, "2-1 3-1", "4-0 6-5", "1-1 6-6", "5-0 3-3")
    make(game, state, 1, "play 4-0")
    assert set(game.legal(state, 2)) == {"play 1-1", "play 6-6"}


def test_poker_goes_on_any_trump_where_the_house_says_so() -> None:
    """D-R14, house rule poker_on_trump_lead"""
    hands = ("1-1 2-0 6-6", "5-5 1-0 3-0", "4-0 4-3 5-4", "6-5 4-1 6-2")
    state = deal_of(3, *hands, poker_on_trump_lead="anytime")
    make(game, state, 2, "play 4-0")
    make(game, state, 3, "play 6-5")
    assert game.legal(state, 0) == ("play 2-0", "play 1-1")
    make(game, state, 0, "play 1-1")
    make(game, state, 1, "play 1-0")
    assert game.view(state, None).taken == (1, 0, 0, 0)
    assert set(game.legal(state, 0)) == {"play 2-0", "play 6-6"}


def test_an_ordinary_lead_binds_nobody() -> None:
    """D-R13"""
    state = deal_of(3, "1-1 2-0 6-6", "5-5 1-0 3-0", "4-2 4-3 5-4", "6-5 4-1 6-2")
    make(game, state, 2, "play 4-2")
    make(game, state, 3, "play 6-5")
    assert len(game.legal(state, 0)) == 3


@pytest.mark.parametrize("value, winner", [("first_played", 0), ("last_played", 2)])
def test_of_equal_pips_the_first_or_the_last_played_is_stronger(value: str, winner: int) -> None:
    """D-R3, house rule equal_pips"""
    state = deal_of(1, "5-3", "4-4", "6-2", "2-1", equal_pips=value)
    events = []
    for seat, tile in enumerate(("5-3", "4-4", "6-2", "2-1")):
        events = make(game, state, seat, f"play {tile}")
    assert events[1].data["winner"] == winner


def test_the_view_tells_the_trick_and_who_led_it() -> None:
    """D-R17"""
    state = deal_of(2, "2-1 3-1", "4-0 6-5", "1-1 6-6", "5-0 3-3")
    make(game, state, 1, "play 4-0")
    make(game, state, 2, "play 6-6")
    view = game.view(state, 0)
    assert (view.trick, view.leader, view.to_act) == (("4-0", "6-6"), 1, (3,))
    assert view.hand == ("2-1", "3-1")
    make(game, state, 3, "play 5-0")
    make(game, state, 0, "play 2-1")
    view = game.view(state, 0)
    assert (view.trick, view.leader, view.taken) == ((), 3, (0, 0, 0, 1))
    assert (view.last, view.last_leader) == (("4-0", "6-6", "5-0", "2-1"), 1)
    assert view.played == view.last
    assert view.now == Deal("plain", 2)


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deal, seat, move, text",
    [
        (3, 0, "bid 0", "it is not your turn (D-R10)"),
        (3, 9, "bid 0", "it is not your turn (D-R10)"),
        (3, 2, "bid 4", "a bid is a number from 0 to 3 (D-R10)"),
        (3, 2, "bid 99999", "a bid is a number from 0 to 3 (D-R10)"),
        (3, 2, "bid -1", "bid -1 is not a move of this game (D-R10)"),
        (3, 2, "play 6-6", "everybody bids first (D-R10)"),
        (3, 2, "lay 6-6 left", "lay 6-6 left is not a move of this game (D-R10)"),
        (3, 2, "", " is not a move of this game (D-R10)"),
    ],
)
def test_what_may_not_be_bid_is_refused_with_its_paragraph(
    deal: int, seat: int, move: Move, text: str
) -> None:
    state = play_while(begin(game, options(), 4, SeededDecks(1)), lambda s: s.deal < deal)
    assert str(refusal(state, seat, move)) == text


def test_what_may_not_be_played_is_refused_with_its_paragraph() -> None:
    state = deal_of(2, "2-1 3-1", "4-0 6-5", "1-1 6-6", "5-0 3-3")
    assert str(refusal(state, 0, "play 2-1")) == "it is not your turn (D-R9)"
    assert str(refusal(state, 1, "bid 1")) == "now a tile is played (D-R9)"
    assert str(refusal(state, 1, "play 2-1")) == "you do not hold 2-1 (D-R9)"
    assert str(refusal(state, 1, "play 1-2")) == "play 1-2 is not a move of this game (D-R9)"


def test_what_the_fifth_stage_does_not_await_is_refused_with_its_paragraph() -> None:
    state = fifth((50, 0, 0, 0))
    assert str(refusal(state, 1, "pick 3")) == "it is not your turn (D-R22)"
    assert str(refusal(state, 0, "pick 28")) == "the positions of the row are 0 to 27 (D-R22)"
    assert str(refusal(state, 0, "bid 1")) == "now a tile is picked from the row (D-R22)"
    make(game, state, 0, "pick 3")
    expected = "now the direction is named: left or right (D-R22)"
    assert str(refusal(state, 0, "pick 4")) == expected
    make(game, state, 0, "count left")
    assert str(refusal(state, 0, "count left")) == "show your tile or keep it hidden (D-R25)"
    make(game, state, 2, "keep")
    assert str(refusal(state, 2, "show")) == "you have already decided (D-R25)"


# --- what a seat knows --------------------------------------------------------------------------


def test_an_imagined_hand_has_no_trump_where_none_was_played_on_a_trump() -> None:
    """D-R14"""
    state = deal_of(3, "1-1 2-0 6-6", "5-5 1-0 3-0", "4-0 4-3 5-4", "6-5 4-1 6-2")
    make(game, state, 2, "play 4-0")
    make(game, state, 3, "play 6-5")
    view = game.view(state, 0)
    for seed in range(30):
        hand = game.view(game.imagine(view, Random(seed)), 3).hand
        assert len(hand) == 2
        assert not any(map(is_trump, hand))


def test_an_imagined_hand_has_no_trump_above_the_one_played_on_poker() -> None:
    """D-R15"""
    state = deal_of(2, "2-1 3-1", "1-1 6-6", "3-0 2-0", "4-0 5-4")
    make(game, state, 1, "play 1-1")
    make(game, state, 2, "play 3-0")
    view = game.view(state, None)
    for seed in range(60):
        (tile,) = game.view(game.imagine(view, Random(seed)), 2).hand
        assert tile in ("2-0", "1-0") or not is_trump(tile)


def test_copies_are_independent() -> None:
    state = deal_of(2, "2-1 3-1", "1-1 6-6", "3-0 2-0", "4-0 5-4")
    before = game.view(state, 1)
    copy = state.copy()
    finish(copy)
    assert game.view(state, 1) == before


@pytest.mark.parametrize("seed", range(10))
def test_a_view_tells_nothing_more_than_an_imagined_match(seed: int) -> None:
    """D-R12, D-R17, D-R25: under any house rules a view does not depend on hidden facts"""
    rng = Random(seed)
    seats = 2 + seed % 5
    rules = random_options(rng)
    state = begin(game, rules, seats, SeededDecks(seed))
    while waiting := game.to_act(state):
        for who in (None, *range(seats)):
            view = game.view(state, who)
            imagined = game.imagine(view, rng)
            assert game.view(imagined, who) == view
            if who is not None:
                assert game.legal(imagined, who) == game.legal(state, who)
        seat = rng.choice(waiting)
        make(game, state, seat, rng.choice(game.legal(state, seat)))
    view = game.view(state, 0)
    assert game.view(game.imagine(view, rng), 0) == view
    assert sheet(view)[-1].totals == state.totals


def test_a_view_is_small_on_the_wire() -> None:
    """Under 400 bytes in the middle of a match of four, and the same when read back"""
    state = begin(game, Options(), 4, SeededDecks(3))
    sizes = []
    while state.deal < 11:
        seat = game.to_act(state)[0]
        view = game.view(state, seat)
        data = msgpack.packb(plain_view(view))
        assert parse_view(game, view.options, msgpack.unpackb(data)) == view
        sizes.append(len(data))
        make(game, state, seat, game.legal(state, seat)[0])
    assert max(sizes) < 400
