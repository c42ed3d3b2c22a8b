"""One question to an address: does a host answer, how fast, and which tables does it have."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from net.secure.tls import connect
from net.wire.frames import FrameError, FrameReader, frame
from net.wire.protocol import (
    VERSION,
    BadMessageError,
    Closed,
    FromHost,
    Hello,
    Welcomed,
    decode_from_host,
    encode,
)

ANSWER_SECONDS: Final = 1.5


@dataclass(frozen=True, slots=True)
class Probe:
    """A host that answered."""

    address: str
    latency: float
    version: int
    welcomed: Welcomed | None
    """None if the host speaks another version."""
    fingerprint: str = ""
    """Of the certificate that the host shows."""


async def probe(
    addresses: Sequence[str], port: int, seconds: float = ANSWER_SECONDS
) -> Probe | None:
    """Ask all addresses of a host at once; return the first good answer, None if there is none."""
    tasks = [asyncio.ensure_future(_ask(address, port)) for address in addresses]
    try:
        for first in asyncio.as_completed(tasks, timeout=seconds):
            try:
                answer = await first
            except (OSError, TimeoutError, FrameError, BadMessageError):
                continue
            if answer is not None:
                return answer
        return None
    except TimeoutError:
        return None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _ask(address: str, port: int) -> Probe | None:
    loop = asyncio.get_running_loop()
    reader, writer, fingerprint = await connect(address, port)
    try:
        asked = loop.time()
        writer.write(frame(encode(Hello(VERSION, "kozyr probe"))))
        message = await _first_message(reader)
        latency = loop.time() - asked
    finally:
        writer.transport.abort()
    match message:
        case Welcomed(version=version):
            return Probe(address, latency, version, message, fingerprint.hex())
        case Closed(code="version", facts={"host": int(version)}):
            return Probe(address, latency, version, None, fingerprint.hex())
        case _:
            return None


async def _first_message(reader: asyncio.StreamReader) -> FromHost | None:
    frames = FrameReader()
    while data := await reader.read(65536):
        frames.feed(data)
        for body in frames.frames():
            return decode_from_host(body)
    return None
