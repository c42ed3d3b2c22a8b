"""What a host tolerates from its connections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net.host.admission import ADMISSION_LIMITS, AdmissionLimits

STRANGER_BURST: Final = 10
"""Messages that a connection without a seat may send at once: Hello, a proof, a Join, Pings."""

STRANGERS_BURST: Final = 20
"""The same for all of them together; a player at a table never waits longer than that takes."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a host tolerates."""

    hello_seconds: float = 3.0
    """From connecting to the end of the first message, encryption included."""
    frame_seconds: float = 3.0
    """From the first byte of a frame to its last."""
    silent_seconds: float = 6.0
    """Between frames; clients send a Ping every two seconds."""
    check_seconds: float = 0.5
    """How often deadlines are checked."""
    out_bytes: int = 1 << 20
    """Bytes a client may leave unread before it is dropped."""
    messages_per_second: float = 100.0
    """More than this is not refused, only read later."""
    join_seconds: float = 30.0
    """From being let in to joining a table; a player who has to look for a code connects again."""
    strangers: AdmissionLimits = ADMISSION_LIMITS
    """Connections that are at no table."""
    stranger_messages_per_second: float = 5.0
    all_strangers_messages_per_second: float = 400.0
    """What each of them, and all of them together, may send; a little more in one go."""


LIMITS: Final = Limits()
"""The limits of every host unless others are given."""
