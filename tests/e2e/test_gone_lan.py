"""Three people at three machines and a switch: the host is lost, comes back, or the table moves."""

import contextlib
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.netns import Lan, unavailable
from tests.support.players import (
    GO_ON,
    KOZYR,
    TURN,
    WHERE,
    choose,
    lines_of,
    own_places,
    play_by_enter,
    play_until_turn_of,
    start_match,
    with_equal_records,
)
from tests.support.terminal import Terminal

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available"),
]

NAMES = ("Ann", "Bob", "Cid")
GONE = "Ann does not answer any more"


@dataclass
class Evening:
    """Ann's table, with Bob and Cid, each at their own machine."""

    lan: Lan
    places: dict[str, dict[str, str]]
    ann: Terminal
    bob: Terminal
    cid: Terminal

    def __post_init__(self) -> None:
        self.people = [self.ann, self.bob, self.cid]
        """The people whose programs run."""

    def wait_for(self, text: str, *whose: Terminal) -> None:
        """Wait until each of these screens has shown a text, which need not stay.

        A terminal that is not read stops its program.
        """
        missing = [*whose]
        while missing := [each for each in missing if text not in each.text()]:
            for each in self.people:
                each.drew(0.05)


@contextlib.contextmanager
def three_playing(folder: Path, target: int = 50) -> Iterator[Evening]:
    """Play Kozel until it is Cid's turn."""
    places = {name: own_places(folder / name, KOZYR_INTERFACES="") for name in NAMES}
    with Lan(*NAMES) as lan, contextlib.ExitStack() as stack:

        def at(name: str, *words: str) -> Terminal:
            command = lan.command(name, [*KOZYR, *words, "--name", name])
            return stack.enter_context(Terminal(command, env=places[name]))

        rules = ("--seats", "3", "--rule", f"target={target}", "--pause", "0")
        ann = at("Ann", "host", "kozel", *rules, "--table", "Kitchen")
        ann.wait_for("start the match")
        bob, cid = (at(name, "join", "Kitchen") for name in NAMES[1:])
        start_match(ann, bob, cid)
        play_until_turn_of(cid, ann, bob)
        yield Evening(lan, places, ann, bob, cid)


def play_to_the_end(people: Sequence[Terminal], places: Sequence[dict[str, str]]) -> None:
    """Play until all players have the record; all records are equal, and verify."""
    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(lambda each: play_by_enter(each, "en"), people))
    with_equal_records(people, places)


def go_on_at_bob_s(here: Evening) -> None:
    """Press one key here, one key there."""
    here.wait_for(GONE, here.bob, here.cid)
    choose(here.bob, "go on here")
    here.wait_for("The match goes on here", here.bob)
    here.wait_for("come along to Bob", here.cid)
    choose(here.cid, "come along to Bob")
    here.wait_for("You come along to Bob", here.cid)


@pytest.mark.parametrize("how", ["cable", "kill"])
def test_two_go_on_to_the_end_after_the_host_is_lost_for_good(tmp_path: Path, how: str) -> None:
    with three_playing(tmp_path) as here:
        if how == "cable":
            here.lan.cable("Ann", plugged=False)
        else:
            here.ann.signal(signal.SIGKILL)
            here.ann.exit_code()
            here.people.remove(here.ann)
        go_on_at_bob_s(here)
        left = here.bob, here.cid
        play_to_the_end(left, [here.places[name] for name in ("Bob", "Cid")])


def test_nothing_has_happened_if_the_host_is_back_before_a_key_is_pressed(tmp_path: Path) -> None:
    with three_playing(tmp_path) as here:
        here.lan.cable("Ann", plugged=False)
        here.wait_for(GONE, here.bob, here.cid)
        here.lan.cable("Ann", plugged=True)
        while any(GONE in each.text() for each in here.people):
            for each in here.people:
                each.drew(0.05)
        play_to_the_end(here.people, list(here.places.values()))
    assert "branch" not in lines_of(here.places["Ann"])[0]


@pytest.mark.parametrize("how", ["cable", "freeze"])
def test_a_host_that_was_only_cut_off_is_asked_and_sits_in_its_own_seat(
    tmp_path: Path, how: str
) -> None:
    """At first its player had a table to which no guest returned."""
    with three_playing(tmp_path) as here:
        if how == "cable":
            here.lan.cable("Ann", plugged=False)
        else:
            here.ann.signal(signal.SIGSTOP)
        go_on_at_bob_s(here)
        if how == "cable":
            here.lan.cable("Ann", plugged=True)
        else:
            here.ann.signal(signal.SIGCONT)
        here.wait_for("The others go on without you", here.ann)
        choose(here.ann, "come along to Bob")
        here.wait_for("You come along to Bob", here.ann)
        play_to_the_end(here.people, list(here.places.values()))


def test_a_player_whose_own_cable_is_out_is_told_that_and_offered_nothing_else(
    tmp_path: Path,
) -> None:
    with three_playing(tmp_path) as here:
        here.lan.cable("Bob", plugged=False)
        here.wait_for("You are offline", here.bob)
        assert "go on here" not in here.bob.text()
        here.lan.cable("Bob", plugged=True)
        while "You are offline" in here.bob.text():
            for each in here.people:
                each.drew(0.05)
        play_to_the_end(here.people, list(here.places.values()))


def play_on(people: Sequence[Terminal]) -> None:
    """Play until the screens no longer mention the last move."""
    while any(
        said in each.text() for each in people for said in ("computer now", "Bob now", "Ann now")
    ):
        for each in people:
            if any(question in each.text() for question in (GO_ON, WHERE, TURN)):
                each.press("enter")
                each.wait_for_change()
            each.settle()


def test_a_table_moves_back_and_forth_five_times_in_one_match(tmp_path: Path) -> None:
    with three_playing(tmp_path, target=200) as here:
        for time in range(5):
            name, to, at = ("Ann", here.ann, here.bob) if time % 2 else ("Bob", here.bob, here.ann)
            here.ann.press("o")
            if to is here.bob:
                choose(here.ann, "Bob")
            choose(here.ann, f"move the table to {name} at once")
            here.wait_for("Have the table on this computer", to)
            choose(to, "yes")
            here.wait_for("The table is at this computer now", to)
            here.wait_for(f"computer of {name} now", at, here.cid)
            play_on(here.people)
        play_to_the_end(here.people, list(here.places.values()))
    assert "branch" not in lines_of(here.places["Ann"])[0]
