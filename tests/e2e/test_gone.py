"""Four people in four terminals; the host's computer is gone, and the others go on without it."""

from __future__ import annotations

import re
import shutil
import signal
import uuid
from pathlib import Path

import pytest

from tests.support.players import KOZYR, own_places, play_until_turn_of
from tests.support.terminal import Terminal

HOST = ("host", "kozel", "--seats", "4", "--rule", "target=50")
GONE = "Go on without the host?"


def choose(terminal: Terminal, label: str) -> None:
    """Choose an entry of a list by its number, once it is there."""
    while (found := re.search(rf"(\d)  {re.escape(label)}", terminal.text())) is None:
        terminal.wait_for_change()
    terminal.press(found[1])


@pytest.mark.nightly
@pytest.mark.parametrize("deleted", [True, False])
def test_the_others_go_on_when_the_host_is_killed(tmp_path: Path, deleted: bool) -> None:
    """One of them chooses the computer, another agrees, the third comes along unasked.

    Unless its folder is deleted, the old host comes back, and finds the table where it is now.
    """
    table = f"T{uuid.uuid4().hex[:10]}"
    places = {name: own_places(tmp_path / name) for name in ("ann", "bob", "cid", "dan")}
    host = [*KOZYR, *HOST, "--name", "Ann", "--port", "0", "--table", table]
    join = {name: [*KOZYR, "join", "--name", name, table] for name in ("Bob", "Cid", "Dan")}
    with Terminal(host, env=places["ann"]) as ann:
        ann.wait_for("start the match")
        with (
            Terminal(join["Bob"], env=places["bob"]) as bob,
            Terminal(join["Cid"], env=places["cid"]) as cid,
            Terminal(join["Dan"], env=places["dan"]) as dan,
        ):
            others = bob, cid, dan
            for guest in others:
                guest.wait_for("I am ready")
                guest.press("enter")
            ann.wait_for("Everybody is ready")
            ann.settle()
            ann.press("enter")
            ann.wait_for("deal 1")
            play_until_turn_of(cid, ann, bob, dan)
            ann.signal(signal.SIGKILL)
            ann.exit_code()
            if deleted:
                shutil.rmtree(tmp_path / "ann")
            for guest in others:
                guest.wait_for(GONE)
            choose(bob, "go on at the computer of Cid")
            choose(cid, "go on at this computer")
            cid.wait_for("The table is at this computer now")
            for guest in (bob, dan):
                guest.wait_for("computer of Cid now")
                guest.wait_for("deal 1")
            if not deleted:
                with Terminal([*KOZYR, "host", "--resume", table], env=places["ann"]) as back:
                    back.wait_for("computer of Cid now", seconds=60)
                    play_until_turn_of(back, bob, cid, dan)
