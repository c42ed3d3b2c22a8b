"""The table's own keys: side, scores, last deal, chat, rules, choosing; windows of all sizes."""

import pytest
from textual.pilot import Pilot

from net.files.history import matches_folder
from tests.support.harness_app import match_with_zoe
from tests.support.past_matches import kept, played
from tests.support.screens import my_turn, opened, read, seen, shown_table, table_of, until
from tui.screens.rules import RulesScreen
from tui.start import StartSolo
from tui.table.areas import ScoresScreen
from tui.table.screen import TableScreen

KOZEL = StartSolo("kozel", 4, "easy", {}, 3)


async def test_the_side_can_be_hidden_and_shown() -> None:
    async with opened(KOZEL) as pilot:
        await my_turn(pilot)
        assert "log" in read(pilot)
        await pilot.press("tab")
        assert "goat at" not in read(pilot)
        await pilot.press("tab")
        assert "goat at" in read(pilot)


async def test_in_a_narrow_window_the_side_takes_the_place_of_the_table() -> None:
    async with opened(KOZEL, size=(44, 30)) as pilot:
        await my_turn(pilot)
        assert "goat at" not in read(pilot)
        await pilot.press("tab")
        assert "goat at" in read(pilot)
        assert "market" not in read(pilot)
        await pilot.press("tab")
        assert "market" in read(pilot)


async def test_what_is_said_is_heard_and_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    async with match_with_zoe(monkeypatch) as (pilot, _):
        table = await shown_table(pilot)
        await pilot.press("f4", *"12 hi", "enter")
        await seen(pilot, "Ann: 12 hi")
        assert table.model.board.focus.piece < len(table.model.board.pieces)
        assert table.focused is None


async def test_in_a_narrow_window_the_table_comes_back_when_something_has_been_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with match_with_zoe(monkeypatch, size=(60, 20)) as (pilot, _):
        table = await shown_table(pilot)
        await pilot.press("f4")
        await until(pilot, lambda: table.has_class("-only-side"))
        assert "hint" not in read(pilot).splitlines()[-1]
        await pilot.press("h", "i", "enter")
        await until(pilot, lambda: not table.has_class("-only-side"))
        await pilot.press("f4", "escape")
        await until(pilot, lambda: not table.has_class("-only-side"))
        assert pilot.app.screen is table


async def test_scores_and_rules_are_one_key_away_and_escape_comes_back() -> None:
    async with opened(KOZEL) as pilot:
        table = await my_turn(pilot)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, ScoresScreen))
        await pilot.press("escape", "к")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
        await seen(pilot, "Rules · Kozel")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is table)


async def test_a_sheet_too_long_for_the_window_can_be_leafed_through() -> None:
    async with opened(StartSolo("domino_poker", 4, "easy", {}, 3), (60, 20)) as pilot:
        await my_turn(pilot)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, ScoresScreen))
        assert "fifth" not in read(pilot)
        await pilot.press("end")
        await seen(pilot, "fifth")
        assert "Rook" in read(pilot), "the names stay"
        assert "7-IV" in read(pilot)
        await pilot.press("home")
        await until(pilot, lambda: "fifth" not in read(pilot))
        await pilot.press(*["down"] * 6)
        await seen(pilot, "mizer")


@pytest.mark.parametrize("size, below", [((80, 24), False), ((120, 40), True)])
async def test_the_signs_of_a_sheet_are_explained_below_it_where_there_is_room_and_by_help(
    size: tuple[int, int], below: bool
) -> None:
    async with opened(StartSolo("joker", 4, "easy", {}, 3), size) as pilot:
        await my_turn(pilot)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, ScoresScreen))
        scores = pilot.app.screen
        assert isinstance(scores, ScoresScreen)
        assert ("missed a bid in this pulka" in read(pilot)) is below
        assert "…" not in read(pilot)
        assert "X: missed a bid in this pulka" in "\n".join(scores.explained())


async def test_alone_the_help_says_nothing_of_clocks_and_owners() -> None:
    async with opened(KOZEL, size=(100, 60)) as pilot:
        table = await my_turn(pilot)
        told = "\n".join(table.explained())
        assert "U takes back" in told
        assert "clock" not in told
        assert "owner" not in told


async def test_beside_a_large_table_no_pulka_is_folded_and_the_log_keeps_its_rows() -> None:
    async with opened(StartSolo("joker", 4, "easy", {}, 3), (160, 48)) as pilot:
        table = await my_turn(pilot)
        await until(pilot, lambda: table.query_one("#sheet").size.height > 30)
        assert table.query_one("#log").size.height >= 6
        assert table.query_one("#tricks").size.height == 3, "a deal of one card has one trick"
        assert "1 2 3 4" not in read(pilot)


async def test_beside_a_long_deal_what_has_been_played_is_listed_by_suit() -> None:
    rules = {"deal_set": "nines"}
    async with opened(StartSolo("joker", 4, "easy", rules, 3), (160, 48)) as pilot:
        await until(pilot, lambda: table_of(pilot) is not None)
        await seen(pilot, "what has been played")
        assert "♠    ·  ·  ·" in read(pilot)


async def my_turn_or_read(pilot: Pilot[None]) -> TableScreen:
    """Wait for the player's turn, and continue when a deal is over."""
    table = table_of(pilot)
    assert table is not None
    await until(pilot, lambda: table.model.board.legal or table.model.match.reading)
    if table.model.match.reading:
        await pilot.press("enter")
        await until(pilot, lambda: table.model.board.legal)
    return table


async def test_a_forced_move_plays_itself_if_the_player_likes_that() -> None:
    """K-R7, K-R8: a player with nothing that fits can only draw or pass. Nothing plays itself in a
    player's first match of a game.
    """
    kept(matches_folder(), played("kozel"), "2026-11-20-190000")
    async with opened(KOZEL, autoplay="bids") as pilot:
        table = await my_turn(pilot)
        while not table.model.board.on_buttons:
            await pilot.press("enter")
            table = await my_turn_or_read(pilot)
        market = table.model.board.view.market
        seq = table.model.match.shown.seq if table.model.match.shown else 0
        await until(pilot, lambda: table.model.match.shown and table.model.match.shown.seq > seq)
        assert table.model.board.view.market <= market


async def test_any_size_keeps_the_hand_and_the_turn() -> None:
    async with opened(KOZEL) as pilot:
        table = await my_turn(pilot)
        held = table.model.board.pieces
        for size in ((160, 48), (20, 6), (60, 20), (200, 60), (100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if size[0] >= 60:
                await seen(pilot, "Your turn")
            else:
                await seen(pilot, "enlarge the window")
        assert table.model.board.pieces == held


async def test_the_top_line_says_how_strong_the_bots_are() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3, "", ("easy", "easy", "hard"))) as pilot:
        await my_turn(pilot)
        await pilot.resize_terminal(120, 30)
        await seen(pilot, "2 × easy bot, 1 × hard bot")
