"""The number of things that may happen at once and per second; times are given by hand."""

import pytest

from net.rate_limit import RateLimit
from net.table.moderation import (
    BURST,
    LINES_PER_SECOND,
    OWNER_BURST,
    OWNER_CHANGES_PER_SECOND,
    Allowances,
)
from net.wire.reasons import RefusalError


def waits(limit: RateLimit, *times: float) -> list[float]:
    """Count a message at each of these times; return how long the next one then has to wait."""
    found = []
    for now in times:
        limit.note(now)
        found.append(limit.wait(now))
    return found


def test_a_burst_comes_at_once_and_what_is_left_at_its_rate() -> None:
    limit = RateLimit(2, 3)
    assert limit.wait(100) == 0
    assert waits(limit, *[100] * 5) == [0, 0, 0, 0.5, 1]
    assert limit.wait(100.75) == 0.25
    assert limit.wait(101) == limit.wait(200) == 0
    assert waits(limit, 101, 101) == [0.5, 1]


def test_a_burst_is_that_of_a_second_unless_it_is_named() -> None:
    assert waits(RateLimit(4), *[100] * 6) == [0, 0, 0, 0, 0.25, 0.5]


@pytest.mark.parametrize("noted", range(5))
def test_a_limit_is_idle_as_soon_as_it_is_as_good_as_new(noted: int) -> None:
    limit = RateLimit(2, 3)
    waits(limit, *[100] * noted)
    if noted:
        assert not limit.idle(100 + noted * 0.5 - 0.25)
    assert limit.idle(100 + noted * 0.5)
    then = [100 + noted * 0.5] * 5
    assert waits(limit, *then) == waits(RateLimit(2, 3), *then)


@pytest.mark.parametrize(
    ("owner", "burst", "rate"),
    [(False, BURST, LINES_PER_SECOND), (True, OWNER_BURST, OWNER_CHANGES_PER_SECOND)],
    ids=["player", "owner"],
)
def test_a_few_things_may_be_said_or_changed_at_once_and_then_so_many_a_second(
    owner: bool, burst: int, rate: int
) -> None:
    limit = Allowances()

    def allowed(now: float) -> bool:
        """Tell whether a change is allowed now; if so, count it."""
        try:
            limit.check(1, now, owner=owner)
        except RefusalError:
            return False
        limit.note(1, now, owner=owner)
        return True

    at_once = [sum(allowed(now) for _ in range(2 * burst)) for now in (100, 100, 101, 103)]
    assert at_once == [burst, 0, rate, 2 * rate]
    limit.check(0, 103, owner=owner)
    limit.check(None, 103, owner=owner)
    limit.check(1, 103, owner=not owner)
