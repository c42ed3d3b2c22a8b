"""A guest's screen on an ssh connection, from the login to the end of the connection."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import textwrap
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final, cast

import asyncssh

from net.guests.host_pipe import HostPipe
from net.guests.screen import ScreenError, WindowSize
from net.guests.screens import GOODBYE_SECONDS, ScreenEnd, Screens
from net.guests.seats import GuestSeat, GuestSeats
from net.guests.ssh.login import SshLogin, Stage

_LONGEST: Final = 64
"""The longest text that a client may send about its terminal."""

_FAILED: Final = 1
"""The exit code of ssh without a screen, or after one that failed."""

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
        """Tell why the screen ends, and how to resume a seat that is kept."""
        if end is ScreenEnd.LEFT and self.size is None:
            self._process.exit(code)  # plain mode has told the reason itself
            return
        said = [self._word(end.value)]
        if end is ScreenEnd.MOVED and seat.there:
            # The gateway opens there at the same port, if that is free.
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
        """Tell why there is no screen."""
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
    """Yield the rows of sentences; an indented line is to be copied, and stays whole."""
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
    # SSH_CONNECTION keeps the program from animations.
    return {"TERM": term, "LANG": "C.UTF-8", "SSH_CONNECTION": "guest", **given}
