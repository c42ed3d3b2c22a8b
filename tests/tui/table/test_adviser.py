"""Hints are worked out apart from the host: its answers do not betray its player's question."""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.advice import can_advise
from core.bots import BOTS
from core.games import GAMES
from net.lan.addresses import parse_address
from net.wire.from_host import Ponged
from net.wire.protocol import VERSION, decode_from_host, encode, frame
from net.wire.to_host import Hello, Ping
from tests.support.machine import Ann
from tests.support.matches import Case, daily, some_positions
from tui.plain.context import Plan
from tui.plain.shell import _Shell
from tui.preferences.settings import Settings
from tui.start import StartHost, StartJoin, StartResume, StartSolo
from tui.table.adviser import Adviser
from tui.table.hints import find_hint, find_numbers
from tui.table.links import open_link

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="holds a process by a fifo")


def a_view(game: str) -> Any:
    rules = GAMES[game]
    for match in some_positions(Case(rules, rules.Options(), max(3, rules.SEATS[0]), ""), 8, 20):
        for seat in rules.to_act(match.state):
            if len(rules.legal(match.state, seat)) > 1:
                return rules.view(match.state, seat)
    raise AssertionError


@pytest.mark.parametrize(
    "worker",
    [
        "net.host.bot_worker",
        pytest.param("tests.support.broken_worker", marks=pytest.mark.logs("no answer to")),
    ],
)
@pytest.mark.parametrize("game", daily(filter(can_advise, GAMES), "joker"))
async def test_a_process_advises_as_a_thread_does_and_a_thread_where_it_fails(
    game: str, worker: str
) -> None:
    view, adviser = a_view(game), Adviser(apart=True, worker=worker)
    try:
        hint = await adviser.hint(game, view)
        assert hint == find_hint(game, view)
        if game in BOTS:
            found = await adviser.numbers(game, view, hint.move)
            assert found == find_numbers(game, view, hint.move)
    finally:
        adviser.close()


def test_only_a_table_with_others_at_it_has_its_hints_worked_out_apart() -> None:
    session = Ann(GAMES["kozel"]).connection
    for start, apart in (
        (StartHost("kozel", 2), True),
        (StartResume("0" * 32), True),
        (StartSolo("kozel", 2), False),
        (StartJoin(), False),
    ):
        session.start = start
        assert session.hosts is apart


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110 - other processes tell no event
        await asyncio.sleep(0.01)


async def ask(port: int) -> Ponged:
    """Send a host a Ping, as any stranger can; return its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(frame(encode(Hello(VERSION))) + frame(encode(Ping(7))))
        while True:
            size = int.from_bytes(await reader.readexactly(4), "big")
            message = decode_from_host(await reader.readexactly(size))
            if isinstance(message, Ponged):
                return message
    finally:
        writer.close()
        await writer.wait_closed()


@posix
async def test_a_host_answers_others_while_its_own_person_waits_for_a_hint(
    own_places: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    held = tmp_path / "held"
    os.mkfifo(held)
    monkeypatch.setenv("HELD", str(held))
    start = StartHost("kozel", 2, bots=("easy",), port=0, name="Ann")
    session = await open_link(start, Settings(), folder=own_places, bot_seconds=0)
    reading, writing = os.pipe()
    with os.fdopen(reading) as typed, os.fdopen(writing, "w") as keyboard:
        monkeypatch.setattr(sys, "stdin", typed)
        shell = _Shell(session, Plan(hosting=True))
        shell.beside.adviser = Adviser(apart=session.hosts, worker="tests.support.held_worker")
        running = asyncio.ensure_future(shell.run())
        print("start", file=keyboard, flush=True)
        await until(lambda: session.client.my_turn)
        print("hint", "say after the hint", sep="\n", file=keyboard, flush=True)
        await until(lambda: shell._dialogue.thinking)
        assert await ask(parse_address(session.address)[1]) == Ponged(7)
        said = capsys.readouterr().out
        assert "Hint:" not in said
        assert "after the hint" not in said, "what is typed waits for the hint"
        shell._patient = False  # as if typed by a person
        print("say later", file=keyboard, flush=True)
        while "Still thinking …" not in said:
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
        await asyncio.to_thread(held.write_bytes, b"")
        while "after the hint" not in said:
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
        assert said.index("Hint:") < said.index("after the hint")
        print("quit", "quit", sep="\n", file=keyboard, flush=True)
        assert await running == 0


@posix
async def test_whoever_leaves_while_a_hint_is_worked_out_does_not_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "held")
    monkeypatch.setenv("HELD", str(tmp_path / "held"))
    adviser = Adviser(apart=True, worker="tests.support.held_worker")
    view = a_view("kozel")
    asking = asyncio.ensure_future(adviser.hint("kozel", view))
    worker = adviser.worker
    assert worker is not None
    await until(lambda: worker.pid is not None)
    adviser.close()
    assert worker.pid is None
    await asking
