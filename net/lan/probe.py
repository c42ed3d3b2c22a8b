"""A probe of an address: whether a host answers, how fast, and what it says."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net.secure.tls import connect
from net.wire.frames import FrameError, FrameReader, frame
from net.wire.from_host import Closed, FromHost, Welcomed
from net.wire.message import Message
from net.wire.protocol import VERSION, BadMessageError, decode_from_host, encode
from net.wire.to_host import Hello

HEAD_START_SECONDS: Final = 0.05
"""The time after which the next address of a host is asked too: the better one is shown."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The answer of an address."""

    address: str
    latency: float
    message: FromHost | None
    """None if the connection ended without a message."""
    fingerprint: str = ""
    """The fingerprint of the host's certificate."""

    @property
    def welcomed(self) -> Welcomed | None:
        """The greeting of a host of this version."""
        return self.message if isinstance(self.message, Welcomed) else None

    @property
    def version(self) -> int:
        """The version that a host speaks; 0 if no host of Kozyr has answered."""
        match self.message:
            case Welcomed(version=version):
                return version
            case Closed(code="version", facts={"host": int(version)}):
                return version
        return 0


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
            if answer.version and suits(answer):
                return answer
        return None
    except TimeoutError:
        return None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _ask(address: str, port: int, delay: float) -> Probe:
    await asyncio.sleep(delay)
    return await ask(address, port)


async def ask(address: str, port: int, question: Message | None = None) -> Probe:
    """Greet a host; return its first message or, if it welcomes, its answer to a question.

    Raises OSError, FrameError, BadMessageError.
    """
    loop = asyncio.get_running_loop()
    reader, writer, fingerprint = await connect(address, port)
    try:
        asked = loop.time()
        if question is None:
            writer.write(frame(encode(Hello(VERSION, "kozyr probe"))))
        else:
            writer.write(frame(encode(Hello(VERSION, "kozyr"))) + frame(encode(question)))
        message = await _heard(reader, beyond_greeting=question is not None)
        return Probe(address, loop.time() - asked, message, fingerprint.hex())
    finally:
        writer.transport.abort()


async def _heard(reader: asyncio.StreamReader, *, beyond_greeting: bool) -> FromHost | None:
    frames = FrameReader()
    while data := await reader.read(65536):
        frames.feed(data)
        for body in frames.frames():
            message = decode_from_host(body)
            if not (beyond_greeting and isinstance(message, Welcomed)):
                return message
    return None
