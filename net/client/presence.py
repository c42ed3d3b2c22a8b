"""The owner's question to this player: are you there? Pure; time comes from outside."""

from __future__ import annotations

from collections.abc import Iterable

from core.game import Seat
from net.wire.changes import RoomChange


class PresenceCheck:
    """Whether the player has been asked and has not answered yet."""

    def __init__(self) -> None:
        self.until: float | None = None
        """Until when to answer; None if nothing was asked."""

    def follow(self, happened: Iterable[RoomChange], seat: Seat | None, now: float) -> None:
        """Note what has happened in the room, as far as it concerns the player's seat."""
        for change in happened:
            if seat is None or change.seat != seat:
                continue
            if change.kind == "asked":
                self.until = now + int(change.facts["seconds"])
            elif change.kind in ("answered", "stand_in", "back"):
                self.until = None
