"""The bytes that a seat signs: no two statements have the same ones, at any tables. No I/O."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from net.migration.epochs import Opened, Statement

TAG: Final = "kozyr/epoch/1/"

_NIL: Final = (1 << 64) - 1
"""How nil is written where a number may stand: no number is as large."""


def signed_bytes(table: str, statement: Statement) -> bytes:
    """Return what is signed: the kind, the table's id, and all fields in their order.

    Left out are the signature itself and, of Opened, who has joined.
    """
    bare: Any = replace(statement, signature="")
    if isinstance(bare, Opened):
        bare = replace(bare, joined=())
    kind = (TAG + type(statement).__name__).encode() + b"\x00"
    return kind + _written(table) + _written(bare)


def _written(value: Any) -> bytes:
    match value:
        case None:
            return _NIL.to_bytes(8)
        case bool() | int():
            return int(value).to_bytes(8)
        case str():
            data = value.encode()
            return len(data).to_bytes(8) + data
        case tuple():
            return len(value).to_bytes(8) + b"".join(map(_written, value))
        case _:
            assert isinstance(value, msgspec.Struct)
            return b"".join(_written(getattr(value, name)) for name in value.__struct_fields__)
