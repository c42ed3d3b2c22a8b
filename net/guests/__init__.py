"""Guests without Kozyr at a host's table: their screens run on the host's machine.

Two gateways, `ssh` and `web`, each a process beside the host, share these parts: `seats` recognises
guests, `screens` grants screens and ends them, `screen` runs a guest's program in a pty and
restores the guest's terminal, `confinement` and `system_calls` take unneeded rights from the
program. The host alone decides who may sit down (`host_pipe`).

The terms with which a gateway starts a guest's program stand here: a line of JSON.
"""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

MOST_BYTES: Final = 1 << 14
"""The longest line between a guest's program and its parent."""

FAILED: Final = 70
"""The exit code of a guest's program that has failed."""

PUT_OUT: Final = ("removed", "barred")
"""The codes of net.wire.reasons that are repeated to a guest when the screen ends."""


@dataclass(frozen=True, slots=True)
class GuestTerms:
    """The guest whom a program seats, and the table."""

    port: int
    """The host's port on this machine."""
    table: str
    """The table's id."""
    name: str
    """The guest's name, as typed."""
    host: str = ""
    """The fingerprint of the host's certificate in hex; empty if unknown."""
    code: str = ""
    """The table's code, empty if it has none."""
    token: str = ""
    """The token of the seat to resume; empty for a new one."""
    word: str = ""
    """The word that lets the guest resume the seat, to be shown; empty if none is needed."""
    address: str = ""
    """The address on this machine from which the guest's program connects, so that a host can
    distinguish guests on different computers; empty for any.
    """
    language: str = "en"
    return_hint: str = ""
    """The guest's way to resume without a word: "key" or "page"."""

    def line(self) -> bytes:
        """Return the terms as a line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"


def read_terms(line: bytes) -> GuestTerms:
    """Read the terms from a line of JSON. Raises ValueError."""
    given: Any = json.loads(line)
    if not isinstance(given, dict):
        raise ValueError("no map")
    known = {field.name for field in fields(GuestTerms)}
    try:
        return GuestTerms(**{name: value for name, value in given.items() if name in known})
    except TypeError as error:
        raise ValueError(str(error)) from None
