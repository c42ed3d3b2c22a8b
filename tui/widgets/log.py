"""The log of a table, with the words of its players, and the chat line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Literal, TypeAlias

from textual.widgets import Input

from net.wire.bounds import MAX_TEXT
from net.wire.message import Message
from net.wire.names import clean_text
from net.wire.to_host import Say
from tui.boards.seats import put_badge
from tui.drawing.canvas import Canvas, Painting
from tui.language.text import t
from tui.program import look_of
from tui.widgets.canvas import CanvasView

if TYPE_CHECKING:
    from tui.table.log import Badge, LogLine


class LogView(CanvasView):
    """Shows the end of a list of lines, whenever it is repainted; the wheel scrolls back."""

    def __init__(self, title: str, lines: Sequence[LogLine], id: str | None = None) -> None:
        super().__init__(self._draw, id=id)
        self._title = title
        self._lines = lines
        self._back = 0
        """The rows scrolled back from the end."""

    def _draw(self, width: int, height: int) -> Painting:
        look = look_of(self)
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        inks = {
            "event": (look.panel_ink, ""),
            "chat": (look.active, ""),
            "notice": (look.faded(look.panel_ink, look.panel, 0.35), "i"),
            "warning": (look.bad, "b"),
            "deal": (look.panel_ink, "b"),
        }
        left = 2 if any(line.badge for line in self._lines) else 1
        rows = self._rows(width - left - 1, height + self._back)
        self._back = max(0, min(self._back, len(rows) - height + 1))
        end = len(rows) - self._back
        for y, (text, kind, badge) in enumerate(rows[max(0, end - height + 1) : end], 1):
            ink, attributes = inks[kind]
            canvas.put(left, y, text, ink, None, attributes)
            if badge is not None:
                put_badge(canvas, look, 0, y, badge.seat, badge.letter)
        canvas.put(1, 0, self._title, look.active, None, "b")
        return Painting(canvas)

    def _rows(self, width: int, wanted: int) -> list[tuple[str, str, Badge | None]]:
        """Wrap from the end until there are enough rows; the first row of a line has its badge."""
        rows: list[tuple[str, str, Badge | None]] = []
        for line in reversed(self._lines):
            said = wrap(line.say(), max(8, width), subsequent_indent="  ") or [""]
            rows[:0] = [(row, line.kind, None if n else line.badge) for n, row in enumerate(said)]
            if len(rows) >= wanted:
                break
        return rows

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        event.stop()
        self._back = max(0, self._back - 2 * event.notch)
        self.repaint()


TypingState: TypeAlias = Literal["begun", "left", "sent"]


class ChatLine(Input):
    """Sends the typed text; `typing` is called when the line gets the keys and when it is left."""

    def __init__(
        self,
        send: Callable[[Message], None],
        typing: Callable[[TypingState], None] = lambda _: None,
        *,
        id: str,
    ) -> None:
        super().__init__(
            placeholder=t("say something"),
            max_length=MAX_TEXT,
            select_on_focus=False,  # the player may return to half a line
            id=id,
        )
        self.cursor_blink = False  # an idle screen sends nothing
        self._send = send
        self._typing = typing

    def on_focus(self) -> None:
        self._typing("begun")

    def on_blur(self) -> None:
        self._typing("left")

    def on_input_submitted(self) -> None:
        text = clean_text(self.value)
        if text:
            self._send(Say(text))
        self.clear()
        self._typing("sent")
