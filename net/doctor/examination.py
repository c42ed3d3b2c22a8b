"""The whole examination: all probes side by side, within seconds, however silent the network is."""

import asyncio
import sys
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from net.doctor import machine
from net.doctor.connecting import examine_port, examine_target
from net.doctor.facts import Facts, Firewall, Interface, PortCheck, Target
from net.doctor.firewalls import firewalls
from net.doctor.multicast import examine_multicast
from net.lan.addresses import DEFAULT_PORT
from net.lan.discovery import DiscoveryError, Found, chosen_interfaces, find_tables
from net.lan.networks import default_address

T = TypeVar("T")

LOOK_SECONDS: Final = 1.8
"""How long to look for tables: those that exist mostly answer within half a second."""

FIREWALL_SECONDS: Final = 3.0

STEPS: Final = 5
"""How often `on_step` is called."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is to be examined."""

    target: tuple[str, int] | None = None
    """Host and port of a table that cannot be joined."""
    port: int | None = None
    """The port of a table here; by default that of an open one, or the usual one."""
    pinned: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The fingerprints of hosts where this player has seats, by id of the table."""


async def examine(scope: Scope, on_step: Callable[[int], None] = lambda done: None) -> Facts:
    """Look at everything; call `on_step` with how much is done. Takes up to five seconds."""
    done = 0

    async def step(work: Coroutine[Any, Any, T]) -> T:
        nonlocal done
        try:
            return await work
        finally:
            done += 1
            on_step(done)

    chosen = chosen_interfaces()
    here = machine.interfaces(chosen)
    own = {each.address for each in here}
    asked_port = scope.port or DEFAULT_PORT
    multicast, (tables, port_check), walls, called, target = await asyncio.gather(
        step(examine_multicast(here)),
        step(_look_for_tables(scope, here)),
        step(_firewalls(asked_port)),
        step(machine.names(own)),
        step(_examine_target(scope, here)),
    )
    if port_check.table and port_check.port != asked_port:
        walls = await _firewalls(port_check.port)
    return Facts(
        platform=sys.platform,
        surroundings=machine.surroundings(),
        interfaces=here,
        chosen=chosen,
        default=default_address(),
        neighbourhood=machine.neighbourhood(),
        multicast=multicast,
        port_check=port_check,
        tables=sum(table.address not in own for table in tables),
        firewalls=walls,
        names=called,
        clock=machine.clock(),
        target=target,
    )


async def _firewalls(port: int) -> tuple[Firewall, ...]:
    """Ask about firewalls while there is time; a system that does not answer counts as silent."""
    try:
        async with asyncio.timeout(FIREWALL_SECONDS):
            return await firewalls(port)
    except TimeoutError:
        return ()


async def _look_for_tables(
    scope: Scope, here: Sequence[Interface]
) -> tuple[tuple[Found, ...], PortCheck]:
    """Look for tables; one on this machine tells which port to try."""
    try:
        tables = await find_tables(LOOK_SECONDS, pinned=scope.pinned)
    except DiscoveryError:
        tables = ()
    own = {each.address for each in here} | {"127.0.0.1"}
    ports = [table.port for table in tables if table.address in own]
    check = await examine_port(here, scope.port, [] if scope.port else ports)
    return tables, replace(check, announced=check.port in ports)


async def _examine_target(scope: Scope, here: Sequence[Interface]) -> Target | None:
    if scope.target is None:
        return None
    return await examine_target(*scope.target, here, scope.pinned)
