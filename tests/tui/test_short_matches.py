"""Short matches: the deal of the day is the same for all; a ladder has three, and one page."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.bots import BOTS, levels
from core.game import Result, parse_options
from core.games import FACTS, GAMES, NAMES
from core.match import Player
from core.shuffle import SeededDecks
from net.files.history import record_paths
from tests.support.dealing import DealtMatch
from tests.support.past_matches import kept, of_release
from tests.support.screens import app_of, opened, pick, play_on, read, seen, table_of, until
from tui import cli, short_matches
from tui.preferences.settings import load
from tui.short_matches import (
    DayPlayed,
    can_climb,
    climbed,
    day_of,
    days_played,
    ladder_said,
    line_of_day,
    next_start,
    noted,
    remembered,
    seats_of_day,
    seed_of,
    start_of_day,
    start_of_ladder,
    streak,
    week,
)
from tui.start import StartLadder
from tui.table.last_page import LastPage

DAY = "2026-11-23"


def record(folder: Path, game: str, seed: int, *, when: str = DAY, level: str = "") -> Path:
    """Write a match of a person and bots in which all make the first legal move."""
    rules = GAMES[game]
    options = parse_options(rules.Options, FACTS[game].SHORT_MATCH)
    bots = [
        Player(f"B{n}", f"bot:{level or levels(game)[-1]}") for n in range(1, seats_of_day(game))
    ]
    match = DealtMatch(rules, options, [Player("Ann", "human"), *bots], SeededDecks(seed))
    while seats := rules.to_act(match.state):
        match.play(seats[0], rules.legal(match.state, seats[0])[0])
    return kept(folder, match, f"{when}-120000")


@pytest.mark.parametrize("game", BOTS)
def test_a_deal_of_the_day_is_known_again_by_its_record(game: str, tmp_path: Path) -> None:
    path = record(tmp_path, game, seed_of(game, DAY))
    assert day_of(path) == DAY
    line = line_of_day(path)
    assert f"deal of the day {DAY}" in line
    assert "B1 " in line
    assert "release" not in line
    assert "\n" not in line
    of_release(path, "0.1.0")
    assert "; the experts of release 0.1.0: B1 " in line_of_day(path)


def test_a_match_begun_at_midnight_still_has_its_day(tmp_path: Path) -> None:
    path = record(tmp_path, "kozel", seed_of("kozel", DAY), when="2026-11-24")
    assert day_of(path) == DAY
    assert day_of(record(tmp_path, "kozel", seed_of("kozel", DAY), when="2026-11-27")) == ""


def test_the_first_attempt_counts_and_a_later_one_says_so(tmp_path: Path) -> None:
    first = record(tmp_path, "kozel", seed_of("kozel", DAY))
    again = first.with_name(first.name.replace("120000", "190000"))
    again.write_bytes(first.read_bytes())
    assert "attempt" not in line_of_day(first)
    assert line_of_day(again).endswith("attempt 2")


def test_a_deal_of_yesterday_has_no_line_and_counts_for_no_streak(tmp_path: Path) -> None:
    late = record(tmp_path, "kozel", seed_of("kozel", DAY), when="2026-11-24")
    assert line_of_day(late) == ""
    assert day_of(late) == DAY


def test_a_week_has_a_sign_for_each_day_and_days_in_a_row_may_end_yesterday() -> None:
    def at(day: int, place: int, *, late: bool = False) -> DayPlayed:
        return DayPlayed(f"2026-11-{day}", "kozel", place, late)

    found = [at(18, 2), at(20, 1), at(21, 0), at(21, 1), at(22, 3), at(22, 1), at(23, 4)]
    assert week(found, "kozel", "2026-11-24") == ["2", "", "1", "x", "3", "4", ""]
    assert streak(found, "2026-11-24") == streak(found, "2026-11-23") == 2
    assert streak(found, "2026-11-25") == 0
    assert streak([*found, at(24, 1, late=True)], "2026-11-25") == 0
    assert week(found, "joker", "2026-11-24") == [""] * 7


def test_what_was_played_is_found_among_all_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path, "kozel", seed_of("kozel", DAY))
    record(tmp_path, "kozel", 7, when="2026-11-22")
    (tmp_path / "2026-11-23-130000-kozel-0a1b2c-1.jsonl").write_text("damaged")
    monkeypatch.setattr(short_matches, "record_paths", lambda: record_paths(tmp_path))
    (found,) = days_played()
    assert (found.day, found.game, found.late) == (DAY, "kozel", False)
    assert found.place > 0


def test_another_match_is_no_deal_of_the_day(tmp_path: Path) -> None:
    other_cards = record(tmp_path, "kozel", 7)
    assert line_of_day(other_cards) == ""
    weaker = record(tmp_path, "kozel", seed_of("kozel", DAY), level="easy")
    assert line_of_day(weaker) == ""


def test_seeds_of_days_never_change() -> None:
    """People compare results of one day across releases."""
    seeds = {
        "joker": 6808304558453,
        "domino_poker": 33382290283532,
        "kozel": 17160230294394,
        "graph_poker": 211697371538106,
    }
    assert {game: seed_of(game, DAY) for game in seeds} == seeds


@pytest.mark.parametrize("game", BOTS)
def test_everybody_starts_the_same_short_match_against_experts(game: str) -> None:
    one, other = start_of_day(game, DAY, "Ann"), start_of_day(game, DAY, "Bob")
    assert (one.seed, one.options, one.level) == (other.seed, other.options, other.level)
    assert one.level == levels(game)[-1]
    assert one.seats == seats_of_day(game)


async def test_the_home_screen_leads_to_the_deal_of_the_day() -> None:
    async with opened(lessons_seen=NAMES) as pilot:
        await seen(pilot, "deal of the day, the same for everybody")
        await pick(pilot, "today")
        await seen(pilot, "which game?")
        await pick(pilot, "kozel")
        await until(pilot, lambda: table_of(pilot))
        table = table_of(pilot)
        start = table.session.start
        assert start == start_of_day("kozel", short_matches.today(), start.name)


@pytest.mark.parametrize(
    "words", [["--seats", "3"], ["--bots", "easy"], ["--seed", "0"], ["--rule", "target=60"]]
)
def test_the_deal_of_the_day_cannot_be_changed(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["solo", "--today", "kozel", *words]) == 2
    assert "the same match for everybody" in capsys.readouterr().err


@pytest.mark.nightly
async def test_its_last_page_has_the_line_and_copies_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_matches, "level", lambda game: "easy")  # experts take long
    start = start_of_day("kozel", short_matches.today(), "Ann")
    async with opened(start, lessons_seen=NAMES) as pilot:
        await play_on(pilot)
        assert isinstance(pilot.app.screen, LastPage)
        await until(pilot, lambda: "copy the line of the day" in read(pilot))
        app = app_of(pilot)
        await pick(pilot, "line")
        await until(pilot, lambda: app.clipboard.startswith("Kozyr, deal of the day"))
        line = app.clipboard
        assert "\n" not in line
        await pilot.press("c")
        await until(pilot, lambda: app.clipboard != line)
        assert line in app.clipboard


FIRST = Result((20, 60), (1, 2))
SECOND = Result((60, 20), (2, 1))


@pytest.mark.parametrize("game", BOTS)
def test_each_match_of_a_ladder_has_stronger_bots_and_the_third_is_the_last(game: str) -> None:
    assert can_climb(game)
    start = start_of_ladder(game, "Ann")
    played = [start.level]
    for result in (FIRST, SECOND):
        following = next_start(start, result, 0)
        assert following is not None
        start = following
        played.append(start.level)
    assert played == list(levels(game))[-3:]
    assert next_start(start, FIRST, 0) is None
    said = ladder_said(climbed(start, FIRST, 0))
    assert len(said) == 4
    assert "place 2 of 2, 60 points" in said[1]
    assert said[3] == "First on 2 of 3 rungs"


@pytest.mark.parametrize("game", BOTS)
def test_a_rung_that_was_left_is_remembered_as_it_was_begun(game: str) -> None:
    start = start_of_ladder(game, "Ann")
    assert remembered(noted(start, "1" * 32), "Ann") == start
    second = next_start(start, FIRST, 0)
    assert second is not None
    assert remembered(json.loads(json.dumps(noted(second))), "Ann") == second
    assert remembered(noted(None), "Ann") is None


@pytest.mark.parametrize(
    "damaged",
    [
        {"game": "chess", "behind": []},
        {"game": "kozel"},
        {"game": "kozel", "behind": "two"},
        {"game": "kozel", "behind": [["medium", 1, 4]]},
        {"game": "kozel", "behind": [["grandmaster", 1, 4, 20]]},
        {"game": "kozel", "behind": [["medium", 5, 4, 20]]},
        {"game": "kozel", "behind": [["medium", 1, 4, 20]] * 3},
    ],
)
def test_a_damaged_memory_of_a_ladder_is_none(damaged: dict[str, Any]) -> None:
    assert remembered(damaged, "Ann") is None


async def test_a_ladder_is_begun_at_home_and_its_last_page_leads_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(short_matches, "levels", lambda game: ("easy", "easy", "easy"))
    async with opened(lessons_seen=NAMES) as pilot:
        await pick(pilot, "ladder")
        await seen(pilot, "The ladder of which game?")
        await pick(pilot, "kozel")
        await until(pilot, lambda: table_of(pilot))
        await play_on(pilot)
        page = pilot.app.screen
        assert isinstance(page, LastPage)
        assert "The ladder:" in read(pilot)
        assert page.entries()[1][0] == "rung"
        await pick(pilot, "rung")
        await until(pilot, lambda: table_of(pilot) and not isinstance(pilot.app.screen, LastPage))
        assert table_of(pilot) is not None
        await until(pilot, lambda: len(getattr(table_of(pilot).session.start, "behind", ())) == 1)


def _behind(pilot: Pilot[None]) -> int:
    table = table_of(pilot)
    assert isinstance(table.session.start, StartLadder)
    return len(table.session.start.behind)


async def test_a_ladder_is_left_between_and_during_its_matches_and_goes_on_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(short_matches, "levels", lambda game: ("easy", "easy", "easy"))
    async with opened(lessons_seen=NAMES, folder=tmp_path) as pilot:
        await pick(pilot, "ladder")
        await pick(pilot, "kozel")
        await until(pilot, lambda: table_of(pilot))
        await play_on(pilot)
        await pick(pilot, "leave")
        await seen(pilot, "the ladder: Kozel, rung 2 of 3")
        await pick(pilot, "ladder")
        await pick(pilot, "go on: Kozel, rung 2 of 3, easy bot")
        await until(pilot, lambda: table_of(pilot))
        assert _behind(pilot) == 1
        await seen(pilot, "Your turn")
    settings, problems = load(tmp_path)
    assert not problems
    async with opened(lessons_seen=NAMES, folder=tmp_path, ladder=settings.ladder) as pilot:
        await pick(pilot, "continue: Kozel")
        await until(pilot, lambda: table_of(pilot))
        assert _behind(pilot) == 1
        await pilot.press("escape")
        await pick(pilot, "leave")
        await pick(pilot, "ladder")
        await pick(pilot, "go on")
        await until(pilot, lambda: table_of(pilot))
        assert _behind(pilot) == 1
        await play_on(pilot)
        assert "2. easy bot" in read(pilot)
        await seen(pilot, "n the next rung")
        await pilot.press("n")
        await until(pilot, lambda: table_of(pilot) and _behind(pilot) == 2)
        await play_on(pilot)
        await seen(pilot, "First on")
        await seen(pilot, "n the ladder again")
        await pilot.press("n")
        await until(pilot, lambda: table_of(pilot) and _behind(pilot) == 0)
