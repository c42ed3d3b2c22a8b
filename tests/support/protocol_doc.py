"""Writes the tables of docs/protocol.md from the source: messages, codes, views of the games."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from core.game import Game, Result
from core.games import GAMES
from net.table.phases import PERMISSIONS, PHASES, Role
from net.wire import protocol
from net.wire.changes import ROOM_CHANGES, RoomChange
from net.wire.reasons import CLOSINGS, REFUSALS
from net.wire.views import empty_values
from tests.support.dialogue import intermission


def type_text(hint: Any) -> str:
    """Say a type and its bounds in words that need no Python."""
    if typing.get_origin(hint) is typing.Annotated:
        base, *metas = typing.get_args(hint)
        return f"{type_text(base)}{''.join(map(_bounds, metas))}"
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(type_text(argument) for argument in arguments)
    if origin is list or (origin is tuple and arguments[1:] == (...,)):
        return f"list of ({type_text(arguments[0])})"
    if origin is tuple:
        return f"list [{', '.join(map(type_text, arguments))}]"
    if origin is dict:
        return f"map of ({type_text(arguments[0])}) to ({type_text(arguments[1])})"
    if origin is typing.Literal:
        return " or ".join(f"`{argument!r}`" for argument in arguments)
    names = {str: "text", int: "integer", bool: "boolean", float: "number", type(None): "nil"}
    if hint is Any:
        return "anything plain"
    return names.get(hint) or hint.__name__


def _bounds(meta: Any) -> str:
    length = [
        f"at least {meta.min_length}" if meta.min_length else "",
        f"at most {meta.max_length}" if meta.max_length is not None else "",
    ]
    size = [
        f"from {meta.ge}" if meta.ge is not None else "",
        f"to {meta.le}" if meta.le is not None else "",
        f"below {_number(meta.lt)}" if meta.lt is not None else "",
    ]
    if meta.min_length and meta.min_length == meta.max_length:
        length = [f"{meta.min_length} hexadecimal digits" if meta.pattern else length[0]]
    words = " ".join(
        filter(None, [" and ".join(filter(None, length)), " ".join(filter(None, size))])
    )
    return f", {words}" if words else ""


def _number(value: int) -> str:
    return "2^53" if value == 1 << 53 else str(value)


def _field_docs(kind: type) -> dict[str, str]:
    """The sentences that stand under the fields of a class in its source."""
    module = ast.parse(inspect.getsource(sys.modules[kind.__module__]))
    node = next(
        n for n in ast.walk(module) if isinstance(n, ast.ClassDef) and n.name == kind.__name__
    )
    docs = {}
    for field, after in zip(node.body, node.body[1:], strict=False):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                docs[name] = _line(text)
    return docs


def _line(text: str) -> str:
    text = re.sub(r"\bNone\b", "nil", re.sub(r"\s+", " ", text))
    return text.strip().replace("|", "/")


def _fields(kind: type) -> Iterator[tuple[str, str, str]]:
    """Name, type and default of each field."""
    hints = typing.get_type_hints(kind, include_extras=True)
    if issubclass(kind, msgspec.Struct):
        for struct_field in msgspec.structs.fields(kind):
            default = struct_field.default
            if struct_field.required:
                text = "must be there"
            elif default is msgspec.NODEFAULT:
                text = str(struct_field.default_factory())
            else:
                text = "nil" if default is None else str(default).lower() or '""'
            yield struct_field.name, type_text(hints[struct_field.name]), text
    elif dataclasses.is_dataclass(kind):
        for field in dataclasses.fields(kind):
            yield field.name, type_text(hints[field.name]), ""
    else:
        for name, hint in hints.items():
            yield name, type_text(hint), ""


def _message(kind: type) -> Iterator[str]:
    docs = _field_docs(kind)
    yield f"#### {kind.__name__}"
    yield ""
    yield _line(kind.__doc__ or "")
    yield ""
    rows = list(_fields(kind))
    if rows:
        as_list = issubclass(kind, msgspec.Struct) and kind.__struct_config__.array_like
        yield f"| {'in this order, as a list' if as_list else 'field'} | type | if left out | |"
        yield "|---|---|---|---|"
        for name, kind_text, default in rows:
            yield f"| `{name}` | {kind_text} | {default} | {docs.get(name, '')} |"
        yield ""


def messages() -> str:
    """The chapter of messages."""
    lines: list[str] = []
    for title, union in (
        ("To the host", protocol.ToHost),
        ("From the host", protocol.FromHost),
    ):
        lines += [f"### {title}", ""]
        for kind in typing.get_args(union):
            lines += _message(kind)
    lines += ["### Parts of messages", ""]
    for kind in (protocol.TableLine, protocol.SeatLine, RoomChange, protocol.EventLine):
        lines += _message(kind)
        if kind is RoomChange:
            lines += ["| `kind` | |", "|---|---|"]
            lines += [f"| `{name}` | {text} |" for name, text in ROOM_CHANGES.items()]
            lines.append("")
    return "\n".join(lines).strip()


def codes() -> str:
    """The chapter of codes."""
    lines = []
    for title, reasons in (("Refused", REFUSALS), ("Closed", CLOSINGS)):
        lines += [f"| `code` of {title} | `reason` |", "|---|---|"]
        lines += [f"| `{code}` | {reason} |" for code, reason in reasons.items()]
        lines.append("")
    return "\n".join(lines).strip()


def _parts(hint: Any) -> Iterator[type]:
    """Classes of plain values inside a type."""
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
        docs = _field_docs(kind)
        whole = kind is game.View
        yield f"### {game.NAME}" if whole else f"{kind.__name__}: {_line(kind.__doc__ or '')}"
        yield ""
        as_list = issubclass(kind, tuple)
        empty = empty_values(kind)
        columns = ["in this order, as a list" if as_list else "field", "type", ""]
        columns[2:2] = ["if left out"] if whole else []
        yield f"| {' | '.join(columns)} |"
        yield "|---" * len(columns) + "|"
        hints = typing.get_type_hints(kind)
        for name, text, _ in _fields(kind):
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
    "hand": "What the viewer holds; empty for a watcher.",
    "phase": "What is being decided.",
    "places": "Counted from 1; equal totals share one and the next is skipped.",
}
"""Fields that mean the same in all games and have no sentence of their own there."""


def _empty_text(empty: Mapping[str, Any], name: str) -> str:
    if name not in empty:
        return "must be there"
    texts = {None: "nil", "": '""', (): "[]", False: "false"}
    value = empty[name]
    return str(value) if type(value) is int else texts[value]


def views() -> str:
    """The chapter of views."""
    lines = ["Result: the end of a match.", "", "| field | type | |", "|---|---|---|"]
    docs = _field_docs(Result)
    lines += [
        f"| `{name}` | {text} | {docs.get(name) or COMMON.get(name, '')} |"
        for name, text, _ in _fields(Result)
    ]
    lines.append("")
    for game in GAMES.values():
        lines += _view(game)
    return "\n".join(lines).strip()


def phases() -> str:
    """Which message may be sent by whom in which phase."""
    lines = [
        f"| message | from | {' | '.join(f'`{phase}`' for phase in PHASES)} | |",
        "|---|---" + "|---" * len(PHASES) + "|---|",
    ]
    who = {Role.WATCHER: "all", Role.PLAYER: "players", Role.OWNER: "the owner"}
    for message, permission in PERMISSIONS.items():
        refused = f"`{permission.code}`"
        cells = ["yes" if phase in permission.phases else refused for phase in PHASES]
        cells = [message.__name__, who[permission.role], *cells, permission.note]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


CHAPTERS = {
    "dialogue": intermission,
    "phases": phases,
    "messages": messages,
    "codes": codes,
    "views": views,
}


def renewed(document: str) -> str:
    """The document with its tables written anew between their marks."""
    for name, write in CHAPTERS.items():
        before, start, rest = document.partition(f"<!-- {name}: from the source -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->\n")
        assert start, f"no marks for the chapter of {name}"
        assert end, f"no end of the chapter of {name}"
        document = f"{before}{start}\n{write()}\n\n{end}{after}"
    return document
