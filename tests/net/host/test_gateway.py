"""A gateway from the host's side: its log lines, and the end of its process."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from net.host import gateway as gateway_module
from net.host.gateway import LOG_LINES, Gateway, GatewayAddress

PROGRAM = """
import json, os, sys
def main():
    settings = json.loads(sys.stdin.readline())
    def say(**what):
        print(json.dumps(what), flush=True)
    starts = open(settings["starts"], "a+")
    starts.write(f"{os.getpid()} {settings['port']}\\n")
    starts.flush()
    starts.seek(0)
    if len(starts.readlines()) > settings["lives"]:
        return
    say(kind="opened", port=4022, fingerprint="f")
    for number in range(settings["lines"]):
        say(kind="log", text=f"line {number}")
    if not settings["lines"]:
        with open(settings["starts"] + ".told", "w") as told:
            told.write(sys.stdin.readline())
"""


ASKING_PROGRAM = """
import asyncio
from net.guests.host_pipe import HostPipe
async def ask():
    host = await HostPipe.connect()
    host.opened(4022)
    for number in range(200):  # each guesses, and has gone before the answer
        guess = asyncio.ensure_future(host.admit(f"10.0.0.{number % 100}", "wrong"))
        await asyncio.sleep(0)
        guess.cancel()
    if await host.is_seated("token"):
        await host.admit("10.0.1.1", "right")
    await host.wait_closed()
def main():
    asyncio.run(ask())
"""


class Everybody:
    """A host that lets every guest in."""

    code = ""

    async def admit(self, address: str, code: str, *, known: bool = False) -> bool:
        return True

    here = "192.168.1.20"

    def is_seated(self, token: str) -> bool:
        return False

    def others(self) -> list[tuple[str, str]]:
        return [("Bob", "192.168.1.21")]

    def note_guests(self, guests: Any) -> None:
        return


class Suspicious(Everybody):
    """A host that never finishes checking a wrong code."""

    code = "right"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.right = asyncio.Event()

    async def admit(self, address: str, code: str, *, known: bool = False) -> bool:
        self.asked.append(address)
        if code != self.code:
            await asyncio.Event().wait()
        self.right.set()
        return True

    def is_seated(self, token: str) -> bool:
        return True


class Opened:
    """A gateway with a small program as its process, and its reports about itself."""

    def __init__(self, folder: Path, *, lives: int = 99, lines: int = 0) -> None:
        self.starts = folder / "starts"
        self.changed = asyncio.Event()
        settings = {"starts": str(self.starts), "port": 0, "lives": lives, "lines": lines}
        self.gateway = Gateway(Everybody(), "its_program", dict(settings), self.changed.set)

    def started(self) -> list[list[str]]:
        """The process and the port of each start."""
        return [line.split() for line in self.starts.read_text().splitlines()]

    def told(self) -> object:
        """Return the message last sent to the process."""
        return json.loads(Path(f"{self.starts}.told").read_text())

    async def change(self) -> GatewayAddress | None:
        """Wait until the gateway has changed; return the place where it is open now."""
        await self.changed.wait()
        self.changed.clear()
        return self.gateway.opened

    def kill(self) -> None:
        os.kill(int(self.started()[-1][0]), signal.SIGKILL)


@pytest.fixture(autouse=True)
def its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a program that stands in for a gateway's, and start it again without waiting."""
    (tmp_path / "its_program.py").write_text(PROGRAM)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(gateway_module, "FIRST_TRY_SECONDS", 0)


@pytest.mark.logs("has ended by itself")
async def test_a_gateway_that_dies_is_opened_again_at_the_same_port(tmp_path: Path) -> None:
    opened = Opened(tmp_path)
    where = await opened.gateway.open()
    for _ in range(3):
        opened.kill()
        assert await opened.change() is None
        assert await opened.change() == where
    assert [port for _, port in opened.started()] == ["0", "4022", "4022", "4022"]
    await opened.gateway.close()


@pytest.mark.logs("has ended by itself")
@pytest.mark.logs("guests cannot be let in")
async def test_a_gateway_that_cannot_live_is_given_up_after_some_tries(tmp_path: Path) -> None:
    opened = Opened(tmp_path, lives=1)
    await opened.gateway.open()
    opened.kill()
    while not opened.gateway.given_up:
        await opened.change()
    assert opened.gateway.opened is None
    assert len(opened.started()) == 1 + gateway_module.MOST_TRIES
    await opened.gateway.close()


@pytest.mark.logs("its_program: line")
@pytest.mark.logs("guests cannot be let in")
@pytest.mark.logs("has ended by itself")
async def test_a_gateway_writes_a_bounded_number_of_lines_into_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    opened = Opened(tmp_path, lives=1, lines=1000)
    await opened.gateway.open()
    while not opened.gateway.given_up:
        await opened.change()
    said = [record.getMessage() for record in caplog.records]
    assert 0 < sum("its_program: line" in line for line in said) <= LOG_LINES
    await opened.gateway.close()


async def test_a_gateway_is_told_why_it_is_closed(tmp_path: Path) -> None:
    opened = Opened(tmp_path)
    await opened.gateway.open()
    await opened.gateway.close("kept")
    assert opened.told() == {"close": "kept"}


async def test_guesses_that_wait_keep_nobody_else_waiting_and_each_address_has_one_at_a_time(
    tmp_path: Path,
) -> None:
    (tmp_path / "its_program.py").write_text(ASKING_PROGRAM)
    admission = Suspicious()
    gateway = Gateway(admission, "its_program", {})
    await gateway.open()
    await admission.right.wait()
    await gateway.close()
    assert len(admission.asked) == len({*admission.asked}) == 101
