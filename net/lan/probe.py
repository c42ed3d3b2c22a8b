"""One question to an address: does a host answer, how fast, and which tables does it have?"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from net.secure.tls import connect
from net.wire.frames import FrameError, FrameReader, frame
from net.wire.from_host import Closed, FromHost, Welcomed
from net.wire.protocol import VERSION, BadMessageError, decode_from_host, encode
from net.wire.to_host import Hello

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
    """The fingerprint of the certificate that the host shows."""


@dataclass(frozen=True, slots=True)
class ProbeReply:
    """What came back from an address."""

    message: FromHost | None
    """None if the connection ended without a word."""
    latency: float
    fingerprint: str


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
    answer = await ask(address, port)
    match answer.message:
        case Welcomed(version=version):
            welcomed: Welcomed | None = answer.message
        case Closed(code="version", facts={"host": int(version)}):
            welcomed = None
        case _:
            return None
    return Probe(address, answer.latency, version, welcomed, answer.fingerprint)


async def ask(address: str, port: int) -> ProbeReply:
    """Greet a host and return what it says first. Raises OSError, FrameError, BadMessageError."""
    loop = asyncio.get_running_loop()
    reader, writer, fingerprint = await connect(address, port)
    try:
        asked = loop.time()
        writer.write(frame(encode(Hello(VERSION, "kozyr probe"))))
        message = await _first_message(reader)
        return ProbeReply(message, loop.time() - asked, fingerprint.hex())
    finally:
        writer.transport.abort()


async def _first_message(reader: asyncio.StreamReader) -> FromHost | None:
    frames = FrameReader()
    while data := await reader.read(65536):
        frames.feed(data)
        for body in frames.frames():
            return decode_from_host(body)
    return None
