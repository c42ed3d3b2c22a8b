"""The waiting room and the list of tables, with another player at a real port of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.games import kozel
from net.client import RemoteLink
from net.host import Host
from net.lobby import Lobby
from net.opening import new_table
from net.protocol import Fill, Ready, Say, Start
from net.session import Session
from tests.support.screens import opened, read, seen, table_of, until
from tui.app import KozyrApp
from tui.screens.house_rules import HouseRulesScreen
from tui.screens.room import RoomScreen
from tui.start import StartHost, StartJoin


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tokens out of the real folders and announcements on this machine."""
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path))
    monkeypatch.setenv("KOZYR_INTERFACES", "127.0.0.1")


def port_of(pilot: Pilot[None]) -> int:
    app = pilot.app
    assert isinstance(app, KozyrApp)
    assert app.connection is not None
    return int(app.connection.address.rpartition(":")[2])


@asynccontextmanager
async def guest(port: int, name: str) -> AsyncIterator[RemoteLink]:
    """Somebody who joins over a socket."""
    session = Session()
    session.join(name)
    link = RemoteLink("127.0.0.1", port, session)
    running = asyncio.ensure_future(link.run(lambda message: None, lambda up: None))
    try:
        yield link
    finally:
        await link.close()
        await running


async def test_a_host_waits_for_a_guest_fills_up_and_starts() -> None:
    async with opened(StartHost("kozel", 3, {"target": 51}, port=0, table_name="Kitchen")) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await seen(pilot, "join with: kozyr join 127.0.0.1:")
        assert "Kitchen" in read(pilot)
        assert "● target: 51" in read(pilot)
        async with guest(port_of(pilot), "Zoe") as zoe:
            await seen(pilot, "Zoe sits down")
            zoe.send(Say("hello there"))
            await seen(pilot, "Zoe: hello there")
            await pilot.press("f6")
            await seen(pilot, "easy bot")
            await pilot.press("enter")
            await seen(pilot, "Zoe is not ready yet")
            zoe.send(Ready())
            await seen(pilot, "✓ ready")
            await pilot.press("enter")
            await until(pilot, lambda: table_of(pilot))
            await seen(pilot, "target 51")


async def test_a_guest_who_loses_the_connection_is_shown_as_away() -> None:
    async with opened(StartHost("kozel", 2, port=0)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        async with guest(port_of(pilot), "Zoe") as zoe:
            await seen(pilot, "Zoe sits down")
            zoe.send(Ready())
            await seen(pilot, "✓ ready")
            await pilot.press("enter")
            await until(pilot, lambda: table_of(pilot))
        await seen(pilot, "Zoe has lost the")


async def test_the_owner_puts_a_bot_on_a_seat_and_frees_it_again() -> None:
    async with opened(StartHost("kozel", 2, port=0)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await seen(pilot, "free seat")
        await pilot.press("up", "2")
        await seen(pilot, "Who sits here?")
        await pilot.press("2")
        await seen(pilot, "easy bot")
        await pilot.press("2")
        await seen(pilot, "Free the seat of")
        await pilot.press("2")
        await seen(pilot, "free seat")


async def test_a_guest_joins_by_address_and_sees_the_host_start() -> None:
    """The host here is a table of somebody else; leaving it leads home."""
    async with opened(StartHost("kozel", 3, port=0)) as host:
        await until(host, lambda: isinstance(host.app.screen, RoomScreen))
        async with guest(port_of(host), "Zoe") as zoe:
            await seen(host, "Zoe sits down")
            zoe.send(Fill(2, "easy"))
            await host.press("escape")
            await seen(host, "The table closes for everybody.")
            await host.press("2")
            await until(host, lambda: zoe.session.closed)
            assert zoe.session.closed is not None
            assert zoe.session.closed.code == "host"
            zoe.send(Start())
        await seen(host, "host a table on the LAN")


async def test_nobody_at_an_address_is_said_in_a_sentence() -> None:
    async with opened(StartJoin(("127.0.0.1", 1))) as pilot:
        await seen(pilot, "nobody answers at 127.0.0.1:1")


async def test_a_typed_address_that_is_none_is_explained() -> None:
    async with opened(StartJoin(None, None)) as pilot:
        await seen(pilot, "Looking for tables")
        await pilot.press("ф")
        await seen(pilot, "The address of the host")
        await pilot.press(*"1.2.3", "enter")
        await seen(pilot, "no IPv4 address")


async def test_free_seats_are_offered_to_bots_when_the_match_is_started() -> None:
    async with opened(StartHost("kozel", 3, port=0)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await seen(pilot, "free seat")
        await pilot.press("enter")
        await seen(pilot, "2 seats are free.")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await pilot.press("enter")
        await seen(pilot, "2 seats are free.")
        await pilot.press("2")
        await until(pilot, lambda: table_of(pilot))


async def test_the_owner_changes_house_rules_in_the_room_and_nobody_is_ready_any_more() -> None:
    async with opened(StartHost("kozel", 2, port=0)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        async with guest(port_of(pilot), "Zoe") as zoe:
            await seen(pilot, "Zoe sits down")
            zoe.send(Ready())
            await seen(pilot, "✓ ready")
            await pilot.press("f5")
            await until(pilot, lambda: isinstance(pilot.app.screen, HouseRulesScreen))
            row = next(r for r in pilot.app.screen.query("Field") if r.name == "rule-target")
            row.focus()
            await pilot.press("6", "1")
            await until(pilot, lambda: zoe.session.options.target == 61)
            await pilot.press("escape")
            await seen(pilot, "● target: 61")
            await seen(pilot, "not ready")
            assert "is now 61" in read(pilot)


async def test_a_guest_reads_the_house_rules_and_cannot_change_them() -> None:
    """The host is a program of its own here: the screens are the guest's."""
    table = new_table("Kitchen", kozel, kozel.Options(target=51), 2)
    async with (
        Host(Lobby("Zoe", [table]), address="127.0.0.1", port=0) as host,
        guest(host.port, "Zoe") as zoe,
        opened() as ann,
    ):
        await until(ann, lambda: zoe.session.seated)
        assert isinstance(ann.app, KozyrApp)
        ann.app.begin(StartJoin(("127.0.0.1", host.port)))
        await seen(ann, "● target: 51")
        await seen(ann, "Who is ready accepts them.")
        await ann.press("f5")
        await until(ann, lambda: isinstance(ann.app.screen, HouseRulesScreen))
        assert not ann.app.screen.query("Field")
