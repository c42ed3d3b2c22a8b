"""The page that says why tables are not found, and the ways that lead to it."""

import json
import re

import pytest

import tui.doctor.screen
from net.doctor.facts import (
    ConnectOutcome,
    Facts,
    Interface,
    InterfaceKind,
    PortCheck,
    Target,
    TriedAddress,
)
from tests.support.screens import opened, pick, read, seen, until
from tui.__main__ import main
from tui.doctor.report import Report
from tui.doctor.screen import DoctorScreen
from tui.language.text import use_language
from tui.screens.tables import TablesScreen
from tui.start import StartJoin

ASKED: list[tuple[object, ...]] = []

BLOCKED = Facts(
    interfaces=(Interface("wlan0", "192.168.1.5", 24, InterfaceKind.LAN),),
    port_check=PortCheck(outcomes=(("192.168.1.5", ConnectOutcome.TIMEOUT),)),
)


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a fixed finding at once; examinations have tests of their own."""
    ASKED.clear()

    async def diagnose(target: tuple[str, int] | None, port: int | None, on_step: object) -> Report:
        ASKED.append((target, port))
        if target is None:
            return Report(BLOCKED)
        tried = TriedAddress(target[0], ConnectOutcome.REFUSED, near=True)
        return Report(Facts(BLOCKED.platform, target=Target(*target, (tried,))))

    monkeypatch.setattr(tui.doctor.screen, "diagnose", diagnose)


@pytest.mark.usefixtures("blocked")
@pytest.mark.parametrize("key", ["f8", "d", "в"])
async def test_one_key_in_the_list_of_tables_finds_out_what_is_wrong(key: str) -> None:
    async with opened(StartJoin(), (60, 20)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, DoctorScreen))
        await seen(pilot, "✗ Nobody gets through to port 23636")
        await seen(pilot, "→ Let TCP port 23636 in")
        assert "kozyr join 192.168.1.5:23636" in read(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))


@pytest.mark.usefixtures("blocked")
async def test_an_address_is_looked_into_and_looked_into_again() -> None:
    async with opened(StartJoin()) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        await pilot.press("d")
        await seen(pilot, "✗ Nobody gets through")
        await pilot.press("a")
        await seen(pilot, "Which address cannot be joined?")
        await pilot.press(*"10.0.0.9", "enter")
        await seen(pilot, "The computer 10.0.0.9 is there")
        await pilot.press("r")
        await until(pilot, lambda: len(ASKED) == 3)
        assert ASKED == [(None, None), (("10.0.0.9", 23636), None), (("10.0.0.9", 23636), None)]
        await pilot.press("a", *"1.2.3", "enter")
        await seen(pilot, "is not an IPv4 address")


@pytest.mark.usefixtures("blocked")
async def test_a_failed_join_offers_to_find_out_why() -> None:
    async with opened(StartJoin(("127.0.0.1", 1))) as pilot:
        await seen(pilot, "Nobody answers at 127.0.0.1:1")
        await pick(pilot, "doctor")
        await seen(pilot, "The computer 127.0.0.1 is there, but no table is open at its port 1")
        assert ASKED == [(("127.0.0.1", 1), None)]


@pytest.mark.usefixtures("blocked")
async def test_whoever_does_not_want_to_know_goes_on() -> None:
    async with opened(StartJoin(("127.0.0.1", 1))) as pilot:
        await seen(pilot, "Nobody answers at 127.0.0.1:1")
        await pilot.press("escape")
        await seen(pilot, "host a table on the LAN")
        assert not ASKED


@pytest.mark.usefixtures("blocked")
async def test_the_page_follows_a_change_of_the_language() -> None:
    async with opened(StartJoin()) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        await pilot.press("d")
        await seen(pilot, "✗ Nobody gets through")
        screen = pilot.app.screen
        assert isinstance(screen, DoctorScreen)
        use_language("ru")
        await screen.relabel()
        await seen(pilot, "Почему столы не находятся")
        await seen(pilot, "Откройте в брандмауэре")


def test_the_command_explains_an_address_where_nobody_listens(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor", "127.0.0.1:1"]) == 1
    said, progress = capsys.readouterr()
    assert "no table is open at its port 1" in re.sub(r"\s+", " ", said)
    assert "Examining the network" in progress


def test_the_command_speaks_russian_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "127.0.0.1:1", "--json", "--lang", "ru"]) == 1
    (finding, *_) = json.loads(capsys.readouterr().out)["findings"]
    assert finding["code"] == "refused"
    assert "стола нет" in finding["sentence"]


def test_an_address_that_is_none_is_a_mistake_of_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor", "1.2.3"]) == 2
    assert "is not an IPv4 address" in capsys.readouterr().err
