"""Whole visits over real sockets: our host keeps the page, and hosts that break it are caught."""

import asyncio
import re
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from core.bots import BOTS
from core.games import GAMES
from kits.tests.conformance.hosts import broken_host, broken_rooms
from kits.tests.conformance.hosts.broken_host import BrokenLobby
from kozyr_kits.conformance.hosts import match_trials
from kozyr_kits.conformance.hosts.requirements import REQUIREMENTS
from kozyr_kits.conformance.hosts.run import NoTableError, conform
from kozyr_kits.conformance.report import ConformanceReport
from net.files.saved import Logs
from net.host.factory import new_table, take_up
from net.host.server import Host
from net.secure.tls import new_identity
from net.table import room
from net.table.lobby import Lobby, Shutdown
from net.table.table import Table
from tests.support.game_facts import house_rules_of, seats_of

SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "kozel": (3, {"target": 50}),
    "joker": (4, {}),
    "domino_poker": (3, {"full_deals": 1}),
    "graph_poker": (5, {"deals": 2}),
}
"""Seats and house rules for matches of little length; others say theirs in tests/games."""

HANDSHAKE = {
    *("frames", "small-frames", "unknown-fields", "skipped-fields", "left-out-fields"),
    *("no-conversion", "first-hello", "hello-again", "slow-hello", "slow-frame", "silent", "plain"),
    *("calls", "no-branch"),
}
RESTART = {"resumed-host", "resumed-seats", "resumed-match"}
CODE = {"code-proof", "wrong-code", "one-attempt", "no-proof", "new-code"}
SPOILT = broken_host.SPOILT | broken_rooms.SPOILT
MISHEARD = broken_host.MISHEARD | broken_rooms.MISHEARD
LONG = ("nobody can leave", "the room does not say what changed", "Wait is swallowed")
"""Breaks that show only where a client waits in vain."""
PAUSED = ("pauses-told", "no-silence")
"""Sentences that show only at a table with a pause between deals."""
BETWEEN = {
    *("unanswered", "quick", "finished-deals", "continue", "pauses-told", "late-continue"),
    *("continue-twice", "longer-pause"),
}


@pytest.fixture
def soon_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a slow line be quick again after some seconds."""
    monkeypatch.setattr(room, "MEASURED_SECONDS", 3)
    monkeypatch.setattr(match_trials, "CHANGED_SECONDS", 3)


def a_table(game: str, *, code: str | None = None, pause: int = 30, **longer: Any) -> Table:
    seats, rules = SHORT.get(game) or (seats_of(game, "short"), house_rules_of(game, "short"))
    options = GAMES[game].Options(**{**rules, **longer})
    return new_table("Table", GAMES[game], options, seats, bot_seconds=0, code=code, pause=pause)


class EnoughError(Exception):
    """The rest of a visit would tell a test no more."""


class Until(ConformanceReport):
    """Ends a visit as soon as one of these sentences is broken, or kept."""

    def __init__(self, sentences: Collection[str], *, kept: bool = False) -> None:
        super().__init__(REQUIREMENTS)
        self._last = {(name, kept) for name in sentences}

    def expect(self, name: str, kept: object, detail: str = "") -> bool:
        right = super().expect(name, kept, detail)
        if (name, right) in self._last:
            raise EnoughError
        return right


async def visited(
    lobby: Lobby,
    code: str = "",
    *,
    arrivals: bool = False,
    patience: float = 30,
    report: ConformanceReport | None = None,
) -> ConformanceReport:
    report = report or ConformanceReport(REQUIREMENTS)
    async with Host(lobby, address="127.0.0.1", port=0) as host:
        with suppress(EnoughError):
            how = {"code": code, "arrivals": arrivals, "patience": patience}
            await conform("127.0.0.1", host.port, report, wait_seconds=5, **how)
    return report


PYTHON = re.compile(r"\b(None|True|False)\b|\bb'|\w\(\w+=|\\x|<class|'\w+'|\{'")
"""Words in the details of a report that only readers of Python know."""


def broken(report: ConformanceReport) -> dict[str, list[str]]:
    found = {each.requirement.name: each.details for each in report.broken}
    assert not [each for details in found.values() for each in details if PYTHON.search(each)]
    return found


def reached(report: ConformanceReport) -> set[str]:
    return {each.requirement.name for each in report.results if each.tried}


@pytest.mark.nightly
@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", GAMES)
async def test_our_host_keeps_the_page(game: str, soon_quick: None) -> None:
    report = await visited(Lobby("Host", [a_table(game)]))
    assert broken(report) == {}
    everything = {each.requirement.name for each in report.results}
    no_bots = set() if game in BOTS else {"bots-share"}
    assert everything - reached(report) - HANDSHAKE - CODE - RESTART - no_bots <= BETWEEN


@pytest.mark.timeout(240)
async def test_our_host_keeps_what_it_says_of_codes_and_of_strangers() -> None:
    table = a_table("domino_poker", code="")
    report = await visited(Lobby("Host", [table]), table.code, arrivals=True)
    assert broken(report) == {}
    everything = {each.requirement.name for each in report.results}
    assert everything - reached(report) - RESTART <= {"one-go", "codeless"}


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(wrong, marks=pytest.mark.nightly if wrong in LONG or number % 90 else ())
        for number, wrong in enumerate(SPOILT | MISHEARD)
    ],
)
async def test_a_host_that_breaks_a_sentence_is_caught(
    wrong: str, request: pytest.FixtureRequest
) -> None:
    sentence, break_it = (SPOILT | MISHEARD)[wrong]
    how = {"spoil" if wrong in SPOILT else "mishear": break_it}
    if sentence == "quick":
        request.getfixturevalue("soon_quick")
    code = "" if sentence in CODE else None
    # Decks are exchanged after the first deal, so there has to be a second one.
    longer = {"target": 200} if sentence == "dealt-again" else {}
    table = a_table("kozel", code=code, pause=30 if sentence in PAUSED else 0, **longer)
    lobby, arrivals = BrokenLobby(table, **how), sentence in HANDSHAKE
    report = Until({sentence})
    await visited(lobby, table.code, arrivals=arrivals, patience=2, report=report)
    assert sentence in broken(report), broken(report)


@pytest.mark.timeout(240)
async def test_our_host_keeps_the_page_and_what_it_says_of_resuming(
    tmp_path: Path, soon_quick: None
) -> None:
    identity = new_identity()

    def host(table: Table, port: int, kept: Logs) -> Host:
        lobby = Lobby("Host", [table])
        return Host(lobby, address="127.0.0.1", port=port, logs=kept, identity=identity)

    report = ConformanceReport(REQUIREMENTS)
    hosts = [host(a_table("kozel"), 0, Logs(tmp_path))]
    again: list[asyncio.Task[None]] = []

    async def end_and_go_on() -> None:
        await hosts[0].close(Shutdown.BROKEN)
        kept = Logs(tmp_path)
        (left,) = kept.tables()
        table = take_up(kept.take(left.id), asyncio.get_running_loop().time(), bot_seconds=0)
        hosts.append(host(table, hosts[0].port, kept))
        await hosts[1].open()

    await hosts[0].open()
    await conform(
        "127.0.0.1",
        hosts[0].port,
        report,
        arrivals=False,
        patience=30,
        wait_seconds=30,
        restart=lambda: again.append(asyncio.ensure_future(end_and_go_on())),
    )
    await asyncio.gather(*again)
    await hosts[-1].close()
    assert broken(report) == {}
    everything = {each.requirement.name for each in report.results}
    assert everything - reached(report) - HANDSHAKE - CODE <= BETWEEN


async def test_a_host_that_is_not_there_is_no_host() -> None:
    with pytest.raises(NoTableError, match="no connection to the host"):
        await conform("127.0.0.1", 1, ConformanceReport(REQUIREMENTS))


async def test_a_table_that_asks_for_its_code_is_not_tried_without_it() -> None:
    with pytest.raises(NoTableError, match="asks for a code"):
        await visited(Lobby("Host", [a_table("kozel", code="K7QM2X")]))
