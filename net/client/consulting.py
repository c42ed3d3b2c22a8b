"""Asks another player's program what it knows of a table whose host is lost."""

from __future__ import annotations

import asyncio
from typing import Final

from net.client.reaching import is_local
from net.migration.epochs import Call, Situation
from net.secure.tls import connect
from net.wire.frames import FrameError, FrameReader, frame
from net.wire.from_host import Closed, Consulted, Refused
from net.wire.protocol import VERSION, BadMessageError, decode_from_host, encode
from net.wire.to_host import Consult, Hello

ANSWER_SECONDS: Final = 1.5
"""How long a program may take to answer."""


async def consult(
    address: str, port: int, table: str, call: Call, situation: Situation | None = None
) -> Consulted | None:
    """Return what the program at a place knows; None if it does not tell.

    `situation` is what the caller knows, if its host is lost. Places outside the local networks
    are not called.
    """
    if not is_local(address):
        return None
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await _asked(address, port, Consult(table, call, situation))
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
