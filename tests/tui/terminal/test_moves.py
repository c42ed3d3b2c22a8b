"""The ways of the cursor lead where they should, and take few bytes."""

import sys

import pyte
import pytest

from tui.terminal.sgr import CursorPosition, erases, has_sure_width, way

SIZE = (60, 20)


@pytest.mark.parametrize("sure", [True, False])
@pytest.mark.parametrize("start", [(0, 0), (4, 9), (5, 40), (19, 59)])
def test_every_way_leads_to_its_cell(start: tuple[int, int], sure: bool) -> None:
    for y in range(SIZE[1]):
        for x in range(SIZE[0]):
            screen = pyte.Screen(*SIZE)
            screen.cursor_position(start[0] + 1, start[1] + 1)
            pyte.Stream(screen).feed(way(CursorPosition(*start, sure), y, x))
            assert (screen.cursor.y, screen.cursor.x) == (y, x)


def test_where_the_cursor_is_not_known_both_coordinates_are_told() -> None:
    assert way(None, 4, 9) == "\x1b[5;10H"


@pytest.mark.skipif(sys.platform == "win32", reason="its consoles may go back to the first column")
def test_the_next_line_is_near() -> None:
    assert way(CursorPosition(4, 10, sure=True), 5, 9) == "\v\b"
    assert way(CursorPosition(4, 10, sure=False), 5, 9) == "\v\x1b[10G"


def test_a_column_is_named_where_terminals_may_disagree_about_a_sign() -> None:
    assert way(CursorPosition(4, 10, sure=False), 4, 12) == "\x1b[13G"
    assert has_sure_width("a1 ▄█│")
    assert not has_sure_width("♥")
    assert not has_sure_width("漢")


@pytest.mark.parametrize(
    "term, does",
    [("xterm-256color", True), ("foot", True), ("screen-256color", False), ("", False)],
)
def test_only_terminals_that_erase_in_colour_are_told_to_erase(term: str, does: bool) -> None:
    assert erases({"TERM": term}) is does


def test_the_shorter_way_along_a_line_is_relative_or_absolute() -> None:
    assert way(CursorPosition(4, 40, sure=True), 4, 32) == "\x1b[8D"
    assert way(CursorPosition(4, 130, sure=True), 4, 137) == "\x1b[7C"
    assert way(CursorPosition(4, 12, sure=True), 4, 2) == "\x1b[3G"
    assert way(CursorPosition(4, 7, sure=True), 4, 4) == "\b\b\b"
