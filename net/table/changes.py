"""What has changed in a room since everybody was last told. No I/O."""

from __future__ import annotations

from core.game import Seat
from net.wire.changes import ROOM_CHANGES, RoomChange


class Changes:
    """Changes in their order, noted where they are made."""

    def __init__(self) -> None:
        self._noted: list[RoomChange] = []

    def note(self, kind: str, seat: Seat | None = None, name: str = "", **facts: str | int) -> None:
        """Note a change, one of ROOM_CHANGES."""
        assert kind in ROOM_CHANGES, kind
        self._noted.append(RoomChange(kind, seat, name, facts))

    def take(self) -> list[RoomChange]:
        """Return what has been noted since the last call."""
        noted, self._noted = self._noted, []
        return noted
