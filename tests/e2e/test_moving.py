"""Three people in three terminals; the table moves from one computer to another, and back."""

import signal
import uuid
from pathlib import Path

import pytest

from tests.support.players import KOZYR, move_table, own_places, play_until_turn_of, start_match
from tests.support.terminal import Terminal

HOST = ("host", "kozel", "--seats", "4", "--bots", "easy", "--rule", "target=50")


@pytest.mark.nightly  # every day over real connections, in tests/net/way/test_moving.py
def test_a_match_moves_to_another_computer_and_back(tmp_path: Path) -> None:
    """The first host is killed in between: its file names the match's new place."""
    table = f"T{uuid.uuid4().hex[:10]}"
    places = {name: own_places(tmp_path / name) for name in ("ann", "bob", "cid")}
    host = [*KOZYR, *HOST, "--name", "Ann", "--port", "0", "--table", table]
    again = [*KOZYR, "host", "--resume", table]
    join = {name: [*KOZYR, "join", "--name", name, table] for name in ("Bob", "Cid")}
    with Terminal(host, env=places["ann"], rows=48) as ann:
        ann.wait_for("start the match")
        with (
            Terminal(join["Bob"], env=places["bob"], rows=48) as bob,
            Terminal(join["Cid"], env=places["cid"], rows=48) as cid,
        ):
            start_match(ann, bob, cid)
            play_until_turn_of(cid, ann, bob)
            move_table(ann, "Bob", bob, ann, cid)
            play_until_turn_of(bob, ann, cid)
            ann.signal(signal.SIGKILL)
            ann.exit_code()
            with Terminal(again, env=places["ann"]) as back:
                play_until_turn_of(back, bob, cid)
                move_table(back, "Ann", back, bob, cid)
                play_until_turn_of(cid, back, bob)
