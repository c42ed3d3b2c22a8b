"""The tables on the LAN: found over mDNS, and listed once they answer.

    mDNS: added or changed -> resolved -> a claim -> `Answers` asks its addresses in turn -> listed
    mDNS: removed, or silent for two probes                                   -> not listed

An announcement is only a claim: the answer to a probe puts its table on the list. A killed host
stays in the mDNS caches of all others for up to 75 minutes.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from zeroconf import (
    Error as ZeroconfError,
    InterfaceChoice,
    IPVersion,
    ServiceStateChange,
    Zeroconf,
)
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from core.game import WordedError
from net.lan import networks
from net.lan.found import Found as Found, Probe, listed, merged, probe, read_claim
from net.lan.rounds import PROBE_SECONDS as PROBE_SECONDS, Query, Rounds
from net.tasks import Tasks, end_all

_log = logging.getLogger(__name__)

SERVICE: Final = "_kozyr._tcp.local."

NETWORK_SECONDS: Final = 5.0
"""Seconds between two looks for new interfaces and addresses, which mDNS does not notice."""

NOTHING_PINNED: Final[Mapping[str, Collection[str]]] = {}

MAX_UNRESOLVED: Final = 256
"""The most announcements without an address; further ones are ignored."""

RESOLVERS: Final = 4
"""The most announcements that are resolved at once."""

RESOLVE_MILLISECONDS: Final = 3000

QUIET_SECONDS: Final = 0.3
"""The silence after which a look is over, if every announcement is decided."""

LOOK_SECONDS: Final = 2.0
"""The length of a look without any answer: the first question may get lost."""

LONGEST_LOOK_SECONDS: Final = 8.0
"""The longest look, while announcements have not answered yet."""


class DiscoveryError(WordedError):
    """mDNS does not work here."""


def open_zeroconf(interfaces: Sequence[str]) -> AsyncZeroconf:
    """Open mDNS, for IPv4 and IPv6 if possible. Raises DiscoveryError."""
    if not interfaces and networks.own_addresses() == ["127.0.0.1"]:
        interfaces = ["127.0.0.1"]
    settings: list[dict[str, Any]]
    if interfaces:
        settings = [{"interfaces": list(interfaces)}]
    else:
        settings = [{"ip_version": IPVersion.All}, {"ip_version": IPVersion.V4Only}]
    problem = ""
    for setting in settings:
        try:
            return AsyncZeroconf(**setting)
        except OSError as error:
            problem = error.strerror or str(error)
        except ValueError as error:  # KOZYR_INTERFACES has a word that is not an address
            problem = str(error)
    raise DiscoveryError(
        "tables cannot be found by themselves here ({problem}); join by address instead",
        problem=problem,
    )


async def follow_addresses(zeroconf: AsyncZeroconf) -> None:
    """Use the present interfaces, even if there were none at first. Raises OSError."""
    try:
        await zeroconf.async_update_interfaces(InterfaceChoice.All, IPVersion.All)
    except OSError:
        await zeroconf.async_update_interfaces(InterfaceChoice.All, IPVersion.V4Only)


class Answers:
    """The announced hosts that answer; `on_change` is called after each change."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._rounds = Rounds()
        self._news = asyncio.Event()
        self._claims: dict[str, Found] = {}
        self._found: dict[str, Found] = {}
        self._tasks = Tasks()

    @property
    def found(self) -> tuple[Found, ...]:
        """All answers; a table may appear more than once, and some answers may be fakes."""
        return tuple(self._found.values())

    @property
    def silent(self) -> tuple[Found, ...]:
        """The claims of hosts that do not answer."""
        return tuple(claim for name, claim in self._claims.items() if name not in self._found)

    @property
    def undecided(self) -> bool:
        """Whether the answer of a host is still awaited."""
        return self._rounds.undecided

    def put(self, name: str, claim: Found, addresses: list[str]) -> None:
        """From now on, ask the addresses of an announcement."""
        self._claims[name] = claim
        now = asyncio.get_running_loop().time()
        if gone := self._rounds.put(name, addresses, claim.port, now):
            self.forget(gone)
        self._news.set()

    def forget(self, name: str) -> None:
        """Note the end of an announcement."""
        self._claims.pop(name, None)
        self._rounds.forget(name)
        self._list(name, None)

    async def run(self) -> None:
        """Probe all announced hosts in turn, for as long as they are announced."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                while (query := self._rounds.next(loop.time())) is not None:
                    self._tasks.start(self._ask(query))
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._rounds.wait(loop.time())):
                        await self._news.wait()
                self._news.clear()
        finally:
            for task in self._tasks:
                task.cancel()

    async def _ask(self, query: Query) -> None:
        loop, name = asyncio.get_running_loop(), query.advert.name
        begun, claim = loop.time(), self._claims.get(name)

        def suits(answer: Probe) -> bool:
            return claim is not None and merged(claim, answer) is not None

        port, patience = query.advert.port, query.patience
        answer = await probe(query.addresses, port, patience, suits)
        now, address = loop.time(), answer.address if answer else ""
        final = self._rounds.answered(query, address, now - begun, now)
        claim = self._claims.get(name)
        if claim is not None and (answer is not None or final):
            self._list(name, merged(claim, answer) if answer else None)
        self._news.set()

    def _list(self, name: str, found: Found | None) -> None:
        before = self._found.get(name)
        if found is None:
            self._found.pop(name, None)
        else:
            self._found[name] = found
        if found != before:
            self._on_change()


class Browser:
    """The list of the tables that answer; `on_change` receives it after each change.

    For a table in `pinned` only the hosts with these fingerprints are believed.
    """

    def __init__(
        self,
        on_change: Callable[[tuple[Found, ...]], None],
        interfaces: Sequence[str] | None = None,
        pinned: Mapping[str, Collection[str]] = NOTHING_PINNED,
    ) -> None:
        self._on_change = on_change
        self._interfaces = networks.chosen_interfaces() if interfaces is None else tuple(interfaces)
        self._pinned = pinned
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._unresolved: dict[str, None] = {}
        self._resolving = 0
        self._to_resolve = asyncio.Event()
        self.answers = Answers(lambda: on_change(self.tables))
        self._networks: Sequence[networks.Interface] = networks.all_interfaces()
        self._opened_at = self._heard_at = 0.0

    @property
    def tables(self) -> tuple[Found, ...]:
        """The tables that answer, by name; one with two announcements counts once."""
        return listed(self.answers.found, self._pinned)

    @property
    def offline(self) -> bool:
        """Whether this machine has no network, so that no table can be found."""
        return networks.is_offline(self._networks, self._interfaces)

    @property
    def undecided(self) -> bool:
        """Whether an announcement may still turn out to be a table."""
        return bool(self._unresolved or self._resolving or self.answers.undecided)

    async def open(self) -> None:
        """Begin to look. Raises DiscoveryError."""
        self._opened_at = self._heard_at = asyncio.get_running_loop().time()
        self._zeroconf = open_zeroconf(self._interfaces)
        self._browse(self._zeroconf)
        resolving = (self._resolve_all(self._zeroconf.zeroconf) for _ in range(RESOLVERS))
        work = (self._follow_network(self._zeroconf), self.answers.run(), *resolving)
        self._tasks = [asyncio.ensure_future(each) for each in work]

    async def refresh(self) -> None:
        """Ask again now: by itself, mDNS asks less and less often."""
        if self._zeroconf is not None and self._browser is not None:
            await self._browser.async_cancel()
            self._browse(self._zeroconf)

    async def close(self) -> None:
        """End the look."""
        if self._browser is not None:
            await self._browser.async_cancel()
        await end_all(self._tasks)
        if self._zeroconf is not None:
            await self._zeroconf.async_close()
            self._zeroconf = None

    def _browse(self, zeroconf: AsyncZeroconf) -> None:
        self._browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._heard])

    async def _follow_network(self, zeroconf: AsyncZeroconf) -> None:
        while not self._interfaces:
            await asyncio.sleep(NETWORK_SECONDS)
            now = networks.all_interfaces()
            if now != self._networks:
                self._networks = now
                self._on_change(self.tables)
                with contextlib.suppress(OSError):
                    await follow_addresses(zeroconf)
                    await self.refresh()

    async def look(self) -> tuple[Found, ...]:
        """Wait until every announcement is decided; return the tables that answer.

        A table on this machine answers before another can even be heard of.
        """
        loop = asyncio.get_running_loop()
        while (past := loop.time() - self._opened_at) < LONGEST_LOOK_SECONDS:
            own = {each.bare for each in self._networks}
            heard = any(each.address not in own for each in self.tables)
            quiet = loop.time() - self._heard_at > QUIET_SECONDS
            if not self.undecided and quiet and (heard or past > LOOK_SECONDS):
                break
            await asyncio.sleep(0.05)
        return self.tables

    def _heard(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Take a change of a service from mDNS."""
        self._heard_at = asyncio.get_running_loop().time()
        if state_change is ServiceStateChange.Removed:
            self._unresolved.pop(name, None)
            self.answers.forget(name)
            return
        try:
            info = AsyncServiceInfo(SERVICE, name)
        except ZeroconfError:
            # No table of Kozyr has such a name, and an error raised from here would hide others.
            _log.info("%r is no name of a service", name)
            return
        if info.load_from_cache(zeroconf):
            self._note(info)
        elif len(self._unresolved) < MAX_UNRESOLVED:
            self._unresolved[name] = None
            self._to_resolve.set()

    async def _resolve_all(self, zeroconf: Zeroconf) -> None:
        """Resolve announcements that came without an address."""
        while True:
            while self._unresolved:
                name = next(iter(self._unresolved))
                del self._unresolved[name]
                info = AsyncServiceInfo(SERVICE, name)
                self._resolving += 1
                try:
                    answered = await info.async_request(zeroconf, RESOLVE_MILLISECONDS)
                except (ZeroconfError, OSError) as error:
                    _log.info("%s cannot be asked for: %r", name, error)
                    continue
                finally:
                    self._resolving -= 1
                if answered:
                    self._note(info)
                elif not self._unresolved:
                    # If there are only a few, this may well be a table whose packet was lost.
                    self._unresolved[name] = None
            self._to_resolve.clear()
            await self._to_resolve.wait()

    def _note(self, info: AsyncServiceInfo) -> None:
        """Take an announcement with addresses, if one of them is on our networks."""
        texts = {key: text or "" for key, text in info.decoded_properties.items()}
        claim = read_claim(texts, info.port)
        addresses = info.parsed_scoped_addresses()
        near = networks.worth_asking(addresses, self._networks, self._interfaces)
        if claim is None or not near:
            self.answers.forget(info.name)
        else:
            self.answers.put(info.name, claim, near)


async def find_tables(
    seconds: float | None = None,
    interfaces: Sequence[str] | None = None,
    pinned: Mapping[str, Collection[str]] = NOTHING_PINNED,
) -> tuple[Found, ...]:
    """Return the tables that answer within `seconds`, or in a look. Raises DiscoveryError."""
    browser = Browser(lambda tables: None, interfaces, pinned)
    await browser.open()
    try:
        if seconds is None:
            return await browser.look()
        await asyncio.sleep(seconds)
        return browser.tables
    finally:
        await browser.close()


class Seeker:
    """Looks for a table whose host no longer answers at its old address, and for its branches.

    Any program can announce any table: callers must check the certificate of a host found here.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._browser = Browser(lambda tables: None)
        self._opening = asyncio.ensure_future(self._open())

    async def _open(self) -> None:
        while True:
            try:
                await self._browser.open()
            except DiscoveryError as error:
                # Perhaps the network itself is down.
                _log.info("the table cannot be sought yet: %s", error)
                await asyncio.sleep(NETWORK_SECONDS)
            else:
                return

    @property
    def addresses(self) -> tuple[tuple[str, int], ...]:
        """The addresses of hosts that claim to have the table."""
        found = (each for each in self._browser.answers.found if each.id == self._table)
        return tuple(dict.fromkeys((each.address, each.port) for each in found))

    @property
    def branches(self) -> tuple[tuple[str, int], ...]:
        """The addresses of hosts that claim to have a branch of it."""
        found = (each for each in self._browser.answers.found if self._table in each.origins)
        return tuple(dict.fromkeys((each.address, each.port) for each in found))

    async def close(self) -> None:
        """End the look."""
        self._opening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._opening
        await self._browser.close()
