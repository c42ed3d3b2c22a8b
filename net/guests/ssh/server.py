"""The ssh gateway: a separate process beside the host, so that no table waits for cryptography.

There is no shell, no command, no file transfer, no forwarding and no agent: a session is the screen
of a guest's program, or plain mode if the client has no terminal.
"""

import asyncio
import contextlib
import logging
import secrets
import shlex
import signal
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

import asyncssh

from net.files.folders import keep_private, read_file
from net.guests.host_pipe import HostPipe
from net.guests.screen import ScreenError, WindowSize
from net.guests.screens import GOODBYE_SECONDS, ScreenEnd, Screens
from net.guests.seats import GuestSeat, GuestSeats
from net.guests.ssh.login import SshLogin, Stage, take_any_name
from net.host.admission import AdmissionLimits, Limits
from net.host.connections import Accepted, Acceptor
from net.host.listener import HostError, listen
from net.tasks import end_all

_LONGEST: Final = 64
"""The longest text about its terminal that a client may send."""

_FAILED: Final = 1
"""The exit code of ssh without a screen, or after a screen that failed."""

Process = asyncssh.SSHServerProcess[bytes]


class SshSessions:
    """Serves the sessions of all connections, one screen each."""

    def __init__(self, host: HostPipe, seats: GuestSeats, screens: Screens) -> None:
        self._host = host
        self._seats = seats
        self._screens = screens

    async def serve(self, process: Process) -> None:
        """Show a guest's screen on a session; refuse all other requests."""
        connection = process.get_extra_info("connection")
        login = cast(SshLogin, connection.get_owner())
        client = _SshClient(process, login, self._host)
        try:
            if login.refused:
                await client.refuse(login.refused)
            elif process.command is not None or process.subsystem is not None:
                await client.refuse("no command")
            elif not login.reach(Stage.SCREEN):
                await client.refuse("one screen")
            else:
                seat = login.seat or self._seats.new(login.name, code=login.code)
                seat.marks |= login.offered
                seat.code = login.code or seat.code
                client.return_hint = "key" if login.offered else ""
                await self._screens.serve(seat, client)
        except ScreenError as error:
            await client.refuse(str(error))
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await process.wait_closed()
            login.over.set()


class _SshClient:
    """A session as the other end of a screen."""

    def __init__(self, process: Process, login: SshLogin, host: HostPipe) -> None:
        self.address = login.address
        self.size = None if process.term_type is None else WindowSize(*process.term_size[:2])
        self.environment: Mapping[str, str] = _environment(process)
        self.language = _language(process.env, str(host.settings["language"]))
        self.line = process.get_extra_info("socket")
        self.return_hint = ""
        self._process = process
        self._login = login
        self._host = host

    async def draw(self, data: bytes) -> None:
        """Send output."""
        try:
            self._process.stdout.write(data)
            await self._process.stdout.drain()
        except asyncssh.Error as error:
            raise OSError(str(error)) from error

    async def typed(self) -> AsyncIterator[bytes | WindowSize]:
        """Yield the client's keys and sizes."""
        while True:
            try:
                data = await self._process.stdin.read(4096)
            except asyncssh.TerminalSizeChanged as change:
                yield WindowSize(change.width, change.height)
                continue
            except asyncssh.BreakReceived:
                continue
            except asyncssh.SignalReceived:
                return
            yield data
            if not data:
                return

    async def gone(self) -> None:
        """Wait for the end of the session."""
        await self._process.wait_closed()

    async def seated(self, *, watches: bool) -> None:
        """Do nothing: the guest's own terminal shows the seat."""

    async def follow(self, state: dict[str, bool]) -> None:
        """Do nothing: the guest's own terminal shows the state."""

    async def end(self, end: ScreenEnd, seat: GuestSeat, code: int) -> None:
        """Give the reason for the end of the screen, and the way to resume a seat that is kept."""
        if end is ScreenEnd.LEFT and self.size is None:
            self._process.exit(code)  # plain mode has given the reason itself
            return
        said = [self._word(end.value)]
        if end is ScreenEnd.MOVED and seat.there:
            # The gateway there opens at the same port, if that is free.
            port = self._process.get_extra_info("sockname")[1]
            line = f"ssh {shlex.quote(f'{seat.name}@{seat.there}')} -p {port}"
            said.append(self._word("moved there").format(line=line))
        kept = seat.token and not seat.watches
        if kept and end in (ScreenEnd.FAILED, ScreenEnd.KEPT, ScreenEnd.BROKEN):
            way = "by key" if self.return_hint else "by word"
            later = "" if end is ScreenEnd.FAILED else "later "
            said.append(self._word(later + way).format(word=seat.word))
        if end is ScreenEnd.BROKEN:
            said.append(self._word("gone on"))
            if kept:
                way = "there by key" if self.return_hint else "given there"
                said.append(self._word(way))
        if kept and end is ScreenEnd.MOVED and seat.there:
            way = "by key" if self.return_hint else "by word"
            said.append(self._word(f"there {way}").format(word=seat.word))
        await self._say(" ".join(said))
        self._process.exit(code)

    async def refuse(self, name: str) -> None:
        """Give the reason for not opening a screen."""
        with contextlib.suppress(OSError, asyncssh.Error):
            await self._say(self._word(name))
            self._process.exit(_FAILED)

    async def _say(self, text: str) -> None:
        """Write sentences after the screen; in plain mode to stderr, not read by a script."""
        if self.size is None:
            self._process.stderr.write(f"{text}\r\n".encode())
            return
        columns = WindowSize(*self._process.term_size[:2]).bounded().columns
        said = "".join(f"{row}\r\n" for row in wrapped(text, columns))
        self._process.stdout.write(said.encode())

    def _word(self, name: str) -> str:
        return self._host.word(name, self.language)


def wrapped(text: str, columns: int) -> Iterator[str]:
    """Yield the rows of sentences; an indented line is meant to be copied, and stays whole."""
    for line in text.splitlines():
        if line.startswith(" "):
            yield line
        else:
            yield from textwrap.wrap(line, columns, break_long_words=False, break_on_hyphens=False)


def _text(value: Any) -> str:
    """Return a client's text about itself; empty if it could do harm in an environment."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")
    return text if len(text) <= _LONGEST and text.isascii() and text.isprintable() else ""


def _language(env: Mapping[str, str], usual: str) -> str:
    """Return the language of the client's locale, else the host's."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = _text(env.get(name))
        if wanted:
            code = wanted[:2].lower()
            return code if code in ("en", "ru") else usual
    return usual


def _environment(process: Process) -> dict[str, str]:
    """Return the environment of a guest's program: the facts about the client's terminal."""
    known = {"COLORTERM": process.env.get("COLORTERM"), "NO_COLOR": process.env.get("NO_COLOR")}
    given = {name: said for name, value in known.items() if (said := _text(value))}
    term = _text(process.term_type) or "dumb"
    # SSH_CONNECTION keeps the program from showing animations.
    return {"TERM": term, "LANG": "C.UTF-8", "SSH_CONNECTION": "guest", **given}


DEFAULT_PORT: Final = 4022

HOST_KEY: Final = "ssh_host_key"
"""The name of the file with the key by which ssh recognises a host."""

SEATS: Final = "ssh_guests_"
"""The prefix of the files with the guests' seats of a table."""

FORGET_SECONDS: Final = 14 * 24 * 3600.0
"""The time without a change after which a table's file is deleted."""

LIMITS: Final = Limits(
    hello_seconds=5.0,
    strangers=AdmissionLimits(inside=64, per_second=20.0, arrivals_per_second=4.0),
)
"""Agreeing on keys takes this process some 5 ms, in which it does not draw for others."""

KEYS_SECONDS: Final = 10.0
"""Seconds from the accept of a connection to the agreement on keys."""

LOGIN_SECONDS: Final = 90.0
"""Seconds from then to the end of the login; a guest who looks for the code connects again."""

SCREEN_SECONDS: Final = 10.0
"""Seconds from the login to the request of a screen."""

ALIVE_SECONDS: Final = 5
"""Seconds between two checks of a client; after three unanswered ones it counts as gone.

Until then the guest does not count as away, and others wait.
"""

_log = logging.getLogger(__name__)


class SshGateway:
    """Listens, lets guests in, and gives each of them a screen."""

    def __init__(self, host: HostPipe) -> None:
        self._host = host
        self._seats = GuestSeats(secrets.choice)
        self._screens = Screens(host.settings, host.is_seated, self._keep_seats)
        self._acceptor = Acceptor(LIMITS, self._serve, internet=bool(host.settings.get("internet")))
        folder = Path(host.settings["folder"]) if host.settings.get("folder") else None
        key = load_host_key(folder)
        self._kept = None if folder is None else _seats_file(folder, str(host.settings["table"]))
        if self._kept is not None:
            with contextlib.suppress(OSError):
                self._seats.read(read_file(self._kept))
        self._seats.take_along(host.settings.get("guests", ()), str(host.settings.get("host", "")))
        self._fingerprint = key.get_fingerprint()
        take_any_name()
        self._options = asyncssh.SSHServerConnectionOptions(
            server_host_keys=[key],
            server_version="Kozyr",
            process_factory=SshSessions(host, self._seats, self._screens).serve,
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            compression_algs=None,
            login_timeout=0,  # each stage has its own time limit here
            keepalive_interval=ALIVE_SECONDS,
            keepalive_count_max=3,
        )

    async def run(self) -> None:
        """Let guests in until the host is gone."""
        try:
            listening = listen(None, self._host.settings.get("port"), DEFAULT_PORT)
        except HostError as error:
            self._host.say({"kind": "failed", "reason": error.reason, "facts": {**error.facts}})
            return
        self._acceptor.open(listening)
        self._host.opened(listening[0].getsockname()[1], self._fingerprint)
        self._host.note_guests(self._seats.told())  # the table may move on before a guest comes
        why = await self._host.wait_closed()
        if why is ScreenEnd.CLOSED and self._kept is not None:
            with contextlib.suppress(OSError):
                self._kept.unlink()
        self._kept = None
        await self._acceptor.close()
        await self._screens.close(why)
        await end_all(self._acceptor.tasks)

    def _keep_seats(self) -> None:
        """Write the guests with a seat, in case the host or this gateway is started again.

        The host is told too, for a computer to which the table moves.
        """
        self._host.note_guests(self._seats.told())
        if self._kept is not None:
            keep_private(self._kept, self._seats.written())

    async def _serve(self, accepted: Accepted, encrypted: bool) -> None:
        """Serve a connection to its end; one that takes too long to get a screen is dropped."""
        loop = asyncio.get_running_loop()
        connection: asyncssh.SSHServerConnection | None = None
        try:
            async with asyncio.timeout(KEYS_SECONDS) as time_left:

                def progress(stage: Stage) -> None:
                    with contextlib.suppress(RuntimeError):  # its time is up
                        match stage:
                            case Stage.LOGIN:
                                time_left.reschedule(loop.time() + LOGIN_SECONDS)
                            case Stage.SCREEN:
                                time_left.reschedule(None)
                                self._acceptor.admission.gone(accepted)

                login = SshLogin(self._host, self._seats, accepted.address, progress)
                connection = await asyncssh.run_server(
                    accepted.sock, options=self._options, server_factory=lambda: login
                )
                if not login.has_screen:
                    time_left.reschedule(loop.time() + SCREEN_SECONDS)
                await login.over.wait()
            connection.close()
            async with asyncio.timeout(GOODBYE_SECONDS):
                await connection.wait_closed()
        except (OSError, TimeoutError, asyncssh.Error) as error:
            _log.info("%s has been parted: %s", accepted.address, error)
        finally:
            if connection is not None:
                connection.abort()
            accepted.sock.close()


def _seats_file(folder: Path, table: str) -> Path:
    """Return the file with the guests' seats of a table; delete those of old tables."""
    for path in folder.glob(f"{SEATS}*"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > FORGET_SECONDS:
                path.unlink()
    return folder / f"{SEATS}{sha256(table.encode()).hexdigest()[:16]}.json"


def load_host_key(folder: Path | None) -> asyncssh.SSHKey:
    """Return the key in a folder, readable by this user only, made if there is none.

    Without a folder a new one is returned.
    """
    path = None if folder is None else folder / HOST_KEY
    if path is not None:
        with contextlib.suppress(OSError, asyncssh.KeyImportError):
            return asyncssh.import_private_key(read_file(path))
    key = asyncssh.generate_private_key("ssh-ed25519")
    if path is not None:
        keep_private(path, key.export_private_key())
    return key


async def _run() -> None:
    host = await HostPipe.connect()
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    await SshGateway(host).run()


def main() -> None:
    """Run a gateway between its host, at stdin and stdout, and ssh clients."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl+C is meant for the host
    with contextlib.suppress(EOFError):
        asyncio.run(_run())
    sys.exit(0)
