"""Writes docs/protocol.json: the same as the tables of docs/protocol.md, for programs to read."""

import json
import re
import typing
from typing import Any

import msgspec

from core.games import GAMES
from net.table.phases import PERMISSIONS, PHASES
from net.wire import from_host, to_host
from net.wire.message import ROOM_CHANGES
from net.wire.protocol import VERSION, encode, frame
from net.wire.reasons import CLOSINGS, ENDINGS, REFUSALS, class_of_closing, class_of_refusal
from tests.support.conversation import talk
from tests.support.doc_games import described
from tests.support.doc_types import field_docs, line
from tests.support.protocol_doc import CHAPTERS, LEVELS, level_of, parts
from tui.table.banter import PHRASES


def protocol(document: str) -> str:
    """The whole file; `document` is docs/protocol.md, whose tables of values it repeats."""
    told = {
        "version": VERSION,
        "to_host": [_message(kind) for kind in typing.get_args(to_host.ToHost)],
        "from_host": [_message(kind) for kind in typing.get_args(from_host.FromHost)],
        "types": _types(),
        "changes": ROOM_CHANGES,
        "phrases": PHRASES,
        "refused": {
            code: {"class": class_of_refusal(code), "reason": reason}
            for code, reason in REFUSALS.items()
        },
        "closed": {
            code: {"class": class_of_closing(code), "reason": reason}
            for code, reason in CLOSINGS.items()
            if code not in ENDINGS
        },
        "phases": [
            {
                "message": message.__name__,
                "from": permission.role.name.lower(),
                **{each: each in permission.phases or permission.code for each in PHASES},
            }
            for message, permission in PERMISSIONS.items()
        ],
        "games": {name: described(game) for name, game in GAMES.items()},
        "vectors": {
            "frames": [
                {"from": {">": "client", "<": "host"}[way], "hex": frame(encode(message)).hex()}
                for way, message in talk()
            ],
            "spake2": _values(document.partition("An example to check a program with")[2]),
            **{name: _values(CHAPTERS[name]()) for name in ("shuffle", "anew", "signed")},
        },
    }
    return json.dumps(msgspec.to_builtins(told), indent=1, ensure_ascii=False) + "\n"


def _message(kind: type) -> dict[str, Any]:
    return {"type": kind.__name__, "level": level_of(kind.__name__)}


def _types() -> dict[str, Any]:
    """A JSON Schema of each message and each part of one, by its name."""
    named = [*typing.get_args(to_host.ToHost), *typing.get_args(from_host.FromHost)]
    named += [kind for level in LEVELS for kind in parts(level)]
    _, schemas = msgspec.json.schema_components(named, ref_template="#/types/{name}")
    for kind in named:
        schema, docs = schemas[kind.__name__], field_docs(kind)
        schema["description"] = line(kind.__doc__ or "")
        for name, field in schema.get("properties", {}).items():
            if name in docs:
                field["description"] = docs[name]
    return schemas


def _values(text: str) -> dict[str, str]:
    """The rows of the first table of names and values."""
    table = re.search(r"^\| \| \|\n\|---\|---\|\n((?:\| .*\n?)+)", text, re.M)
    return dict(re.findall(r"^\| (.+?) \| `(.+)` \|$", table[1], re.M))
