"""The ssh gateway: a separate process beside the host, so that no table waits for cryptography.

There is no shell, no command, no file transfer, no forwarding and no agent: a session is the screen
of a guest's program, or plain mode if the client has no terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import sys
from pathlib import Path
from typing import Final

import asyncssh

from net.guests.host_pipe import HostPipe
from net.guests.seats import GuestSeats
from net.guests.ssh.host_key import load_host_key
from net.guests.ssh.login import SshLogin
from net.guests.ssh.session import Sessions
from net.guests.strangers import Strangers
from net.host.listener import HostError, accept, listen

DEFAULT_PORT: Final = 4022

LOGIN_SECONDS: Final = 90
"""From connecting to coming in; a guest who has to look for the code connects again."""

ALIVE_SECONDS: Final = 5
"""How often a client is asked whether it is there; after three silences it counts as gone.

Until then the guest's seat is not away, and others wait for it.
"""


class SshGateway:
    """Listens, lets people in, and gives each of them a screen."""

    def __init__(self, host: HostPipe) -> None:
        self._host = host
        self._seats = GuestSeats(secrets.choice)
        self._sessions = Sessions(host, self._seats)
        self._strangers = Strangers()
        self._tasks: set[asyncio.Task[None]] = set()
        folder = host.settings.get("folder")
        key = load_host_key(Path(folder) if folder else None)
        self._fingerprint = key.get_fingerprint()
        self._options = asyncssh.SSHServerConnectionOptions(
            server_host_keys=[key],
            server_version="Kozyr",
            process_factory=self._sessions.serve,
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            compression_algs=None,
            login_timeout=LOGIN_SECONDS,
            keepalive_interval=ALIVE_SECONDS,
            keepalive_count_max=3,
        )

    async def run(self) -> None:
        """Take in guests until the host is gone."""
        try:
            listening = listen(None, self._host.settings.get("port"), DEFAULT_PORT)
        except HostError as error:
            self._host.failed(error.reason, **error.facts)
            return
        self._host.opened(listening[0].getsockname()[1], self._fingerprint)
        accepting = [asyncio.ensure_future(self._accept(sock)) for sock in listening]
        await self._host.closed.wait()
        for task in (*accepting, *self._tasks):
            task.cancel()
        await asyncio.gather(*accepting, *self._tasks, return_exceptions=True)
        for sock in listening:
            sock.close()
        await self._sessions.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop, internet = asyncio.get_running_loop(), bool(self._host.settings.get("internet"))
        async for sock, address in accept(listening, internet=internet):
            if self._strangers.enter(address, loop.time()):
                task = asyncio.ensure_future(self._admit(sock, address))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                sock.close()
            await asyncio.sleep(0)  # a crowd must not keep those waiting who are on their way in

    async def _admit(self, sock: socket.socket, address: str) -> None:
        """Wait until somebody has come in by a connection, or it has ended."""
        try:
            await asyncssh.run_server(
                sock,
                options=self._options,
                server_factory=lambda: SshLogin(self._host, self._seats, address),
            )
        except (OSError, asyncssh.Error) as error:
            logging.getLogger(__name__).info("%s did not come in: %s", address, error)
        finally:
            self._strangers.leave(address)


async def _run() -> None:
    host = await HostPipe.connect()
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    await SshGateway(host).run()


def main() -> None:
    """Run a gateway between its host, at stdin and stdout, and ssh clients."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl+C is meant for the host
    with contextlib.suppress(EOFError):
        asyncio.run(_run())
    sys.exit(0)
