"""Plain values against the types of the page."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

import pytest

from core.notation import Among, Card, CardOrNone
from net.conformance.schema import check
from net.wire.from_host import EventLine, Ponged, SeatLine


class Cell(NamedTuple):
    x: int
    card: Card


class Data(TypedDict):
    seat: int | None
    cells: NotRequired[list[Cell]]


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (7, int),
        ("Ah", Card),
        ("", CardOrNone),
        (None, int | None),
        ("up", Annotated[str, Among("up", "down")]),
        ({"seat": None}, Data),
        ({"seat": 1, "cells": [[3, "Xr"]]}, Data),
        ({"sent": 4}, Ponged),
        ({}, SeatLine),
        (["moved", None, {"any": [1, {"thing": "plain"}]}], EventLine),
        ([[1, "x"]], tuple[tuple[int, str], ...]),
        ({"a": 1, "b": "c"}, dict[str, int | str]),
    ],
)
def test_what_the_page_says_is_accepted(value: Any, hint: Any) -> None:
    assert list(check(value, hint, "it")) == []


@pytest.mark.parametrize(
    ("value", "hint", "complaint"),
    [
        (True, int, "it is true, not an integer"),
        (7.0, int, "it is 7.0, not an integer"),
        ("7", int, 'it is "7", not an integer'),
        (1, bool, "it is 1, not a boolean"),
        ("1h", Card, 'it is "1h", no card'),
        ("", Card, 'it is "", no card'),
        ("left", Annotated[str, Among("up", "down")], 'it is "left", none of "up", "down"'),
        ("x", int | None, 'it is "x", not an integer or nil'),
        ({}, Data, "it.seat is missing"),
        ({"seat": 1, "name": ""}, Data, "it.name is no field of the page"),
        ({"seat": 1, "cells": [[3]]}, Data, "it.cells[0] has 1 elements, not 2"),
        ({"seat": 1, "cells": [[3, "?"]]}, Data, 'it.cells[0][1] is "?", no card'),
        ({"sent": -1}, Ponged, "it.sent is -1: less than 0"),
        ({"sent": 1 << 53}, Ponged, "it.sent is 9007199254740992: not below 9007199254740992"),
        (["moved", 10, {}], EventLine, "it[1] is 10: not below 10"),
        (["moved", None, {"a": 0.5}], EventLine, "it[2].a is of the type float"),
        ([1], dict[str, int], "it is [1], not a map"),
    ],
)
def test_what_it_does_not_say_is_complained_of(value: Any, hint: Any, complaint: str) -> None:
    found = "; ".join(check(value, hint, "it"))
    assert complaint in found
