"""Tries a host before a seat is taken: bytes, versions, deadlines, codes."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgpack

from net.conformance.report import ConformanceReport
from net.conformance.sentences import (
    BOUNDS,
    FIRST_HELLO,
    FLOATS,
    FRAMES,
    HELLO_AGAIN,
    JOIN_AGAIN,
    LEFT_OUT,
    MAPS,
    NO_CONVERSION,
    NO_PROOF,
    ONE_ATTEMPT,
    PINGS,
    PLAIN,
    SILENT,
    SKIPPED_FIELDS,
    SLOW_FRAME,
    SLOW_HELLO,
    SMALL_FRAMES,
    UNKNOWN_FIELDS,
    VERSIONS,
    WRONG_CODE,
    Sentence,
)
from net.conformance.visit import HELLO, StoppedError, Visit, Visitor
from net.wire.frames import MAX_STRANGER, frame
from net.wire.from_host import TableLine
from net.wire.protocol import VERSION
from net.wire.to_host import Ask, Confirm, Hello, Join, Prove

UNREADABLE: Final[tuple[tuple[Sentence, str, bytes], ...]] = (
    (FRAMES, "a frame of no bytes", bytes(4)),
    (SMALL_FRAMES, "a frame of 1025 bytes", (MAX_STRANGER + 1).to_bytes(4) + b"\x81"),
    (MAPS, "a list instead of a map", frame(msgpack.packb(["Ping", 1]))),
    (MAPS, "a map without a type", frame(msgpack.packb({"sent": 1}))),
    (MAPS, "a message that there is not", frame(msgpack.packb({"type": "Dance"}))),
    (MAPS, "bytes that are no msgpack", frame(b"\xc1")),
    (FLOATS, "a floating point number", frame(msgpack.packb({"type": "Ping", "sent": 1.0}))),
    (FLOATS, "bytes for a text", frame(msgpack.packb({"type": "Join", "name": b"Ann"}))),
    (
        UNKNOWN_FIELDS,
        "a Ping with a field too many",
        frame(msgpack.packb({"type": "Ping", "sent": 1, "pong": 2})),
    ),
    (LEFT_OUT, "a Ping without its number", frame(msgpack.packb({"type": "Ping"}))),
    (NO_CONVERSION, "a number as text", frame(msgpack.packb({"type": "Ping", "sent": "7"}))),
    (NO_CONVERSION, "true for a number", frame(msgpack.packb({"type": "Ping", "sent": True}))),
    (BOUNDS, "a name of 25 letters", frame(msgpack.packb({"type": "Join", "name": "A" * 25}))),
)
"""What each garbage message is, and the code of the Closed that ends the connection after it."""


async def try_handshake(visit: Visit) -> None:
    """Try everything that comes before a seat. Raises StoppedError if nobody is there."""
    slow = asyncio.gather(_slow_hello(visit), _slow_frame(visit), _silent(visit))
    try:
        await _try_greetings(visit)
        for sentence, what, data in UNREADABLE:
            await _try_unreadable(visit, sentence, what, data)
        await slow
    finally:
        slow.cancel()


async def _try_greetings(visit: Visit) -> None:
    report = visit.report
    visitor = await visit.greet("a guest")
    again = await visit.ask(visitor, HELLO, "Welcomed")
    report.expect(HELLO_AGAIN, bool(again), "a second Hello is not answered with Welcomed")
    visitor.ping(7)
    pinged = await visit.until(lambda: not visitor.observer.pings)
    report.expect(PINGS, pinged, "a Ping before Join is not answered")
    early = await _refused(visit, visitor, Ask())
    report.expect(JOIN_AGAIN, early == "join", f"Ask before Join is answered with {early!r}")
    lost = await _refused(visit, visitor, Join("Ann", table="0" * 32))
    report.expect(JOIN_AGAIN, lost == "table", f"Join of no table is answered with {lost!r}")
    report.expect(JOIN_AGAIN, not visitor.ended, "a refused Join ends the connection")
    await visitor.close()
    await _try_versions(visit, report)
    plain = await visit.connect("a guest without TLS", encrypted=False)
    welcomed = await visit.ask(plain, HELLO, "Welcomed")
    report.expect(PLAIN, bool(welcomed), "a plain connection is not welcomed")
    await plain.close()


async def _try_versions(visit: Visit, report: ConformanceReport) -> None:
    stranger = await visit.connect("a guest of another version")
    closed = await visit.ask(stranger, Hello(VERSION + 1), "Closed")
    facts = {"host": VERSION, "yours": VERSION + 1}
    report.expect(
        VERSIONS,
        closed.get("code") == "version" and closed.get("facts") == facts,
        f"a later version is answered with {closed}",
    )
    await stranger.close()
    hasty = await visit.connect("a guest without Hello")
    await visit.ask(hasty, Join("Ann"), "Closed")
    ended = await visit.is_ended(hasty)
    report.expect(FIRST_HELLO, ended, "Join before Hello does not end the connection")
    await hasty.close()
    later = await visit.connect("a guest of a later release")
    hello = {"type": "Hello", "version": VERSION, "later": [1, {"a": None}], "much": 0.5}
    hello["room"] = "x" * (MAX_STRANGER - len(msgpack.packb(hello)) - len("room") - 4)
    size = len(msgpack.packb(hello))
    welcomed = await visit.answered(later, lambda: later.send_map(hello), "Welcomed")
    report.expect(
        SKIPPED_FIELDS, bool(welcomed), f"Hello with unknown fields, {size} bytes, is not welcomed"
    )
    await later.close()


async def _try_unreadable(visit: Visit, sentence: Sentence, what: str, data: bytes) -> None:
    visitor = await visit.greet("a guest who sends garbage")
    closed = await visit.answered(visitor, lambda: visitor.send_bytes(data), "Closed")
    ended = await visit.is_ended(visitor)
    visit.report.expect(
        sentence,
        closed.get("code") == "garbage" and ended,
        f"{what} is answered with {closed.get('code', 'anything but Closed')!r}",
    )
    await visitor.close()


async def _slow_hello(visit: Visit) -> None:
    visitor = await visit.connect("a guest who says nothing")
    ended = await _ends_within(visit, visitor, 3.0)
    visit.report.expect(SLOW_HELLO, ended, "a connection without Hello goes on")


async def _slow_frame(visit: Visit) -> None:
    visitor = await visit.greet("a guest who stops within a frame")
    visitor.send_bytes(frame(msgpack.packb({"type": "Ping", "sent": 1}))[:9])
    ended = await _ends_within(visit, visitor, 3.0)
    visit.report.expect(SLOW_FRAME, ended, "a connection with half a frame goes on")


async def _silent(visit: Visit) -> None:
    visitor = await visit.greet("a guest who falls silent")
    ended = await _ends_within(visit, visitor, 6.0)
    visit.report.expect(SILENT, ended, "a connection that says nothing goes on")


async def _ends_within(visit: Visit, visitor: Visitor, seconds: float) -> bool:
    """Wait this long, plus the patience: hosts do not look at deadlines all the time."""
    await asyncio.sleep(seconds)
    ended = await visit.is_ended(visitor)
    await visitor.close()
    return ended


async def _refused(visit: Visit, visitor: Visitor, message: Any) -> str:
    """Return the code with which a message is refused; empty if it is not refused."""
    return str((await visit.ask(visitor, message, "Refused")).get("code", ""))


# --- the code of a table -------------------------------------------------------------------------


async def try_code(visit: Visit, table: TableLine) -> None:
    """Try a table that asks for its code: without a code, with a wrong one, twice."""
    from net.secure.pake import ClientSide  # few tables have a code

    report = visit.report
    visitor = await visit.greet("a guest without the code")
    code = await _refused(visit, visitor, Join("Ann", table=table.id))
    report.expect(NO_PROOF, code == "code", f"Join without a code is answered with {code!r}")
    guess = ("1" if visit.code.startswith("0") else "0") + (visit.code[1:] or "000")
    proof = ClientSide(guess, visitor.fingerprint, table.id)
    visitor.keep_alive()
    proving = await visit.ask(visitor, Prove(table.id, proof.share), "Proving")
    if proving:
        sent = Confirm(proof.confirm(proving["share"]))
        wrong = await _refused(visit, visitor, sent)
        report.expect(WRONG_CODE, wrong == "wrong", f"a wrong code is answered with {wrong!r}")
    again = await _refused(visit, visitor, Prove(table.id, proof.share))
    report.expect(ONE_ATTEMPT, again == "tried", f"a second attempt is answered with {again!r}")
    await visitor.close()


def tables_of(visitor: Visitor) -> list[TableLine]:
    """Return the tables that a host lists. Raises StoppedError."""
    lines = visitor.observer.welcomed.get("tables", ())
    if not lines:
        raise StoppedError("the host has no table")
    return [TableLine(**line) for line in lines]
