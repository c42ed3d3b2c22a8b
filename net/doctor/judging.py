"""Findings from facts, the likely cause first. Pure; tui.doctor words them."""

import ipaddress
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from typing import Final

from net.doctor.facts import (
    ConnectOutcome,
    Echo,
    Facts,
    Filtering,
    Interface,
    InterfaceKind,
    Surroundings,
    Target,
    TriedAddress,
)
from net.lan.found import SLOW_SECONDS
from net.lan.networks import is_offline
from net.wire.protocol import VERSION


class Severity(StrEnum):
    """The severity of a finding."""

    FAULT = "fault"
    """It keeps others from finding or reaching a table."""
    WARNING = "warning"
    """It may keep others from that."""
    FINE = "fine"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: an obstacle, a possible one, or a fact in order."""

    code: str
    level: Severity
    facts: Mapping[str, str | int] = field(default_factory=dict)


def fault(code: str, **facts: str | int) -> Finding:
    """Return the finding of an obstacle."""
    return Finding(code, Severity.FAULT, facts)


def warning(code: str, **facts: str | int) -> Finding:
    """Return the finding of a possible obstacle."""
    return Finding(code, Severity.WARNING, facts)


def fine(code: str, **facts: str | int) -> Finding:
    """Return the finding of a fact in order."""
    return Finding(code, Severity.FINE, facts)


SAME_EVERYWHERE = {
    ConnectOutcome.CROWDED: "crowded",
    ConnectOutcome.OTHER: "not_kozyr",
    ConnectOutcome.REFUSED: "refused",
    ConnectOutcome.DENIED: "denied",
    ConnectOutcome.HUNG_UP: "hung_up",
    ConnectOutcome.SILENT: "silent",
    ConnectOutcome.OPEN: "silent",
    ConnectOutcome.NO_ROUTE: "no_route",
    ConnectOutcome.NO_NAME: "no_name",
}
"""Outcomes with the same meaning near and far."""


def judge_target(facts: Facts) -> tuple[Finding, ...]:
    """Return the findings about the target, if there is one."""
    target = facts.target
    return () if target is None else tuple(_judge(facts, target))


def _judge(facts: Facts, target: Target) -> Iterator[Finding]:
    way = target.best
    if way is None:
        yield fault("no_name", name=target.host)
    elif way.outcome is ConnectOutcome.KOZYR:
        yield from _judge_answer(target, way)
    elif way.outcome is ConnectOutcome.VERSION:
        yield fault("other_version", where=target.where, theirs=target.version, ours=VERSION)
    else:
        yield _why_not(facts, target, way)


def _judge_answer(target: Target, way: TriedAddress) -> Iterator[Finding]:
    if target.stranger:
        yield fault("stranger", where=target.where)
    if not target.tables:
        yield fault("no_table", where=target.where)
        return
    yield fine("reached", where=target.where)
    if way.seconds >= SLOW_SECONDS:
        yield warning("slow", where=target.where, ms=round(way.seconds * 1000))
    for name, code in target.tables:
        yield fine("table_with_code" if code else "table", table=name)
    if way.own:
        yield fine("own_machine", where=target.where)
    elif not way.near:
        yield fine("reached_far", where=target.where)


def _why_not(facts: Facts, target: Target, way: TriedAddress) -> Finding:
    said: dict[str, str | int] = {
        "where": target.where,
        "name": target.host,
        "address": way.address,
        "port": target.port,
        "networks": _networks(facts),
    }
    if way.through is InterfaceKind.VPN and not way.near:
        said["vpn"] = next((i.name for i in facts.interfaces if i.kind is InterfaceKind.VPN), "")
    if facts.platform == "darwin" and way.near and way.outcome is ConnectOutcome.UNREACHABLE:
        return fault("mac_target", **said)
    if way.outcome in SAME_EVERYWHERE:
        return fault(SAME_EVERYWHERE[way.outcome], **said)
    if way.near and (dead := _dead(facts, way)) is not None:
        if not is_offline(facts.interfaces):
            return fault("dead_way", **said | {"name": dead.name})
        return fault("no_radio" if dead.wireless else "no_carrier", name=dead.name)
    if way.outcome in (ConnectOutcome.TIMEOUT, ConnectOutcome.UNREACHABLE):
        if "vpn" in said:
            return fault("through_vpn", **said)
        if not way.near:
            return fault("other_network", **said)
        return fault(
            "filtered" if way.outcome is ConnectOutcome.TIMEOUT else "nobody_there", **said
        )
    return fault("unknown", **said)


def _dead(facts: Facts, way: TriedAddress) -> Interface | None:
    """Return the interface of an address's network, if that leads to no other machine."""
    there = ip_address(way.address)
    for each in facts.interfaces:
        if each.carrier is False and there in each.network:
            return each
    return None


def _networks(facts: Facts) -> str:
    """Return the networks of this machine that players may be on, as a text."""
    lans = [
        each
        for each in facts.interfaces
        if each.kind is InterfaceKind.LAN and ":" not in each.address
    ]
    return ", ".join(f"{each.address}/{each.prefix}" for each in lans)


MOST_NAMED: Final = 3
"""The most silent tables that are named: any program can announce any table."""

_INNER: Final = tuple(map(ipaddress.ip_network, ("172.16.0.0/12", "10.88.0.0/16")))
"""The address ranges from which WSL, Docker and Podman number their inner networks."""


def judge(facts: Facts) -> tuple[Finding, ...]:
    """Return the findings by severity, those about the target first."""
    return (*_sorted(judge_target(facts)), *_sorted(_judge_machine(facts)))


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    levels = list(Severity)
    return sorted(findings, key=lambda each: levels.index(each.level))


def is_well(facts: Facts, findings: Iterable[Finding]) -> bool:
    """Return whether others could find a table here; with a target, whether it answers."""
    if facts.target is not None:
        findings = judge_target(facts)
    return all(each.level is not Severity.FAULT for each in findings)


def _judge_machine(facts: Facts) -> Iterator[Finding]:
    main = facts.main
    if main is None and facts.chosen:
        yield fault("kept_to_nobody", addresses=", ".join(facts.chosen))
        return
    if main is None:
        yield fault("no_network")
        return
    yield from _judge_place(facts, main)
    if main.carrier is False:
        # Packets to addresses of this machine do not leave it, so no other fact counts.
        yield fault("no_radio" if main.wireless else "no_carrier", name=main.name)
        return
    if facts.vpn is not None:
        yield warning("vpn", name=facts.vpn.name)
    yield from _judge_mdns(facts, main)
    if facts.target is None:
        # An obstacle on the way in does not block the way out.
        yield from _judge_port(facts, main)
        yield from _judge_firewalls(facts)
    yield from _judge_neighbours(facts, main)
    if facts.target is None and facts.name:
        yield fine("own_name", name=facts.name, port=facts.port_check.port)


def _judge_place(facts: Facts, main: Interface) -> Iterator[Finding]:
    """Judge the facts that need no packet."""
    if main.kind is InterfaceKind.LOOPBACK:
        yield fault("kept_to", addresses=", ".join(facts.chosen))
    if facts.target is None:
        yield from _judge_surroundings(facts, main)
    if main.address.startswith("169.254."):
        yield warning("self_assigned", name=main.name, address=main.address)
    if main.kind is InterfaceKind.VPN:
        yield fault("only_vpn", name=main.name)
    elif main.kind is InterfaceKind.VIRTUAL:
        yield fault("only_virtual", name=main.name)


def _judge_surroundings(facts: Facts, main: Interface) -> Iterator[Finding]:
    if not _is_translated(main):
        return
    if facts.surroundings is Surroundings.WSL:
        yield fault("wsl", address=main.address)
    elif facts.surroundings is Surroundings.CONTAINER:
        yield warning("container", address=main.address)


def _is_translated(main: Interface) -> bool:
    """Return whether an address belongs to an inner network of WSL or of a container."""
    ip = ipaddress.ip_address(main.address)
    return any(ip.version == inner.version and ip in inner for inner in _INNER)


def _judge_mdns(facts: Facts, main: Interface) -> Iterator[Finding]:
    multicast = facts.multicast
    programs = ", ".join(multicast.programs)
    if multicast.problem is not None:
        yield fault("mdns_taken", programs=programs)
        return
    for interface in _once(facts):
        echo = facts.echo(interface)
        if echo is not None and interface.carrier is not False:
            yield _judge_echo(facts, interface, echo, is_main=interface == main)
    if programs:
        yield fine("mdns_shared", programs=programs)


def _once(facts: Facts) -> Iterator[Interface]:
    """Yield the first address of each interface, which is IPv4 if there is one."""
    names = set()
    for interface in facts.interfaces:
        if interface.name not in names:
            names.add(interface.name)
            yield interface


def _judge_echo(facts: Facts, interface: Interface, echo: Echo, *, is_main: bool) -> Finding:
    said: dict[str, str | int] = {"name": interface.name, "address": interface.address}
    if echo.heard and interface.multicast is False and is_main:
        return warning("multicast_off", **said)  # its own echo does not leave this machine
    if echo.heard:
        return fine("mdns_heard", **said)
    if not is_main:
        return warning("mdns_elsewhere", **said)
    if echo.sent is not ConnectOutcome.OPEN:
        if facts.platform == "darwin" and echo.sent is ConnectOutcome.UNREACHABLE:
            return fault("mac_permission", **said)
        return fault("mdns_denied" if echo.sent is ConnectOutcome.DENIED else "mdns_unsent", **said)
    if interface.multicast is False:
        return fault("no_multicast", **said)
    closed = [each.name for each in facts.firewalls if each.mdns is not Filtering.OPEN]
    if closed:
        return fault("mdns_blocked_by", firewall=closed[0], port=facts.port_check.port, **said)
    return fault("mdns_blocked", **said)


def _judge_port(facts: Facts, main: Interface) -> Iterator[Finding]:
    port_check = facts.port_check
    if port_check.kept:
        yield fine("port_kept", port=port_check.taken)
    elif port_check.taken:
        yield warning("port_taken", port=port_check.taken)
    live = (each for each in _once(facts) if each.carrier is not False)
    counting = {interface.address for interface in live}
    for address, outcome in port_check.outcomes:
        if address not in counting:
            continue
        said: dict[str, str | int] = {"address": address, "port": port_check.port}
        if outcome in (ConnectOutcome.OPEN, ConnectOutcome.KOZYR):
            yield fine("table_open" if port_check.table else "port_open", **said)
        elif address == main.address:
            names = [each.name for each in facts.firewalls if each.port is not Filtering.OPEN]
            if names:
                yield fault("port_blocked_by", firewall=names[0], **said)
            else:
                yield fault("port_blocked", **said)
        else:
            yield warning("port_elsewhere", **said)
    echo = facts.echo(main)
    if port_check.announced:
        yield fine("table_announced")
    elif port_check.table and echo is not None and echo.heard:
        yield warning("table_unheard")


def _judge_firewalls(facts: Facts) -> Iterator[Finding]:
    """Judge the rules of firewalls; this machine's own probes do not pass through all of them."""
    for wall in facts.firewalls:
        said: dict[str, str | int] = {"firewall": wall.name, "port": facts.port_check.port}
        if wall.port is Filtering.CLOSED:
            yield fault("firewall_port", **said)
        if wall.mdns is Filtering.CLOSED:
            yield fault("firewall_mdns", **said)
        if Filtering.CLOSED not in (wall.port, wall.mdns):
            if Filtering.UNKNOWN in (wall.port, wall.mdns):
                yield warning("firewall", **said)
            else:
                yield fine("firewall_open", **said)


def _judge_neighbours(facts: Facts, main: Interface) -> Iterator[Finding]:
    """Judge the neighbours; their silence proves no fault."""
    if facts.tables:
        yield fine("tables", n=facts.tables)
    if facts.slow_tables and facts.target is None:
        yield warning("tables_slow")
    for table in facts.silent_tables[:MOST_NAMED]:
        yield warning("table_silent", table=table)
    if facts.multicast.others:
        yield fine("others_heard", n=len(facts.multicast.others))
        return
    echo = facts.echo(main)
    if facts.tables or echo is None or not echo.heard:
        return
    around = facts.neighbourhood
    if around.gateway_answers and around.neighbours == 0:
        yield warning("isolated", gateway=around.gateway)
    else:
        yield warning("nobody_heard")
