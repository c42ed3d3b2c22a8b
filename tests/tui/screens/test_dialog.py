"""Questions in front of a screen: every answer can be read, however many there are."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.support.matches import daily
from tests.support.screens import opened, read, seen, until
from tui.history.stats import MarkScreen
from tui.screens.dialog import AskText, Question


@pytest.mark.parametrize("columns, rows", daily([(80, 24), (60, 20), (44, 30)], (44, 30)))
async def test_answers_scroll_where_there_is_no_room_for_all(columns: int, rows: int) -> None:
    answers = [(str(n), f"go on at the computer of player {n}") for n in range(1, 13)]
    text = "Its computer does not answer, and this is said at some length. " * 3
    async with opened(size=(columns, rows)) as pilot:
        pilot.app.push_screen(Question("Go on without the host?", answers, text))
        await seen(pilot, "Enter answers")
        assert "player 12" not in read(pilot)
        await pilot.press("up")  # from the first answer to the last one
        await seen(pilot, "player 12")
        assert "Enter answers" in read(pilot)


async def click_on_words(pilot: Pilot[None], words: str) -> None:
    """Click in the middle of words on the screen."""
    y, line = next((y, line) for y, line in enumerate(read(pilot).splitlines()) if words in line)
    await pilot.click(offset=(line.index(words) + len(words) // 2, y))


async def test_a_click_on_the_words_about_esc_goes_back() -> None:
    dialogs: list[Screen[Any]] = [
        Question("Leave?", [("stay", "stay"), ("leave", "leave")]),
        MarkScreen("Matches with whom?", {"Bo": "Bo · 2", "Cy": "Cy · 1"}, ()),
        AskText("Which address?", "Enter joins, Esc goes back"),
    ]
    async with opened() as pilot:
        below = pilot.app.screen
        for dialog in dialogs:
            pilot.app.push_screen(dialog)
            await until(pilot, lambda dialog=dialog: pilot.app.screen is dialog)
            await seen(pilot, "Esc goes back")
            await click_on_words(pilot, "Esc goes back")
            await until(pilot, lambda: pilot.app.screen is below)


async def test_a_click_beside_a_list_of_marks_keeps_what_is_marked() -> None:
    answers: list[Any] = []
    async with opened() as pilot:
        below = pilot.app.screen
        marks = MarkScreen("Matches with whom?", {"Bo": "Bo · 2", "Cy": "Cy · 1"}, ("Cy",))
        pilot.app.push_screen(marks, answers.append)
        await seen(pilot, "[x] Cy")
        await pilot.click(offset=(1, 1))
        await until(pilot, lambda: pilot.app.screen is below)
    assert answers == [("Cy",)]


async def test_keys_meant_for_the_screen_behind_answer_no_question_that_has_just_come() -> None:
    answers = [("", "later"), ("give", "give the seat")]
    given: list[str | None] = []
    async with opened() as pilot:
        for guard in (0.0, 3600.0):
            question = Question("Give a seat?", answers, guard_seconds=guard)
            pilot.app.push_screen(question, given.append)
            await seen(pilot, "Give a seat?")
            await pilot.press("2", "enter")
            await pilot.pause()
            assert isinstance(pilot.app.screen, Question) is (guard > 0)
            assert given == ["give"], "only where it was not guarded"
