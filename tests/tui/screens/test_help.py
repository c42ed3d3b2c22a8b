"""The page of help: the keys come first, in aligned lines."""

from rich.console import Console
from textual.command import CommandPalette
from textual.pilot import Pilot

from tests.support.screens import my_turn, opened, read, seen, until
from tui.room.house_rules import HouseRulesScreen
from tui.screens.help import KeyLines
from tui.start import StartSolo
from tui.widgets.keybar import Key

GRAPH_POKER = StartSolo("graph_poker", 3, "easy", {}, 3)

WORDS = [("Tab", "side"), ("Enter", "play"), ("h", "hint"), ("Ctrl+P", "search for an action")]
KEYS = [Key(shown, text, (text, None), text) for shown, text in WORDS]


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


async def test_in_the_smallest_windows_the_page_says_how_to_go_on_and_back() -> None:
    for size in ((60, 20), (44, 30)):
        async with opened(GRAPH_POKER, size) as pilot:
            await my_turn(pilot)
            await pilot.press("question_mark")
            await seen(pilot, "The table")
            page = pilot.app.screen.query_one(".help")
            assert page.query_one(".muted").region.bottom <= page.content_region.bottom


async def test_the_help_of_a_match_alone_lists_the_coach() -> None:
    async with opened(GRAPH_POKER) as pilot:
        await my_turn(pilot)
        await pilot.press("question_mark")
        await seen(pilot, "coach")


async def test_a_click_on_a_key_in_the_help_presses_it() -> None:
    async with opened(GRAPH_POKER) as pilot:
        table = await my_turn(pilot)
        for line, so in (
            ("house rules", lambda: isinstance(pilot.app.screen, HouseRulesScreen)),
            ("search for an action", lambda: isinstance(pilot.app.screen, CommandPalette)),
        ):
            await pilot.press("question_mark")
            await seen(pilot, line)
            await pilot.click(offset=place(pilot, line))
            await until(pilot, so)
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is table)


async def test_each_key_of_a_line_in_the_help_does_its_own() -> None:
    async with opened(GRAPH_POKER) as pilot:
        table = await my_turn(pilot)
        table.driver.do("zoom", -10)
        for sign, zoom in (("+", 1), ("-", 0)):
            await pilot.press("question_mark")
            await seen(pilot, "+-  ")
            x, y = place(pilot, "+-  ")
            await pilot.click(offset=(x + (sign == "-"), y))
            await until(pilot, lambda zoom=zoom: table.model.board.focus.zoom == zoom)
            await until(pilot, lambda: pilot.app.screen is table)


async def test_a_click_beside_the_keys_only_closes_the_help() -> None:
    async with opened() as pilot:
        home = pilot.app.screen
        await pilot.press("question_mark")
        await seen(pilot, "Ctrl+P")
        await pilot.click(offset=(0, 0))
        await until(pilot, lambda: pilot.app.screen is home)


async def test_each_key_of_an_entry_of_the_bottom_line_does_its_own() -> None:
    async with opened(GRAPH_POKER, size=(160, 48)) as pilot:
        table = await my_turn(pilot)
        board = table.model.board
        table.driver.do("zoom", -10)
        await seen(pilot, "+- zoom")
        x, y = place(pilot, "+- zoom")
        await pilot.click(offset=(x, y))
        await until(pilot, lambda: board.focus.zoom == 1)
        await pilot.click(offset=(x + 1, y))
        await until(pilot, lambda: board.focus.zoom == 0)
        x, y = place(pilot, "←→ choose")
        await pilot.click(offset=(x + 1, y))
        await until(pilot, lambda: board.focus.piece == 1)
        await pilot.click(offset=(x, y))
        await until(pilot, lambda: board.focus.piece == 0)


def place(pilot: Pilot[None], text: str) -> tuple[int, int]:
    """The column and row of a text on the screen."""
    rows = read(pilot).splitlines()
    y = next(y for y, row in reversed([*enumerate(rows)]) if text in row)
    return rows[y].index(text), y
