"""What workers tell the screens: a table's messages, its connection, the tables on the LAN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from net.lan.discovery import Found
    from net.wire.protocol import FromHost


class Heard(Message):
    """The host said something; the connection has absorbed it."""

    def __init__(self, said: FromHost) -> None:
        super().__init__()
        self.said = said


class LinkChanged(Message):
    """The connection stands, or is lost and being sought."""

    def __init__(self, up: bool) -> None:
        super().__init__()
        self.up = up


class TablesFound(Message):
    """The list of tables on the LAN has changed."""

    def __init__(self, tables: tuple[Found, ...]) -> None:
        super().__init__()
        self.tables = tables
