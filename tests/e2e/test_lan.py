"""Two people in two terminals find each other and play; one is killed and comes back."""

from __future__ import annotations

import signal
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.netns import Lan, unavailable
from tests.support.players import (
    KOZYR,
    TURN,
    own_places,
    play_to_the_goat,
    play_together,
    play_until_turn_of,
)
from tests.support.terminal import Terminal

HOST = ("host", "kozel", "--seats", "4", "--bots", "easy,easy", "--rule", "target=50")
ANN = (*KOZYR, *HOST, "--name", "Ann", "--port", "0")
BOB = (*KOZYR, "join", "--name", "Bob")


@pytest.fixture
def table() -> str:
    """A name of its own: the tests of the other worker are on the same LAN."""
    return f"T{uuid.uuid4().hex[:10]}"


@pytest.fixture
def ann(table: str, tmp_path: Path) -> Iterator[Terminal]:
    """The owner of a table with two bots and a free seat."""
    with Terminal([*ANN, "--table", table], env=own_places(tmp_path / "ann")) as terminal:
        terminal.wait_for("start the match")
        yield terminal


@pytest.fixture
def bob(ann: Terminal, table: str, tmp_path: Path) -> Iterator[Terminal]:
    """Somebody who has found that table by discovery and sits at it, in the running match."""
    with Terminal([*BOB, table], env=own_places(tmp_path / "bob")) as terminal:
        _meet(ann, terminal)
        yield terminal


def _meet(ann: Terminal, bob: Terminal) -> None:
    """Bob has come to Ann's table and is ready; Ann starts."""
    bob.wait_for("I am ready")
    bob.press("enter")
    ann.wait_for("✓ ready")
    ann.press("enter")
    ann.wait_for("deal 1")
    bob.wait_for("deal 1")


def test_a_table_found_by_discovery_is_played_to_the_end(ann: Terminal, bob: Terminal) -> None:
    play_together(ann, bob)


@pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available")
def test_two_machines_play_to_the_end(tmp_path: Path) -> None:
    """The same across a network, the table picked from the list."""
    with Lan("ann", "bob") as lan:
        ann_env = own_places(tmp_path / "ann", KOZYR_INTERFACES="")
        bob_env = own_places(tmp_path / "bob", KOZYR_INTERFACES="")
        with (
            Terminal(lan.command("ann", [*ANN, "--table", "Kitchen"]), env=ann_env) as ann,
            Terminal(lan.command("bob", BOB), env=bob_env) as bob,
        ):
            bob.wait_for("Kitchen")
            bob.press("enter")
            _meet(ann, bob)
            play_together(ann, bob)


def test_a_killed_player_comes_back_to_the_seat(
    ann: Terminal, bob: Terminal, table: str, tmp_path: Path
) -> None:
    play_until_turn_of(bob, ann)
    bob.signal(signal.SIGKILL)
    assert bob.exit_code() == -signal.SIGKILL
    ann.wait_for("away", "lost the connection")
    with Terminal([*BOB, table], env=own_places(tmp_path / "bob")) as again:
        again.wait_for(TURN)
        assert "▶ Bob" in again.text()
        play_together(ann, again)


def test_the_table_goes_with_its_host_and_everybody_is_told(ann: Terminal, bob: Terminal) -> None:
    ann.signal(signal.SIGTERM)
    assert ann.exit_code() == 128 + signal.SIGTERM
    assert ann.is_restored()
    bob.wait_for("the host has closed the table")
    bob.signal(signal.SIGHUP)
    assert bob.exit_code() == 128 + signal.SIGHUP
    assert bob.is_restored()


def test_plain_mode_joins_a_table_on_the_screen(ann: Terminal, table: str, tmp_path: Path) -> None:
    command = ["sh", "-c", f"yes 1 | {' '.join(BOB)} {table} --plain --ready"]
    with Terminal(command, columns=100, rows=40, env=own_places(tmp_path / "bob")) as bob:
        ann.wait_for("✓ ready")
        ann.press("enter")
        play_to_the_goat(ann)
        assert bob.exit_code() == 0
        assert "Place 4: " in bob.text()
