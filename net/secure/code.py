"""The code of a table: how it looks, how it is typed, and what proves it.

No cryptography here. Codes use Crockford's letters, so that no character can be mistaken for
another.
"""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from core.game import WordedError

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

LENGTH: Final = 6
"""Length of a code made by a host: 30 bits, years of guessing at the rate a host allows."""

SHORTEST: Final = 4
LONGEST: Final = 16

_GROUP: Final = 3

_LOOKS_LIKE: Final = str.maketrans("OILUАВЕЗКМНОРСТУХІ", "011VABE3KMH0PCTYX1")
"""Letters outside the alphabet, Cyrillic ones included -> the ones they are mistaken for."""

_BETWEEN: Final = frozenset(" -_.–—")


class CodeError(WordedError, ValueError):
    """Text that is not a code."""


class ClientProof(Protocol):
    """A client's attempt to prove a code, and to have the host prove it."""

    share: str
    """What to send first."""

    def confirm(self, share: str) -> str:
        """Return what to answer to the host's share. Raises ProofError."""
        ...

    def confirmed(self, proof: str) -> bool:
        """Whether the host has proved that it knows the code too."""
        ...


class HostProof(Protocol):
    """The host's side of one attempt. Making it and calling `take` take a few milliseconds each."""

    share: str
    """What to send back."""

    def take(self, share: str) -> None:
        """Take the client's share. Raises ProofError."""
        ...

    def check(self, proof: str) -> str | None:
        """Return what to confirm with; None if the client does not know the code."""
        ...


class ProofError(Exception):
    """A message that no honest peer would send in a proof."""


NewClientProof = Callable[[str, str], ClientProof]
"""Made from a code and the id of a table, for the connection it is used on."""

NewHostProof = Callable[[str, str], HostProof]
"""The host's side of an attempt, made from the same."""


def plain_code(text: str) -> str:
    """Return what counts of a code: neither case, dashes nor which of two lookalikes it is."""
    return "".join(_words(text)).translate(_LOOKS_LIKE)


def parse_code(text: str) -> str:
    """Read a code as people type it, in its plain form. Raises CodeError."""
    code = plain_code(text)
    if not SHORTEST <= len(code) <= LONGEST or not all(char in ALPHABET for char in code):
        raise CodeError(
            "a code has {least} to {most} Latin letters and digits, such as K7Q-M2X",
            least=SHORTEST,
            most=LONGEST,
        )
    return code


def written_code(text: str) -> str:
    """Return a code of the owner's own as all are shown it: as typed, in capitals.

    Raises CodeError. Its plain form stands for what is too long so, or is not in Latin letters.
    """
    code, written = parse_code(text), "-".join(_words(text))
    return written if written.isascii() and len(written) <= LONGEST else code


def _words(text: str) -> list[str]:
    """Return the parts of a code in capitals, without what stands between them."""
    capitals = unicodedata.normalize("NFKC", text).upper()
    return "".join(" " if char in _BETWEEN else char for char in capitals).split()


def code_name(code: str) -> str:
    """Write a code that a program has made so that it can be read aloud; parse_code reads it."""
    if len(code) != LENGTH:
        return code
    return f"{code[:_GROUP]}-{code[_GROUP:]}"


def new_code(choose: Callable[[Sequence[str]], str]) -> str:
    """Make a code; `choose` picks one of several characters at random."""
    return "".join(choose(ALPHABET) for _ in range(LENGTH))
