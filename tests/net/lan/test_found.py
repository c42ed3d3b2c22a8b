"""Trust in announcements and answers, and the machines near enough to be asked."""

from dataclasses import replace
from ipaddress import ip_network

import pytest

from net.lan.found import Found, Probe, listed, merged, read_claim
from net.lan.networks import (
    Interface,
    InterfaceKind,
    is_local,
    is_near,
    is_offline,
    own_networks,
    ranked,
    shown,
    worth_asking,
)
from net.wire.from_host import Welcomed
from net.wire.message import TableLine
from net.wire.protocol import VERSION
from net.wire.reasons import closing

ID = "0123456789abcdef" * 2
GOOD = {"id": ID, "v": "1", "game": "kozel", "name": "Kitchen", "seats": "3", "free": "2"}
STEERING = "\x1b]0;mine\x07\x1b[31mkozel\u202e"


def claim(**changes: str) -> Found:
    found = read_claim({**GOOD, **changes}, 1234)
    assert found is not None
    return found


def test_an_announcement_is_read() -> None:
    found = claim(phase="playing", host="Ann", code="1")
    assert (found.id, found.game, found.name, found.host) == (ID, "kozel", "Kitchen", "Ann")
    assert (found.seats, found.free, found.phase, found.code) == (3, 2, "playing", True)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "x"},
        {"id": ID[:-1] + "\x1b"},
        {"id": ID.upper()},
        {"seats": "many"},
        {"seats": "9" * 5000},
        {"free": "-1"},
        {"v": "٣"},
    ],
)
def test_what_is_no_announcement_of_ours_is_passed_over(changes: dict[str, str]) -> None:
    assert read_claim({**GOOD, **changes}, 1234) is None
    assert read_claim(GOOD, 0) is None
    assert read_claim(GOOD, None) is None


def test_nothing_that_steers_a_terminal_comes_from_an_announcement_or_an_answer() -> None:
    announced = claim(game=STEERING, name=STEERING, host=STEERING, phase=STEERING)
    line = TableLine(ID, STEERING, STEERING, 10, 10, STEERING)
    answered = merged(announced, Probe("10.0.0.1", 0.1, Welcomed(VERSION, STEERING, [line])))
    assert answered is not None
    for found in (announced, answered):
        texts = [found.id, found.name, found.game, found.host, found.phase, found.where]
        assert all(text.isprintable() for text in texts)
        assert (found.name, found.phase) == ("]0;mine[31mkozel", "")


def test_a_host_counts_only_if_it_lists_the_table_that_was_announced() -> None:
    """Any machine may have one of the announced addresses, and a table of its own there."""
    announced, line = claim(), TableLine("f" * 32, "Bathroom", "joker", 4, 4, "gathering")
    assert merged(announced, Probe("172.17.0.1", 0.1, Welcomed(1, "Bob", [line]))) is None
    another = Probe("172.17.0.1", 0.1, closing("version", host=2, yours=1))
    assert merged(announced, another) is None
    assert merged(claim(v="2"), another) is not None


def test_what_answers_late_is_slow() -> None:
    assert replace(claim(), latency=0.6).slow
    assert not replace(claim(), latency=0.05).slow


TRUE = replace(claim(), address="10.0.0.1", fingerprint="aa")
FALSE = replace(claim(), address="10.0.0.66", fingerprint="ee")


@pytest.mark.parametrize("answering", [[TRUE, FALSE], [FALSE, TRUE]], ids=["first", "second"])
def test_a_table_one_holds_a_key_to_is_never_replaced(answering: list[Found]) -> None:
    assert listed(answering, {ID: {"aa"}}) == (TRUE,)
    assert listed([FALSE], {ID: {"aa"}}) == ()


def test_without_a_key_both_are_shown_and_a_host_counts_once() -> None:
    again = replace(TRUE, address="10.0.0.2")
    assert listed([TRUE, FALSE, again], {}) == (TRUE, FALSE)


NETWORKS = (ip_network("192.168.1.0/24"), ip_network("2001:db8::/64"))


@pytest.mark.parametrize(
    "address, near",
    [
        ("192.168.1.77", True),
        ("192.168.2.77", False),
        ("8.8.8.8", False),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.251", False),
        ("2001:db8::5", True),
        ("2001:db8:1::5", False),
        ("fe80::1%eth0", True),
        ("2001:db8:9::1%eth0", False),
        ("::1", False),
        ("nonsense", False),
    ],
)
def test_only_what_is_in_a_network_of_this_machine_is_asked(address: str, near: bool) -> None:
    assert is_near(address, NETWORKS) is near


def test_loopback_is_near_only_where_it_was_chosen() -> None:
    assert is_near("127.0.0.1", own_networks(("127.0.0.1",)))
    assert own_networks(("203.0.113.9",)) == ()


@pytest.mark.parametrize(
    "address, local",
    [
        ("127.0.0.1", True),
        ("192.168.7.7", True),
        ("169.254.1.1", True),
        ("100.100.1.1", True),
        ("::ffff:10.0.0.1", True),
        ("::ffff:8.8.8.8", False),
        ("fd00::1", True),
        ("fe80::1%eth0", True),
        ("2001:db9::5", True),
        ("2a00:1450::5", False),
        ("8.8.8.8", False),
        ("nonsense", False),
    ],
)
def test_whoever_is_in_no_local_network_is_told_apart(address: str, local: bool) -> None:
    assert is_local(address, (ip_network("2001:db9::/64"),)) is local


def an_interface(
    name: str, address: str, kind: InterfaceKind = InterfaceKind.LAN, *, carrier: bool | None = True
) -> Interface:
    return Interface(name, address, 64 if ":" in address else 24, kind, carrier=carrier)


LOOPBACK = an_interface("lo", "127.0.0.1", InterfaceKind.LOOPBACK, carrier=None)
WIFI = an_interface("wlan0", "192.168.1.5")
WIFI_6 = an_interface("wlan0", "2001:db8::5")
LINK = an_interface("wlan0", "fe80::5%wlan0")
CABLE = an_interface("eth0", "10.0.0.5")
DOCKER = an_interface("docker0", "172.17.0.1", InterfaceKind.VIRTUAL, carrier=False)
COMPOSE = an_interface("br-12ab", "172.18.0.1", InterfaceKind.VIRTUAL)
TUNNEL = an_interface("wg0", "100.64.0.5", InterfaceKind.VPN, carrier=None)
EVERYTHING = (LOOPBACK, DOCKER, COMPOSE, TUNNEL, LINK, WIFI_6, WIFI, CABLE)


def test_networks_with_people_come_first_and_bridges_without_anything_on_them_last() -> None:
    order = [each.address for each in ranked(EVERYTHING, default="10.0.0.5")]
    assert order[:4] == ["10.0.0.5", "192.168.1.5", "2001:db8::5", "fe80::5%wlan0"]
    assert order[-1] == "172.17.0.1"
    unplugged = replace(CABLE, carrier=False)
    assert ranked([COMPOSE, unplugged, WIFI]) == (WIFI, unplugged, COMPOSE)


def test_addresses_that_both_machines_have_lead_back_here_and_are_not_asked() -> None:
    here = ranked(EVERYTHING)
    others = ["172.17.0.1", "172.18.0.1", "172.18.0.7", "10.9.9.9", "fe80::9%wlan0", "192.168.1.9"]
    assert worth_asking(others, here) == ["192.168.1.9", "fe80::9%wlan0", "172.18.0.7"]


def test_a_table_that_is_announced_only_here_is_asked_here_once() -> None:
    here = ranked(EVERYTHING)
    assert worth_asking(["172.17.0.1", "192.168.1.5", "fe80::5%9"], here) == ["192.168.1.5"]
    assert worth_asking(["127.0.0.1"], here) == []
    assert worth_asking(["127.0.0.1"], here, ["127.0.0.1"]) == ["127.0.0.1"]


@pytest.mark.parametrize(
    "interfaces, addresses, offline",
    [
        (EVERYTHING, ("192.168.1.5", "10.0.0.5"), False),
        ((LOOPBACK, LINK, WIFI_6, DOCKER), ("2001:db8::5",), False),
        ((LOOPBACK, LINK), ("fe80::5%wlan0",), False),
        ((WIFI, an_interface("eth0", "192.168.1.6")), ("192.168.1.5",), False),
        ((LOOPBACK, TUNNEL), ("100.64.0.5",), False),
        ((LOOPBACK, COMPOSE, replace(WIFI, carrier=False)), ("192.168.1.5",), True),
        ((LOOPBACK, replace(WIFI, carrier=False), DOCKER), ("192.168.1.5",), True),
        ((LOOPBACK,), ("127.0.0.1",), True),
    ],
)
def test_one_address_in_each_network_is_shown_and_none_means_offline(
    interfaces: tuple[Interface, ...], addresses: tuple[str, ...], offline: bool
) -> None:
    here = ranked(interfaces)
    assert (shown(here), is_offline(here)) == (addresses, offline)
    assert shown(here, ["10.1.1.1"]) == ("10.1.1.1",)
    assert not is_offline(here, ["10.1.1.1"])
