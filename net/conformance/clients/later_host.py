"""Tries a client as a host: the old host is lost, and the client has the table."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace

from net.conformance.clients.incidents import ClientTrial
from net.conformance.clients.people import Person
from net.conformance.hosts.connections import Connection, Connections, StoppedError
from net.conformance.hosts.requirements import REQUIREMENTS
from net.conformance.report import ConformanceReport
from net.conformance.schema import brief
from net.migration.epochs import Coming, Joining, Opened
from net.wire.from_host import Committed, Refused, Seated
from net.wire.to_host import Join, Return

WAITED: float = 1.5
"""A host that does not wait for enough people deals within this time."""


async def try_later_host(trial: ClientTrial, pat: Person, quin: Person, opened: Opened) -> None:
    """Come in wrong ways and in the right one, and play on."""
    unused = ConformanceReport(REQUIREMENTS)  # what hosts are held to at their first table
    net = Connections(opened.address, opened.port, unused, patience=trial.patience)
    visit = _Visit(trial, pat, quin, opened, net)
    try:
        await visit.come_wrongly()
        await visit.wait_for_enough()
        await visit.come()
        await visit.come_as_another()
        await visit.play_on()
    except StoppedError as error:
        trial.report.expect("opens", False, str(error))
    finally:
        await net.close()


class _Visit:
    def __init__(
        self, trial: ClientTrial, pat: Person, quin: Person, opened: Opened, net: Connections
    ) -> None:
        self._trial, self._report = trial, trial.report
        self._pat, self._quin, self._opened, self._net = pat, quin, opened, net
        for each in (pat, quin):
            assert each.election is not None
            each.election.hear_opened(opened)

    def _joining(self, who: Person, **other: Any) -> Joining:
        assert who.client.seat is not None
        right = Joining(self._opened.epoch, who.client.seat, self._opened.fingerprint)
        joining: Joining = replace(right, **other)
        return replace(joining, signature=who.sign(joining))

    @staticmethod
    def _coming(joining: Joining, by: Person) -> Coming:
        coming = Coming(joining)
        return replace(coming, signature=by.sign(coming))

    async def _connect(self) -> Connection:
        connection = await self._net.greet("somebody who comes to the new host")
        shown = connection.fingerprint.hex()
        right = shown == self._opened.fingerprint
        self._report.expect("opens", right, f"it shows the certificate {shown}")
        return connection

    async def _refused(self, coming: Coming, name: str, what: str) -> None:
        connection = await self._connect()
        told = await self._net.ask(connection, Return(self._pat.table, coming), Refused)
        right = told is not None and told.code == "key"
        said = told or connection.observer.heard[-1:]
        self._report.expect(name, right, f"a Return with {what} is answered with {brief(said)}")
        await connection.close()

    async def come_wrongly(self) -> None:
        """Nobody gets a seat without its key."""
        pat, quin = self._pat, self._quin
        theirs = self._joining(quin)
        await self._refused(self._coming(theirs, pat), "coming", "the Joining of another")
        await self._refused(Coming(theirs, theirs.signature), "coming", "a Joining alone")
        forged = replace(theirs, signature=pat.sign(theirs))
        await self._refused(self._coming(forged, quin), "keys", "a Joining signed by another")
        later = self._joining(quin, epoch=self._opened.epoch + 1)
        await self._refused(self._coming(later, quin), "keys", "another epoch")
        elsewhere = self._joining(quin, fingerprint=32 * "5a")
        await self._refused(self._coming(elsewhere, quin), "keys", "another fingerprint")

    async def wait_for_enough(self) -> None:
        """Nothing is dealt for as long as nobody else has joined."""
        connection = await self._connect()
        join = Join("Watcher", self._pat.table, watch=True)
        if await self._net.ask(connection, join, Seated) is None:
            await connection.close()
            return
        connection.keep_alive()
        await asyncio.sleep(WAITED)
        await self._net.catch_up(connection)
        heard = connection.observer
        shuffled = any(m.stage != "done" for m in heard.heard if isinstance(m, Committed))
        dealt = bool(heard.acting) or shuffled
        self._report.expect("enough", not dealt, "it deals before more than half have joined")
        await connection.close()

    async def come(self) -> None:
        """Both of the others come with their keys."""
        for each in (self._quin, self._pat):
            seat = each.client.seat
            await each.come(self._opened)
            came = await self._until(lambda each=each: each.client.connected and each.back)
            right = came and each.client.seat == seat
            self._report.expect("returned", right, f"seat {seat} does not get its seat by its key")

    async def come_as_another(self) -> None:
        """What the host passes on of others opens no seat."""
        told = await self._pat.ask(self._seat)
        known = told.situation.opened if told is not None else None
        joined = {each.seat: each for each in known.joined} if known is not None else {}
        seat = self._quin.client.seat
        detail = f"`joined` has the seats {brief(sorted(joined))}"
        if self._report.expect("joined", seat in joined, detail) and seat is not None:
            await self._refused(Coming(joined[seat], ""), "coming", "what was heard of another")

    @property
    def _seat(self) -> int:
        return self._trial.observer.seat

    async def play_on(self) -> None:
        """The broken deal is dealt again, and everybody checks it."""
        before = self._pat.finished
        dealt = await self._until(lambda: self._pat.finished > before or self._pat.is_over())
        for each in (self._pat, self._quin):
            verdict = each.client.deals.verdict if each.client.deals is not None else None
            fault = "" if verdict is None else verdict.fault
            right = dealt and fault == ""
            detail = f"{each.name} finds {brief(fault)}" if fault else "it is not played to its end"
            self._report.expect("dealt-anew", right, detail)

    async def _until(self, holds: Any) -> bool:
        for _ in range(round(10 * self._trial.patience)):
            if await self._trial.lines.until(holds, 1):
                return True
        return bool(holds())
