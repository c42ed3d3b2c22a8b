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
        (True, int, "it: Expected `int`, got `bool`"),
        (7.0, int, "it: Expected `int`, got `float`"),
        ("7", int, "it: Expected `int`, got `str`"),
        (1, bool, "it: Expected `bool`, got `int`"),
        ("1h", Card, "it: Expected `str` matching regex"),
        ("", Card, "it: Expected `str` matching regex"),
        ("left", Annotated[str, Among("up", "down")], "it: Invalid enum value 'left'"),
        ("x", int | None, "it: Expected `int | null`, got `str`"),
        ({}, Data, "it: Object missing required field `seat`"),
        ({"seat": 1, "name": ""}, Data, "it: Object contains unknown field `name`"),
        ({"seat": 1, "cells": [[3]]}, Data, "it.cells[0]: Expected `array` of length 2"),
        ({"seat": 1, "cells": [[3, "?"]]}, Data, "it.cells[0][1]: Expected `str` matching regex"),
        ({"sent": -1}, Ponged, "it.sent: Expected `int` >= 0"),
        ({"sent": 1 << 53}, Ponged, "it.sent: Expected `int` <= 9007199254740991"),
        (["moved", 10, {}], EventLine, "it[1]: Expected `int` <= 9"),
        (["moved", None, {"a": 0.5}], EventLine, "it[2].a is of the type float"),
        ([1], dict[str, int], "it: Expected `object`, got `array`"),
    ],
)
def test_what_it_does_not_say_is_complained_of(value: Any, hint: Any, complaint: str) -> None:
    found = "; ".join(check(value, hint, "it"))
    assert complaint in found
