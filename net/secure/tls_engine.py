"""The host's half of TLS without I/O: network data in, network data out."""

from __future__ import annotations

import contextlib
import ssl
from typing import Final

_AT_ONCE: Final = 1 << 14
"""No TLS record is longer."""


class TlsEngine:
    """One connection. Raises ssl.SSLError for what is not TLS; `to_send` may then hold an alert."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._arrived = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._arrived, self._outgoing, server_side=True)
        self.ready = False
        """Whether the handshake is complete."""
        self.ended = False
        """Whether the other side has said that nothing more will come."""

    def receive(self, data: bytes | memoryview) -> bytes:
        """Take bytes from the network; return what they say, decrypted."""
        self._arrived.write(data)
        parts = []
        try:
            if not self.ready:
                self._tls.do_handshake()
                self.ready = True
            while not self.ended and (self._arrived.pending or self._tls.pending()):
                part = self._tls.read(_AT_ONCE)
                self.ended = not part
                parts.append(part)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLZeroReturnError:
            self.ended = True
        return b"".join(parts)

    def send(self, data: bytes) -> None:
        """Encrypt some data; the handshake must be complete."""
        sent = self._tls.write(data)
        while sent < len(data):
            sent += self._tls.write(memoryview(data)[sent:])

    def close(self) -> None:
        """Announce that nothing more will come."""
        with contextlib.suppress(ssl.SSLError):  # the other side has not said so yet
            self._tls.unwrap()

    def to_send(self) -> bytes:
        """Return what has to be sent to the network now."""
        return self._outgoing.read() if self._outgoing.pending else b""
