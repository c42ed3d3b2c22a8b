"""A cheating host on a player's full screen: before, in and after a deal."""

import asyncio

import pytest
from textual.pilot import Pilot
from textual.widgets._toast import Toast, ToastHolder

from core.games.kozel import rules as kozel
from kozyr_kits.conformance.clients.cheats import CHEATS
from net.client.deal_check import FAULTS
from net.client.events import MatchChecked
from net.client.seat import ClientSeat
from net.wire.to_host import Fill, Ready, Start
from tests.support.cheating_host import CheatingHost, kozel_table
from tests.support.harness_app import HarnessLink, at_harness
from tests.support.matches import THOROUGH, daily
from tests.support.robots import Robot
from tests.support.screens import make, opened, read, seen, table_of, until
from tests.support.shuffles import ShuffledHarness
from tui.language.text import use_language
from tui.start import StartJoin
from tui.table.deal_words import checked_said


def warned(pilot: Pilot[None]) -> str:
    """The words of all notices on the screen, as drawn."""
    lines = read(pilot).split("\n")
    words: list[str] = []
    for toast in pilot.app.screen.query(Toast):
        x, y, width, height = toast.region
        words += " ".join(line[x : x + width] for line in lines[y : y + height]).split()
    return " ".join(word for word in words if word.strip("▌▐│┃█"))


async def noticed(pilot: Pilot[None], sentence: str) -> None:
    """Wait until a notice says a whole sentence."""
    for _ in range(500):
        if " ".join(sentence.split()) in warned(pilot):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{sentence!r} is not told on the screen:\n{read(pilot)}")


@pytest.mark.parametrize(
    "size, language",
    [
        ((60, 20), "ru"),
        pytest.param((44, 30), "en", marks=pytest.mark.nightly),
        pytest.param((160, 48), "en", marks=pytest.mark.nightly),
    ],
)
async def test_each_verdict_against_the_host_is_told_whole_at_the_table(
    size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By day the four longest."""
    harness = ShuffledHarness(kozel, 2)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=size, language=language) as (pilot, session):
        link = session.link
        assert isinstance(link, HarnessLink)
        link.visitor.answers = True
        link.visitor.send(Ready())
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        use_language(language)
        deals = link.client.deals
        assert deals is not None
        told = {}
        for fault in FAULTS:
            found = MatchChecked(fault, 3, 0, (0, 1), shuffles=4)
            told[checked_said(found, link.client.room, ("Ann", "Zoe"), 0)] = found
        for said in sorted(told, key=len)[0 if THOROUGH else -4 :]:
            deals.match.verdict = told[said]
            link.hear(told[said])
            await noticed(pilot, said)
            await pilot.click("Toast")
            await until(pilot, lambda: not pilot.app.screen.query(ToastHolder))


@pytest.mark.parametrize(
    "name",
    daily(
        ["own nonce replaced", "the same number with other totals"],
        "the same number with other totals",
    ),
)
async def test_a_host_that_cheats_is_found_out_on_the_full_screen(name: str) -> None:
    """In the shuffle, and while a deal is played; over real sockets."""
    cheat = CHEATS[name]
    async with CheatingHost(kozel_table(200), cheat.lie) as host:
        zoe = Robot(host.local_link(ClientSeat()), "Zoe")
        await zoe.until(lambda: zoe.client.room)
        async with opened(StartJoin(("127.0.0.1", host.port))) as pilot:
            zoe.send(Fill(2, "easy"))
            await seen(pilot, "easy bot")
            await pilot.press("enter")
            await zoe.until(lambda: zoe.client.room and zoe.client.room.seats[1].ready)
            zoe.send(Start())
            while FAULTS[cheat.fault] not in warned(pilot):  # other notices may come before
                table = table_of(pilot)
                if table is not None and table.model.board.legal:
                    make(table, table.model.board.legal[0])
                await asyncio.sleep(0.01)
        await zoe.close()
