"""The active firewalls of this system, and whether they let tables in.

Reads, never changes, and asks for no more rights: facts that only the administrator may read stay
unknown.
"""

import asyncio
import contextlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from net.doctor.facts import Filtering, Firewall

MDNS_PORT: Final = 5353

COMMAND_SECONDS: Final = 2.0

_PROFILES: Final = ("PublicProfile", "StandardProfile", "DomainProfile")

_POLICY: Final = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"

_NARROW: Final = re.compile(
    r"\blo\b|\bct state|--ctstate|--state|icmp|established|127\.|::1|"
    r"dport|sport|udp|--dports|limit"
)
"""The marks of a conditional rule, which admits only some packets."""


async def firewalls(port: int) -> tuple[Firewall, ...]:
    """Return the active firewalls of this system."""
    if sys.platform == "win32":
        return windows_firewall(_registry_number)
    if sys.platform == "darwin":
        tool = "/usr/libexec/ApplicationFirewall/socketfilterfw"
        return mac_firewall(await _output(tool, "--getglobalstate"))
    found = [*ufw(Path("/etc/ufw"), port)]
    found += await _firewalld(port)
    if not found:
        found += read_nft(await _output("nft", "list", "ruleset"), port)
    if not found:
        found += read_iptables(await _output("iptables", "-S"), port)
    return tuple(found)


async def _run(*command: str) -> tuple[int, str]:
    """Run a command of the system; return -1 if it does not exist or takes too long."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return -1, ""
    try:
        async with asyncio.timeout(COMMAND_SECONDS):
            said, _ = await process.communicate()
    except TimeoutError:
        return -1, ""
    else:
        return process.returncode or 0, said.decode(errors="replace")
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _output(*command: str) -> str:
    code, said = await _run(*command)
    return said if code == 0 else ""


# --- Linux -------------------------------------------------------------------------------------


def ufw(folder: Path, port: int) -> Iterator[Firewall]:
    """Yield ufw if it is active; only the administrator can read its rules."""
    try:
        on = re.search(r"^ENABLED=yes", (folder / "ufw.conf").read_text(), re.M | re.I)
    except OSError:
        return
    if not on:
        return
    try:
        rules = (folder / "user.rules").read_text()
    except OSError:
        yield Firewall("ufw", Filtering.UNKNOWN, Filtering.OPEN)
        return
    allowed = rf"^### tuple ### (allow|limit) (any|tcp) ({port}|any) "
    state = Filtering.OPEN if re.search(allowed, rules, re.M) else Filtering.CLOSED
    # Its default rules let mDNS in, unless they were removed.
    yield Firewall("ufw", state, Filtering.OPEN)


async def _firewalld(port: int) -> Sequence[Firewall]:
    code, _ = await _run("firewall-cmd", "--state")
    if code != 0:
        return ()
    answers = await asyncio.gather(
        _run("firewall-cmd", f"--query-port={port}/tcp"),
        _run("firewall-cmd", "--query-service=mdns"),
    )
    states = {0: Filtering.OPEN, 1: Filtering.CLOSED}
    port_state, mdns = (states.get(code, Filtering.UNKNOWN) for code, _ in answers)
    return (Firewall("firewalld", port_state, mdns),)


# --- rules, searched rather than applied ---------------------------------------------------------


def read_nft(ruleset: str, port: int) -> Iterator[Firewall]:
    """Yield nftables if it drops any incoming packets, from `nft list ruleset`."""
    chains: dict[str, list[str]] = {}
    begins: list[str] = []
    drops = False
    table = chain = ""
    for line in map(str.strip, ruleset.splitlines()):
        if opened := re.match(r"(table|chain) (.+) \{$", line):
            if opened[1] == "table":
                table = opened[2]
            else:
                chain = f"{table} {opened[2]}"
                chains[chain] = []
        elif re.match(r"type filter hook input ", line):
            begins.append(chain)
            drops = drops or "policy drop" in line
        elif chain in chains and line not in ("", "}"):
            chains[chain].append(re.sub(r"\b(jump|goto) (\S+)", rf"\1 {table} \2", line))
    rules = _reached(chains, begins, re.compile(r"\b(?:jump|goto) (\S+ \S+ \S+)"))
    yield from _judge_rules("nftables", rules, port, drops=drops)


def read_iptables(listed: str, port: int) -> Iterator[Firewall]:
    """Yield iptables if it drops any incoming packets, from `iptables -S`."""
    chains: dict[str, list[str]] = {}
    for line in listed.splitlines():
        if line.startswith("-A "):
            _, chain, rule = line.split(" ", 2)
            chains.setdefault(chain, []).append(rule)
    drops = re.search(r"^-P INPUT (DROP|REJECT)", listed, re.M) is not None
    rules = _reached(chains, ["INPUT"], re.compile(r"-[jg] (\S+)"))
    yield from _judge_rules("iptables", rules, port, drops=drops)


def _reached(
    chains: Mapping[str, list[str]], begins: Sequence[str], jump: re.Pattern[str]
) -> list[str]:
    """Return the rules of some chains and of all chains to which they lead."""
    rules: list[str] = []
    seen: set[str] = set()
    to_read = list(begins)
    while to_read:
        chain = to_read.pop()
        if chain not in seen:
            seen.add(chain)
            rules += chains.get(chain, [])
            to_read += [target for rule in chains.get(chain, []) for target in jump.findall(rule)]
    return rules


def _judge_rules(name: str, rules: Sequence[str], port: int, *, drops: bool) -> Iterator[Firewall]:
    """Judge rules by the ports that they name; UNKNOWN if another rule may decide otherwise."""
    refusing = [rule for rule in rules if re.search(r"\b(drop|reject)\b", rule, re.I)]
    accepting = [rule for rule in rules if re.search(r"\baccept\b", rule, re.I)]
    if not drops and not refusing:
        return
    lets_all = any(not _NARROW.search(rule) for rule in accepting)
    stops_all = any(not _NARROW.search(rule) for rule in refusing)

    def state(wanted: str) -> Filtering:
        named = re.compile(rf"\b({wanted})\b")
        if any(named.search(rule) for rule in accepting):
            return Filtering.OPEN
        if any(named.search(rule) for rule in refusing):
            return Filtering.CLOSED
        if not drops and not stops_all:
            return Filtering.OPEN
        return Filtering.UNKNOWN if lets_all or not drops else Filtering.CLOSED

    yield Firewall(name, state(str(port)), state(f"{MDNS_PORT}|mdns"))


# --- macOS and Windows ---------------------------------------------------------------------------


def mac_firewall(said: str) -> tuple[Firewall, ...]:
    """Read the output of socketfilterfw; this firewall asks the user about each program."""
    on = re.search(r"State = [12]", said)
    return (Firewall("macOS"),) if on else ()


def windows_firewall(number: Callable[[str, str], int | None]) -> tuple[Firewall, ...]:
    """Read the registry, which is the same in every language, by means of `number`."""
    on = [number(rf"{_POLICY}\{profile}", "EnableFirewall") for profile in _PROFILES]
    return (Firewall("Windows"),) if any(on) else ()


def _registry_number(key: str, name: str) -> int | None:
    if sys.platform != "win32":
        return None
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
            value = winreg.QueryValueEx(opened, name)[0]
    except OSError:
        return None
    return value if isinstance(value, int) else None
