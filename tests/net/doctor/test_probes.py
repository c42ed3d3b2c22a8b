"""The probes: over real sockets of this machine, and in files of the system."""

import asyncio
import errno
import socket
from pathlib import Path

import pytest

import net.doctor.connecting
from core.games.kozel import rules as kozel
from net.doctor import connecting
from net.doctor.connecting import examine_port, examine_target, outcome_of, try_host, try_port
from net.doctor.examination import (
    STEPS,
    Scope,
    examine,
    interfaces,
    neighbourhood,
    read_neighbourhood,
    surroundings,
)
from net.doctor.facts import ConnectOutcome, Filtering, Firewall, InterfaceKind, Surroundings
from net.doctor.firewalls import mac_firewall, read_iptables, read_nft, ufw, windows_firewall
from net.doctor.judging import judge
from net.doctor.multicast import examine_multicast, other_programs, question, read_sockets
from net.host.factory import new_table
from net.host.server import Host
from net.lan.networks import kind_of
from net.secure.tls import new_identity
from net.table.lobby import Lobby
from net.wire.from_host import Closed
from net.wire.protocol import VERSION, encode, frame
from tests.support.impostors import something_at_a_port

LOOPBACK = ("127.0.0.1",)


@pytest.fixture(autouse=True)
def this_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every probe off the real network, and patient: this machine may be busy."""
    monkeypatch.setenv("KOZYR_INTERFACES", "127.0.0.1")
    monkeypatch.setattr(connecting, "ANSWER_SECONDS", 30)
    monkeypatch.setattr(net.doctor.connecting, "SECONDS", 30)
    monkeypatch.setattr(net.doctor.connecting, "RESOLVE_SECONDS", 30)
    monkeypatch.setattr(net.doctor.connecting, "CONNECT_SECONDS", 30)


def a_host(code: str | None = None) -> Host:
    table = new_table("Kitchen", kozel, kozel.Options(), 3, code=code)
    return Host(Lobby("Ann", [table]), address="127.0.0.1", port=0)


# --- connecting --------------------------------------------------------------------------------


async def test_a_host_is_recognised_and_told_from_other_programs() -> None:
    async with a_host() as host:
        attempt = await try_host("127.0.0.1", host.port, 30)
        assert attempt.outcome is ConnectOutcome.KOZYR
        assert attempt.answer.version == VERSION
        port = host.port
    assert await try_port("127.0.0.1", port, 30) is ConnectOutcome.REFUSED
    assert (await try_host("127.0.0.1", port, 30)).outcome is ConnectOutcome.REFUSED


async def test_a_program_that_says_nothing_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    monkeypatch.setattr(connecting, "ANSWER_SECONDS", 0.05)
    async with something_at_a_port(silent) as port:
        assert (await try_host("127.0.0.1", port, 30)).outcome is ConnectOutcome.SILENT


async def test_programs_that_are_no_host_are_told_apart() -> None:
    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(65536)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async def shut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    async def closed(code: str, **facts: int) -> ConnectOutcome:
        async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(frame(encode(Closed(code, "…", dict(facts)))))

        async with something_at_a_port(say, new_identity().context()) as port:
            return (await try_host("127.0.0.1", port, 30)).outcome

    async with something_at_a_port(web) as port:
        assert (await try_host("127.0.0.1", port, 30)).outcome is ConnectOutcome.OTHER
    async with something_at_a_port(shut) as port:
        assert (await try_host("127.0.0.1", port, 30)).outcome is ConnectOutcome.HUNG_UP
    assert await closed("version", host=VERSION + 1, yours=VERSION) is ConnectOutcome.VERSION
    assert await closed("crowd") is ConnectOutcome.CROWDED
    assert await closed("garbage") is ConnectOutcome.OTHER


@pytest.mark.parametrize(
    "number, outcome",
    [
        (errno.EPERM, ConnectOutcome.DENIED),
        (errno.EACCES, ConnectOutcome.DENIED),
        (errno.EHOSTUNREACH, ConnectOutcome.UNREACHABLE),
        (errno.ENETUNREACH, ConnectOutcome.NO_ROUTE),
        (errno.ENOSPC, ConnectOutcome.FAILED),
    ],
)
def test_errors_of_the_system_have_their_meaning(number: int, outcome: ConnectOutcome) -> None:
    assert outcome_of(OSError(number, "…")) is outcome
    assert outcome_of(TimeoutError()) is ConnectOutcome.TIMEOUT


# --- one address -------------------------------------------------------------------------------


async def test_a_target_that_answers_tells_its_tables_and_whether_they_ask_for_a_code() -> None:
    async with a_host("K7QM2X") as host:
        target = await examine_target("localhost", host.port, interfaces(LOOPBACK), {})
    assert target.tables == (("Kitchen", True),)
    assert (target.best.outcome, target.best.own) == (ConnectOutcome.KOZYR, True)
    assert not target.stranger


async def test_another_certificate_than_where_one_sat_is_noticed() -> None:
    async with a_host() as host:
        (table,) = host.lobby.welcomed().tables
        pinned = {table.id: ["00" * 32]}
        target = await examine_target("127.0.0.1", host.port, interfaces(LOOPBACK), pinned)
        assert target.stranger
        elsewhere = {"f" * 32: ["00" * 32]}
        target = await examine_target("127.0.0.1", host.port, interfaces(LOOPBACK), elsewhere)
        assert not target.stranger


async def test_a_name_that_nobody_has_leads_nowhere() -> None:
    assert (await examine_target("no..such", 23636, (), {})).best is None


# --- the port and multicast of this machine -----------------------------------------------------


async def test_a_table_that_is_open_here_is_tried_at_its_own_port() -> None:
    async with a_host() as host:
        check = await examine_port(interfaces(LOOPBACK), None, [host.port])
    assert (check.port, check.table) == (host.port, True)
    assert check.outcomes == (("127.0.0.1", ConnectOutcome.OPEN),)


async def test_without_a_table_something_listens_for_a_moment() -> None:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        free = sock.getsockname()[1]
    check = await examine_port(interfaces(LOOPBACK), free, [])
    assert (check.port, check.table, check.taken) == (free, False, 0)
    assert check.outcomes == (("127.0.0.1", ConnectOutcome.OPEN),)
    assert await try_port("127.0.0.1", free, 30) is ConnectOutcome.REFUSED


async def test_a_port_of_another_program_is_noticed_and_another_one_tried() -> None:
    async def shut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    async with something_at_a_port(shut) as port:
        check = await examine_port(interfaces(LOOPBACK), port, [])
    assert (check.taken, check.kept) == (port, False)
    assert check.port != port
    assert check.outcomes == (("127.0.0.1", ConnectOutcome.OPEN),)


async def test_a_port_that_is_only_kept_free_or_has_no_table_is_one_of_ours() -> None:
    """A program at a table keeps one for the case that it has to be the host."""
    with socket.socket() as kept:
        kept.bind(("0.0.0.0", 0))
        port = kept.getsockname()[1]
        check = await examine_port(interfaces(LOOPBACK), port, [])
    assert (check.taken, check.kept, check.table) == (port, True, False)
    async with Host(Lobby("Ann", []), port=0) as host:
        check = await examine_port(interfaces(LOOPBACK), host.port, [host.port])
        assert (check.taken, check.kept, check.table) == (host.port, True, False)


async def test_a_question_comes_back_at_the_address_where_it_went_out() -> None:
    heard = await examine_multicast(interfaces(LOOPBACK))
    assert heard.problem is None
    assert [(echo.address, echo.heard) for echo in heard.echoes] == [("127.0.0.1", True)]
    assert heard.others == ()


def test_a_question_is_one_of_dns() -> None:
    assert question("a.local") == bytes.fromhex(
        "0000000000010000000000000161056c6f63616c00000c0001"
    )


async def test_an_examination_takes_every_step_and_finds_that_tables_stay_here() -> None:
    steps: list[int] = []
    facts = await examine(Scope(("127.0.0.1", 1)), steps.append)
    assert sorted(steps) == list(range(1, STEPS + 1))
    assert {"refused", "kept_to"} <= {finding.code for finding in judge(facts)}


# --- what the system says of itself --------------------------------------------------------------


@pytest.mark.parametrize(
    "name, nice_name, kind",
    [
        ("eth0", "eth0", InterfaceKind.LAN),
        ("enp3s0", "enp3s0", InterfaceKind.LAN),
        ("en0", "en0", InterfaceKind.LAN),
        ("wlan0", "wlan0", InterfaceKind.LAN),
        ("tun0", "tun0", InterfaceKind.VPN),
        ("wg0", "wg0", InterfaceKind.VPN),
        ("utun4", "utun4", InterfaceKind.VPN),
        ("tailscale0", "tailscale0", InterfaceKind.VPN),
        ("{4D36E972}", "WireGuard Tunnel", InterfaceKind.VPN),
        ("{4D36E972}", "Intel(R) Wi-Fi 6 AX201", InterfaceKind.LAN),
        ("{4D36E972}", "vEthernet (WSL)", InterfaceKind.VIRTUAL),
        ("docker0", "docker0", InterfaceKind.VIRTUAL),
        ("br-1f0c", "br-1f0c", InterfaceKind.VIRTUAL),
        ("virbr0", "virbr0", InterfaceKind.VIRTUAL),
    ],
)
def test_interfaces_are_known_by_their_names(
    name: str, nice_name: str, kind: InterfaceKind
) -> None:
    assert kind_of(name, nice_name, "192.168.1.5") is kind
    assert kind_of(name, nice_name, "127.0.0.1") is InterfaceKind.LOOPBACK


ROUTES = """\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
"""

ARP = """\
IP address       HW type     Flags       HW address            Mask     Device
192.168.1.1      0x1         0x2         02:fc:00:00:00:05     *        eth0
192.168.1.7      0x1         0x2         02:fc:00:00:00:07     *        eth0
192.168.1.9      0x1         0x0         00:00:00:00:00:00     *        eth0
10.0.0.4         0x1         0x2         02:fc:00:00:00:04     *        docker0
"""


def test_the_gateway_and_the_neighbours_are_read_without_asking_anybody() -> None:
    around = read_neighbourhood(ROUTES, ARP)
    assert (around.gateway, around.gateway_answers, around.neighbours) == ("192.168.1.1", True, 1)
    assert read_neighbourhood(ROUTES.splitlines()[0], ARP).gateway == ""


def test_a_system_without_these_files_says_nothing_of_neighbours(tmp_path: Path) -> None:
    assert neighbourhood(tmp_path).neighbours is None
    assert other_programs(tmp_path) == ()


def test_who_has_the_port_of_mdns_is_read_from_the_sockets() -> None:
    rest = "00000000:0000 07 00000000:00000000 00:00000000 00000000"
    rows = (f"1: 00000000:14E9 {rest} 104 0 4242 2 x 0", f"2: 00000000:0035 {rest} 101 0 4243 2 x")
    assert read_sockets("\n".join(("sl local_address", *rows))) == {"4242": "104"}


def test_wsl_and_containers_are_recognised(tmp_path: Path) -> None:
    assert surroundings(tmp_path) is Surroundings.NONE
    (tmp_path / ".dockerenv").touch()
    assert surroundings(tmp_path) is Surroundings.CONTAINER
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/version").write_text("Linux version 5.15.1-microsoft-standard-WSL2")
    assert surroundings(tmp_path) is Surroundings.WSL


# --- firewalls ---------------------------------------------------------------------------------


def test_ufw_that_is_off_or_missing_is_no_firewall(tmp_path: Path) -> None:
    assert not list(ufw(tmp_path, 23636))
    (tmp_path / "ufw.conf").write_text("ENABLED=no\n")
    assert not list(ufw(tmp_path, 23636))


def test_ufw_lets_in_what_its_rules_name(tmp_path: Path) -> None:
    (tmp_path / "ufw.conf").write_text("# on\nENABLED=yes\n")
    assert list(ufw(tmp_path, 23636)) == [Firewall("ufw", Filtering.UNKNOWN, Filtering.OPEN)]
    rules = "### tuple ### allow tcp 23636 0.0.0.0/0 any 0.0.0.0/0 in\n"
    (tmp_path / "user.rules").write_text(rules)
    assert list(ufw(tmp_path, 23636)) == [Firewall("ufw", Filtering.OPEN, Filtering.OPEN)]
    assert list(ufw(tmp_path, 4567)) == [Firewall("ufw", Filtering.CLOSED, Filtering.OPEN)]


NFT = """\
table inet filter {
    chain input {
        type filter hook input priority filter; policy drop;
        iif "lo" accept
        ct state established,related accept
        jump services
    }
    chain services {
        udp dport 5353 accept
        tcp dport { 22, 80 } accept
    }
    chain forward {
        type filter hook forward priority filter; policy accept;
        tcp dport 23636 accept
    }
}
"""


def test_nftables_are_judged_by_the_chains_that_packets_come_in_by() -> None:
    assert list(read_nft(NFT, 23636)) == [Firewall("nftables", Filtering.CLOSED, Filtering.OPEN)]
    assert list(read_nft(NFT, 80)) == [Firewall("nftables", Filtering.OPEN, Filtering.OPEN)]
    assert not list(read_nft("", 80))
    open_policy = NFT.replace("policy drop", "policy accept")
    assert not list(read_nft(open_policy, 80))


def test_nftables_that_refuse_one_port_let_the_others_in() -> None:
    rules = NFT.replace("policy drop", "policy accept").replace("22, 80 } accept", "22 } drop")
    assert list(read_nft(rules, 22)) == [Firewall("nftables", Filtering.CLOSED, Filtering.OPEN)]
    assert list(read_nft(rules, 23636)) == [Firewall("nftables", Filtering.OPEN, Filtering.OPEN)]


def test_rules_that_go_by_addresses_leave_it_open_whether_they_let_players_in() -> None:
    rules = NFT.replace("jump services", "ip saddr 192.168.0.0/16 accept\n jump services")
    assert list(read_nft(rules, 23636)) == [Firewall("nftables", Filtering.UNKNOWN, Filtering.OPEN)]


IPTABLES = """\
-P INPUT DROP
-P FORWARD DROP
-N services
-A INPUT -i lo -j ACCEPT
-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A INPUT -j services
-A FORWARD -p tcp -m tcp --dport 23636 -j ACCEPT
-A services -p tcp -m tcp --dport 22 -j ACCEPT
"""


def test_iptables_are_judged_by_what_input_leads_to() -> None:
    assert list(read_iptables(IPTABLES, 23636)) == [
        Firewall("iptables", Filtering.CLOSED, Filtering.CLOSED)
    ]
    assert list(read_iptables(IPTABLES, 22)) == [
        Firewall("iptables", Filtering.OPEN, Filtering.CLOSED)
    ]
    assert not list(read_iptables("-P INPUT ACCEPT\n-P FORWARD DROP\n", 22))


def test_the_firewalls_of_windows_and_macos_are_known_to_be_on_or_off() -> None:
    def public_only(key: str, name: str) -> int | None:
        return int(key.endswith("PublicProfile")) if name == "EnableFirewall" else None

    assert windows_firewall(public_only) == (Firewall("Windows"),)
    assert windows_firewall(lambda key, name: None) == ()
    assert mac_firewall("Firewall is enabled. (State = 1)") == (Firewall("macOS"),)
    assert mac_firewall("Firewall is disabled. (State = 0)") == ()
    assert mac_firewall("") == ()
