"""Asks another player's program how things are there, and tells it how they are here."""

from __future__ import annotations

import asyncio
from typing import Final

from net.branch.statements import Situation
from net.client.reaching import is_local
from net.secure.tls import connect
from net.wire.frames import FrameError, FrameReader, frame
from net.wire.from_host import Closed, Consulted, Refused
from net.wire.protocol import VERSION, BadMessageError, decode_from_host, encode
from net.wire.to_host import Consult, Hello

ANSWER_SECONDS: Final = 1.5
"""How long a program may take to answer."""


async def consult(address: str, port: int, table: str, situation: Situation) -> Consulted | None:
    """Return what the program at a place tells of a table; None if it tells nothing.

    Places outside the local networks are not called.
    """
    if not is_local(address):
        return None
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await _asked(address, port, Consult(table, situation))
    except (OSError, TimeoutError, FrameError, BadMessageError):
        return None


async def _asked(address: str, port: int, question: Consult) -> Consulted | None:
    reader, writer, _ = await connect(address, port)
    try:
        for message in (Hello(VERSION, "kozyr"), question):
            writer.write(frame(encode(message)))
        frames = FrameReader()
        while data := await reader.read(65536):
            frames.feed(data)
            for body in frames.frames():
                match decode_from_host(body):
                    case Consulted() as consulted:
                        return consulted
                    case Refused() | Closed():
                        return None
                    case _:
                        pass
        return None
    finally:
        writer.transport.abort()
