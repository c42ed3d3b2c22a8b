"""Plain mode: the ways in for others, told to the host and to guests."""

from pathlib import Path

import pytest

from net.client.seat import ClientSeat
from tests.support.players import KOZYR, own_places
from tests.support.terminal import Terminal
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.table.effects import OpenPage


@pytest.mark.parametrize("line", ["invite", "пригласить"])
def test_the_host_is_asked_for_the_ways_unless_one_plays_alone(line: str) -> None:
    asked: list[object] = []
    said: list[str] = []
    for alone in (False, True):
        dialogue = PlainDialogue(
            PlainContext(
                ClientSeat(),
                lambda message: None,
                said.append,
                Plan(alone=alone),
                asked.append,
            )
        )
        dialogue.typed(line)
    assert asked == [OpenPage("ways")]
    assert said == ["Nobody else can come to this table: you are playing alone."]


def test_a_host_in_plain_mode_reads_how_others_come_opens_the_page_leaves_and_comes_back(
    tmp_path: Path,
) -> None:
    host = [*KOZYR, "host", "kozel", "--plain", "--port", "0", "--code", "K7QM2X"]
    with Terminal(host, env=own_places(tmp_path)) as terminal:
        terminal.wait_for("You sit at the table")
        terminal.wait_for("Others join with")
        for line, told in HEARD:
            terminal.type(line)
            for text in told:
                terminal.wait_for(text)
        terminal.type("quit")
        assert terminal.exit_code() == 0


HEARD = (
    (
        "invite",
        (
            "with Kozyr: kozyr join 127.0.0.1:",
            "The code is K7QM2X: everybody at the table sees it.",
        ),
    ),
    ("doctor", ("KOZYR_INTERFACES keeps tables to 127.0.0.1",)),
    ("open page", ("in a browser or on a phone, nothing to install: https://",)),
    ("close page", ()),
    ("open door", ("Say 'open ssh', 'open page', 'close ssh' or 'close page'.",)),
    ("away", ("You are away; the table stays open here.",)),
    ("", ("You are back at the table.",)),
)
"""What is typed, and what is told."""


def test_a_host_in_plain_mode_is_told_that_the_table_cannot_be_announced(tmp_path: Path) -> None:
    host = [*KOZYR, "host", "kozel", "--plain", "--port", "0"]
    with Terminal(host, env=own_places(tmp_path, KOZYR_INTERFACES="eth0")) as terminal:
        terminal.wait_for("You sit at the table")
        terminal.wait_for("Tables cannot be found by themselves here", "join by address instead.")
