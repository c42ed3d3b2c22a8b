"""The ways in for guests without Kozyr, opened and closed at a table that is there already."""

import socket

import pytest

from core.games.kozel import rules as kozel
from tests.support.harness import Harness
from tests.support.harness_app import at_harness
from tests.support.screens import read, room_open, seen
from tui.start import StartHost

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="guests need ptys")


async def test_ssh_opens_with_a_key_and_closes_after_a_question() -> None:
    async with room_open(StartHost("kozel", 2, port=0)) as pilot:
        await pilot.press("i")
        await seen(pilot, "S lets people in by ssh too")
        await pilot.press("s")
        await seen(pilot, "ssh NAME@")
        await pilot.press("s")
        await seen(pilot, "Close the way in by ssh?")
        await pilot.press("down", "enter")
        await seen(pilot, "S lets people in by ssh too")
        assert "ssh NAME@" not in read(pilot)


async def test_at_the_table_of_somebody_else_no_way_is_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_harness(Harness(kozel, 3), monkeypatch) as (pilot, _):
        await pilot.press("i")
        await seen(pilot, "see kozyr host -h")
        assert "ssh on/off" not in read(pilot)
