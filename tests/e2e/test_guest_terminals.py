"""A guest's terminal after each way in which a table can end: its state, and its last words."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.matches import daily
from tests.support.players import KOZYR, choose, own_places
from tests.support.ssh_clients import LEAST_OPTIONS, SshHost, unavailable
from tests.support.terminal import Terminal

pytestmark = [
    pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available"),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

BOTS = ("--bots", "easy", "--pause", "0")
CRASHED = ("Something went wrong on the host's computer.", "Your seat is kept")
BACK = "come back by the same ssh command and give the word"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[SshHost]:
    """A table of four with a bot, opened from a command line."""
    with SshHost(tmp_path, *BOTS) as host:
        yield host


@pytest.fixture(scope="module")
def small_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHost]:
    """A table with a seat for one person; each guest of a test leaves it again."""
    bots = ("--bots", "easy,easy,easy", "--pause", "0")
    with SshHost(tmp_path_factory.mktemp("small"), *bots) as host:
        yield host


def sit(host: SshHost, name: str = "Ann") -> Terminal:
    """Connect by ssh; wait for the waiting room."""
    guest = host.guest(name)
    guest.wait_for("start the match", "I am ready")
    guest.settle()
    return guest


def crash(host: SshHost, number: signal.Signals) -> None:
    """End the program of the only guest."""
    (program,) = host.programs()
    os.kill(program, number)


def assert_restored(guest: Terminal, *said: str) -> None:
    """Check that ssh has ended, that the terminal is as it was, and that the last words stand in
    it.
    """
    guest.exit_code()
    for text in said:
        assert text in " ".join(guest.text().split()), guest.text()
    assert guest.is_restored(), guest.raw[-400:]


def test_after_leaving_and_after_having_been_refused(small_table: SshHost) -> None:
    with sit(small_table) as ann:
        with small_table.guest("Bob") as bob:
            bob.wait_for("Every seat at this table is taken.")
            bob.press("escape")
            bob.wait_for("to the table")
            bob.press("q")
            assert_restored(bob, "You have left.")
        ann.press("q")
        ann.wait_for("Leave the table?")
        choose(ann, "leave the table")
        assert_restored(ann, "You have left.")


def test_after_the_guests_program_has_crashed_and_after_the_host_was_killed(host: SshHost) -> None:
    with sit(host) as ann:
        crash(host, signal.SIGKILL)
        assert_restored(ann, *CRASHED)
    with sit(host, "Cid") as cid, host.guest("Bob", "-T") as bob:
        bob.wait_for("Seat 3: Bob, you")
        (word,) = re.findall(r"word\s+(\w{3}-\w{3})", cid.text())
        host.signal(signal.SIGKILL)
        no_word_is_cut = "it says “Connection refused”."
        ended = "The host's program has ended unexpectedly."
        assert_restored(cid, ended, f"{BACK} {word};", no_word_is_cut)
        bob.wait_for(ended)
        bob.exit_code()
        assert b"\x1b" not in bob.raw, "plain mode writes no control codes"


@pytest.mark.parametrize(
    "number, said",
    [
        (signal.SIGTERM, "The host's program has ended unexpectedly."),
        pytest.param(
            signal.SIGINT, "its host can resume the match later", marks=pytest.mark.nightly
        ),
    ],
)
def test_after_the_host_was_told_to_end_in_a_match(
    host: SshHost, number: signal.Signals, said: str
) -> None:
    with sit(host) as ann:
        ann.press("enter")
        choose(ann, "fill with bots and start")
        ann.wait_for("deal 1")
        host.signal(number)
        assert_restored(ann, said, BACK)


@pytest.mark.nightly
@pytest.mark.parametrize("number", daily([signal.SIGTERM, signal.SIGINT], signal.SIGTERM))
def test_after_the_host_was_told_to_end_before_a_match(
    host: SshHost, number: signal.Signals
) -> None:
    with sit(host) as ann:
        host.signal(number)
        assert_restored(ann, "The table is closed.")
        assert BACK not in ann.text()


@pytest.mark.nightly
def test_after_the_host_has_left_the_table(tmp_path: Path) -> None:
    table = (*KOZYR, "host", "kozel", "--seats", "2", "--name", "Ann", "--port", "0", "--ssh", "0")
    with Terminal(table, env=own_places(tmp_path / "ann")) as ann:
        ann.wait_for("start the match")
        ann.press("i")
        ann.wait_for("ssh NAME@")
        (port,) = re.findall(r"ssh NAME@\S+ -p (\d+)", ann.text())
        ann.press("escape")
        known = ("-o", f"UserKnownHostsFile={tmp_path / 'known'}")
        with Terminal(["ssh", *LEAST_OPTIONS, *known, "-p", port, "Bob@127.0.0.1"]) as bob:
            bob.wait_for("I am ready")
            ann.wait_for("Bob")
            ann.press("q")
            ann.wait_for("Leave the table?")
            choose(ann, "leave the table")
            assert_restored(bob, "The table is closed.")


@pytest.mark.nightly  # every day it is killed
def test_after_the_guests_program_has_crashed_by_itself(host: SshHost) -> None:
    with sit(host) as ann:
        crash(host, signal.SIGSEGV)
        assert_restored(ann, *CRASHED)


@pytest.mark.nightly
def test_after_the_gateway_was_told_to_end(host: SshHost) -> None:
    with sit(host) as ann:
        os.kill(host.gateway(), signal.SIGTERM)
        assert_restored(ann, "The host's program has ended unexpectedly.", BACK)


@pytest.mark.nightly
def test_after_having_been_put_out(host: SshHost) -> None:
    with sit(host) as ann, sit(host, "Bob") as bob:
        ann.wait_for("Bob")
        ann.settle()
        ann.press("o")
        ann.wait_for("People at the table")
        ann.press("2")
        ann.wait_for("keep out for this evening")
        ann.press("4")
        ann.wait_for("Put Bob out and keep out for this evening?")
        ann.press("2")
        bob.wait_for("out for this evening")
        bob.press("q")
        assert_restored(bob, "The owner of the table keeps you out for this evening.")
        assert "You have left." not in bob.text()


@pytest.mark.nightly
def test_whoever_is_refused_is_told_of_no_word_that_brings_back(small_table: SshHost) -> None:
    with sit(small_table), small_table.guest("Bob", "-T") as bob:
        bob.wait_for("every seat at this table is taken")
        assert bob.exit_code() == 1
        assert "the word" not in bob.text()
        assert "left" not in bob.text()


def test_without_a_terminal_a_guest_plays_by_lines(small_table: SshHost) -> None:
    """It comes last: the match goes on when its only guest has left."""
    with small_table.guest("Bob", "-T") as bob:
        bob.wait_for("Seat 1: Bob, you.")
        bob.type("start")
        bob.wait_for("Deal 1", "deal 1")
        bob.type("quit")
        bob.wait_for("'quit' again")
        bob.type("quit")
        bob.exit_code()
        assert b"\x1b" not in bob.raw
