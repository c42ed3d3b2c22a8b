"""Compares the views of several viewers of the same position: none may see too much. No I/O."""

from __future__ import annotations

import re
import typing
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from core.game import Game, Plain
from core.moves import EventForms
from core.notation import EARLIER, OPEN, OWN, FieldNote
from kozyr_kits.conformance.report import ConformanceReport
from kozyr_kits.conformance.schema import brief, event_forms
from net.wire.from_host import Updated
from net.wire.message import EventLine

REMEMBERED: Final = 64
"""The number of positions kept for connections that hear of them late."""


@dataclass(slots=True)
class _Shown:
    """The view of a position shown to a viewer."""

    viewer: int | None
    shared: dict[str, Plain]
    own: dict[str, Plain]
    hand: frozenset[str]
    """The pieces that only this viewer may know; empty if hands lie open or do not matter."""
    words: frozenset[str]
    """All words of the message except those that may be known of a hand."""


class Positions:
    """The positions of one table, as shown to the connections to it."""

    def __init__(self, game: Game, options: Any, seats: int, report: ConformanceReport) -> None:
        self._game = game
        self._report = report
        self._marks = marks_of(_class_of(game))
        pieces = Counter(_pieces(game, options, seats))
        self._pieces = frozenset(pieces)
        # Only the name of a unique piece identifies its holder: not that of a card of two decks,
        # nor of a face that many dice show and all may bid on.
        self._unique = frozenset(piece for piece, times in pieces.items() if times == 1)
        self._shown: dict[int, list[_Shown]] = {}

    def add(self, viewer: int | None, message: Updated) -> None:
        """Compare an Updated with earlier ones of the same position."""
        seq, shown = message.seq, self._look(viewer, message)
        others = self._shown.setdefault(seq, [])
        for other in others:
            self._compare(seq, shown, other)
        others.append(shown)
        for old in sorted(self._shown)[:-REMEMBERED]:
            del self._shown[old]

    def _look(self, viewer: int | None, message: Updated) -> _Shown:
        view = message.view
        own = {name: view.get(name) for name, marks in self._marks.items() if OWN in marks}
        hand = self._unique.intersection(view.get("hand", ())) if view.get("to_act") else ()
        told = {name: part for name, part in view.items() if not _is_known(self._marks.get(name))}
        words = {*words_of(told), *self._words_of_events(message.events)}
        shared = {name: part for name, part in view.items() if name not in own and name != "seat"}
        return _Shown(viewer, shared, own, frozenset(hand), frozenset(words))

    def _words_of_events(self, events: Sequence[EventLine]) -> Iterator[str]:
        forms = event_forms(self._game.NAME)
        for event in events:
            marks = _marks_of_event(forms, event.kind)
            for name, part in event.data.items():
                if not _is_known(marks.get(name)):
                    yield from words_of(part)

    def _compare(self, seq: int, one: _Shown, other: _Shown) -> None:
        differing = [
            name
            for name in one.shared.keys() | other.shared.keys()
            if one.shared.get(name) != other.shared.get(name)
        ]
        self._report.expect(
            "same-views",
            not differing,
            f"Updated.view.{', '.join(differing)} of position {seq} differs between "
            f"{_named(one.viewer)} and {_named(other.viewer)}",
        )
        for knows, holds in ((one, other), (other, one)):
            self._check_secrets(seq, knows, holds)

    def _check_secrets(self, seq: int, knows: _Shown, holds: _Shown) -> None:
        """Check that no viewer is told another's hand, and watchers only public facts."""
        if holds.viewer is None or knows.viewer == holds.viewer:
            return
        told = sorted(holds.hand & knows.words)
        self._report.expect(
            "secrets",
            not told,
            f"position {seq}: {_named(knows.viewer)} hears of {', '.join(told)}, which "
            f"{_named(holds.viewer)} holds",
        )
        if knows.viewer is None:
            for name, part in knows.own.items():
                more = self._pieces & {*words_of(part)} - {*words_of(holds.own[name])}
                self._report.expect(
                    "secrets",
                    not more,
                    f"position {seq}: {name} tells a watcher {brief(sorted(more))}, which "
                    f"{_named(holds.viewer)} is not told",
                )


def _class_of(game: Game) -> Any:
    return game.View


def _named(viewer: int | None) -> str:
    return "a watcher" if viewer is None else f"seat {viewer}"


def _is_known(marks: frozenset[FieldNote] | None) -> bool:
    return marks is not None and bool(marks & {EARLIER, OPEN})


def words_of(value: Plain) -> Iterator[str]:
    """Yield the words of all texts in a value: cards and tiles are words."""
    if isinstance(value, str):
        yield from re.findall(r"[^\s,]+", value)
    elif isinstance(value, dict):
        for part in value.values():
            yield from words_of(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from words_of(part)


@cache
def marks_of(kind: Any) -> dict[str, frozenset[FieldNote]]:
    """Return the remarks attached to the fields of a class."""
    found = {}
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        if typing.get_origin(hint) is typing.NotRequired:
            hint = typing.get_args(hint)[0]
        if typing.get_origin(hint) is typing.Annotated:
            found[name] = frozenset(m for m in hint.__metadata__ if isinstance(m, FieldNote))
    return found


def _marks_of_event(forms: EventForms, kind: str) -> dict[str, frozenset[FieldNote]]:
    return marks_of(forms[kind].data) if kind in forms else {}


def _pieces(game: Game, options: Any, seats: int) -> list[str]:
    """Return the cards or tiles of a deal."""
    state = game.new(options, seats)
    pieces: list[str] = []
    while due := game.due(state):
        pieces = list(due)
        game.deal(state, pieces)
    return pieces
