"""A ladder: three short matches against stronger bots each time, with one page at its end."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.bots import BOTS, levels
from core.game import Result
from core.games import NAMES
from tests.support.screens import opened, pick, play_on, read, seen, table_of, until
from tui import ladder
from tui.ladder import (
    can_climb,
    climbed,
    ladder_said,
    next_start,
    noted,
    remembered,
    start_of_ladder,
)
from tui.preferences.settings import load
from tui.start import StartLadder
from tui.table.last_page import LastPage

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
    monkeypatch.setattr(ladder, "levels", lambda game: ("easy", "easy", "easy"))
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
    monkeypatch.setattr(ladder, "levels", lambda game: ("easy", "easy", "easy"))
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
