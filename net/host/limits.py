"""What a host puts up with from its connections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net.host.admission import ADMISSION_LIMITS, AdmissionLimits

STRANGER_BURST: Final = 10
"""Messages that a connection without a seat may send at once: Hello, a proof, a Join, Pings."""

STRANGERS_BURST: Final = 20
"""The same for all of them together; a player at a table waits for no more than that."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a host puts up with."""

    hello_seconds: float = 3.0
    """From connecting to the end of the first message, encryption included."""
    frame_seconds: float = 3.0
    """From the first byte of a frame to its last."""
    silent_seconds: float = 6.0
    """Between frames; clients send a Ping every two seconds."""
    check_seconds: float = 0.5
    """How often deadlines are looked at."""
    out_bytes: int = 1 << 20
    """Unread by a client before it is dropped."""
    messages_per_second: float = 100.0
    """More than this is not refused, only read later."""
    join_seconds: float = 30.0
    """From being let in to joining a table; who has to think about a code connects again."""
    strangers: AdmissionLimits = ADMISSION_LIMITS
    """Connections that are at no table."""
    stranger_messages_per_second: float = 5.0
    all_strangers_messages_per_second: float = 400.0
    """What each of them, and all together, may send; a little more at once."""


LIMITS: Final = Limits()
"""Those of every host unless somebody asks for others."""
