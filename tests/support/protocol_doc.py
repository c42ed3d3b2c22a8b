"""Writes the tables of docs/protocol.md from the source, level by level."""

import re
import typing
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Any, Final

import msgspec

from net.table.phases import PERMISSIONS, PHASES, Role
from net.wire import from_host, to_host
from net.wire.message import ROOM_CHANGES, Message
from net.wire.protocol import VERSION
from net.wire.reasons import CLOSINGS, ENDINGS, REFUSALS, class_of_closing, class_of_refusal
from tests.support.conversation import conversation
from tests.support.dialogue import shuffle, shuffled_anew
from tests.support.doc_games import views
from tests.support.doc_types import field_docs, fields_of, line
from tests.support.signatures import signatures
from tui.table.banter import PHRASES

PLAY, CHECK, REST, MOVING = "play", "check", "rest", "moving"
LEVELS: Final = (PLAY, CHECK, REST, MOVING)

_MESSAGES: Final = {
    PLAY: (
        *("Hello", "Join", "Ready", "Commit", "Reveal", "Play", "Continue", "Ask", "Leave", "Ping"),
        *("Welcomed", "Seated", "Gathered", "Committed", "Updated", "Paused", "Refused"),
        *("Offered", "Closed", "Ponged"),
    ),
    CHECK: ("Revealed", "Recorded"),
    MOVING: (
        *("Migrate", "Accept", "Decline", "Reached", "Prepared", "Identify", "Return", "Consult"),
        *("Chosen", "Announced", "Handed", "Peers", "Consulted"),
    ),
}
"""Level -> its messages; those that are named in none are the rest."""

_CODES: Final = {
    PLAY: (
        *(
            "table",
            "join",
            "joined",
            "code",
            "seat",
            "full",
            "full up",
            "taken",
            "playing",
            "begun",
        ),
        *("locked", "watching", "running", "idle", "terms", "shuffled", "nonce", "dealt", "number"),
        *("stale", "late", "turn", "illegal", "fast"),
        *("hello", "version", "garbage", "crowd", "elsewhere", "left", "host", "kept", "removed"),
    ),
    MOVING: ("here", "rooted", "unasked", "key", "moved"),
}
"""Level -> its codes; those that are named in none are the rest."""


_LATER_PARTS: Final = {
    "WayIn": REST,
    "Standing": REST,
    "WatcherLine": REST,
    "Origin": MOVING,
}
"""Parts of messages to play of which such a client need know nothing."""


def level_of(name: str, levels: typing.Mapping[str, Collection[str]] = _MESSAGES) -> str:
    """Return the level of a message or, with `_CODES`, of a code."""
    return next((level for level, names in levels.items() if name in names), REST)


def kinds(level: str, union: Any) -> list[type]:
    """The messages of a level, in the order of the source."""
    return [kind for kind in typing.get_args(union) if level_of(kind.__name__) == level]


def parts(level: str) -> list[type]:
    """The types of fields that the messages of a level have first, and of those types' fields."""
    found: dict[type, str] = {}
    for each in LEVELS:
        of_level: dict[type, None] = {}
        for kind in (*kinds(each, from_host.FromHost), *kinds(each, to_host.ToHost)):
            _look(kind, of_level)
        for kind in of_level:
            found.setdefault(kind, _LATER_PARTS.get(kind.__name__, each))
    return [kind for kind, first in found.items() if first == level]


def _look(hint: Any, found: dict[type, None]) -> None:
    for inner in typing.get_args(hint):
        _look(inner, found)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if not issubclass(hint, Message):
            found.setdefault(hint)
        for field in typing.get_type_hints(hint, include_extras=True).values():
            _look(field, found)


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


def messages(level: str) -> str:
    """The messages of a level, and the parts of which they are made."""
    lines: list[str] = []
    groups: tuple[tuple[str, Iterable[type]], ...] = (
        ("To the host", kinds(level, to_host.ToHost)),
        ("From the host", kinds(level, from_host.FromHost)),
        ("Parts of messages", parts(level)),
    )
    for title, group in groups:
        if group := list(group):
            lines += [f"### {title}", ""]
            for kind in group:
                lines += _message(kind)
    return "\n".join(lines).strip()


def changes() -> str:
    """Every kind of RoomChange."""
    rows = [f"| `{name}` | {text} |" for name, text in ROOM_CHANGES.items()]
    return "\n".join(["| `kind` | |", "|---|---|", *rows])


def phrases() -> str:
    """Every phrase that our client sends, with its words in English."""
    rows = [f"| `{code}` | {words} |" for code, words in PHRASES.items()]
    return "\n".join(["| `phrase` | |", "|---|---|", *rows])


def codes(level: str) -> str:
    """The codes of a level with their classes."""
    sent = {code: reason for code, reason in CLOSINGS.items() if code not in ENDINGS}
    lines = []
    for title, reasons, class_of in (
        ("Refused", REFUSALS, class_of_refusal),
        ("Closed", sent, class_of_closing),
    ):
        rows = [code for code in reasons if level_of(code, _CODES) == level]
        if rows:
            lines += [f"| `code` of {title} | class | `reason` |", "|---|---|---|"]
            lines += [f"| `{code}` | {class_of(code)} | {reasons[code]} |" for code in rows]
            lines.append("")
    return "\n".join(lines).strip()


def phases(level: str) -> str:
    """The messages of a level, with their senders and phases."""
    lines = [
        f"| message | from | {' | '.join(f'`{phase}`' for phase in PHASES)} | |",
        "|---|---" + "|---" * len(PHASES) + "|---|",
    ]
    who = {Role.WATCHER: "all", Role.PLAYER: "players", Role.OWNER: "the owner"}
    for message, permission in PERMISSIONS.items():
        if level_of(message.__name__) == level:
            refused = f"`{permission.code}`"
            cells = ["yes" if phase in permission.phases else refused for phase in PHASES]
            cells = [message.__name__, who[permission.role], *cells, permission.note]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


CHAPTERS: Final = {
    "conversation": conversation,
    **{f"messages to {level}": partial(messages, level) for level in (PLAY, CHECK)},
    **{f"codes to {level}": partial(codes, level) for level in (PLAY,)},
    **{f"phases to {level}": partial(phases, level) for level in (PLAY,)},
    "kozel": partial(views, ["kozel"], result=True),
    "shuffle": shuffle,
    "anew": shuffled_anew,
    "phrases": phrases,
    "messages of the rest": partial(messages, REST),
    "changes": changes,
    "codes of the rest": partial(codes, REST),
    "phases of the rest": partial(phases, REST),
    "views": partial(views, ["joker", "domino_poker", "graph_poker"]),
    "signed": signatures,
    "messages of moving": partial(messages, MOVING),
    "codes of moving": partial(codes, MOVING),
    "phases of moving": partial(phases, MOVING),
}


def renewed(document: str) -> str:
    """The document with its number, and its tables written anew between their marks."""
    for name, write in CHAPTERS.items():
        before, start, rest = document.partition(f"<!-- {name}: from the source -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->\n")
        assert start, f"no marks for the chapter of {name}"
        assert end, f"no end of the chapter of {name}"
        document = f"{before}{start}\n{write()}\n\n{end}{after}"
    return re.sub(r"version \d+ of the protocol", f"version {VERSION} of the protocol", document)
