"""The words of findings: a sentence, and the next step to try."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from net.doctor.judging import Finding, Severity
from tui.language.text import t, tn

SentenceAndStep: TypeAlias = tuple[str, str]
"""The templates of a sentence and of a step; an empty text means no step."""

MACHINE: Final[dict[str, SentenceAndStep]] = {
    "no_network": (
        "You are offline: this computer is not on any network.",
        "Connect to the Wi-Fi or plug in the cable that the others are on, and look again.",
    ),
    "kept_to": (
        "The variable KOZYR_INTERFACES keeps tables to {addresses}: nobody else sees them.",
        "Unset KOZYR_INTERFACES and start Kozyr again.",
    ),
    "kept_to_nobody": (
        "The variable KOZYR_INTERFACES keeps tables to {addresses}, and this computer has no such "
        "address.",
        "Unset KOZYR_INTERFACES and start Kozyr again.",
    ),
    "no_carrier": (
        "You are offline: nothing is at the other end of {name}, so its cable is unplugged, or the "
        "switch there is off.",
        "Plug the cable in, or connect to the Wi-Fi that the others are on, and look again.",
    ),
    "no_radio": (
        "You are offline: {name} is not connected to any Wi-Fi.",
        "Connect to the Wi-Fi that the others are on, and look again.",
    ),
    "wsl": (
        "Kozyr runs in WSL, and {address} is an address that only this Windows computer knows.",
        "Start Kozyr in Windows itself, or write networkingMode=mirrored under [wsl2] in the file "
        ".wslconfig of your Windows user and run 'wsl --shutdown'.",
    ),
    "container": (
        "Kozyr runs in a container; others may not reach its address {address}.",
        "Start the container in the network of its computer (--network host).",
    ),
    "self_assigned": (
        "The router has given this computer no address on {name}; it has taken {address} itself.",
        "Switch that network off and on again, then look again.",
    ),
    "only_vpn": (
        "The only network here is the VPN {name}.",
        "Connect to the Wi-Fi or the cable that the others are on.",
    ),
    "only_virtual": (
        "The only network here, {name}, exists only within this computer.",
        "Connect to the Wi-Fi or the cable that the others are on.",
    ),
    "vpn": (
        "All traffic goes through the VPN {name}; many VPNs cut a computer off from the network "
        "around it.",
        "Switch the VPN off while you play, or allow local networks in its settings.",
    ),
    "mac_permission": (
        "macOS does not let this terminal speak to the local network.",
        "System Settings, Privacy & Security, Local Network: allow your terminal, and start it "
        "again.",
    ),
    "mdns_taken": (
        "Another program keeps port 5353, by which tables find each other, to itself: {programs}.",
        "Let it share the port (Avahi: disallow-other-stacks=no) or end it; until then, join by "
        "address.",
    ),
    "mdns_taken_unnamed": (
        "Another program keeps port 5353, by which tables find each other, to itself.",
        "Find the program that has UDP port 5353 and end it; until then, join by address.",
    ),
    "mdns_denied": (
        "This computer does not let Kozyr announce tables on {name} ({address}).",
        "Allow outgoing UDP to port 5353 in the firewall of this computer.",
    ),
    "mdns_unsent": (
        "Announcements of tables cannot be sent on {name} ({address}).",
        "Switch that network off and on again, then look again.",
    ),
    "no_multicast": (
        "{name} carries no multicast, which tables need to find each other.",
        "Use another network, or switch it on: sudo ip link set {name} multicast on",
    ),
    "multicast_off": (
        "Multicast, which tables need to find each other, is switched off on {name}: this computer "
        "hears itself, others may not.",
        "Switch it on: sudo ip link set {name} multicast on",
    ),
    "mdns_blocked_by": (
        "Announcements of tables go out on {name}, but the firewall {firewall} of this computer "
        "lets none in.",
        "{allow}",
    ),
    "mdns_blocked": (
        "Announcements of tables go out on {name} and do not come back: something on this "
        "computer drops them, most likely a firewall or a VPN.",
        "Let UDP port 5353 in through the firewall of this computer, and switch a VPN off.",
    ),
    "mdns_elsewhere": (
        "Tables are not found through {name} ({address}); that only matters if others sit there.",
        "",
    ),
    "mdns_heard": ("This computer hears its announcements of tables on {name} ({address}).", ""),
    "mdns_shared": ("Port 5353 is shared with {programs}, as it should be.", ""),
    "port_taken": (
        "Another program has port {port}; a table here gets another port.",
        "Tell the others the address that the waiting room shows, with its port.",
    ),
    "port_kept": (
        "A Kozyr of yours keeps port {port}, in case the table it is at has to come to it; another "
        "table here gets another port.",
        "",
    ),
    "port_blocked_by": (
        "Nobody gets through to port {port}: the firewall {firewall} of this computer stops them.",
        "{allow}",
    ),
    "port_blocked": (
        "Nobody gets through to port {port} at {address}: something on this computer stops them, "
        "most likely a firewall.",
        "Let TCP port {port} in through the firewall of this computer.",
    ),
    "port_elsewhere": (
        "Port {port} does not open at {address}; that only matters if others sit there.",
        "",
    ),
    "port_open": ("A table at {address} port {port} would let people in.", ""),
    "table_open": ("The table that is open here answers at {address} port {port}.", ""),
    "table_announced": ("The announcement of the table here was heard, as others hear it.", ""),
    "table_unheard": (
        "The table that is open here was not heard announcing itself.",
        "Look again; if it stays so, close the table and open it anew.",
    ),
    "firewall_port": (
        "The rules of {firewall} on this computer do not let anybody in at port {port}.",
        "{allow}",
    ),
    "firewall_mdns": (
        "The rules of {firewall} on this computer do not let announcements of tables in.",
        "{allow}",
    ),
    "firewall": (
        "The firewall {firewall} of this computer is on; whether it lets players in, only an "
        "administrator can see.",
        "If others do not get in: {allow}",
    ),
    "firewall_open": ("The firewall {firewall} of this computer lets players in.", ""),
    "tables_slow": (
        "The network around is slow: there is a table that takes long to answer.",
        "Play on, or come nearer to the router, or use a cable.",
    ),
    "table_silent": (
        "The table {table} is announced and does not answer: a firewall on its computer keeps you "
        "out, or that computer has just left.",
        "On the host's computer: run 'kozyr doctor'.",
    ),
    "isolated": (
        "No other computer was seen here, only the router {gateway}: this may be a guest "
        "network that keeps its visitors apart, or nobody else is on it now.",
        "Have everybody join the main Wi-Fi instead of the guest one, or switch off what the "
        "router calls client or AP isolation.",
    ),
    "nobody_heard": (
        "No other computer was heard: nobody else may be here, or the router passes no multicast "
        "on, as guest networks do.",
        "Have everybody join the same Wi-Fi, and not the guest one.",
    ),
    "own_name": ("This computer is also called {name}: kozyr join {name}:{port}", ""),
}
"""Code of a finding about this computer -> its words."""

TARGET: Final[dict[str, SentenceAndStep]] = {
    "no_name": (
        "No computer called {name} is known here.",
        "Check the spelling, or type the address in numbers that the host's screen shows.",
    ),
    "no_route": (
        "This computer has no route to {address}; its own network is {networks}.",
        "Connect to the same Wi-Fi or cable as the host.",
    ),
    "no_route_nowhere": (
        "This computer has no route to {address}: it is not on any network.",
        "Connect to the same Wi-Fi or cable as the host.",
    ),
    "other_network": (
        "{address} is on a different network from this computer ({networks}), and nothing came "
        "back from there.",
        "Connect both computers to the same Wi-Fi; a guest network is another one.",
    ),
    "through_vpn": (
        "The route to {address} leads through the VPN {vpn}, and nothing came back.",
        "Switch the VPN off, or allow local networks in its settings.",
    ),
    "nobody_there": (
        "Nobody on this network answers to {address}: that computer is off, asleep or at "
        "another address by now, or this is a guest network that keeps its visitors apart.",
        "Compare with the address that the host's screen shows now, and have both join the main "
        "Wi-Fi.",
    ),
    "filtered": (
        "{address} does not answer at port {port}, neither yes nor no: most likely the firewall of "
        "that computer blocks it.",
        "On the host's computer: let TCP port {port} in, and run 'kozyr doctor' there.",
    ),
    "refused": (
        "The computer {address} is there, but no table is open at its port {port}.",
        "Ask the host to open the table, and compare the port with the one on the host's screen.",
    ),
    "denied": (
        "This computer itself blocks the connection to {where}.",
        "Allow outgoing TCP to port {port} in the firewall of this computer, and switch a VPN off.",
    ),
    "mac_target": (
        "{address} cannot be reached; if that computer is on, macOS does not let this terminal "
        "speak to the local network.",
        "System Settings, Privacy & Security, Local Network: allow your terminal, and start it "
        "again.",
    ),
    "hung_up": (
        "{where} accepts the connection and closes it at once: a host does so with people from "
        "outside its local networks, and other programs do it too.",
        "Join the same network as the host, or have the table opened with 'kozyr host --internet'.",
    ),
    "crowded": (
        "The host at {where} has too many connections now.",
        "Try again in half a minute.",
    ),
    "silent": (
        "{where} accepts the connection and says nothing: the program there hangs, or is not "
        "Kozyr.",
        "Ask the host to look at the screen, and compare the port.",
    ),
    "not_kozyr": (
        "Something answers at {where}, but it is not Kozyr.",
        "Compare the port with the one on the host's screen.",
    ),
    "other_version": (
        "The host at {where} plays another version: it speaks {theirs} and this program {ours}.",
        "Install the same release on both computers.",
    ),
    "stranger": (
        "{where} shows a different certificate from the host that keeps your seat: it is a "
        "different computer, or somebody pretending to be it.",
        "Ask the host whether Kozyr was installed anew; if not, do not type the code there.",
    ),
    "unknown": (
        "{where} cannot be reached, and this system does not say why.",
        "Compare the address with the one on the host's screen, and run 'kozyr doctor' there.",
    ),
    "no_table": (
        "Kozyr answers at {where}, but has no table there now.",
        "Ask the others where the table is: 'kozyr list' shows those that are open.",
    ),
    "dead_way": (
        "{address} is in the network of {name}, and nothing is at the other end of that.",
        "Plug its cable in, or connect it to its Wi-Fi, and look again.",
    ),
    "slow": (
        "The network between is slow: an answer takes {ms} ms. Playing works, with a delay.",
        "",
    ),
    "reached": ("A Kozyr host answers at {where}.", ""),
    "table": ("There is the table {table}.", ""),
    "table_with_code": (
        "There is the table {table}, which asks for its code: whoever sits there sees it.",
        "",
    ),
    "own_machine": ("{where} is this computer itself.", ""),
    "reached_far": (
        "It is on another network: the list of tables will not show it, but its address works.",
        "",
    ),
}
"""Code of a finding about the address in question -> its words."""

ALLOW: Final = {
    "ufw": "sudo ufw allow {port}/tcp; sudo ufw allow 5353/udp",
    "firewalld": "sudo firewall-cmd --add-port={port}/tcp --add-service=mdns",
    "Windows": "In Windows Security, Firewall, Allow an app: tick Python for private networks, "
    "and make this network a private one.",
    "macOS": "In System Settings, Network, Firewall, Options: allow incoming connections for "
    "Python.",
}
"""Firewall -> how to let players in through it; ALLOW_ELSE is for other firewalls."""

ALLOW_ELSE: Final = "Add rules to {firewall} that accept TCP port {port} and UDP port 5353."


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a finding, in the player's language."""

    level: Severity
    sentence: str
    step: str


def say(finding: Finding) -> Wording:
    """Word a finding in the player's language."""
    code, facts = finding.code, {name: _shown(fact) for name, fact in finding.facts.items()}
    if code == "mdns_taken" and not facts["programs"]:
        code = "mdns_taken_unnamed"
    if code == "no_route" and not facts["networks"]:
        code = "no_route_nowhere"
    if code == "tables":
        n = int(facts["n"])
        tables = tn("{n} other table answers.", "{n} other tables answer.", n)
        return Wording(finding.level, tables, "")
    if code == "others_heard":
        n = int(facts["n"])
        heard = tn("{n} other computer was heard.", "{n} other computers were heard.", n)
        return Wording(finding.level, heard, "")
    sentence, step = (MACHINE | TARGET)[code]
    if "firewall" in facts:
        template = ALLOW.get(str(facts["firewall"]), ALLOW_ELSE)
        facts["allow"] = t(template, **facts)
    return Wording(finding.level, t(sentence, **facts), t(step, **facts) if step else "")


def _shown(fact: str | int) -> str | int:
    """Return a fact without control characters: names of programs may contain any."""
    return "".join(filter(str.isprintable, fact)) if isinstance(fact, str) else fact
