"""Messages as bytes in a stream: a length of four bytes, big-endian, then the message. No I/O."""

from collections.abc import Iterator
from typing import Final

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
