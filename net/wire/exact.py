"""The types of docs/protocol.md as msgspec checks them, without conversions. No I/O.

`exact` turns a type of the wire or of a game into one that refuses every field and every text that
the page does not name.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import typing
from types import UnionType
from typing import Annotated, Any, Final

import msgspec

from core.notation import BY_SEAT, Among, SeatNumber, Span, Written
from net.wire.from_host import Closed, Welcomed
from net.wire.message import TableLine, WayIn
from net.wire.views import empty_values

OPEN_ENDED: Final = (Welcomed, TableLine, WayIn, Closed)
"""Later versions may add fields to these."""

MOST: Final = 999_999
"""The largest integer in a view or an event: boards that draw a bid as dots rely on it."""

_COUNT: Final = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]


@functools.cache
def exact(kind: Any, *, seats: int = 0, lenient: bool = False, game: bool = False) -> Any:
    """Return this type with the bounds of the protocol page.

    With `seats`, a seat has to be below that number; `lenient` allows further fields; `game` says
    that the type is part of a view or an event.
    """
    if kind is int and game:
        return _COUNT
    game = game or _is_of_game(kind)
    inner = functools.partial(exact, seats=seats, lenient=lenient, game=game)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return _marked(inner(arguments[0]), arguments[1:], seats)
    if origin in (typing.Union, UnionType):
        return functools.reduce(operator.or_, map(inner, arguments))
    if origin in (list, tuple, dict):
        return origin[tuple(arg if arg is ... else inner(arg) for arg in arguments)]
    if kind is Any or not isinstance(kind, type) or kind.__module__ == "builtins":
        return kind
    hints = typing.get_type_hints(kind, include_extras=True)
    if issubclass(kind, tuple):
        return tuple[tuple(map(inner, hints.values()))]  # type: ignore[misc]  # types are values
    if dataclasses.is_dataclass(kind):
        hints.pop("options", None)  # of a View: they are in Gathered
    types = {name: inner(_required(hint)) for name, hint in hints.items()}
    return _closed(kind, hints, types, lenient=lenient or kind in OPEN_ENDED)


def _is_of_game(kind: Any) -> bool:
    """Return whether a type is a View or the data of an event, not a message."""
    return dataclasses.is_dataclass(kind) or typing.is_typeddict(kind)


def _marked(base: Any, marks: tuple[Any, ...], seats: int) -> Any:
    for mark in marks:
        if isinstance(mark, Among):
            return typing.Literal[mark.values]
        if isinstance(mark, Written) and mark.texts:
            return typing.Literal[mark.texts]
        if isinstance(mark, Span):
            return Annotated[int, msgspec.Meta(ge=mark.least, le=mark.most)]
        if isinstance(mark, SeatNumber) and seats:
            return Annotated[int, msgspec.Meta(ge=0, lt=seats)]
        if mark is BY_SEAT and seats:
            return Annotated[base, msgspec.Meta(min_length=seats, max_length=seats)]
    bounds = [mark for mark in marks if isinstance(mark, msgspec.Meta)]
    if not any(mark.pattern for mark in bounds):
        patterns = (mark.pattern for mark in marks if isinstance(mark, Written))
        bounds += (msgspec.Meta(pattern=f"^({_ascii(pattern)})\\Z") for pattern in patterns)
    for mark in bounds:
        base = Annotated[base, mark]
    return base


def _ascii(pattern: str) -> str:
    r"""Narrow \S, any non-blank in msgspec, to ASCII: the page has the texts of moves so."""
    return pattern.replace(r"\S", "[!-~]")


def _required(hint: Any) -> Any:
    """Return the type of a field that may be left out, or not."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is typing.NotRequired else hint


def _closed(kind: Any, hints: dict[str, Any], types: dict[str, Any], *, lenient: bool) -> Any:
    """Return a class with the same fields and, unless it is lenient, no others."""
    fields: list[Any] = []
    for name, hint in hints.items():
        if typing.get_origin(hint) is typing.NotRequired:
            fields.append((name, types[name] | msgspec.UnsetType, msgspec.UNSET))
        else:
            fields.append((name, types[name], *_default(kind, name)))
    config = getattr(kind, "__struct_config__", None)
    sent = msgspec.structs.fields(kind) if config else ()
    return msgspec.defstruct(
        kind.__name__,
        fields,
        rename={field.name: field.encode_name for field in sent},
        tag_field=config.tag_field if config else None,
        tag=config.tag if config else None,
        array_like=bool(config and config.array_like),
        forbid_unknown_fields=not lenient,
        kw_only=True,
    )


def _default(kind: type[Any], name: str) -> tuple[Any, ...]:
    """Return the value of a field that is left out, if it may be."""
    if issubclass(kind, msgspec.Struct):
        field = next(each for each in msgspec.structs.fields(kind) if each.name == name)
        return () if field.required else (msgspec.UNSET,)
    empty = empty_values(kind) if dataclasses.is_dataclass(kind) else {}
    return (empty[name],) if name in empty else ()
