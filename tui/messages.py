"""What workers report to the screens: what happens at a table, the tables on the LAN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from net.client.happenings import SeatHappening
    from net.lan.discovery import Found


class Heard(Message):
    """Something has happened at the table; the session has absorbed it."""

    def __init__(self, happening: SeatHappening) -> None:
        super().__init__()
        self.happening = happening


class TablesFound(Message):
    """The list of tables on the LAN has changed."""

    def __init__(self, tables: tuple[Found, ...]) -> None:
        super().__init__()
        self.tables = tables
