"""`kozyr arena` as its user sees it: results, intervals, mistakes, and an early end."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kozyr_kits.arena.duplicate import MOST_WAYS, DeckReport, DeckTask
from kozyr_kits.commands import arena
from kozyr_kits.workers import Pool, StoppedError, Work, in_order
from tui.__main__ import main
from tui.commands import FailedError

Capture = pytest.CaptureFixture[str]


def report(capsys: Capture, *words: str) -> Any:
    assert main(["arena", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without_times(found: Any) -> Any:
    for contestant in found["contestants"]:
        del contestant["mean_ms"], contestant["slowest_ms"]
    return found


def test_the_same_seed_gives_the_same_numbers_whatever_the_jobs(capsys: Capture) -> None:
    words = ("kozel", "--seats", "easy,medium", "--decks", "2", "--seed", "4", "--jobs")
    one, two = (without_times(report(capsys, *words, jobs)) for jobs in "12")
    assert one == two
    assert one["decks"] == 2
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


def test_a_beginner_can_sit_down_too(capsys: Capture) -> None:
    found = report(capsys, "kozel", "--seats", "Beginner,medium", "--decks", "1")
    assert found["seats"] == ["beginner", "medium"]


@pytest.mark.nightly
def test_it_plays_until_the_interval_is_narrow(capsys: Capture) -> None:
    found = report(capsys, "kozel", "--seats", "easy,medium", "--until", "12")
    assert found["decks"] >= 10
    assert all(each["ahead_a_deal"]["half"] <= 12 for each in found["contestants"])


def test_the_table_says_what_is_proven_and_what_is_not(capsys: Capture) -> None:
    assert main(["arena", "kozel", "--seats", "easy,medium", "--decks", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Kozel: 1 deck, each played in 2 ways")
    assert "Not proven to differ from the others: easy, medium." in said


def test_places_and_what_changing_over_saves_are_told(capsys: Capture) -> None:
    words = ["arena", "kozel", "--seats", "easy,medium,easy", "--decks", "2"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "share of places\n  easy          1: " in said
    assert "% of the variance." in said
    easy, medium = report(capsys, *words[1:])["contestants"]
    assert easy["last"] + medium["last"] >= 6, "one of each match, or more"
    found = easy
    assert sum(found["places"].values()) == found["matches"] == 12
    assert found["luck_out"] < 1
    assert found["playouts"] == 0


STRANGER = Path(__file__).parents[3] / "tests" / "support" / "contestant.py"


def test_a_program_is_named_by_its_command_line_and_its_faults_are_told(capsys: Capture) -> None:
    command = f'program:"{sys.executable}" "{STRANGER}" {{host}} {{port}}'
    words = ["arena", "kozel", "--seats", f"easy,'{command} crash'", "--decks", "1", "--jobs", "1"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "moves after it was gone\n  ended; exit status 1; out of ideas" in said
    assert f"program:{Path(sys.executable).name} contestant" in said


class Forgetful(ThreadPoolExecutor):
    """Loses a deck the first few times it is asked for one."""

    def __init__(self, times: int) -> None:
        super().__init__(1)
        self.times = times

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.times -= 1
        if self.times >= 0:
            lost: Future[Any] = Future()
            lost.set_exception(OSError("the worker has died"))
            return lost
        return super().submit(fn, *args, **kwargs)


def tasks(count: int) -> list[DeckTask]:
    return [DeckTask("kozel", {}, ("easy", "easy"), seed) for seed in range(count)]


def test_a_deck_that_a_cluster_has_lost_is_played_again() -> None:
    with Forgetful(2) as forgetful:
        players = Pool(forgetful, 1, tries=3)
        assert len(list(in_order(players, tasks(3)))) == 3
    assert players.played_again == 2


def test_a_cluster_that_loses_a_deck_again_and_again_is_given_up() -> None:
    with Forgetful(99) as forgetful, pytest.raises(FailedError, match="deck 1: the worker has"):
        list(in_order(Pool(forgetful, 1, tries=3), tasks(3)))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kozel", "--seats", "easy,easy"], "two different bots"),
        (["kozel", "--seats", "easy,outsider"], "such as outsider:1500"),
        (["kozel", "--seats", "easy,outsider:0"], "such as outsider:1500"),
        (["kozel", "--seats", "easy,hrad"], "did you mean 'hard'"),
        (["kozel", "--seats", "easy,hard:bald"], "did you mean 'bold'"),
        (["kozel", "--seats", "easy,program"], "such as program:'python3 mine.py"),
        (["kozel", "--seats", "easy,program:'mine"], "such as program:'python3 mine.py"),
        (["kozel", "--seats", "easy,program:mine {host}"], "must contain {port}"),
        (["kozel", "--seats", "easy,program:not-here {port}"], "no program not-here"),
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
def test_a_user_who_stops_it_reads_the_decks_played() -> None:
    # Tests run in the background may ignore SIGINT, and what they start would too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    words = ["arena", "kozel", "--seats", "easy,medium", "--decks", "100000", "--json"]
    watch = "import sys; from kozyr_kits.commands import arena; from tui.__main__ import main\n"
    watch += "undisturbed = arena.undisturbed\n"
    watch += "def told(*a, **k):\n"
    watch += "    for report in undisturbed(*a, **k):\n"
    watch += "        yield report\n"
    watch += "        print('played', file=sys.stderr, flush=True)\n"
    watch += "arena.undisturbed = told\n"
    watch += "sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", watch, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr.readline() == "played\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(out)["decks"] >= 1
    assert "Traceback" not in err
    assert "stopped after" in err


@pytest.mark.timeout(180)
def test_a_cluster_gives_the_same_numbers(capsys: Capture) -> None:
    distributed = pytest.importorskip("distributed", reason="kozyr-kits[dask] is not there")
    words = ("kozel", "--seats", "easy,medium", "--decks", "2")
    own = without_times(report(capsys, *words))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        assert without_times(report(capsys, *words, "--dask", cluster.scheduler_address)) == own


@pytest.mark.timeout(180)
def test_a_cluster_continues_without_a_worker_and_says_so(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed", reason="kozyr-kits[dask] is not there")
    words = ("kozel", "--seats", "easy,medium", "--decks", "40")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        in_order = arena.in_order

        def killing(*given: Any) -> Iterator[DeckReport]:
            for number, played in enumerate(in_order(*given)):
                if not number:
                    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
                yield played

        monkeypatch.setattr(arena, "in_order", killing)
        assert main(["arena", *words, "--dask", cluster.scheduler_address, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["decks"] == 40
    assert json.loads(out)["workers_lost"] == 1
    assert "the cluster has lost 1 worker" in err


@pytest.mark.timeout(120)
def test_a_cluster_that_does_not_answer_is_named(capsys: Capture) -> None:
    pytest.importorskip("distributed", reason="kozyr-kits[dask] is not there")
    words = ["arena", "kozel", "--seats", "easy,medium", "--dask", "tcp://127.0.0.1:1"]
    assert main(words) == 1
    assert "no cluster answers at tcp://127.0.0.1:1" in capsys.readouterr().err


def test_work_ends_with_its_command_although_contestants_may_fail() -> None:
    """A decision that is stopped is no fault after which the match continues."""
    work = Work()

    def decision() -> None:
        with suppress(Exception):
            work.stop(signal.SIGTERM, None)
        raise AssertionError("it went on")

    with pytest.raises(StoppedError):
        work.do(decision)


def test_a_second_word_to_stop_is_not_heard_on_the_way_out() -> None:
    """It would interrupt the process where it hands its result over."""
    work, told = Work(), []

    def decision() -> None:
        try:
            work.stop(signal.SIGTERM, None)
        except StoppedError:
            work.stop(signal.SIGTERM, None)
            told.append("twice")
            raise

    with pytest.raises(StoppedError):
        work.do(decision)
    assert told == ["twice"]
