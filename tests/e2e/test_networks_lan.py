"""Machines and their networks: the bridges of Docker, an address that changes, none at all."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.matches import daily
from tests.support.netns import Lan, unavailable
from tests.support.players import KOZYR, own_places
from tests.support.terminal import Terminal

pytestmark = [
    pytest.mark.timeout(120),
    pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available"),
]


@dataclass
class Evening:
    """Ann's table at one machine, and a machine from which a player looks for it."""

    lan: Lan
    places: dict[str, str]

    def run(self, *words: str) -> str:
        """The output of a command at the other machine."""
        done = subprocess.run(
            self.lan.command("guest", [*KOZYR, *words]),
            env=os.environ | self.places,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def list(self) -> dict[str, dict[str, Any]]:
        """The tables that `kozyr list` finds at the first look: name -> table."""
        return {each["table"]: each for each in json.loads(self.run("list", "--json"))}


@contextmanager
def evening(folder: Path, bridges: int, *, own: bool) -> Iterator[Evening]:
    with Lan("host", "guest") as lan, ExitStack() as stack:
        for machine, table in (("host", "Kitchen"), ("guest", "Cellar")):
            lan.bridges(machine, bridges)
            if machine == "guest" and not own:
                continue
            command = lan.command(machine, [*KOZYR, "host", "kozel", "--no-seat", "--table", table])
            places = own_places(folder / f"{machine} at home", KOZYR_INTERFACES="")
            stack.enter_context(Terminal(command, env=places)).wait_for("Ctrl+C closes it")
        yield Evening(lan, own_places(folder / "guest", KOZYR_INTERFACES=""))


COUNTS = daily([(1, True), (8, False), (8, True), (20, False), (20, True)], (8, True))


@pytest.mark.parametrize("bridges, own", COUNTS)
def test_a_table_is_found_at_the_first_look(tmp_path: Path, bridges: int, own: bool) -> None:
    with evening(tmp_path, bridges, own=own) as here:
        found = here.list()
        assert found.keys() == {"Kitchen", "Cellar"} if own else {"Kitchen"}
        assert not found["Kitchen"]["address"].startswith("172.")
        assert "You sit at the table Kitchen" in here.run("join", "Kitchen", "--plain", "--ready")
        command = here.lan.command("guest", [*KOZYR, "join"])
        with Terminal(command, env=here.places) as screen:
            screen.wait_for("Kitchen")


def test_a_new_address_a_second_network_and_none_are_shown_while_the_room_is_open(
    tmp_path: Path,
) -> None:
    places = own_places(tmp_path, KOZYR_INTERFACES="")
    with Lan("host") as lan:
        command = lan.command("host", [*KOZYR, "host", "kozel", "--table", "Kitchen"])
        with Terminal(command, env=places) as ann:
            ann.wait_for("join with: kozyr join 10.77.0.1")
            lan.move("host", "10.77.0.50/24")
            ann.wait_for("join with: kozyr join 10.77.0.50")
            ann.wait_for("The address has changed")
            lan.second("host", "192.168.43.1/24")
            ann.wait_for("192.168.43.1")
            lan.cable("host", plugged=False)
            lan.unplug_second("host")
            ann.wait_for("You are offline: nobody can come in")
            lan.cable("host", plugged=True)
            ann.wait_for("Anybody on this network can come in")


def test_an_address_of_one_link_leads_there_whatever_the_network_is_called(tmp_path: Path) -> None:
    with Lan("host", "guest") as lan:
        address = lan.keep_link_local("host")
        lan.keep_link_local("guest", "wlan7")
        command = lan.command("host", [*KOZYR, "host", "kozel", "--no-seat"])
        with Terminal(command, env=own_places(tmp_path / "host", KOZYR_INTERFACES="")) as host:
            host.wait_for(f"kozyr join [{address}%eth0]:23636")
            here = Evening(lan, own_places(tmp_path / "guest", KOZYR_INTERFACES=""))
            join = ("join", f"[{address}%eth0]:23636", "--plain", "--ready")
            assert "You sit at the table" in here.run(*join)


def test_whoever_looks_for_tables_without_a_network_is_told_so(tmp_path: Path) -> None:
    with Lan("guest") as lan:
        lan.cable("guest", plugged=False)
        command = lan.command("guest", [*KOZYR, "join"])
        with Terminal(command, env=own_places(tmp_path, KOZYR_INTERFACES="")) as screen:
            screen.wait_for("You are offline: this computer is on no network")
