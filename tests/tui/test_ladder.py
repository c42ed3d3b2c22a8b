"""A ladder: three short matches against stronger bots each time, with one page at its end."""

from __future__ import annotations

import pytest

from core.bots import BOTS, levels
from core.game import Result
from core.games import NAMES
from tests.support.screens import opened, pick, play_on, read, seen, table_of, until
from tui import ladder
from tui.ladder import can_climb, climbed, ladder_said, next_start, start_of_ladder
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
        await pilot.press("2")
        await until(pilot, lambda: table_of(pilot) and not isinstance(pilot.app.screen, LastPage))
        table = table_of(pilot)
        assert table is not None
        await until(pilot, lambda: len(getattr(table_of(pilot).session.start, "behind", ())) == 1)
