"""Bids made, from bids and points: right whenever something is claimed, and rarely silent."""

import json
from itertools import product

import pytest

from core.games.domino_poker import rules as domino_poker
from core.games.domino_poker.sheet import schedule
from core.games.joker import bids, rules as joker
from core.games.joker.sheet import Entry, points
from core.games.joker.summary import is_khisht
from core.records.made_bids import clean_title, has_bids, made_bids, penalty_title
from tests.support.past_matches import played


@pytest.mark.parametrize("seed", range(3))
def test_joker_bids_are_told_as_the_sheet_has_them(seed: int) -> None:
    """J-R28."""
    match = played("joker", seed)
    sheet = joker.view(match.state, None).score_sheet()
    lines = [line for pulka in sheet.pulkas for line in pulka.lines]
    found = made_bids("joker", match.options, 4, match.text().splitlines())
    assert [deal.deal for deal in found] == [line.deal for line in lines]
    for deal, line in zip(found, lines, strict=True):
        truth = tuple(not entry.spoiled for entry in line.entries)
        assert deal.bids == tuple(entry.bid for entry in line.entries)
        assert deal.size == sum(entry.taken for entry in line.entries)
        assert all(told in (None, made) for told, made in zip(deal.made, truth, strict=True))
    assert sum(None in deal.made for deal in found) <= 1
    khishts = [tuple(is_khisht(match.options, entry) for entry in line.entries) for line in lines]
    assert [deal.penalties for deal in found] == khishts
    assert [deal.deal for deal in found if deal.premium] == [p.lines[-1].deal for p in sheet.pulkas]


def test_domino_poker_bids_are_told_and_hapok_and_mizer_have_none() -> None:
    """D-R18, D-R19."""
    match = played("domino_poker", 2)
    rows = domino_poker.view(match.state, None).sheet
    deals = schedule(match.options, 4)
    found = {
        d.deal: d for d in made_bids("domino_poker", match.options, 4, match.text().split("\n"))
    }
    assert set(found) == {n for n, deal in enumerate(deals, 1) if deal.bidding}
    for number, deal in found.items():
        bids, taken = (tuple(map(int, part)) for part in rows[number - 1].split("/"))
        assert deal.bids == bids
        for told, bid, tricks in zip(deal.made, bids, taken, strict=True):
            assert told in (None, bid == tricks)


def line(**entry: object) -> str:
    return json.dumps(entry)


def one_deal(
    bids: tuple[int, ...], points: tuple[int, ...], deal: int = 7
) -> tuple[bool | None, ...]:
    """A deal of seven cards each, in Joker."""
    lines = [line(seat=seat, move=f"bid {bid}") for seat, bid in enumerate(bids)]
    lines.append(line(deal=deal, points=points, totals=points))
    (found,) = made_bids("joker", joker.Options(), 4, lines)
    return found.made


def test_the_tricks_of_the_others_tell_a_pass_from_five_tricks_too_many() -> None:
    """J-R28: both bring 50."""
    assert one_deal((0, 2, 3, 1), (50, 150, 200, 20)) == (True, True, True, False)
    assert one_deal((0, 2, 3, 1), (50, 150, -200, -200)) == (False, True, False, False)
    assert one_deal((0, 5, 1, 3), (50, 300, 100, 10)) == (True, True, True, False)
    assert one_deal((7, 0, 1, 1), (700, 50, -200, -200)) == (True, True, False, False)


def test_what_stays_open_is_not_claimed() -> None:
    assert one_deal((0, 0, 2, 1), (50, 50, 150, -200)) == (None, None, True, False)


@pytest.mark.parametrize(
    "bids, points",
    [((0, 0, 0, 0), (7, 7, 7, 7)), ((1, 1, 1, 1), (100, 100))],
    ids=["no such points", "too few"],
)
def test_points_that_no_deal_pays_claim_nothing(
    bids: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert one_deal(bids, points) == (None,) * 4


def test_a_deal_that_the_match_has_not_is_left_out_of_the_claims() -> None:
    assert one_deal((0, 1, 1, 1), (50, 100, 100, 100), deal=99) == (None,) * 4


def test_only_a_game_that_has_words_for_parts_and_penalties_names_them() -> None:
    games = ("joker", "domino_poker", "kozel")
    assert [clean_title(game) for game in games] == [bids.CLEAN, "", ""]
    assert [penalty_title(game) for game in games] == [bids.PENALTY, "", ""]


def test_lines_that_make_no_sense_are_passed_over() -> None:
    lines = ['{"bid ', '["bid "]', line(seat="x", move="bid 1"), line(seat=1, move="bid x")]
    lines.append(line(deal=1, points=[1, 2, 3, 4]))
    assert made_bids("joker", joker.Options(), 4, lines) == []
    lines += [line(seat=seat, move="bid 0") for seat in range(4)]
    lines += [line(deal=1, points=[50] * 4), line(premium=[100]), line(premium="none")]
    found = made_bids("joker", joker.Options(), 4, lines)
    assert [(deal.deal, deal.premium) for deal in found] == [(1, ())]


def test_only_two_games_have_bids() -> None:
    assert [has_bids(game) for game in ("joker", "domino_poker", "kozel", "graph_poker")] == [
        *(True, True),
        *(False, False),
    ]


@pytest.mark.parametrize("khisht", [200, "none", "spec"])
def test_a_khisht_is_told_from_its_points_whatever_it_costs(khisht: int | str) -> None:
    """J-R29."""
    options = joker.Options(khisht=khisht)
    for bid, taken in product(range(10), repeat=2):
        told = bids.is_penalty(options, bid, points(options, 9, bid, taken))
        assert told == is_khisht(options, Entry(bid, taken, 0, 0))
