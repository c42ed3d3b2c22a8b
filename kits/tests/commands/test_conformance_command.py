"""`kozyr conformance` as it is typed, against hosts that keep the page and hosts that do not."""

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from kits.tests.conformance.hosts.broken_host import SPOILT, BrokenLobby
from kits.tests.conformance.hosts.test_run import a_table
from kozyr_kits.commands import conformance_trials
from kozyr_kits.conformance.clients.cheats import TOLD
from kozyr_kits.conformance.clients.runs import RUNS, runs_for
from net.client.seat import ClientSeat
from net.host.server import Host
from net.table.lobby import Lobby
from net.wire.to_host import Fill
from tests.support.matches import daily
from tests.support.robots import Robot
from tui.__main__ import main

pytestmark = pytest.mark.timeout(240)


@pytest.mark.parametrize("bots, lacking", daily([(1, "owner"), (2, "full")], (2, "full")))
async def test_a_host_that_keeps_the_page_ends_with_zero_and_the_needs_of_what_was_not_tried(
    bots: int, lacking: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ann has opened the table and does nothing."""
    async with Host(Lobby("Host", [a_table("kozel")]), address="127.0.0.1", port=0) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann", plays=False)
        await ann.until(lambda: ann.client.room)
        for seat in range(1, 1 + bots):
            ann.send(Fill(seat, "easy"))
        await ann.until(lambda: ann.client.room and len(ann.client.room.free) == 2 - bots)
        where = f"127.0.0.1:{host.port}"
        assert await asyncio.to_thread(main, ["conformance", where, "--json", "--wait", "1"]) == 0
        await ann.close()
    said = capsys.readouterr()
    findings = {each["sentence"]: each for each in json.loads(said.out)}
    needs = {name: each["needs"] for name, each in findings.items()}
    assert (needs["playing"], needs["asked"], needs["code-proof"]) == (lacking, lacking, "code")
    assert needs["frames"] == ""
    assert findings["frames"]["verdict"] == "kept"
    assert findings["frames"]["anchor"] == "2-bytes"
    assert "0 broken" in said.err
    beginning = {
        "owner": "This table belongs to somebody else, who has 1 second",
        "full": "No seat is",
    }
    assert said.err.startswith(beginning[lacking])
    assert said.err.count("kozyr host GAME --no-seat") == 2
    assert "5 sentences need a table with a code" in said.err


@pytest.mark.nightly
async def test_a_host_that_breaks_it_ends_with_one_and_the_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, spoil = SPOILT["refusals have a code of their own"]
    lobby = BrokenLobby(a_table("kozel"), spoil)
    async with Host(lobby, address="127.0.0.1", port=0) as host:
        where = f"127.0.0.1:{host.port}"
        assert await asyncio.to_thread(main, ["conformance", where]) == 1
    lines = capsys.readouterr().out.splitlines()
    broken = next(line for line in lines if line.startswith("BROKEN"))
    assert "#" in broken
    assert any("Refused" in line and '"no"' in line for line in lines)


def test_an_address_that_is_none_is_a_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "1.2.3"]) == 2
    assert "1.2.3 is not an IPv4 address" in capsys.readouterr().err


def test_an_address_without_a_host_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "127.0.0.1:1"]) == 1
    assert "no connection to the host" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options, said",
    [
        ([], "say where a host is, or try a client with --client"),
        (["localhost", "--client"], "say where a host is, or try a client with --client"),
        (["--client", "70000"], "a port is a number from 0 to 65535; got 70000"),
        (["--client", "--run", "mine"], "a command needs {port}"),
        (["--client", "--run", "no-such-client {port}"], "there is no program no-such-client"),
        (["--client", "--game", "chess"], "chess"),
    ],
)
def test_a_client_that_cannot_be_tried_is_a_wrong_use(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["conformance", *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.nightly
def test_a_client_is_started_for_each_run_and_what_it_writes_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [run for run in RUNS if run.title == "a host that cheats in the shuffle"]
    runs = [RUNS[0], told[[*TOLD].index("other seeds")]]
    monkeypatch.setattr(conformance_trials, "runs_for", lambda **how: runs)
    program = f"{sys.executable} -m kits.tests.conformance.clients.small_client {{port}}"
    assert main(["conformance", "--client", "--run", program, "--json"]) == 1
    said = capsys.readouterr()
    findings = {each["sentence"]: each for each in json.loads(said.out)}
    assert findings["again"]["verdict"] == "kept"
    wanted = r'other seeds \(Revealed\.seed is ".*\.\.\. for ".*\.\.\.\): no warning'
    (detail,) = findings["seed"]["details"]
    assert re.fullmatch(wanted, detail)
    assert "Run 2 of 2: " in said.err
    assert "3 sentences need a client that proves a code" in said.err


def test_a_client_is_awaited_with_a_sentence_in_every_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["conformance", "--client", "--wait", "0"]) == 1
    said = capsys.readouterr().err
    runs = runs_for(coded=False, judged=False)
    assert said.count("Start your client at 127.0.0.1:") == len(runs)
    assert "0 sentences kept, 1 broken" in said


def test_every_run_with_a_program_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends at once, so that no player is waited for; some runs say as much as all."""
    runs = RUNS[::12]
    monkeypatch.setattr(conformance_trials, "runs_for", lambda **how: runs)
    nobody = tmp_path / "nobody.py"
    nobody.write_text("raise SystemExit(0)")
    run = f"{sys.executable} -I -S {nobody} {{host}} {{port}}"
    assert main(["conformance", "--client", "--run", run, "--wait", "0", "--code", "K7QF3P"]) == 1
    said = capsys.readouterr().err
    for number in range(1, 1 + len(runs)):
        assert f"Run {number} of {len(runs)}: " in said
    assert "0 sentences kept, 1 broken" in said
