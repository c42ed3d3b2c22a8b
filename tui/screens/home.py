"""The first screen: the title and what there is to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import OptionList

from tui.art.cards import card
from tui.canvas import Canvas, Painting
from tui.look import Look
from tui.text import t
from tui.widgets.canvas import CanvasView
from tui.widgets.menu import Menu
from tui.widgets.page import Page

LETTERS: Final = {
    "K": ("## ##", "#### ", "###  ", "#### ", "## ##"),
    "O": (" ### ", "## ##", "## ##", "## ##", " ### "),
    "Z": ("#####", "   ##", " ### ", "##   ", "#####"),
    "Y": ("## ##", "## ##", " ### ", "  #  ", "  #  "),
    "R": ("#### ", "## ##", "#### ", "## # ", "##  #"),
    "З": ("#### ", "   ##", " ### ", "   ##", "#### "),
    "Ы": ("##    #", "##    #", "####  #", "## ## #", "####  #"),
    "Р": ("#### ", "## ##", "#### ", "##   ", "##   "),
    "Ь": ("##   ", "##   ", "#### ", "## ##", "#### "),
}
LETTERS["К"], LETTERS["О"] = LETTERS["K"], LETTERS["O"]

CARDS: Final = 28
"""Columns of the four aces beside the title."""

GAP: Final = 4

HALVES: Final = {("#", "#"): "█", ("#", " "): "▀", (" ", "#"): "▄", (" ", " "): " "}


def title_rows(word: str) -> list[str]:
    """Spell a word in letters of five rows."""
    return [" ".join(LETTERS[letter][row] for letter in word) for row in range(5)]


def paint_title(look: Look, word: str, under: str, width: int, height: int) -> Painting:
    """Draw the title, four aces with the trump raised, and a line under it."""
    canvas = Canvas(width, height, look.ink, look.felt)
    rows = title_rows(word)
    length = len(rows[0])
    wide = 2 * length + GAP + CARDS <= width - 2
    letters = 2 * length if wide else length
    gap = min(GAP, width - letters - CARDS)
    beside = gap + CARDS if gap > 0 else 0
    left = (width - letters - beside) // 2
    top = max(0, (height - 8) // 2)
    if wide:
        _wide_letters(canvas, look, rows, left, top + 1)
    else:
        _low_letters(canvas, look, rows, left, top + 2)
    if beside:
        _aces(canvas, look, left + letters + gap, top)
    canvas.put((width - len(under)) // 2, top + 7, under, look.muted)
    return Painting(canvas)


def _wide_letters(canvas: Canvas, look: Look, rows: list[str], left: int, top: int) -> None:
    """Letters of whole cells, two to a pixel, darker towards the foot."""
    for y, row in enumerate(rows):
        ink = look.faded(look.active, look.felt, 0.08 * y)
        for x, pixel in enumerate(row):
            if pixel == "#":
                canvas.put(left + 2 * x, top + y, "##" if look.ascii else "██", ink)


def _low_letters(canvas: Canvas, look: Look, rows: list[str], left: int, top: int) -> None:
    """Letters of half cells, for narrow windows and long words."""
    blank = " " * len(rows[0])
    for y, (upper, lower) in enumerate(zip(rows[::2], [*rows[1::2], blank], strict=True)):
        text = "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        if look.ascii:
            text = "".join(" " if char == " " else "#" for char in text)
        canvas.put(left, top + y, text, look.active)


def _aces(canvas: Canvas, look: Look, x: int, y: int) -> None:
    """Four aces; the one of hearts is trump."""
    for number, (token, trump) in enumerate(
        (("As", False), ("Ah", True), ("Ad", False), ("Ac", False))
    ):
        drawn = card(look, token, "medium", chosen=trump)
        canvas.blit(drawn, x + 7 * number, y + (not trump))


class HomeScreen(Page):
    """What do you want to do?"""

    HEADING = "Kozyr"
    HELP_TEXT = (
        "Choose with the arrows and Enter, with the digit before a line, or with a click.\n"
        "Alone you play against bots. On the LAN one person hosts a table and the others find it "
        'by themselves under "tables on the LAN".'
    )
    AUTO_FOCUS = "#home-menu"

    def body(self) -> Iterable[Widget]:
        yield CanvasView(self._paint_title, id="title")
        with Vertical(id="home-middle"):
            yield Menu(self._entries(), id="home-menu")

    def _paint_title(self, width: int, height: int) -> Painting:
        word, under = t("KOZYR"), t("card and domino table for the terminal")
        known = all(letter in LETTERS for letter in word)
        return paint_title(self.look, word if known else "KOZYR", under, width, height)

    def _entries(self) -> list[tuple[str, str]]:
        game = str(self.kozyr.settings.table.get("game", ""))
        alone = t("play alone against bots")
        return [
            ("solo", f"{alone} · {t(game)}" if game else alone),
            ("tables", t("tables on the LAN")),
            ("host", t("host a table on the LAN")),
            ("rules", t("rules")),
            ("settings", t("settings")),
            ("learn", t("learn a game")),
            ("quit", t("quit")),
        ]

    def on_screen_resume(self) -> None:
        if self.is_mounted and self.query(Menu):
            self.query_one(Menu).offer(self._entries())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        # Screens are imported when they are opened: all of them take as long as Textual itself.
        match event.option.id:
            case "solo" | "host" as way:
                from tui.screens.new_table import NewTableScreen

                self.app.push_screen(NewTableScreen(hosting=way == "host"))
            case "tables":
                from tui.screens.tables import TablesScreen

                self.app.push_screen(TablesScreen())
            case "rules":
                self.kozyr.open_rules()
            case "settings":
                self.kozyr.open_settings()
            case "learn":
                from tui.screens.learn import choose_lesson

                choose_lesson(self.kozyr)
            case _:
                self.kozyr.action_ask_quit()
