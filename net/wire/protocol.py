"""The version of the protocol, and the bytes of its messages, also in a stream. No I/O.

`to_host` and `from_host` have the messages, `bounds` has the limits of their fields. In a stream
four bytes, big-endian, stand before each with its length.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, get_args

import msgpack
import msgspec
from msgspec.structs import replace

from net.wire.bounds import MAX_ITEMS
from net.wire.from_host import FromHost, Offered
from net.wire.message import Message
from net.wire.to_host import ToHost

VERSION: Final = 6
"""Changes with every change of the bytes; peers of other versions say so and disconnect."""


class BadMessageError(ValueError):
    """Bytes from the peer that are not a message of this protocol."""


encode: Final[Callable[[Message], bytes]] = msgspec.msgpack.Encoder().encode
"""Returns a message as a msgpack map."""

_TO_HOST: Final = {kind.__name__: kind for kind in get_args(ToHost)}
_FROM_HOST: Final = {kind.__name__: kind for kind in get_args(FromHost)}


def _decode(kinds: Mapping[str, type[Message]], data: bytes) -> Any:
    try:
        # The library reads within limits of its own; msgspec would believe any length.
        plain = msgpack.unpackb(data, max_array_len=MAX_ITEMS, max_map_len=MAX_ITEMS, max_ext_len=0)
        tag = plain.get("type") if isinstance(plain, dict) else None
        kind = kinds.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise BadMessageError("no message of this protocol")
        # By its own class: for a union msgspec would work everything out anew each time.
        return msgspec.convert(plain, kind, strict=True)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(str(error)[:200]) from None


decode_to_host: Final[Callable[[bytes], ToHost]] = partial(_decode, _TO_HOST)
"""Reads a message of a client. Raises BadMessageError."""

decode_from_host: Final[Callable[[bytes], FromHost]] = partial(_decode, _FROM_HOST)
"""Reads a message of a host. Raises BadMessageError."""

BLOCK: Final = 2048
"""Bytes: more than the moves of any hand, where their number depends on the hand."""

_LEAST: Final = 256
"""The shortest padding: up to 65535 msgpack writes its length in as many bytes."""


def padded(offered: Offered) -> Offered:
    """Return a message with the same moves, padded to a multiple of BLOCK bytes.

    Its length would give away the number of moves of a hand.
    """
    shortest = len(encode(replace(offered, padding="0" * _LEAST)))
    return replace(offered, padding="0" * (_LEAST + -shortest % BLOCK))


HEADER_BYTES: Final = 4

MAX_STRANGER: Final = 1024
"""The longest frame of a connection that has not joined a table."""

MAX_FRAME: Final = 65536
"""The longest other frame."""


class FrameError(ValueError):
    """A length of zero or above the limit: the stream cannot be read any further."""


def frame(data: bytes) -> bytes:
    """Return a message with its length before it."""
    if not 0 < len(data) <= MAX_FRAME:
        raise FrameError(f"a frame has 1 to {MAX_FRAME} bytes, not {len(data)}")
    return len(data).to_bytes(HEADER_BYTES) + data


class FrameReader:
    """Cuts a stream into messages. `limit` may be raised between two frames."""

    def __init__(self, limit: int = MAX_FRAME) -> None:
        self.limit = limit
        self._buffer = bytearray()

    @property
    def inside(self) -> bool:
        """Whether the last frame is incomplete."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> None:
        """Add bytes of the stream."""
        self._buffer += data

    def frames(self) -> Iterator[bytes]:
        """Yield the complete messages. Raises FrameError before one that breaks the limit."""
        while len(self._buffer) >= HEADER_BYTES:
            length = int.from_bytes(self._buffer[:HEADER_BYTES])
            if not 0 < length <= self.limit:
                raise FrameError(f"a frame of {length} bytes; the limit is {self.limit}")
            end = HEADER_BYTES + length
            if len(self._buffer) < end:
                return
            message = bytes(self._buffer[HEADER_BYTES:end])
            del self._buffer[:end]
            yield message
