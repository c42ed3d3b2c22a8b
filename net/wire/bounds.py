"""The bounds of the fields of messages."""

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from core.notation import Among, Written
from net.wire.names import MAX_NAME as MAX_NAME, MAX_TEXT as MAX_TEXT

MAX_MOVE: Final = 40
MAX_FACT: Final = 600
"""The longest fact lists all house rules of a game, in the refusal of an unknown one."""
MAX_SEATS: Final = 10
MAX_CLOCK: Final = 3600
MAX_ITEMS: Final = 4096
"""The longest list or map; else msgpack would reserve memory for any size that a header claims."""
MAX_MISSED: Final = 60
"""The most events that a resuming client is told."""
MAX_MADE: Final = 1000
"""The number of moves that always fit into a message."""
MAX_PART: Final = 16_000
"""The number of code points of a record that always fit into a message."""
MAX_PARTS: Final = 32
"""The most messages for a record; one of a long match needs some ten."""
MAX_TABLE_PARTS: Final = 128
"""The most messages in which a table is handed to its new host."""
MAX_WATCHERS: Final = 16
"""The most watchers of a table."""
MAX_STANDINGS: Final = 32
"""The most players and bots in the standings of an evening."""
MAX_PLAYED: Final = 40
"""The most matches of an evening that are listed one by one; they are the latest."""
MAX_GAMES: Final = 16
"""The most games that a program may know."""
MAX_KEPT_OUT: Final = 64
"""The most players whom a table's owner may ban."""
MAX_UNTOLD: Final = 64
"""The most players put out while away that a host remembers until they return."""
MAX_WAYS: Final = 8
"""The most ways to connect that are listed."""
MAX_CHANGES: Final = 64
"""The most changes at once: more than a table has house rules and seats."""

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
ShownName: TypeAlias = Annotated[str, Meta(max_length=MAX_NAME)]
"""A name as a host shows it: of a player, a bot, a table, a game, the host itself."""
GameNames: TypeAlias = Annotated[list[ShownName], Meta(max_length=MAX_GAMES)]
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
Way: TypeAlias = Annotated[
    str,
    Meta(pattern="^[a-z]{0,16}\\Z"),
    Written(
        '"kozyr", "plain", "ssh", "page", "phone" or ""',
        "[a-z]{0,16}",
    ),
]
"""The way in which a player or watcher plays: a screen of Kozyr, or another."""
Phrase: TypeAlias = Annotated[
    str,
    Meta(pattern="^[a-z_]{0,24}\\Z"),
    Written("at most 24 small letters and _", "[a-z_]{0,24}"),
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
