"""The application as its screens know it: settings, looks, the way to tables.

Screens import this module, and `tui.app`, the application itself, imports the screens.
"""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.app import App
from textual.message import Message

from tui.appearance import Appearance
from tui.drawing.look import Look
from tui.preferences.settings import Settings
from tui.start import AnyStart
from tui.terminal.output import Notice

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from net.client.events import ClientEvent
    from net.lan.discovery import Found
    from tui.guest.stay import GuestStay
    from tui.table.session import TableSession


class CurrentTable(Protocol):
    """The table that a program is at, one at a time."""

    session: TableSession | None
    open_here: TableSession | None
    """The player's own table, which stays open while the player is elsewhere."""

    def step_out(self) -> None:
        """Leave the player's own table, and keep it open for the others."""

    def step_in(self) -> None:
        """Go back to the player's own table."""

    def go(self, start: AnyStart) -> None:
        """Open a table or go to one, and carry its messages until it is over."""

    def do_instead(self, answer: str) -> bool:
        """Carry out an answer that takes the place of leaving; tell whether this one does."""
        ...

    def leave(self, *, give_up: bool) -> None:
        """Leave the table; `give_up` hands the seat over for good."""

    def settle(self, answer: str) -> None:
        """Settle a match before the player leaves it."""

    def stop_waiting(self) -> bool:
        """Give up an attempt to reach a table; tell whether there was one."""
        ...

    def take_seat(self) -> None:
        """Leave as a watcher and come back as a player."""


class Program(App[None]):
    """What screens may ask of the application."""

    settings: Settings
    folder: Path | None
    """Where settings are kept; None keeps them in memory only."""
    appearance: Appearance
    navigator: CurrentTable
    stay: GuestStay | None
    """The stay of a guest whose screen a host draws; guests see nothing outside the table."""
    begin_with: AnyStart
    notice: Notice
    """Calls a player who is looking at another window."""
    focus_told: bool = True
    """Whether the terminal tells which window is in front."""
    bot_seconds: float
    trick_seconds: float
    """How long a finished trick stays before the next lead covers it."""

    @property
    def look(self) -> Look:
        """How things look now."""
        return self.appearance.look

    @abstractmethod
    async def change_settings(self, **changes: Any) -> None:
        """Change settings, save them, and let everything on the screen follow."""

    @abstractmethod
    def begin(self, start: AnyStart) -> None:
        """Open what a start asks for."""

    @abstractmethod
    def call_to_table(self, why: str = "") -> None:
        """Notify a player in another window of their turn, or of something else."""

    @abstractmethod
    def action_ask_quit(self) -> None:
        """Leave the program; ask first if that would abandon a match or other people."""


class EventReceived(Message):
    """Something has happened at the table; the session has absorbed it."""

    def __init__(self, event: ClientEvent) -> None:
        super().__init__()
        self.event = event


class TablesFound(Message):
    """The list of tables on the LAN has changed."""

    def __init__(self, tables: tuple[Found, ...]) -> None:
        super().__init__()
        self.tables = tables


def kozyr_of(node: DOMNode) -> Program:
    """Return the application a widget lives in."""
    return cast("Program", node.app)


def look_of(node: DOMNode) -> Look:
    """Return how things look now."""
    return kozyr_of(node).look


def warn(app: App[None], said: str) -> None:
    """Show a warning that is not shown already."""
    if all(notice.message != said for notice in getattr(app, "_notifications", ())):
        app.notify(said, severity="warning", timeout=15)
