"""The code of a table as it is shown and typed, the protocols of its proof, and the progress of a
proof on a connection.

No cryptography here. Codes use Crockford's letters, so that no character can be mistaken for
another.
"""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from core.game import WordedError
from net.wire.from_host import Confirmed, Proving
from net.wire.protocol import BadMessageError
from net.wire.to_host import Confirm, Prove

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

LENGTH: Final = 6
"""The length of a code made by a host: 30 bits, years of attempts at the rate of a host."""

SHORTEST: Final = 4
LONGEST: Final = 16

_GROUP: Final = 3

_LOOKS_LIKE: Final = str.maketrans("OILUАВЕЗКМНОРСТУХІ", "011VABE3KMH0PCTYX1")
"""The letters for which others, Cyrillic ones included, are mistaken."""

_BETWEEN: Final = frozenset(" -_.–—")


class CodeError(WordedError, ValueError):
    """Text that is not a code."""


class ClientProof(Protocol):
    """A client's attempt to prove a code, and to have the host prove it."""

    share: str
    """The client's share of the exchange, which is sent first."""

    def confirm(self, share: str) -> str:
        """Return the answer to the host's share. Raises ProofError."""

    def confirmed(self, proof: str) -> bool:
        """Return whether the host has proved that it knows the code too."""


class HostProof(Protocol):
    """The host's side of an attempt. Making it and `take` cost a few milliseconds each."""

    share: str
    """The host's share of the exchange, sent in answer."""

    def take(self, share: str) -> None:
        """Take the client's share. Raises ProofError."""

    def check(self, proof: str) -> str | None:
        """Return the host's confirmation; None if the client does not know the code."""


class ProofError(Exception):
    """A message that an honest peer would never send in a proof."""


NewClientProof = Callable[[str, str], ClientProof]
"""Begins an attempt for one connection, given a code and the id of a table."""

NewHostProof = Callable[[str, str], HostProof]
"""Makes the host's side of an attempt, given the same."""


def plain_code(text: str) -> str:
    """Return the plain form of a code, without case, dashes and lookalikes."""
    return "".join(_words(text)).translate(_LOOKS_LIKE)


def parse_code(text: str) -> str:
    """Return the plain form of a code as typed by a player. Raises CodeError."""
    code = plain_code(text)
    if not SHORTEST <= len(code) <= LONGEST or not all(char in ALPHABET for char in code):
        raise CodeError(
            "a code has {least} to {most} Latin letters and digits, such as K7Q-M2X",
            least=SHORTEST,
            most=LONGEST,
        )
    return code


def written_code(text: str) -> str:
    """Return an owner's own code as it is shown: as typed, in capitals. Raises CodeError.

    If that is too long, or not in Latin letters, the plain form is shown.
    """
    code, written = parse_code(text), "-".join(_words(text))
    return written if written.isascii() and len(written) <= LONGEST else code


def _words(text: str) -> list[str]:
    """Return the parts of a code between blanks and dashes, in capitals."""
    capitals = unicodedata.normalize("NFKC", text).upper()
    return "".join(" " if char in _BETWEEN else char for char in capitals).split()


def code_name(code: str) -> str:
    """Return a program-made code in the form to be read aloud; parse_code reads it."""
    if len(code) != LENGTH:
        return code
    return f"{code[:_GROUP]}-{code[_GROUP:]}"


def new_code(choose: Callable[[Sequence[str]], str]) -> str:
    """Return a new code; `choose` picks one of several characters at random."""
    return "".join(choose(ALPHABET) for _ in range(LENGTH))


class ImpostorError(Exception):
    """The host does not know the code: an impostor has intercepted the connection."""


class CodeProof:
    """The code known here, and the progress of its proof on this connection."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        """The code for a later resumption; empty if none is known."""
        self.begin: NewClientProof | None = None
        """Begins a proof for the host at the other end of this connection."""
        self._proof: ClientProof | None = None
        self._proved = False

    @property
    def running(self) -> bool:
        """Whether the host is checking a code."""
        return self._proof is not None

    @property
    def missing(self) -> bool:
        """Whether a code is known that the host of this connection has not confirmed yet."""
        return bool(self.code) and not self._proved

    @property
    def startable(self) -> bool:
        """Whether a proof can begin now with the known code."""
        return self.missing and not self.running

    def reset(self) -> None:
        """Note a new connection, on which nothing has been proved."""
        self._proof, self._proved = None, False

    def forget(self) -> None:
        """Note that the code was wrong."""
        self._proof, self.code = None, ""

    def start(self, table: str) -> Prove:
        """Begin to prove the code to the host of this connection."""
        assert self.begin is not None, "no code without a connection"
        self._proof = self.begin(self.code, table)
        return Prove(table, self._proof.share)

    def confirm(self, message: Proving) -> Confirm:
        """Answer the host's share. Raises ImpostorError, BadMessageError."""
        if self._proof is None:
            raise BadMessageError("proving without having been asked")
        try:
            return Confirm(self._proof.confirm(message.share))
        except ProofError:
            raise ImpostorError from None

    def check(self, message: Confirmed) -> None:
        """Check the host's half of the proof. Raises ImpostorError."""
        if self._proof is None or not self._proof.confirmed(message.proof):
            raise ImpostorError
        self._proof, self._proved = None, True
