"""An evening: a host, a guest with Kozyr and guests by ssh; nobody types what no screen offers."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.players import (
    GOAT,
    KOZYR,
    own_places,
    play_together,
    play_until_turn_of,
)
from tests.support.ssh_clients import LEAST_OPTIONS, unavailable
from tests.support.terminal import Terminal

TABLE = ("host", "kozel", "--seats", "3", "--rule", "target=50", "--ssh", "0", "--pause", "0")


@contextmanager
def read(*terminals: Terminal) -> Iterator[None]:
    """Read what these are sent meanwhile: a program whose terminal is full stands still."""
    over = threading.Event()

    def keep_reading(terminal: Terminal) -> None:
        while not over.is_set():
            terminal.drew(0.1)

    threads = [threading.Thread(target=keep_reading, args=(each,)) for each in terminals]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def waiting_room(terminal: Terminal) -> Terminal:
    terminal.wait_for("I am ready", "start the match", seconds=60)
    terminal.settle()
    return terminal


@pytest.mark.nightly
@pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available")
@pytest.mark.timeout(600)
def test_a_match_survives_its_host_and_the_next_one_has_somebody_new(tmp_path: Path) -> None:
    known = ("-o", f"UserKnownHostsFile={tmp_path / 'known'}")
    places = own_places(tmp_path / "ann")
    with Terminal([*KOZYR, *TABLE, "--name", "Ann", "--port", "0"], env=places) as first:
        waiting_room(first)
        (join,) = re.findall(r"kozyr join (\S+)", first.text())
        (port,) = re.findall(r"ssh NAME@\S+ -p (\d+)", first.text())
        ssh = ["ssh", *LEAST_OPTIONS, *known, "-p", port]
        bob_env = own_places(tmp_path / "bob")
        bob = waiting_room(Terminal([*KOZYR, "join", join, "--name", "Bob"], env=bob_env))
        cyr = waiting_room(Terminal([*ssh, "Cyr@127.0.0.1"]))
        (word,) = re.findall(r"word\s+(\w{3}-\w{3})", cyr.text())
        bob.press("enter")
        cyr.press("enter")
        first.wait_for("Everybody is ready")
        first.press("enter")
        play_until_turn_of(bob, first, cyr)
        first.signal(signal.SIGKILL)
        first.exit_code()
        cyr.wait_for(f"give the word {word}")
        cyr.exit_code()
        assert cyr.is_restored()
        bob.wait_for("connection lost")
    with Terminal(KOZYR, env=places) as ann:
        ann.wait_for("continue: Kozel with Bob, Cyr")
        ann.press("enter")
        ann.wait_for("House rules: target 50", seconds=60)  # by now `ssh` is open again
        bob.wait_until_gone("connection lost", seconds=60)
        cyr = Terminal([*ssh, "Cyr@127.0.0.1"])
        cyr.wait_for("The word that brings you back", seconds=60)
        cyr.type(word)
        cyr.wait_for("deal ", seconds=60)
        play_together(ann, bob, cyr)
        for terminal in (ann, bob, cyr):
            assert GOAT in terminal.text()
            terminal.press("enter")
            terminal.wait_for("the same players again")
        with read(ann, bob):
            cyr.press("q")
            cyr.wait_for("Leave the table?")
            cyr.press("2")
            cyr.exit_code()
            assert cyr.is_restored()
            dan = waiting_room(Terminal([*ssh, "Dan@127.0.0.1"]))
            assert GOAT not in dan.text(), "he has not played it"
        bob.press("a")
        with read(ann, bob):
            dan.wait_for("Another match? Agreed: Bob.")
        assert "The same players again?" not in dan.text()
        dan.press("enter")
        ann.wait_for("Waiting for Ann.")
        ann.press("a")
        for terminal in (ann, bob, dan):
            terminal.wait_for("deal 1")
        ann.press("escape")
        ann.wait_for("close the table for good")
        ann.press("3")
        dan.wait_for("The table is closed.")
        dan.exit_code()
        assert dan.is_restored()
        ann.wait_for("quit")
        ann.settle()
        for terminal in (ann, bob):
            terminal.wait_for("play alone against bots")
            terminal.press("q")
            assert terminal.exit_code() == 0
            assert terminal.is_restored()
