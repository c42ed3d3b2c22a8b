"""Clients whose host is lost, at the kit: our own program keeps section 13, faults are found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from net.client import events
from net.client.events import ClientEvent
from net.client.handshake import Handshake
from net.client.host_search import HostSearch
from net.client.known import KnownTable
from net.conformance.clients.losses import Loss
from net.conformance.clients.requirements import REQUIREMENTS
from net.conformance.clients.runs import RUNS, Run
from net.conformance.report import ConformanceReport
from net.migration import election
from net.migration.election import Election
from net.migration.epochs import Opened, Situation, Vote, has_joined, is_valid
from net.table import match
from net.table.base import BaseTable
from net.table.lobby import Shutdown
from net.way import opening, succession
from net.way.terms import Computer
from net.wire.from_host import Consulted
from net.wire.reasons import RefusalError
from net.wire.to_host import Continue, Ready
from tests.net.conformance.clients.test_runs import Playing, report_on, verdicts
from tests.support.matches import daily

LOST = {run.name: run for run in RUNS if run.keys}
SECTION = {each.name for each in REQUIREMENTS if each.anchor.startswith("13-")} | {"new-nonce"}


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have our program notice at once that the host is gone."""
    monkeypatch.setattr(election, "ABSENCE_SECONDS", 0.1)
    monkeypatch.setattr(succession, "CALL_SECONDS", 0.2)


class Program:
    """Our program, whose player makes the first legal move and agrees with whoever has voted."""

    def __init__(self, folder: Path, host: str, port: int, nonce: bytes = b"") -> None:
        self._nonce = nonce
        self._read = 0
        """The last finished deal that the player has read."""
        self._where, self._folder = (host, port), folder
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        self._link = opening.join(self._where, Computer("Robin", self._folder, 0))
        self.client = self._link.client
        if self._nonce and self.client.deals is not None:
            self.client.deals.new_nonce = lambda: self._nonce
        await self._link.run(self._hear)

    def _hear(self, event: ClientEvent) -> None:
        link, client = self._link, self.client
        match event:
            case events.HostLost(offer=offer) if offer is not None and offer.own is None:
                for candidate in dict.fromkeys(offer.votes.values()):
                    if candidate in offer.candidates:
                        link.choose(candidate)
                        break
            case events.IntermissionChanged(seq=seq, awaited=awaited) if client.seat in awaited:
                if seq > self._read:
                    self._read = seq
                    self._link.send(Continue(seq))
            case _:
                asyncio.get_running_loop().call_soon(self._act)

    def _act(self) -> None:
        client = self.client
        room, seat = client.room, client.seat
        if room is not None and seat is not None and room.phase == "gathering":
            if not room.seats[seat].ready:
                self._link.send(Ready())
        elif client.my_turn and client.game is not None:
            self._link.send(client.play(client.game.legal(client.view)[0]))

    def warned(self) -> bool:
        deals = self.client.deals
        return deals is not None and deals.verdict is not None and bool(deals.verdict.fault)

    def stop(self) -> None:
        if not self._task.cancelling():  # a second time would cut short how the link ends
            self._task.cancel()

    async def close(self) -> None:
        """Leave nothing open, wherever the table is."""
        self.stop()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._link._hosting is not None:
            await self._link._hosting.close(Shutdown.BROKEN)


async def lost(folder: Path, run: Run, *, nonce: bytes = b"", **how: Any) -> ConformanceReport:
    programs: list[Program] = []

    def begin(run: Run, host: str, port: int) -> Any:
        program = Program(folder, host, port, nonce)
        programs.append(program)
        return Playing(program.stop, lambda: hasattr(program, "client") and program.warned())

    try:
        return await report_on(begin, runs=[run], **how)
    finally:
        for program in programs:
            await program.close()


KEPT = {
    "lost": {
        *("identify", "lost-asks", "lost-says", "lost-answers", "lost-strangers", "lost-sent"),
        "return",
    },
    "gone on": {"joining", "void-play", "new-nonce"},
    "given up": {"given-up", "given-up-votes"},
    "forged": {
        *("enough-votes", "own-votes", "signatures", "same-votes", "base", "certificate"),
    },
    "chosen": {
        *("not-absent", "passed-on", "one-vote", "opens", "coming", "keys", "enough"),
        *("returned", "joined", "dealt-anew"),
    },
}
"""What is reached in each run."""


def test_each_sentence_is_reached_in_some_run() -> None:
    assert set().union(*KEPT.values()) >= SECTION


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", daily(LOST, "gone on", "given up"))
async def test_our_program_keeps_what_the_page_says_of_a_host_that_is_lost(
    name: str, tmp_path: Path
) -> None:
    report = await lost(tmp_path, LOST[name])
    assert {each.requirement.name: each.details for each in report.broken} == {}
    assert verdicts(report)["kept"] >= KEPT[name]


# --- programs that break one sentence each -------------------------------------------------------


class Wrong(Election):
    """What a program decides that is wrong in some way; people at the kit's table decide rightly.

    How it is wrong is said by methods that take the place of these.
    """


def deciding(**wrong: Callable[..., Any] | property) -> Callable[[pytest.MonkeyPatch], None]:
    """Have the program decide wrongly."""
    kind = type("Wrong", (Wrong,), wrong)

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = succession.election_of

        def election_of(*how: Any) -> Election:
            made = right(*how)
            made.__class__ = kind
            return made

        monkeypatch.setattr(succession, "election_of", election_of)

    return patch


def saying(change: Callable[[Situation, int], Situation]) -> Callable[[pytest.MonkeyPatch], None]:
    """Have the program say something else than what is so, signed as ever."""

    def tell(self: Election, sent: int) -> Situation:
        told = change(Election.tell(self, sent), self.seat or 0)
        return replace(told, signature=self._sign(told))

    return deciding(tell=tell)


def instead(
    where: Any, name: str, what: Callable[..., Any] | property
) -> Callable[[pytest.MonkeyPatch], None]:
    """Have something else in the place of a function."""
    return lambda monkeypatch: monkeypatch.setattr(where, name, what)


def believing(lie: Callable[[Opened], object]) -> Callable[[pytest.MonkeyPatch], None]:
    """Have the program believe in an epoch where it should not."""
    return instead(
        election,
        "is_valid",
        lambda opened, people, genuine: bool(lie(opened)) or is_valid(opened, people, genuine),
    )


async def _no_call(self: Any, *how: Any) -> None:
    return None


def unsigned(told: Situation, seat: int) -> Situation:
    opened = told.opened
    return told if opened is None else replace(told, opened=replace(opened, signature="00" * 64))


def alone(told: Situation, seat: int) -> Situation:
    opened = told.opened
    return told if opened is None else replace(told, opened=replace(opened, joined=()))


def refused(self: BaseTable, *how: Any) -> None:
    raise RefusalError("key")


def keyed(self: Handshake) -> Any:
    """Come with the key, whatever host that is."""
    if self._return is None or self._wanted is None:
        return [self._wanted] if self._wanted is not None else []
    from net.wire.to_host import Return

    return [Return(self._wanted.table, self._return[1])]


def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handshake, "_sit_down", keyed)
    monkeypatch.setattr(HostSearch, "trusts", lambda self, *where: True)


def another_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = match.revealed

    def revealed(number: int, live: Any, deal: int) -> Any:
        for message in right(number, live, deal):
            later = len(live.proof.chains) > 1
            yield replace(message, seed="00" * 32) if later else message

    monkeypatch.setattr(match, "revealed", revealed)


def out_of_turn(self: KnownTable) -> bool:
    position, seat = self.position, self.seat
    return position is not None and self.pending is None and seat in self.view.to_act


def present(told: Situation, seat: int) -> Situation:
    return replace(told, votes=tuple(each for each in told.votes if each.voter == seat))


def won_with_all(self: Election) -> tuple[Vote, ...]:
    """Count the votes of those too whose host answers."""
    mine = self._votes.get(self.seat or 0)
    if mine is None or not self.absent or self.hosting:
        return ()
    same = (mine.epoch, mine.candidate)
    return tuple(vote for vote in self._current() if (vote.epoch, vote.candidate) == same)


WRONG: dict[str, tuple[str, str, Callable[[pytest.MonkeyPatch], None]]] = {
    "calls nobody": ("lost", "lost-asks", instead(succession.Succession, "_call", _no_call)),
    "calls without a word": ("lost", "lost-says", deciding(say=lambda self, sent: None)),
    "answers nobody": ("lost", "lost-answers", deciding(called=lambda self, *how: False)),
    "answers anybody": ("lost", "lost-strangers", deciding(called=lambda self, *how: True)),
    "never counts": ("lost", "lost-sent", instead(succession.Succession, "_next", lambda self: 7)),
    "forgets its key": (
        "lost",
        "identify",
        lambda patch: patch.setattr(
            Handshake,
            "identify",
            lambda self, right=Handshake.identify: [] if self.returned else right(self),
        ),
    ),
    "waits for ever": ("gone on", "joining", deciding(way=lambda self: None)),
    "plays out of turn": (
        "gone on",
        "void-play",
        instead(KnownTable, "my_turn", property(out_of_turn)),
    ),
    "comes where nobody will": (
        "given up",
        "given-up",
        deciding(_hear_given_up=lambda self, told: None),
    ),
    "goes on once": (
        "given up",
        "given-up-votes",
        instead(
            election,
            "is_valid",
            lambda opened, *how: not opened.after and is_valid(opened, *how),
        ),
    ),
    "believes one vote": (
        "forged",
        "enough-votes",
        believing(lambda opened: len(opened.votes) == 1),
    ),
    "counts a vote twice": (
        "forged",
        "own-votes",
        believing(lambda opened: len(opened.votes) > len({*opened.votes})),
    ),
    "believes any signature": (
        "forged",
        "signatures",
        instead(
            election,
            "is_valid",
            lambda opened, people, genuine: is_valid(opened, people, lambda each: True),
        ),
    ),
    "takes earlier votes": (
        "forged",
        "same-votes",
        believing(lambda opened: any(vote.epoch < opened.epoch for vote in opened.votes)),
    ),
    "goes back": ("forged", "base", deciding(way=lambda self: self.kept.known)),
    "goes anywhere": ("forged", "certificate", anywhere),
    "counts who is present": ("chosen", "not-absent", deciding(won=won_with_all)),
    "keeps votes to itself": ("chosen", "passed-on", saying(present)),
    "signs nothing": ("chosen", "opens", saying(unsigned)),
    "takes what all have heard": (
        "chosen",
        "coming",
        instead(
            election,
            "may_come",
            lambda coming, *how: has_joined(coming.joining, *how),
        ),
    ),
    "takes anybody": ("chosen", "keys", instead(election, "may_come", lambda *how: True)),
    "deals at once": ("chosen", "enough", deciding(may_deal=property(lambda self: True))),
    "takes nobody": ("chosen", "returned", instead(BaseTable, "return_to", refused)),
    "says nothing of others": ("chosen", "joined", saying(alone)),
    "shows another seed": ("chosen", "dealt-anew", another_seed),
}
"""What is wrong with a program -> the run that finds it, the sentence it breaks, and how."""


def test_each_sentence_is_broken_by_some_program() -> None:
    broken = {sentence for _, sentence, _ in WRONG.values()}
    assert SECTION - broken == {"new-nonce", "one-vote"}


@pytest.mark.timeout(240)
@pytest.mark.parametrize("wrong", daily(WRONG, "shows another seed"))
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


def test_two_votes_in_one_epoch_are_found() -> None:
    report = ConformanceReport(REQUIREMENTS)
    held = election.Progress(0, 1, 1)

    class Heard:
        def __init__(self, candidate: int) -> None:
            vote = Vote(0, None, 1, 2, candidate, held)
            self.heard = [Consulted("T", Situation(2, 1, held, absent=True, votes=(vote,)))]

    for second, broken in ((0, 0), (1, 1)):
        trial: Any = type("Trial", (), {"report": report})
        Loss(trial, Heard(0), Heard(second), 2, {}).check_votes()  # type: ignore[arg-type]
        assert len(report.broken) == broken
