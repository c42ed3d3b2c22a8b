"""Four people in four terminals; the host's computer is lost, and the others continue."""

import contextlib
import os
import shutil
import signal
import subprocess
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.players import (
    GO_ON,
    KOZYR,
    asked,
    choose,
    lines_of,
    move_table,
    own_places,
    play_by_enter,
    play_until_turn_of,
    record_of,
    start_match,
    with_equal_records,
)
from tests.support.terminal import Terminal

HOST = ("host", "kozel", "--seats", "4", "--rule", "target=50")
GONE = "Ann does not answer any more"


@contextlib.contextmanager
def four_playing(
    folder: Path, command: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, dict[str, str]], list[Terminal]]]:
    """Play at a table of Ann's with Bob, Cid and Dan until it is Cid's turn.

    Yields the table, and all four players' folders and terminals.
    """
    table = f"T{uuid.uuid4().hex[:10]}"
    places = {name: own_places(folder / name) for name in ("ann", "bob", "cid", "dan")}
    host = [*KOZYR, *command, "--name", "Ann", "--port", "0", "--table", table]
    with Terminal(host, env=places["ann"]) as ann, contextlib.ExitStack() as stack:
        ann.wait_for("start the match")
        others = [
            stack.enter_context(
                Terminal([*KOZYR, "join", "--name", name, table], env=places[name.casefold()])
            )
            for name in ("Bob", "Cid", "Dan")
        ]
        start_match(ann, *others)
        bob, cid, dan = others
        play_until_turn_of(cid, ann, bob, dan)
        yield table, places, [ann, *others]


@pytest.mark.nightly
@pytest.mark.parametrize("deleted", [True, False])
def test_one_goes_on_and_the_others_come_along_when_the_host_is_killed(
    tmp_path: Path, deleted: bool
) -> None:
    """One key here, one key there. Unless its folder is deleted, the old host comes back and is led
    to the branch.
    """
    with four_playing(tmp_path, HOST) as (table, places, (ann, bob, cid, dan)):
        others = bob, cid, dan
        ann.signal(signal.SIGKILL)
        ann.exit_code()
        if deleted:
            shutil.rmtree(tmp_path / "ann")
        for guest in others:
            guest.wait_for(GONE)
        choose(bob, "go on here")
        bob.wait_for("The match goes on here")
        for guest in (cid, dan):
            guest.wait_for("come along to Bob")
            choose(guest, "come along to Bob")
            guest.wait_for("You come along to Bob")
            guest.wait_for("deal 1")
        if not deleted:
            with Terminal([*KOZYR, "host", "--resume", table], env=places["ann"]) as back:
                back.wait_for("come along to Bob", seconds=60)
                choose(back, "come along to Bob")
                play_until_turn_of(back, bob, cid, dan)


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_a_player_left_alone_goes_on_with_bots_and_the_record_says_so(tmp_path: Path) -> None:
    with four_playing(tmp_path, HOST) as (_, places, (ann, bob, cid, dan)):
        for each in (ann, cid, dan):
            each.signal(signal.SIGKILL)
            each.exit_code()
        bob.wait_for(GONE)
        choose(bob, "go on here")
        bob.wait_for("The match goes on here")
        play_by_enter(bob, "en")
        while "result" not in lines_of(places["bob"])[-1]:
            bob.drew(0.1)
    said = {
        command: subprocess.run(
            [*KOZYR, *words], env=os.environ | places["bob"], capture_output=True, text=True
        )
        for command, words in (
            ("history", ["history"]),
            ("verify", ["verify", str(record_of(places["bob"]))]),
        )
    }
    assert "after a lost host" in said["history"].stdout
    assert "on without Ann, whose computer was lost" in said["verify"].stdout
    assert said["verify"].returncode == 0


@pytest.mark.nightly
def test_a_program_started_anew_comes_to_its_seat_at_the_branch(tmp_path: Path) -> None:
    with four_playing(tmp_path, HOST) as (table, places, (ann, bob, cid, dan)):
        for each in (dan, ann):
            each.signal(signal.SIGKILL)
            each.exit_code()
        for each in (bob, cid):
            each.wait_for(GONE)
        choose(bob, "go on here")
        bob.wait_for("The match goes on here")
        with Terminal([*KOZYR, "join", "--name", "Dan", table], env=places["dan"]) as back:
            back.wait_for("deal 1")


JOKER = ("host", "joker", "--rule", "deal_set=one_pulka", "--pause", "0")


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_a_match_ends_at_a_third_computer_and_everybody_has_the_same_record(tmp_path: Path) -> None:
    """It moves on purpose from Ann's computer to Bob's; Bob's is killed with its folder, Cid's
    continues.
    """
    with four_playing(tmp_path, JOKER) as (_, places, (ann, bob, cid, dan)):
        move_table(ann, "Bob", bob, ann, cid, dan)
        while "deal 3" not in cid.text():
            for each in (ann, bob, cid, dan):
                if any(question in each.text() for question in (GO_ON, *asked("en"))):
                    each.press("enter")
                    each.wait_for_change()
                each.settle()
        bob.signal(signal.SIGKILL)
        bob.exit_code()
        shutil.rmtree(tmp_path / "bob")
        people = ann, cid, dan
        for each in people:
            each.wait_for("Bob does not answer any more")
        choose(cid, "go on here")
        cid.wait_for("The match goes on here")
        for each in (ann, dan):
            each.wait_for("come along to Cid")
            choose(each, "come along to Cid")
            each.wait_for("You come along to Cid")
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda each: play_by_enter(each, "en"), people))
        left = [places[name] for name in ("ann", "cid", "dan")]
        with_equal_records(people, left)
    for each in left:
        done = subprocess.run([*KOZYR, "stats"], env=os.environ | each, capture_output=True)
        assert done.returncode == 0, done.stdout + done.stderr
