"""People at real terminals: starting the program for them, and playing by keys."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.games import GAMES
from tests.support.terminal import Terminal
from tui.preferences.settings import remember

KOZYR = (sys.executable, "-m", "tui")

GO_ON = "Enter or a click continues"
TURN = "Your turn"
WHERE = "Esc takes it back"
GOAT = "match over"


def own_places(folder: Path, **more: str) -> dict[str, str]:
    """Give a player settings, records and logs of its own, a LAN of one machine, and fast bots.

    Players are offered no lesson.
    """
    remember(folder / "state", lessons_seen=tuple(GAMES))
    return {
        "KOZYR_CONFIG_DIR": str(folder / "config"),
        "KOZYR_STATE": str(folder / "state"),
        "XDG_STATE_HOME": str(folder / "xdg"),
        "KOZYR_INTERFACES": "127.0.0.1",
        "KOZYR_PACE": "0",
        "TEXTUAL_ANIMATIONS": "none",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "",
        **more,
    }


def choose(terminal: Terminal, label: str) -> None:
    """Choose an entry of a list by its number, once it is there.

    Half a frame may still show the list before, in which the entry has another number.
    """
    terminal.settle()
    while (found := re.search(rf"(\d)  {re.escape(label)}", terminal.text())) is None:
        terminal.wait_for_change()
        terminal.settle()
    terminal.press(found[1])


def start_match(owner: Terminal, *guests: Terminal) -> None:
    """Have guests be ready and the owner start the match; all see its first deal."""
    for guest in guests:
        guest.wait_for("I am ready")
        guest.press("enter")
    owner.wait_for("Everybody is ready")
    owner.settle()
    owner.press("enter")
    for each in (owner, *guests):
        each.wait_for("deal 1")


def move_table(owner: Terminal, name: str, to: Terminal, *others: Terminal) -> None:
    """Have the owner move the table at once to the computer of another player, who agrees."""
    owner.press("o")
    if to is not owner:
        choose(owner, name)
    choose(owner, f"move the table to {name} at once")
    to.wait_for("Have the table on this computer")
    choose(to, "yes")
    to.wait_for("The table is at this computer now")
    for other in others:
        other.wait_for(f"computer of {name} now")


def with_equal_records(people: Iterable[Terminal], places: Sequence[Mapping[str, str]]) -> None:
    """Wait until all players have the record of the match; all records are equal, and verify."""
    while any("result" not in lines_of(each)[-1] for each in places):
        for each in people:
            each.drew(0.1)
    records = [lines_of(each) for each in places]
    assert all(record == records[0] for record in records)
    for each in places:
        words = [*KOZYR, "verify", str(record_of(each))]
        done = subprocess.run(words, env=os.environ | each, capture_output=True)
        assert done.returncode == 0, done.stdout + done.stderr


def record_of(places: Mapping[str, str]) -> Path:
    """Return the record of the table's first match at a player's computer."""
    (path,) = (Path(places["KOZYR_STATE"]) / "matches").glob("*-1.jsonl")
    return path


def lines_of(places: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the lines of a record, except for the owner of the copy."""
    first, *rest = map(json.loads, record_of(places).read_text("utf-8").splitlines())
    return [{name: first[name] for name in first if name != "kept_for"}, *rest]


def play_to_the_goat(terminal: Terminal) -> None:
    """Press Enter whenever something waits for this player, until there is a goat."""
    while terminal.wait_for(GOAT, GO_ON, WHERE, TURN) != GOAT:
        terminal.press("enter")
        terminal.wait_for_change()
        # An Enter too many would start the next match.
        terminal.settle()


_WORDS = {
    "en": {
        "turn": "Your turn",
        "rest": "Every trick that is left is yours",
        "where": "Esc takes it back",
        "go_on": "Enter or a click continues",
        "walk": "Esc continues",
        "last": "what next?",
        "end": "look at the table",
    },
    "ru": {
        "turn": "Ваш ход",
        "rest": "Все оставшиеся взятки ваши",
        "where": "Esc — назад",
        "go_on": "Enter или щелчок",
        "walk": "Esc — дальше",
        "last": "что дальше?",
        "end": "посмотреть на стол",
    },
}
"""The words of the screen when it waits for Enter, and when the match is over."""


def your_turn(language: str) -> str:
    """Return the line over the hand that says it is this player's turn."""
    return _WORDS[language]["turn"]


def asked(language: str) -> tuple[str, str, str]:
    """Return the lines over the hand that ask this player for a piece, a place or the rest."""
    words = _WORDS[language]
    return words["turn"], words["where"], words["rest"]


def read_on(language: str, *, touched: bool = False) -> str:
    """Return the line over the hand while a finished deal lies open, for a click or a tap."""
    said = _WORDS[language]["go_on"]
    return said.replace("click", "tap").replace("щелчок", "касание") if touched else said


def play_until_turn_of(one: Terminal, *others: Terminal, language: str = "en") -> None:
    """Press Enter for all others, however often they must draw, until it is this player's turn."""
    turn, go_on = your_turn(language), read_on(language)
    while turn not in one.text():
        for terminal in (one, *others):
            wanted = (go_on,) if terminal is one else (go_on, *asked(language))
            if any(question in terminal.text() for question in wanted):
                terminal.press("enter")
                terminal.wait_for_change()
            terminal.settle()


def play_by_enter(terminal: Terminal, language: str, turns: int | None = None) -> None:
    """Press Enter whenever something waits for this player: to the end, or for `turns` turns.

    After the last turn it waits for the next one.
    """
    words = _WORDS[language]
    while True:
        seen = terminal.wait_for(
            *(words[key] for key in ("end", "last", "go_on", "walk", "where", "turn", "rest")),
            seconds=120,  # the others take their turns too
        )
        if seen == words["end"]:
            assert turns is None, f"over too early; screen:\n{terminal.text()}"
            return
        if seen in (words["turn"], words["rest"]) and turns is not None:
            if turns == 0:
                return
            turns -= 1
        terminal.press("enter")
        if seen == words["last"]:
            terminal.wait_until_gone(seen)  # a second Enter would choose on the last page
            continue
        terminal.wait_for_change()
        # An Enter too many would start the next match.
        terminal.settle(0.05)


def play_together(*terminals: Terminal) -> None:
    """Let several people play at the same time, until all of them see the goat."""
    failures: list[BaseException] = []

    def play(terminal: Terminal) -> None:
        try:
            play_to_the_goat(terminal)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=play, args=(terminal,)) for terminal in terminals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise ExceptionGroup("not everybody saw the goat", failures)
