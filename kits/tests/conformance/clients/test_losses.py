"""Clients whose host is lost, at the kit: our own program keeps section 13, faults are found."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kits.tests.conformance.clients.test_runs import Playing, report_on, verdicts
from kozyr_kits.conformance.clients.requirements import REQUIREMENTS
from kozyr_kits.conformance.clients.runs import RUNS, Run
from kozyr_kits.conformance.report import ConformanceReport
from net.branch import company
from net.branch.company import Company, Offer
from net.branch.statements import Situation
from net.client import events
from net.client.calls import HostSearch
from net.client.events import ClientEvent
from net.client.handshake import Handshake
from net.client.known import KnownTable
from net.table.lobby import Shutdown
from net.way import calling, table_link
from net.way.branching import Branching
from net.way.calling import Calling
from net.wire.from_host import Consulted
from net.wire.to_host import Continue, Ready, Return
from tests.support.matches import daily
from tests.support.programs import Program

LOST = {run.name: run for run in RUNS if run.keys}
SECTION = {each.name for each in REQUIREMENTS if each.anchor.startswith("13-")} | {"new-nonce"}


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have our program notice at once that the host is gone."""
    monkeypatch.setattr(company, "ABSENCE_SECONDS", 0.1)
    monkeypatch.setattr(calling, "CALL_SECONDS", 0.2)


class Robin(Program):
    """Our program, whose player makes the first legal move and comes along to any branch."""

    def __init__(self, folder: Path, port: int, nonce: bytes = b"") -> None:
        super().__init__("Robin", folder, agrees=0)
        self._read = 0
        """The last finished deal that the player has read."""
        self.join(port)
        if nonce:
            self.client.deals.new_nonce = lambda: nonce

    def hear(self, event: ClientEvent) -> None:
        match event:
            case events.HostLost(offer=Offer(branches=[known, *_])):
                self.link.join_branch(known.branch.table)
            case events.IntermissionChanged(seq=seq, awaited=awaited) if (
                self.client.seat in awaited
            ):
                if seq > self._read:
                    self._read = seq
                    self.link.send(Continue(seq))
            case events.Connected():
                self._act()  # one that plays out of turn does so before it is seated
            case _:
                asyncio.get_running_loop().call_soon(self._act)

    def _act(self) -> None:
        client = self.client
        room, seat = client.room, client.seat
        if room is not None and seat is not None and room.phase == "gathering":
            if not room.seats[seat].ready:
                self.link.send(Ready())
        elif client.my_turn and client.game is not None:
            self.link.send(client.play(client.game.legal(client.view)[0]))

    def warned(self) -> bool:
        deals = self.client.deals
        return bool(deals and deals.match.verdict and deals.match.verdict.fault)

    def stop(self) -> None:
        if not self.running.cancelling():  # a second time would cut short how the link ends
            self.running.cancel()

    async def close(self) -> None:
        """Leave nothing open, wherever the table is."""
        self.stop()
        await asyncio.gather(self.running, return_exceptions=True)
        if self.link.own.hosting is not None:
            await self.link.own.hosting.close(Shutdown.BROKEN)


async def lost(folder: Path, run: Run, *, nonce: bytes = b"", **how: Any) -> ConformanceReport:
    programs: list[Robin] = []

    def begin(run: Run, host: str, port: int) -> Any:
        programs.append(Robin(folder, port, nonce))
        return Playing(programs[-1].stop, programs[-1].warned)

    try:
        return await report_on(begin, runs=[run], **how)
    finally:
        for program in programs:
            await program.close()


KEPT = {
    "lost": {
        *("identify", "with-host", "lost-at", "lost-asks", "lost-answers", "lost-strangers"),
        *("lost-sent", "return"),
    },
    "gone on": {"coming", "returned", "void-play", "new-nonce"},
    "forged": {"signatures", "certificate"},
}
"""The sentences reached in each run."""


def test_each_sentence_is_reached_in_some_run() -> None:
    assert set().union(*KEPT.values()) >= SECTION


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", daily(LOST, "gone on"))
async def test_our_program_keeps_what_the_page_says_of_a_host_that_is_lost(
    name: str, tmp_path: Path
) -> None:
    report = await lost(tmp_path, LOST[name])
    assert {each.requirement.name: each.details for each in report.broken} == {}
    assert verdicts(report)["kept"] >= KEPT[name]


# --- programs that break one sentence each -------------------------------------------------------


def instead(
    where: Any, name: str, what: Callable[..., Any] | property
) -> Callable[[pytest.MonkeyPatch], None]:
    """Have something else in the place of a function."""
    return lambda monkeypatch: monkeypatch.setattr(where, name, what)


def saying(**other: Any) -> Callable[[pytest.MonkeyPatch], None]:
    """Have the program sign a lie."""
    right = Company.tell

    def tell(self: Company, sent: int, now: float) -> Situation:
        at = other["at"] or self.table
        told = replace(right(self, sent, now), at="" if other["at"] == "none" else at)
        return replace(told, signature=self._sign(told))

    return instead(Company, "tell", tell)


async def _no_call(self: Any, *how: Any) -> None:
    return None


def anybody(self: Company, told: Situation, now: float, *, reached: bool) -> bool:
    """Answer each caller."""
    return True


def unknown(self: Branching, table: str, told: Situation) -> Consulted:
    """Answer about any table."""
    known = next(iter(self.companies.by_table.values()))
    return Consulted(table, known.tell(int(time.time() * 1000), 0))


def numbered_seven(self: Calling, company: Company) -> Situation:
    """Give every Situation one number."""
    return company.tell(7, asyncio.get_running_loop().time())


def keyed(self: Handshake) -> Any:
    """Come with the key, to any host."""
    if self._return is None or self._wanted is None:
        return [self._wanted] if self._wanted is not None else []
    return [Return(self._wanted.table, self._return[1])]


async def reached(*how: Any) -> bool:
    return True


def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handshake, "_sit_down", keyed)
    monkeypatch.setattr(HostSearch, "trusts", lambda self, *where: True)
    monkeypatch.setattr(table_link, "reaches", reached)


def out_of_turn(self: KnownTable) -> bool:
    position, seat = self.position, self.seat
    return position is not None and self.pending is None and seat in self.view.to_act


def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign for another table than the one that is lost."""
    right = Handshake._coming
    monkeypatch.setattr(
        Handshake, "_coming", lambda self, origin, *how: right(self, "elsewhere", *how)
    )


WRONG: dict[str, tuple[str, str, Callable[[pytest.MonkeyPatch], None]]] = {
    "calls nobody": ("lost", "lost-asks", instead(Calling, "_call", _no_call)),
    "answers nobody": ("lost", "lost-answers", instead(Branching, "on_call", lambda *how: None)),
    "answers anybody": ("lost", "lost-strangers", instead(Company, "hear", anybody)),
    "answers about any table": ("lost", "lost-strangers", instead(Branching, "on_call", unknown)),
    "never counts": ("lost", "lost-sent", instead(Calling, "tell", numbered_seven)),
    "says that nobody answers": ("lost", "with-host", saying(at="none")),
    "says that its host answers": ("lost", "lost-at", saying(at="")),
    "forgets its key": (
        "lost",
        "identify",
        lambda patch: patch.setattr(
            Handshake,
            "identify",
            lambda self, right=Handshake.identify: [] if self.returned else right(self),
        ),
    ),
    "signs for another table": ("gone on", "coming", elsewhere),
    "plays out of turn": (
        "gone on",
        "void-play",
        instead(KnownTable, "my_turn", property(out_of_turn)),
    ),
    "believes any signature": (
        "forged",
        "signatures",
        lambda patch: patch.setattr(calling, "is_signed", lambda *how: True),
    ),
    "goes anywhere": ("forged", "certificate", anywhere),
}
"""The fault of a program -> the run that finds it, the sentence it breaks, and how."""


def test_each_sentence_is_broken_by_some_program() -> None:
    broken = {sentence for _, sentence, _ in WRONG.values()}
    assert SECTION - broken == {"new-nonce", "returned"}


@pytest.mark.timeout(240)
@pytest.mark.parametrize("wrong", daily(WRONG, "signs for another table"))
async def test_a_program_that_breaks_a_sentence_is_found(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, sentence, patch = WRONG[wrong]
    patch(monkeypatch)
    report = await lost(tmp_path, LOST[run], patience=4)
    found = {each.requirement.name: each.details for each in report.broken}
    assert sentence in found, verdicts(report)


@pytest.mark.timeout(240)
async def test_a_nonce_that_is_shown_twice_is_found(tmp_path: Path) -> None:
    report = await lost(tmp_path, LOST["gone on"], nonce=b"n" * 32)
    assert "new-nonce" in verdicts(report)["broken"]
