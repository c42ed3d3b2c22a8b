"""Writes the tables of docs/protocol.md from the source: messages, codes, views of the games."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from net.table.phases import PERMISSIONS, PHASES, Role
from net.wire import from_host, to_host
from net.wire.changes import ROOM_CHANGES, RoomChange
from net.wire.message import Message
from net.wire.reasons import CLOSINGS, REFUSALS
from tests.support.dialogue import intermission, shuffle, shuffled_anew
from tests.support.doc_games import views
from tests.support.doc_types import field_docs, fields_of, line
from tests.support.signatures import signatures


def _message(kind: type) -> Iterator[str]:
    docs = field_docs(kind)
    yield f"#### {kind.__name__}"
    yield ""
    yield line(kind.__doc__ or "")
    yield ""
    rows = list(fields_of(kind))
    if rows:
        as_list = issubclass(kind, msgspec.Struct) and kind.__struct_config__.array_like
        yield f"| {'in this order, as a list' if as_list else 'field'} | type | if left out | |"
        yield "|---|---|---|---|"
        for name, kind_text, default in rows:
            yield f"| `{name}` | {kind_text} | {default} | {docs.get(name, '')} |"
        yield ""


def _parts() -> list[type]:
    """The types of messages' fields, and of those types' fields; the host's messages come first."""
    found: dict[type, None] = {}

    def look(hint: Any) -> None:
        for inner in typing.get_args(hint):
            look(inner)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            if not issubclass(hint, Message):
                found.setdefault(hint)
            for field in typing.get_type_hints(hint, include_extras=True).values():
                look(field)

    for kind in (*typing.get_args(from_host.FromHost), *typing.get_args(to_host.ToHost)):
        look(kind)
    return list(found)


def messages() -> str:
    """The chapter of messages."""
    lines: list[str] = []
    for title, union in (
        ("To the host", to_host.ToHost),
        ("From the host", from_host.FromHost),
    ):
        lines += [f"### {title}", ""]
        for kind in typing.get_args(union):
            lines += _message(kind)
    lines += ["### Parts of messages", ""]
    for kind in _parts():
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
    "shuffle": shuffle,
    "anew": shuffled_anew,
    "signed": signatures,
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
