"""Ssh on this machine, with a small program in place of a guest's: limits, and who is sent away."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import asyncssh
import pytest

from net.guests import screens
from net.guests.host_pipe import HostPipe
from net.guests.screens import End
from net.guests.ssh.server import SshGateway
from tests.support.small_program import SMALL_PROGRAM


class StandIn:
    """What an ssh gateway asks its host; nobody needs a code."""

    def __init__(self) -> None:
        program = [sys.executable, "-P", "-B", "-c", SMALL_PROGRAM]
        self.settings: dict[str, Any] = {
            **{"port": 0, "internet": False, "folder": None, "language": "en"},
            **{"host_port": 1, "table": "t", "program": program},
        }
        self.closed: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        self.port: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def word(self, name: str, language: str = "en") -> str:
        return f"{language}:{name}"

    async def wait_closed(self) -> End:
        return await self.closed

    def opened(self, port: int, fingerprint: str = "") -> None:
        assert fingerprint.startswith("SHA256:")
        self.port.set_result(port)

    def failed(self, reason: str, **facts: object) -> None:
        self.port.set_exception(AssertionError(reason))

    async def asks_for_code(self) -> bool:
        return False


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """Serve ssh; give its port."""
    host = StandIn()
    serving = asyncio.ensure_future(SshGateway(cast(HostPipe, host)).run())
    yield await host.port
    host.closed.set_result(End.CLOSED)
    await serving


class Client(asyncssh.SSHClient):
    """Somebody who has no key and is asked nothing."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


@asynccontextmanager
async def guest(port: int, name: str) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Come in by ssh; nothing of the person's own whose machine runs the tests is used."""
    options = asyncssh.SSHClientConnectionOptions(
        **{"username": name, "known_hosts": None, "client_keys": None, "agent_path": None},
        **{"config": None, "preferred_auth": "keyboard-interactive", "client_factory": Client},
    )
    async with asyncssh.connect("127.0.0.1", port, options=options) as connection:
        yield connection


def screen(connection: asyncssh.SSHClientConnection, **more: Any) -> Any:
    """Open a screen of 80x24."""
    return connection.create_process(
        term_type="xterm-256color", term_size=(80, 24), encoding=None, **more
    )


async def test_one_screen_too_many_is_told_so(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "MOST_GUESTS", 1)
    async with guest(port, "Ann") as ann, screen(ann) as shown:
        await shown.stdout.readuntil(b"[Ann")
        async with guest(port, "Bob") as bob, screen(bob) as refused:
            assert b"en:full" in await refused.stdout.read()
            assert (await refused.wait()).exit_status == 1
        shown.stdin.write(b"k")
        await shown.stdout.readuntil(b"<k>")


async def test_a_client_that_never_reads_is_parted_however_lively_it_seems(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "UNREAD_SECONDS", 0.1)
    async with guest(port, "Ann") as ann:
        shown = await screen(ann, window=4096)
        await shown.stdout.readuntil(b"[Ann")
        shown.stdin.write(b"f")  # far more than the window takes, and nothing reads it
        await ann.wait_closed()
