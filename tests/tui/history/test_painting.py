"""The page of statistics as cells, and the sections that plain mode reads."""

from dataclasses import replace

import pytest

from core.games import GAMES
from core.match import Player
from core.records.career import Career, Outcome, careers
from core.records.made_bids import BidDeal
from tui.drawing.look import Look, look_from
from tui.history.painting import paint_careers, recent_said, recent_title, sections

ANN, BOB, ROOK = Player("Ann", "human"), Player("Bob", "human"), Player("Rook", "bot:hard")
LOOK = look_from({})


def outcome(game: str, totals: tuple[int, ...], players: tuple[Player, ...]) -> Outcome:
    lowest = game == "kozel"
    order = sorted(totals, reverse=not lowest)
    places = tuple(order.index(total) + 1 for total in totals)
    goats = tuple(seat for seat, place in enumerate(places) if place == max(places)) * lowest
    bids = (BidDeal(1, (1, 0, 0), (True, False, None), 9), BidDeal(2, (1, 0, 0), (None,) * 3, 9))
    return Outcome(game, 0, players, totals, places, goats, () if lowest else bids, "2026-10-01")


def career(game: str, matches: int = 40) -> Career:
    found = Career(game)
    for number in range(matches):
        players = (ANN, BOB, ROOK) if number % 2 else (ANN, BOB)
        totals = ((37 * number) % 100, 50, 20)[: len(players)]
        found.add(outcome(game, totals, players))
    return found


def test_places_are_counted_for_each_size_of_table() -> None:
    titles = [section.title for section in sections(career("joker"))]
    assert titles[0].startswith("places at tables of 2: 1.")
    assert titles[1].startswith("places at tables of 3: ")
    rows = next(sections(career("joker"))).rows
    assert [row.label for row in rows] == ["place 1", "place 2"]
    assert sum(row.value for row in rows) == 20


def test_bids_are_counted_by_size_of_hand_and_those_unknown_are_left_out() -> None:
    (bids,) = [each for each in sections(career("joker", 3)) if "size of hand" in each.title]
    assert [(row.label, row.said) for row in bids.rows] == [("hand of 9", "3 of 3 (100%)")]


def test_people_come_before_bots_head_to_head() -> None:
    (ahead,) = [each for each in sections(career("joker")) if "ahead of" in each.title]
    assert [row.label for row in ahead.rows] == ["Bob", "hard bots"]
    assert [row.said.split()[2] for row in ahead.rows] == ["40", "20"]


def test_a_tie_is_no_victory() -> None:
    found = Career("joker")
    found.add(outcome("joker", (50, 50), (ANN, BOB)))
    (ahead,) = [each for each in sections(found) if "ahead of" in each.title]
    assert ahead.rows[0].said == "0 of 1 (0%), 1 tie"


def test_goats_are_counted_only_in_a_game_that_has_them() -> None:
    titles = {game: [each.title for each in sections(career(game))] for game in ("joker", "kozel")}
    assert "who was the goat" in titles["kozel"]
    assert "who was the goat" not in titles["joker"]


def test_the_last_results_are_thirty_with_what_became_of_them() -> None:
    found = career("kozel")
    assert recent_title(found) == "the last 30 results: 50 on average, low is good"
    said = recent_said(found).split(", ")
    assert len(said) == 30
    assert {word.partition(" ")[2] for word in said} == {"(won)", "(the goat)", ""}


@pytest.mark.parametrize("game", ["joker", "kozel"])
@pytest.mark.parametrize("size", [(56, 14), (76, 18), (156, 42), (196, 54)])
@pytest.mark.parametrize(
    "look",
    [LOOK, look_from({}, depth="mono"), look_from({}, ascii_only=True)],
    ids=["true", "mono", "ascii"],
)
def test_every_chart_is_on_the_page_at_every_size(
    game: str, size: tuple[int, int], look: Look
) -> None:
    found = career(game)
    drawn = paint_careers([found], look, *size)
    text = "\n".join(drawn.lines())
    assert drawn.width == size[0]
    for section in sections(found):
        assert section.title in text
        for row in section.rows:
            assert row.said in text
    assert recent_title(found) in text
    assert not look.ascii or text.translate({ord("·"): "-", ord("…"): "."}).isascii()
    if size[1] >= 42:
        assert drawn.height <= size[1]


@pytest.mark.parametrize("width", [56, 196])
def test_several_games_stand_side_by_side_where_there_is_room(width: int) -> None:
    drawn = paint_careers([career("joker"), career("kozel")], LOOK, width, 40)
    rows = drawn.lines()
    assert "Joker" in rows[0]
    assert ("Kozel" in rows[0]) is (width == 196)
    assert "Kozel" in "\n".join(rows)


def test_matches_that_were_never_finished_are_no_chart() -> None:
    found = Career("joker")
    found.add(Outcome("joker", 0, (ANN, BOB)))
    assert "not finished" in "\n".join(paint_careers([found], LOOK, 60, 20).lines())
    assert paint_careers([], LOOK, 60, 20).height == 0


def joker(total: int) -> Outcome:
    return outcome("joker", (total, 50), (ANN, BOB))


def test_one_result_draws_no_curve_and_is_called_the_last_one() -> None:
    """An axis from 2609 to 2611 says nothing."""
    one = next(iter(careers([joker(2610)]).values()))
    assert "2609" not in "\n".join(paint_careers([one], LOOK, 80, 20).lines())
    assert recent_title(one) == "the last result"


def test_matches_of_another_length_have_a_page_of_their_own() -> None:
    short = replace(joker(200), options=GAMES["joker"].Options(deal_set="one_pulka"))
    both = list(careers([joker(2610), joker(1200), short]).values())
    seen = "\n".join(paint_careers(both, LOOK, 80, 20).lines())
    assert "which deals: only 1 to 8" in seen
    assert "average points" in seen
    assert seen.index("1905") < seen.index("only 1 to 8"), "not added up"
