"""Each game in docs/protocol.md and protocol.json: views, events, examples of views."""

import dataclasses
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.game import Event, Game, Move, Result, Seat
from core.games import GAMES
from core.match import Match
from core.moves import EventForm
from core.records.record import play_back
from kozyr_kits.arena.match import play
from kozyr_kits.conformance.schema import event_forms
from net.wire.views import brief_view, empty_values, plain_event
from tests.support.doc_types import field_docs, fields_of, line, type_text


def _parts(hint: Any) -> Iterator[type]:
    """Yield the classes of plain values inside a type."""
    for argument in typing.get_args(hint):
        yield from _parts(argument)
    if isinstance(hint, type) and (
        dataclasses.is_dataclass(hint) or (issubclass(hint, tuple) and hasattr(hint, "_fields"))
    ):
        yield hint


def _view(game: Game) -> Iterator[str]:
    waiting, done = [game.View], [game.Options, Result]
    while waiting:
        kind = waiting.pop(0)
        if kind in done:
            continue
        done.append(kind)
        docs = field_docs(kind)
        whole = kind is game.View
        yield f"### {game.NAME}" if whole else f"{kind.__name__}: {line(kind.__doc__ or '')}"
        yield ""
        as_list = issubclass(kind, tuple)
        empty = empty_values(kind)
        columns = ["in this order, as a list" if as_list else "field", "type", ""]
        columns[2:2] = ["if left out"] if whole else []
        yield f"| {' | '.join(columns)} |"
        yield "|---" * len(columns) + "|"
        hints = typing.get_type_hints(kind)
        for name, text, _ in fields_of(kind):
            if name != "options":
                cells = [f"`{name}`", text, docs.get(name, "") or COMMON.get(name, "")]
                cells[2:2] = [_empty_text(empty, name)] if whole else []
                yield f"| {' | '.join(cells)} |"
            waiting += [part for part in _parts(hints[name]) if part not in waiting]
        yield ""


COMMON = {
    "seat": "Whose view this is; nil for a watcher.",
    "seats": "How many seats the table has.",
    "to_act": "The seats whose decision is awaited; none between deals and when the match is over.",
    "deal": "Counts the deals from 1.",
    "totals": "The points of each seat.",
    "result": "The end of the match, once it is over.",
    "hand": "What the viewer holds, by suits s h d c, lowest first; empty for a watcher.",
    "phase": "What is being decided.",
    "places": "Counted from 1; equal totals share one and the next is skipped.",
}
"""Fields with the same meaning in all games, which have no sentence of their own there."""


def _empty_text(empty: Mapping[str, Any], name: str) -> str:
    if name not in empty:
        return "must be there"
    texts = {None: "nil", "": '""', (): "[]", False: "false"}
    value = empty[name]
    return str(value) if type(value) is int else texts[value]


def views(names: Sequence[str], *, result: bool = False) -> str:
    """Return the views and events of some games; with `result`, first the part common to all."""
    lines: list[str] = []
    if result:
        docs = field_docs(Result)
        lines += ["Result: the end of a match.", "", "| field | type | |", "|---|---|---|"]
        lines += [
            f"| `{name}` | {text} | {docs.get(name) or COMMON.get(name, '')} |"
            for name, text, _ in fields_of(Result)
        ]
        lines.append("")
    for name in names:
        lines += [*_view(GAMES[name]), *_events(GAMES[name])]
    return "\n".join(lines).strip()


def _events(game: Game) -> Iterator[str]:
    """The kinds of events of a game, with a row for each field of their data."""
    yield f"#### Events of {game.NAME}"
    yield ""
    yield "| `kind` | `data` | type | |"
    yield "|---|---|---|---|"
    for kind, form in event_forms(game.NAME).items():
        yield f"| `{kind}` | | | {line(form.of.__doc__ or '')} {_whose(form)} |"
        docs = field_docs(form.of)
        for name, hint in typing.get_type_hints(form.data, include_extras=True).items():
            optional = "may be missing" if typing.get_origin(hint) is typing.NotRequired else ""
            text = "; ".join(filter(None, (type_text(hint), optional)))
            yield f"| | `{name}` | {text} | {docs.get(name) or COMMON.get(name, '')} |"
    yield ""


def _whose(form: EventForm) -> str:
    if not form.seat:
        return "`seat` is nil."
    nil = f"; nil: {form.seatless}" if form.seatless else ""
    return f"`seat`: {form.seat}{nil}."


class _Onlooker:
    """Keeps the positions of a match, each for the player to act, with the events before it."""

    def __init__(self) -> None:
        self.shown: dict[str, tuple[Any, Sequence[Event]]] = {}
        """Phase -> the position in it that shows the most."""

    def dealt(self, match: Match, order: Sequence[str], events: Sequence[Event]) -> None:
        self._look(match, events)

    def played(self, match: Match, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        self._look(match, events)

    def _look(self, match: Match, events: Sequence[Event]) -> None:
        viewer = next(iter(match.game.to_act(match.state)), 0)
        view = match.game.view(match.state, viewer)
        before = self.shown.get(view.phase)
        if view.phase != "shuffle" and (before is None or _fields(view) > _fields(before[0])):
            self.shown[view.phase] = view, [event.seen_by(viewer) for event in events]


def _fields(view: Any) -> int:
    return len(brief_view(view))


def examples(game: Game) -> dict[str, tuple[Any, list[Any]]]:
    """Return a view for each phase, and the events that came with it."""
    match = play(game, game.Options(), ["easy"] * min(4, game.SEATS[-1]), seed=3)
    onlooker = _Onlooker()
    play_back(GAMES, match.text().splitlines(), observer=onlooker)
    return {
        phase: (brief_view(view), [plain_event(event) for event in events])
        for phase, (view, events) in onlooker.shown.items()
    }


def described(game: Game) -> dict[str, Any]:
    """The fields of a game's view and the data of its events, for programs."""
    empty = empty_values(game.View)
    return {
        "view": [
            {
                "name": name,
                "type": text,
                **({"if_left_out": empty[name]} if name in empty else {}),
                "says": field_docs(game.View).get(name, "") or COMMON.get(name, ""),
            }
            for name, text, _ in fields_of(game.View)
            if name != "options"
        ],
        "events": {
            kind: {
                "seat": form.seat or None,
                "data": {
                    name: {
                        "type": type_text(hint),
                        "required": typing.get_origin(hint) is not typing.NotRequired,
                    }
                    for name, hint in typing.get_type_hints(form.data, include_extras=True).items()
                },
            }
            for kind, form in event_forms(game.NAME).items()
        },
        "examples": {
            phase: {"view": view, "events": events}
            for phase, (view, events) in examples(game).items()
        },
    }
