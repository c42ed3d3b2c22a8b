"""The screen of invitations: every way in to this table, to copy or as a QR code, even a large one.

A module of a code takes half a cell where half blocks can be shown.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from net.client.events import ClientEvent, Connected, RoomChanged, WaysTold
from tui.drawing.art.letters import put_letters, rows_of, spelt
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look
from tui.language.text import t
from tui.language.words import as_sentence
from tui.program import look_of
from tui.room.invitation import (
    BROWSER,
    LINK_MARK,
    Way,
    fingerprint_said,
    invitations,
    notes,
    way_said,
)
from tui.screens.dialog import Question
from tui.table.links import LinkError, link_error_said
from tui.table.session import TableSession
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.base_screen import LEAST, BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.menu import Menu

BESIDE: Final = 46
"""The columns of the text beside the QR code."""

ASK_SECONDS: Final = 5.0
"""The interval at which the host is asked for the ways in: it announces no newly opened one."""

BELOW: Final = 10
"""The rows of the text above the QR code."""


class WayMenu(Menu):
    """The list of ways in; Enter copies one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "select", "copy")]


class InviteScreen(BaseScreen):
    """Shows the ways in, and opens and closes those for guests at the player's own table."""

    HEADING = "How to sit down here"
    HELP_TEXT = (
        "Each line is one way for others to sit down here: what to type, or what to open in a "
        "browser. Enter or a click copies a line to the clipboard, where the terminal allows it.\n"
        "With ssh and with a browser nothing has to be installed: the host's computer draws the "
        "screen. A phone opens the page, or an ssh program, from the QR code; G shows it in the "
        "whole window.\n"
        "At your own table S opens the way in by ssh and W the page for browsers, at any time, and "
        "closes them again: guests who came that way leave; in a match their seats are kept."
    )
    AUTO_FOCUS = "#ways"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "large", "QR code", id="qr"),
        Binding("s", "gateway('ssh')", "ssh on/off", id="ssh_way"),
        Binding("w", "gateway('page')", "page on/off", id="page_way"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session
        self.ways: list[Way] = invitations(session)
        self.opening: set[str] = set()
        """The ways that are being opened, which takes a moment."""
        self.copied: Way | None = None
        """The way that was copied, until another one is highlighted."""

    # --- showing ----------------------------------------------------------------------------------

    def body(self) -> Iterable[Widget]:
        yield Static(t("How to sit down here"), classes="heading", markup=False)
        with Horizontal(id="invitation"):
            with VerticalScroll(id="invite-lines", can_focus=False):
                yield WayMenu(_entries(self.ways), id="ways")
                yield Static(_words(self), id="invite-words", markup=False)
            yield CanvasView(lambda w, h: paint_code(self.shown, self.look, w, h), id="qr")

    def on_mount(self) -> None:
        # The ways in may have changed since this client joined, and may change at any time.
        _ask_for_ways(self.session)
        self.set_interval(ASK_SECONDS, lambda: _ask_for_ways(self.session))
        _arrange(self)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        _arrange(self)

    def receive(self, event: ClientEvent) -> None:
        """Show changes of the ways in, the code and the lock."""
        if isinstance(event, Connected | WaysTold | RoomChanged) and self.is_mounted:
            self.show()

    def show(self) -> None:
        """Show the ways in as they are now."""
        self.ways = invitations(self.session)
        for menu in self.query("#ways").results(Menu):
            menu.offer(_entries(self.ways))
        self._follow_cursor()
        for screen in self.app.screen_stack:
            if isinstance(screen, LargeCode):
                screen.show(self.shown)

    @property
    def chosen(self) -> Way | None:
        """The highlighted way."""
        at = next((menu.highlighted for menu in self.query("#ways").results(Menu)), None)
        return self.ways[at] if at is not None and at < len(self.ways) else None

    @property
    def shown(self) -> Way:
        """The way of the QR code."""
        return way_of_code(self.ways, self.chosen, self.look)

    def _follow_cursor(self) -> None:
        for words in self.query("#invite-words").results(Static):
            words.update(_words(self))
        for code in self.query("#qr").results(CanvasView):
            code.repaint()
        _arrange(self)

    def on_option_list_option_highlighted(self) -> None:
        if self.chosen is not self.copied:
            self.copied = None
        self._follow_cursor()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the keys for the QR code and the ways in only where they work."""
        if action == "large" and not any(way.qr for way in self.ways):
            return False
        if action == "gateway" and not _own(self.session):
            return False
        return super().check_action(action, parameters)

    # --- doing ------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Copy a way through the terminal, which reaches the player's clipboard even over ssh."""
        way = self.ways[int(event.option.id or 0)]
        self.app.copy_to_clipboard(way.copied or way.text)
        self.copied = way
        self._follow_cursor()

    def action_large(self) -> None:
        """Show the QR code in the whole window."""
        room = self.session.client.room
        self.app.push_screen(LargeCode(self.shown, room.code if room is not None else ""))

    def action_gateway(self, way: str) -> None:
        """Open or close a way in for guests without Kozyr."""
        if way in self.opening:
            return
        kinds = [each.kind for each in self.ways]
        if way not in kinds and not (way == "page" and set(BROWSER) & set(kinds)):
            self.opening.add(way)
            self.notify(t("One moment: it is being opened …"), timeout=3)
            self.run_worker(_let_in(self, way), group="gateway", exit_on_error=False)
            return

        def answered(answer: str | None) -> None:
            if answer == "shut":
                self.run_worker(_shut(self.session, way), group="gateway", exit_on_error=False)

        question = t("Close the page?") if way == "page" else t("Close the way in by ssh?")
        answers = [("", t("leave it open")), ("shut", t("close it"))]
        text = t("Guests who came that way leave; in a match their seats are kept.")
        self.app.push_screen(Question(question, answers, text), answered)


def _arrange(screen: InviteScreen) -> None:
    """Put the QR code beside or below the lines, or hide it, as the window allows."""
    code = screen.shown.qr
    for view in screen.query("#qr").results(CanvasView):
        columns, rows = qr_size(code, screen.look) if code else (0, 0)
        width, height = screen.size.width, screen.size.height - 2
        upright = width < LEAST[0]
        beside, below = (0, BELOW) if upright else (BESIDE, 0)
        view.display = bool(code) and columns + beside <= width and rows + below < height
        view.styles.width, view.styles.height = width if upright else columns, rows + 1
    screen.refresh_bindings()


async def _let_in(screen: InviteScreen, way: str) -> None:
    hosting = screen.session.hosting
    if hosting is not None:
        try:
            await hosting.let_in(way)
        except LinkError as error:
            screen.notify(as_sentence(link_error_said(error)), severity="error", timeout=10)
    screen.opening.discard(way)
    _ask_for_ways(screen.session)


async def _shut(session: TableSession, way: str) -> None:
    hosting = session.hosting
    if hosting is not None:
        await hosting.shut(way)
    _ask_for_ways(session)


def _ask_for_ways(session: TableSession) -> None:
    """Ask the host for the ways in; `InviteScreen.receive` shows the answer."""
    session.send(session.client.handshake.hello())


def _entries(ways: Sequence[Way]) -> list[tuple[str, str]]:
    return [(str(at), way.text) for at, way in enumerate(ways)]


def _words(screen: InviteScreen) -> str:
    """Return the text below the ways: about the highlighted one, then the notes."""
    chosen = screen.chosen or next(iter(screen.ways), None)
    about = [way_said(chosen.kind), fingerprint_said(chosen)] if chosen else []
    if screen.copied is not None:
        about.append(t("copied, if the terminal allows it"))
    lines = [*about, "", *notes(screen.session, [way.kind for way in screen.ways])]
    if not any(way.qr for way in screen.ways):
        own = t("S lets people in by ssh too, W by a page in their browser.")
        other = t("A host can let people in by ssh or a browser too: see kozyr host -h.")
        lines += ["", own if _own(screen.session) else other]
    return "\n".join(line for at, line in enumerate(lines) if line or at == len(about))


def _own(session: TableSession) -> bool:
    """Whether this table is in this program."""
    return session.hosting is not None


QUIET: Final = 2
"""The light margin in modules; readers ask for four, but two are enough on a screen."""

NARROW: Final = 1
"""The margin where a module takes a whole line: with a wider one no code would fit in 24."""

LIGHT: Final = "#ffffff"
DARK: Final = "#000000"

_HALVES: Final = ("█", "▀", "▄", " ")
"""The character for each combination of dark halves: none, the lower, the upper, both. It draws the
light modules, so a dark terminal without colours shows the code as well.
"""


@lru_cache(8)
def modules(text: str, margin: int = QUIET) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of the smallest code for a text, with its margin; True is dark."""
    import segno  # only for those who open the page: nothing else needs it

    # A part with only capitals and digits takes fewer modules than one with "/#code=" in it.
    parts = [part for part in re.split("(/#[a-z]+=)", text) if part]
    code = segno.make(parts, error="l", micro=False)  # type: ignore[arg-type]  # takes parts
    return tuple(tuple(map(bool, row)) for row in code.matrix_iter(border=margin))


def qr_size(text: str, look: Look) -> tuple[int, int]:
    """Return the columns and rows of a code."""
    side = len(_rows(text, look))
    return (2 * side, side) if look.ascii else (side, (side + 1) // 2)


def paint_qr(text: str, look: Look) -> Canvas:
    """Paint a code, dark on light in any theme: a camera does not know our colours."""
    rows = _rows(text, look)
    canvas = Canvas(*qr_size(text, look), LIGHT, DARK)
    for y in range(canvas.height):
        for x, dark in enumerate(rows[y] if look.ascii else rows[2 * y]):
            if look.ascii:
                canvas.put(2 * x, y, "  ", LIGHT, DARK, "" if dark else "r")
            else:
                # An odd number of rows leaves half a line: more margin.
                below = 2 * y + 1 < len(rows) and rows[2 * y + 1][x]
                canvas.put(x, y, _HALVES[2 * dark + below], LIGHT, DARK)
    return canvas


def _rows(text: str, look: Look) -> tuple[tuple[bool, ...], ...]:
    return modules(text, NARROW if look.ascii else QUIET)


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
    """Draw a QR code in the middle, or state the size that the window needs.

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
    if top + rows < height and len(link) <= width:  # a truncated link would be of no use
        canvas.put((width - len(link)) // 2, top + rows, link)
    if scale:
        left = (width - scale * len(letters[0])) // 2
        put_letters(canvas, look, letters, scale, left, top + rows + 2)
    return Painting(canvas)
