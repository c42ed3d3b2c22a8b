"""Checks views and events of any game against their typed definitions. No I/O."""

from __future__ import annotations

import typing
from typing import Final

from core.events import EventForms
from core.game import Game, Plain
from core.games import NAMES
from core.registry import Registry
from net.conformance.schema import Complaints, brief, check, check_map
from net.wire.from_host import EventLine
from net.wire.views import empty_values


class _Events(typing.Protocol):
    """A game's module `events`."""

    EVENTS: EventForms


_EVENTS: Final[Registry[_Events]] = Registry("core.games", "events", NAMES)


def event_forms(game: str) -> EventForms:
    """Return what the events of a game carry, by kind."""
    return _EVENTS[game].EVENTS if game in _EVENTS else {}


def check_view(game: Game, view: Plain) -> Complaints:
    """Yield what is wrong with a view as a message carries it."""
    optional = empty_values(game.View).keys()
    yield from check_map(view, game.View, "view", skip={"options"}, optional=optional)


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
    yield from check_map(data, form.data, f"data of {where}, {kind},")
