"""The player's own commands on events at a table."""

import os
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from core.games.kozel import rules as kozel
from net.client.events import ClientEvent, RoomChanged
from net.wire.to_host import Say
from tests.support.harness import Harness, Visitor
from tui.language.text import use_language
from tui.own_commands import Occasion, Occasions, OwnCommands
from tui.preferences.settings import checked_commands, parse
from tui.start import StartHome, StartSolo
from tui.table.session import TableSession

WRITE = """
import os, sys
told = [f"{name}={value}" for name, value in sorted(os.environ.items()) if name in sys.argv[2:]]
with open(sys.argv[1], "a") as file:
    print(*told, file=file)
"""


class Listener:
    """Ann at a table of a harness, with her commands or with their occasions."""

    def __init__(self, commands: dict[str, list[str]] | None = None, seconds: float = 60) -> None:
        self.harness = Harness(kozel)
        self.ann = self.harness.join("Ann")
        self.session = TableSession(cast("Any", self.ann), StartHome())
        self.session.absorb(self.ann.events[-1])
        self.commands = OwnCommands(commands or {}, seconds)
        self._occasions = Occasions()
        self.found: list[Occasion] = []
        self.ann.hear = self.hear

    def hear(self, event: ClientEvent) -> None:
        self.session.absorb(event)
        happened = event.happened if isinstance(event, RoomChanged) else ()
        self.found += self._occasions.follow(self.session.client, happened)
        self.commands.follow(self.session.start, self.session.client, event)

    def start(self) -> Visitor:
        bob = self.harness.join("Bob")
        self.harness.start(bob, owner=self.ann)
        return bob

    async def settled(self) -> None:
        for task in [*self.commands.running.values()]:
            await task


def test_a_player_joins_it_is_my_turn_and_the_match_is_over() -> None:
    ann = Listener()
    bob = ann.start()
    assert ann.found[0] == Occasion("joined", {"PLAYER": "Bob"})
    turns = 0
    live = ann.harness.live
    while not live.over:
        seat = live.to_act()[0]
        turns += seat == 0
        bob.send(Say("hello"))
        (ann.ann, bob)[seat].play(live.legal(seat)[0])
    names = [occasion.name for occasion in ann.found]
    assert names.count("joined") == names.count("over") == 1
    assert 0 < names.count("my_turn") <= turns
    assert ann.found[-1].facts.keys() == {"PLACE", "POINTS"}


async def test_a_command_has_the_facts_in_its_environment_and_no_shell(tmp_path: Path) -> None:
    file = tmp_path / "told; touch x"
    names = ("KOZYR_EVENT", "KOZYR_PLAYER", "KOZYR_TABLE", "KOZYR_GAME")
    ann = Listener({"joined": [sys.executable, "-c", WRITE, str(file), *names]})
    ann.harness.join("$(touch y) `z`")
    await ann.settled()
    told = file.read_text("utf-8")
    assert told == (
        "KOZYR_EVENT=joined KOZYR_GAME=kozel KOZYR_PLAYER=$(touch y) `z` KOZYR_TABLE=Harness\n"
    )
    assert os.listdir(tmp_path) == [file.name]


async def test_one_command_of_an_event_runs_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "told"
    ann = Listener({"joined": [sys.executable, "-c", WRITE, str(file)]})
    ann.harness.join("Bob").cut()
    ann.harness.pass_time(61)
    ann.harness.join("Cid")
    assert len(ann.commands.running) == 1
    await ann.settled()
    assert file.read_text("utf-8") == "\n"


@pytest.mark.parametrize(
    "command, said",
    [
        (["/no/such/command"], "cannot be run"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "ended with the code 3"),
        ([sys.executable, "-c", "import time; time.sleep(3600)"], "took too long"),
    ],
)
async def test_a_command_that_fails_or_hangs_is_a_line_in_the_log(
    command: list[str], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann = Listener({"joined": command}, seconds=0.2 if "long" in said else 60)
    ann.harness.join("Bob")
    await ann.settled()
    assert said in caplog.text


async def test_nothing_runs_in_a_match_alone() -> None:
    ann = Listener({"joined": [sys.executable, "-c", ""]})
    ann.session.start = StartSolo("kozel", 2, "easy")
    ann.harness.join("Bob")
    assert not ann.commands.running


def test_the_settings_say_which_command_cannot_be_run_and_keep_the_others() -> None:
    use_language("en")
    settings, problems = parse(
        f"""bell = false
[events]
my_turn = ["{sys.executable}", "-c", ""]
joined = ["no-such-command-here"]
over = "notify-send"
my_trun = ["true"]
"""
    )
    assert settings.events == {"my_turn": [sys.executable, "-c", ""]}
    assert [str(problem) for problem in problems] == [
        "settings.toml:4: joined: there is no command no-such-command-here",
        "settings.toml:5: over: must be a list of texts in quotes",
        "settings.toml:6: my_trun: no such event - did you mean 'my_turn'?",
    ]
    assert parse("events = 5")[1]
    assert checked_commands({"over": []})[1] == {"over": "must be a list of texts in quotes"}
    assert checked_commands({"over": ["a\0b"]})[1] == {"over": "must be a list of texts in quotes"}
