"""Views and events as messages carry them: plain maps without house rules and empty values."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET

from core.game import Event, Game, PlainEvent
from core.notation import BY_SEAT
from net.wire.bounds import PlainMap
from net.wire.message import EventLine
from net.wire.protocol import BadMessageError

_empty: dict[type[Any], Mapping[str, Any]] = {}


def empty_values(view: type[Any]) -> Mapping[str, Any]:
    """Return the values at which the wire leaves out fields of a class of Views."""
    if view not in _empty:
        hints = get_type_hints(view, include_extras=True)
        values = {name: _empty_value(hint) for name, hint in hints.items()}
        _empty[view] = {name: value for name, value in values.items() if value is not UNSET}
    return _empty[view]


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
    kind, values = _shortened(type(view))
    plain: PlainMap = msgspec.to_builtins(kind(*values(view)))
    return plain


_Short: TypeAlias = tuple[type[msgspec.Struct], Callable[[Any], tuple[Any, ...]]]

_short: dict[type[Any], _Short] = {}


def _shortened(view: type[Any]) -> _Short:
    """Return a Struct with the fields of a class of Views that omits its empty values.

    msgspec encodes it in one go; field by field it would take as long as a move.
    """
    if view not in _short:
        empty, hints = empty_values(view), get_type_hints(view)
        names = [name for name in hints if name != "options"]
        # A default that no value can have keeps a field that is always written.
        defaults = [(name, hints[name], empty.get(name, UNSET)) for name in names]
        kind = msgspec.defstruct(view.__qualname__, defaults, omit_defaults=True)
        _short[view] = kind, attrgetter(*names)
    return _short[view]


def plain_view(view: Any) -> PlainMap:
    """Return a View as a map without the house rules."""
    plain: PlainMap = msgspec.to_builtins(view)
    del plain["options"]
    return plain


def parse_view(game: Game, options: Any, plain: PlainMap) -> Any:
    """Read a View of a game with the house rules `options`. Raises BadMessageError."""
    whole = {**empty_values(game.View), **plain, "options": msgspec.to_builtins(options)}
    try:
        return msgspec.convert(whole, game.View, strict=True)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(str(error)[:200]) from None


def plain_event(event: Event) -> EventLine:
    """Return an event, already cut to its viewer, as a line."""
    return EventLine(event.kind, event.seat, dict(event.data))


def parse_event(line: EventLine) -> PlainEvent:
    """Read an event."""
    return PlainEvent(line.kind, line.seat, line.data)
