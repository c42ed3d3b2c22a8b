"""Hosts that cheat over real sockets; tests/net/client/test_cheats.py tries every cheat without."""

from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.game import Seat
from core.games import GAMES
from core.records.record import verify
from kozyr_kits.conformance.clients.cheats import CHEATS
from kozyr_kits.conformance.clients.lies import Lie
from net.client.deal_check import UNKNOWN
from net.client.events import Dismissed, MatchChecked, RecordFiled
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.files.store import Records
from net.wire.from_host import Revealed, Updated
from net.wire.to_host import Fill, Start
from tests.support.cheating_host import CheatingHost, kozel_table
from tests.support.robots import Robot


@asynccontextmanager
async def cheated(lie: Any, folder: Path, target: int = 200) -> Any:
    """A match of Kozel at a cheating host: its honest player Ann, and Bob, who is cheated."""
    async with CheatingHost(kozel_table(target), lie) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.room)
        link = RemoteLink("127.0.0.1", host.port, ClientSeat(keeps=True), keep=Records(folder).keep)
        bob = Robot(link, "Bob")
        ann.send(Fill(2, "easy"))

        def ready() -> bool:
            room = ann.client.room
            return room is not None and not room.free and room.seats[1].ready

        await ann.until(ready)
        ann.send(Start())
        try:
            yield ann, bob
        finally:
            await bob.close()
            await ann.close()


def kept(folder: Path) -> list[str]:
    """The lines of the only record in a folder."""
    (path,) = folder.iterdir()
    return path.read_text("utf-8").splitlines()


def found(robot: Robot) -> MatchChecked | None:
    """Return the findings of a player's program about the deals of the match."""
    deals = robot.client.deals
    return None if deals is None else deals.match.verdict


async def filed(robot: Robot) -> None:
    """Wait for the host's record, and for all deals to be checked: either may come first."""
    await robot.until(lambda: robot.last(RecordFiled) and found(robot), 60)


def told(robot: Robot) -> list[MatchChecked]:
    """Return everything that the player was told of the deals as a whole."""
    return [each for each in robot.heard if isinstance(each, MatchChecked)]


@pytest.mark.parametrize(
    "name",
    [
        "forged shares after a cut",
        "the same number with other totals",
        "closed before the last deal is shown",
    ],
)
async def test_a_cheat_is_found_over_sockets_too(name: str, tmp_path: Path) -> None:
    cheat = CHEATS[name]
    async with cheated(cheat.lie, tmp_path) as (_, bob):
        await bob.until(lambda: told(bob) and told(bob)[-1].fault == cheat.fault, 60)
        assert all(each.fault in UNKNOWN for each in told(bob)[:-1])


async def test_another_record_than_that_of_the_match_is_refused_and_the_own_is_kept(
    tmp_path: Path,
) -> None:
    async with cheated(CHEATS["another move"].lie, tmp_path, target=50) as (ann, bob):
        await filed(bob)
        assert bob.last(RecordFiled).fits is False
        assert found(bob).fault == ""
        await ann.until(lambda: found(ann))
    assert verify(GAMES, kept(tmp_path)) is None


async def test_when_the_host_is_gone_all_finished_deals_are_in_the_own_record(
    tmp_path: Path,
) -> None:
    """The end is not announced: the host's program is killed in the middle of a deal."""

    def killed(seat: Seat) -> Lie:
        shown: set[int] = set()

        def lie(message: Any) -> Any:
            if shown >= {1, 2} and isinstance(message, Updated):
                return ()
            if isinstance(message, Revealed) and not message.more:
                shown.add(message.deal)
            return (message,)

        return lie

    async with cheated(killed, tmp_path) as (_, bob):
        await bob.until(lambda: bob.client.deals and bob.client.deals.match.checked == 2, 60)
        assert not isinstance(bob.heard[-1], Dismissed)
        await bob.close()
    lines = kept(tmp_path)
    fault = verify(GAMES, lines)
    assert fault is not None
    assert "before the match is over" in fault.reason or "deck line" in fault.reason
    assert sum('"deal":' in line and '"points"' in line for line in lines) >= 2


async def test_a_host_that_sends_nonsense_after_a_deal_takes_nobody_the_record_of_it(
    tmp_path: Path,
) -> None:
    """It comes before this player's program has had time to check the deal."""

    def nonsense(seat: Seat) -> Lie:
        over: list[bool] = []

        def lie(message: Any) -> Any:
            if over and isinstance(message, Updated):
                return (replace(message, view={}),)
            over.extend([True] * (isinstance(message, Revealed) and not message.more))
            return (message,)

        return lie

    async with cheated(nonsense, tmp_path) as (_, bob):
        await bob.until(lambda: bob.last(Dismissed), 60)
        assert bob.last(Dismissed).code == "unreadable"
        assert bob.heard[-1] == bob.last(Dismissed)
        await bob.close()
    assert sum('"deal":' in line and '"points"' in line for line in kept(tmp_path)) == 1
