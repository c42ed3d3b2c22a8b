"""The meaning of facts about a machine and its network; the likely cause comes first."""

from dataclasses import replace

import pytest

from net.doctor.facts import (
    ConnectOutcome,
    Echo,
    Facts,
    Filtering,
    Firewall,
    Interface,
    InterfaceKind,
    Multicast,
    Neighbourhood,
    PortCheck,
    Surroundings,
    Target,
    TriedAddress,
)
from net.doctor.judging import Severity, is_well, judge

WIFI = Interface("wlan0", "192.168.1.5", 24, InterfaceKind.LAN, multicast=True, wireless=True)

VPN = Interface("wg0", "10.8.0.2", 24, InterfaceKind.VPN)

DOCKER = Interface("docker0", "172.17.0.1", 16, InterfaceKind.VIRTUAL, multicast=True)

GOOD = Facts(
    interfaces=(WIFI,),
    default=WIFI.address,
    neighbourhood=Neighbourhood("192.168.1.1", True, 3),
    multicast=Multicast(echoes=(Echo(WIFI.address, heard=True),), others=("192.168.1.7",)),
    port_check=PortCheck(outcomes=((WIFI.address, ConnectOutcome.OPEN),)),
    name="laptop.local",
)


def good(**changes: object) -> Facts:
    """The machine where all works, but for these facts."""
    return replace(GOOD, **changes)


def codes(facts: Facts, *levels: Severity) -> list[str]:
    """The codes of the findings, of these levels or of all, in order."""
    return [each.code for each in judge(facts) if not levels or each.level in levels]


def faults(facts: Facts) -> list[str]:
    assert is_well(facts, judge(facts)) is not bool(codes(facts, Severity.FAULT))
    return codes(facts, Severity.FAULT)


def unheard(sent: ConnectOutcome = ConnectOutcome.OPEN) -> Multicast:
    return Multicast(echoes=(Echo(WIFI.address, sent),))


def alone(interface: Interface, **more: object) -> Facts:
    """A machine that has this interface and no other, where all works."""
    return good(
        interfaces=(interface,),
        multicast=Multicast(echoes=(Echo(interface.address, heard=True),), others=("10.0.0.1",)),
        port_check=PortCheck(outcomes=((interface.address, ConnectOutcome.OPEN),)),
        **more,
    )


def port(outcome: ConnectOutcome = ConnectOutcome.OPEN, **more: object) -> PortCheck:
    return PortCheck(outcomes=((WIFI.address, outcome),), **more)


SILENCE = replace(GOOD.multicast, others=())
OPEN, CLOSED, UNKNOWN = Filtering.OPEN, Filtering.CLOSED, Filtering.UNKNOWN
LAN, CONTAINER = InterfaceKind.LAN, Surroundings.CONTAINER
INNER = Interface("eth0", "172.17.0.2", 16, LAN, multicast=True)

FOUND: dict[str, tuple[Facts, list[str], list[str]]] = {
    "no network": (Facts(), ["no_network"], []),
    "announcements that do not come back": (good(multicast=unheard()), ["mdns_blocked"], []),
    "a firewall that lets announcements in is not blamed for them": (
        good(multicast=unheard(), firewalls=(Firewall("ufw", UNKNOWN, OPEN),)),
        ["mdns_blocked"],
        ["firewall"],
    ),
    "an interface without multicast is named before a firewall": (
        good(
            interfaces=(replace(WIFI, multicast=False),),
            multicast=unheard(),
            firewalls=(Firewall("nftables"),),
        ),
        ["no_multicast"],
        ["firewall"],
    ),
    "an interface hears only itself since multicast is off": (
        good(interfaces=(replace(WIFI, multicast=False),)),
        [],
        ["multicast_off"],
    ),
    "a table that is slow": (good(tables=1, slow_tables=1), [], ["tables_slow"]),
    "tables that are silent": (good(silent_tables=("Kitchen",) * 9), [], ["table_silent"] * 3),
    "a shared port of mDNS": (
        good(multicast=replace(GOOD.multicast, programs=("Avahi", "Bonjour"))),
        [],
        [],
    ),
    "rules that let nobody in, though this machine gets through past most of them": (
        good(firewalls=(Firewall("firewalld", CLOSED, CLOSED),)),
        ["firewall_port", "firewall_mdns"],
        [],
    ),
    "a firewall that cannot be read": (good(firewalls=(Firewall("ufw"),)), [], ["firewall"]),
    "a firewall that lets players in": (good(firewalls=(Firewall("ufw", OPEN, OPEN),)), [], []),
    "a port that is kept for the table": (
        good(port_check=port(port=50123, taken=4567, kept=True)),
        [],
        [],
    ),
    "a port that is taken, so that a table takes another": (
        good(port_check=port(port=50123, taken=4567)),
        [],
        ["port_taken"],
    ),
    "a table that is open and not announced": (
        good(port_check=port(port=4567, table=True)),
        [],
        ["table_unheard"],
    ),
    "a table that is open and announced": (
        good(port_check=port(port=4567, table=True, announced=True)),
        [],
        [],
    ),
    "a table that is not announced where nothing comes back": (
        good(port_check=port(port=4567, table=True), multicast=unheard()),
        ["mdns_blocked"],
        [],
    ),
    "silence around": (good(multicast=SILENCE), [], ["nobody_heard"]),
    "a router and nobody else, as in a guest network": (
        good(multicast=SILENCE, neighbourhood=Neighbourhood("192.168.1.1", True, 0)),
        [],
        ["isolated"],
    ),
    "silence where a table answers": (good(multicast=SILENCE, tables=2), [], []),
    "a VPN that carries everything": (
        good(interfaces=(WIFI, VPN), default=VPN.address),
        [],
        ["vpn"],
    ),
    "a VPN that is merely there": (good(interfaces=(VPN, WIFI)), [], []),
    "only a VPN": (alone(VPN), ["only_vpn"], []),
    "only an inner network": (alone(DOCKER), ["only_virtual"], []),
    "failures beside the network of the others": (
        good(
            interfaces=(DOCKER, WIFI),
            multicast=replace(
                GOOD.multicast, echoes=(Echo(WIFI.address, heard=True), Echo(DOCKER.address))
            ),
            port_check=PortCheck(
                outcomes=(
                    *GOOD.port_check.outcomes,
                    (DOCKER.address, ConnectOutcome.TIMEOUT),
                )
            ),
        ),
        [],
        ["mdns_elsewhere", "port_elsewhere"],
    ),
    "WSL behind an address of Windows": (
        good(
            surroundings=Surroundings.WSL,
            interfaces=(INNER,),
            multicast=Multicast(echoes=(Echo(INNER.address),)),
            port_check=PortCheck(),
        ),
        ["wsl", "mdns_blocked"],
        [],
    ),
    "WSL that shares the network of Windows": (good(surroundings=Surroundings.WSL), [], []),
    "a container with a network of its own": (
        alone(INNER, surroundings=CONTAINER),
        [],
        ["container"],
    ),
    "a container in the network of its machine": (good(surroundings=CONTAINER), [], []),
    "an address that no router has given": (
        alone(Interface("wlan0", "169.254.7.9", 16, LAN, multicast=True)),
        [],
        ["self_assigned"],
    ),
    "tables kept to this machine": (
        alone(Interface("lo", "127.0.0.1", 8, InterfaceKind.LOOPBACK), chosen=("127.0.0.1",)),
        ["kept_to"],
        [],
    ),
}
"""A trouble -> the facts that show it, and the faults and warnings that name it."""


@pytest.mark.parametrize("met", FOUND)
def test_each_trouble_is_told_as_a_fault_or_as_a_may_be(met: str) -> None:
    facts, wrong, doubtful = FOUND[met]
    assert (faults(facts), codes(facts, Severity.WARNING)) == (wrong, doubtful)


@pytest.mark.parametrize(
    ("met", "code"),
    [
        ("a shared port of mDNS", "mdns_shared"),
        ("a firewall that lets players in", "firewall_open"),
        ("a port that is kept for the table", "port_kept"),
        ("a table that is open and not announced", "table_open"),
        ("a table that is open and announced", "table_announced"),
        ("silence where a table answers", "tables"),
    ],
)
def test_what_is_fine_is_told_too(met: str, code: str) -> None:
    assert code in codes(FOUND[met][0], Severity.FINE)


@pytest.mark.parametrize(
    ("met", "address"),
    [
        ("no network", ""),
        ("a VPN that carries everything", "192.168.1.5:23636"),
        ("a table that is open and not announced", "192.168.1.5:4567"),
    ],
)
def test_the_address_for_others_is_that_in_their_network(met: str, address: str) -> None:
    assert FOUND[met][0].address == address


def test_a_machine_where_all_works_is_well() -> None:
    assert codes(GOOD) == ["mdns_heard", "port_open", "others_heard", "own_name"]
    assert is_well(GOOD, judge(GOOD))
    assert GOOD.address == "192.168.1.5:23636"


def test_a_known_firewall_is_blamed_for_announcements_that_do_not_come_back() -> None:
    facts = good(multicast=unheard(), firewalls=(Firewall("Windows"),))
    assert faults(facts)[0] == "mdns_blocked_by"
    assert judge(facts)[0].facts["firewall"] == "Windows"


def test_what_an_interface_without_multicast_hears_of_itself_proves_nothing() -> None:
    assert "mdns_heard" not in codes(good(interfaces=(replace(WIFI, multicast=False),)))


@pytest.mark.parametrize("wireless, code", [(True, "no_radio"), (False, "no_carrier")])
def test_what_a_dead_cable_hears_of_itself_proves_nothing(wireless: bool, code: str) -> None:
    dead = replace(WIFI, carrier=False, wireless=wireless)
    facts = good(interfaces=(dead,), tables=1)
    assert codes(facts) == [code]
    assert faults(facts) == [code]


def test_a_dead_cable_beside_a_network_that_works_is_nobodys_trouble() -> None:
    dead = Interface("eth0", "10.0.0.5", 24, InterfaceKind.LAN, carrier=False)
    echoes = (Echo(dead.address, heard=True), *GOOD.multicast.echoes)
    outcomes = ((dead.address, ConnectOutcome.OPEN), *GOOD.port_check.outcomes)
    facts = replace(
        GOOD,
        interfaces=(dead, WIFI),
        default=dead.address,
        multicast=replace(GOOD.multicast, echoes=echoes),
        port_check=PortCheck(outcomes=outcomes),
    )
    assert facts.main == WIFI
    assert codes(facts) == codes(GOOD)


def test_an_address_behind_a_dead_cable_is_not_blamed_on_the_other_computer() -> None:
    dead = Interface("eth0", "10.0.0.5", 24, InterfaceKind.LAN, carrier=False)
    tried = TriedAddress("10.0.0.7", ConnectOutcome.UNREACHABLE, near=True)
    target = Target("10.0.0.7", 23636, (tried,))
    facts = good(interfaces=(dead, WIFI), target=target)
    assert codes(facts)[0] == "dead_way"
    assert codes(replace(facts, interfaces=(dead,)))[0] == "no_carrier"


def test_a_bridge_of_docker_does_not_hide_that_the_cable_is_out() -> None:
    dead = replace(WIFI, name="eth0", wireless=False, carrier=False)
    facts = good(interfaces=(dead, replace(DOCKER, carrier=True)))
    assert faults(facts) == ["no_carrier"]
    assert judge(facts)[0].facts["name"] == "eth0"
    assert facts.address == "192.168.1.5:23636"


def test_a_variable_that_keeps_tables_to_an_address_of_nobody_is_named() -> None:
    facts = Facts(chosen=("192.0.2.77",))
    assert faults(facts) == ["kept_to_nobody"]
    assert judge(facts)[0].facts == {"addresses": "192.0.2.77"}


@pytest.mark.parametrize(
    "platform, sent, code",
    [
        ("linux", ConnectOutcome.DENIED, "mdns_denied"),
        ("linux", ConnectOutcome.UNREACHABLE, "mdns_unsent"),
        ("darwin", ConnectOutcome.UNREACHABLE, "mac_permission"),
        ("darwin", ConnectOutcome.DENIED, "mdns_denied"),
    ],
)
def test_what_cannot_be_sent_tells_who_forbids_it(
    platform: str, sent: ConnectOutcome, code: str
) -> None:
    assert faults(good(platform=platform, multicast=unheard(sent))) == [code]


def test_a_port_that_is_not_shared_is_a_fault_and_names_who_has_it() -> None:
    facts = good(multicast=Multicast(ConnectOutcome.FAILED, programs=("Avahi",)))
    assert faults(facts) == ["mdns_taken"]
    assert judge(facts)[0].facts == {"programs": "Avahi"}


@pytest.mark.parametrize(
    "outcome", [ConnectOutcome.TIMEOUT, ConnectOutcome.DENIED, ConnectOutcome.REFUSED]
)
def test_a_port_that_nobody_gets_through_to_is_a_fault(outcome: ConnectOutcome) -> None:
    port_check = PortCheck(outcomes=((WIFI.address, outcome),))
    assert faults(good(port_check=port_check)) == ["port_blocked"]
    walled = good(port_check=port_check, firewalls=(Firewall("ufw", mdns=Filtering.OPEN),))
    assert faults(walled) == ["port_blocked_by"]


def test_a_port_that_is_taken_is_named() -> None:
    facts, *_ = FOUND["a port that is taken, so that a table takes another"]
    (told,) = [each for each in judge(facts) if each.code == "port_taken"]
    assert told.facts["port"] == 4567


# --- one address -------------------------------------------------------------------------------


def aimed(outcome: ConnectOutcome, *, near: bool = True, **more: object) -> Facts:
    way = TriedAddress("192.168.1.9", outcome, near)
    target = Target("anna", 23636, (way,), tables=(("Kitchen", False),))
    return good(target=replace(target, **more))


def test_a_slow_host_is_reached_and_one_without_a_table_is_not() -> None:
    facts = aimed(ConnectOutcome.KOZYR)
    way = replace(facts.target.tried[0], seconds=0.6)
    slow = replace(facts, target=replace(facts.target, tried=(way,)))
    assert faults(slow) == []
    assert codes(slow, Severity.WARNING) == ["slow"]
    assert faults(aimed(ConnectOutcome.KOZYR, tables=())) == ["no_table"]


@pytest.mark.parametrize(
    "outcome, near, code",
    [
        (ConnectOutcome.REFUSED, True, "refused"),
        (ConnectOutcome.REFUSED, False, "refused"),
        (ConnectOutcome.TIMEOUT, True, "filtered"),
        (ConnectOutcome.TIMEOUT, False, "other_network"),
        (ConnectOutcome.UNREACHABLE, True, "nobody_there"),
        (ConnectOutcome.UNREACHABLE, False, "other_network"),
        (ConnectOutcome.NO_ROUTE, False, "no_route"),
        (ConnectOutcome.DENIED, True, "denied"),
        (ConnectOutcome.HUNG_UP, False, "hung_up"),
        (ConnectOutcome.SILENT, True, "silent"),
        (ConnectOutcome.CROWDED, True, "crowded"),
        (ConnectOutcome.OTHER, True, "not_kozyr"),
        (ConnectOutcome.VERSION, True, "other_version"),
        (ConnectOutcome.FAILED, True, "unknown"),
    ],
)
def test_each_way_to_fail_has_its_cause_and_comes_first(
    outcome: ConnectOutcome, near: bool, code: str
) -> None:
    facts = aimed(outcome, near=near)
    assert faults(facts) == [code]
    assert judge(facts)[0].code == code


def test_a_name_without_an_address_is_the_cause() -> None:
    assert faults(good(target=Target("nosuch", 23636))) == ["no_name"]


def test_a_host_that_answers_is_well_whatever_this_machine_lacks() -> None:
    facts = aimed(ConnectOutcome.KOZYR, version=2, tables=(("Kitchen", False), ("Attic", True)))
    deaf = replace(facts, multicast=unheard(), firewalls=(Firewall("ufw", Filtering.CLOSED),))
    assert is_well(deaf, judge(deaf))
    assert codes(facts)[:3] == ["reached", "table", "table_with_code"]
    assert "firewall_port" not in codes(deaf)


def test_a_host_in_another_network_is_reached_by_its_address_only() -> None:
    assert "reached_far" in codes(aimed(ConnectOutcome.KOZYR, near=False), Severity.FINE)


def test_another_certificate_than_before_is_a_fault_though_the_host_answers() -> None:
    assert faults(aimed(ConnectOutcome.KOZYR, stranger=True)) == ["stranger"]


def test_the_way_that_led_furthest_counts() -> None:
    tried = (
        TriedAddress("fd00::9", ConnectOutcome.NO_ROUTE),
        TriedAddress("192.168.1.9", ConnectOutcome.REFUSED, True),
    )
    assert faults(good(target=Target("anna", 23636, tried))) == ["refused"]


def test_a_vpn_on_the_way_to_another_network_is_blamed_for_silence() -> None:
    way = TriedAddress("10.1.1.9", ConnectOutcome.TIMEOUT, through=InterfaceKind.VPN)
    facts = good(interfaces=(WIFI, VPN), target=Target("10.1.1.9", 23636, (way,)))
    assert faults(facts) == ["through_vpn"]
    assert judge(facts)[0].facts["vpn"] == "wg0"


def test_on_macos_a_neighbour_out_of_reach_may_be_a_matter_of_permission() -> None:
    facts = replace(aimed(ConnectOutcome.UNREACHABLE), platform="darwin")
    assert faults(facts) == ["mac_target"]
