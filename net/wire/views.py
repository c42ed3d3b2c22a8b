"""Views and events as messages carry them: plain maps without house rules and empty values.

`exact` turns a type of the wire or of a game into one that refuses every field and every text that
docs/protocol.md does not name, without conversions.
"""

import dataclasses
import functools
import operator
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from msgspec import UNSET

from core.game import Event, Game, PlainEvent
from core.notation import BY_SEAT, Among, SeatNumber, Span, Written
from net.wire.bounds import PlainMap
from net.wire.from_host import Closed, Welcomed
from net.wire.message import EventLine, TableLine, WayIn
from net.wire.protocol import BadMessageError


@functools.cache
def empty_values(view: Any) -> Mapping[str, Any]:
    """Return the values at which the wire leaves out fields of a class of Views."""
    hints = get_type_hints(view, include_extras=True)
    values = {name: _empty_value(hint) for name, hint in hints.items()}
    return {name: value for name, value in values.items() if value is not UNSET}


def _empty_value(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
        if BY_SEAT in marks:
            return UNSET  # there is always a seat
    if NoneType in get_args(hint):
        return None
    if get_origin(hint) is tuple:
        return () if get_args(hint)[1:] == (...,) else UNSET
    return {int: 0, str: "", bool: False}.get(hint, UNSET)


def brief_view(view: Any) -> PlainMap:
    """Return a View as the wire carries it, without empty values, so that a move stays small."""
    kind, values = _shortened(view.__class__)
    plain: PlainMap = msgspec.to_builtins(kind(*values(view)))
    return plain


@functools.cache
def _shortened(view: Any) -> tuple[type[msgspec.Struct], Callable[[Any], tuple[Any, ...]]]:
    """Return a Struct with the fields of a class of Views that omits its empty values.

    msgspec encodes it in one go; field by field it would take as long as a move.
    """
    empty, hints = empty_values(view), get_type_hints(view)
    names = [name for name in hints if name != "options"]
    # A default that no value can have keeps a field that is always written.
    defaults = [(name, hints[name], empty.get(name, UNSET)) for name in names]
    return msgspec.defstruct(view.__qualname__, defaults, omit_defaults=True), attrgetter(*names)


def plain_view(view: Any) -> PlainMap:
    """Return a View as a map without the house rules."""
    plain: PlainMap = msgspec.to_builtins(view)
    del plain["options"]
    return plain


def parse_view(game: Game, options: Any, plain: PlainMap) -> Any:
    """Read a View of a game with the house rules `options`. Raises BadMessageError."""
    kind: Any = game.View
    whole = {**empty_values(kind), **plain, "options": msgspec.to_builtins(options)}
    try:
        return msgspec.convert(whole, kind, strict=True)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(str(error)[:200]) from None


def plain_event(event: Event) -> EventLine:
    """Return an event, already cut to its viewer, as a line."""
    return EventLine(event.kind, event.seat, dict(event.data))


def parse_event(line: EventLine) -> PlainEvent:
    """Read an event."""
    return PlainEvent(line.kind, line.seat, line.data)


# --- types as the page has them -------------------------------------------------------------------

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
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _marked(inner(arguments[0]), arguments[1:], seats)
    if origin in (Union, UnionType):
        return functools.reduce(operator.or_, map(inner, arguments))
    if origin in (list, tuple, dict):
        return origin[tuple(arg if arg is ... else inner(arg) for arg in arguments)]
    if kind is Any or not isinstance(kind, type) or kind.__module__ == "builtins":
        return kind
    hints = get_type_hints(kind, include_extras=True)
    if issubclass(kind, tuple):
        return tuple[tuple(map(inner, hints.values()))]  # type: ignore[misc]  # types are values
    if dataclasses.is_dataclass(kind):
        hints.pop("options", None)  # of a View: they are in Gathered
    types = {name: inner(_required(hint)) for name, hint in hints.items()}
    return _closed(kind, hints, types, lenient=lenient or kind in OPEN_ENDED)


def _is_of_game(kind: Any) -> bool:
    """Return whether a type is a View or the data of an event, not a message."""
    return dataclasses.is_dataclass(kind) or is_typeddict(kind)


def _marked(base: Any, marks: tuple[Any, ...], seats: int) -> Any:
    for mark in marks:
        if isinstance(mark, Among):
            return Literal[mark.values]
        if isinstance(mark, Written) and mark.texts:
            return Literal[mark.texts]
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
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def _closed(kind: Any, hints: dict[str, Any], types: dict[str, Any], *, lenient: bool) -> Any:
    """Return a class with the same fields and, unless it is lenient, no others."""
    fields: list[Any] = []
    for name, hint in hints.items():
        if get_origin(hint) is NotRequired:
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
