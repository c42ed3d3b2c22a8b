"""The screens of one gateway: who gets one, what goes through it, and what ends it.

The same for guests by ssh and at the page; how frames and keys travel is the gateway's affair
(`Client`). A guest's program joins the host's own port, from a loopback address that stands for the
guest's computer, so that guesses are counted, and people kept out, as for anybody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import ipaddress
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Protocol

from net.guests.modes import TerminalModes
from net.guests.screen import GuestScreen, WindowSize
from net.guests.seats import GuestSeat
from net.guests.terms import FAILED, PUT_OUT, GuestTerms
from net.host.admission import group_of
from net.wire.bounds import MAX_SEATS

MOST_GUESTS: Final = 16
"""At most this many screens at one gateway: some 55 MB each."""

MOST_OF_ONE: Final = 8
"""At most this many screens for one address."""

MOST_RETURNING: Final = MOST_GUESTS + MAX_SEATS
"""At most this many screens if the guest comes back to a seat, which is always possible."""

MOST_UNSEATED: Final = 8
MOST_UNSEATED_OF_ONE: Final = 4
"""At most this many screens of an address are for people who have no seat yet."""

SEAT_SECONDS: Final = 30.0
"""Whoever has no seat after this time has to go as soon as somebody else needs the screen."""

HOME_SECONDS: Final = 600.0
"""Whoever has no seat after this time has to go: the rules can be read in it, for instance."""

UNREAD_SECONDS: Final = 30.0
"""A client that does not read what is drawn for this long counts as gone; its seat is kept."""

GOODBYE_SECONDS: Final = 2.0
"""How long a client may take to read the last words."""

_log = logging.getLogger(__name__)


class End(Enum):
    """What has ended a screen."""

    LEFT = "left"
    """The guest has left."""
    FAILED = "failed"
    """The guest's program has failed."""
    UNSEATED = "unseated"
    """The guest has not sat down at the table."""
    ELSEWHERE = "elsewhere"
    """The guest has opened another screen."""
    FULL = "full"
    """No screen is free."""
    LOST = "lost"
    """The connection is lost: nobody is there to be told."""
    REMOVED = "removed"
    """The guest has left after having been put out."""
    BARRED = "barred"
    """The guest has left after having been put out, and is kept out."""
    CLOSED = "closed"
    """The host has closed the table."""
    KEPT = "kept"
    """The host has closed the table and can resume it."""
    SHUT = "shut"
    """The host lets guests in this way no longer; the table goes on."""
    BROKEN = "broken"
    """The host's program has ended without having been told to."""
    MOVED = "moved"
    """The table is at another computer now: GuestSeat.there."""


class Client(Protocol):
    """A guest's end of a screen."""

    address: str
    size: WindowSize | None
    """The guest's window; None for plain mode."""
    environment: Mapping[str, str]
    language: str
    return_hint: str
    """What brings the guest back without a word, as in GuestTerms."""

    async def draw(self, data: bytes) -> None:
        """Show what the program has drawn; returns once it is on its way. Raises OSError."""
        ...

    def typed(self) -> AsyncIterator[bytes | WindowSize]:
        """Yield keys and new sizes of the window; b"" if nothing more will be typed."""
        ...

    async def gone(self) -> None:
        """Wait until the client is gone."""
        ...

    async def seated(self, *, watches: bool) -> None:
        """Note that the guest has been given a seat, or watches."""
        ...

    async def follow(self, state: dict[str, bool]) -> None:
        """Hear what the program is doing: "typing" in a line, the guest's "turn", "playing"."""
        ...

    async def end(self, end: End, seat: GuestSeat, code: int) -> None:
        """Tell the guest why the screen ends; the terminal is restored already.

        `code` is what a program that was started for the screen is to exit with.
        """
        ...


@dataclass(eq=False)
class _Shown:
    """A screen, from being granted to its end."""

    seat: GuestSeat
    group: str
    ended: asyncio.Future[End]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when nothing is left of the screen."""
    at_table: bool = False
    told: End | None = None
    """Why the guest's program ends, if that is not the guest's choice: put out, or moved."""
    code: int = 1
    """The exit code of the program, if the guest has left; otherwise the code of a failure."""
    timer: asyncio.TimerHandle | None = None
    waits_since: float = 0.0
    """When the guest, who is not at the table, was given the screen or left the table."""

    def end(self, why: End) -> None:
        """End the screen, unless it is ending already."""
        if not self.ended.done():
            self.ended.set_result(why)

    def expect_seat(self) -> None:
        """End the screen after a time if the guest is not at the table by then."""
        self.settle()
        loop = asyncio.get_running_loop()
        self.waits_since = loop.time()
        self.timer = loop.call_later(HOME_SECONDS, self.end, End.UNSEATED)

    def is_overdue(self) -> bool:
        """Tell whether the guest could have sat down long ago."""
        waited = asyncio.get_running_loop().time() - self.waits_since
        return self.timer is not None and waited >= SEAT_SECONDS

    def come_or_go(self, *, at_table: bool) -> None:
        """Note whether the guest is at the table."""
        if at_table:
            self.settle()
            self.told = None
        elif self.at_table:
            self.expect_seat()
        self.at_table = at_table

    def settle(self) -> None:
        """Let the screen last: the guest has a seat, or is at the table."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Screens:
    """The screens of one gateway.

    `is_seated` asks the host whether a seat is kept for whoever has a token: who had one once has
    the rights of a newcomer. `on_seats` hears when somebody gets a seat or loses it.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        is_seated: Callable[[str], Awaitable[bool]],
        on_seats: Callable[[], object] = lambda: None,
    ) -> None:
        self._settings = settings
        self._is_seated = is_seated
        self._on_seats = on_seats
        self._shown: dict[_Shown, None] = {}

    async def close(self, why: End) -> None:
        """End all screens; everybody is told why."""
        shown = [*self._shown]
        for each in shown:
            each.end(why)
        await asyncio.gather(*(each.over.wait() for each in shown))

    async def serve(self, seat: GuestSeat, client: Client) -> None:
        """Give a guest a screen until the guest, the program or the connection ends it.

        Raises ScreenError.
        """
        returns = bool(seat.token) and await self._is_seated(seat.token)
        before = [each for each in self._shown if each.seat is seat]
        group = group_of(client.address)
        while not before and not self._has_room(group, returns=returns):
            overdue = self._overdue(group, returns=returns)
            if overdue is None:
                await _say_goodbye(client, End.FULL, seat)
                return
            overdue.end(End.UNSEATED)
            await overdue.over.wait()
        shown = _Shown(seat, group, asyncio.get_running_loop().create_future())
        self._shown[shown] = None
        seat.here = True
        try:
            for each in before:
                each.end(End.ELSEWHERE)
                await each.over.wait()
            if shown.ended.done():
                await _say_goodbye(client, shown.ended.result(), seat)
            else:
                await self._show(shown, client)
        finally:
            shown.settle()
            del self._shown[shown]
            seat.here = any(each.seat is seat for each in self._shown)
            shown.over.set()

    def _overdue(self, group: str, *, returns: bool) -> _Shown | None:
        """Return the screen that has to make room for somebody; None if none does."""
        waited = (each for each in self._shown if each.is_overdue())
        fits = (each for each in waited if self._has_room(group, returns=returns, without=each))
        return next(fits, None)

    def _has_room(self, group: str, *, returns: bool, without: _Shown | None = None) -> bool:
        """Tell whether there is a screen left for somebody who comes, or returns to a seat.

        With `without` it tells whether there would be one without that screen.
        """
        shown = (each for each in self._shown if each is not without)
        others = {each.seat: each for each in shown}.values()
        if returns:
            return len(others) < MOST_RETURNING
        unseated = Counter(each.group for each in others if not each.at_table)
        return (
            len(others) < MOST_GUESTS
            and sum(each.group == group for each in others) < MOST_OF_ONE
            and unseated.total() < MOST_UNSEATED
            and unseated[group] < MOST_UNSEATED_OF_ONE
        )

    async def _show(self, shown: _Shown, client: Client) -> None:
        """Run the guest's program until something ends it."""
        seat = shown.seat

        async def on_report(said: dict[str, Any]) -> None:
            if "seat" in said:
                seat.token, seat.host = str(said["seat"]["token"]), str(said["seat"]["host"])
                seat.watches = bool(said["seat"].get("watches"))
                shown.settle()
                self._on_seats()
                await client.seated(watches=seat.watches)
            elif "at_table" in said:
                shown.come_or_go(at_table=bool(said["at_table"]))
            elif said.get("put_out") in PUT_OUT:
                shown.told = End(said["put_out"])
            elif "moved" in said:
                seat.there, shown.told = _computer(said["moved"]), End.MOVED
            elif "state" in said:
                state = {str(name): bool(value) for name, value in said["state"].items()}
                await client.follow(state)

        shown.expect_seat()
        screen = await GuestScreen.open(
            self._settings["program"],
            self._terms(seat, client),
            client.size,
            client.environment,
            on_report,
        )
        modes = TerminalModes()
        parts = [
            asyncio.ensure_future(part)
            for part in (
                _draw(shown, screen, client, modes),
                _type(screen, client),
                _notice_loss(shown, client),
            )
        ]
        try:
            why = await shown.ended
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            await screen.close()
        if why is End.LEFT and shown.told is End.MOVED:
            why = End.MOVED
        if why is End.LEFT and not shown.at_table and seat.token:
            seat.token = ""  # there is no seat to come back to
            self._on_seats()
        if why is End.LEFT:
            why = shown.told or why
        await _say_goodbye(client, why, seat, modes.restoring(), shown.code)

    def _terms(self, seat: GuestSeat, client: Client) -> GuestTerms:
        settings = self._settings
        return GuestTerms(
            port=int(settings["host_port"]),
            table=str(settings["table"]),
            name=seat.name,
            host=seat.host,
            code=seat.code,
            token=seat.token or seat.claim,
            word="" if client.return_hint else seat.word,
            address=loopback_for(client.address),
            language=client.language,
            return_hint=client.return_hint,
        )


def _computer(address: object) -> str:
    """Read the address of a computer; empty if it is none."""
    try:
        return str(ipaddress.ip_address(str(address)))
    except ValueError:
        return ""


async def _say_goodbye(
    client: Client, why: End, seat: GuestSeat, restoring: bytes = b"", code: int = 1
) -> None:
    """Restore the guest's terminal and say why the screen ends."""
    if why is End.LOST:
        return
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(GOODBYE_SECONDS):
            if restoring:
                await client.draw(restoring)
            await client.end(why, seat, code)


async def _draw(shown: _Shown, screen: GuestScreen, client: Client, modes: TerminalModes) -> None:
    """Send what the program draws, no faster than the client reads it."""
    try:
        while data := await screen.read():
            modes.feed(data)
            async with asyncio.timeout(UNREAD_SECONDS):
                await client.draw(data)
    except (OSError, TimeoutError) as error:
        _log.info("a guest does not read: %s", error)
        shown.end(End.LOST)
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(1):
            await screen.wait()
    await screen.close()
    code = await screen.wait()
    if 0 <= code != FAILED:
        shown.code = code
        shown.end(End.LEFT)
    else:
        shown.end(End.FAILED)


async def _type(screen: GuestScreen, client: Client) -> None:
    """Press the keys that the client sends, and follow the size of its window."""
    async for typed in client.typed():
        if isinstance(typed, WindowSize):
            screen.resize(typed)
        elif typed:
            await screen.write(typed)
        else:
            screen.end_input()


async def _notice_loss(shown: _Shown, client: Client) -> None:
    await client.gone()
    shown.end(End.LOST)


def loopback_for(address: str) -> str:
    """Return the loopback address that stands for a guest's; empty if the system has only one."""
    try:
        here = ipaddress.ip_address(address).is_loopback
    except ValueError:
        here = False
    if here or sys.platform == "darwin":
        return ""
    first, second, third = hashlib.sha256(group_of(address).encode()).digest()[:3]
    return f"127.{first % 254 + 1}.{second}.{third % 254 + 1}"
