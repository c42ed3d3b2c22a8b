"""`kozyr simulate` as its user sees it: results that repeat themselves, records, an early end."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from core.games import GAMES
from tests.support.matches import daily
from tui.__main__ import main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate"], "missing: GAME"),
        (["simulate", "kozel", "--matches", "0"], "at least 1"),
        (["simulate", "kozel", "--rule", "target=5"], "house rule target is one of 50..500"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_what_draws_or_listens_is_not_imported_for_nothing() -> None:
    program = (
        "import sys; from tui.__main__ import main; main(sys.argv[1:]);"
        "print([m for m in ('textual', 'zeroconf', 'msgspec') if m in sys.modules])"
    )
    words = ["simulate", "kozel", "--matches", "1"]
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=50
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_same_seed_prints_the_same_bytes_whatever_the_jobs_and_another_prints_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = []
    for seed, jobs in (("7", "1"), ("7", "2"), ("8", "1")):
        words = ["simulate", "kozel", "--matches", "4", "--json", "--seed", seed, "--jobs", jobs]
        assert main(words) == 0
        printed.append(capsys.readouterr())
    one, two, other = printed
    assert one == two
    assert one.err == ""
    results = json.loads(one.out)["results"]
    assert len(results) == 4
    assert json.loads(other.out)["results"] != results


@pytest.mark.parametrize("game", daily(GAMES, "kozel"))
def test_every_record_it_writes_verifies(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", game, "--matches", "2", "--record", str(tmp_path / "r")]) == 0
    names = sorted(path.name for path in (tmp_path / "r").iterdir())
    assert names == [f"{game}-0-00001.jsonl", f"{game}-0-00002.jsonl"]
    assert main(["verify", *(str(tmp_path / "r" / name) for name in names)]) == 0


def test_house_rules_reach_the_matches(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "kozel", "--matches", "1", "--json", "--rule", "target=500"]
    assert main(words) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["options"]["target"] == 500
    assert max(report["results"][0]["totals"]) >= 500


def test_rule_list_names_every_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "kozel", "--rule", "list"]) == 0
    said = capsys.readouterr().out
    assert "target=50..500 [101]" in said
    assert "double_double=on, off [on]" in said


def test_the_summary_counts_wins_points_and_goats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "kozel", "--matches", "3", "--seats", "3", "--jobs", "1"]) == 0
    head, _, titles, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("3 matches of kozel, ")
    assert titles.split() == ["seat", "bot", "wins", "mean", "points", "goat"]
    assert len(rows) == 3


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    words = ["simulate", "kozel", "--record", str(tmp_path / "file" / "deeper")]
    assert main(words) == 2
    assert "records cannot be written" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    "number, group, code",
    daily(
        [(signal.SIGINT, 0, 130), (signal.SIGTERM, 0, 143), (signal.SIGTERM, 2, 143)],
        (signal.SIGINT, 0, 130),
    ),
    ids=["Ctrl+C", "told to end", "with its processes, twice"],
)
def test_an_interrupted_run_leaves_no_half_file(
    number: signal.Signals, group: int, code: int, tmp_path: Path
) -> None:
    words = ["simulate", "kozel", "--matches", "100000", "--record", str(tmp_path)]
    # Tests run in the background may ignore SIGINT, and what they start would too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=bool(group),
    )
    while not any(tmp_path.glob("*.jsonl")):
        assert process.poll() is None
        time.sleep(0.01)
    for _ in range(group):
        os.killpg(process.pid, number)
    if not group:
        process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == code
    assert out == ""
    assert "Traceback" not in err
    files = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime)
    assert {path.suffix for path in files} == {".jsonl"}
    # Only the newest can be half: a slow machine may have written thousands by now.
    assert main(["verify", *map(str, files[-4:])]) == 0


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["simulate", "kozel", "--matches", "100000"], id="simulate"),
        pytest.param(
            ["arena", "kozel", "--decks", "100000"], id="arena", marks=pytest.mark.nightly
        ),
    ],
)
def test_no_process_outlives_a_command_that_is_killed(words: list[str]) -> None:
    watch = "import sys; from tui.commands import Progress; from tui.__main__ import main\n"
    watch += "def told(self, done): print('played', file=sys.stderr, flush=True)\n"
    watch += "Progress.show = told\n"
    watch += "sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", watch, *words, "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    try:
        assert process.stderr.readline() == "played\n"
        process.kill()
        process.communicate(timeout=30)  # all who could write there are gone
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
