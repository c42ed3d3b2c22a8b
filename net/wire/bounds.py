"""How long and how large the fields of messages may be."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from net.wire.names import MAX_NAME as MAX_NAME
from net.wire.names import MAX_TEXT as MAX_TEXT

MAX_MOVE: Final = 40
MAX_SEATS: Final = 10
MAX_CLOCK: Final = 3600
MAX_ITEMS: Final = 4096
"""No list or map is longer: msgpack would otherwise reserve memory for what a header claims."""
MAX_CHANGES: Final = 64
"""More than all house rules and all seats of a table."""

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_MOVE)]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Id: TypeAlias = Annotated[str, Meta(max_length=32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_CLOCK)]
PauseSeconds: TypeAlias = Annotated[int, Meta(ge=-1, le=MAX_CLOCK)]
PauseLeft: TypeAlias = Annotated[int, Meta(ge=-1, lt=1 << 53)]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=12)]
Share: TypeAlias = Annotated[str, Meta(min_length=66, max_length=66, pattern="^[0-9a-f]*$")]
Proof: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
Options: TypeAlias = dict[
    Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)] | int
]
Plain: TypeAlias = dict[str, Any]
