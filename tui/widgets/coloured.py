"""Text in the colours of the table, written anew when they change. Words are given by the owner."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType
from textual.widgets import Static


class Coloured(Static):
    """Shows what a function writes; whoever knows of other words calls `update` as usual."""

    def __init__(self, write: Callable[[], RenderableType], *, id: str | None = None) -> None:
        super().__init__(write(), id=id)
        self._write = write

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._theme_changed)

    def _theme_changed(self, _theme: object) -> None:
        self.update(self._write())
