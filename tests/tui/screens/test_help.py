"""The page of help: its keys come first, as lines that are aligned."""

from __future__ import annotations

from rich.console import Console

from tests.support.screens import opened, read, seen
from tui.screens.help import KeyLines

KEYS = [("Tab", "side"), ("Enter", "play"), ("h", "hint"), ("Ctrl+P", "search for an action")]


def lines(width: int) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(KeyLines(KEYS, "#ffffff"))
    return capture.get().splitlines()


def test_keys_stand_in_two_columns_where_there_is_room() -> None:
    assert lines(60) == [
        "Tab     side    h       hint",
        "Enter   play    Ctrl+P  search for an action",
    ]


def test_in_a_narrow_window_each_key_has_a_line() -> None:
    assert lines(40) == [
        "Tab     side",
        "Enter   play",
        "h       hint",
        "Ctrl+P  search for an action",
    ]


async def test_help_names_the_keys_before_it_explains() -> None:
    async with opened() as pilot:
        await pilot.press("question_mark")
        await seen(pilot, "Choose with the arrows")
        shown = read(pilot)
        assert shown.index("Ctrl+P") < shown.index("Choose with the arrows")
