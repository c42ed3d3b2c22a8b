"""The login of an ssh connection: the guest is recognised, everything else is refused. Also handles
clients that asyncssh refuses, or that send without end.

Some send a guessed packet, or a name that SASLprep does not allow. Others would delay the rest:
asyncssh decrypts and handles all messages at once, such as changes of the window, signals, new keys
and messages without meaning. A few thousand a second would keep the process busy that draws for
others, so each connection is read slowly.
"""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Any, Final
from unicodedata import normalize

import asyncssh

from net.guests.host_pipe import Admitted, HostPipe
from net.guests.seats import MOST_KEYS, GuestSeat, GuestSeats, mark_of_key
from net.rate_limit import RateLimit
from net.secure.code import CodeError, parse_code
from net.wire.names import readable_name


class Stage(Enum):
    """The stages of a connection."""

    LOGIN = "login"
    """Keys are agreed on; now the guest logs in."""
    SCREEN = "screen"
    """The guest has a screen."""


class SshLogin(asyncssh.SSHServer):
    """Lets a guest in by a key that has a seat, by a word, or by the code of the table.

    Any other key is refused but remembered: next time it opens the seat again. `progress` is called
    once with each stage.
    """

    def __init__(
        self,
        host: HostPipe,
        seats: GuestSeats,
        address: str,
        progress: Callable[[Stage], object],
    ) -> None:
        self.name = ""
        self.seat: GuestSeat | None = None
        """The guest's seat, if it is resumed."""
        self.offered: set[str] = set()
        """The marks of the offered keys."""
        self.code = ""
        """The code of the table, if the guest had to enter it and it was right."""
        self.refused = ""
        """The name of the words for a client that only knows passwords: it is let in to read them.
        """
        self.address = address
        self.over = asyncio.Event()
        """Set when the connection has ended, or has to end because its screen has."""
        self._progress = progress
        self._reached: set[Stage] = set()
        self._host = host
        self._seats = seats
        self._coded = False
        self._asked = False
        """Whether the client can show a question for the code or the word."""
        self._refused = False
        """Whether the last code or word was wrong."""
        self._paced: PacedReading | None = None

    @property
    def has_screen(self) -> bool:
        """Whether the connection has a screen; it has at most one."""
        return Stage.SCREEN in self._reached

    def reach(self, stage: Stage) -> bool:
        """Note a stage; return whether it is new."""
        new = stage not in self._reached
        if new:
            self._reached.add(stage)
            self._progress(stage)
        return new

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Agree with clients that guess the key exchange, and read no faster than a guest types."""
        judge_guesses_alike(conn)
        self._paced = read_slowly(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end of the connection."""
        if self._paced is not None:
            self._paced.stop()
        self.over.set()

    # --- the guest --------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        """Accept every name; keys are tried first."""
        self.reach(Stage.LOGIN)
        self.name = readable_name(username)
        return True

    def public_key_auth_supported(self) -> bool:
        """Accept keys: they reopen seats."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept a key that the seat's guest has offered before; the client then proves it."""
        mark = mark_of_key(key.get_fingerprint())
        self.seat = self._seats.by_key(self.name, mark)
        if len(self.offered) < MOST_KEYS:
            self.offered.add(mark)
        return self.seat is not None

    def kbdint_auth_supported(self) -> bool:
        """Ask for the code of the table, or for a word."""
        return True

    async def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> Any:  # asyncssh does not export its type KbdIntChallenge
        """Ask for the code if the table has one, for the word if a seat is kept."""
        self._asked = True
        self.seat = None  # a key was offered but not proved
        self._coded = await self._host.asks_for_code()
        waits = self._seats.waiting(self.name)
        if not self._coded and not waits:
            return True
        asked = ("code or word" if waits else "code") if self._coded else "word"
        # Not as an instruction: a client that only logs errors would not show that.
        before = f"{self._host.word('wrong')} " if self._refused else ""
        return "", "", "", [(f"{before}{self._host.word(asked)} ", True)]

    async def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Check the typed code or word."""
        typed = str(responses[0]).strip() if responses else ""
        self.seat = self._seats.by_word(typed)
        if self.seat is None and not self._coded:
            self._refused = bool(typed)
            return not typed
        admitted = await _admit(self._host, self.address, typed, known=self.seat is not None)
        self.code = admitted.code if admitted is not None else ""
        self._refused = admitted is None
        return admitted is not None

    def password_auth_supported(self) -> bool:
        """Accept passwords only from clients that know nothing else.

        Others would ask again, for a password.
        """
        return not self._asked

    async def validate_password(self, username: str, password: str) -> bool:
        """Check the code or word as a password; let a wrong one in, to read the instructions."""
        self.seat = self._seats.by_word(password.strip())
        if not await self._host.asks_for_code():
            return True
        admitted = await _admit(
            self._host, self.address, password.strip(), known=self.seat is not None
        )
        if admitted is None:
            self.refused = "wrong password"
        else:
            self.code = admitted.code
        return True

    # --- refusals: asyncssh refuses the rest by itself --------------------------------------------

    def connection_requested(self, *_: object) -> bool:
        """Refuse forwarding."""
        return False

    def server_requested(self, *_: object) -> bool:
        """Refuse to listen for others."""
        return False


async def _admit(host: HostPipe, address: str, typed: str, *, known: bool) -> Admitted | None:
    try:
        code = parse_code(typed)
    except CodeError:
        code = "?"  # not a code at all: counted as a wrong one
    return await host.admit(address, code, known=known)


GUESSES: Final = b"kexguess2@matt.ucc.asn.au"

BYTES_PER_SECOND: Final = 16_384.0
BYTES_AT_ONCE: Final = 32_768
"""Keys, the mouse, and packets that hide the timing of keys make 8 kB a second at most."""

PIECE: Final = 1024
"""The bytes that are handled at once; other connections come in between."""

MOST_UNREAD: Final = 1 << 18
"""The unread bytes after which a connection is cut: more than a guest pastes."""


def judge_guesses_alike(connection: asyncssh.SSHServerConnection) -> None:
    """Agree with clients that send a packet for the keys before they know the server's algorithms.

    Dropbear does, on routers, small boards and rescue systems. By RFC 4253 such a guess is right
    only if both sides name the same algorithm first; asyncssh considers it right whenever that
    algorithm is agreed on, and then has one packet too many. If the server names this extension,
    dropbear judges as asyncssh does.
    """
    named = connection._get_extra_kex_algs
    # asyncssh has no option for names other than those of algorithms that it could choose.
    connection._get_extra_kex_algs = lambda: [*named(), GUESSES]  # type: ignore[method-assign]


def take_any_name() -> None:
    """Let the table judge the letters of a name, as it does for all other players.

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
