"""Trials before a seat is taken: bytes, versions, deadlines, codes."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgpack

from kozyr_kits.conformance.hosts.connections import HELLO, Connection
from kozyr_kits.conformance.hosts.steps import ENDED, Sent, Step, Trial, carry_out
from kozyr_kits.conformance.hosts.table import TableUnderTest
from net.public.client import ClientSide
from net.wire.from_host import Proving
from net.wire.protocol import MAX_STRANGER, VERSION, frame
from net.wire.to_host import Ask, Confirm, Hello, Join, Ping, Prove


def _later_hello() -> dict[str, Any]:
    """Return a Hello with unknown fields, as large as a stranger's frame may be."""
    hello: dict[str, Any] = {"type": "Hello", "version": VERSION, "later": [1, {"a": None}]}
    hello["much"] = 0.5
    hello["room"] = "x" * (MAX_STRANGER - len(msgpack.packb(hello)) - len("room") - 4)
    return hello


def _versions(table: TableUnderTest, who: Connection, answer: Any) -> bool:
    return bool(answer.facts == {"host": VERSION, "yours": VERSION + 1})


CONSULT: Final = {
    "type": "Consult",
    "table": "0" * 32,
    "situation": {"seat": 0, "sent": 1, "match": 1, "deals": 0},
}


def return_to(table: TableUnderTest, who: Connection) -> dict[str, Any]:
    """Make a Return with a key that belongs to no seat."""
    coming = {"table": table.line.id, "key": 64 * "0", "fingerprint": who.fingerprint.hex()}
    return {"type": "Return", "table": table.line.id, "coming": coming}


GREETINGS: Final[tuple[Trial, ...]] = (
    (
        Step("hello-again", "greeted", HELLO, "Welcomed"),
        Step("pings", "greeted", Ping(7), "Ponged"),
        Step("join-again", "greeted", Ask(), "Refused join"),
        Step("join-again", "greeted", Join("Ann", table="0" * 32), "Refused table"),
        Step("calls", "greeted", CONSULT, "Refused unasked"),
        Step("no-branch", "greeted", return_to, "Refused unasked"),
        Step("join-again", "greeted", HELLO, "Welcomed"),
    ),
    (Step("versions", "connected", Hello(VERSION + 1), "Closed version", _versions, "facts"),),
    (Step("first-hello", "connected", Join("Ann"), ENDED),),
    (Step("skipped-fields", "connected", _later_hello(), "Welcomed"),),
    (Step("plain", "plain", HELLO, "Welcomed"),),
)

GARBAGE: Final[tuple[tuple[str, Sent], ...]] = (
    ("frames", bytes(4)),
    ("small-frames", (MAX_STRANGER + 1).to_bytes(4) + b"\x81"),
    ("maps", frame(msgpack.packb(["Ping", 1]))),
    ("maps", {"sent": 1}),
    ("maps", {"type": "Dance"}),
    ("maps", frame(b"\xc1")),
    ("plain-values", {"type": "Ping", "sent": 1.0}),
    ("plain-values", {"type": "Join", "name": b"Ann"}),
    ("unknown-fields", {"type": "Ping", "sent": 1, "pong": 2}),
    ("left-out-fields", {"type": "Ping"}),
    ("no-conversion", {"type": "Ping", "sent": "7"}),
    ("no-conversion", {"type": "Ping", "sent": True}),
    ("bounds", {"type": "Join", "name": "A" * 25}),
)
"""A requirement, and bytes that break it: the answer is Closed `garbage`."""

DEADLINES: Final[tuple[tuple[str, str, bytes, float], ...]] = (
    ("slow-hello", "connected", b"", 3.0),
    ("slow-frame", "greeted", frame(msgpack.packb({"type": "Ping", "sent": 1}))[:9], 3.0),
    ("silent", "greeted", b"", 6.0),
)
"""A requirement, a connection, its bytes before it falls silent, the seconds until it is closed."""


async def try_arrivals(table: TableUnderTest) -> None:
    """Try everything that comes before a seat. Raises StoppedError without a host."""
    slow = asyncio.gather(*(_try_deadline(table, *deadline) for deadline in DEADLINES))
    try:
        for trial in GREETINGS:
            await carry_out(table, trial)
        for name, data in GARBAGE:
            await carry_out(table, (Step(name, "greeted", data, "Closed garbage"),))
        await slow
    finally:
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)


async def _try_deadline(
    table: TableUnderTest, name: str, who: str, data: bytes, seconds: float
) -> None:
    """Wait this long, plus the patience, as hosts check deadlines only from time to time."""
    connect = table.net.greet if who == "greeted" else table.net.connect
    connection = await connect(f"a {who} client that falls silent")
    connection.send(data)
    await asyncio.sleep(seconds)
    ended = await table.net.is_ended(connection)
    table.report.expect(name, ended, f"{connection.observer.who} is not cut off")
    await connection.close()


async def try_code(table: TableUnderTest) -> None:
    """Try a table that asks for its code: without it, with a wrong one, twice."""
    code = table.net.code
    await try_wrong_code(table, ("1" if code.startswith("0") else "0") + code[1:], "wrong-code")


async def try_wrong_code(table: TableUnderTest, code: str, name: str) -> None:
    """Prove a code other than the table's; `name` is the requirement to refuse it."""
    newcomer = await table.net.greet("a client with a wrong code")
    newcomer.keep_alive()  # the host makes it wait longer after each wrong code
    proof = ClientSide(newcomer.fingerprint, code, table.line.id)

    def confirm(table: TableUnderTest, who: Connection) -> Sent:
        return Confirm(
            proof.confirm(
                next(m for m in reversed(who.observer.heard) if isinstance(m, Proving)).share
            )
        )

    table.fresh["newcomer"] = newcomer
    prove, join = Prove(table.line.id, proof.share), Join("Ann", table=table.line.id)
    await carry_out(
        table,
        (
            Step("no-proof", "newcomer", join, "Refused code"),
            Step("one-attempt", "newcomer", prove, "Proving"),
            Step(name, "newcomer", confirm, "Refused wrong"),
            Step("one-attempt", "newcomer", prove, "Refused tried"),
        ),
    )
