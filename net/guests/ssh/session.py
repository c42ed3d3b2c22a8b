"""One guest's screen on an ssh connection, from coming in to the end of the line."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, cast

import asyncssh

from net.guests.host_pipe import HostPipe
from net.guests.origin import loopback_for
from net.guests.screen import MOST_GUESTS, MOST_OF_ONE, GuestScreen, ScreenError, WindowSize
from net.guests.seats import GuestSeat, GuestSeats
from net.guests.ssh.login import SshLogin
from net.guests.terms import GuestTerms
from net.host.admission import group_of

STUCK_SECONDS: Final = 60.0
"""A client that has not read anything for this long is sent away; its seat is kept."""

GOODBYE_SECONDS: Final = 2.0
"""How long a client may take to read the last message."""

_LONGEST: Final = 64
"""What a client tells about its terminal."""

Process = asyncssh.SSHServerProcess[bytes]


class Sessions:
    """The screens of all guests who came by ssh."""

    def __init__(self, host: HostPipe, seats: GuestSeats) -> None:
        self._host = host
        self._seats = seats
        self._screens: dict[GuestSeat, GuestScreen] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._from: Counter[str] = Counter()
        """How many screens there are, and are being opened, by the addresses of their guests."""

    async def serve(self, process: Process) -> None:
        """Show a guest's screen on a session; refuse everything else."""
        connection = process.get_extra_info("connection")
        login = cast(SshLogin, connection.get_owner())
        task = asyncio.current_task()
        assert task is not None, "asyncssh runs this in one"
        self._running.add(task)
        try:
            refused = self._refusal(process, login)
            if refused:
                self._say(process, refused)
                process.exit(1)
            else:
                self._from[group_of(login.address)] += 1
                try:
                    await self._show(process, login)
                finally:
                    self._from[group_of(login.address)] -= 1
        finally:
            self._running.discard(task)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await process.wait_closed()
            connection.close()

    async def close(self) -> None:
        """Say goodbye to everybody, and end all screens."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(*(screen.close() for screen in self._screens.values()))

    def _refusal(self, process: Process, login: SshLogin) -> str:
        if process.command is not None or process.subsystem is not None:
            return "no command"
        if not login.first_session():
            return "one screen"
        if login.seat is None and (
            self._from.total() >= MOST_GUESTS or self._from[group_of(login.address)] >= MOST_OF_ONE
        ):
            return "crowded"
        return ""

    def _say(self, process: Process, name: str) -> None:
        with contextlib.suppress(OSError, asyncssh.Error):
            process.stderr.write(f"{self._host.word(name)}\r\n".encode())

    async def _show(self, process: Process, login: SshLogin) -> None:
        back = login.seat
        if back is not None and (old := self._screens.pop(back, None)) is not None:
            await old.close()  # the previous connection, not yet known to be lost
        seat = back or self._seats.new(login.name, login.offered)
        seat.shown |= login.offered
        token, sat = seat.token, False

        def on_seat(token: str, host: str) -> None:
            nonlocal sat
            sat, seat.token, seat.host = True, token, host

        try:
            screen = await GuestScreen.open(
                self._host.settings["program"],
                self._terms(login, seat, process.env),
                _size(process),
                _environment(process),
                on_seat,
            )
        except ScreenError as error:
            self._say(process, str(error))
            process.exit(1)
            return
        self._screens[seat] = screen
        seat.here = True
        try:
            await _carry(process, screen)
        except asyncio.CancelledError:
            self._say(process, "closed")
            raise
        finally:
            await screen.close()
            if self._screens.get(seat) is screen:
                del self._screens[seat]
                seat.here = False
            if not sat and seat.token == token:
                self._seats.forget(seat)  # there was no seat to be had, or none to come back to

    def _terms(self, login: SshLogin, seat: GuestSeat, env: Mapping[str, str]) -> GuestTerms:
        settings = self._host.settings
        keyed = bool(seat.shown)
        return GuestTerms(
            port=int(settings["host_port"]),
            table=str(settings["table"]),
            name=seat.name,
            host=seat.host,
            code=login.code,
            token=seat.token,
            word="" if keyed else seat.word,
            address=loopback_for(login.address),
            language=_language(env, str(settings["language"])),
            return_hint="key" if keyed else "",
        )


def _text(value: Any) -> str:
    """Read what a client says about itself, leaving out what could do harm in an environment."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")
    return text if len(text) <= _LONGEST and text.isascii() and text.isprintable() else ""


def _language(env: Mapping[str, str], usual: str) -> str:
    """Choose the language that the client's locale asks for; otherwise that of the host."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = _text(env.get(name))
        if wanted:
            code = wanted[:2].lower()
            return code if code in ("en", "ru") else usual
    return usual


def _size(process: Process) -> WindowSize | None:
    if process.term_type is None:
        return None
    return WindowSize(*process.term_size[:2])


def _environment(process: Process) -> dict[str, str]:
    """Return what a guest's program learns about the client's terminal."""
    known = {"COLORTERM": process.env.get("COLORTERM"), "NO_COLOR": process.env.get("NO_COLOR")}
    given = {name: said for name, value in known.items() if (said := _text(value))}
    term = _text(process.term_type) or "dumb"
    # Over a connection like this nothing is animated.
    return {"TERM": term, "LANG": "C.UTF-8", "SSH_CONNECTION": "guest", **given}


async def _carry(process: Process, screen: GuestScreen) -> None:
    """Carry frames and keys until the program or the connection ends."""
    drawing = asyncio.ensure_future(_draw(process, screen))
    typing = asyncio.ensure_future(_type(process, screen))
    lost = asyncio.ensure_future(process.wait_closed())
    parts = (drawing, typing, lost)
    try:
        await asyncio.wait((drawing, lost), return_when=asyncio.FIRST_COMPLETED)
        if not lost.done():
            await asyncio.wait((asyncio.ensure_future(screen.wait()),), timeout=1)
            await screen.close()
            process.exit(max(0, await screen.wait()))
    finally:
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)


async def _draw(process: Process, screen: GuestScreen) -> None:
    """Send what the program draws, no faster than the client reads it."""
    with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):
        while data := await screen.read():
            process.stdout.write(data)
            async with asyncio.timeout(STUCK_SECONDS):
                await process.stdout.drain()


async def _type(process: Process, screen: GuestScreen) -> None:
    """Press the keys that the client sends, and follow the size of its window."""
    while True:
        try:
            data = await process.stdin.read(4096)
        except asyncssh.TerminalSizeChanged as change:
            screen.resize(WindowSize(change.width, change.height))
            continue
        except asyncssh.BreakReceived:
            continue
        except asyncssh.SignalReceived:
            return
        if not data:
            screen.end_input()
            return
        await screen.write(data)
