"""The whole visit: greets, sits down, plays, comes back and leaves, and reports."""

from __future__ import annotations

from collections.abc import Callable

from core.game import WordedError
from net.conformance.company import Company
from net.conformance.handshake import tables_of, try_code, try_handshake
from net.conformance.playing import PlayedMatch
from net.conformance.probes import try_phase
from net.conformance.report import ConformanceReport
from net.conformance.room import gather
from net.conformance.sentences import NO_SILENCE
from net.conformance.trials import FIRST_MATCH, SECOND_MATCH
from net.conformance.visit import StoppedError, Visit
from net.wire.from_host import TableLine

MOVES_OF_SECOND_MATCH = 6


class NoTableError(WordedError):
    """There is nothing to try: nobody answers, or there is no table."""


async def conform(
    address: str,
    port: int,
    report: ConformanceReport,
    *,
    code: str = "",
    wait_seconds: float = 60.0,
    patience: float = 10.0,
    handshake: bool = True,
    hindered: Callable[[], None] = lambda: None,
) -> None:
    """Try a host. Raises NoTableError.

    `wait_seconds` is how long the owner of the table may take to start a match if it is not one of
    us; `handshake` says whether to try what comes before a table. `hindered` is called as soon as
    there is an obstacle to trying the table in full.
    """
    visit = Visit(address, port, report, code=code, patience=patience)
    try:
        try:
            table = await _first_table(visit)
        except StoppedError as error:
            raise NoTableError(error.reason, **error.facts) from None
        report.coded = table.code
        try:
            if handshake:
                await try_handshake(visit)
            if table.code:
                await try_code(visit, table)
            await _try_table(Company(visit, table), wait_seconds, hindered)
        except StoppedError as error:
            report.expect(NO_SILENCE, False, str(error))
    finally:
        await visit.close()


async def _first_table(visit: Visit) -> TableLine:
    """Return the table to try: the first one with a free seat."""
    visitor = await visit.greet("a guest who looks round")
    tables = tables_of(visitor)
    await visitor.close()
    free = [table for table in tables if table.free]
    table = (free or tables)[0]
    if table.code and not visit.code:
        raise StoppedError("this table asks for a code: --code CODE")
    return table


async def _try_table(company: Company, wait_seconds: float, hindered: Callable[[], None]) -> None:
    await gather(company)
    if company.owner is None:
        company.visit.report.obstacle = "owner" if company.players else "full"
        hindered()
    if not company.players:
        await _leave_all(company)
        return
    match = PlayedMatch(company, FIRST_MATCH)
    if not await match.begin(wait_seconds):
        await _leave_all(company)
        return
    if not await match.play():
        await _leave_all(company)
        return
    if company.players[0].observer.phase == "over":
        await try_phase(company.visit, company.roles)
    second = PlayedMatch(company, SECOND_MATCH, seed=2)
    if company.owner is not None and await second.begin(wait_seconds):
        await second.play(MOVES_OF_SECOND_MATCH)
    await _leave_all(company)


async def _leave_all(company: Company) -> None:
    for visitor in [*company.players, *company.watchers]:
        await company.leave(visitor)
