"""`kozyr doctor` on machines of a separate LAN, with the obstacles that people meet."""

import json
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.netns import Lan, no_filter, unavailable
from tests.support.players import KOZYR, own_places

pytestmark = [
    pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available"),
    pytest.mark.timeout(120),
]

filtering = pytest.mark.skipif(bool(no_filter()), reason=no_filter() or "available")

PORT = 23636

HOST = """
import asyncio
from core.games.kozel import rules as kozel
from net.host.factory import new_table
from net.host.server import Host
from net.lan.announcing import Announcement
from net.table.lobby import Lobby

async def main():
    table = new_table("Kitchen", kozel, kozel.Options(), 3, code="K7QM2X")
    async with Host(Lobby("Ann", [table]), internet=True) as host:
        announcement = Announcement("Ann", host.port, lambda: host.lobby.welcomed().tables)
        await announcement.open()
        print("open", host.port, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan("host", "guest") as lan:
        yield lan


@contextmanager
def table(lan: Lan, machine: str = "host") -> Iterator[None]:
    """A table that is open on a machine, at the usual port."""
    command = lan.command(machine, [sys.executable, "-c", HOST])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
        try:
            assert host.stdout.readline().split() == ["open", str(PORT)]
            yield
        finally:
            host.kill()


class Told:
    """The findings of `kozyr doctor --json`."""

    def __init__(
        self, lan: Lan, machine: str, places: Path, *words: str, interfaces: str = ""
    ) -> None:
        env = own_places(places, KOZYR_INTERFACES=interfaces)
        command = lan.command(machine, [*KOZYR, "doctor", "--json", *words])
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        self.code = done.returncode
        assert self.code in (0, 1), done.stderr
        self.report: dict[str, Any] = json.loads(done.stdout)
        assert self.report["well"] is (self.code == 0)

    @property
    def outcome(self) -> tuple[int, str]:
        """The exit code, and the code of the first finding: the likely cause."""
        return self.code, str(self.report["findings"][0]["code"])

    @property
    def codes(self) -> set[str]:
        return {finding["code"] for finding in self.report["findings"]}


@dataclass
class Doctor:
    """Examines the machines of a LAN."""

    lan: Lan
    places: Path

    def look(
        self, machine: str, *words: str, outcome: tuple[int, str], codes: Collection[str] = ()
    ) -> Told:
        """Examine until the findings are as expected: within its five seconds, a machine that is
        busy with other things may answer late.
        """
        for _ in range(5):
            told = Told(self.lan, machine, self.places, *words)
            if told.outcome == outcome and told.codes.issuperset(codes):
                break
        assert told.outcome == outcome
        assert told.codes >= set(codes)
        return told


HEARD = ("mdns_heard", "table_open", "table_announced")


@pytest.fixture
def doctor(lan: Lan, tmp_path: Path) -> Doctor:
    return Doctor(lan, tmp_path)


def test_where_all_works_a_table_is_seen_from_both_sides_and_then_a_dead_cable_is_named(
    lan: Lan, doctor: Doctor
) -> None:
    """A machine's own announcement does not leave it by a dead cable, and proves nothing."""
    with table(lan):
        host = doctor.look("host", outcome=(0, "nobody_heard"), codes=HEARD)
        assert host.report["address"] == f"10.77.0.1:{PORT}"
        seen = ("port_open", "tables", "others_heard")
        doctor.look("guest", outcome=(0, "mdns_heard"), codes=seen)
        doctor.look("guest", "10.77.0.1", outcome=(0, "reached"), codes=("table_with_code",))
        doctor.look("guest", "10.77.0.1", "--port", "4567", outcome=(1, "refused"))
        lan.cable("host", plugged=False)
        told = doctor.look("host", outcome=(1, "no_carrier"))
        assert told.report["findings"][0]["facts"]["name"] == "eth0"
        assert not told.codes & {"mdns_heard", "table_open", "table_announced", "nobody_heard"}
        doctor.look("host", "10.77.0.2", outcome=(1, "no_carrier"))


@filtering
def test_a_machine_that_drops_multicast_is_told_so_first(lan: Lan, doctor: Doctor) -> None:
    lan.drop("host", "udp", 5353)
    doctor.look("host", outcome=(1, "mdns_blocked"), codes=("port_open",))


@pytest.mark.nightly
def test_a_network_that_passes_no_multicast_may_be_in_the_way(lan: Lan, doctor: Doctor) -> None:
    """This machine alone cannot know that; the address works."""
    lan.pass_no_multicast()
    with table(lan):
        assert "tables" not in doctor.look("guest", outcome=(0, "nobody_heard")).codes
        doctor.look("guest", f"10.77.0.1:{PORT}", outcome=(0, "reached"))


@filtering
@pytest.mark.nightly
def test_a_port_that_is_filtered_here_is_told_first(lan: Lan, doctor: Doctor) -> None:
    lan.drop("host", "tcp", PORT, "lo")
    doctor.look("host", outcome=(1, "port_blocked"), codes=("mdns_heard",))
    doctor.look("host", "--port", "4567", outcome=(0, "nobody_heard"))


@pytest.mark.nightly
@filtering
def test_a_port_that_is_filtered_there_is_told_from_one_where_nobody_listens(
    lan: Lan, doctor: Doctor
) -> None:
    with table(lan):
        lan.drop("host", "tcp", PORT)
        doctor.look("guest", "10.77.0.1", outcome=(1, "filtered"))
        doctor.look("guest", "10.77.0.1:4567", outcome=(1, "refused"))


@pytest.mark.nightly
def test_an_interface_with_multicast_off_may_be_in_the_way(lan: Lan, doctor: Doctor) -> None:
    lan.switch_multicast_off("host")
    assert "mdns_heard" not in doctor.look("host", outcome=(0, "multicast_off")).codes


@pytest.mark.nightly
def test_a_route_that_refuses_multicast_does_not_matter_to_tables(lan: Lan, doctor: Doctor) -> None:
    lan.refuse_multicast("host")
    with table(lan):
        doctor.look("guest", outcome=(0, "mdns_heard"), codes=("tables",))


@pytest.mark.nightly
def test_a_variable_that_names_an_address_nobody_has_is_named(lan: Lan, tmp_path: Path) -> None:
    told = Told(lan, "host", tmp_path, interfaces="192.0.2.77")
    assert told.outcome == (1, "kept_to_nobody")
    assert told.report["findings"][0]["facts"]["addresses"] == "192.0.2.77"


@pytest.mark.nightly
def test_two_networks_that_do_not_see_each_other(tmp_path: Path) -> None:
    """First without a route, then with a router that passes nothing on."""
    with Lan("host", "guest", "router") as lan:
        doctor = Doctor(lan, tmp_path)
        lan.move("host", "10.88.0.1/24")
        with table(lan):
            doctor.look("guest", "10.88.0.1", outcome=(1, "no_route"))
            lan.move("guest", "10.77.0.2/24", gateway="10.77.0.3")
            told = doctor.look("guest", "10.88.0.1", outcome=(1, "other_network"))
            assert told.report["findings"][0]["facts"]["networks"] == "10.77.0.2/24"


@pytest.mark.nightly
def test_machines_that_are_kept_apart_do_not_see_each_other(lan: Lan, doctor: Doctor) -> None:
    with table(lan):
        lan.isolate()
        doctor.look("guest", "10.77.0.1", outcome=(1, "nobody_there"))
        doctor.look("guest", outcome=(0, "nobody_heard"))


HOLD = """
import socket, sys
held = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
held.bind(("", 5353))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_program_that_keeps_the_port_of_mdns_to_itself_is_named(lan: Lan, doctor: Doctor) -> None:
    holder = lan.command("host", [sys.executable, "-c", HOLD])
    with subprocess.Popen(
        holder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        told = doctor.look("host", outcome=(1, "mdns_taken"), codes=("port_open",))
        assert "python" in told.report["findings"][0]["facts"]["programs"]
        process.kill()


def test_a_machine_without_a_network_is_told_so(lan: Lan, doctor: Doctor) -> None:
    lan.leave("guest")
    doctor.look("guest", outcome=(1, "no_network"))
    doctor.look("guest", "10.77.0.1", outcome=(1, "no_route"))
