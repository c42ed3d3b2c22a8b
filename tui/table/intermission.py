"""The intermission after a deal as a client knows it: who has read it, how long it lasts."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Seat


@dataclass(frozen=True, slots=True)
class Intermission:
    """The finished deal of position `seq` lies open until all who are waited for go on."""

    seq: int
    awaited: tuple[Seat, ...]
    """Who has not gone on yet."""
    gone_on: tuple[Seat, ...] = ()
    ends: float | None = None
    """When the next deal comes anyway, by this machine's own clock; None if it does not."""
