"""Hosts that cheat in a match that has lost two hosts before, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from core.games import GAMES
from core.match import to_line
from core.records.record import verify
from kozyr_kits.conformance.clients.cheats import CHEATS
from kozyr_kits.conformance.clients.people import LOOPBACK, Person
from net.client.background import Filing
from net.client.events import ClientEvent, RecordFiled
from net.client.faults import FAULTS
from net.client.link import RemoteLink
from net.files.store import Records
from net.host.server import Host
from net.migration import Place
from net.table.effects import Drop, Effect, Send
from net.table.lobby import Lobby, Shutdown
from tests.support.cheating_host import kozel_table
from tests.support.matches import daily
from tui.table.deal_words import checked_said

NAMES = ("Ann", "Bob", "Cid")


async def until(happened: Callable[[], bool]) -> None:
    while not happened():  # noqa: ASYNC110 - what happens is not of one kind
        await asyncio.sleep(0.02)


ELSE = {
    "forged shares, nobody asked": ["changed"],
    "a nonce that does not fit": ["changed"],
}
"""What else may be found. These lies change the shares of the earlier shuffles, of which everybody
is told again.
"""


class Player(Person):
    """A player whose program goes on without the host, and keeps records in a folder."""

    def __init__(self, name: str, port: int, seed: int, folder: Path) -> None:
        self.told: list[ClientEvent] = []
        self._folder = folder / name
        super().__init__(name, port, seed)
        self.client.end.keep()

    def _hear(self, event: ClientEvent) -> None:
        self.told.append(event)
        super()._hear(event)

    async def stop(self) -> None:
        """Be gone as a program that is killed, as far as its player is concerned."""
        await self._link.close()
        await self._task

    async def _sit_at(self, link: Any) -> None:
        if isinstance(link, RemoteLink):
            link._filing = Filing(self.client, link._hand_on, Records(self._folder).keep)
        await super()._sit_at(link)


def lying_to(victim: Player, host: Host, lie: Any) -> None:
    """Have a host tell a player what the lie makes of its messages."""
    honest, told = host.runtime.carry_out, lie(victim.client.seat)

    def lied(effects: Any) -> Any:
        for effect in effects:
            if isinstance(effect, Send) and is_victim(effect):
                for each in told(effect.message):
                    sent: Effect = (
                        Drop(effect.connection)
                        if isinstance(each, str)
                        else Send(effect.connection, each)
                    )
                    yield sent
            else:
                yield effect

    def is_victim(effect: Send) -> bool:
        tables = host.lobby.tables.values()
        return any(
            table.room.seat_of.get(effect.connection) == victim.client.seat for table in tables
        )

    host.runtime.carry_out = lambda effects: honest(lied(effects))  # type: ignore[method-assign]


async def go_on(host: Host, people: list[Player], at: Player) -> None:
    """Lose a host after a deal, and have all others come along to somebody's branch."""
    # Without a log it would say that the match is given up; killed, it says nothing.
    host.runtime.carry_out = lambda effects: None  # type: ignore[method-assign]
    await host.close(Shutdown.BROKEN)
    await until(lambda: not any(each.client.connected for each in people))
    for each in people:
        await each.lose()
    branch = await at.open_branch(Place(LOOPBACK, at.host.port, at.host.fingerprint))
    for each in people:
        if each is not at:
            await each.come(branch)
    await until(lambda: all(each.back for each in people))


@asynccontextmanager
async def cheated(lie: Any, folder: Path) -> AsyncIterator[tuple[Player, Player]]:
    """Kozel for Ann, Bob and Cid: after two lost hosts Cid's program cheats Bob."""
    table = kozel_table(150)
    first = Host(Lobby("First", [table]), address=LOOPBACK, port=0)
    await first.open()
    ann, bob, cid = people = [Player(name, first.port, n, folder) for n, name in enumerate(NAMES)]
    for each in people:
        await each.open()
    try:
        await until(lambda: min(each.checked for each in people) >= 1)
        await go_on(first, people, ann)
        held = max(each.checked for each in people)
        await until(lambda: min(each.checked for each in people) > held)
        lying_to(bob, cid.host, lie)
        await ann.stop()
        await go_on(ann.host, [bob, cid], cid)
        yield bob, cid
    finally:
        for each in (bob, cid) if ann._task.done() else people:
            await each.close()
        await first.close()


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "name",
    daily(
        [
            *("forged shares, nobody asked", "another commitment before the nonces"),
            *("no stage reveal", "a share twice", "a nonce that does not fit", "shuffled again"),
            *("other seeds", "a tile that was not dealt", "totals that nobody has"),
            *("another order of moves", "the same number with other totals"),
            "back to an earlier number",
        ],
        *("forged shares, nobody asked", "shuffled again", "other seeds"),
        *("another order of moves", "back to an earlier number"),
    ),
)
async def test_a_cheat_after_two_lost_hosts_is_found_and_said(name: str, tmp_path: Path) -> None:
    cheat = CHEATS[name]
    async with cheated(cheat.lie, tmp_path) as (bob, cid):
        await until(lambda: verdict_of(bob) is not None and bool(verdict_of(bob).fault))
        verdict = verdict_of(bob)
        # What is found first depends on how far the new shuffle is when the earlier ones are told.
        assert verdict.fault in {cheat.fault, *ELSE.get(name, ())}
        said = checked_said(verdict, bob.client.room, NAMES, bob.client.seat)
        assert said.startswith("Beware")
        assert FAULTS[verdict.fault].split("{")[0] in said
        assert verdict_of(cid) is None or not verdict_of(cid).fault


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", daily(["another move", "no proof", "no result"], "another move"))
async def test_another_record_than_that_of_all_branches_is_refused(
    name: str, tmp_path: Path
) -> None:
    async with cheated(CHEATS[name].lie, tmp_path) as (bob, _):
        await until(lambda: any(isinstance(each, RecordFiled) for each in bob.told))
        await bob.client.checking.finish()
        filed = [each for each in bob.told if isinstance(each, RecordFiled)]
        assert [each.fits for each in filed] == [False]
        assert verdict_of(bob).fault == ""
        record = bob.client.deals.record if bob.client.deals is not None else ()
        assert record[0]["branch"]["before"]["host"] == ""
        (path,) = (tmp_path / "Bob").iterdir()
        kept = path.read_text("utf-8").splitlines()
        assert verify(GAMES, kept) is None
        assert kept[1:] == [to_line(line) for line in record[1:]]


async def test_an_honest_host_after_two_lost_ones_is_believed(tmp_path: Path) -> None:
    async with cheated(lambda seat: lambda message: (message,), tmp_path) as (bob, cid):
        await until(lambda: any(isinstance(each, RecordFiled) for each in bob.told))
        await until(lambda: verdict_of(bob) is not None and verdict_of(cid) is not None)
        assert bob.client.deals is not None
        assert cid.client.deals is not None
        assert bob.client.deals.record == cid.client.deals.record
        assert verdict_of(bob).fault == ""


def verdict_of(player: Player) -> Any:
    return player.client.deals.match.verdict if player.client.deals is not None else None
