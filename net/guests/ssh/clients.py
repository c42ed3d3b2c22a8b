"""Real clients: those that asyncssh refuses, and those that send without end.

Some send a guessed packet, or a name beyond SASLprep. Others delay only themselves: asyncssh
decrypts and handles all messages at once, changes of the window, signals, new keys and messages
without meaning, and a few thousand a second would keep the process busy that draws for others.
"""

import asyncio
from collections.abc import Callable
from typing import Final
from unicodedata import normalize

import asyncssh

from net.rate_limit import RateLimit

GUESSES: Final = b"kexguess2@matt.ucc.asn.au"

BYTES_PER_SECOND: Final = 16_384.0
BYTES_AT_ONCE: Final = 32_768
"""Keys, the mouse, and packets that hide the time of keys are 8 kB a second at most."""

PIECE: Final = 1024
"""The bytes that are handled at once; other connections come in between."""

MOST_UNREAD: Final = 1 << 18
"""The unread bytes after which a connection is cut: more than a guest pastes."""


def judge_guesses_alike(connection: asyncssh.SSHServerConnection) -> None:
    """Agree with clients that send a packet for the keys before they know the server's algorithms.

    Dropbear does, on routers, small boards and rescue systems. By RFC 4253 such a guess is right
    only if both sides name the same algorithm first; asyncssh takes it for right whenever that
    algorithm is agreed on, and then has one packet too many. If the server names this extension,
    dropbear judges as asyncssh does.
    """
    named = connection._get_extra_kex_algs
    # asyncssh has no option for names beside those of algorithms that it could choose.
    connection._get_extra_kex_algs = lambda: [*named(), GUESSES]  # type: ignore[method-assign]


def take_any_name() -> None:
    """Let the table judge the letters of a name, as for all other players.

    SASLprep knows the letters of 2002: a guest with a newer one in the name would be disconnected.
    """
    asyncssh.connection.saslprep = _composed  # type: ignore[attr-defined, assignment]


def _composed(name: str) -> str:
    return normalize("NFKC", name)


class PacedReading:
    """Hands the bytes of a connection to `take` in pieces, no faster than allowed.

    `cut` ends the connection of a client that sends far more.
    """

    def __init__(self, take: Callable[[bytes], object], cut: Callable[[], object]) -> None:
        self._take = take
        self._cut = cut
        self._loop = asyncio.get_running_loop()
        self._unread = bytearray()
        self._rate = RateLimit(BYTES_PER_SECOND, BYTES_AT_ONCE)
        self._timer: asyncio.TimerHandle | None = None

    def receive(self, data: bytes) -> None:
        """Take bytes from the network."""
        self._unread += data
        if len(self._unread) > MOST_UNREAD:
            self.stop()
            self._cut()
        elif self._timer is None:
            if self._late():
                self._wait()
            else:
                self._hand_on()

    def stop(self) -> None:
        """Forget the unread bytes: the connection has ended."""
        self._unread.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _late(self) -> float:
        return self._rate.wait(self._loop.time())

    def _wait(self) -> None:
        self._timer = self._loop.call_later(self._late(), self._hand_on)

    def _hand_on(self) -> None:
        self._timer = None
        piece = bytes(self._unread[:PIECE])
        del self._unread[:PIECE]
        self._rate.note(self._loop.time(), len(piece))
        if self._unread:
            self._wait()
        self._take(piece)


def read_slowly(connection: asyncssh.SSHServerConnection) -> PacedReading:
    """Pace the reading of a new connection."""
    paced = PacedReading(connection.data_received, connection.abort)
    # asyncssh has no hook between its connection and the network.
    connection.data_received = paced.receive  # type: ignore[assignment, method-assign]
    return paced
