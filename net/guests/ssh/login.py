"""The login of an ssh connection: the guest is recognised, and all else is refused."""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Any

import asyncssh

from net.guests.host_pipe import Admitted, HostPipe
from net.guests.seats import MOST_KEYS, GuestSeat, GuestSeats, mark_of_key
from net.guests.ssh.clients import PacedReading, judge_guesses_alike, read_slowly
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
        """Set when the connection has ended, or is to end because its screen has."""
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
        """Agree with clients that guess, and read no faster than a guest types."""
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
        """Accept keys: they open seats again."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept a key that the seat's guest has offered before; the client proves it next."""
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
        # Not as an instruction: a client that only logs errors would not show it.
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

        Others would ask once more, for a password.
        """
        return not self._asked

    async def validate_password(self, username: str, password: str) -> bool:
        """Check the code or word as a password; let a wrong one in, to read what is asked."""
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
