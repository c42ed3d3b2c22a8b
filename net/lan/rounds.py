"""The order in which announced hosts are asked: in turn, a few connections per second. No I/O.

Any program on the LAN can announce any table, any number of times. Times are given.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Final

PROBE_SECONDS: Final = 2.0
"""Seconds between two probes of a table: a dead one is removed within 6 s, after two of 1.5 s."""

LONGEST_PROBE_SECONDS: Final = 15.0
"""The most seconds between two probes of a table that does not answer."""

CONNECTIONS_PER_SECOND: Final = 15.0

BURST: Final = 4
"""The most connections at once; this allows at most 20 per second."""

STAGGER_SECONDS: Final = BURST / CONNECTIONS_PER_SECOND
"""The delay in seconds after which a host's next addresses are asked as well."""

MAX_ADVERTS: Final = 512

MAX_AT_ADDRESS: Final = 16
"""The most announcements for one address: a host has one table, perhaps a few."""

LEAST_PATIENCE: Final = 1.5
"""The least seconds to wait for a host that usually answers faster."""

MOST_PATIENCE: Final = 6.0
"""The most seconds to wait: five round trips of 0.6 s on a network that loses 5 % of packets."""


@dataclass(slots=True)
class Advert:
    """An announcement, and the time at which its table is asked next."""

    name: str
    addresses: list[str]
    """The likeliest first."""
    port: int
    known: str = ""
    """The address that answered."""
    took: float = 0.0
    """The seconds of the last answer, from the connection on."""
    failures: int = 0
    due: float = 0.0
    """The time of the next query; infinity while only answers are awaited."""
    asked: int = 0
    """The number of its addresses asked so far in this round."""
    waiting: int = 0
    """The number of open queries."""

    @property
    def lead_address(self) -> str:
        """The address whose announcements take turns."""
        return self.addresses[0]

    @property
    def tries(self) -> list[str]:
        """The addresses to ask now: a few at once, and in the end all."""
        return [self.known] if self.known else self.addresses[self.asked : self.asked + BURST]

    @property
    def patience(self) -> float:
        """The seconds to wait for an answer; a table that used to answer fast is soon removed."""
        if not self.took or self.failures:
            return MOST_PATIENCE
        return min(MOST_PATIENCE, max(LEAST_PATIENCE, 3 * self.took))

    @property
    def undecided(self) -> bool:
        """Whether it may still turn out to be a table."""
        return not self.known and not self.failures


@dataclass(frozen=True, slots=True)
class Query:
    """The addresses of one announcement that are asked now."""

    advert: Advert
    addresses: tuple[str, ...]
    patience: float


@dataclass(slots=True)
class Rounds:
    """All announcements. Addresses take turns; every other turn goes to a table that answers."""

    _adverts: dict[str, Advert] = field(default_factory=dict)
    _last_asked: dict[str, float] = field(default_factory=dict)
    """The time of the last query at each address."""
    _tokens: float = BURST
    _counted: float = 0.0
    _answering_next: bool = True

    @property
    def undecided(self) -> bool:
        """Whether an announced host has neither answered nor been silent for long enough."""
        return any(each.undecided for each in self._adverts.values())

    def put(self, name: str, addresses: list[str], port: int, now: float) -> str:
        """Note an announcement or its change; return the name of one dropped for it, if any."""
        known = self._adverts.pop(name, None)
        if known is not None and (known.addresses, known.port) == (addresses, port):
            known.due = known.due if known.waiting else now
            self._adverts[name] = known
            return ""
        advert = Advert(name, addresses, port, due=now)
        if known is not None:
            advert.failures, advert.took = known.failures, known.took
            advert.known = known.known if known.known in addresses else ""
        crowd = Counter(each.lead_address for each in self._adverts.values())
        gone = ""
        if crowd[advert.lead_address] >= MAX_AT_ADDRESS or len(self._adverts) >= MAX_ADVERTS:
            gone = self._give_way(crowd, advert.lead_address)
        self._adverts[name] = advert
        return gone

    def forget(self, name: str) -> None:
        """Note the end of an announcement."""
        self._adverts.pop(name, None)

    def _give_way(self, crowd: Counter[str], lead_address: str) -> str:
        """Drop an announcement of that address, or of the most crowded one; return its name."""
        if crowd[lead_address] < MAX_AT_ADDRESS:
            lead_address = max(crowd, key=crowd.__getitem__)
        here = [each for each in self._adverts.values() if each.lead_address == lead_address]
        worst = max(reversed(here), key=lambda each: (not each.known, each.failures))
        self.forget(worst.name)
        return worst.name

    def next(self, now: float) -> Query | None:
        """Return the next query; None if none is due or too many connections are open."""
        self._tokens = min(BURST, self._tokens + (now - self._counted) * CONNECTIONS_PER_SECOND)
        self._counted = now
        due = [each for each in self._adverts.values() if each.due <= now]
        answering = [each for each in due if each.known]
        silent = [each for each in due if not each.known]
        turns = [answering, silent] if self._answering_next else [silent, answering]
        wanted = next(filter(None, turns), None)
        if wanted is None:
            return None
        advert = min(
            wanted, key=lambda each: (self._last_asked.get(each.lead_address, -1.0), each.due)
        )
        tries = advert.tries
        if self._tokens < len(tries):
            return None
        self._tokens -= len(tries)
        self._answering_next = not self._answering_next
        self._last_asked[advert.lead_address] = now
        advert.waiting += 1
        advert.asked += 0 if advert.known else len(tries)
        more = not advert.known and advert.asked < len(advert.addresses)
        advert.due = now + STAGGER_SECONDS if more else inf
        return Query(advert, tuple(tries), advert.patience)

    def wait(self, now: float) -> float | None:
        """Return the seconds until the next query; None if there is none."""
        due = [each.due for each in self._adverts.values() if isfinite(each.due)]
        if not due:
            return None
        return max(min(due) - now, 1 / CONNECTIONS_PER_SECOND)

    def answered(self, query: Query, address: str, took: float, now: float) -> bool:
        """Note the answering address, or "" for silence; return whether the silence is final."""
        advert = query.advert
        here = self._adverts.get(advert.name)
        if here is not advert:
            return here is None  # its announcement has changed meanwhile
        here.waiting -= 1
        if address:
            here.known, here.took, here.failures = address, took, 0
            here.due, here.asked = now + PROBE_SECONDS, 0
            return False
        if here.known:
            if here.known in query.addresses:
                # The host may have moved, or a packet was lost: ask all its addresses once more,
                # straight away.
                rest = [each for each in here.addresses if each != here.known]
                here.addresses, here.known, here.due = [here.known, *rest], "", now
            return False
        if not here.waiting and here.asked >= len(here.addresses):
            here.failures += 1
            here.asked = 0
            here.due = now + min(PROBE_SECONDS * 1.5**here.failures, LONGEST_PROBE_SECONDS)
            self._tidy()
        return True

    def _tidy(self) -> None:
        """Forget the times of addresses without an announcement."""
        if len(self._last_asked) > 2 * MAX_ADVERTS:
            leading = {each.lead_address for each in self._adverts.values()}
            self._last_asked = {at: when for at, when in self._last_asked.items() if at in leading}
