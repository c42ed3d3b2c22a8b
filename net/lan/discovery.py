"""Tables on the LAN: announcing ours over mDNS, listing other people's, seeing which are alive.
mDNS says where a table might be; only the answer to a probe puts it on the list.

A killed host stays in everybody's mDNS cache for up to 75 minutes.
"""

import asyncio
import contextlib
import logging
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
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
from net.lan.found import Found as Found, listed, merged, read_claim
from net.lan.networks import (
    Interface,
    all_interfaces,
    announced,
    chosen_interfaces as chosen_interfaces,
    is_offline,
    own_addresses as own_addresses,
    worth_asking,
)
from net.lan.probe import Probe, probe
from net.lan.rounds import PROBE_SECONDS as PROBE_SECONDS, Query, Rounds
from net.wire.from_host import TableLine
from net.wire.names import clean_name
from net.wire.protocol import VERSION

_log = logging.getLogger(__name__)

SERVICE: Final = "_kozyr._tcp.local."

NETWORK_SECONDS: Final = 5.0
"""How often new interfaces and addresses are looked for; mDNS alone never notices them."""

NOTHING_PINNED: Final[Mapping[str, Collection[str]]] = {}

MAX_UNRESOLVED: Final = 256
"""At most this many announcements without an address; more are ignored."""

RESOLVERS: Final = 4
"""At most this many announcements are resolved at once."""

RESOLVE_MILLISECONDS: Final = 3000

QUIET_SECONDS: Final = 0.3
"""A look is over if nothing has come for so long, and nothing is open."""

LOOK_SECONDS: Final = 2.0
"""How long to look for a table if nothing is heard of any: the first question may get lost."""

LONGEST_LOOK_SECONDS: Final = 8.0
"""How long a look may take if something is announced and has not answered yet."""


class DiscoveryError(WordedError):
    """mDNS does not work here."""


def _open_zeroconf(interfaces: Sequence[str]) -> AsyncZeroconf:
    """Open mDNS for IPv4 and IPv6 where possible. Raises DiscoveryError."""
    if not interfaces and own_addresses() == ["127.0.0.1"]:
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
        except ValueError as error:  # KOZYR_INTERFACES has a word that is no address
            problem = str(error)
    raise DiscoveryError(
        "tables cannot be found by themselves here ({problem}); join by address instead",
        problem=problem,
    )


async def _follow_addresses(zeroconf: AsyncZeroconf) -> None:
    """Use the interfaces that exist now, even if there was none at first. Raises OSError."""
    try:
        await zeroconf.async_update_interfaces(InterfaceChoice.All, IPVersion.All)
    except OSError:
        await zeroconf.async_update_interfaces(InterfaceChoice.All, IPVersion.V4Only)


class Announcement:
    """Announces the tables of a host and keeps seats and addresses up to date.

    `on_network` hears of this machine's networks whenever they change, announced or not.
    """

    def __init__(
        self,
        host: str,
        port: int,
        tables: Callable[[], Iterable[TableLine]],
        interfaces: Sequence[str] | None = None,
        on_network: Callable[[Sequence[Interface]], None] = lambda interfaces: None,
    ) -> None:
        self._host = host
        self._port = port
        self._tables = tables
        self._interfaces = chosen_interfaces() if interfaces is None else tuple(interfaces)
        self._on_network = on_network
        self._zeroconf: AsyncZeroconf | None = None
        self._announced: dict[str, TableLine] = {}
        self._networks: Sequence[Interface] = all_interfaces()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to announce in the background. Raises DiscoveryError: the networks are followed
        all the same.
        """
        try:
            self._zeroconf = _open_zeroconf(self._interfaces)
        finally:
            self._on_network(self._networks)  # the host may have been open for a while
            self._task = asyncio.ensure_future(self._keep_up(self._zeroconf))

    async def close(self) -> None:
        """Withdraw the announcements; the tables leave everybody's list at once."""
        await _cancel(self._task)
        if self._zeroconf is not None:
            await self._zeroconf.async_close()
            self._zeroconf = None

    async def _keep_up(self, zeroconf: AsyncZeroconf | None) -> None:
        """Once a second, compare what is announced with what should be."""
        loop = asyncio.get_running_loop()
        looked = loop.time()
        while True:
            try:
                moved = False
                if loop.time() - looked >= NETWORK_SECONDS:
                    looked = loop.time()
                    moved = await self._look_at_network(zeroconf)
                if zeroconf is not None:
                    for line in self._tables():
                        await self._announce(zeroconf, line, moved)
            except Exception as error:
                # Discovery is a convenience: whatever the network does to it, the table stays open.
                _log.warning("cannot announce the table now: %r", error)
            await asyncio.sleep(1 if zeroconf is not None else NETWORK_SECONDS)

    async def _look_at_network(self, zeroconf: AsyncZeroconf | None) -> bool:
        """Follow the machine to another network; tell whether its networks have changed."""
        now = all_interfaces()
        if now == self._networks:
            return False
        self._networks = now
        self._on_network(now)
        if zeroconf is not None and not self._interfaces:
            await _follow_addresses(zeroconf)
        return True

    async def _announce(self, zeroconf: AsyncZeroconf, line: TableLine, moved: bool) -> None:
        known = self._announced.get(line.id)
        if known == line and not moved:
            return
        info = AsyncServiceInfo(
            SERVICE,
            f"{_label(line)}.{SERVICE}",
            port=self._port,
            parsed_addresses=announced(self._networks, self._interfaces),
            server=f"kozyr-{line.id[:12]}.local.",
            properties={
                "id": line.id,
                "v": str(VERSION),
                "game": line.game,
                "name": line.name,
                "host": self._host,
                "seats": str(line.seats),
                "free": str(line.free),
                "phase": line.phase,
                "code": str(int(line.code)),
                **({"from": line.branch[0].table} if line.branch else {}),
            },
        )
        done: Awaitable[Any]
        if known is None:
            # The name holds the id, so nobody else can have it: the second it would take to ask
            # around is better spent on being found.
            done = await zeroconf.async_register_service(info, cooperating_responders=True)
        else:
            done = await zeroconf.async_update_service(info)
        self._announced[line.id] = line
        await done


def _label(line: TableLine) -> str:
    """The name of a service, for people who look with other programs: at most 63 bytes."""
    name = clean_name(line.name).encode()[:50].decode(errors="ignore").strip()
    return f"{name} {line.id[:8]}"


async def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class Browser:
    """Keeps a list of the tables that answer; calls `on_change` with it whenever it changes.

    For a table in `pinned` only the hosts with these fingerprints are believed.
    """

    def __init__(
        self,
        on_change: Callable[[tuple[Found, ...]], None],
        interfaces: Sequence[str] | None = None,
        pinned: Mapping[str, Collection[str]] = NOTHING_PINNED,
    ) -> None:
        self._on_change = on_change
        self._interfaces = chosen_interfaces() if interfaces is None else tuple(interfaces)
        self._pinned = pinned
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._unresolved: dict[str, None] = {}
        self._resolving = 0
        self._rounds = Rounds()
        self._to_resolve, self._to_ask = asyncio.Event(), asyncio.Event()
        self._claims: dict[str, Found] = {}
        self._found: dict[str, Found] = {}
        self._networks: Sequence[Interface] = all_interfaces()
        self._opened_at = self._heard_at = 0.0

    @property
    def answering(self) -> tuple[Found, ...]:
        """Everything that answers; a table may be here more than once, and some may be fakes."""
        return tuple(self._found.values())

    @property
    def tables(self) -> tuple[Found, ...]:
        """The tables that answer, by name; a table counts once however it was announced."""
        return listed(self._found.values(), self._pinned)

    @property
    def offline(self) -> bool:
        """Whether this machine is on no network, so that nothing can be found."""
        return is_offline(self._networks, self._interfaces)

    @property
    def silent(self) -> tuple[Found, ...]:
        """What is announced and does not answer."""
        return tuple(claim for name, claim in self._claims.items() if name not in self._found)

    @property
    def undecided(self) -> bool:
        """Whether something is announced of which it is not known yet whether it answers."""
        return bool(self._unresolved or self._resolving or self._rounds.undecided)

    async def open(self) -> None:
        """Begin to look. Raises DiscoveryError."""
        self._opened_at = self._heard_at = asyncio.get_running_loop().time()
        self._zeroconf = _open_zeroconf(self._interfaces)
        self._browse(self._zeroconf)
        self._start(self._follow_network(self._zeroconf))
        self._start(self._ask_in_turn())
        for _ in range(RESOLVERS):
            self._start(self._resolve_all(self._zeroconf.zeroconf))

    async def refresh(self) -> None:
        """Ask again now: left alone, mDNS asks less and less often."""
        if self._zeroconf is not None and self._browser is not None:
            await self._browser.async_cancel()
            self._browse(self._zeroconf)

    async def close(self) -> None:
        """Stop looking."""
        if self._browser is not None:
            await self._browser.async_cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._zeroconf is not None:
            await self._zeroconf.async_close()
            self._zeroconf = None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _browse(self, zeroconf: AsyncZeroconf) -> None:
        self._browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._heard])

    async def _follow_network(self, zeroconf: AsyncZeroconf) -> None:
        while not self._interfaces:
            await asyncio.sleep(NETWORK_SECONDS)
            now = all_interfaces()
            if now != self._networks:
                self._networks = now
                self._on_change(self.tables)
                with contextlib.suppress(OSError):
                    await _follow_addresses(zeroconf)
                    await self.refresh()

    async def look(self) -> tuple[Found, ...]:
        """Look until everything that is announced has answered or not; return what answers.

        A table on this machine answers before anything can be heard of another.
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

    # --- what is announced ---------------------------------------------------------------------

    def _heard(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Take what mDNS says about a service."""
        self._heard_at = asyncio.get_running_loop().time()
        if state_change is ServiceStateChange.Removed:
            self._unresolved.pop(name, None)
            self._forget(name)
            return
        try:
            info = AsyncServiceInfo(SERVICE, name)
        except ZeroconfError:
            # No table of Kozyr has such a name, and an error raised from here would hide other
            # tables.
            _log.info("%r is no name of a service", name)
            return
        if info.load_from_cache(zeroconf):
            self._note(info)
        elif len(self._unresolved) < MAX_UNRESOLVED:
            self._unresolved[name] = None
            self._to_resolve.set()

    async def _resolve_all(self, zeroconf: Zeroconf) -> None:
        """Resolve announcements that do not carry an address themselves."""
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
                    # If there are only a few, this may well be somebody's table whose packet was
                    # lost.
                    self._unresolved[name] = None
            self._to_resolve.clear()
            await self._to_resolve.wait()

    def _note(self, info: AsyncServiceInfo) -> None:
        """Take an announcement that says where it leads, if that is on one of our networks."""
        name = info.name
        texts = {key: text or "" for key, text in info.decoded_properties.items()}
        claim = read_claim(texts, info.port)
        addresses = info.parsed_scoped_addresses()
        near = worth_asking(addresses, self._networks, self._interfaces)
        if claim is None or not near:
            self._forget(name)
            return
        self._claims[name] = claim
        if gone := self._rounds.put(name, near, claim.port, asyncio.get_running_loop().time()):
            self._forget(gone)
        self._to_ask.set()

    def _forget(self, name: str) -> None:
        self._claims.pop(name, None)
        self._rounds.forget(name)
        self._list(name, None)

    # --- who answers ---------------------------------------------------------------------------

    async def _ask_in_turn(self) -> None:
        """Probe whatever is announced, for as long as it is announced."""
        loop = asyncio.get_running_loop()
        while True:
            while (query := self._rounds.next(loop.time())) is not None:
                self._start(self._ask(query))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._rounds.wait(loop.time())):
                    await self._to_ask.wait()
            self._to_ask.clear()

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
        self._to_ask.set()

    def _list(self, name: str, found: Found | None) -> None:
        before = self._found.get(name)
        if found is None:
            self._found.pop(name, None)
        else:
            self._found[name] = found
        if found != before:
            self._on_change(self.tables)


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
