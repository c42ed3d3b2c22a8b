"""Finds the faults of a message, a view or an event: nothing unknown passes. No I/O.

Its sentences have the words of the page for types and values, not those of Python.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import msgpack
import msgspec

from core.game import Game, Plain
from core.games import EVENTS
from core.moves import EventForms
from net.wire.message import EventLine
from net.wire.views import OPEN_ENDED, empty_values, exact

Complaints: TypeAlias = Iterator[str]


TYPES: Final = {
    "int": "an integer",
    "bool": "a boolean",
    "str": "a text",
    "array": "a list",
    "object": "a map",
    "null": "nil",
    "bytes": "bin",
    "float": "a floating point number",
    "ExtType": "ext",
    "Timestamp": "a timestamp",
}
"""The types of msgpack, by their names in Python and msgspec."""

DEEPEST: Final = 12
"""Values nested deeper than this are not written out."""


def brief(value: object) -> str:
    """Word a value, or a message, briefly, in the notation of the page."""
    text = _written(value, DEEPEST)
    return text if len(text) <= 60 else text[:57] + "..."


def _written(value: object, depth: int) -> str:
    match value:
        case None:
            return "nil"
        case bool() | int() | str():
            return json.dumps(value, ensure_ascii=True)
        case _ if not depth:
            return "..."
        case msgpack.ExtType():  # a tuple
            return TYPES["ExtType"]
        case list() | tuple():
            return f"[{', '.join(_written(each, depth - 1) for each in value)}]"
        case set() | frozenset():
            return f"[{', '.join(sorted(_written(each, depth - 1) for each in value))}]"
        case dict():
            pairs = (f"{_written(k, 1)}: {_written(v, depth - 1)}" for k, v in value.items())
            return f"{{{', '.join(pairs)}}}"
        case msgspec.Struct():
            return _written(msgspec.to_builtins(value, builtin_types=(bytes,)), depth)
        case _:
            return _type_of(value)


def _type_of(value: object) -> str:
    name = type(value).__name__
    return TYPES.get(name, name)


def unpacked(body: bytes) -> tuple[Plain, str]:
    """Return the value in a frame, or None and its fault."""
    try:
        value: Plain = msgpack.unpackb(body, strict_map_key=False, object_pairs_hook=_once)
    except msgpack.ExtraData:
        return None, "more bytes follow the map"
    except msgpack.FormatError:
        return None, "a byte that is no msgpack"
    except (msgpack.StackError, RecursionError):
        return None, "values nested too deep"
    except UnicodeDecodeError:
        return None, "a text that is not UTF-8"
    except TypeError:
        return None, "a key that is a map or a list"
    except _TwiceError:
        return None, "a key stands twice"
    except Exception:  # msgpack has more kinds of errors for a truncated value
        return None, "it ends in the middle of a value" if body else "it is empty"
    return value, ""


class _TwiceError(Exception):
    """A map has a key twice."""


def _once(pairs: list[tuple[Plain, Plain]]) -> dict[Plain, Plain]:
    map_ = dict(pairs)
    if len(map_) < len(pairs):
        raise _TwiceError
    return map_


_ERROR = re.compile(r"(.*?)(?: - at (`key` in )?`\$(.*)`)?", re.DOTALL)


def check(value: Plain, kind: Any, where: str) -> Complaints:
    """Yield the faults of a value of a type; `where` is its name."""
    try:
        msgspec.convert(value, exact(kind), strict=True)
    except RecursionError:
        yield f"{where}: values nested too deep"
    except ValueError as error:
        match = _ERROR.fullmatch(str(error))
        assert match is not None
        said, key, place = match.groups("")
        yield f"{'a key of ' if key else ''}{where}{place}: {_in_words(said)}"
    else:
        if kind not in OPEN_ENDED:
            yield from check_plain(value, where)


def check_plain(value: Plain, where: str) -> Complaints:
    """Yield the parts that are not nil, booleans, integers, texts, lists or maps with text keys."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from check_plain(item, f"{where}[{number}]")
    elif isinstance(value, dict):
        for name, item in value.items():
            if type(name) is not str:
                yield f"{where} has the key {brief(name)}, not a text"
            yield from check_plain(item, f"{where}.{name}")
    elif value is not None and type(value) not in (bool, int, str):
        yield f"{where} is {_type_of(value)}, which is never sent"


def _in_words(said: str) -> str:
    """Put a message of msgspec into the words of the page."""

    def names(match: re.Match[str]) -> str:
        return " or ".join(TYPES.get(name, name) for name in match[1].split(" | "))

    if said.startswith("Expected"):
        said = re.sub(r"`([^`]*)`", names, said)
    said = re.sub(r"^Invalid enum value '(.*)'$", r'invalid value "\1"', said)
    said = said.replace("Object missing required field", "a map without the field")
    said = said.replace("Object contains unknown field", "a map with the unknown field")
    return said[:1].lower() + said[1:]


# --- views and events of any game ----------------------------------------------------------------


def event_forms(game: str) -> EventForms:
    """Return the forms of the events of a game, by kind."""
    return EVENTS.get(game, {})


def check_view(game: Game, view: Plain) -> Complaints:
    """Yield the faults of a view as a message carries it."""
    yield from check(view, game.View, "view")


def check_left_out(game: Game, view: Plain) -> Complaints:
    """Yield the fields of a view that should have been left out for their value."""
    kind: Any = game.View
    for name, value in empty_values(kind).items():
        # A missing list counts as an empty tuple here.
        if name in view and view[name] == ([] if value == () else value):
            yield f"view.{name} is {brief(view[name])} and is left out then"


def check_event(forms: EventForms, line: Plain, where: str) -> Complaints:
    """Yield the faults of an event as a message carries it."""
    complaints = list(check(line, EventLine, where))
    yield from complaints
    if complaints:
        return
    kind, seat, data = line
    form = forms.get(kind)
    if form is None:
        yield f"{where} is of the kind {brief(kind)}, which the game does not have"
        return
    if seat is None and form.seat and not form.seatless:
        yield f"{where}, {kind}, is of no seat"
    if seat is not None and not form.seat:
        yield f"{where}, {kind}, is of a seat"
    yield from check(data, form.data, f"data of {where}, {kind},")
