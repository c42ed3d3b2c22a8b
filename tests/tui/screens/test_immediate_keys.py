"""A key is handled and drawn at once, but never before earlier input."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import ClassVar

import pytest
from textual import events
from textual.binding import Binding, BindingType
from textual.pilot import Pilot

from tests.support.screens import app_of, my_turn, opened, until
from tui.start import StartSolo
from tui.table.screen import TableScreen
from tui.widgets.base_screen import BaseScreen

KOZEL = StartSolo("kozel", 4, "easy", {}, 3)


async def at_rest(pilot: Pilot[None]) -> TableScreen:
    """Wait for the player's turn, and until everything is handled and drawn."""
    table = await my_turn(pilot)
    await until(pilot, lambda: table.is_free and not table._dirty_widgets)
    table.drawn_at = 0.0
    return table


def frames_of(pilot: Pilot[None], monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Note the piece under the cursor in each frame."""
    table, frames = pilot.app.screen, []
    assert isinstance(table, TableScreen)
    monkeypatch.setattr(
        pilot.app, "post_display_hook", lambda: frames.append(table.model.board.focus.piece)
    )
    return lambda: frames


async def press(pilot: Pilot[None], key: str) -> None:
    """Give the application a key, and let nothing else run in between."""
    await app_of(pilot).on_event(events.Key(key, None))


async def test_the_frame_of_a_key_is_drawn_as_soon_as_it_is_handled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(KOZEL) as pilot:
        table = await at_rest(pilot)
        frames, before = frames_of(pilot, monkeypatch), table.model.board.focus.piece
        await press(pilot, "right")
        assert frames() == [before + 1]


async def test_keys_faster_than_frames_share_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(KOZEL) as pilot:
        table = await at_rest(pilot)
        frames, before = frames_of(pilot, monkeypatch), table.model.board.focus.piece
        table.drawn_at = monotonic() + 60
        await press(pilot, "right")
        await press(pilot, "right")
        assert frames() == []
        await until(pilot, frames)
        assert frames()[-1] == table.model.board.focus.piece == before + 2


async def test_a_key_comes_after_what_waits_or_is_being_handled() -> None:
    async with opened(KOZEL) as pilot:
        table = await at_rest(pilot)
        selection, begun, go_on = table.model.board, asyncio.Event(), asyncio.Event()
        before, found = selection.focus.piece, []

        async def look() -> None:
            begun.set()
            await go_on.wait()
            found.append(selection.focus.piece)

        table.call_later(look)
        await press(pilot, "right")
        await begun.wait()
        await press(pilot, "right")
        assert selection.focus.piece == before
        go_on.set()
        await until(pilot, lambda: selection.focus.piece == before + 2)
        assert found == [before]


class Taking(BaseScreen):
    """A page that takes one of its keys before the binding of that key."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("x,y", "note")]

    def __init__(self) -> None:
        super().__init__()
        self.noted = 0

    def on_key(self, event: events.Key) -> None:
        if event.key == "x":
            event.stop()

    def action_note(self) -> None:
        self.noted += 1


async def test_a_key_that_a_page_takes_for_itself_means_nothing_else() -> None:
    async with opened() as pilot:
        page = Taking()
        await pilot.app.push_screen(page)
        await until(pilot, lambda: page.is_free)
        await press(pilot, "x")
        assert page.noted == 0
        await press(pilot, "y")
        assert page.noted == 1
