"""Sends what may not be sent in a phase, according to the printed table of phases."""

from __future__ import annotations

import typing
from typing import Any

import msgspec

from net.conformance.sentences import PHASES
from net.conformance.visit import Visit, Visitor
from net.table.phases import PERMISSIONS, Permission, Role
from net.wire.message import Message
from net.wire.to_host import Join


def sample(kind: type[Message]) -> Message:
    """Make a message of a kind with the least that its fields allow."""
    hints = typing.get_type_hints(kind, include_extras=True)
    needed = (field.name for field in msgspec.structs.fields(kind) if field.required)
    return kind(**{name: _least(hints[name]) for name in needed})


def _least(hint: Any) -> Any:
    base, *marks = typing.get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    length = max((mark.min_length or 0 for mark in marks if hasattr(mark, "min_length")), default=0)
    origin = typing.get_origin(base) or base
    if origin is str:
        return "0" * length
    return {int: 0, bool: False, dict: {}, list: []}.get(origin)


def refusal_of(permission: Permission, role: Role, phase: str) -> str:
    """Return the code that a message is refused with; empty if it may be sent."""
    if role < permission.role:
        return "watching" if role is Role.WATCHER else "owner"
    return permission.code if phase not in permission.phases else ""


async def try_phase(visit: Visit, people: dict[Role, Visitor]) -> None:
    """Have one visitor in each role send everything that it may not send now."""
    for role, visitor in people.items():
        phase = visitor.observer.phase
        for kind, permission in PERMISSIONS.items():
            expected = refusal_of(permission, role, phase)
            if expected:
                await _try(visit, visitor, kind, expected)
        await _try(visit, visitor, Join, "joined")


async def _try(visit: Visit, visitor: Visitor, kind: type[Message], expected: str) -> None:
    phase = visitor.observer.phase
    said = await visit.ask(visitor, sample(kind), "Refused")
    visit.report.expect(
        PHASES,
        said.get("code") == expected,
        f"{kind.__name__} of {visitor.observer.who} in {phase} is answered with "
        f"{said.get('code', 'no Refused')}, not {expected}",
    )
