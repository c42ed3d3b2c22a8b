"""A step of a trial: a connection sends a message, and the answer has to be that of the page."""

from __future__ import annotations

import typing
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from kozyr_kits.conformance.hosts.connections import Connection, written
from kozyr_kits.conformance.hosts.reading import KINDS
from kozyr_kits.conformance.hosts.table import TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.wire.from_host import Closed, Ponged
from net.wire.message import Message

ENDED: Final = "ended"
"""As an answer: the end of the connection, whatever comes before it."""

Sent: TypeAlias = Message | dict[str, Any] | bytes


@dataclass(frozen=True, slots=True)
class Step:
    """A message of `who`, and the answer with its codes, as in "Refused turn stale".

    `who` is the name of a connection in TableUnderTest or its `fresh`, "players" or "watchers" for
    one after another, or "connected", "greeted", "plain" for a new one shared by the steps of a
    trial. If there is no such connection, the step is skipped.
    """

    name: str
    """The requirement; empty if the step only prepares the next one."""
    who: str
    send: Sent | Callable[[TableUnderTest, Connection], Sent]
    answer: str
    holds: Callable[[TableUnderTest, Connection, Any], object] = lambda table, who, answer: True
    """Tells whether the answer is right, apart from its kind and code."""
    fields: str = ""
    """The fields of the answer judged by `holds`, for the report."""
    everybody: Callable[[TableUnderTest, Connection], object] | None = None
    """Tells whether one of ours at the table knows of the effect: soon all of them have to."""
    where: str = ""
    """The message and field of the effect, for the report, if it is not the answer."""


Trial: TypeAlias = Iterable[Step | Callable[[TableUnderTest], Awaitable[None]]]
"""Steps one after another, and functions for exchanges of more than one message and answer."""


async def carry_out(table: TableUnderTest, trial: Trial) -> None:
    """Carry a trial out. Raises StoppedError."""
    for step in trial:
        if isinstance(step, Step):
            for connection in await _named(table, step.who):
                await _take(table, step, connection)
        else:
            await step(table)
    for connection in table.fresh.values():
        await connection.close()
    table.fresh.clear()


async def _named(table: TableUnderTest, who: str) -> list[Connection]:
    if who in ("players", "watchers"):
        return [*getattr(table, who)]
    if who in ("connected", "greeted", "plain") and who not in table.fresh:
        connect = table.net.greet if who == "greeted" else table.net.connect
        table.fresh[who] = await connect(f"a {who} client", encrypted=who != "plain")
    if who in table.fresh:
        return [table.fresh[who]]
    found = getattr(table, who)
    return [] if found is None else [found]


async def _take(table: TableUnderTest, step: Step, connection: Connection) -> None:
    what = step.send(table, connection) if callable(step.send) else step.send
    mark = len(connection.observer.heard)
    kind, *codes = step.answer.split()
    if kind == ENDED:
        connection.send(what)
        answer, right = None, await table.net.is_ended(connection)
    else:
        answer = await table.net.ask(connection, what, KINDS[kind])
        right = answer is not None and (not codes or answer.code in codes)
        if kind == Closed.__name__:
            right &= await table.net.is_ended(connection)
        right = right and bool(step.holds(table, connection, answer))
    if step.name:
        asked = f"{written(what)} of {connection.observer.who}"
        heard = [m for m in connection.observer.heard[mark:] if not isinstance(m, Ponged)]
        if answer is not None and step.fields:
            named = ((name, brief(getattr(answer, name))) for name in step.fields.split())
            said = " and ".join(f"{kind}.{name} is {value}" for name, value in named)
            detail = f"{said} after {asked}"
        elif answer is not None and step.where:
            detail = f"{step.where} is wrong after {asked}"
        else:
            said = brief(answer or heard[-1]) if answer or heard else "nothing"
            detail = f"{asked} is answered with {said}, not {step.answer}"
        table.report.expect(step.name, right, detail)
        if step.everybody is not None:
            place = step.where or ", ".join(f"{kind}.{name}" for name in step.fields.split())
            said = f"sees nothing of it in {place} after {asked}"
            await table.expect_all(step.name, partial(step.everybody, table), said)


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
    if origin is int:
        return max((mark.ge or 0 for mark in marks if hasattr(mark, "ge")), default=0)
    return {bool: False, dict: {}, list: []}.get(origin)
