"""The QR code of an invitation: the way it leads to, its drawing, and a page with it alone."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget

from tui.drawing.art.letters import put_letters, rows_of, spelt
from tui.drawing.art.qr import paint_qr, qr_size
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look
from tui.language.text import t
from tui.program import look_of
from tui.room.invitation import BROWSER, LINK_MARK, Way
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.canvas import CanvasView


def way_of_code(ways: Sequence[Way], chosen: Way | None, look: Look) -> Way:
    """Return the way of the QR code: the chosen one, else the page, else any."""
    coded = sorted((way for way in ways if way.qr), key=lambda way: way.kind not in BROWSER)
    way = chosen if chosen and chosen.qr else next(iter(coded), Way("", ""))
    # In ASCII a module of the QR code takes a line, and there would be no room for the whole link.
    return replace(way, qr=way.qr.partition(LINK_MARK)[0]) if look.ascii else way


class LargeCode(ActiveOnly, ModalScreen[None]):
    """A QR code in the whole window; any key goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "app.exit_now", show=False, priority=True),
    ]

    def __init__(self, way: Way, code: str) -> None:
        super().__init__()
        self._way = way
        self._code = code

    def show(self, way: Way) -> None:
        """Show another QR code, after a change of the address."""
        self._way = way
        for view in self.query("#large-qr").results(CanvasView):
            view.repaint()

    def compose(self) -> Iterable[Widget]:
        with Vertical(id="page"):
            yield CanvasView(self._paint, id="large-qr")

    def _paint(self, width: int, height: int) -> Painting:
        return paint_code(self._way, look_of(self), width, height, self._code)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)


def paint_code(way: Way, look: Look, width: int, height: int, code: str = "") -> Painting:
    """Draw a QR code in the middle, or the size that the window needs.

    Below it is the `code` of the table in large letters, if there is room.
    """
    canvas = Canvas(width, height, look.ink, look.felt)
    if not way.qr:
        return Painting(canvas)
    columns, rows = qr_size(way.qr, look)
    if columns > width or rows > height:
        said = t("enlarge the window to {w}x{h}", w=columns, h=rows)
        canvas.put(max(0, (width - len(said)) // 2), height // 2, said)
        return Painting(canvas)
    letters = spelt(code) or [""]
    below = {scale: rows_of(look, scale) + 2 for scale in (3, 2, 1) if code}
    fits = (s for s in below if s * len(letters[0]) <= width and rows + below[s] < height)
    scale = next(fits, 0)
    top = (height - rows - below.get(scale, 0)) // 2
    canvas.blit(paint_qr(way.qr, look), (width - columns) // 2, top)
    link = way.text if len(way.text) <= width else way.text.partition(LINK_MARK)[0]
    if top + rows < height and len(link) <= width:  # a link cut off would be of no use
        canvas.put((width - len(link)) // 2, top + rows, link)
    if scale:
        left = (width - scale * len(letters[0])) // 2
        put_letters(canvas, look, letters, scale, left, top + rows + 2)
    return Painting(canvas)
