"""`kozyr arena` as its user sees it: results, intervals, mistakes, and an early end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from core.arena.duplicate import MOST_WAYS
from tui.__main__ import main

Capture = pytest.CaptureFixture[str]


def report(capsys: Capture, *words: str) -> Any:
    assert main(["arena", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without_times(found: Any) -> Any:
    for contestant in found["contestants"]:
        del contestant["mean_ms"], contestant["slowest_ms"]
    return found


def test_the_same_seed_gives_the_same_numbers_whatever_the_jobs(capsys: Capture) -> None:
    words = ("kozel", "--seats", "easy,medium", "--decks", "3", "--seed", "4", "--jobs")
    one, two = (without_times(report(capsys, *words, jobs)) for jobs in "12")
    assert one == two
    assert one["decks"] == 3
    assert [each["name"] for each in one["contestants"]] == ["easy", "medium"]


def test_bots_named_once_take_seats_in_turn(capsys: Capture) -> None:
    found = report(capsys, "kozel", "--seats", "easy,medium", "--players", "4", "--decks", "1")
    assert found["seats"] == ["easy", "medium", "easy", "medium"]
    assert found["ways"] == 6 <= MOST_WAYS


def test_a_game_for_four_seats_four(capsys: Capture) -> None:
    rule = ("--rule", "deal_set=nines")
    found = report(capsys, "joker", "--seats", "easy,outsider:1", "--decks", "1", *rule)
    assert found["seats"] == ["easy", "outsider:1"] * 2
    assert found["options"]["deal_set"] == "nines"


def test_it_plays_until_the_interval_is_narrow(capsys: Capture) -> None:
    found = report(capsys, "kozel", "--seats", "easy,medium", "--until", "12")
    assert found["decks"] >= 10
    assert all(each["ahead_a_deal"]["half"] <= 12 for each in found["contestants"])


def test_the_table_says_what_is_proven_and_what_is_not(capsys: Capture) -> None:
    assert main(["arena", "kozel", "--seats", "easy,medium", "--decks", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Kozel: 1 deck, each played in 2 ways")
    assert "Not proven to differ from the others: easy, medium." in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kozel", "--seats", "easy,easy"], "two different bots"),
        (["kozel", "--seats", "easy,outsider"], "such as outsider:1500"),
        (["kozel", "--seats", "easy,outsider:0"], "such as outsider:1500"),
        (["kozel", "--seats", "easy,hrad"], "did you mean 'hard'"),
        (["kozel", "--seats", "easy,medium,hard", "--players", "2"], "more bots are named"),
        (["kozel", "--seats", "easy,hard", "--players", "9"], "2..4 seats"),
        (["kozel", "--until", "0"], "not a number above 0"),
        (["kozel", "--decks", "0"], "at least 1"),
    ],
)
def test_a_mistake_is_said_before_anything_is_played(
    words: Sequence[str], said: str, capsys: Capture
) -> None:
    assert main(["arena", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_whoever_stops_it_reads_what_has_been_played() -> None:
    # Tests run in the background may ignore SIGINT, and what they start would too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    words = ["arena", "kozel", "--seats", "easy,medium", "--decks", "100000", "--json"]
    watch = "import sys; from tui.commands import arena; from tui.__main__ import main\n"
    watch += "in_order = arena.in_order\n"
    watch += "def told(*a, **k):\n"
    watch += "    for report in in_order(*a, **k):\n"
    watch += "        yield report\n"
    watch += "        print('played', file=sys.stderr, flush=True)\n"
    watch += "arena.in_order = told\n"
    watch += "sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", watch, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "played\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(out)["decks"] >= 1
    assert "Traceback" not in err
    assert "stopped after" in err


@pytest.mark.timeout(180)
def test_a_cluster_gives_the_same_numbers(capsys: Capture) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra kozyr[dask] is not there")
    words = ("kozel", "--seats", "easy,medium", "--decks", "2")
    own = without_times(report(capsys, *words))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        assert without_times(report(capsys, *words, "--dask", cluster.scheduler_address)) == own


@pytest.mark.timeout(120)
def test_a_cluster_that_does_not_answer_is_named(capsys: Capture) -> None:
    pytest.importorskip("distributed", reason="the extra kozyr[dask] is not there")
    words = ["arena", "kozel", "--seats", "easy,medium", "--dask", "tcp://127.0.0.1:1"]
    assert main(words) == 1
    assert "no cluster answers at tcp://127.0.0.1:1" in capsys.readouterr().err
