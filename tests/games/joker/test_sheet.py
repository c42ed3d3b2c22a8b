"""Points, premiums and the score sheet of Joker by docs/rules/joker.en.md."""

import pytest

from core.game import parse_options
from core.games.joker.sheet import (
    Options,
    Sheet,
    cards_in,
    column,
    deal_text,
    deals,
    deals_of,
    draw_up,
    parse_deal,
    places_of,
    points,
    premium,
    pulka_of,
)

USUAL = Options()


def options(**chosen: str | int) -> Options:
    parsed: Options = parse_options(Options, chosen)
    return parsed


# --- course -------------------------------------------------------------------------------------


def test_the_full_set_of_deals_goes_up_to_eight_and_down_again_with_nines_between() -> None:
    """J-R3"""
    small = list(range(1, 9))
    wanted = [*small, *[9] * 4, *small[::-1], *[9] * 4]
    assert [cards_in(USUAL, deal) for deal in range(1, deals(USUAL) + 1)] == wanted
    assert [pulka_of(USUAL, deal) for deal in (1, 8, 9, 12, 13, 20, 21, 24)] == [
        1, 1, 2, 2, 3, 3, 4, 4
    ]  # fmt: skip
    assert [list(deals_of(USUAL, pulka)) for pulka in (2, 4)] == [[9, 10, 11, 12], [21, 22, 23, 24]]


def test_deal_set_nines_is_four_times_four_nines() -> None:
    nines = options(deal_set="nines")
    assert [cards_in(nines, deal) for deal in range(1, deals(nines) + 1)] == [9] * 16
    assert [pulka_of(nines, deal) for deal in (4, 5, 16)] == [1, 2, 4]


def test_the_first_dealer_stands_last_in_the_sheet() -> None:
    """J-R5"""
    assert [column(2, seat) for seat in range(4)] == [1, 2, 3, 0]
    assert draw_up(USUAL, 2, ()).order == (3, 0, 1, 2)


def test_of_equal_totals_the_one_further_left_is_ahead() -> None:
    """J-R36: places 3 and 1 of the sheet with 4200 each."""
    totals = (100, 4200, 90, 4200)
    assert places_of(USUAL, 3, totals) == (3, 1, 4, 2)
    assert places_of(USUAL, 2, totals) == (3, 2, 4, 1)
    assert places_of(options(tie="shared"), 2, totals) == (3, 1, 4, 1)


# --- points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards, bid, taken, won",
    [
        (4, 0, 0, 50), (4, 0, 3, 30), (4, 1, 1, 100), (4, 1, 3, 30), (4, 3, 2, 20),
        (4, 3, 0, -200), (4, 3, 3, 200), (4, 4, 4, 400), (4, 4, 3, 30),
        (9, 8, 8, 450), (9, 9, 9, 900),
        (1, 1, 1, 100), (1, 0, 0, 50), (1, 0, 1, 10), (1, 1, 0, -200),
        (5, 5, 5, 500),
    ],
)  # fmt: skip
def test_a_deal_pays_by_bid_and_tricks_taken(cards: int, bid: int, taken: int, won: int) -> None:
    """J-R28, J-R30"""
    assert points(USUAL, cards, bid, taken) == won


def test_a_made_bid_pays_by_the_table() -> None:
    """J-R28"""
    made = [50, 100, 150, 200, 250, 300, 350, 400, 450]
    assert [points(USUAL, 9, bid, bid) for bid in range(9)] == made


@pytest.mark.parametrize(
    "khisht, small, nine",
    [
        (200, -200, -200),
        (500, -500, -500),
        ("by_size", -200, -500),
        ("spec", -300, -900),
        ("none", 0, 0),
    ],
)
def test_what_a_khisht_costs(khisht: str | int, small: int, nine: int) -> None:
    chosen = options(khisht=khisht)
    assert points(chosen, 3, 2, 0) == small
    assert points(chosen, 9, 2, 0) == nine


def test_khisht_min_bid_2_spares_a_bid_of_one() -> None:
    """J-R29"""
    chosen = options(khisht_min_bid=2)
    assert points(chosen, 4, 1, 0) == 0
    assert points(chosen, 4, 2, 0) == -200


# --- premiums -----------------------------------------------------------------------------------

A = """3/3 0/0 2/2 5/5
       2/2 4/4 3/2 1/0
       2/3 3/3 3/3 2/2
       1/1 3/2 2/2 2/2"""
B = """3/3 0/0 2/2 5/5
       2/2 4/4 2/2 1/1
       2/3 3/3 4/3 1/0
       1/1 3/2 2/2 3/3"""
C = """2/2 4/4 2/2 1/1
       2/3 3/3 4/3 1/0
       1/1 3/2 2/2 3/3
       3/3 0/0 2/2 5/5"""
D = """3/3 1/1 4/4 2/2
       2/3 4/4 2/2 1/0
       2/2 2/2 1/1 5/5
       1/1 3/2 3/2 2/2"""
E = """4/4 3/3 1/1 2/2
       2/2 3/3 0/0 4/4
       1/1 2/2 4/4 3/3
       1/2 2/1 3/4 1/0"""
E2 = """1/1 2/2 4/4 3/3
        1/2 2/1 3/4 1/0
        4/4 3/3 1/1 2/2
        2/2 3/3 0/0 4/4"""

Table = list[list[tuple[int, int]]]


def rows(text: str) -> Table:
    return [
        [(int(box[0]), int(box[2])) for box in line.split()] for line in text.strip().splitlines()
    ]


def finished(table: Table, jokers: tuple[int, ...] = (0, 0, 0, 0)) -> tuple[str, ...]:
    """The deals of a table as a view holds them."""
    return tuple(
        deal_text([bid for bid, _ in deal], [taken for _, taken in deal], jokers)
        for deal in zip(*table, strict=True)
    )


def nines(text: str, **chosen: str | int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the premiums and sums of one pulka of nines."""
    sheet = draw_up(options(deal_set="nines", **chosen), 3, finished(rows(text)))
    return sheet.pulkas[0].premiums, sheet.pulkas[0].sums


@pytest.mark.parametrize(
    "table, premiums, sums",
    [
        (A, (200, -250, 0, 0), (900, -30, 580, 420)),
        (B, (200, 0, -200, 0), (900, 650, -140, 470)),
        (C, (0, -200, 0, 200), (650, -140, 470, 900)),
        (D, (250, -250, 150, -100), (950, -20, 850, 190)),
        (E, (250, 0, 0, -40), (950, 650, 700, -170)),
        (E2, (0, -40, 250, 0), (700, -170, 950, 650)),
    ],
    ids=["A", "B", "C", "D", "E", "E2"],
)
def test_the_worked_premiums_come_out(
    table: str, premiums: tuple[int, ...], sums: tuple[int, ...]
) -> None:
    """J-R31, J-R32: a clean player gains after an unclean neighbour and takes from one."""
    assert nines(table) == (premiums, sums)


CLEAN = (True, False, False, False)


def test_a_victim_without_a_positive_box_loses_nothing() -> None:
    """J-R31, example F"""
    boxes = [[300, 250, 250, 200], [-200, -200, -200, 150], [50, 10, 10, 10], [10, 10, 10, 10]]
    moved = premium(USUAL, boxes, CLEAN)
    assert moved.amounts == (300, 0, 0, 0)
    assert moved.struck == (None,) * 4
    assert sum(boxes[1]) + moved.amounts[1] == -450


def test_four_clean_players_move_nothing() -> None:
    """J-R32, example G: only with the forced dealer off."""
    boxes = [[50, 100, 150, 200]] * 4
    assert premium(USUAL, boxes, (True,) * 4).amounts == (0, 0, 0, 0)
    everybody = options(premium_gain_in_run="all")
    assert premium(everybody, boxes, (True,) * 4).amounts == (150,) * 4


def test_the_first_pulka_has_eight_boxes() -> None:
    """J-R31, example H"""
    boxes = [
        [50, 100, 100, 400, 100, 150, 150, 200],
        [50, 50, -200, 50, 150, 150, 150, 150],
        [10] * 8,
        [10] * 8,
    ]
    moved = premium(USUAL, boxes, CLEAN)
    assert moved.amounts == (400, -150, 0, 0)
    assert moved.ringed == (3, None, None, None)
    assert moved.struck == (None, 4, None, None)  # the earliest of equal boxes
    assert [sum(row) + more for row, more in zip(boxes, moved.amounts, strict=True)][:2] == [
        1650,
        400,
    ]


def test_nobody_clean_moves_nothing() -> None:
    boxes = [[50, 10, 10, 10]] * 4
    for mode in ("next_neighbour", "all_others", "none"):
        assert premium(options(premium_mode=mode), boxes, (False,) * 4).amounts == (0, 0, 0, 0)


def test_premium_mode_all_others_takes_from_everybody_once() -> None:
    assert nines(A, premium_mode="all_others")[0] == (200, -250, -200, -150)
    assert nines(D, premium_mode="all_others")[0] == (250, -250, 150, -100)


def test_premium_mode_none_moves_nothing() -> None:
    assert nines(A, premium_mode="none") == ((0, 0, 0, 0), (700, 220, 580, 420))


def test_premium_gain_in_run_all_lets_every_clean_neighbour_gain() -> None:
    assert nines(E, premium_gain_in_run="all")[0] == (250, 200, 250, -40)


def test_premium_sole_only_stops_gains_but_not_losses() -> None:
    """It also wins over premium_gain_in_run."""
    chosen: dict[str, str] = {"premium_sole_only": "on", "premium_gain_in_run": "all"}
    assert nines(A, **chosen)[0] == (200, -250, 0, 0)
    assert nines(B, **chosen)[0] == (0, 0, -200, 0)
    assert nines(D, **chosen)[0] == (0, -250, 0, -100)


def test_premium_skip_last_off_counts_the_last_box() -> None:
    assert nines(A, premium_skip_last="off")[0] == (300, -250, 0, 0)


def test_premium_threshold_moves_no_smaller_box() -> None:
    """Nor does anything move along a run: in E the player before the victim takes nothing."""
    chosen = options(premium_threshold=150)
    boxes = [[100, 50, 100, 300], [140, 10, 10, 10], [10] * 4, [10] * 4]
    assert premium(chosen, boxes, CLEAN).amounts == (0, 0, 0, 0)
    boxes = [[100, 150, 100, 300], [150, 10, 10, 10], [10] * 4, [10] * 4]
    assert premium(chosen, boxes, CLEAN).amounts == (150, -150, 0, 0)
    assert nines(E, premium_threshold=150)[0] == (250, 0, 0, 0)


# --- sheet --------------------------------------------------------------------------------------


def test_a_finished_deal_is_short_and_reads_back() -> None:
    text = deal_text((1, 0, 3, 2), (1, 2, 3, 0), (0, 1, 0, 1))
    assert text == "10321230" + "13"
    assert parse_deal(text) == (((1, 1), (0, 2), (3, 3), (2, 0)), (0, 1, 0, 1))
    both = deal_text((0,) * 4, (9, 0, 0, 0), (0, 0, 2, 0))
    assert parse_deal(both)[1] == (0, 0, 2, 0)


def sheet_of(text: str) -> Sheet:
    return draw_up(options(deal_set="nines"), 3, finished(rows(text), (0, 2, 0, 0)))


def test_the_sheet_shows_bids_results_and_dots() -> None:
    """J-R34"""
    line = sheet_of(A).pulkas[0].lines[3]
    assert (line.deal, line.cards, line.dealer) == (4, 9, 2)
    assert [(entry.bid, entry.points) for entry in line.entries] == [
        (5, 300), (1, -200), (2, 150), (2, 150),
    ]  # fmt: skip
    assert [entry.dots for entry in line.entries] == [0, 2, 0, 0]
    assert [entry.spoiled for entry in line.entries] == [False, True, False, False]


def test_the_sheet_marks_the_clean_the_ringed_box_and_the_struck_box() -> None:
    """J-R34"""
    pulka = sheet_of(A).pulkas[0]
    assert pulka.clean == (True, False, False, False)
    ringed = [
        (line.deal, seat)
        for line in pulka.lines
        for seat, entry in enumerate(line.entries)
        if entry.ringed
    ]
    struck = [
        (line.deal, seat)
        for line in pulka.lines
        for seat, entry in enumerate(line.entries)
        if entry.struck
    ]
    assert (ringed, struck) == ([(1, 0)], [(2, 1)])


def test_a_clean_player_who_gains_nothing_has_the_sign_but_no_ring() -> None:
    """J-R34"""
    pulka = sheet_of(B).pulkas[0]
    assert pulka.clean == (True, True, False, False)
    assert not any(line.entries[1].ringed for line in pulka.lines)


def test_an_open_pulka_shows_x_at_once_and_no_sums_yet() -> None:
    """J-R34, J-R35"""
    table = [row[:3] for row in rows(A)]
    pulka = draw_up(options(deal_set="nines"), 3, finished(table)).pulkas[0]
    assert pulka.spoiled == (False, True, True, True)
    assert pulka.clean == (False,) * 4
    assert (pulka.premiums, pulka.sums, pulka.totals) == ((), (), ())


def test_sums_and_running_totals_include_premiums() -> None:
    """J-R35"""
    table = [one + two for one, two in zip(rows(A), rows(B), strict=True)]
    first, second = draw_up(options(deal_set="nines"), 3, finished(table)).pulkas
    assert first.totals == first.sums == (900, -30, 580, 420)
    assert second.sums == (900, 650, -140, 470)
    assert second.totals == (1800, 620, 440, 890)
    assert (first.number, second.number) == (1, 2)


def test_a_whole_sheet_has_four_pulkas() -> None:
    table = [row * 4 for row in rows(D)]
    assert len(draw_up(options(deal_set="nines"), 0, finished(table)).pulkas) == 4
