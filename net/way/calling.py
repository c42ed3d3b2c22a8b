"""Calls the programs of the other players while a host is lost, or players are missing here.

    begin --> round: `before`, a call to each missing player, `after` --> none missing: ends
                ^                                                   |
                +-- 1 s while the host is lost, 2 or 10 s later ----+

Branches are looked for on the LAN, too, as long as the rounds go on. Sample: a call sends the
`Situation` of `Company.tell`, and the answer goes to `Company.hear`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from core.game import Seat
from net.branch.company import Company
from net.branch.statements import Situation
from net.way.companies import Companies

if TYPE_CHECKING:
    from net.client.host_search import HostAddress
    from net.lan.discovery import Seeker

CALL_SECONDS: Final = 1.0
"""The interval of calls to the others while the host is lost."""

SOON_SECONDS: Final = 2.0
"""The first interval of calls to players who are missing at a table that is here."""

SOON_CALLS: Final = 10
"""The number of calls at that interval."""

LATER_SECONDS: Final = 10.0
"""The later interval of these calls."""


class Calling:
    """The calls of one program, from `begin` until no player is missing, or `stop`."""

    def __init__(
        self,
        companies: Companies,
        seek: Callable[[str], Seeker],
        *,
        before: Callable[[], None],
        after: Callable[[], None],
    ) -> None:
        self.leaving = False
        """Whether the player is on the way to a branch."""
        self.asked = False
        """Whether the player has choices."""
        self._companies, self._seek = companies, seek
        self._before, self._after = before, after
        self._sent = self._rounds = 0
        self._seeker: Seeker | None = None
        self._running: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        """Set when the next round is due at once."""
        self._ending: set[asyncio.Future[None]] = set()
        """Searches that are being closed."""

    def tell(self, company: Company) -> Situation:
        """Return the signed Situation of this program, with a new number."""
        self._sent = max(self._sent + 1, int(time.time() * 1000))
        return company.tell(self._sent, asyncio.get_running_loop().time())

    def begin(self, *, anew: bool = False) -> None:
        """Call the others now and at each interval; `anew` begins with the first interval."""
        self._rounds = 0 if anew else self._rounds
        self._woken.set()
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Make no further calls; return once nothing of it is open."""
        running = [] if self._running is None else [self._running]
        for task in running:
            task.cancel()
        self._end_search()
        await asyncio.gather(*running, *self._ending, return_exceptions=True)

    async def _run(self) -> None:
        """Call the others until the host is back and no player is missing."""
        loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            self._before()
            await self._call_all()
            self._after()
            company = self._companies.present
            lost = self.leaving or (company is not None and company.lost)
            if not lost and (company is None or not self._companies.missing(loop.time())):
                self._end_search()
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CALL_SECONDS if lost else self._pause()):
                    await self._woken.wait()

    def _pause(self) -> float:
        self._rounds += 1
        return SOON_SECONDS if self._rounds <= SOON_CALLS or self.asked else LATER_SECONDS

    async def _call_all(self) -> None:
        """Call each missing player's program once, and the branches found on the LAN."""
        now, company = asyncio.get_running_loop().time(), self._companies.present
        if company is None:
            return
        if company.lost:
            company.offline = self._is_offline()
        calls = [self._call(*each) for each in self._companies.calls(now)]
        if self._seeker is None and self._companies.missing(now):
            self._seeker = self._seek(company.table)
        found = () if self._seeker is None else self._seeker.branches
        calls += (self._call(company, place, None) for place in found)
        await asyncio.gather(*calls)

    def _end_search(self) -> None:
        """End the search for branches on the LAN."""
        seeker, self._seeker = self._seeker, None
        if seeker is not None:
            task = asyncio.ensure_future(seeker.close())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    def _is_offline(self) -> bool:
        from net.lan.networks import offline_now

        return not self._companies.all_on_this_machine() and offline_now()

    async def _call(self, company: Company, place: HostAddress, seat: Seat | None) -> None:
        from net.client.calls import consult  # loads networks and TLS

        told = await consult(*place, company.table, self.tell(company))
        if told is None or told.situation is None or seat not in (None, told.situation.seat):
            return
        company.hear(told.situation, asyncio.get_running_loop().time(), reached=True)
