"""How long and how large the fields of messages may be."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from core.notation import Among, Written
from net.wire.names import MAX_NAME as MAX_NAME, MAX_TEXT as MAX_TEXT

MAX_MOVE: Final = 40
MAX_FACT: Final = 600
"""The longest fact lists all house rules of a game for somebody who named an unknown one."""
MAX_SEATS: Final = 10
MAX_CLOCK: Final = 3600
MAX_ITEMS: Final = 4096
"""No list or map is longer: otherwise msgpack would reserve memory for whatever a header claims."""
MAX_MISSED: Final = 60
"""Whoever comes back is told at most this many of the last events."""
MAX_MADE: Final = 1000
"""This many moves of a match fit into one message, whatever they are."""
MAX_PART: Final = 16_000
"""This many code points of a record fit into one message, whatever they are."""
MAX_PARTS: Final = 32
"""A record is sent in at most this many messages; one of a long match needs some ten."""
MAX_TABLE_PARTS: Final = 128
"""A table is handed to its new host in at most this many messages."""
MAX_WATCHERS: Final = 16
"""At most this many people may watch one table."""
MAX_STANDINGS: Final = 32
"""At most this many people and bots are in the list of an evening."""
MAX_KEPT_OUT: Final = 64
"""At most this many people may be kept out by a table's owner."""
MAX_UNTOLD: Final = 64
"""At most this many people who were put out while away are remembered until they return."""
MAX_WAYS: Final = 8
"""At most this many ways to sit down are listed."""
MAX_CHANGES: Final = 64
"""At most this many changes are told at once: more than a table has house rules and seats."""

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
ShownName: TypeAlias = Annotated[str, Meta(max_length=MAX_NAME)]
"""A name as a host shows it: of a person, a bot, a table, a game, the host itself."""
Word: TypeAlias = Annotated[str, Meta(max_length=40)]
Sentence: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT)]
Facts: TypeAlias = dict[Word, Annotated[str, Meta(max_length=MAX_FACT)] | int]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
MoveField: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_MOVE)]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Id: TypeAlias = Annotated[str, Meta(max_length=32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Natural: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
Signed: TypeAlias = Annotated[int, Meta(gt=-(1 << 53), lt=1 << 53)]
DealNumber: TypeAlias = Annotated[int, Meta(ge=1, le=1 << 16)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_CLOCK)]
PauseSeconds: TypeAlias = Annotated[int, Meta(ge=-1, le=MAX_CLOCK)]
PauseLeft: TypeAlias = Annotated[int, Meta(ge=-1, lt=1 << 53)]
BotLevel: TypeAlias = Annotated[str, Meta(min_length=1, max_length=12)]
PortNumber: TypeAlias = Annotated[int, Meta(ge=1, le=65535)]
KeyShare: TypeAlias = Annotated[str, Meta(min_length=66, max_length=66, pattern="^[0-9a-f]*\\Z")]
Proof: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*\\Z")]
Bytes16: TypeAlias = Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]*\\Z")]
Bytes32: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*\\Z")]
Signature: TypeAlias = Annotated[
    str, Meta(pattern="^([0-9a-f]{128})?\\Z"), Written("128 hexadecimal digits", "[0-9a-f]{128}")
]
SeatKey: TypeAlias = Annotated[
    str,
    Meta(pattern="^([0-9a-f]{64})?\\Z"),
    Written("64 hexadecimal digits, or empty", "([0-9a-f]{64})?"),
]
Proposal: TypeAlias = Annotated[str, Among("", "same", "rotate")]
Phase: TypeAlias = Annotated[str, Among("gathering", "playing", "over")]
WayKind: TypeAlias = Annotated[
    str,
    Meta(pattern="^[a-z]{1,16}\\Z"),
    Written('"kozyr", "ssh", "https" or "http"; skip what you do not know', "[a-z]{1,16}"),
]
WayAddress: TypeAlias = Annotated[
    str,
    Meta(pattern="^[0-9A-Za-z.:%_-]{0,64}\\Z"),
    Written("at most 64 letters, digits and . : % _ -", "[0-9A-Za-z.:%_-]{0,64}"),
]
Fingerprint: TypeAlias = Annotated[
    str,
    Meta(pattern="^[0-9A-Za-z:+/=]{0,64}\\Z"),
    Written("at most 64 letters, digits and : + / =", "[0-9A-Za-z:+/=]{0,64}"),
]
OccupantKind: TypeAlias = Annotated[
    str, Written('"", "human", or "bot:" and a level', "(human|bot:[a-z]+)?")
]
RuleValues: TypeAlias = dict[
    Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)] | int
]
PlainMap: TypeAlias = dict[str, Any]
