"""Hosts that cheat over real sockets; tests/net/client/test_cheats.py tries every cheat without."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.deal_proof import share_commitment
from core.game import Seat
from core.games import GAMES
from core.games.kozel import rules as kozel
from core.records.record import verify
from kozyr_kits.conformance.clients.cheats import CHEATS, OF_RECORDS
from kozyr_kits.conformance.clients.lies import OTHER, Lie
from net.client.events import Dismissed, MatchChecked, RecordFiled, Shuffled
from net.client.faults import UNKNOWN
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.files.store import Records
from net.table.table import Table
from net.wire.from_host import Revealed, Updated
from net.wire.to_host import Fill, Play, Start
from tests.support.cheating_host import CheatingHost, kozel_table
from tests.support.matches import daily
from tests.support.robots import Robot
from tui.table.deal_words import shuffled_said


@asynccontextmanager
async def cheated(
    lie: Any, folder: Path, target: int = 200, prepare: Callable[[Table], None] | None = None
) -> Any:
    """A match of Kozel at a cheating host: its honest player Ann, and Bob, who is cheated."""
    table = kozel_table(target)
    if prepare is not None:
        prepare(table)
    async with CheatingHost(table, lie) as host:
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


def kept_anything(folder: Path) -> bool:
    """Whether there is a record in a folder."""
    return any(folder.iterdir())


def found(robot: Robot) -> MatchChecked | None:
    """What a player's program knows of the deals of the match."""
    deals = robot.client.deals
    return None if deals is None else deals.match.verdict


async def filed(robot: Robot) -> None:
    """Wait for the host's record, and for all deals to be checked: either may come first."""
    await robot.until(lambda: robot.last(RecordFiled) and found(robot), 60)


def told(robot: Robot) -> list[MatchChecked]:
    """All that a player was told of the deals as a whole."""
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


@pytest.mark.parametrize("name", daily(OF_RECORDS, *OF_RECORDS[::3]))
async def test_another_record_than_that_of_the_match_is_refused_and_the_own_is_kept(
    name: str, tmp_path: Path
) -> None:
    async with cheated(CHEATS[name].lie, tmp_path, target=50) as (ann, bob):
        await filed(bob)
        assert bob.last(RecordFiled).fits is False
        assert found(bob).fault == ""
        await ann.until(lambda: found(ann))
    assert verify(GAMES, kept(tmp_path)) is None


async def test_a_share_that_was_sent_and_left_out_is_said_and_proves_nothing(
    tmp_path: Path,
) -> None:
    def deaf(table: Table) -> None:
        take = table.shuffle.take
        table.shuffle.take = lambda seat, message: seat == 1 or take(seat, message)

    async with cheated(honestly, tmp_path, target=50, prepare=deaf) as (_, bob):
        await bob.until(lambda: bob.last(MatchChecked), 60)
        assert bob.last(MatchChecked).fault == ""
        assert not bob.last(MatchChecked).own
        assert shuffled_said(bob.last(Shuffled), ("Ann", "Bob", "Easy"), 1) == (
            "Shuffled without your share: it did not come in time"
        )


async def test_another_move_in_the_players_name_is_found_when_the_deal_is_over(
    tmp_path: Path,
) -> None:
    def wilful(table: Table) -> None:
        receive = table.receive

        def play_another(connection: Any, message: Any, *rest: Any) -> Any:
            if isinstance(message, Play) and table.room.seat_of[connection] == 1:
                others = kozel.legal(table.match.live.match.state, 1)
                message = replace(message, move=others[-1])
            return receive(connection, message, *rest)

        table.receive = play_another  # type: ignore[method-assign]

    async with cheated(honestly, tmp_path, prepare=wilful) as (ann, bob):
        await bob.until(lambda: bob.last(MatchChecked), 60)
        assert bob.last(MatchChecked).fault == "yours"
        await ann.until(lambda: found(ann))
        assert found(ann).fault == ""


def honestly(seat: Seat) -> Lie:
    """Change nothing."""
    return lambda message: (message,)


async def test_a_host_that_cheats_nobody_is_believed_by_both(tmp_path: Path) -> None:
    async with cheated(honestly, tmp_path) as (ann, bob):
        await filed(bob)
        assert bob.last(RecordFiled).fits
        assert bob.last(Shuffled) == Shuffled((), sent=True)
        await ann.until(lambda: found(ann))
        for robot in (ann, bob):
            assert found(robot) == MatchChecked("", 0, 0, (0, 1, 2), own=True)


async def test_a_record_with_a_share_that_was_made_up_for_this_player_is_not_kept(
    tmp_path: Path,
) -> None:
    """Its proof is sound: whoever verifies it later would believe that everybody had a share."""

    def forging(table: Table) -> None:
        make = table.shuffle._exchange_for

        def forged(*setup: Any) -> Any:
            exchange = make(*setup)
            exchange._commitments[1] = share_commitment(exchange._table, 1, OTHER)
            exchange._shown[1] = OTHER
            exchange.commit = exchange.reveal = lambda seat, message: None
            return exchange

        table.shuffle._exchange_for = forged  # type: ignore[method-assign]

    async with cheated(honestly, tmp_path, target=50, prepare=forging) as (_, bob):
        await filed(bob)
        assert bob.last(MatchChecked).fault == "share"
        assert bob.last(RecordFiled).fits is False
    assert not kept_anything(tmp_path)


async def test_when_the_host_is_gone_all_finished_deals_are_in_the_own_record(
    tmp_path: Path,
) -> None:
    """Nothing is said of the end: the host's program is killed in the middle of a deal."""

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
