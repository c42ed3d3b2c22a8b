"""The signed statements of a table's players once its host is lost. No I/O.

Each is signed with the key of a seat at the table that lost its host, together with the id of that
table, so that it is valid for no other seat or table.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from core.game import Plain, Seat
from core.records.record import MAX_ORIGINS
from net.wire import bounds

TAG: Final = "kozyr/branch/1/"


class Origin(msgspec.Struct, frozen=True):
    """A table that a branch continues."""

    table: bounds.Id
    """The table that lost its host."""
    deal: bounds.Natural
    """The last deal that was finished there."""
    host: bounds.ShownName
    """The name of the player whose computer was lost; empty if that computer had no player."""


Origins: TypeAlias = Annotated[tuple[Origin, ...], Meta(max_length=MAX_ORIGINS)]
"""The table that a branch continues, then the one continued by that table if it is a branch too."""


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The continuation of the table as a branch, at the computer of a seat's player."""

    seat: bounds.SeatNumber
    table: bounds.Id
    """The id of the branch."""
    lost: Annotated[int, Meta(ge=1, le=MAX_ORIGINS)]
    """The number of hosts lost up to it, and so of shuffles made anew."""
    match: bounds.Natural
    deals: bounds.Natural
    """The number of deals that it keeps, of that match at the table of this statement."""
    address: bounds.WayAddress
    port: bounds.PortNumber
    fingerprint: bounds.Bytes32
    """The SHA-256 of the certificate of its host, at `address` and `port`."""
    signature: bounds.Signature = ""


class Coming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that opens a seat at a branch. Its host passes it on to no other program."""

    table: bounds.Id
    """The id of the branch."""
    key: bounds.Bytes32
    """The key of the seat."""
    fingerprint: bounds.Bytes32
    """The SHA-256 of the certificate of the host."""
    signature: bounds.Signature = ""


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a seat's player, by that player's own program."""

    seat: bounds.SeatNumber
    sent: bounds.Natural
    """A number that rises with every Situation of this seat."""
    match: bounds.Natural
    deals: bounds.Natural
    """The number of deals of that match held by its sender, from the first one on, all checked."""
    at: bounds.Id = ""
    """The table where the player is: this one while its host answers; a branch; empty if lost."""
    reaches: Annotated[tuple[bounds.SeatNumber, ...], Meta(max_length=bounds.MAX_SEATS)] = ()
    """The seats whose programs have answered this one within the last 6 s."""
    branches: Annotated[tuple[Branch, ...], Meta(max_length=bounds.MAX_SEATS)] = ()
    """The branches known there, each signed by the seat whose player opened it."""
    signature: bounds.Signature = ""


Statement: TypeAlias = Branch | Coming | Situation
Genuine: TypeAlias = Callable[[Seat, Statement], bool]
"""Returns whether a statement carries the signature of a seat's key."""


def signed_bytes(table: str, statement: Statement) -> bytes:
    """Return the signed bytes: the kind, the id of the table that lost its host, and all fields.

    The field `signature` is left out.
    """
    bare = replace(statement, signature="")
    kind = (TAG + type(statement).__name__).encode() + b"\x00"
    return kind + _written(table) + _written(bare)


def _written(value: Any) -> bytes:
    match value:
        case int():
            return value.to_bytes(8)
        case str():
            data = value.encode()
            return len(data).to_bytes(8) + data
        case tuple():
            return len(value).to_bytes(8) + b"".join(map(_written, value))
        case _:
            assert isinstance(value, msgspec.Struct)
            return b"".join(_written(getattr(value, name)) for name in value.__struct_fields__)


def remark(origins: Origins) -> dict[str, Plain]:
    """Return the remark about a branch in the first line of a record."""
    said: dict[str, Plain] = {}
    for origin in reversed(origins):
        before: dict[str, Plain] = {"before": said["branch"]} if said else {}
        said = {"branch": {**msgspec.to_builtins(origin), **before}}
    return said
