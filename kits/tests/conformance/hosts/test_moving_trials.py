"""Tables that are to be moved: our host keeps all sentences, and faults of another are found."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from kits.tests.conformance.hosts.broken_host import BrokenLobby, changing, saying
from kits.tests.conformance.hosts.test_run import a_table, broken, reached
from kozyr_kits.conformance.hosts.connections import Connections
from kozyr_kits.conformance.hosts.moving_trials import try_moving
from kozyr_kits.conformance.hosts.requirements import REQUIREMENTS
from kozyr_kits.conformance.hosts.room_trials import MOVING, try_phase
from kozyr_kits.conformance.hosts.table import TableUnderTest
from kozyr_kits.conformance.report import ConformanceReport
from net.host.server import Host
from net.table.effects import Effect, Send
from net.wire.from_host import Announced, Chosen, Gathered, Handed, Said, Welcomed
from net.wire.to_host import Accept, Here, Migrate

SENTENCES = {each.name for each in REQUIREMENTS if each.name.startswith("moving-")}


async def moved_at(patience: float = 30, trial: Any = try_moving, **how: Any) -> ConformanceReport:
    """Have three of us, and a watcher, at a table whose host is as it is said."""
    report = ConformanceReport(REQUIREMENTS)
    lobby = BrokenLobby(a_table("kozel"), **how)
    async with Host(lobby, address="127.0.0.1", port=0) as host:
        net = Connections("127.0.0.1", host.port, report, patience=patience)
        table = TableUnderTest(net, lobby.welcomed().tables[0])
        try:
            for _ in range(3):
                await table.sit()
            await table.watch()
            await trial(table)
        finally:
            await net.close()
    return report


async def test_our_host_asks_announces_hands_over_and_keeps_the_table() -> None:
    report = await moved_at()
    assert broken(report) == {}
    assert reached(report) >= SENTENCES


def telling_all(kind: type[Any]) -> Callable[[BrokenLobby, Send], list[Effect]]:
    def spoil(lobby: BrokenLobby, send: Send) -> list[Effect]:
        if not isinstance(send.message, kind):
            return [send]
        return [Send(each, send.message) for each in lobby.table.room.connections()]

    return spoil


def tell_no_watcher(lobby: BrokenLobby, who: Any, room: Gathered) -> Gathered:
    """Tell only players that the table stays where it is."""
    told = [each for each in room.happened if each.kind != "staying"]
    return room if lobby.seat_of(who) is not None else replace(room, happened=told)


def letting_anybody_agree(lobby: BrokenLobby, who: Any, said: Any) -> Any:
    """Take an Accept for an agreement that no owner has asked for."""
    if isinstance(said, Accept) and not lobby.table.migration.outgoing.running:
        return None
    return said


def talking_on(lobby: BrokenLobby, send: Send) -> list[Effect]:
    """Pass on chat although the table is on its way."""
    if not isinstance(send.message, Handed):
        return [send]
    line = Said(0, "Ann", "said all the same")
    return [send, Send(send.connection, line)]


def nightly(*case: Any) -> Any:
    return pytest.param(*case, marks=pytest.mark.nightly)


@pytest.mark.parametrize(
    ("sentence", "how"),
    [
        ("moving-asked", {"spoil": telling_all(Chosen)}),
        nightly("moving-left-out", {"spoil": telling_all(Chosen)}),
        nightly("moving-announced", {"spoil": telling_all(Announced)}),
        ("moving-announced", {"spoil": saying(Announced, port=1)}),
        ("moving-handed", {"spoil": saying(Handed, part=lambda told: told.parts + 1)}),
        ("moving-held", {"spoil": talking_on}),
        nightly("moving-stays", {"spoil": changing(Gathered, tell_no_watcher)}),
        ("moving-unasked", {"mishear": letting_anybody_agree}),
    ],
    ids=[
        *("all are asked", "without migrates", "all try it", "another port", "no last part"),
        *("talk goes on", "not all hear that it stays", "agreed unasked"),
    ],
)
async def test_a_host_that_moves_tables_in_another_way_is_found(
    sentence: str, how: dict[str, Any]
) -> None:
    assert sentence in broken(await moved_at(2, **how))


async def test_a_host_that_does_not_say_migrates_is_sent_none_of_it() -> None:
    heard: list[Any] = []

    def hear(lobby: BrokenLobby, who: Any, said: Any) -> Any:
        heard.append(said)
        return said

    async def both(table: TableUnderTest) -> None:
        await try_moving(table)
        await try_phase(table)

    report = await moved_at(trial=both, spoil=saying(Welcomed, migrates=False), mishear=hear)
    assert broken(report) == {}
    assert not reached(report) & SENTENCES
    assert "phases" in reached(report)
    assert not [each for each in heard if isinstance(each, MOVING)]


async def test_only_the_owner_may_have_a_table_moved() -> None:
    def obey(lobby: BrokenLobby, who: Any, said: Any) -> Any:
        """Mishear a Migrate of a player other than the owner, so that it is not refused."""
        if isinstance(said, Migrate) and lobby.seat_of(who) != lobby.table.room.owner:
            return Here()
        return said

    report = await moved_at(2, trial=try_phase, mishear=obey)
    assert any("Migrate" in detail for detail in broken(report)["phases"])
