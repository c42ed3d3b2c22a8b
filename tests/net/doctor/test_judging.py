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


def codes(facts: Facts, *levels: Severity) -> list[str]:
    """The codes of the findings, of these levels or of all, in order."""
    return [each.code for each in judge(facts) if not levels or each.level in levels]


def faults(facts: Facts) -> list[str]:
    assert is_well(facts, judge(facts)) is not bool(codes(facts, Severity.FAULT))
    return codes(facts, Severity.FAULT)


def unheard(sent: ConnectOutcome = ConnectOutcome.OPEN) -> Multicast:
    return Multicast(echoes=(Echo(WIFI.address, sent),))


def test_a_machine_where_all_works_is_well() -> None:
    assert codes(GOOD) == ["mdns_heard", "port_open", "others_heard", "own_name"]
    assert is_well(GOOD, judge(GOOD))
    assert GOOD.address == "192.168.1.5:23636"


def test_a_machine_in_no_network_has_that_one_fault() -> None:
    assert faults(Facts()) == ["no_network"]
    assert Facts().address == ""


def test_announcements_that_do_not_come_back_are_a_fault() -> None:
    assert faults(replace(GOOD, multicast=unheard())) == ["mdns_blocked"]


def test_a_known_firewall_is_blamed_for_announcements_that_do_not_come_back() -> None:
    facts = replace(GOOD, multicast=unheard(), firewalls=(Firewall("Windows"),))
    assert faults(facts)[0] == "mdns_blocked_by"
    assert judge(facts)[0].facts["firewall"] == "Windows"


def test_a_firewall_that_lets_announcements_in_is_not_blamed_for_them() -> None:
    wall = Firewall("ufw", Filtering.UNKNOWN, Filtering.OPEN)
    assert faults(replace(GOOD, multicast=unheard(), firewalls=(wall,))) == ["mdns_blocked"]


def test_an_interface_without_multicast_is_named_before_a_firewall() -> None:
    deaf = replace(WIFI, multicast=False)
    facts = replace(
        GOOD, interfaces=(deaf,), multicast=unheard(), firewalls=(Firewall("nftables"),)
    )
    assert faults(facts)[0] == "no_multicast"


def test_an_interface_that_hears_only_itself_since_multicast_is_off_may_be_in_the_way() -> None:
    facts = replace(GOOD, interfaces=(replace(WIFI, multicast=False),))
    assert codes(facts)[0] == "multicast_off"
    assert "mdns_heard" not in codes(facts)


@pytest.mark.parametrize("wireless, code", [(True, "no_radio"), (False, "no_carrier")])
def test_what_a_dead_cable_hears_of_itself_proves_nothing(wireless: bool, code: str) -> None:
    dead = replace(WIFI, carrier=False, wireless=wireless)
    facts = replace(GOOD, interfaces=(dead,), tables=1)
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
    facts = replace(GOOD, interfaces=(dead, WIFI), target=target)
    assert codes(facts)[0] == "dead_way"
    assert codes(replace(facts, interfaces=(dead,)))[0] == "no_carrier"


def test_a_bridge_of_docker_does_not_hide_that_the_cable_is_out() -> None:
    dead = replace(WIFI, name="eth0", wireless=False, carrier=False)
    facts = replace(GOOD, interfaces=(dead, replace(DOCKER, carrier=True)))
    assert faults(facts) == ["no_carrier"]
    assert judge(facts)[0].facts["name"] == "eth0"
    assert facts.address == "192.168.1.5:23636"


def test_a_table_that_is_slow_or_silent_is_told_apart_from_none() -> None:
    slow = replace(GOOD, tables=1, slow_tables=1)
    assert codes(slow, Severity.WARNING) == ["tables_slow"]
    silent = replace(GOOD, silent_tables=("Kitchen",) * 9)
    assert codes(silent, Severity.WARNING) == ["table_silent"] * 3
    assert is_well(silent, judge(silent))


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
    assert faults(replace(GOOD, platform=platform, multicast=unheard(sent))) == [code]


def test_a_port_that_is_not_shared_is_a_fault_and_names_who_has_it() -> None:
    facts = replace(GOOD, multicast=Multicast(ConnectOutcome.FAILED, programs=("Avahi",)))
    assert faults(facts) == ["mdns_taken"]
    assert judge(facts)[0].facts == {"programs": "Avahi"}


def test_a_shared_port_is_fine() -> None:
    facts = replace(GOOD, multicast=replace(GOOD.multicast, programs=("Avahi", "Bonjour")))
    assert faults(facts) == []
    assert "mdns_shared" in codes(facts, Severity.FINE)


@pytest.mark.parametrize(
    "outcome", [ConnectOutcome.TIMEOUT, ConnectOutcome.DENIED, ConnectOutcome.REFUSED]
)
def test_a_port_that_nobody_gets_through_to_is_a_fault(outcome: ConnectOutcome) -> None:
    port_check = PortCheck(outcomes=((WIFI.address, outcome),))
    assert faults(replace(GOOD, port_check=port_check)) == ["port_blocked"]
    walled = replace(GOOD, port_check=port_check, firewalls=(Firewall("ufw", mdns=Filtering.OPEN),))
    assert faults(walled) == ["port_blocked_by"]


def test_rules_that_let_nobody_in_are_a_fault_though_this_machine_gets_through() -> None:
    """A machine's way to itself leads past most rules."""
    wall = Firewall("firewalld", Filtering.CLOSED, Filtering.CLOSED)
    assert faults(replace(GOOD, firewalls=(wall,))) == ["firewall_port", "firewall_mdns"]


def test_a_firewall_that_cannot_be_read_may_be_in_the_way() -> None:
    facts = replace(GOOD, firewalls=(Firewall("ufw"),))
    assert faults(facts) == []
    assert codes(facts, Severity.WARNING) == ["firewall"]


def test_a_firewall_that_lets_players_in_is_fine() -> None:
    wall = Firewall("ufw", Filtering.OPEN, Filtering.OPEN)
    assert "firewall_open" in codes(replace(GOOD, firewalls=(wall,)), Severity.FINE)


def test_a_port_that_kozyr_keeps_for_the_table_it_is_at_is_fine() -> None:
    check = replace(GOOD.port_check, port=50123, taken=4567, kept=True)
    assert codes(replace(GOOD, port_check=check), Severity.WARNING) == []
    assert "port_kept" in codes(replace(GOOD, port_check=check), Severity.FINE)


def test_a_taken_port_is_no_fault_because_a_table_takes_another() -> None:
    facts = replace(GOOD, port_check=replace(GOOD.port_check, port=50123, taken=4567))
    assert faults(facts) == []
    told = [each for each in judge(facts) if each.code == "port_taken"]
    assert [each.facts["port"] for each in told] == [4567]


def test_a_table_that_is_open_here_is_named() -> None:
    facts = replace(
        GOOD, port_check=PortCheck(4567, True, outcomes=((WIFI.address, ConnectOutcome.OPEN),))
    )
    assert "table_open" in codes(facts, Severity.FINE)
    assert facts.address == "192.168.1.5:4567"


def test_a_table_that_is_open_and_not_announced_may_not_be_found() -> None:
    check = PortCheck(4567, True, outcomes=((WIFI.address, ConnectOutcome.OPEN),))
    assert codes(replace(GOOD, port_check=check), Severity.WARNING) == ["table_unheard"]
    heard = replace(GOOD, port_check=replace(check, announced=True))
    assert codes(heard, Severity.WARNING) == []
    assert "table_announced" in codes(heard, Severity.FINE)
    deaf = replace(GOOD, port_check=check, multicast=unheard())
    assert codes(deaf, Severity.FAULT, Severity.WARNING) == ["mdns_blocked"]


def test_silence_around_is_only_a_may_be() -> None:
    facts = replace(GOOD, multicast=replace(GOOD.multicast, others=()))
    assert faults(facts) == []
    assert codes(facts, Severity.WARNING) == ["nobody_heard"]


def test_a_router_and_nobody_else_may_be_a_guest_network() -> None:
    facts = replace(
        GOOD,
        multicast=replace(GOOD.multicast, others=()),
        neighbourhood=Neighbourhood("192.168.1.1", True, 0),
    )
    assert faults(facts) == []
    assert codes(facts, Severity.WARNING) == ["isolated"]


def test_nobody_is_suspected_of_silence_where_a_table_answers() -> None:
    facts = replace(GOOD, multicast=replace(GOOD.multicast, others=()), tables=2)
    assert codes(facts, Severity.WARNING) == []
    assert "tables" in codes(facts, Severity.FINE)


def test_a_vpn_that_carries_everything_may_be_in_the_way() -> None:
    facts = replace(GOOD, interfaces=(WIFI, VPN), default=VPN.address)
    assert faults(facts) == []
    assert codes(facts, Severity.WARNING) == ["vpn"]
    assert facts.address == "192.168.1.5:23636"


def test_a_vpn_that_is_merely_there_is_not_mentioned() -> None:
    facts = replace(GOOD, interfaces=(VPN, WIFI))
    assert codes(facts, Severity.FAULT, Severity.WARNING) == []


def test_only_a_vpn_or_an_inner_network_is_a_fault() -> None:
    def alone(interface: Interface) -> Facts:
        heard = Multicast(echoes=(Echo(interface.address, heard=True),), others=("10.0.0.1",))
        port_check = PortCheck(outcomes=((interface.address, ConnectOutcome.OPEN),))
        return replace(GOOD, interfaces=(interface,), multicast=heard, port_check=port_check)

    assert faults(alone(VPN)) == ["only_vpn"]
    assert faults(alone(DOCKER)) == ["only_virtual"]


def test_what_fails_beside_the_network_of_the_others_is_only_a_may_be() -> None:
    echoes = (Echo(WIFI.address, heard=True), Echo(DOCKER.address))
    facts = replace(
        GOOD,
        interfaces=(DOCKER, WIFI),
        multicast=Multicast(echoes=echoes, others=("192.168.1.7",)),
        port_check=PortCheck(
            outcomes=((WIFI.address, ConnectOutcome.OPEN), (DOCKER.address, ConnectOutcome.TIMEOUT))
        ),
    )
    assert faults(facts) == []
    assert codes(facts, Severity.WARNING) == ["mdns_elsewhere", "port_elsewhere"]


def test_wsl_behind_an_address_of_windows_is_the_first_fault() -> None:
    inner = Interface("eth0", "172.29.160.7", 20, InterfaceKind.LAN, multicast=True)
    facts = replace(
        GOOD,
        surroundings=Surroundings.WSL,
        interfaces=(inner,),
        multicast=Multicast(echoes=(Echo(inner.address),)),
        port_check=PortCheck(),
    )
    assert faults(facts) == ["wsl", "mdns_blocked"]


def test_wsl_that_shares_the_network_of_windows_is_no_fault() -> None:
    assert faults(replace(GOOD, surroundings=Surroundings.WSL)) == []


def test_a_container_with_a_network_of_its_own_may_be_in_the_way() -> None:
    inner = Interface("eth0", "172.17.0.2", 16, InterfaceKind.LAN, multicast=True)
    facts = replace(
        GOOD,
        surroundings=Surroundings.CONTAINER,
        interfaces=(inner,),
        multicast=Multicast(echoes=(Echo(inner.address, heard=True),), others=("172.17.0.1",)),
        port_check=PortCheck(outcomes=((inner.address, ConnectOutcome.OPEN),)),
    )
    assert codes(facts, Severity.WARNING) == ["container"]
    assert faults(facts) == []
    assert codes(replace(GOOD, surroundings=Surroundings.CONTAINER), Severity.WARNING) == []


def test_an_address_that_no_router_has_given_is_mentioned() -> None:
    lonely = Interface("wlan0", "169.254.7.9", 16, InterfaceKind.LAN, multicast=True)
    facts = replace(
        GOOD,
        interfaces=(lonely,),
        multicast=Multicast(echoes=(Echo(lonely.address, heard=True),), others=("169.254.1.1",)),
        port_check=PortCheck(outcomes=((lonely.address, ConnectOutcome.OPEN),)),
    )
    assert codes(facts, Severity.WARNING) == ["self_assigned"]
    assert faults(facts) == []


def test_tables_kept_to_this_machine_are_a_fault() -> None:
    loopback = Interface("lo", "127.0.0.1", 8, InterfaceKind.LOOPBACK)
    facts = replace(
        GOOD,
        interfaces=(loopback,),
        chosen=("127.0.0.1",),
        multicast=Multicast(echoes=(Echo("127.0.0.1", heard=True),)),
        port_check=PortCheck(outcomes=(("127.0.0.1", ConnectOutcome.OPEN),)),
    )
    assert faults(facts) == ["kept_to"]


# --- one address -------------------------------------------------------------------------------


def aimed(outcome: ConnectOutcome, *, near: bool = True, **more: object) -> Facts:
    way = TriedAddress("192.168.1.9", outcome, near)
    target = Target("anna", 23636, (way,), tables=(("Kitchen", False),))
    return replace(GOOD, target=replace(target, **more))


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
    assert faults(replace(GOOD, target=Target("nosuch", 23636))) == ["no_name"]


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
    assert faults(replace(GOOD, target=Target("anna", 23636, tried))) == ["refused"]


def test_a_vpn_on_the_way_to_another_network_is_blamed_for_silence() -> None:
    way = TriedAddress("10.1.1.9", ConnectOutcome.TIMEOUT, through=InterfaceKind.VPN)
    facts = replace(GOOD, interfaces=(WIFI, VPN), target=Target("10.1.1.9", 23636, (way,)))
    assert faults(facts) == ["through_vpn"]
    assert judge(facts)[0].facts["vpn"] == "wg0"


def test_on_macos_a_neighbour_out_of_reach_may_be_a_matter_of_permission() -> None:
    facts = replace(aimed(ConnectOutcome.UNREACHABLE), platform="darwin")
    assert faults(facts) == ["mac_target"]
