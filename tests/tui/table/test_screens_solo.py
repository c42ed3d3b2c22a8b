"""Solo play from the first key to the goat, by keys alone and by the mouse alone."""

import pytest
from textual.pilot import Pilot

from tests.support.screens import opened, pick, read, seen, table_of, until
from tui.start import StartSolo
from tui.table.last_page import LastPage
from tui.table.screen import TableScreen
from tui.widgets.canvas import CanvasView

SHORT = {"target": 50}
"""The shortest match the house rules allow."""


def my_turn(pilot: Pilot[None]) -> TableScreen | None:
    """The table, once the player has something to do there."""
    table = table_of(pilot)
    if table is not None and (table.model.board.legal or table.model.match.reading is not None):
        return table
    return None


def over(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, LastPage)


async def test_nobody_is_offered_a_line_to_chat_with_bots() -> None:
    async with opened(StartSolo("kozel", 2, "easy", {}, 3), (160, 48)) as pilot:
        await until(pilot, lambda: my_turn(pilot))
        table = table_of(pilot)
        assert table is not None
        for key in ("c", "f4"):
            await pilot.press(key)
            assert not table.query_one("#chat").display
            assert not table.model.side.typing
        assert "chat" not in read(pilot)


@pytest.mark.nightly
async def test_a_match_is_played_to_the_goat_with_keys_alone() -> None:
    """Enter plays, draws, passes, chooses an end and reads on (K-R4 .. K-R15)."""
    async with opened(StartSolo("kozel", 2, "easy", SHORT, 5)) as pilot:
        while not over(pilot):
            await until(pilot, lambda: my_turn(pilot) or over(pilot))
            if not over(pilot):
                await pilot.press("enter")
        assert "the goat!" in read(pilot)
        await pick(pilot, "again")
        await until(pilot, lambda: my_turn(pilot))
        assert table_of(pilot).model.match.shown.view.deal == 1


async def click_hit(pilot: Pilot[None], name: str, what: str) -> bool:
    """Click the first place of an area that answers to `what`; return whether there is one."""
    view = pilot.app.screen.query_one(name, CanvasView)
    hits = view.painting.hits if view.painting else ()
    hit = next((hit for hit in hits if hit.what[0] == what), None)
    if hit is None:
        return False
    await pilot.click(name, offset=(hit.x + hit.width // 2, hit.y))
    return True


async def test_a_deal_is_played_with_the_mouse_alone() -> None:
    """A click chooses, a click on the chosen piece plays; buttons and ends answer too."""
    async with opened(StartSolo("kozel", 2, "easy", SHORT, 4)) as pilot:
        while (table := table_of(pilot)) is None or table.model.match.reading is None:
            await until(pilot, lambda: my_turn(pilot))
            table = table_of(pilot)
            assert table is not None
            if table.model.match.reading is not None:
                break
            if table.model.board.on_buttons:
                assert await click_hit(pilot, "#prompt", "button")
            else:
                await click_piece(pilot, table)
        await pilot.click("#board", offset=(5, 8))
        assert table.model.match.reading is None


async def click_piece(pilot: Pilot[None], table: TableScreen) -> None:
    index = next(i for i, piece in enumerate(table.model.board.pieces) if piece.moves)
    hand = table.query_one("#hand", CanvasView)
    hit = next(h for h in hand.painting.hits if h.what == ("piece", index))
    await pilot.click("#hand", offset=(hit.x + hit.width // 2, hit.y + hit.height // 2))


async def test_a_piece_that_does_not_fit_says_why_and_stays() -> None:
    """K-R6: a tile has to match an end."""
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        await until(pilot, lambda: my_turn(pilot))
        table = table_of(pilot)
        held = len(table.model.board.pieces)
        barred = next(i for i, piece in enumerate(table.model.board.pieces) if not piece.moves)
        await pilot.press(str(barred + 1), "enter")
        assert read(pilot).count(table.model.board.pieces[barred].why_not) == 1
        assert f"F3 opens the rule book at {table.model.board.pieces[barred].rule}" in read(pilot)
        assert len(table.model.board.pieces) == held
        assert table.session.client.pending is None


async def test_a_move_the_host_refuses_is_explained_with_its_paragraph() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        await until(pilot, lambda: my_turn(pilot))
        table = table_of(pilot)
        session = table.session
        session.send(session.client.play("pass"))
        await seen(pilot, "(K-R")
        assert table.model.board.legal


async def test_escape_asks_before_a_match_is_left() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        await until(pilot, lambda: my_turn(pilot))
        await pilot.press("escape")
        await seen(pilot, "Leave the match?")
        await pilot.press("escape")
        assert table_of(pilot) is not None
        await pilot.press("escape")
        await pick(pilot, "leave")
        await until(pilot, lambda: table_of(pilot) is None)
        await seen(pilot, "play alone against bots")


async def test_q_in_a_match_asks_and_ends_the_program() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        await until(pilot, lambda: my_turn(pilot))
        await pilot.press("й")
        await seen(pilot, "Leave the match?")
        await pick(pilot, "leave")
    assert pilot.app.return_code == 0
