"""An owner puts a guest out in real terminals; a table of a program without a player."""

import re
import signal
import uuid
from pathlib import Path

import pytest

from tests.support.players import KOZYR, TURN, own_places, play_by_enter, start_match
from tests.support.terminal import Terminal


@pytest.mark.nightly  # a guest by ssh is put out every day in test_guest_terminals.py
def test_a_guest_is_put_out_for_the_evening_and_the_match_goes_on(tmp_path: Path) -> None:
    table = f"T{uuid.uuid4().hex[:10]}"
    host = (*KOZYR, "host", "kozel", "--seats", "2", "--name", "Ann", "--port", "0")
    join = (*KOZYR, "join", "--name", "Bob", table)
    bob_env = own_places(tmp_path / "bob")
    with Terminal([*host, "--table", table], env=own_places(tmp_path / "ann")) as ann:
        ann.wait_for("start the match")
        with Terminal(join, env=bob_env) as bob:
            start_match(ann, bob)
            _keep_out(ann)
            bob.wait_for("out for this evening")
            bob.wait_for("play alone against bots")
        with Terminal([*join, "--plain"], env=bob_env) as again:
            again.wait_for("The owner of the table keeps you out for this evening.")
            assert again.exit_code() == 1
        play_by_enter(ann, "en", turns=2)
        assert "Bob" not in ann.text().split("\n")[1]


def _keep_out(ann: Terminal) -> None:
    """Have Ann ban the only guest by the keys of her list."""
    ann.press("o")
    ann.wait_for("People at the table")
    ann.press("2")
    ann.wait_for("keep out for this evening")
    ann.press("5")
    ann.wait_for("Put Bob out and keep out for this evening?")
    ann.press("2")


def test_a_table_without_a_seat_of_its_own_is_its_first_guests(tmp_path: Path) -> None:
    command = (*KOZYR, "host", "kozel", "--no-seat", "--seats", "2", "--bots", "easy")
    with Terminal(
        [*command, "--name", "Club", "--port", "0"], env=own_places(tmp_path / "club")
    ) as club:
        club.wait_for("Ctrl+C closes it.")
        (port,) = re.findall(r"kozyr join \S+:(\d+)", club.text())
        join = (*KOZYR, "join", f"127.0.0.1:{port}", "--plain", "--name", "Ann")
        with Terminal(join, env=own_places(tmp_path / "ann")) as ann:
            ann.wait_for("'start' begins")
            club.wait_for("The table belongs to Ann now.")
            ann.type("start")
            ann.wait_for(TURN)
            club.wait_for("The match begins.")
            club.signal(signal.SIGINT)
            assert club.exit_code() == 128 + signal.SIGINT
            ann.wait_for("your seat is kept")
    again = (*KOZYR, "host", "--no-seat", "--resume")
    with Terminal(again, env=own_places(tmp_path / "club")) as club:
        club.wait_for("Nobody plays in this program.")
