"""Every test of the kits: own folders, one machine, English."""

import pytest

from net.table import seating
from tests.support.own_places import lan, no_lan, own_places, russian, spoken

__all__ = ["lan", "no_lan", "own_places", "russian", "spoken"]


@pytest.fixture(autouse=True)
def _soon_overdue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give players one second to answer a Nudge: a visit to a host waits for it."""
    monkeypatch.setattr(seating, "ANSWER_SECONDS", 1)
