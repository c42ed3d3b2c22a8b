"""The rules of Kozel, paragraph by paragraph."""

from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Any

import pytest

from core.game import Event, IllegalMoveError, parse_options
from core.games.kozel import rules as kozel
from core.games.kozel.sheet import count, settle, written
from core.games.kozel.view import LastDeal
from core.pieces import ALL_TILES, NUMBER, TILES, WITH, tile_mask, tile_names
from core.shuffle import RandomDecks
from net.wire.from_host import Updated
from net.wire.protocol import encode
from net.wire.views import plain_event, plain_view
from tests.support.dealing import begin, deal_from, make

Hands = Sequence[str]
"""Tiles of each hand, as "6-4 2-2"."""


def rules(**given: Any) -> kozel.Options:
    options: kozel.Options = parse_options(kozel.Options, given)
    return options


def stacked(hands: Hands, market: str = "") -> list[str]:
    """The order of a deck that deals these hands; the rest of the market in order of number."""
    dealt = [hand.split() for hand in hands]
    order = [hand[at] for at in range(len(dealt[0])) for hand in dealt] + market.split()
    return order + [tile for tile in TILES if tile not in order]


def dealt(hands: Hands, market: str = "", **given: Any) -> kozel.State:
    """A match that begins with these hands."""
    decks = iter([stacked(hands, market)])
    return begin(
        kozel,
        rules(**given),
        len(hands),
        lambda cards: next(decks, None) or RandomDecks(Random(1))(cards),
    )


def position(
    hands: Hands,
    ends: tuple[int, int],
    market: str = "",
    *,
    totals: Sequence[int] = (),
    **given: Any,
) -> kozel.State:
    """A deal in progress, seat 0 to move; tiles neither in a hand nor in the market are laid."""
    state = kozel.State(rules(**given), len(hands))
    deal_from(RandomDecks(Random(1)))
    state.deal = 1
    state.hands = [tile_mask(hand.split()) for hand in hands]
    state.market = [NUMBER[tile] for tile in reversed(market.split())]
    state.laid = ALL_TILES & ~sum(state.hands) & ~tile_mask(market.split())
    state.left, state.right = ends
    state.line = [f"{ends[0]}-{ends[0]}", f"{ends[0]}-{ends[1]}"]
    if totals:
        state.totals = list(totals)
    return state


def names(mask: int) -> set[str]:
    return set(tile_names(mask))


def refusal(state: kozel.State, move: str, seat: int = 0) -> tuple[str, str]:
    """The sentence and the paragraph with which a move is refused."""
    with pytest.raises(IllegalMoveError) as caught:
        make(kozel, state, seat, move)
    return caught.value.reason.format(**caught.value.facts), caught.value.rule


def data(events: Sequence[Event], kind: str) -> dict[str, Any]:
    (found,) = [event for event in events if event.kind == kind]
    return dict(found.data)


# --- deal and opening -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "hand_size", "hand", "market"),
    [
        (2, 755, 7, 14),
        (3, 755, 5, 13),
        (4, 755, 5, 8),
        (2, 777, 7, 14),
        (3, 777, 7, 7),
        (4, 777, 7, 0),
    ],
)
def test_hands_and_market_have_their_size(
    seats: int, hand_size: int, hand: int, market: int
) -> None:
    """K-R1."""
    view = kozel.view(begin(kozel, rules(hand_size=hand_size), seats, RandomDecks(Random(1))), 0)
    assert view.sizes == (hand,) * seats
    assert view.market == market


def test_tiles_are_dealt_one_by_one_and_the_market_is_drawn_from_its_front() -> None:
    """K-R1, dealing order of the records."""
    state = begin(kozel, rules(), 3, lambda cards: list(TILES))
    assert [names(hand) for hand in state.hands] == [set(TILES[seat:15:3]) for seat in range(3)]
    assert [TILES[tile] for tile in reversed(state.market)] == list(TILES[15:])


def test_the_highest_double_opens_and_must_be_laid() -> None:
    """K-R2, K-R4, worked example: 3-3 and 6-5 against 5-5."""
    state = dealt(["3-3 6-5 6-4 6-3 6-2", "5-5 6-1 6-0 5-4 5-3", "4-1 2-0 3-0 3-1 3-2"])
    assert kozel.to_act(state) == (1,)
    assert kozel.legal(state, 1) == ("lay 5-5 left",)
    assert refusal(state, "lay 6-1 left", 1) == ("you must open with 5-5", "K-R4")
    assert refusal(state, "draw", 1) == ("you must open with 5-5", "K-R4")
    assert refusal(state, "lay 5-5 right", 1) == (
        "the opening move is written lay 5-5 left",
        "K-R4",
    )
    assert refusal(state, "lay 3-3 left") == ("it is not your turn", "K-R4")
    (opening,) = make(kozel, state, 1, "lay 5-5 left")
    assert opening.data == {"move": "lay 5-5 left", "opens": True}
    assert kozel.to_act(state) == (2,)


@pytest.mark.parametrize(
    ("hands", "opener", "tile"),
    [
        (["6-1 2-0 3-0 3-1 3-2", "5-4 1-0 2-1 4-0 4-1", "6-3 4-2 4-3 5-0 5-1"], 2, "6-3"),
        (["6-1 2-0 3-0 3-1 3-2", "5-4 1-0 2-1 4-0 4-1", "5-3 4-2 4-3 5-0 5-1"], 0, "6-1"),
    ],
)
def test_without_a_double_the_larger_half_decides_then_the_smaller(
    hands: Hands, opener: int, tile: str
) -> None:
    """K-R3: 6-1 goes before 5-4 although it has fewer pips."""
    state = dealt(hands)
    assert (state.opener, kozel.legal(state, opener)) == (opener, (f"lay {tile} left",))


def test_an_opening_tile_that_is_no_double_lies_with_its_larger_half_on_the_left() -> None:
    """K-R3."""
    state = dealt(["6-1 2-0 3-0 3-1 3-2", "5-4 1-0 2-1 4-0 4-1", "6-3 4-2 4-3 5-0 5-1"])
    make(kozel, state, 2, "lay 6-3 left")
    assert kozel.view(state, None).line == ("6-3",)
    assert kozel.view(state, None).ends == (6, 3)


@pytest.mark.parametrize(
    ("given", "tile"),
    [
        ({}, "3-3"),
        ({"opening_order": "from_11_up"}, "2-2"),
    ],
)
def test_the_double_that_opens_is_looked_for_from_above_or_below(
    given: dict[str, str], tile: str
) -> None:
    """K-R2, house rule opening_order."""
    state = dealt(["3-3 6-5 6-4 6-3 6-2", "2-2 6-1 6-0 5-4 5-3", "0-0 4-1 2-0 3-0 3-1"], **given)
    assert kozel.view(state, None).opening == tile


@pytest.mark.parametrize("order", ["from_66_down", "from_11_up"])
@pytest.mark.parametrize(("may", "tile"), [("on", "0-0"), ("off", "6-5")])
def test_the_blank_double_opens_last_of_the_doubles_if_it_may(
    order: str, may: str, tile: str
) -> None:
    """K-R2, house rules opening_order and may_open_00."""
    hands = ["0-0 6-5 6-4 6-3 6-2", "2-1 6-1 6-0 5-4 5-3", "4-1 2-0 3-0 3-1 3-2"]
    assert kozel.view(dealt(hands, opening_order=order, may_open_00=may), None).opening == tile


def test_every_deal_is_opened_by_the_highest_double_again() -> None:
    """K-R5."""
    state = position(["6-4", "5-5 1-1"], (4, 3), "2-2")
    began = data(make(kozel, state, 0, "lay 6-4 left"), "began")
    assert began == {"deal": 2, "opener": state.opener, "tile": TILES[state.opening]}
    doubles = [f"{n}-{n}" for n in range(7) if f"{n}-{n}" in names(sum(state.hands))]
    assert TILES[state.opening] == doubles[-1]


def test_whoever_went_out_may_open_the_next_deal_with_any_tile() -> None:
    """K-R5, house rule next_opener."""
    state = position(["5-5 1-1", "6-4"], (4, 3), "2-2", next_opener="last_winner")
    state.turn = 1
    began = data(make(kozel, state, 1, "lay 6-4 left"), "began")
    assert began == {"deal": 2, "opener": 1, "tile": None}
    assert kozel.legal(state, 1) == [f"lay {tile} left" for tile in kozel.view(state, 1).hand]
    foreign = kozel.view(state, 0).hand[0]
    assert refusal(state, f"lay {foreign} left", 1) == (f"you do not hold {foreign}", "K-R6")
    assert refusal(state, "draw", 1) == ("you open this deal: lay any tile", "K-R5")
    assert refusal(state, f"lay {kozel.view(state, 1).hand[0]} right", 1)[1] == "K-R4"
    assert refusal(state, "lay 4-4 left 2-2 right", 1) == (
        "the opening move is a single tile",
        "K-R9",
    )


def test_after_a_fish_the_highest_double_opens_even_if_winners_usually_do() -> None:
    """K-R5, house rule next_opener."""
    state = fish_to_come(next_opener="last_winner")
    assert data(make(kozel, state, 0, "lay 2-1 right"), "began")["tile"] is not None


@pytest.mark.parametrize(
    ("hand", "spoilt"),
    [
        ("0-0 1-1 2-2 3-3 4-4 6-5 6-4", True),
        ("0-0 1-1 2-2 3-3 6-5 6-4 6-1", False),
        ("6-6 6-5 6-4 6-3 6-2 6-1 0-0", True),
        ("6-5 6-4 6-3 6-2 6-1 1-0 0-0", False),
    ],
)
def test_a_freak_hand_is_dealt_again(hand: str, spoilt: bool) -> None:
    """K-R1, house rule redeal: five doubles, or six tiles of one number, a double counted once."""
    others = [tile for tile in TILES if tile not in hand.split()][:7]
    first = stacked([hand, " ".join(others)])
    second = stacked(["6-6 6-5 5-4 4-3 3-2 2-1 1-0", "5-5 6-4 5-3 4-2 3-1 2-0 1-1"])
    given = [first, second]
    for redeal, decks in (("on", 2 if spoilt else 1), ("off", 1)):
        asked = iter(given)
        state = begin(kozel, rules(redeal=redeal), 2, lambda cards, asked=asked: next(asked))
        assert state.deal == 1
        assert len(given) - len(list(asked)) == decks


def test_a_redeal_between_deals_is_told() -> None:
    """K-R1, house rule redeal: the deal number is not used up."""
    freak = stacked(["5-5 6-4 5-3 4-2 3-1 2-0 1-1", "6-6 6-5 5-4 6-3 6-2 6-1 6-0"])
    fair = stacked(["6-6 6-5 5-4 4-3 3-2 2-1 1-0", "5-5 6-4 5-3 4-2 3-1 2-0 1-1"])
    state = position(["6-4", "5-5"], (4, 3), redeal="on")
    kozel.apply(state, 0, "lay 6-4 left")
    for _ in range(2):
        (event,) = kozel.deal(state, freak)
        assert (event.kind, event.seat) == ("redealt", 1)
        view = kozel.view(state, 1)
        assert (view.deal, view.phase, view.hand, view.hands) == (1, "shuffle", (), ())
        assert kozel.due(state) == TILES
    assert [event.kind for event in kozel.deal(state, fair)] == ["began"]
    assert state.deal == 2


def test_a_deal_that_is_over_lies_open() -> None:
    """K-R11: all hands are shown, also to spectators, until the next deal."""
    state = position(["6-4", "5-5 1-1"], (4, 3), "2-2")
    assert kozel.view(state, 0).hands == ()
    kozel.apply(state, 0, "lay 6-4 left")
    for viewer in (None, 0, 1):
        view = kozel.view(state, viewer)
        assert view.hands == ((), ("1-1", "5-5"))
        assert (view.phase, view.deal, view.to_act, view.line[0]) == ("deal", 1, (), "6-4")
    kozel.deal(state, TILES)
    assert kozel.view(state, None).hands == ()


# --- the turn ---------------------------------------------------------------------------------


def test_a_tile_is_laid_to_an_end_that_shows_its_number() -> None:
    """K-R6."""
    state = position(["6-4 5-1 3-3", "0-0"], (4, 3))
    assert kozel.legal(state, 0) == ["lay 3-3 right", "lay 6-4 left"]
    assert refusal(state, "lay 6-4 right") == ("6-4 does not fit the right end, 3", "K-R6")
    assert refusal(state, "lay 5-1 left") == ("5-1 does not fit the left end, 4", "K-R6")
    assert refusal(state, "lay 0-0 left") == ("you do not hold 0-0", "K-R6")
    make(kozel, state, 0, "lay 6-4 left")
    assert (state.left, state.right) == (6, 3)


def test_a_tile_that_fits_both_ends_may_go_to_either() -> None:
    """K-R6, with different ends and with equal ones."""
    assert kozel.legal(position(["4-3 0-0", "1-1"], (4, 3)), 0) == ["lay 4-3 left", "lay 4-3 right"]
    assert kozel.legal(position(["4-3 0-0", "1-1"], (4, 4)), 0) == ["lay 4-3 left", "lay 4-3 right"]


def test_the_line_shows_each_tile_as_it_lies() -> None:
    """K-R6."""
    state = dealt(["5-5 6-4 4-1 2-0 1-1", "6-5 5-4 6-0 3-0 1-0", "2-1 3-1 4-2 4-3 5-1"], "2-2")
    for seat, move in ((0, "lay 5-5 left"), (1, "lay 6-5 left"), (2, "lay 5-1 right")):
        make(kozel, state, seat, move)
    make(kozel, state, 0, "lay 6-4 left")
    view = kozel.view(state, None)
    assert view.line == ("4-6", "6-5", "5-5", "5-1")
    assert view.line[view.opened_at] == "5-5"
    assert view.ends == (4, 1)


@pytest.mark.parametrize(
    "move", ["lay 6-4", "lay 4-6 left", "lay 9-9 left", "pass away", "Draw", ""]
)
def test_a_text_that_is_no_move_is_refused_as_such(move: str) -> None:
    """K-R6."""
    state = position(["6-4", "0-0"], (4, 3))
    assert refusal(state, move) == (f"{move} is not a move of this game", "K-R6")


def test_whoever_can_play_may_neither_draw_nor_pass() -> None:
    """K-R7."""
    state = position(["6-4 5-1", "0-0"], (4, 3), "2-2")
    assert refusal(state, "draw") == ("you may not draw: 6-4 fits", "K-R7")
    assert refusal(state, "pass") == ("you may not pass: 6-4 fits", "K-R7")


def test_a_blocked_player_draws_until_a_tile_fits_and_lays_it() -> None:
    """K-R8, worked turn: ends 3 and 6, hand 5-5 and 2-1, the market gives 4-4, 1-0 and 6-2."""
    state = position(["5-5 2-1", "3-3"], (3, 6), "4-4 1-0 6-2 0-0")
    assert refusal(state, "pass") == ("you may not pass while the market has tiles: draw", "K-R8")
    for tile, drawn in (("4-4", 1), ("1-0", 2), ("6-2", 3)):
        assert kozel.legal(state, 0) == ("draw",)
        events = make(kozel, state, 0, "draw")
        drew = events[1]
        assert drew.seen_by(0).data == {"count": drawn, "market": 4 - drawn, "tile": tile}
        assert drew.seen_by(1).data == {"count": drawn, "market": 4 - drawn}
        assert kozel.to_act(state) == (0,)
    assert kozel.legal(state, 0) == ["lay 6-2 right"]
    assert refusal(state, "draw") == ("you may not draw: 6-2 fits", "K-R7")
    make(kozel, state, 0, "lay 6-2 right")
    assert names(state.hands[0]) == {"5-5", "2-1", "4-4", "1-0"}
    assert kozel.to_act(state) == (1,)


def test_the_last_tile_of_the_market_may_be_drawn_and_then_one_passes() -> None:
    """K-R8."""
    state = position(["5-5", "6-3"], (3, 6), "4-4")
    make(kozel, state, 0, "draw")
    assert refusal(state, "draw") == ("the market is empty: you must pass", "K-R8")
    assert kozel.legal(state, 0) == ("pass",)
    assert [event.kind for event in make(kozel, state, 0, "pass")] == ["moved"]
    assert kozel.to_act(state) == (1,)


def test_two_doubles_that_fit_the_two_ends_may_be_laid_in_one_move() -> None:
    """K-R9: ends 4 and 2, hand 4-4, 2-2, 6-1: one of them or both."""
    state = position(["4-4 2-2 6-1", "4-3"], (4, 2))
    both = "lay 4-4 left 2-2 right"
    assert kozel.legal(state, 0) == ["lay 2-2 right", "lay 4-4 left", both]
    make(kozel, state, 0, both)
    assert names(state.hands[0]) == {"6-1"}
    assert (state.left, state.right) == (4, 2)
    assert kozel.view(state, None).line == ("4-4", "4-4", "4-2", "2-2")


@pytest.mark.parametrize(
    ("ends", "move", "reason"),
    [
        ((4, 4), "lay 4-4 left 2-2 right", "2-2 does not fit the right end, 4"),
        (
            (4, 4),
            "lay 4-4 left 4-4 right",
            "both ends show 4: there is no pair of doubles for them",
        ),
        ((4, 2), "lay 2-2 right 4-4 left", "with two doubles, name the left end first"),
        ((4, 2), "lay 4-4 left 2-2 left", "with two doubles, name the left end first"),
        ((4, 2), "lay 4-4 left 6-2 right", "only two doubles may be laid in one move"),
        ((4, 2), "lay 3-3 left 2-2 right", "you do not hold 3-3"),
        ((2, 4), "lay 4-4 left 2-2 right", "4-4 does not fit the left end, 2"),
    ],
)
def test_no_other_two_tiles_may_be_laid_in_one_move(
    ends: tuple[int, int], move: str, reason: str
) -> None:
    """K-R9."""
    state = position(["4-4 2-2 6-2", "0-0"], ends)
    assert move not in kozel.legal(state, 0)
    assert refusal(state, move)[0] == reason


def test_the_pair_of_doubles_can_be_switched_off() -> None:
    """K-R9, house rule double_double."""
    state = position(["4-4 2-2 6-1", "0-0"], (4, 2), double_double="off")
    assert kozel.legal(state, 0) == ["lay 2-2 right", "lay 4-4 left"]
    reason = "two tiles in one move are off in the house rules"
    assert refusal(state, "lay 4-4 left 2-2 right") == (reason, "K-R9")


def test_a_pair_that_empties_the_hand_ends_the_deal() -> None:
    """K-R9, K-R10."""
    state = position(["4-4 2-2", "6-5 5-4"], (4, 2), "1-1")
    line = data(make(kozel, state, 0, "lay 4-4 left 2-2 right"), "deal")
    assert line == {"deal": 1, "points": [0, 20], "totals": [0, 20], "left": [0, 20]}


# --- the end of a deal ------------------------------------------------------------------------


def fish_to_come(totals: Sequence[int] = (50, 50, 50), **given: Any) -> kozel.State:
    """The worked fish, one move before: seat 0 holds the last tile with a 2."""
    return position(["2-1 1-1 4-3", "0-0", "5-4 5-3"], (2, 1), totals=totals, **given)


def test_going_out_ends_the_deal_and_everybody_writes_what_he_has_left() -> None:
    """K-R10, K-R11."""
    state = position(["6-4", "5-4 1-0", "6-6 3-2"], (4, 3), "2-2", totals=(20, 20, 20))
    events = make(kozel, state, 0, "lay 6-4 left")
    assert [event.kind for event in events] == ["moved", "shown", "deal", "began"]
    assert data(events, "shown") == {"hands": [[], ["1-0", "5-4"], ["3-2", "6-6"]]}
    assert data(events, "deal") == {
        "deal": 1,
        "points": [0, 10, 17],
        "totals": [20, 30, 37],
        "left": [0, 10, 17],
    }
    view = kozel.view(state, None)
    assert view.last == LastDeal(left=(0, 10, 17), out=0)
    assert view.sheet == ((0, 10, 17),)


def test_a_fish_ends_the_deal_at_once_and_everybody_writes() -> None:
    """K-R10, K-R13, the worked fish: 9, 25, 17."""
    state = fish_to_come()
    assert data(make(kozel, state, 0, "lay 2-1 right"), "deal")["points"] == [9, 25, 17]
    assert kozel.view(state, None).last == LastDeal(left=(9, 25, 17), out=None)


def test_in_a_fish_nine_points_do_not_open_an_empty_sheet() -> None:
    """K-R13, K-R14."""
    line = data(make(kozel, fish_to_come((0, 50, 50)), 0, "lay 2-1 right"), "deal")
    assert line == {"deal": 1, "points": [0, 25, 17], "totals": [0, 75, 67], "left": [9, 25, 17]}


def test_the_lightest_hand_of_a_fish_may_be_exempt() -> None:
    """K-R13, house rule fish: judged by counted points, so the lone 0-0 is 25."""
    state = fish_to_come(fish="lightest_exempt")
    line = data(make(kozel, state, 0, "lay 2-1 right"), "deal")
    assert line["points"] == [0, 25, 17]
    assert line["left"] == [9, 25, 17]


def test_all_equally_light_hands_of_a_fish_are_exempt() -> None:
    """K-R13, house rule fish."""
    state = position(["2-1 4-3", "6-1", "5-4"], (2, 1), totals=(50, 50, 50), fish="lightest_exempt")
    assert data(make(kozel, state, 0, "lay 2-1 right"), "deal")["points"] == [0, 0, 9]


def test_drawing_the_last_tile_can_make_the_fish() -> None:
    """K-R10: with tiles in the market the blocked player draws all of it first."""
    state = position(["6-5", "5-4"], (2, 2), "4-3 6-4", totals=(50, 50))
    assert [event.kind for event in make(kozel, state, 0, "draw")] == ["moved", "drew"]
    events = make(kozel, state, 0, "draw")
    assert data(events, "deal")["left"] == [28, 9]
    assert events[-1].kind == "began"


def test_in_every_fish_both_ends_are_equal_and_the_rest_is_even() -> None:
    """K-R10, the parity of a fish."""
    found = 0
    for seed in range(60):
        rng = Random(seed)
        state = begin(kozel, rules(target=50, entry=0), 2 + seed % 3, RandomDecks(rng))
        while seats := kozel.to_act(state):
            make(kozel, state, seats[0], rng.choice(kozel.legal(state, seats[0])))
        assert state.last is not None
        if state.last.out is not None:
            continue
        found += 1
        rest = ALL_TILES & ~state.laid
        assert state.left == state.right
        assert not rest & WITH[state.left]
        for number in range(7):
            touching = rest & WITH[number] & ~(1 << NUMBER[f"{number}-{number}"])
            assert touching.bit_count() % 2 == 0
    assert found


# --- the score --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "given", "points"),
    [
        ("0-0", {}, 25),
        ("0-0 3-2", {}, 30),
        ("6-6", {}, 12),
        ("5-4 1-0", {}, 10),
        ("", {}, 0),
        ("0-0", {"zero_double_25": "only_if_alone"}, 25),
        ("0-0 3-2", {"zero_double_25": "only_if_alone"}, 5),
        ("0-0", {"zero_double_25": "off"}, 0),
        ("6-6", {"six_double_alone_50": "on"}, 50),
        ("6-6 1-0", {"six_double_alone_50": "on"}, 13),
    ],
)
def test_a_hand_counts_its_pips_and_the_blank_double_25(
    hand: str, given: dict[str, str], points: int
) -> None:
    """K-R11, K-R12 and the house rules zero_double_25 and six_double_alone_50."""
    assert count(tile_mask(hand.split()), rules(**given)) == points


@pytest.mark.parametrize(
    ("given", "deals", "sheet"),
    [
        ({}, [8, 12, 0, 15, 4, 30], [0, 0, 0, 15, 19, 49]),
        ({"entry_mode": "carry"}, [8, 12, 0, 15, 4, 30], [0, 20, 20, 35, 39, 69]),
        ({"entry_mode": "every_write"}, [8, 12, 0, 15, 4, 30], [0, 20, 20, 35, 35, 69]),
        ({"entry": 0}, [8, 12, 0], [8, 20, 20]),
        ({"entry": 0, "entry_mode": "carry"}, [8, 12, 0], [8, 20, 20]),
        ({"entry": 0, "entry_mode": "every_write"}, [8, 12, 0], [8, 20, 20]),
        ({}, [13, 1], [13, 14]),
        ({}, [12, 25], [0, 25]),
    ],
)
def test_the_first_points_must_be_thirteen(
    given: dict[str, Any], deals: list[int], sheet: list[int]
) -> None:
    """K-R14 and the house rules entry and entry_mode, with the worked sheets."""
    total = hanging = 0
    for points, after in zip(deals, sheet, strict=True):
        more, hanging = written(points, total, hanging, rules(**given))
        total += more
        assert total == after


def test_the_view_tells_whose_sheet_is_open_and_what_hangs() -> None:
    """K-R14."""
    state = position(["6-4", "5-3", "5-4 5-2"], (4, 3), "2-2", entry_mode="carry")
    make(kozel, state, 0, "lay 6-4 left")
    view = kozel.view(state, None)
    assert view.entered == (False, False, True)
    assert view.hanging == (0, 8, 0)
    assert kozel.view(position(["6-4", "5-3"], (4, 3), entry=0), None).entered == (True, True)


def test_the_highest_of_those_who_reach_the_target_is_the_goat() -> None:
    """K-R15: 104, 118, 60 and 0: the second is the goat, the fourth wins."""
    found = settle([104, 118, 60, 0], rules())
    assert found.goats == (1,)
    assert found.places == (3, 4, 2, 1)


@pytest.mark.parametrize(
    ("totals", "given", "goats"),
    [
        ([100, 0], {}, None),
        ([101, 0], {}, (0,)),
        ([118, 118, 104, 0], {}, (0, 1)),
        ([118, 118, 104, 0], {"goat_tie": "all_over"}, (0, 1, 2)),
        ([118, 101, 100, 0], {"goat_tie": "all_over"}, (0, 1)),
        ([101, 0], {"target": 125}, None),
        ([125, 0], {"target": 125}, (0,)),
    ],
)
def test_who_is_the_goat(
    totals: list[int], given: dict[str, Any], goats: tuple[int, ...] | None
) -> None:
    """K-R15 and the house rules goat_tie and target."""
    found = settle(totals, rules(**given))
    assert (found.goats if found else None) == goats


def test_equal_totals_share_a_place() -> None:
    """K-R15: the lowest total wins, equal ones share; two equal goats of four share place 3."""
    assert settle([110, 0, 0, 110], rules()).places == (3, 1, 1, 3)


def test_the_match_ends_with_the_deal_in_which_the_target_is_reached() -> None:
    """K-R15: 95 and 9 make 104."""
    state = position(["6-2", "5-4", "6-6"], (2, 3), "1-0", totals=(0, 95, 88))
    events = make(kozel, state, 0, "lay 6-2 left")
    assert [event.kind for event in events] == ["moved", "shown", "deal"]
    result = kozel.result(state)
    assert (result.totals, result.places, result.goats) == ((0, 104, 100), (1, 3, 2), (1,))
    assert kozel.to_act(state) == ()
    assert refusal(state, "draw") == ("the match is over", "K-R15")


# --- what a seat knows ------------------------------------------------------------------------


def test_a_drawn_tile_is_secret_and_the_number_drawn_is_open() -> None:
    """K-R16."""
    state = position(["5-5 2-1", "3-3 0-0"], (3, 6), "4-4 1-0 6-2")
    make(kozel, state, 0, "draw")
    mine, his, nobodys = (kozel.view(state, viewer) for viewer in (0, 1, None))
    assert mine.hand == ("2-1", "4-4", "5-5")
    assert his.hand == ("0-0", "3-3")
    assert nobodys.hand == ()
    for view in (mine, his, nobodys):
        assert (view.sizes, view.market, view.drawn, view.taken) == ((3, 2), 2, 1, (1, 0))
        assert view.lacks == ((3, 6), ())


def test_a_pass_shows_what_a_player_lacks() -> None:
    """K-R16: this is known until the player goes to the market."""
    state = position(["5-5", "6-3 6-1"], (3, 6))
    make(kozel, state, 0, "pass")
    make(kozel, state, 1, "lay 6-1 right")
    make(kozel, state, 0, "pass")
    assert kozel.view(state, None).lacks == ((1, 3, 6), ())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_truth_is_always_among_what_can_be_imagined(seats: int) -> None:
    """K-R16: the claims of views about hidden hands are true of the real ones."""
    rng = Random(seats)
    state = begin(kozel, rules(target=200), seats, RandomDecks(rng))
    while to_act := kozel.to_act(state):
        for seat, lacks in enumerate(kozel.view(state, None).lacks):
            excused = state.drawn and seat == state.turn
            wrong = [
                tile for tile in names(state.hands[seat]) if any(str(n) in tile for n in lacks)
            ]
            assert len(wrong) <= (1 if excused else 0)
        seen = kozel.view(state, (state.turn + 1) % seats)
        imagined = kozel.imagine(seen, rng)
        assert kozel.view(imagined, seen.seat) == seen
        spectators = kozel.view(state, None)
        assert kozel.view(kozel.imagine(spectators, rng), None) == spectators
        make(kozel, state, to_act[0], rng.choice(kozel.legal(state, to_act[0])))


def test_a_copy_goes_its_own_way() -> None:
    """The contract of a state."""
    state = position(["6-4 1-1", "6-0"], (4, 3))
    before = kozel.view(state, 0)
    twin = state.copy()
    make(kozel, twin, 0, "lay 6-4 left")
    assert kozel.view(state, 0) == before
    assert kozel.view(twin, 0).hand == ("1-1",)


def test_nobody_is_imagined_with_a_tile_he_would_have_opened_with() -> None:
    """K-R2, K-R16: after an opening with 3-3 the higher doubles are in the market."""
    hands = ["3-3 6-5 6-4 6-3 6-2", "1-1 6-1 6-0 5-4 5-3", "4-1 2-0 3-0 3-1 3-2"]
    state = dealt(hands)
    for _ in range(2):
        for seed in range(20):
            imagined = kozel.imagine(kozel.view(state, 1), Random(seed))
            held = names(imagined.hands[0]) | names(imagined.hands[2])
            assert not held & {"6-6", "5-5", "4-4"}
            assert ("3-3" in names(imagined.hands[0])) == (not state.line)
        if not state.line:
            make(kozel, state, 0, "lay 3-3 left")


def test_what_a_client_gets_for_a_move_is_small() -> None:
    """Under 400 bytes for a usual move at a full table, including the scores."""
    rng = Random(5)
    state = begin(kozel, rules(), 4, RandomDecks(rng))
    sizes: list[int] = []
    while to_act := kozel.to_act(state):
        events = make(kozel, state, to_act[0], rng.choice(kozel.legal(state, to_act[0])))
        seen = [plain_event(event.seen_by(1)) for event in events]
        sizes.append(len(encode(Updated(len(sizes), plain_view(kozel.view(state, 1)), seen, 0))))
    assert median(sizes) < 400
    assert max(sizes) < 1000
