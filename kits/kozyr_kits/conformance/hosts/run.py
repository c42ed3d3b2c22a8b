"""The whole run: connects, sits down, plays, resumes, leaves, and reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.game import WordedError
from kozyr_kits.conformance.hosts.arrival_trials import try_arrivals, try_code
from kozyr_kits.conformance.hosts.connections import Connections, StoppedError
from kozyr_kits.conformance.hosts.game_trials import try_another_game
from kozyr_kits.conformance.hosts.match import PlayedMatch
from kozyr_kits.conformance.hosts.match_trials import FIRST_MATCH, SECOND_MATCH
from kozyr_kits.conformance.hosts.owner_trials import AFTER_MATCH
from kozyr_kits.conformance.hosts.room_trials import gather, try_phase
from kozyr_kits.conformance.hosts.steps import carry_out
from kozyr_kits.conformance.hosts.table import TableUnderTest
from kozyr_kits.conformance.report import ConformanceReport
from net.wire.from_host import Gathered
from net.wire.message import TableLine
from net.wire.to_host import Clock, Fill

MOVES_OF_SECOND_MATCH: Final = 6
SECOND_CLOCK: Final = 120


class NoTableError(WordedError):
    """There is no table to try, or no host that answers."""


async def conform(
    address: str,
    port: int,
    report: ConformanceReport,
    *,
    code: str = "",
    wait_seconds: float = 60.0,
    patience: float = 10.0,
    arrivals: bool = True,
    restart: Callable[[], None] | None = None,
    hindered: Callable[[], None] = lambda: None,
) -> None:
    """Try a host. Raises NoTableError.

    `wait_seconds` is the time for acts of people; `arrivals` tells whether to carry out the trials
    before a seat. `restart` is called within a match to have the host's program ended and started
    again, `hindered` as soon as something prevents trying the table in full.
    """
    net = Connections(address, port, report, code=code, patience=patience)
    try:
        try:
            table = TableUnderTest(net, await _first_table(net))
        except StoppedError as error:
            if report.broken:  # by its very first answer, which could not be read
                return
            raise NoTableError(error.reason, **error.facts) from None
        report.coded = table.line.code
        try:
            if arrivals:
                await try_arrivals(table)
            if table.line.code:
                await try_code(table)
            await _try_table(table, wait_seconds, restart, hindered)
        except StoppedError as error:
            # A run often ends because the host broke a sentence, and that is reported already.
            if not report.broken:
                report.expect("no-silence", False, str(error))
    finally:
        await net.close()


async def _first_table(net: Connections) -> TableLine:
    """Return the table to try: the first one with a free seat. Raises StoppedError."""
    connection = await net.greet("a client that looks round")
    welcomed = connection.observer.welcomed
    await connection.close()
    tables = welcomed.tables if welcomed else []
    if not tables:
        raise StoppedError("the host has no table")
    line = ([each for each in tables if each.free] or tables)[0]
    if line.code and not net.code:
        raise StoppedError("this table asks for a code: --code CODE")
    return line


async def _try_table(
    table: TableUnderTest,
    wait_seconds: float,
    restart: Callable[[], None] | None,
    hindered: Callable[[], None],
) -> None:
    await gather(table)
    if table.owner is None:
        table.report.obstacle = "owner" if table.players else "full"
        hindered()
    if table.players:
        await _play(table, wait_seconds, restart)
    for connection in [*table]:
        await table.leave(connection)


async def _play(
    table: TableUnderTest, wait_seconds: float, restart: Callable[[], None] | None
) -> None:
    match = PlayedMatch(table, FIRST_MATCH, wait_seconds, seed=1)
    if not await match.begin() or not await match.play():
        return
    if table.players[0].observer.phase == "over":
        await match.finish()
        await try_phase(table)
        await carry_out(table, AFTER_MATCH)
        await try_another_game(table)
    if table.owner is None:
        return
    await _prepare_second(table)
    second = PlayedMatch(table, SECOND_MATCH, wait_seconds, seed=2)
    if await second.begin(rotate=True):
        over = await second.play(MOVES_OF_SECOND_MATCH)
        if restart is not None and not over:
            await _try_restart(table, restart, wait_seconds)
            await second.play(2 * MOVES_OF_SECOND_MATCH)


async def _prepare_second(table: TableUnderTest) -> None:
    """Set a clock, and replace one of our players with a bot if enough of them remain."""
    net, owner = table.net, table.owner
    assert owner is not None
    await net.ask(owner, Clock(SECOND_CLOCK), Gathered)
    loser = table.guest
    if len(table.players) > 2 and loser is not None and loser.observer.seat is not None:
        seat = loser.observer.seat
        await table.leave(loser)
        await net.ask(owner, Fill(seat, "easy"), Gathered)


async def _try_restart(
    table: TableUnderTest, restart: Callable[[], None], wait_seconds: float
) -> None:
    """Have the host's program ended and started again; resume every seat."""
    net, report = table.net, table.report
    restart()
    ended = await net.wait(lambda: all(each.ended for each in table), wait_seconds)
    if not ended or not await net.is_back(wait_seconds):
        report.expect("resumed-host", False, "the host does not come up again")
        return
    # The last positions heard; the host may have accepted a move without being able to show it.
    before = {player: player.observer.seq for player in table.players}
    for watcher in [*table.watchers]:
        await table.forget(watcher)
    for player, seq in before.items():
        back = await table.come_back(player)
        same = back.fingerprint == player.fingerprint
        report.expect("resumed-host", same, "the host shows another certificate")
        report.expect("resumed-seats", back.observer.seat == player.observer.seat, "another seat")
        now = back.observer.seq
        report.expect("resumed-match", now >= seq, f"position {now} follows position {seq}")
