"""Clients at the table that tries them: ours and a small one keep the page, faults are found."""

import asyncio
import contextlib
import hashlib
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgpack
import pytest

from core.deal_proof import DealProof
from core.games import GAMES
from kits.tests.conformance.clients.small_client import FAULTS, SmallClient
from kits.tests.conformance.hosts.test_run import broken
from kozyr_kits.conformance.clients.alterations import leave_out
from kozyr_kits.conformance.clients.cheating import cheated, other_move
from kozyr_kits.conformance.clients.cheats import CHEATS, DEALT, TOLD
from kozyr_kits.conformance.clients.incidents import (
    Incident,
    another_certificate,
    lower_number,
    moved_astray,
    stale,
    taken_play,
)
from kozyr_kits.conformance.clients.line import Line, Lines
from kozyr_kits.conformance.clients.observer import ClientObserver
from kozyr_kits.conformance.clients.requirements import REQUIREMENTS
from kozyr_kits.conformance.clients.runs import RUNS, Begin, Run, runs_for, try_client
from kozyr_kits.conformance.report import ConformanceReport
from net.client import deal_watch
from net.client.agreed import Bound, Consent
from net.client.handshake import Handshake
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.client.watched_match import WatchedMatch
from net.client.watched_shuffle import WatchedShuffle
from net.secure.tls import new_identity
from tests.support.robots import Robot

CODE = "K7QM2X"
FOUND = {CHEATS[name].sentence for name in TOLD}
SEEN = {CHEATS[name].sentence for name in TOLD if CHEATS[name].secret}
"""The messages seen on the line."""
CODED = {"impostor", "bad-share", "code-changed"}
MOVED = {"moved", "moved-token", "moved-word"}
LOST = {each.name for each in REQUIREMENTS if each.anchor.startswith("13-")} | {"new-nonce"}
"""Tried in test_losses.py, with our whole program: the small client and a link have no key."""
SHUFFLE = {*FOUND, *(CHEATS[name].sentence for name in DEALT)}
JUDGED = {*SHUFFLE, "honest"} - SEEN
"""Only a warning shows whether they are kept."""
SLOW = {
    *("never pings", "waits for a silent host", "continues twice", "reads whole frames only"),
    "never continues",
    *("makes a new nonce when it is back", "gives up when there is a crowd"),
    "keeps its nonce to itself",
}
QUICK = sorted(FAULTS.keys() - SLOW)
RUN_OF = {
    "gives its token to anybody": "certificate",
    "comes back from elsewhere": "elsewhere",
    "tries another version again": "version",
    "comes along to nobody": "moved",
    "comes along without the word": "moved",
    "comes along to anybody": "astray",
    "keeps to the game it began with": "game",
    "minds another game when it is back": "game",
    "counts its moves anew in another game": "game",
    "comes back though it cannot play the game": "game",
    "asks for cards though it watches": "given",
    "keeps watching when it is given a seat": "given",
    "takes a given seat on the same connection": "given",
}
"""The run that finds a fault, if it is not the first."""


AT_ONCE = 4
"""The number of clients tried at the same time."""


async def report_on(begin: Begin, *, code: str = "", **how: Any) -> ConformanceReport:
    report = ConformanceReport(REQUIREMENTS)
    await try_client(
        GAMES["kozel"], report, begin, code=code, **{"coming": 20, "at_once": AT_ONCE} | how
    )
    return report


def cheats(run: Run) -> bool:
    return run.name == "shuffle"


def verdicts(report: ConformanceReport) -> dict[str, set[str]]:
    broken(report)  # asks for plain words
    return {
        verdict: {each.requirement.name for each in report.results if each.verdict == verdict}
        for verdict in ("kept", "broken", "not reached")
    }


@dataclass
class Playing:
    """A client in this process."""

    stop: Callable[[], object] = lambda: None
    warned: Callable[[], bool] | None = None


class OurClients:
    """Our client, anew for each run; with its findings about the host."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        self.faults: dict[str, str] = {}

    def __call__(self, run: Run, host: str, port: int) -> Playing:
        seat = ClientSeat(Handshake(code=self.code))
        robot = Robot(RemoteLink(host, port, seat), "Robin")

        def fault() -> str:
            verdict = seat.deals.match.verdict if seat.deals else None
            if verdict is None:
                return ""
            return verdict.fault or ("chosen" if verdict.decks > 1 else "")

        def stop() -> None:
            self.faults[run.name] = fault()
            robot.task.cancel()

        return Playing(stop, lambda: bool(fault()))


def client_of(kind: Callable[[str, int], SmallClient]) -> Begin:
    def begin(run: Run, host: str, port: int) -> Playing:
        task = asyncio.ensure_future(kind(host, port).run())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return Playing(task.cancel)

    return begin


def small_client(fault: str = "") -> Begin:
    return client_of(partial(SmallClient, fault=fault))


async def expect_all_kept(runs: Sequence[Run], code: str = "") -> tuple[OurClients, set[str]]:
    clients = OurClients(code)
    report = await report_on(clients, code=code, runs=runs)
    assert {each.requirement.name: each.details for each in report.broken} == {}
    return clients, verdicts(report)["kept"]


@pytest.mark.timeout(240)
async def test_our_client_keeps_the_page() -> None:
    clients, kept = await expect_all_kept(
        [run for run in RUNS if not (run.coded or run.keys or cheats(run))]
    )
    assert kept == {each.name for each in REQUIREMENTS} - CODED - SHUFFLE - LOST
    assert clients.faults["match"] == "", "an honest host on a bad line is accused"


@pytest.mark.timeout(240)
async def test_our_client_keeps_the_page_at_a_table_with_a_code() -> None:
    _, kept = await expect_all_kept([run for run in RUNS if run.coded], CODE)
    assert kept >= CODED


async def test_a_client_that_stays_away_once_the_code_is_another_is_found() -> None:
    def begin(run: Run, host: str, port: int) -> Playing:
        robot = Robot(RemoteLink(host, port, ClientSeat(Handshake(code=CODE))), "Robin")
        leaving = asyncio.ensure_future(robot.until(lambda: False in robot.links))
        leaving.add_done_callback(lambda done: robot.task.cancel())
        return Playing(lambda: (leaving.cancel(), robot.task.cancel()))

    runs = [run for run in RUNS if run.name == "code"]
    report = await report_on(begin, code=CODE, runs=runs, patience=2)
    assert [*broken(report)] == ["code-changed"]


async def test_the_others_sit_down_at_a_table_with_a_code_too() -> None:
    """Our link has no key: it has seen a deal to its end, and nothing more is tried."""
    _, kept = await expect_all_kept([run for run in RUNS if run.name == "lost"], CODE)
    assert "playing" in kept


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=pytest.mark.nightly if n % 40 else ())
        for n, each in enumerate(TOLD)
    ],
)
async def test_our_client_notices_a_host_that_cheats(name: str) -> None:
    """Over the line; tests/net/client/test_cheats.py tries all of them without one every day."""
    _, kept = await expect_all_kept([Run("shuffle", "", (cheated(name),))])
    assert CHEATS[name].sentence in kept


@pytest.mark.nightly
@pytest.mark.timeout(240)
async def test_a_client_written_from_the_page_keeps_it() -> None:
    report = await report_on(small_client(), runs=runs_for(coded=False, judged=False))
    assert {each.requirement.name: each.details for each in report.broken} == {}
    assert verdicts(report)["not reached"] == CODED | JUDGED | MOVED | LOST


def test_empty_lists_are_left_out_where_fields_may_be() -> None:
    room = {"type": "Gathered", "watchers": [], "kept_out": [], "clock": 0}
    assert leave_out(room) == {"type": "Gathered"}
    assert leave_out(room | {"kept_out": ["Bob"]}) == {"type": "Gathered", "kept_out": ["Bob"]}


async def broken_by(fault: str) -> set[str]:
    """The sentences that a client breaks that has this fault."""
    wanted = RUN_OF.get(fault, "match")
    runs = [run for run in RUNS if run.name == wanted]
    if fault == "chooses again at once":
        runs = [Run("match", "", (lower_number,))]  # it does so after every break too
    report = await report_on(small_client(fault), runs=runs, patience=10)
    return verdicts(report)["broken"]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "faults",
    [
        pytest.param(QUICK[::12], id="quick"),
        pytest.param(
            sorted({*QUICK, *SLOW} - {*QUICK[::12]}), id="rest", marks=pytest.mark.nightly
        ),
    ],
)
async def test_what_a_client_does_wrong_is_found_by_its_sentence(faults: list[str]) -> None:
    """Some at once: most of their time is spent waiting for messages that do not come."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def found(fault: str) -> bool:
        async with turns:
            return FAULTS[fault] in await broken_by(fault)

    each = await asyncio.gather(*map(found, faults))
    assert [fault for fault, was in zip(faults, each, strict=True) if not was] == []


@pytest.mark.nightly
@pytest.mark.timeout(600)
async def test_a_client_that_lets_every_intermission_pass_is_told_so_and_nothing_else() -> None:
    """A deal ends again and again while something else is tried."""
    runs = [run for run in RUNS if run.name == "match"]
    report = await report_on(small_client("never continues"), runs=runs, patience=5)
    assert broken(report) == {"continue": ["not seen in a match that was played to its end"]}


async def test_a_client_that_warns_of_an_honest_host_is_found() -> None:
    def begin(run: Run, host: str, port: int) -> Playing:
        return Playing(small_client()(run, host, port).stop, lambda: True)

    report = await report_on(begin, runs=[Run("match", "", (), whole=True)])
    assert "honest" in verdicts(report)["broken"]


async def test_a_client_that_never_comes_has_kept_nothing() -> None:
    report = await report_on(lambda run, host, port: Playing(), runs=RUNS[:1], coming=0.1)
    assert verdicts(report)["kept"] == set()
    assert report.broken


@pytest.mark.parametrize("answer", [{"type": "Refused", "number": 1}, None])
def test_a_refused_move_that_is_chosen_again_waits_for_an_answer_too(answer: Any) -> None:
    report = ConformanceReport(REQUIREMENTS)
    observer = ClientObserver(report)
    lines = Lines(observer, 0, new_identity())
    line = Line(lines, 1, strange=False)
    line.said.append({"type": "Hello"})
    position = {"type": "Updated", "seq": 5, "number": 0, "view": {"to_act": [1]}}
    play = {"type": "Play", "number": 1, "seq": 5, "move": "draw"}
    observer.told(line, {"type": "Seated", "seat": 1, "number": 0})
    observer.told(line, position)
    observer.said(line, msgpack.packb(play))
    if answer is not None:
        observer.told(line, answer)
        assert observer.pending is None
    observer.said(line, msgpack.packb(play))
    assert observer.pending == play
    assert report.broken == ()


class LateClient(SmallClient):
    """Sends its unanswered move again only once it is seated."""

    def say(self, type: str, **fields: Any) -> None:
        if type != "Play" or self.told_seat:
            super().say(type, **fields)

    async def live(self) -> None:
        self.told_seat = False
        await super().live()

    def take(self, told: Any) -> None:
        super().take(told)
        if told["type"] == "Seated":
            self.told_seat = True
            if self.pending is not None:
                self.say(**self.pending)


async def test_a_move_that_was_taken_may_come_again_when_another_is_awaited() -> None:
    runs = [Run("match", "", (taken_play, stale))]
    report = await report_on(client_of(LateClient), runs=runs, patience=10)
    assert broken(report) == {}
    assert {"again", "numbers"} & verdicts(report)["kept"] == {"numbers"}


class HastyClient(SmallClient):
    """Hangs up on a stranger before the handshake is over, as soon as it knows the certificate."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        self.migrates = True

    async def live(self) -> None:
        if not self.token:
            return await super().live()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        heard, said = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = context.wrap_bio(heard, said)
        reader, writer = await asyncio.open_connection(*self.where)
        try:
            while True:
                with contextlib.suppress(ssl.SSLWantReadError):
                    tls.do_handshake()  # its end is never sent
                    break
                writer.write(said.read())
                heard.write(await reader.read(65536))
        finally:
            writer.transport.abort()
        shown = hashlib.sha256(tls.getpeercert(binary_form=True) or b"").digest()
        if shown == self.certificate:
            await super().live()
        return None


@pytest.mark.parametrize(
    ("incident", "sentence"), [(another_certificate, "token"), (moved_astray, "moved-token")]
)
async def test_a_client_that_hangs_up_on_a_stranger_at_once_has_come(
    incident: Incident, sentence: str
) -> None:
    runs = [Run("", "", (incident,))]
    report = await report_on(client_of(HastyClient), runs=runs, patience=10)
    assert broken(report) == {}
    assert sentence in verdicts(report)["kept"]


def test_another_shuffle_of_a_match_takes_another_share() -> None:
    """A client may warn of it and take part all the same."""
    report = ConformanceReport(REQUIREMENTS)
    observer = ClientObserver(report)
    line = Line(Lines(observer, 0, new_identity()), 0, strange=False)
    line.said.append({"type": "Hello"})
    line.told.append({"type": "Seated"})

    def commit(commitment: str, share: str) -> set[str]:
        told = {"type": "Committed", "stage": "commit", "shuffler": 32 * "0", "match": 1}
        observer.told(line, {**told, "commitment": commitment})
        message = {"type": "Commit", "match": 1, "share": 64 * share}
        observer.said(line, msgpack.packb(message))
        return verdicts(report)["broken"]

    assert commit("first", "a") == set()
    assert commit("second", "b") == set()
    assert commit("first", "a") == set()
    assert commit("first", "c") == {"same-share"}


BLIND = {
    "seed": "seed",
    "same-commitments": "changed",
    "nonces": "nonce",
    "own-share": "share",
    "bots": "bots",
    "share-seats": "seats",
    "one-shuffle": "",
    "shuffles-counted": "",
    "agreed": "terms",
    "same-terms": "rules",
    "same-seats": "seated",
    "same-seat": "seat",
    "given-up-counted": "chosen",
}
"""A requirement -> the finding of our client if it is broken."""


def dealt_run(name: str) -> Run:
    return next(run for run in RUNS if run.deals == name)


OTHER_MOVE = next(run for run in RUNS if run.incidents == (other_move,))


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=pytest.mark.nightly if n else ()) for n, each in enumerate(DEALT)],
)
async def test_our_client_notices_a_host_that_deals_by_its_lies(name: str) -> None:
    _, kept = await expect_all_kept([dealt_run(name)])
    assert CHEATS[name].sentence in kept


async def test_our_client_notices_another_move_in_place_of_its_own() -> None:
    _, kept = await expect_all_kept([OTHER_MOVE])
    assert "own-moves" in kept


@pytest.mark.nightly
@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", DEALT)
async def test_a_check_that_is_left_out_is_missed_though_the_deals_fit(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else that our client checks finds anything."""
    requirement = CHEATS[name].sentence
    blind, blame, fault = BLIND[requirement], WatchedShuffle._blame, DealProof.fault
    monkeypatch.setattr(
        WatchedShuffle, "_blame", lambda share, what: None if what == blind else blame(share, what)
    )
    monkeypatch.setattr(DealProof, "fault", lambda proof: fault(proof).replace(blind, ""))
    if requirement == "same-commitments":
        monkeypatch.setattr(WatchedShuffle, "receive", believing(WatchedShuffle.receive))
    if not blind:
        monkeypatch.setattr(deal_watch, "_hear_first", forgetting(deal_watch._hear_first))
    if requirement in ("agreed", "shuffles-counted"):
        monkeypatch.setattr(Consent, "follow", lambda *told, **how: True)
    if requirement.startswith("same-"):
        monkeypatch.setattr(Bound, "follow", lambda *told: "")
    if requirement == "given-up-counted":
        monkeypatch.setattr(WatchedMatch, "choice", 0)
    report = await report_on(OurClients(), runs=[dealt_run(name)])
    found = broken(report)
    assert [*found] == [requirement]
    (said,) = found[requirement]
    assert said.startswith(name)
    assert said.endswith(": no warning")


def forgetting(first_heard: Any) -> Any:
    """Remember no shuffle before this one."""

    def forget(watch: Any, *told: Any) -> None:
        watch.contact.unbroken = False
        first_heard(watch, *told)
        watch.match.tries = 0

    return forget


def believing(receive: Any) -> Any:
    """Take the last commitment for the one that counts."""

    def believe(share: Any, message: Any) -> Any:
        share._first = message
        return receive(share, message)

    return believe


@pytest.mark.nightly
async def test_a_client_that_does_not_look_for_its_own_moves_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(WatchedMatch, "note_made", lambda *made: None)
    assert "own-moves" in verdicts(await report_on(OurClients(), runs=[OTHER_MOVE]))["broken"]
