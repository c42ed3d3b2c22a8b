"""The types of docs/protocol.md as msgspec checks them: nothing is converted, nothing unknown
passes.

`strict` turns a type of the wire or of a game into one that refuses every field and every text that
the page does not name. No I/O.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import operator
import typing
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from core.game import Game, Plain
from core.games import NAMES
from core.moves import EventForms
from core.notation import Among, Written
from core.registry import Registry
from net.wire.from_host import Closed, EventLine, TableLine, WayIn, Welcomed
from net.wire.views import empty_values

Complaints: TypeAlias = Iterator[str]


class _Events(typing.Protocol):
    """A game's module `moves`."""

    EVENTS: EventForms


_OPEN_ENDED: Final = (Welcomed, TableLine, WayIn, Closed)
"""Later versions may add fields to these."""

_EVENTS: Final[Registry[_Events]] = Registry("core.games", "moves", NAMES)


def brief(value: Plain) -> str:
    """Write a value in a few words."""
    text = json.dumps(value, default=repr, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."


def check(value: Plain, kind: Any, where: str) -> Complaints:
    """Yield what is wrong with a value of a type; `where` is its name."""
    try:
        msgspec.convert(value, strict(kind), strict=True)
    except (ValueError, RecursionError) as error:
        said, at, place = str(error).partition(" - at ")
        yield f"{where}{place.strip('`')[1:] if at else ''}: {said}"
    else:
        if kind not in _OPEN_ENDED:
            yield from check_plain(value, where)


@functools.cache
def strict(kind: Any) -> Any:
    """Return a type that allows only what the page says of this one."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return _marked(strict(arguments[0]), arguments[1:])
    if origin in (typing.Union, UnionType):
        return functools.reduce(operator.or_, map(strict, arguments))
    if origin in (list, tuple, dict):
        return origin[tuple(arg if arg is ... else strict(arg) for arg in arguments)]
    if kind is Any or not isinstance(kind, type) or kind.__module__ == "builtins":
        return kind
    hints = typing.get_type_hints(kind, include_extras=True)
    if issubclass(kind, tuple):
        return tuple[tuple(map(strict, hints.values()))]  # type: ignore[misc]  # types are values
    return _closed(kind, hints)


def _marked(base: Any, marks: tuple[Any, ...]) -> Any:
    for mark in marks:
        if isinstance(mark, Among):
            return typing.Literal[mark.values]
    bounds = [mark for mark in marks if isinstance(mark, msgspec.Meta)]
    if not any(mark.pattern for mark in bounds):
        patterns = (mark.pattern for mark in marks if isinstance(mark, Written))
        bounds += (msgspec.Meta(pattern=f"^({_ascii(pattern)})$") for pattern in patterns)
    for mark in bounds:
        base = Annotated[base, mark]
    return base


def _ascii(pattern: str) -> str:
    r"""msgspec's \S is any sign that is no blank; on the page texts of moves are ASCII."""
    return pattern.replace(r"\S", "[!-~]")


def _closed(kind: Any, hints: dict[str, Any]) -> Any:
    """A class with the same fields and no others."""
    fields: list[Any] = []
    if dataclasses.is_dataclass(kind):
        hints.pop("options", None)  # of a View: they are in Gathered
    for name, hint in hints.items():
        if typing.get_origin(hint) is typing.NotRequired:
            inner = strict(typing.get_args(hint)[0])
            fields.append((name, inner | msgspec.UnsetType, msgspec.UNSET))
        else:
            fields.append((name, strict(hint), *_default(kind, name)))
    config = getattr(kind, "__struct_config__", None)
    return msgspec.defstruct(
        kind.__name__,
        fields,
        tag_field=config.tag_field if config else None,
        tag=config.tag if config else None,
        array_like=bool(config and config.array_like),
        forbid_unknown_fields=kind not in _OPEN_ENDED,
        kw_only=True,
    )


def _default(kind: type[Any], name: str) -> tuple[Any, ...]:
    """The value of a field that is left out, if it may be."""
    if issubclass(kind, msgspec.Struct):
        field = next(each for each in msgspec.structs.fields(kind) if each.name == name)
        return () if field.required else (msgspec.UNSET,)
    empty = empty_values(kind) if dataclasses.is_dataclass(kind) else {}
    return (empty[name],) if name in empty else ()


def check_plain(value: Plain, where: str) -> Complaints:
    """Yield what cannot be sent: all but nil, booleans, integers, text, lists, maps of texts."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from check_plain(item, f"{where}[{number}]")
    elif isinstance(value, dict):
        for name, item in value.items():
            if type(name) is not str:
                yield f"{where} has the key {brief(name)}, not a text"
            yield from check_plain(item, f"{where}.{name}")
    elif value is not None and type(value) not in (bool, int, str):
        yield f"{where} is of the type {type(value).__name__}, which is never sent"


# --- views and events of any game ----------------------------------------------------------------


def event_forms(game: str) -> EventForms:
    """Return what the events of a game carry, by kind."""
    return _EVENTS[game].EVENTS if game in _EVENTS else {}


def check_view(game: Game, view: Plain) -> Complaints:
    """Yield what is wrong with a view as a message carries it."""
    yield from check(view, game.View, "view")


def check_left_out(game: Game, view: Plain) -> Complaints:
    """Yield the fields that are in a view although they have the value for being left out."""
    for name, value in empty_values(game.View).items():
        # A missing list counts as an empty tuple here.
        if name in view and view[name] == ([] if value == () else value):
            yield f"view.{name} is {brief(view[name])} and is left out then"


def check_event(forms: EventForms, line: Plain, where: str) -> Complaints:
    """Yield what is wrong with an event as a message carries it."""
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
