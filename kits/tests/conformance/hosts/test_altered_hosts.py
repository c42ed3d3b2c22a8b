"""Hosts whose messages are altered on the line: allowed changes pass, others are found."""

import json
from contextlib import suppress
from typing import Any

import msgpack
import msgspec
import pytest

from kits.tests.conformance.hosts.test_run import EnoughError, Until, a_table, broken, reached
from kozyr_kits.conformance.clients.alterations import (
    Alteration,
    Plain,
    add_fields,
    add_ways,
    leave_out,
    turn_round,
)
from kozyr_kits.conformance.clients.cheats import CHEATS, TOLD
from kozyr_kits.conformance.clients.lies import CUT
from kozyr_kits.conformance.clients.line import Line, Lines
from kozyr_kits.conformance.clients.observer import ClientObserver
from kozyr_kits.conformance.clients.requirements import REQUIREMENTS as CLIENTS
from kozyr_kits.conformance.hosts.requirements import REQUIREMENTS
from kozyr_kits.conformance.hosts.run import conform
from kozyr_kits.conformance.report import ConformanceReport
from net.host.server import Host
from net.secure.tls import new_identity
from net.table.lobby import Lobby
from net.wire.protocol import decode_from_host
from tests.support.matches import daily


def allowed(message: Plain) -> Plain:
    """All at once that a host may do to its messages."""
    plain: Plain = turn_round(add_ways(add_fields(leave_out(message))))
    return plain


async def report_on(
    alteration: Alteration | None = None,
    cheat: Any = None,
    patience: float = 5,
    report: ConformanceReport | None = None,
) -> ConformanceReport:
    """Visit a real host through a line that alters its messages."""
    identity, report = new_identity(), report or ConformanceReport(REQUIREMENTS)
    lobby = Lobby("Host", [a_table("kozel", pause=30)])
    async with Host(lobby, address="127.0.0.1", port=0, identity=identity) as host:
        lines = Lines(ClientObserver(ConformanceReport(CLIENTS)), host.port, identity)
        lines.alteration = alteration or lines.alteration
        lines.cheat = cheat or lines.cheat
        try:
            port = lines.open(0)
            with suppress(EnoughError):
                await conform(
                    "127.0.0.1", port, report, arrivals=False, patience=patience, wait_seconds=5
                )
        finally:
            await lines.close()
    return report


@pytest.mark.timeout(240)
@pytest.mark.parametrize("last", daily(["latecomers", ""], "latecomers"), ids=["a match", "all"])
async def test_a_host_may_write_its_messages_in_any_way_that_the_page_allows(last: str) -> None:
    form = Alteration("allowed", allowed, bytewise=True)
    report = await report_on(form, patience=30, report=Until({last}, kept=True))
    assert broken(report) == {}
    assert {"revealed", "dealt-again", "records", "latecomers", "once"} <= reached(report)


def adding(kind: str, **fields: Any) -> Any:
    return lambda line, message: [message | fields if message["type"] == kind else message]


def without(kind: str) -> Any:
    return lambda line, message: [] if message["type"] == kind else [message]


def strip_proof(line: Line, message: Plain) -> list[Plain]:
    """Take the proof out of the record."""
    if message["type"] == "Recorded" and message["part"] == 1:
        first, end, rest = message["text"].partition("\n")
        entry = json.loads(first) | {"deal_proof": None}
        return [message | {"text": json.dumps(entry) + end + rest}]
    return [message]


def leaving_bots_out(line: Line, message: Plain) -> list[Plain]:
    if message["type"] == "Committed" and message["stage"] == "done":
        kinds = [seat["kind"] for seat in (line.last("Gathered") or {})["seats"]]
        shares = [
            [seat, share, None if kinds[seat].startswith("bot:") else nonce]
            for seat, share, nonce in message["shares"]
        ]
        return [message | {"shares": shares}]
    return [message]


def telling_everybody(line: Line, message: Plain) -> list[Plain]:
    """A refusal to a watcher is told to all as a room in which nothing has happened."""
    if message["type"] == "Refused" and message["code"] == "watching":
        for other in (each for each in line.lines.all if each is not line and not each.ended):
            if (room := other.last("Gathered")) is not None:
                other.tell(room | {"happened": []})
    return [message]


def denying(line: Line, message: Plain) -> list[Plain]:
    """More time is given, and no player is told who gave it."""
    return [message | {"giver": None} if message["type"] in ("Timed", "Paused") else message]


def nightly(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.nightly)


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("cheat", "names"),
    [
        nightly(adding("Gathered", weather="fair"), {"messages"}),
        nightly(without("Revealed"), {"revealed", "seed", "dealt-again"}),
        nightly(without("Recorded"), {"records"}),
        nightly(strip_proof, {"records"}),
        nightly(leaving_bots_out, {"bots-share", "dealt-again"}),
        nightly(telling_everybody, {"unheard"}),
        nightly(denying, {"more-time"}),
    ],
    ids=[
        *("unknown field", "nothing revealed", "no record", "no proof in the record", "no bots"),
        *("here told", "no giver"),
    ],
)
async def test_what_the_page_does_not_allow_is_found_by_its_sentence(
    cheat: Any, names: set[str]
) -> None:
    found = broken(await report_on(cheat=cheat))
    assert names <= found.keys(), found
    # A record that is heard after bots were left out has another proof than the lists of shares.
    also = {"longer-pause"} | ({"records"} if "bots-share" in names else set())
    assert found.keys() <= names | also, found


# --- hosts that cheat in the shuffle -------------------------------------------------------------


def lying(name: str) -> Any:
    """Tell every player the same lies, each in a way of their own."""
    lies: dict[int, Any] = {}

    def lie(line: Line, message: Plain) -> list[Plain]:
        seated = line.last("Seated")
        if seated is None or seated["seat"] is None:
            return [message]
        seat = seated["seat"]
        if seat not in lies:
            lies[seat] = CHEATS[name].lie(seat)
        told = list(lies[seat](decode_from_host(msgpack.packb(message))))
        if CUT in told:
            line.cut()
        return [msgspec.to_builtins(each) for each in told if each != CUT]

    return lie


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", daily(TOLD, "the next seed with this one"))
async def test_a_host_that_cheats_is_found(name: str) -> None:
    found = broken(await report_on(cheat=lying(name), report=Until(SHUFFLE)))
    assert found.keys() - BESIDE or name == "a position left out"
    assert bool(found.keys() & BESIDE) == (name in NOT_BEGUN), found


BESIDE = {"starting", "no-silence"}
"""These are kept, however long a spoilt shuffle takes."""
NOT_BEGUN = {
    *("another table for one", "a position left out", "forged shares after a cut"),
    *("shuffled again after a cut", "dealt, cut and shuffled again"),
}
"""Cheats that keep a match from beginning for our players, who do not come back after a cut."""
SHUFFLE = {each.name for each in REQUIREMENTS if each.name not in BESIDE}


@pytest.mark.nightly
async def test_what_is_wrong_with_the_first_answer_is_named() -> None:
    def say_the_version_in_words(line: Line, message: Plain) -> list[Plain]:
        return [message | {"version": "4"} if message["type"] == "Welcomed" else message]

    found = broken(await report_on(cheat=say_the_version_in_words))
    assert [*found] == ["messages"]
    assert "Welcomed.version" in found["messages"][0]
