"""The screen of the rule books, with a search."""

import re
from collections.abc import Iterable
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, Static

from core.games import GAMES
from tui.drawing.canvas import Canvas, Painting, text_width
from tui.drawing.look import Look
from tui.language import rulebook
from tui.language.games import game_title
from tui.language.text import language, t
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView

_ALL: Final = 10_000
"""A number of lines greater than that of any book."""


class RulesScreen(BaseScreen):
    """Shows the rule book of a game, beginning at a paragraph."""

    HEADING = "Rules"
    HELP_TEXT = (
        "The arrows, Page Up and Page Down and the wheel scroll the book; Home and End go to "
        "its ends. Left and right open the book of another game.\n"
        "Search with Tab or /: a word, or the name of a paragraph, such as K-R7; Enter "
        "goes to the next place. If it is not in this book, the others are searched too."
    )
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "leaf(2)", "scroll", key_display="↑↓"),
        Binding("up", "leaf(-2)", show=False),
        Binding("space,pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("home", f"leaf({-_ALL})", show=False),
        Binding("end", f"leaf({_ALL})", show=False),
        Binding("left", "other(-1)", "another game", key_display="←→", id="other_book"),
        Binding("right", "other(1)", show=False),
        Binding("tab,slash,full_stop", "search", "search", key_display="Tab", id="search"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self, game: str = "", paragraph: str = "") -> None:
        super().__init__()
        self.game = game if game in GAMES else next(iter(GAMES))
        self.paragraph = paragraph
        self.found: range | None = None
        """The lines of the place that was found."""
        self._wanted = ""
        self._place = -1
        self._sought = paragraph
        """The words to search for once the book is laid out."""
        self._top = 0
        self._lines: list[str] = []
        self._laid_out: tuple[str, str, int] | None = None
        """The game, the language and the width for which the lines are laid out."""

    def body(self) -> Iterable[Widget]:
        yield Static(_title(self.game), classes="heading", id="title-line", markup=False)
        yield CanvasView(self._paint, id="book")
        search = Input(placeholder=_hint(self.game), compact=True, id="search")
        search.cursor_blink = False
        yield search

    # --- the page ---------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Painting:
        wide = min(width - 4, rulebook.WIDEST)
        if self._laid_out != (self.game, language(), wide):
            self._laid_out = (self.game, language(), wide)
            self._lines = rulebook.marked(_text(self.game), wide)
            self.found = None
            if self._sought or self._wanted:
                self._find(self._sought or self._wanted, height)
                self._sought = ""
        self._top = max(0, min(self._top, len(self._lines) - height))
        look = self.look
        canvas = Canvas(width, height, look.ink, look.felt)
        put_lines(canvas, look, self._lines, self._top, self.found)
        for y, more, sign in (
            (0, self._top, "▲^"),
            (height - 1, len(self._lines) - height - self._top, "▼v"),
        ):
            if more > 0:
                said = f" {sign[look.ascii]} "
                canvas.put(width - text_width(said), y, said, look.active, look.felt_line, "b")
        return Painting(canvas)

    @property
    def _view(self) -> CanvasView:
        return self.query_one("#book", CanvasView)

    def find(self, words: str) -> bool:
        """Go to the next place with some words; tell whether there is one."""
        view = next(iter(self.query("#book").results(CanvasView)), None)
        if view is None or not self._find(words, view.size.height):
            return False
        view.repaint()
        return True

    def _find(self, words: str, height: int) -> bool:
        again = words == self._wanted and self.found is not None
        self._wanted = words
        places = places_of(self._lines, words)
        self.found = None
        if not places:
            return False
        self._place = (self._place + 1) % len(places) if again else 0
        self.found = places[self._place]
        self._top = max(0, min(self.found[0], len(self._lines) - height))
        return True

    def action_leaf(self, rows: int) -> None:
        """Scroll by a number of rows."""
        self._top += rows
        if rows < 0:
            self._top = max(0, self._top)
        self._view.repaint()

    def action_page(self, pages: int) -> None:
        """Scroll by pages, which overlap by two rows."""
        self.action_leaf(pages * max(1, self._view.size.height - 2))

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        event.stop()
        self.action_leaf(2 * event.notch)

    def action_other(self, step: int) -> None:
        """Open the book of another game."""
        names = list(GAMES)
        self._wanted = ""
        self._turn_to(names[(names.index(self.game) + step) % len(names)])

    def _turn_to(self, game: str) -> None:
        self.game, self._top = game, 0
        self.query_one("#title-line", Static).update(_title(self.game))
        self.query_one("#search", Input).placeholder = _hint(self.game)
        self._view.repaint()

    # --- the search -------------------------------------------------------------------------------

    def action_search(self) -> None:
        """Focus the line for the search."""
        # Straight away: the next letters may already have been typed.
        self.set_focus(self.query_one("#search"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        words = event.value.strip()
        if not words or self.find(words):
            return
        if other := _other_book(self.game, words):
            self._sought = words
            self._turn_to(other)
            self.notify(t("Found in the book of another game: {game}", game=game_title(other)))
        else:
            self.notify(t("not found in any book: {words}", words=words), severity="warning")

    def action_back(self) -> None:
        """Leave the search, or else the book."""
        if isinstance(self.focused, Input):
            self.set_focus(None)
        else:
            self.dismiss()


def _title(game: str) -> str:
    return t("Rules") + " · " + game_title(game)


def _hint(game: str) -> str:
    return t("search: a word or {paragraph}", paragraph=rulebook.example(_text(game)))


def _text(game: str) -> str:
    try:
        return rulebook.read(game, language())
    except FileNotFoundError:
        return t("There is no rule book for {game} yet.", game=game_title(game))


def put_lines(canvas: Canvas, look: Look, lines: list[str], top: int, found: range | None) -> None:
    """Write lines from `top` on; marks still open from earlier lines apply."""
    begun = ""
    for line in lines[:top]:
        begun = _left_open(line, begun)
    for y, line in enumerate(lines[top : top + canvas.height]):
        if found is not None and top + y in found:
            canvas.fill(1, y, canvas.width - 2, 1, look.felt_line)
        heading = line.startswith(rulebook.HEADING)
        x = 2
        for part in re.split(f"([{rulebook.MARKS}])", line):
            if part in (rulebook.STRONG, rulebook.SOFT, rulebook.CODE, rulebook.END):
                begun = "" if part == rulebook.END else part
            elif part and part != rulebook.HEADING:
                strong = heading or begun in (rulebook.STRONG, rulebook.CODE)
                ink = look.active if heading or begun == rulebook.CODE else None
                attributes = "b" if strong else "i" if begun == rulebook.SOFT else ""
                x = canvas.put(x, y, part, ink, None, attributes)


def _left_open(line: str, begun: str) -> str:
    """Return the mark still open after a line; `begun` is open before it."""
    for char in line:
        if char in (rulebook.STRONG, rulebook.SOFT, rulebook.CODE, rulebook.END):
            begun = "" if char == rulebook.END else char
    return begun


def places_of(lines: list[str], words: str) -> list[range]:
    """Return the lines of each block of a book with these words, even across a line break."""
    wanted, places, first = re.compile(_pattern(words), re.IGNORECASE), list[range](), 0
    for number, line in enumerate([*lines, ""]):
        if line:
            continue
        block = " ".join(rulebook.unmarked(row).strip() for row in lines[first:number])
        if wanted.search(block):
            places.append(range(first, number))
        first = number + 1
    return places


def _other_book(game: str, words: str) -> str:
    """Return another game whose book has these words; empty if there is none."""
    for other in GAMES:
        try:
            text = rulebook.read(other, language())
        except FileNotFoundError:
            continue
        if other != game and places_of(rulebook.marked(text, rulebook.WIDEST), words):
            return other
    return ""


def _pattern(words: str) -> str:
    found = rulebook.PARAGRAPH.fullmatch(words.upper())
    return rf"{re.escape(words)}(?!\d)" if found else re.escape(" ".join(words.split()))
