"""Keys that come together are taken in the order in which they were pressed."""

import pytest
from textual._xterm_parser import XTermParser
from textual.pilot import Pilot
from textual.widgets import Input

from tests.support.harness_app import match_with_zoe
from tests.support.screens import app_of, opened, read, seen, until
from tui.screens.dialog import AskText
from tui.screens.settings import SettingsScreen
from tui.start import StartHost, StartSolo
from tui.widgets.active_screen import KeysInOrder

LEFT, HOME, RUBOUT, CTRL_W = "\x1b[D", "\x1b[H", "\x7f", "\x17"
BURSTS = [
    (f"ac{LEFT}b", "abc"),
    (f"x{RUBOUT}{RUBOUT}y", "y"),
    (f"helo{RUBOUT}{RUBOUT}lo w", "helo w"),
    (f"hello wrold{4 * RUBOUT}orld", "hello world"),
    (f"one two{CTRL_W}2{HOME}1", "1one 2"),
]


def write(pilot: Pilot[None], keys: str) -> None:
    """Write keys to the program in one go."""
    for message in XTermParser().feed(keys):
        pilot.app.post_message(message)


def pasted(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


async def done(pilot: Pilot[None]) -> None:
    """Wait until everything typed has been handled."""
    await pilot.pause()
    app = app_of(pilot)
    assert isinstance(app, KeysInOrder)
    await until(pilot, lambda: app.under_way is None)


async def ask(pilot: Pilot[None], answers: list[str | None], most: int = 80) -> Input:
    await pilot.app.push_screen(AskText("The code?", "Esc goes back", most=most), answers.append)
    line = pilot.app.screen.query_one(Input)
    await until(pilot, lambda: line.has_focus)
    return line


async def test_keys_of_one_write_edit_a_line_as_slow_ones_do() -> None:
    async with opened() as pilot:
        for keys, line in BURSTS:
            asked = await ask(pilot, [])
            write(pilot, keys)
            await done(pilot)
            assert asked.value == line, keys


async def test_enter_in_one_write_with_a_correction_sends_the_line_corrected() -> None:
    async with opened() as pilot:
        answers: list[str | None] = []
        await ask(pilot, answers)
        write(pilot, f"7K3{RUBOUT}2\r")
        await until(pilot, lambda: answers)
        assert answers == ["7K2"]


async def test_what_was_typed_for_a_question_does_not_come_to_the_screen_behind_it() -> None:
    async with opened() as pilot:
        answers: list[str | None] = []
        await ask(pilot, answers)
        behind = pilot.app.screen_stack[-2]
        write(pilot, "yes\r\r1\r")
        await until(pilot, lambda: answers)
        await pilot.pause()
        assert pilot.app.screen is behind
        await pilot.press("f1")
        assert pilot.app.screen is not behind, "keys pressed from now on are taken"


async def test_two_lines_of_one_write_are_said_one_after_the_other() -> None:
    async with opened(StartHost("kozel", 4, port=0)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query("#say"))
        await until(pilot, lambda: pilot.app.screen.query_one("#say").is_running)
        write(pilot, "chello\rcthere\r")
        await seen(pilot, "Ann: there")
        assert "Ann: hello\n" in read(pilot)


async def test_the_key_that_opens_the_chat_and_the_words_behind_it_may_come_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with match_with_zoe(monkeypatch) as (pilot, _):
        await until(pilot, lambda: pilot.app.screen.query("#chat"))
        write(pilot, f"chelo{RUBOUT}lo")
        await done(pilot)
        assert pilot.app.screen.query_one("#chat", Input).value == "hello"


async def test_a_key_that_ends_a_row_of_a_form_leads_to_the_next_before_more_comes() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        await pilot.app.push_screen(SettingsScreen())
        line = pilot.app.screen.query_one(Input)
        line.focus()
        await until(pilot, lambda: line.has_focus)
        write(pilot, "y\x1b[Bx")
        await done(pilot)
        assert line.value == "Anny"
        assert not line.has_focus


async def test_the_search_takes_keys_in_order_too() -> None:
    async with opened() as pilot:
        await pilot.press("ctrl+p")
        line = pilot.app.screen.query_one(Input)
        await until(pilot, lambda: line.has_focus)
        write(pilot, f"rx{RUBOUT}ules")
        await done(pilot)
        assert line.value == "rules"


async def test_pasted_lines_become_one_as_far_as_there_is_room() -> None:
    lines = {"one\ntwo\r\n\n  three\n": "one two three", "seven letters": "seven l", "\n\n": ""}
    async with opened() as pilot:
        for text, line in lines.items():
            asked = await ask(pilot, [], most=13 if "\n" in text else 7)
            write(pilot, pasted(text))
            await done(pilot)
            assert asked.value == line


async def test_what_is_pasted_comes_after_the_keys_before_it() -> None:
    async with opened() as pilot:
        asked = await ask(pilot, [])
        write(pilot, f"ab{RUBOUT}{pasted('c d')}{RUBOUT}e")
        await done(pilot)
        assert asked.value == "ac e"
