"""Decides which announcement to probe next: in turn, a few a second.

No I/O. Times come in from outside. Anybody on the LAN can announce anything, as often as they like.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

PROBE_SECONDS: Final = 2.0
"""The time between two probes of a table. With two attempts of 1.5 s a dead one is gone within 6
s."""

LONGEST_PROBE_SECONDS: Final = 15.0
"""The time between two probes of a table that has not answered for a long time."""

CONNECTIONS_PER_SECOND: Final = 15.0

BURST: Final = 4
"""At most this many connections at once, which makes at most 20 a second."""

MAX_ADVERTS: Final = 512

MAX_AT_ADDRESS: Final = 16
"""Announcements that lead to one address: a host has one table, perhaps a few."""

MAX_ADDRESSES: Final = 4
"""Addresses in one announcement: a machine has one or two of each kind."""


@dataclass(slots=True)
class Advert:
    """An announcement, and when its table is to be asked next."""

    name: str
    addresses: list[str]
    port: int
    known: str = ""
    """The address that answered."""
    failures: int = 0
    due: float = 0.0
    asked: bool = False
    """Whether it is being asked now."""

    @property
    def lead_address(self) -> str:
        """The address whose announcements take turns."""
        return self.addresses[0]

    @property
    def tries(self) -> list[str]:
        """The addresses to ask now."""
        return [self.known] if self.known else self.addresses


@dataclass(slots=True)
class Rounds:
    """All announcements. Addresses take turns; every other turn is for a table that answers."""

    _adverts: dict[str, Advert] = field(default_factory=dict)
    _last_asked: dict[str, float] = field(default_factory=dict)
    """Address -> when something there was last asked."""
    _tokens: float = BURST
    _counted: float = 0.0
    _answering_next: bool = True

    def put(self, name: str, addresses: list[str], port: int, now: float) -> str:
        """Note an announcement or its change; return the name of one that had to make room."""
        known = self._adverts.pop(name, None)
        advert = Advert(name, addresses[:MAX_ADDRESSES], port, due=now)
        if known is not None:
            advert.asked, advert.failures = known.asked, known.failures
            advert.known = known.known if known.known in advert.addresses else ""
        crowd = Counter(each.lead_address for each in self._adverts.values())
        gone = ""
        if crowd[advert.lead_address] >= MAX_AT_ADDRESS or len(self._adverts) >= MAX_ADVERTS:
            gone = self._give_way(crowd, advert.lead_address)
        self._adverts[name] = advert
        return gone

    def forget(self, name: str) -> None:
        """Note that something is no longer announced."""
        self._adverts.pop(name, None)

    def _give_way(self, crowd: Counter[str], lead_address: str) -> str:
        """Forget one if that address, or the most crowded one, has too many; return its name."""
        if crowd[lead_address] < MAX_AT_ADDRESS:
            lead_address = max(crowd, key=crowd.__getitem__)
        here = [each for each in self._adverts.values() if each.lead_address == lead_address]
        worst = max(reversed(here), key=lambda each: (not each.known, each.failures))
        self.forget(worst.name)
        return worst.name

    def next(self, now: float) -> Advert | None:
        """Return which one to probe now; None if none is due or enough are being probed."""
        self._tokens = min(BURST, self._tokens + (now - self._counted) * CONNECTIONS_PER_SECOND)
        self._counted = now
        due = [each for each in self._adverts.values() if not each.asked and each.due <= now]
        answering = [each for each in due if each.known]
        silent = [each for each in due if not each.known]
        turns = [answering, silent] if self._answering_next else [silent, answering]
        wanted = next(filter(None, turns), None)
        if wanted is None:
            return None
        advert = min(
            wanted, key=lambda each: (self._last_asked.get(each.lead_address, -1.0), each.due)
        )
        if self._tokens < len(advert.tries):
            return None
        self._tokens -= len(advert.tries)
        self._answering_next = not self._answering_next
        self._last_asked[advert.lead_address] = now
        advert.asked = True
        return advert

    def wait(self, now: float) -> float | None:
        """Return how many seconds until one can be probed; None if there is none to probe."""
        due = [each.due for each in self._adverts.values() if not each.asked]
        if not due:
            return None
        return max(min(due) - now, 1 / CONNECTIONS_PER_SECOND)

    def answered(self, advert: Advert, address: str, now: float) -> bool:
        """Note an answer, or silence as an empty address; tell whether the silence is final."""
        here = self._adverts.get(advert.name)
        if here is None:
            return True
        here.asked = False
        if address:
            here.known, here.failures, here.due = address, 0, now + PROBE_SECONDS
            return False
        if here.known:
            # The host may have moved, or a packet was lost: ask all its addresses once more,
            # straight away.
            here.known, here.due = "", now
            return False
        here.failures += 1
        here.due = now + min(PROBE_SECONDS * 1.5**here.failures, LONGEST_PROBE_SECONDS)
        self._tidy()
        return True

    def _tidy(self) -> None:
        """Forget probe times of addresses that nothing announces any more."""
        if len(self._last_asked) > 2 * MAX_ADVERTS:
            leading = {each.lead_address for each in self._adverts.values()}
            self._last_asked = {at: when for at, when in self._last_asked.items() if at in leading}
