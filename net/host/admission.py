"""The order of letting waiting connections in, and of turning them away. No I/O, no clock.

Addresses take turns, so that a crowd at one address delays only itself; IPv6 counts by /64, since
any machine there has as many addresses as it likes. Connections from the addresses of seated
players are turned away last. A connection that has joined a table is no longer counted here: tables
have their own limits.
"""

import ipaddress
import math
from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from net.rate_limit import RateLimit


class Waiting(Protocol):
    """A connection, from the first byte to the end."""

    @property
    def address(self) -> str: ...

    @property
    def group(self) -> str: ...

    def __hash__(self) -> int: ...


W = TypeVar("W", bound=Waiting)


@dataclass(frozen=True, slots=True)
class AdmissionLimits:
    """The most connections that may wait, or be inside without a table."""

    waiting: int = 256
    """Accepted and not yet let in; each costs little more than a file descriptor."""
    inside: int = 256
    """Let in and not at a table."""
    per_address: int = 8
    """The most of either kind from one address."""
    per_second: float = 60.0
    """Let in per second; a TLS handshake takes some 2 ms, during which all tables wait."""
    arrivals_per_second: float = 20.0
    """Let in per second from one address."""


ADMISSION_LIMITS: Final = AdmissionLimits()

BURST: Final = 5
"""The most that are let in at once: their handshakes delay the players' messages."""


def group_of(address: str) -> str:
    """Return the group of an address: itself, or its network of 64 bits."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))


class Admission(Generic[W]):
    """The queue of waiting connections, and the connections let in that are at no table."""

    def __init__(self, limits: AdmissionLimits, seated: Callable[[], Set[str]] = frozenset) -> None:
        """`seated` returns the addresses of all players with a seat, present or away."""
        self._limits = limits
        self._seated = seated
        self._waiting: dict[W, None] = {}
        self._ready: dict[W, None] = {}
        self._inside: dict[W, None] = {}
        self._rate = RateLimit(limits.per_second, min(BURST, limits.per_second))
        self._rates: dict[str, RateLimit] = {}
        self._served: dict[str, float] = {}

    def arrive(self, accepted: W) -> W | None:
        """Add a connection; return the one turned away for it, perhaps this one."""
        self._waiting[accepted] = None
        counts = Counter(each.group for each in self._waiting)
        if counts[accepted.group] > self._limits.per_address:
            loser = accepted
        elif len(self._waiting) > self._limits.waiting:
            known = self._seated()
            strangers = [each for each in self._waiting if each.address not in known]
            # The newest from the most crowded address: the earlier ones keep their places.
            loser = max(reversed(strangers or [accepted]), key=lambda each: counts[each.group])
        else:
            return None
        self.gone(loser)
        return loser

    def ready(self, accepted: W) -> None:
        """Note that a connection has sent enough to be let in."""
        if accepted in self._waiting:
            self._ready[accepted] = None

    def next(self, now: float) -> W | None:
        """Return the connection to let in now, if any, and count it as inside."""
        if self._rate.wait(now):
            return None
        ready = [each for each in self._ready if not self._wait_of(each.group, now)]
        if not ready:
            return None
        accepted = min(ready, key=lambda each: self._served.get(each.group, -math.inf))
        self._served[accepted.group] = now
        self._rate.note(now)
        self._rates.setdefault(accepted.group, RateLimit(self._limits.arrivals_per_second)).note(
            now
        )
        self.gone(accepted)
        self._inside[accepted] = None
        return accepted

    def wait(self, now: float) -> float | None:
        """Return the seconds until a connection may be let in; None if none waits."""
        if not self._ready:
            return None
        soonest = min(self._wait_of(each.group, now) for each in self._ready)
        return max(self._rate.wait(now), soonest)

    def surplus(self) -> W | None:
        """Return the one to drop if too many are inside: the oldest of the busiest address."""
        counts, known = Counter(each.group for each in self._inside), self._seated()
        those = [each for each in self._inside if counts[each.group] > self._limits.per_address]
        if len(self._inside) > self._limits.inside:
            those = [each for each in self._inside if each.address not in known] or [*self._inside]
        return max(those, key=lambda each: counts[each.group], default=None)

    def gone(self, accepted: W) -> None:
        """Forget a connection: it has ended, or has joined a table."""
        for those in (self._waiting, self._ready, self._inside):
            those.pop(accepted, None)

    def tidy(self, now: float) -> None:
        """Forget addresses from which no connection has been let in for a while."""
        self._rates = {group: rate for group, rate in self._rates.items() if not rate.idle(now)}
        self._served = {group: at for group, at in self._served.items() if now - at < 60}

    def _wait_of(self, group: str, now: float) -> float:
        rate = self._rates.get(group)
        return rate.wait(now) if rate is not None else 0.0


STRANGER_BURST: Final = 10
"""The messages that a connection may send at once before it joins: Hello, a proof, Join, Pings."""

STRANGERS_BURST: Final = 20
"""The same for all such connections together; no player waits longer than these take."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a host."""

    hello_seconds: float = 3.0
    """From the connection to the end of the first message, encryption included."""
    frame_seconds: float = 3.0
    """From the first byte of a frame to its last byte."""
    silent_seconds: float = 6.0
    """Between frames; clients send a Ping every two seconds."""
    check_seconds: float = 0.5
    """Between two checks of the deadlines."""
    out_bytes: int = 1 << 20
    """The bytes that a client may leave unread before it is dropped."""
    messages_per_second: float = 100.0
    """Messages beyond this rate are not refused, only read later."""
    join_seconds: float = 30.0
    """From the greeting to the Join; a player who has to look for the code connects again."""
    strangers: AdmissionLimits = ADMISSION_LIMITS
    """Connections that have not joined a table."""
    stranger_messages_per_second: float = 5.0
    all_strangers_messages_per_second: float = 400.0
    """The most messages of each stranger, and of all together; a short burst may exceed this."""


LIMITS: Final = Limits()
"""The limits of every host, unless it is given others."""
