"""Two people in two terminals find each other and play; one is killed and comes back."""

import re
import signal
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.matches import daily
from tests.support.netns import Lan, unavailable
from tests.support.players import (
    KOZYR,
    TURN,
    choose,
    own_places,
    play_to_the_goat,
    play_together,
    play_until_turn_of,
    start_match,
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
    """A guest who has found that table by discovery and sits at it, in the running match."""
    with Terminal([*BOB, table], env=own_places(tmp_path / "bob")) as terminal:
        start_match(ann, terminal)
        yield terminal


@pytest.mark.nightly
def test_a_table_found_by_discovery_is_played_to_the_end(ann: Terminal, bob: Terminal) -> None:
    play_together(ann, bob)


@pytest.mark.nightly
@pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available")
def test_two_machines_meet_and_play(tmp_path: Path) -> None:
    """The same across a network, with the table picked from the list."""
    with Lan("ann", "bob") as lan:
        ann_env = own_places(tmp_path / "ann", KOZYR_INTERFACES="")
        bob_env = own_places(tmp_path / "bob", KOZYR_INTERFACES="")
        with (
            Terminal(lan.command("ann", [*ANN, "--table", "Kitchen"]), env=ann_env) as ann,
            Terminal(lan.command("bob", BOB), env=bob_env) as bob,
        ):
            bob.wait_for("Kitchen")
            bob.press("enter")
            start_match(ann, bob)
            play_until_turn_of(ann, bob)
            play_until_turn_of(bob, ann)


@pytest.mark.nightly
@pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available")
def test_whoever_names_no_table_is_led_to_the_own_seat(tmp_path: Path) -> None:
    """A match is being played there, and no seat is free."""
    bob_env = own_places(tmp_path / "bob", KOZYR_INTERFACES="")
    ann_env = own_places(tmp_path / "ann", KOZYR_INTERFACES="")
    join = (*BOB, "--plain", "--ready")
    with Lan("ann", "bob") as lan:
        host = lan.command("ann", [*ANN, "--plain", "--start-when-full"])
        with Terminal(host, env=ann_env) as ann:
            ann.wait_for("Others join with")
            for said in ("The match begins", "The match is on"):
                with Terminal(lan.command("bob", join), env=bob_env) as bob:
                    bob.wait_for(said)
                    bob.signal(signal.SIGKILL)


@pytest.mark.nightly
def test_the_table_goes_with_its_host_and_everybody_is_told(ann: Terminal, bob: Terminal) -> None:
    ann.press("escape")
    choose(ann, "close the table for good")
    ann.wait_for("Close the table for good?")
    choose(ann, "close the table for good")
    ann.wait_for("host a table on the LAN")  # a program whose terminal is full stands still
    bob.wait_for("the host has closed the table")
    bob.signal(signal.SIGHUP)
    assert bob.exit_code() == 128 + signal.SIGHUP
    assert bob.is_restored()


@pytest.mark.parametrize("end", daily([signal.SIGKILL, signal.SIGTERM], signal.SIGKILL))
def test_a_match_outlives_a_killed_player_and_the_program_of_its_host(
    ann: Terminal, bob: Terminal, table: str, tmp_path: Path, end: signal.Signals
) -> None:
    """Bob joins again; then he only waits, and Ann takes the first entry of the home screen."""
    play_until_turn_of(bob, ann)
    bob.signal(signal.SIGKILL)
    assert bob.exit_code() == -signal.SIGKILL
    ann.wait_for("away", "lost the connection")
    with Terminal([*BOB, table], env=own_places(tmp_path / "bob")) as back:
        back.wait_for(TURN)
        assert re.search(r"▶ ?B Bob", back.text()), back.text()
        play_until_turn_of(ann, back)
        play_until_turn_of(back, ann)
        ann.signal(end)
        assert ann.exit_code() == (-end if end is signal.SIGKILL else 128 + end)
        back.wait_for("connection lost")
        with Terminal(KOZYR, env=own_places(tmp_path / "ann")) as again:
            again.wait_for("continue: Kozel with Bob · deal")
            again.press("enter")
            back.wait_until_gone("connection lost")
            back.wait_for(TURN)
            play_until_turn_of(again, back)


@pytest.mark.nightly  # every day a match is resumed after its host was killed
def test_a_match_is_put_away_and_gone_on_with_another_day(
    ann: Terminal, bob: Terminal, table: str, tmp_path: Path
) -> None:
    play_until_turn_of(bob, ann)
    ann.press("ctrl+q")
    choose(ann, "save the match for later")
    assert ann.exit_code() == 0
    bob.wait_for("your seat is kept")
    bob.signal(signal.SIGTERM)
    bob.exit_code()
    command = [*KOZYR, "host", "--resume", table]
    with Terminal(command, env=own_places(tmp_path / "ann")) as next_ann:
        next_ann.wait_for("Waiting for Bob", "away")
        with Terminal([*BOB, table], env=own_places(tmp_path / "bob")) as next_bob:
            next_bob.wait_for(TURN)
            play_together(next_ann, next_bob)


@pytest.mark.nightly
def test_plain_mode_joins_a_table_on_the_screen(ann: Terminal, table: str, tmp_path: Path) -> None:
    command = ["sh", "-c", f"yes 1 | {' '.join(BOB)} {table} --plain --ready"]
    with Terminal(command, columns=100, rows=40, env=own_places(tmp_path / "bob")) as bob:
        ann.wait_for("✓ ready")
        ann.press("enter")
        play_to_the_goat(ann)
        assert bob.exit_code() == 0
        assert b"Place 4: " in bob.raw, "what he typed on and on has pushed it off the screen"
