"""The rule book of a game, opened at a paragraph."""

import re
from collections.abc import Iterable
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Markdown, Static

from core.games import GAMES
from tui.language import rulebook
from tui.language.games import game_title
from tui.language.text import language, t
from tui.widgets.base_screen import BaseScreen


class Book(VerticalScroll, can_focus=True, inherit_bindings=False):
    """The page of the book; the arrows belong to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]


class RulesScreen(BaseScreen):
    """Read, turn pages, jump to a paragraph, search."""

    HEADING = "Rules"
    HELP_TEXT = (
        "The arrows, Page Up and Page Down and the wheel scroll the book; Home and End go to "
        "its ends. Left and right open the book of another game.\n"
        "Search with Tab or /: a word, or the name of a paragraph, such as K-R7; Enter "
        "goes to the next place. If it is not in this book, the others are searched too."
    )
    AUTO_FOCUS = "#book"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "leaf(1)", "scroll", key_display="↑↓"),
        Binding("up", "leaf(-1)", show=False),
        Binding("space", "leaf(10)", show=False),
        Binding("left", "other(-1)", "another game", key_display="←→", id="other_book"),
        Binding("right", "other(1)", show=False),
        Binding("tab,slash,full_stop", "search", "search", key_display="Tab", id="search"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self, game: str = "", paragraph: str = "") -> None:
        super().__init__()
        self.game = game if game in GAMES else next(iter(GAMES))
        self.paragraph = paragraph
        self._wanted = ""
        self._place = -1
        self._sought = paragraph
        """What to look for once the book is open."""
        self._open = ""
        """The game whose book can be read; none at first, as a book takes a moment to open."""
        self._opening = False
        """Whether a book is being opened."""

    def body(self) -> Iterable[Widget]:
        yield Static(self._title(), classes="heading", id="title-line", markup=False)
        with Book(id="book"):
            yield Markdown(self._text() if self._open else t("One moment …"), open_links=False)
        search = Input(placeholder=self._hint(), compact=True, id="search")
        search.cursor_blink = False
        yield search

    def _title(self) -> str:
        title = t("Rules") + " · " + game_title(self.game)
        return title if self._open == self.game else f"{title} …"

    def _hint(self) -> str:
        return t("search: a word or {paragraph}", paragraph=rulebook.example(self._text()))

    def _text(self) -> str:
        try:
            return rulebook.read(self.game, language())
        except FileNotFoundError:
            return t("There is no rule book for {game} yet.", game=game_title(self.game))

    def on_mount(self) -> None:
        # After the first picture, which says what is being opened.
        self.call_after_refresh(lambda: self._turn_to(self.game))

    def find(self, words: str) -> bool:
        """Go to the next place with these words; tell whether there is one."""
        again = words == self._wanted
        self._wanted = words
        pattern = re.compile(_pattern(words), re.IGNORECASE)
        places = [
            block
            for book in self.query(Markdown)  # none if the page has been closed in the meantime
            for block in book.children
            if pattern.search(_words_of(block))
        ]
        for block in self.query(".found"):
            block.remove_class("found")
        if not places:
            return False
        self._place = (self._place + 1) % len(places) if again else 0
        block = places[self._place]
        block.add_class("found")
        block.scroll_visible(top=True, animate=False)
        return True

    def action_leaf(self, rows: int) -> None:
        """Scroll by some rows."""
        self.query_one("#book").scroll_relative(y=2 * rows, animate=False)

    def action_other(self, step: int) -> None:
        """Open the book of another game."""
        names = list(GAMES)
        self._sought = ""
        self._turn_to(names[(names.index(self.game) + step) % len(names)])

    def _turn_to(self, game: str) -> None:
        self.game = game
        self.query_one("#title-line", Static).update(self._title())
        self.query_one("#search", Input).placeholder = self._hint()
        if not self._opening:
            self._opening = True
            self._open_book()

    @work(group="book")
    async def _open_book(self) -> None:
        """Open the book now wanted: paging faster than books open skips some."""
        page, title = self.query_one("#book"), self.query_one("#title-line", Static)
        text = self.query_one(Markdown)
        while self._open != self.game and self.is_attached:  # it may be closed while a book opens
            opening = self.game
            await text.update(self._text())
            self._open = opening
        self._opening = False
        title.update(self._title())
        page.scroll_home(animate=False)
        if self._sought:
            self.call_after_refresh(self._search, self._sought)

    def action_search(self) -> None:
        """Type what to look for."""
        self.query_one("#search").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._search(event.value.strip())

    def _search(self, words: str) -> None:
        """Go to the next place with these words, in another book if they stand only there."""
        if self._open != self.game:
            self._sought = words
            return
        if not words or self.find(words):
            return
        if other := _other_book(self.game, words):
            self._sought = words
            self._turn_to(other)
            self.notify(t("Found in the book of another game: {game}", game=game_title(other)))
        else:
            self.notify(t("not found in any book: {words}", words=words), severity="warning")

    def action_back(self) -> None:
        """Leave the search, then the book."""
        if isinstance(self.focused, Input):
            self.query_one("#book").focus()
        else:
            self.dismiss()


def _other_book(game: str, words: str) -> str:
    """Return the first other game in whose book these words stand; empty if there is none."""
    for other in GAMES:
        try:
            text = rulebook.read(other, language())
        except FileNotFoundError:
            continue
        if other != game and re.search(_pattern(words), text, re.IGNORECASE):
            return other
    return ""


def _pattern(words: str) -> str:
    found = rulebook.PARAGRAPH.fullmatch(words.upper())
    return rf"{re.escape(words)}(?!\d)" if found else re.escape(words)


def _words_of(block: Widget) -> str:
    """Return the text of a block of the book, or nothing if it has none of its own."""
    source = getattr(block, "source", None)
    return source if isinstance(source, str) else ""
