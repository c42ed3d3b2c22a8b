"""The messages to a player who comes back are compared with those that seat heard before."""

from typing import Any

import pytest

from kozyr_kits.conformance.hosts.table import wrong_in_missed
from net.wire.from_host import Missed, Updated
from net.wire.message import EventLine, MissedLine

DREW, DREW_WHAT = EventLine("drew", 1, {}), EventLine("drew", 1, {"tile": "6-4"})
LAID = EventLine("moved", 0, {"move": "lay 6-6 left"})
BEFORE = [Updated(1, {}, [], 0), Updated(2, {}, [LAID], 0), Updated(3, {}, [DREW], 0)]
NOW = Updated(4, {}, [], 0)


def missed(*lines: tuple[int, EventLine]) -> Missed:
    return Missed([MissedLine(seq, event) for seq, event in lines])


@pytest.mark.parametrize(
    "after",
    [
        [NOW],
        [missed(), NOW],
        [missed((2, LAID), (3, DREW)), NOW],
        [missed((3, DREW), (4, EventLine("passed", 1, {}))), NOW],
    ],
)
def test_what_the_page_allows_is_no_fault(after: list[Any]) -> None:
    assert not list(wrong_in_missed(BEFORE, after))


@pytest.mark.parametrize(
    "after, said",
    [
        ([NOW, missed((2, LAID))], "not come once"),
        ([missed((2, LAID)), missed(), NOW], "not come once"),
        ([missed((3, DREW), (2, LAID)), NOW], "[3, 2]"),
        ([missed((5, LAID)), NOW], "before 4"),
        ([missed((3, DREW_WHAT)), NOW], "was not told then"),
    ],
)
def test_what_it_forbids_is_found(after: list[Any], said: str) -> None:
    (found,) = wrong_in_missed(BEFORE, after)
    assert said in found


def test_what_a_client_says_it_has_is_not_told_again() -> None:
    after = [missed((3, DREW), (4, EventLine("passed", 1, {}))), NOW]
    assert not list(wrong_in_missed(BEFORE, after, 2))
    (found,) = wrong_in_missed(BEFORE, after, 3)
    assert "has 3" in found
