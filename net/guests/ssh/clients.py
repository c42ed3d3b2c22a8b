"""Tolerance for real clients that asyncssh refuses: guessed packets, names beyond SASLprep."""

from typing import Final
from unicodedata import normalize

import asyncssh

GUESSES: Final = b"kexguess2@matt.ucc.asn.au"


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
