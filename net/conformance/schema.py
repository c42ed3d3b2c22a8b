"""Says what is wrong with a message, a view or an event: nothing unknown passes. No I/O."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from core.game import Game, Plain
from core.games import EVENTS
from core.moves import EventForms
from net.wire.exact import OPEN_ENDED, exact
from net.wire.from_host import EventLine
from net.wire.views import empty_values

Complaints: TypeAlias = Iterator[str]


def brief(value: Plain) -> str:
    """Write a value in a few words."""
    text = json.dumps(value, default=repr, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."


def check(value: Plain, kind: Any, where: str) -> Complaints:
    """Yield what is wrong with a value of a type; `where` is its name."""
    try:
        msgspec.convert(value, exact(kind), strict=True)
    except (ValueError, RecursionError) as error:
        said, at, place = str(error).partition(" - at ")
        yield f"{where}{place.strip('`')[1:] if at else ''}: {said}"
    else:
        if kind not in OPEN_ENDED:
            yield from check_plain(value, where)


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
    return EVENTS.get(game, {})


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
