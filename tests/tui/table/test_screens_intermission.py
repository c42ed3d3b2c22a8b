"""A finished deal at a table of two: its readers, its duration, and the setting for that."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from core.games.kozel import rules as kozel
from net.wire.to_host import Continue, Start
from tests.support.harness import Harness, Visitor
from tests.support.harness_app import at_harness
from tests.support.screens import read, seen, table_of, until
from tui.language.text import use_language
from tui.table.screen import TableScreen
from tui.table.session import TableSession


def play_deal(harness: Harness, zoe: Visitor, ann: TableSession) -> None:
    """Have both make their first moves until a deal is over."""
    live = harness.live
    while live.to_act():
        mover = live.to_act()[0]
        move = live.legal(mover)[0]
        if mover == 0:
            zoe.play(move)
        else:
            ann.send(ann.client.play(move))


@asynccontextmanager
async def finished_deal(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (80, 24), pause: int = 30
) -> AsyncIterator[tuple[Pilot[None], Harness, Visitor]]:
    """Ann before her screen and Zoe have played a deal."""
    harness = Harness(kozel, pause=pause, clock=60)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=size) as (pilot, ann):
        ann.send(ann.client.ready())
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        play_deal(harness, zoe, ann)
        yield pilot, harness, zoe


def table(pilot: Pilot[None]) -> TableScreen:
    found = table_of(pilot)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "size",
    [
        (60, 20),
        pytest.param((80, 24), marks=pytest.mark.nightly),
        pytest.param((160, 48), marks=pytest.mark.nightly),
    ],
)
async def test_whoever_has_read_a_deal_sees_who_still_reads_it(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with finished_deal(monkeypatch, size) as (pilot, _, zoe):
        await seen(pilot, "The deal is over. Enter or a click continues")
        assert "wrote" in read(pilot)
        assert "0:30" in read(pilot)
        await seen(pilot, "Enter continue")
        await pilot.press("enter")
        await seen(pilot, "Zoe is still reading")
        await until(pilot, lambda: "Enter " not in read(pilot))
        assert "wrote" in read(pilot)
        zoe.send(Continue(zoe.client.seq))
        await until(pilot, lambda: table(pilot).model.match.reading is None)
        assert "wrote" not in read(pilot)
        await seen(pilot, "Enter play")


async def test_those_who_have_gone_on_are_named_to_those_who_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with finished_deal(monkeypatch) as (pilot, _, zoe):
        zoe.send(Continue(zoe.client.seq))
        await seen(pilot, "Ready: Zoe")
        await pilot.press("enter")
        await until(pilot, lambda: table(pilot).model.match.reading is None)


async def test_the_next_deal_comes_by_itself_when_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with finished_deal(monkeypatch) as (pilot, harness, _):
        await seen(pilot, "The deal is over")
        await pilot.press("f8")
        await seen(pilot, "1:00")
        harness.pass_time(61)
        await until(pilot, lambda: table(pilot).model.match.reading is None)
        assert "deal 2" in read(pilot)


async def test_it_is_said_in_russian_too(monkeypatch: pytest.MonkeyPatch) -> None:
    use_language("ru")
    async with finished_deal(monkeypatch, (60, 20)) as (pilot, _, zoe):
        await pilot.app.change_settings(language="ru")
        await seen(pilot, "Кон окончен. Enter или щелчок")
        await seen(pilot, "Enter дальше")
        zoe.send(Continue(zoe.client.seq))
        await seen(pilot, "Готовы: Zoe")
