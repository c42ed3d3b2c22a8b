"""The screens of one gateway, for guests by ssh and in browsers alike.

    serve: room for the guest? -> a seat's earlier screen ends -> the program runs -> an end
    no room: a screen without a seat for SEAT_SECONDS gives way, or ScreenEnd.FULL

`Client` carries frames and keys, as the gateway does it. A guest's program connects to the host's
own port, from a loopback address that stands for the guest's computer, so that wrong codes and bans
count as for any other player. Sample of a report: `{"seat": {"token": "..", "host": ".."}}`.
"""

import asyncio
import contextlib
import hashlib
import ipaddress
import logging
import sys
from asyncio.trsock import TransportSocket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Protocol

from net.guests import FAILED, PUT_OUT, GuestTerms
from net.guests.screen import GuestScreen, TerminalModes, WindowSize
from net.guests.seats import GuestSeat
from net.host.admission import group_of
from net.tasks import end_all
from net.wire.bounds import MAX_SEATS

MOST_GUESTS: Final = 16
"""The most screens at a gateway: some 55 MB each."""

MOST_OF_ONE: Final = 8
"""The most screens for an address."""

MOST_RETURNING: Final = MOST_GUESTS + MAX_SEATS
"""The most screens, including those of guests who resume a seat, which is always possible."""

MOST_UNSEATED: Final = 8
MOST_UNSEATED_OF_ONE: Final = 4
"""The most screens for guests without a seat, in all and for an address."""

SEAT_SECONDS: Final = 30.0
"""The time after which a guest without a seat gives up the screen to another guest."""

HOME_SECONDS: Final = 600.0
"""The time after which a guest without a seat has to leave; it is enough to read the rules."""

UNREAD_SECONDS: Final = 30.0
"""The time after which a client that does not read counts as gone; its seat is kept."""

GOODBYE_SECONDS: Final = 2.0
"""Seconds that a client may take to read the last words."""

_log = logging.getLogger(__name__)


class ScreenEnd(Enum):
    """The reasons for the end of a screen."""

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
    """The connection is lost: the guest cannot be told."""
    REMOVED = "removed"
    """The guest has left after having been put out."""
    BARRED = "barred"
    """The guest has left after having been put out, and is kept out."""
    CLOSED = "closed"
    """The host has closed the table."""
    KEPT = "kept"
    """The host has closed the table and can resume it."""
    SHUT = "shut"
    """The host has closed this gateway; the table stays open."""
    BROKEN = "broken"
    """The host's program has ended unexpectedly."""
    MOVED = "moved"
    """The table is at another computer now: GuestSeat.there."""

    @property
    def ordinary(self) -> bool:
        """Whether the host has ended the screen, and neither side is at fault."""
        return self in (ScreenEnd.CLOSED, ScreenEnd.KEPT, ScreenEnd.SHUT)


class Client(Protocol):
    """A guest's end of a screen."""

    address: str
    size: WindowSize | None
    """The guest's window; None for plain mode."""
    environment: Mapping[str, str]
    language: str
    line: TransportSocket | None
    """The socket of the guest's connection, for measuring."""
    return_hint: str
    """The guest's way to resume without a word, as in GuestTerms."""

    async def draw(self, data: bytes) -> None:
        """Show the program's output; return once it is on its way. Raises OSError."""

    def typed(self) -> AsyncIterator[bytes | WindowSize]:
        """Yield keys and new sizes of the window, and b"" at the end of the input."""

    async def gone(self) -> None:
        """Wait until the client is gone."""

    async def seated(self, *, watches: bool) -> None:
        """Note that the guest has been given a seat, or watches."""

    async def follow(self, state: dict[str, bool]) -> None:
        """Follow the state of the program: "typing" in a line, the guest's "turn", "playing"."""

    async def end(self, end: ScreenEnd, seat: GuestSeat, code: int) -> None:
        """Tell the guest why the screen ends; the terminal is restored already.

        `code` is the exit code for a program that was started for the screen.
        """


@dataclass(eq=False)
class _Shown:
    """A granted screen, to its end."""

    seat: GuestSeat
    group: str
    ended: asyncio.Future[ScreenEnd]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the screen has ended completely."""
    at_table: bool = False
    told: ScreenEnd | None = None
    """The reason for the end of the program, unless the guest chose to leave: put out, or moved."""
    evening: str = ""
    """The results of the evening, as the guest's program has last reported them."""
    code: int = 1
    """The exit code of the program, if the guest has left; otherwise the code of a failure."""
    timer: asyncio.TimerHandle | None = None
    waits_since: float = 0.0
    """The time since which the guest has had the screen without being at the table."""

    def end(self, why: ScreenEnd) -> None:
        """End the screen, unless it is ending already."""
        if not self.ended.done():
            self.ended.set_result(why)

    def expect_seat(self) -> None:
        """End the screen after HOME_SECONDS, unless the guest is at the table by then."""
        self.settle()
        loop = asyncio.get_running_loop()
        self.waits_since = loop.time()
        self.timer = loop.call_later(HOME_SECONDS, self.end, ScreenEnd.UNSEATED)

    def is_overdue(self) -> bool:
        """Return whether the guest has been without a seat for SEAT_SECONDS."""
        waited = asyncio.get_running_loop().time() - self.waits_since
        return self.timer is not None and waited >= SEAT_SECONDS

    def come_or_go(self, *, at_table: bool) -> None:
        """Note whether the guest is at the table or has left it."""
        if at_table:
            self.settle()
            self.told = None
        elif self.at_table:
            self.expect_seat()
        self.at_table = at_table

    def settle(self) -> None:
        """Lift the time limit: the guest has a seat, or is at the table."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Screens:
    """The screens of one gateway.

    `is_seated` asks the host whether a token opens a seat: a guest with an old one has the rights
    of a newcomer. `on_seats` is called when a guest gets a seat or loses it.
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

    async def close(self, why: ScreenEnd) -> None:
        """End all screens; all guests are told why."""
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
                await _say_goodbye(client, ScreenEnd.FULL, seat)
                return
            overdue.end(ScreenEnd.UNSEATED)
            await overdue.over.wait()
        shown = _Shown(seat, group, asyncio.get_running_loop().create_future())
        self._shown[shown] = None
        seat.here = True
        try:
            for each in before:
                each.end(ScreenEnd.ELSEWHERE)
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
        """Return the screen that has to make room for a guest; None if none does."""
        waited = (each for each in self._shown if each.is_overdue())
        fits = (each for each in waited if self._has_room(group, returns=returns, without=each))
        return next(fits, None)

    def _has_room(self, group: str, *, returns: bool, without: _Shown | None = None) -> bool:
        """Return whether a screen is left for a newcomer, or for a guest who `returns` to a seat.

        The screen `without` counts as ended.
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
        """Run the guest's program until the guest, the program or the connection ends it."""
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
                shown.told = ScreenEnd(said["put_out"])
            elif "moved" in said:
                seat.there, shown.told = _computer(said["moved"]), ScreenEnd.MOVED
            elif "evening" in said:
                shown.evening = str(said["evening"])
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
                screen.measure(client.line),
            )
        ]
        try:
            why = await shown.ended
        finally:
            await end_all(parts)
            await screen.close()
        if why is ScreenEnd.LEFT and shown.told is ScreenEnd.MOVED:
            why = ScreenEnd.MOVED
        if why is ScreenEnd.LEFT and not shown.at_table and seat.token:
            seat.token = ""  # there is no seat to resume
            self._on_seats()
        if why is ScreenEnd.LEFT:
            why = shown.told or why
        last = modes.restoring()
        if why is ScreenEnd.CLOSED:
            last += shown.evening.replace("\n", "\r\n").encode()
        await _say_goodbye(client, why, seat, last, 0 if why.ordinary else shown.code)

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
    """Return the address of a computer; empty if the text is not one."""
    try:
        return str(ipaddress.ip_address(str(address)))
    except ValueError:
        return ""


async def _say_goodbye(
    client: Client, why: ScreenEnd, seat: GuestSeat, last: bytes = b"", code: int = 1
) -> None:
    """Send the `last` output, which restores the guest's terminal, and tell why the screen ends."""
    if why is ScreenEnd.LOST:
        return
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(GOODBYE_SECONDS):
            if last:
                await client.draw(last)
            await client.end(why, seat, code)


async def _draw(shown: _Shown, screen: GuestScreen, client: Client, modes: TerminalModes) -> None:
    """Send the output of the program, no faster than the client reads it."""
    try:
        while data := await screen.read():
            modes.feed(data)
            async with asyncio.timeout(UNREAD_SECONDS):
                await client.draw(data)
    except (OSError, TimeoutError) as error:
        _log.info("a guest does not read: %s", error)
        shown.end(ScreenEnd.LOST)
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(1):
            await screen.wait()
    await screen.close()
    code = await screen.wait()
    if 0 <= code != FAILED:
        shown.code = code
        shown.end(ScreenEnd.LEFT)
    else:
        shown.end(ScreenEnd.FAILED)


async def _type(screen: GuestScreen, client: Client) -> None:
    """Press the keys sent by the client, and follow the size of its window."""
    async for typed in client.typed():
        if isinstance(typed, WindowSize):
            screen.resize(typed)
        elif typed:
            await screen.write(typed)
        else:
            screen.end_input()


async def _notice_loss(shown: _Shown, client: Client) -> None:
    await client.gone()
    shown.end(ScreenEnd.LOST)


def loopback_for(address: str) -> str:
    """Return the loopback address that stands for a guest; empty if the system has only one."""
    try:
        here = ipaddress.ip_address(address).is_loopback
    except ValueError:
        here = False
    if here or sys.platform == "darwin":
        return ""
    first, second, third = hashlib.sha256(group_of(address).encode()).digest()[:3]
    return f"127.{first % 254 + 1}.{second}.{third % 254 + 1}"
