"""What facts about one address mean: why it cannot be joined, or that it can. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address, ip_network

from net.doctor.facts import ConnectOutcome, Facts, Interface, InterfaceKind, Target, TriedAddress
from net.doctor.finding import Finding, fault, fine
from net.wire.protocol import VERSION

_SAME_EVERYWHERE = {
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
"""Outcomes that mean the same wherever the address is."""


def judge_target(facts: Facts) -> tuple[Finding, ...]:
    """Return what was found out about the target; nothing if there is no target."""
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
    yield fine("reached", where=target.where)
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
    if way.outcome in _SAME_EVERYWHERE:
        return fault(_SAME_EVERYWHERE[way.outcome], **said)
    if way.near and (dead := _dead(facts, way)) is not None:
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
    """Return the interface with nothing at its other end in whose network an address is."""
    there = ip_address(way.address)
    for each in facts.interfaces:
        network = ip_network(f"{each.address}/{each.prefix}", strict=False)
        if each.carrier is False and there.version == network.version and there in network:
            return each
    return None


def _networks(facts: Facts) -> str:
    """List the networks of this machine that players may be on."""
    lans = [
        each
        for each in facts.interfaces
        if each.kind is InterfaceKind.LAN and ":" not in each.address
    ]
    return ", ".join(f"{each.address}/{each.prefix}" for each in lans)
