"""The pause between deals as people set and read it: form, waiting room, command line."""

from argparse import ArgumentTypeError

import pytest

from core.games.kozel import rules as kozel
from net.table.clock import DEFAULT_PAUSE, EVERYBODY
from net.wire.from_host import Gathered
from net.wire.to_host import Pause, Ready
from tests.support.harness import Harness
from tests.support.harness_app import at_harness
from tests.support.screens import app_of, opened, read, seen, until
from tui.commands.table import pause_seconds
from tui.room.screen import RoomScreen
from tui.room.words import pause_said, pause_value
from tui.screens.new_table import NewTableScreen
from tui.start import StartHost


def test_every_setting_has_words() -> None:
    assert [pause_value(n) for n in (0, 30, -1)] == [
        "no pause",
        "30 seconds",
        "until all have read it",
    ]
    assert pause_said(0) == "No pause after a deal: the next one begins at once"
    assert pause_said(30) == "After a deal: 30 seconds to read it"
    assert pause_said(-1) == "After a deal: the next one begins when everybody has read it"


def test_the_command_line_takes_the_offered_pauses_only() -> None:
    assert [pause_seconds(text) for text in ("0", "30", "wait")] == [0, 30, EVERYBODY]
    with pytest.raises(ArgumentTypeError, match="0, 10, 30, 60, wait; got -1"):
        pause_seconds("-1")


async def test_the_form_remembers_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(table={"game": "kozel", "pause": 60}) as pilot:
        app = app_of(pilot)
        begun: list[object] = []
        monkeypatch.setattr(app, "begin", begun.append)
        await app.push_screen(NewTableScreen(hosting=True))
        await seen(pilot, "‹ 60 seconds ›")
        next(field for field in app.screen.query("Field") if field.name == "pause").focus()
        await pilot.press("right")
        await seen(pilot, "‹ until all have read it ›")
        app.screen.query_one("#start").focus()
        await pilot.press("enter")
        await until(pilot, lambda: begun)
        (start,) = begun
        assert isinstance(start, StartHost)
        assert start.pause == app.settings.table["pause"] == EVERYBODY


async def test_a_remembered_pause_that_does_not_exist_is_the_usual_one() -> None:
    async with opened(table={"game": "kozel", "pause": "soon"}) as pilot:
        await pilot.app.push_screen(NewTableScreen(hosting=True))
        await seen(pilot, f"‹ {pause_value(DEFAULT_PAUSE)} ›")


async def test_the_owner_changes_the_pause_in_the_room_and_everybody_hears_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel)
    async with at_harness(harness, monkeypatch) as (pilot, _):
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        zoe = harness.join("Zoe")
        zoe.send(Ready())
        await pilot.press("f5")
        await seen(pilot, "‹ no pause ›")
        next(field for field in pilot.app.screen.query("Field") if field.name == "pause").focus()
        await pilot.press("right")
        await until(pilot, lambda: zoe.last(Gathered).pause == 10)
        assert not zoe.last(Gathered).seats[1].ready


async def test_a_guest_reads_the_pause_and_hears_of_a_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, pause=60)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, _):
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        zoe.send(Pause(EVERYBODY))
        await seen(pilot, "After a deal: the next one")
        await pilot.press("f5")
        await seen(pilot, "House rules · Kozel")
        assert "After a deal: the next one begins when everybody has read it" in read(pilot)
        assert "‹" not in read(pilot)
