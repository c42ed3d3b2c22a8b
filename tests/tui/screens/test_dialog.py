"""Questions in front of a screen: every answer can be read, however many there are."""

from __future__ import annotations

import pytest

from tests.support.screens import opened, read, seen
from tui.screens.dialog import Question


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (44, 30)])
async def test_answers_scroll_where_there_is_no_room_for_all(size: tuple[int, int]) -> None:
    answers = [(str(n), f"go on at the computer of player {n}") for n in range(1, 13)]
    text = "Its computer does not answer, and this is said at some length. " * 3
    async with opened(size=size) as pilot:
        pilot.app.push_screen(Question("Go on without the host?", answers, text))
        await seen(pilot, "Enter answers")
        assert "player 12" not in read(pilot)
        await pilot.press("up")  # from the first answer to the last one
        await seen(pilot, "player 12")
        assert "Enter answers" in read(pilot)
