"""One ssh connection on its way in: who comes, how that is known, and what is refused."""

from __future__ import annotations

from typing import Any, Final

import asyncssh

from net.guests.host_pipe import Admitted, HostPipe
from net.guests.seats import GuestSeat, GuestSeats
from net.secure.code import CodeError, parse_code
from net.wire.names import readable_name

MOST_KEYS: Final = 16
"""At most this many keys of one client are remembered."""


class SshLogin(asyncssh.SSHServer):
    """Lets somebody in by a key that has a seat, a word, or the code of the table.

    Any other key is refused and remembered: by it the guest comes back.
    """

    def __init__(self, host: HostPipe, seats: GuestSeats, address: str) -> None:
        self.name = ""
        self.seat: GuestSeat | None = None
        """The seat to come back to."""
        self.offered: set[str] = set()
        """Fingerprints of the keys that were offered."""
        self.code = ""
        """That of the table, if it was asked for and known."""
        self.address = address
        self._host = host
        self._seats = seats
        self._coded = False
        self._refused = False
        """Whether what was typed last was wrong."""
        self._sessions = 0

    # --- who it is --------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        """Every name is welcome, but keys are looked at first."""
        self.name = readable_name(username)
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys bring back to a seat."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Let a key in that has been offered by whoever has the seat; the client proves it next."""
        shown = key.get_fingerprint()
        self.seat = self._seats.by_shown(self.name, shown)
        if len(self.offered) < MOST_KEYS:
            self.offered.add(shown)
        return self.seat is not None

    def kbdint_auth_supported(self) -> bool:
        """The code of the table, or a word."""
        return True

    async def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> Any:  # what asyncssh calls KbdIntChallenge is not exported
        """Ask for the code where the table has one, for the word where a seat waits."""
        self.seat = None  # by a key that was not proved
        self._coded = await self._host.asks_for_code()
        waits = self._seats.waiting(self.name)
        if not self._coded and not waits:
            return True
        asked = ("code or word" if waits else "code") if self._coded else "word"
        # Not as an instruction: a client that logs no more than errors would keep it to itself.
        before = f"{self._host.word('wrong')} " if self._refused else ""
        return "", "", "", [(f"{before}{self._host.word(asked)} ", True)]

    async def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Take the code or the word that was typed."""
        typed = str(responses[0]).strip() if responses else ""
        self.seat = self._seats.by_word(typed)
        if self.seat is None and not self._coded:
            self._refused = bool(typed)
            return not typed
        admitted = await self._admit(typed)
        self.code = admitted.code if admitted is not None else ""
        self._refused = admitted is None
        return admitted is not None

    async def _admit(self, typed: str) -> Admitted | None:
        try:
            code = parse_code(typed)
        except CodeError:
            code = "?"  # no code at all: counted as a wrong one
        return await self._host.admit(self.address, code, known=self.seat is not None)

    # --- what is not for guests: the rest asyncssh refuses by itself ------------------------------

    def connection_requested(self, *_: object) -> bool:
        """No forwarding."""
        return False

    def server_requested(self, *_: object) -> bool:
        """No listening for others."""
        return False

    def first_session(self) -> bool:
        """Tell whether this is the connection's first screen; there is one each."""
        self._sessions += 1
        return self._sessions == 1
