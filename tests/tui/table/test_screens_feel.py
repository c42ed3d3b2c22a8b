"""Movement, visibility, repeated questions, and calls of players to the table."""

import pytest
from textual import events
from textual.pilot import Pilot

from core.games.joker import rules as joker
from tests.support.matches import daily
from tests.support.screens import app_of, make, my_turn, opened, read, seen, until
from tui.games.joker.lesson import STEPS
from tui.screens.dialog import Question
from tui.screens.rules import RulesScreen
from tui.start import StartSolo
from tui.table.last_page import LastPage
from tui.table.screen import TableScreen
from tui.terminal.output import Notice
from tui.widgets.canvas import CanvasView

JOKER = StartSolo("joker", 4, "easy", {}, 3)
"""One card each; the player bids first and leads the 9♠."""

KOZEL = StartSolo("kozel", 4, "easy", {}, 3)

LONG = 600.0
"""Longer than any test takes: only a key ends it."""


@pytest.fixture(autouse=True)
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the terminal as near: on a distant one nothing would move."""
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("SSH_TTY", raising=False)


async def first_trick(pilot: Pilot[None]) -> TableScreen:
    """Bid 0 in the deal of one card, lead, and wait for the trick."""
    table = await my_turn(pilot)
    await pilot.press("0")
    await until(pilot, lambda: table.model.board.legal and table.model.board.part == "pieces")
    await pilot.press("enter")
    await until(pilot, lambda: table.model.board.motion.busy or table.model.match.reading)
    return table


# --- animation ---------------------------------------------------------------------------------


async def test_a_play_moves_and_a_key_ends_the_movement_at_once() -> None:
    async with opened(KOZEL, animation="normal") as pilot:
        table = await my_turn(pilot)
        table.driver.do("other")
        await pilot.press("enter")
        await until(pilot, lambda: table.model.board.motion.moment < 1)
        moving = table.model.match.shown
        await pilot.press("right")
        assert table.model.match.shown is not moving or table.model.board.motion.moment == 1


async def test_nothing_moves_where_animation_is_off() -> None:
    async with opened(KOZEL, animation="off") as pilot:
        table = await my_turn(pilot)
        assert app_of(pilot).appearance.speed == 0
        assert not table.model.board.motion.busy
        await app_of(pilot).change_settings(animation="fast")
        assert app_of(pilot).appearance.speed == 0.5


# --- the trick and the end of a deal -------------------------------------------------------------


async def test_the_last_trick_of_a_deal_stays_and_then_its_end_is_read() -> None:
    async with opened(JOKER, trick_seconds=LONG) as pilot:
        table = await first_trick(pilot)
        playback = table.model.match
        assert len(playback.shown.view.last_trick) == 4
        await seen(pilot, "took it")
        assert "points  total" not in read(pilot)
        await pilot.press("enter")
        await seen(pilot, "The deal is over")
        assert "deal 1 is over" in read(pilot)
        assert "took it" in read(pilot), "trick and seats stay"
        hand = table.query_one("#hand", CanvasView).painting
        head, mine, *_ = hand.canvas.lines()
        assert head.split() == ["bid", "took", "points", "total"]
        assert "You" in mine
        await pilot.press("enter")
        await until(pilot, lambda: playback.reading is None)
        assert len(table.model.board.pieces) == 2


async def test_the_last_trick_and_the_last_deal_can_be_looked_at_again() -> None:
    async with opened(JOKER) as pilot:
        table = await first_trick(pilot)
        await until(pilot, lambda: table.model.match.reading)
        await pilot.press("enter")
        await until(pilot, lambda: not table.model.match.reading)
        await pilot.press("l")
        await seen(pilot, "The last trick.")
        assert "9♠" in read(pilot)
        await pilot.press("f6")
        await seen(pilot, "The last deal.")
        assert "deal 1 is over" in read(pilot)
        await pilot.press("right")
        assert table.model.match.looking is None
        assert "The last" not in read(pilot)
        assert "deal 2 of 24" in read(pilot)
        await pilot.press("Д")
        assert table.model.match.looking is not None
        await pilot.press("ლ")
        await seen(pilot, "The last deal.")
        await pilot.press("enter")
        assert table.model.match.looking is None


async def test_the_grid_is_as_large_as_it_fits_until_the_player_zooms() -> None:
    start = StartSolo("graph_poker", 2, "easy", {}, 3)
    async with opened(start, size=(160, 48)) as pilot:
        table = await my_turn(pilot)
        assert table.model.board.focus.zoom is None
        await pilot.press("minus")
        assert table.model.board.focus.zoom == 3
        await pilot.press("minus", "plus", "plus", "plus", "plus")
        assert table.model.board.focus.zoom == 4
        await pilot.press("enter", "enter")
        await until(pilot, lambda: table.model.match.reading)
        await pilot.press("enter")
        assert table.model.board.focus.zoom == 4


# --- a costly move -------------------------------------------------------------------------------


async def click_button(pilot: Pilot[None], table: TableScreen, label: str) -> None:
    index = [button.label for button in table.model.board.buttons].index(label)
    prompt = table.query_one("#prompt", CanvasView)
    hit = next(h for h in prompt.painting.hits if h.what == ("button", index))
    await pilot.click("#prompt", offset=(hit.x + 1, hit.y))


async def later_deal(pilot: Pilot[None]) -> TableScreen:
    """Go on to the bids of a deal of three cards."""
    table = await my_turn(pilot)
    while (
        table.model.board.view.cards < 3
        or not table.model.board.legal
        or table.model.board.part != "choices"
    ):
        await pilot.press("enter")
        await until(pilot, lambda: table.model.board.legal or table.model.match.reading)
    return table


async def test_a_click_on_a_high_bid_has_to_come_twice() -> None:
    async with opened(JOKER) as pilot:
        table = await later_deal(pilot)
        high = [button.label for button in table.model.board.buttons][-1]
        await click_button(pilot, table, high)
        await seen(pilot, f"Once more or Enter confirms: {high}")
        assert table.session.client.pending is None
        await click_button(pilot, table, high)
        await until(
            pilot, lambda: not table.model.board.legal or table.model.board.part == "pieces"
        )


# --- another window in front ---------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("bell", [True, False])
async def test_whoever_looks_elsewhere_is_called_to_the_table(bell: bool) -> None:
    async with opened(KOZEL, bell=bell) as pilot:
        table = await my_turn(pilot)
        written: list[str] = []
        app_of(pilot).notice = Notice(written.append)
        app_of(pilot).post_message(events.AppBlur())
        await until(pilot, lambda: not pilot.app.app_focus)
        make(table, table.model.board.legal[0])
        assert not table.model.board.legal
        await my_turn(pilot)
        assert any("your turn - Kozyr" in text for text in written) == bell
        app_of(pilot).post_message(events.AppFocus())
        await until(pilot, lambda: pilot.app.app_focus)
        assert any("\x1b[23;2t" in text for text in written) == bell


# --- keys, palette, questions --------------------------------------------------------------------


async def test_own_keys_work_and_are_the_ones_that_are_shown() -> None:
    keys = {"scores": "f12", "fly": "x", "chat": "f99"}
    async with opened(KOZEL, size=(160, 48), keys=keys) as pilot:
        await seen(pilot, "there is no action fly")
        await seen(pilot, "there is no key f99")
        table = await my_turn(pilot)
        assert "F12 scores" in read(pilot)
        assert "no longer does this" not in read(pilot)
        await pilot.press("f2")
        assert pilot.app.screen is table
        await pilot.press("f12")
        await seen(pilot, "Scores")
        await pilot.press("escape", "question_mark")
        await seen(pilot, "The table")
        await until(pilot, lambda: "F12 scores" in " ".join(read(pilot).split()))


async def test_a_key_taken_from_another_action_is_reported() -> None:
    async with opened(KOZEL, keys={"scores": "f1"}) as pilot:
        await my_turn(pilot)
        await seen(pilot, "f1 no longer does this: help")


async def test_the_palette_knows_the_actions_of_the_screen_and_says_where_there_is_none() -> None:
    async with opened(KOZEL) as pilot:
        table = await my_turn(pilot)
        names = {command.title for command in pilot.app.get_system_commands(table)}
        assert {"house rules", "scores"} <= names
        assert not {name for name in names if name.startswith(("Copy", "Focus"))}
        await app_of(pilot).change_settings(language="ru")
        await pilot.press("ctrl+p", *"домаш")
        await seen(pilot, "домашние правила")
        await pilot.press(*"qqq")
        await seen(pilot, "здесь нет такого действия")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await app_of(pilot).change_settings(language="en")


async def test_a_question_in_front_has_to_be_answered_before_the_palette_opens() -> None:
    async with opened(KOZEL) as pilot:
        await my_turn(pilot)
        await pilot.press("escape")
        await seen(pilot, "Leave the match?")
        await pilot.press("ctrl+p")
        assert isinstance(pilot.app.screen, Question)


async def test_in_ascii_also_what_is_worded_already_is_spelled_in_letters_at_once() -> None:
    naming = next(step for step in STEPS if step.ask == ("trump h",))
    assert naming.begin is not None
    state = naming.begin()
    async with opened(JOKER) as pilot:
        table = await my_turn(pilot)
        table.model.board.take(joker.view(state, 0), tuple(joker.legal(state, 0)))
        assert "♥" in [button.label for button in table.model.board.buttons]
        table.model.board.trouble = "♥"
        await app_of(pilot).change_settings(ascii="on")
        assert "hearts" in [button.label for button in table.model.board.buttons]
        assert table.model.board.trouble == ""
        await app_of(pilot).change_settings(ascii="off")
        assert "♥" in [button.label for button in table.model.board.buttons]


async def test_house_rules_are_one_key_away_in_play_and_the_changed_ones_come_first() -> None:
    start = StartSolo("kozel", 4, "easy", {"target": 51}, 3)
    async with opened(start) as pilot:
        table = await my_turn(pilot)
        await pilot.press("f5")
        await seen(pilot, "● target: 51")
        assert not pilot.app.screen.query("Field")
        await pilot.press("f5")
        await until(pilot, lambda: pilot.app.screen is table)


async def test_the_rule_book_opens_at_the_paragraph_of_a_dim_tile() -> None:
    """K-R4: the opening tile is forced."""
    async with opened(KOZEL) as pilot:
        table = await my_turn(pilot)
        barred = next(i for i, piece in enumerate(table.model.board.pieces) if not piece.moves)
        await pilot.press(str(barred + 1), "f3")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
        book = pilot.app.screen
        assert isinstance(book, RulesScreen)
        assert book.paragraph == "K-R4"


def over(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, LastPage)


@pytest.mark.nightly
async def test_one_enter_too_many_only_looks_at_the_table() -> None:
    async with opened(StartSolo("kozel", 2, "easy", {"target": 50}, 5)) as pilot:
        table = await my_turn(pilot)
        while not over(pilot):
            await pilot.press("enter")
            await until(
                pilot,
                lambda: table.model.board.legal or table.model.match.reading or over(pilot),
            )
        await pilot.press("enter")
        assert pilot.app.screen is table
        assert table.session.phase == "over"
        assert any(event.kind == "shown" for event in table.model.match.shown.events), (
            "the hands stay open"
        )
        await pilot.press("escape")
        await seen(pilot, "Leave the table?")
        await pilot.press("enter")
        assert pilot.app.screen is table


async def turn_with_places(pilot: Pilot[None]) -> TableScreen:
    """Wait for a turn of Graph-Poker in which there are places to choose from."""
    table = await my_turn(pilot)
    if len(table.model.board.pieces[0].moves) == 1:
        await pilot.press("enter")
        table = await my_turn(pilot)
    return table


async def test_enter_leads_to_the_places_of_a_grid_of_which_only_the_focused_one_is_named() -> None:
    start = StartSolo("graph_poker", 2, "easy", {}, 3)
    async with opened(start) as pilot:
        table = await turn_with_places(pilot)
        places = len(table.model.board.pieces[0].moves)
        assert f"Enter, then one of {places} places" in read(pilot)
        await pilot.press("enter")
        assert table.model.board.part == "targets"
        prompt = table.query_one("#prompt", CanvasView).painting
        assert len(prompt.hits) == 1
        await pilot.press("right")
        target = table.model.board.target
        held = len(table.model.board.pieces)
        assert target.label in read(pilot)
        prompt = table.query_one("#prompt", CanvasView).painting
        await pilot.click("#prompt", offset=(prompt.hits[0].x + 1, 1))
        await until(pilot, lambda: len(table.model.board.pieces) < held)


@pytest.mark.parametrize("rows", daily([20, 48], 20))
async def test_a_grid_has_the_rows_that_a_lower_hand_leaves_it(rows: int) -> None:
    heights = []
    for start in (StartSolo("graph_poker", 2, "easy", {}, 3), KOZEL):
        async with opened(start, size=(60, rows)) as pilot:
            table = await my_turn(pilot)
            heights.append(table.query_one("#board").size.height)
    grid, line = heights
    assert grid > line


async def test_in_a_wide_window_the_side_runs_beside_the_hand() -> None:
    """With many pieces in the hand, only in a very wide one."""
    async with opened(KOZEL, size=(160, 30)) as pilot:
        table = await my_turn(pilot)
        side, hand = table.query_one("#side"), table.query_one("#hand")

        async def is_beside(width: int, height: int) -> bool:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert (side.region.bottom == hand.region.bottom) == (hand.region.width < width)
            return hand.region.width < width

        assert [await is_beside(width, 30) for width in (80, 100, 160)] == [False, True, True]
        table.model.board.pieces *= 4
        assert [await is_beside(width, 31) for width in (80, 100, 160)] == [False, False, True]
