"""A solo match in a real terminal: by keys, in a small window, ended by signals, refused."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.matches import daily
from tests.support.players import GOAT, KOZYR, TURN, choose, own_places, play_to_the_goat
from tests.support.terminal import Terminal

MATCH = (*KOZYR, "solo", "kozel", "--seats", "3", "--seed", "3", "--name", "Ann")


@pytest.fixture
def solo(tmp_path: Path) -> Iterator[Terminal]:
    """A match of Kozel against two bots, just begun."""
    with Terminal(MATCH, env=own_places(tmp_path)) as terminal:
        terminal.wait_for(TURN)
        yield terminal


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """The same for several tests, each of which leaves it unchanged."""
    with Terminal(MATCH, env=own_places(tmp_path_factory.mktemp("lasting"))) as terminal:
        terminal.wait_for(TURN)
        yield terminal


@pytest.mark.nightly  # test_looks.py plays a match to its end every day
def test_a_match_is_played_to_the_goat_by_keys(solo: Terminal, tmp_path: Path) -> None:
    play_to_the_goat(solo)
    assert GOAT in solo.text()
    solo.press("ctrl+q")
    assert solo.exit_code() == 0
    assert solo.is_restored()
    (record,) = (tmp_path / "state" / "matches").glob("*.jsonl")
    done = subprocess.run([*KOZYR, "verify", str(record)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (
        0,
        f"{record}: ok; every deal follows from its seed\n",
    )


def test_a_window_too_small_says_so_and_recovers(lasting: Terminal) -> None:
    before = lasting.text()
    lasting.resize(40, 10)
    lasting.wait_for("60x20")
    assert TURN not in lasting.text()
    lasting.resize(80, 24)
    lasting.wait_for(TURN)
    lasting.wait_for(before.splitlines()[0].strip())


def test_quitting_a_live_match_asks_first(lasting: Terminal) -> None:
    lasting.press("ctrl+q")
    lasting.wait_for("Leave the match?")
    lasting.press("escape")
    lasting.wait_until_gone("Leave the match?")
    lasting.wait_for(TURN)


def test_ctrl_z_stops_nothing_where_no_shell_could_resume_it(lasting: Terminal) -> None:
    lasting.press("\x1a", "ctrl+q")
    lasting.wait_for("Leave the match?")
    lasting.press("escape")
    lasting.wait_until_gone("Leave the match?")
    lasting.wait_for(TURN)


@pytest.mark.nightly  # every day SIGINT ends a match that was suspended
@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1],
    ids=lambda number: number.name,
)
def test_a_signal_ends_it_with_the_terminal_restored(
    solo: Terminal, number: signal.Signals
) -> None:
    solo.signal(number)
    assert solo.exit_code() == 128 + number
    assert solo.is_restored()


HASTY = """
import signal, sys
from textual.drivers.linux_driver import LinuxDriver
from tui.__main__ import main

number = signal.Signals[sys.argv.pop()]
start = LinuxDriver.start_application_mode

def start_and_hear(driver):
    start(driver)
    signal.raise_signal(number)

LinuxDriver.start_application_mode = start_and_hear
sys.exit(main())
"""


@pytest.mark.parametrize(
    "number",
    daily([signal.SIGTERM, signal.SIGHUP], signal.SIGTERM),
    ids=lambda each: each.name,
)
def test_a_signal_in_the_middle_of_a_start_restores_the_terminal(
    tmp_path: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-c", HASTY, "solo", "kozel", number.name]
    with Terminal(command, env=own_places(tmp_path)) as hasty:
        assert hasty.exit_code() == 128 + number
        assert hasty.is_restored()


DEAF = """
import signal, sys
from textual.drivers.linux_driver import LinuxDriver
from tui.__main__ import main

start = LinuxDriver.start_application_mode

def start_deaf(driver):
    start(driver)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)

LinuxDriver.start_application_mode = start_deaf
sys.exit(main())
"""


def test_a_closed_terminal_ends_it_even_if_the_signal_is_lost(tmp_path: Path) -> None:
    mine, its = pty.openpty()
    command = [sys.executable, "-c", DEAF, "solo", "kozel"]
    env = {**os.environ, **own_places(tmp_path), "TERM": "xterm-256color"}
    with subprocess.Popen(
        command, stdin=its, stdout=its, stderr=its, env=env, start_new_session=True
    ) as deaf:
        os.close(its)
        shown = b""
        while b"Kozel" not in shown:
            shown += os.read(mine, 4096)
        os.close(mine)
        assert deaf.wait(60) == 128 + signal.SIGHUP


@pytest.mark.nightly
def test_a_stop_that_nobody_announced_leaves_the_terminal_to_be_restored(solo: Terminal) -> None:
    before = solo.text()
    solo.signal(signal.SIGSTOP)
    solo.wait_until_stopped()
    solo.screen.reset()  # a shell has written over it
    solo.signal(signal.SIGCONT)
    solo.wait_for(before.splitlines()[0].strip())
    solo.wait_for(TURN)
    solo.signal(signal.SIGCONT)
    solo.signal(signal.SIGTERM)
    assert solo.exit_code() == 128 + signal.SIGTERM
    assert solo.is_restored()


def test_a_suspended_match_comes_back_and_a_mouse_in_pixels_is_switched_off(solo: Terminal) -> None:
    solo.press("\x1b[?2048;2$y")  # replies of terminals that know sizes and mice in pixels
    while b"\x1b[?1016h" not in solo.raw:
        solo.wait_for_change()
    solo.signal(signal.SIGTSTP)
    solo.wait_until_stopped()
    assert solo.is_restored()
    solo.signal(signal.SIGCONT)
    solo.wait_for(TURN)
    solo.signal(signal.SIGINT)
    assert solo.exit_code() == 128 + signal.SIGINT
    assert solo.is_restored()


def test_ctrl_z_gives_the_terminal_back_to_the_shell_until_fg(tmp_path: Path) -> None:
    """A table at which others may sit is an exception: it is never stopped."""
    shell = ["bash", "--norc", "--noprofile", "-i"]
    with Terminal(shell, env=own_places(tmp_path, PS1="ready> ")) as terminal:
        terminal.wait_for("ready>")
        terminal.type(f"{' '.join(KOZYR)} solo kozel --seats 3 --seed 3 --name Ann")
        terminal.wait_for(TURN)
        terminal.press("\x1a")
        terminal.wait_for("Stopped")
        terminal.type("echo he''re")
        terminal.wait_for("here")
        terminal.screen.reset()
        terminal.type("fg")
        terminal.wait_for(TURN)
        terminal.press("ctrl+q")
        choose(terminal, "leave")
        terminal.wait_for("ready>")
        terminal.type(f"{' '.join(KOZYR)} host kozel --name Ann --port 0")
        terminal.wait_for("start the match")
        terminal.press("\x1a")
        terminal.wait_for("cannot stop")
        terminal.press("ctrl+q")
        terminal.wait_for("Leave the table?")


@pytest.mark.nightly  # every day a match is left that way
def test_the_home_screen_leaves_with_q(tmp_path: Path) -> None:
    with Terminal(KOZYR, env=own_places(tmp_path)) as terminal:
        terminal.wait_for("play alone against bots")
        terminal.press("q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()


@pytest.mark.nightly  # test_looks.py speaks Russian every day
def test_russian_is_spoken_from_the_first_screen(tmp_path: Path) -> None:
    with Terminal([*KOZYR, "--lang", "ru"], env=own_places(tmp_path)) as terminal:
        terminal.wait_for("играть одному")
        terminal.signal(signal.SIGTERM)
        assert terminal.exit_code() == 128 + signal.SIGTERM


def test_a_dumb_terminal_is_told_about_plain_mode(tmp_path: Path) -> None:
    with Terminal([*KOZYR, "solo"], env=own_places(tmp_path, TERM="dumb")) as terminal:
        assert terminal.exit_code() == 2
        assert b"--plain" in terminal.raw


def test_a_pipe_for_stdin_is_told_about_plain_mode(tmp_path: Path) -> None:
    """With a pipe as stdin, the full screen would be drawn and then wait for ever."""
    command = ["sh", "-c", f"echo | {' '.join(KOZYR)} solo"]
    with Terminal(command, env=own_places(tmp_path)) as terminal:
        assert terminal.exit_code() == 2
        assert b"--plain" in terminal.raw


def test_plain_mode_leaves_a_finished_deal_open_until_enter(tmp_path: Path) -> None:
    command = [*KOZYR, "solo", "domino_poker", "--seats", "2", "--plain", "--seed", "1"]
    with Terminal(command, env=own_places(tmp_path)) as terminal:
        terminal.wait_for("Your turn: bid")
        terminal.type("1")
        terminal.wait_for("0 of 1 taken")  # a newcomer's first deal is left to typed moves
        terminal.type("1")
        terminal.wait_for("The deal is over. Enter continues.")
        terminal.type("who")
        terminal.wait_for("Seat 2")
        assert b"Deal 2" not in terminal.raw
        terminal.press("enter")
        terminal.wait_for("Deal 2")


def test_plain_mode_names_the_lesson_of_a_new_game_once_and_leaves_on_ctrl_c_without_a_word(
    tmp_path: Path,
) -> None:
    env = own_places(tmp_path)
    (tmp_path / "state" / "remembered.json").unlink()
    for new in (True, False):
        with Terminal([*KOZYR, "solo", "kozel", "--plain", "--seed", "3"], env=env) as terminal:
            terminal.wait_for(TURN)
            assert (b"'kozyr lesson kozel --plain' explains it" in terminal.raw) is new
            terminal.press("ctrl+c")
            assert terminal.exit_code() == 130
            assert b"Traceback" not in terminal.raw


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_no_process_stays_behind(solo: Terminal) -> None:
    """The bots' worker ends with the program, even if that is killed."""
    children = Path(f"/proc/{solo.pid}/task/{solo.pid}/children").read_text().split()
    solo.signal(signal.SIGKILL)
    assert solo.exit_code() == -signal.SIGKILL
    for child in children:
        while Path(f"/proc/{child}").exists() and not _is_zombie(child):
            os.sched_yield()


def _is_zombie(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True
