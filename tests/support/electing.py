"""Signatures for elections that are simulated: they name what they sign."""

from __future__ import annotations

from msgspec.structs import replace

from net.migration.epochs import Opened, Statement


def signature(statement: Statement) -> str:
    bare = replace(statement, signature="")
    if isinstance(bare, Opened):
        bare = replace(bare, joined=())
    return repr(bare)


def genuine(statement: Statement) -> bool:
    return statement.signature == signature(statement)
