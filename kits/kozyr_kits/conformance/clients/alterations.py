"""Other forms of a host's messages, which a correct client accepts: changes to raw maps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_args

import msgspec

from net.wire.from_host import FromHost, Gathered
from net.wire.message import EventLine, RoomChange, SeatLine, TableLine

Plain: TypeAlias = dict[str, Any]

_KINDS: Final[dict[str, Any]] = {kind.__name__: kind for kind in get_args(FromHost)}
_PARTS: Final[dict[tuple[str, str], Any]] = {
    ("Welcomed", "tables"): TableLine,
    (Gathered.__name__, "seats"): SeatLine,
    (Gathered.__name__, "happened"): RoomChange,
}
"""Message and field -> the class of the items in its list."""


@dataclass(frozen=True, slots=True)
class Alteration:
    """A way of writing messages; `name` is the requirement for a client to accept it."""

    name: str
    change: Callable[[Plain], Plain]
    bytewise: bool = False
    """Whether frames are sent byte by byte, and several at once."""


def _without_defaults(fields: Plain, kind: Any) -> Plain:
    encode = msgspec.msgpack.encode  # once read, a tuple is a list
    empty = {
        field.encode_name: encode(
            field.default_factory() if field.default is msgspec.NODEFAULT else field.default
        )
        for field in msgspec.structs.fields(kind)
        if not field.required
    }
    return {name: value for name, value in fields.items() if encode(value) != empty.get(name)}


def leave_out(message: Plain) -> Plain:
    """Leave out everything that may be left out, and the position in Refused."""
    kind = str(message["type"])
    if kind == "Offered":
        return message  # its size is prescribed
    left = _without_defaults(message, _KINDS[kind])
    for (where, name), part in _PARTS.items():
        if where == kind and name in left:
            left[name] = [_without_defaults(each, part) for each in left[name]]
    if kind == "Refused":
        left.pop("seq", None)
    return left


def turn_round(value: Any) -> Any:
    """Write the keys of every map in reverse order, so that `type` comes last."""
    if isinstance(value, dict):
        return {name: turn_round(value[name]) for name in reversed(value)}
    return [turn_round(each) for each in value] if isinstance(value, list) else value


def add_fields(message: Plain) -> Plain:
    """Add fields of a later version to the messages in which clients skip unknown ones."""
    if message["type"] not in ("Welcomed", "Closed"):
        return message
    return {"weather": {"sky": ["blue", None, 1]}, **message, "later": 0.5, "moon": b"\x01"}


def add_ways(message: Plain) -> Plain:
    """List an unknown way in."""
    if message["type"] != "Welcomed":
        return message
    return message | {"ways": [*message.get("ways", []), {"kind": "carrier", "port": 1}]}


def add_events(message: Plain) -> Plain:
    """Add events that no game has."""
    if message["type"] != "Updated":
        return message
    unknown = msgspec.to_builtins(EventLine("applause", None, {"hands": [1, {"loud": True}]}))
    return message | {"events": [unknown, *message["events"], unknown]}


def leave(message: Plain) -> Plain:
    """Change nothing."""
    return message


ALTERATIONS: Final = (
    Alteration("left-out-fields", leave_out),
    Alteration("key-order", turn_round),
    Alteration("skipped-fields", add_fields),
    Alteration("ways", add_ways),
    Alteration("unknown-events", add_events),
    Alteration("pieces", leave, bytewise=True),
)
