"""A probe of an address: whether a host answers, how fast, and with which tables."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net.secure.tls import connect
from net.wire.frames import FrameError, FrameReader, frame
from net.wire.from_host import Closed, FromHost, Welcomed
from net.wire.protocol import VERSION, BadMessageError, decode_from_host, encode
from net.wire.to_host import Hello

HEAD_START_SECONDS: Final = 0.05
"""The time after which the next address of a host is asked too: the better one is shown."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A host that answered."""

    address: str
    latency: float
    version: int
    welcomed: Welcomed | None
    """None if the host speaks another version."""
    fingerprint: str = ""
    """The fingerprint of the host's certificate."""


@dataclass(frozen=True, slots=True)
class ProbeReply:
    """The reply of an address."""

    message: FromHost | None
    """None if the connection ended without a message."""
    latency: float
    fingerprint: str


async def probe(
    addresses: Sequence[str],
    port: int,
    seconds: float,
    suits: Callable[[Probe], bool] = lambda answer: True,
) -> Probe | None:
    """Ask all addresses of a host, one after another; return the first answer that suits, if any.

    Another machine may have one of the addresses too, with a host of its own.
    """
    tasks = [
        asyncio.ensure_future(_ask(address, port, place * HEAD_START_SECONDS))
        for place, address in enumerate(addresses)
    ]
    try:
        for first in asyncio.as_completed(tasks, timeout=seconds):
            try:
                answer = await first
            except (OSError, TimeoutError, FrameError, BadMessageError):
                continue
            if answer is not None and suits(answer):
                return answer
        return None
    except TimeoutError:
        return None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _ask(address: str, port: int, delay: float) -> Probe | None:
    await asyncio.sleep(delay)
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
    """Greet a host; return its first message. Raises OSError, FrameError, BadMessageError."""
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
