"""Plain values against the types of the page."""

from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

import msgpack
import pytest

from core.notation import Among, Card, CardOrNone
from kozyr_kits.conformance.schema import brief, check, unpacked
from net.wire.from_host import Ponged
from net.wire.message import EventLine, SeatLine
from net.wire.to_host import Hello


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
        (True, int, "it: expected an integer, got a boolean"),
        (7.0, int, "it: expected an integer, got a floating point number"),
        ("7", int, "it: expected an integer, got a text"),
        (1, bool, "it: expected a boolean, got an integer"),
        (b"x", int, "it: expected an integer, got bin"),
        ("1h", Card, 'it: invalid value "1h"'),
        ("", Card, 'it: invalid value ""'),
        ("left", Annotated[str, Among("up", "down")], 'it: invalid value "left"'),
        ("x", int | None, "it: expected an integer or nil, got a text"),
        ({}, Data, "it: a map without the field `seat`"),
        ({"seat": 1, "name": ""}, Data, "it: a map with the unknown field `name`"),
        ({"seat": 1, "cells": [[3]]}, Data, "it.cells[0]: expected a list of length 2"),
        ({"seat": 1, "cells": [[3, "?"]]}, Data, 'it.cells[0][1]: invalid value "?"'),
        ({"sent": -1}, Ponged, "it.sent: expected an integer >= 0"),
        ({"sent": 1 << 53}, Ponged, "it.sent: expected an integer <= 9007199254740991"),
        (["moved", 10, {}], EventLine, "it[1]: expected an integer <= 9"),
        (["moved", None, {"a": 0.5}], EventLine, "it[2].a is a floating point number, which"),
        (["moved", None, {"a": b"?"}], EventLine, "it[2].a is bin, which is never sent"),
        ([1], dict[str, int], "it: expected a map, got a list"),
    ],
)
def test_what_it_does_not_say_is_complained_of(value: Any, hint: Any, complaint: str) -> None:
    assert complaint in "; ".join(check(value, hint, "it"))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "nil"),
        ([True, False, -3, 'a"\n'], '[true, false, -3, "a\\"\\n"]'),
        ((1, None), "[1, nil]"),
        ({2, 1}, "[1, 2]"),
        ({"a": {1: []}}, '{"a": {1: []}}'),
        ({b"x": 1.5}, "{bin: a floating point number}"),
        (msgpack.ExtType(5, b""), "ext"),
        (msgpack.Timestamp(5), "a timestamp"),
        (Ponged(4), '{"type": "Ponged", "sent": 4}'),
        ([Hello(4)], '[{"type": "Hello", "version": 4, "program": "", "migrates...'),
        ("x" * 100, '"' + "x" * 56 + "..."),
    ],
)
def test_a_value_is_written_as_the_page_writes_it(value: Any, written: str) -> None:
    assert brief(value) == written


def test_a_value_that_is_nested_without_end_is_cut_short() -> None:
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    assert "..." in brief(nested)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "it is empty"),
        (b"\x82\xa1a", "it ends in the middle of a value"),
        (msgpack.packb({"a": 1}) + b"\xc0", "more bytes follow the map"),
        (b"\x81\xa1\xff\x01", "a text that is not UTF-8"),
        (b"\x81\x80\x01", "a key that is a map or a list"),
        (b"\x81\x90\x01", "a key that is a map or a list"),
        (b"\xc1", "a byte that is no msgpack"),
        (b"\x91" * 5000, "values nested too deep"),
        (b"\x82\xa1a\x01\xa1a\x02", "a key stands twice"),
    ],
)
def test_bytes_that_are_no_map_are_told_in_the_words_of_the_page(body: bytes, said: str) -> None:
    assert unpacked(body) == (None, said)
    assert unpacked(msgpack.packb({"a": 1})) == ({"a": 1}, "")
