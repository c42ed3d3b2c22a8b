"""A terminal's picture after some bytes: the visible part of each cell."""

import io
from typing import TypeAlias

import pyte
from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from rich.style import Style
from textual.strip import Strip

Cell: TypeAlias = tuple[object, ...]

NAMES: dict[ColorSystem, str] = {
    ColorSystem.STANDARD: "standard",
    ColorSystem.EIGHT_BIT: "256",
    ColorSystem.TRUECOLOR: "truecolor",
}


class Shown:
    """A terminal of 16, 256 or 16 million colours that draws all bytes sent to it."""

    def __init__(self, width: int, height: int, system: ColorSystem) -> None:
        self.system = system
        name = NAMES[system]
        self.console = Console(
            file=io.StringIO(),
            force_terminal=True,
            color_system=name,
            width=width,
        )
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self._screen)

    def feed(self, data: str) -> None:
        self._stream.feed(data)

    def draw(self, strips: list[Strip]) -> None:
        """Show whole lines, each piece with all its codes, as Rich writes them."""
        for y, strip in enumerate(strips):
            self.feed(Control.move_to(0, y).segment.text)
            for text, style, control in strip:
                if not control:
                    self.feed(_own(style).render(text, color_system=self.system))

    def cells(self) -> list[list[Cell]]:
        lines, columns = range(self._screen.lines), range(self._screen.columns)
        return [[self._cell(self._screen.buffer[y][x]) for x in columns] for y in lines]

    @staticmethod
    def _cell(char: pyte.screens.Char) -> Cell:
        plain = not (char.underscore or char.strikethrough or char.reverse)
        if plain and (char.data == " " or (char.fg == char.bg != "default" and not char.bold)):
            # the ink of blanks is invisible, and so is a sign in its own ground
            return (" ", char.bg)
        return tuple(char)


def _own(style: Style | None) -> Style:
    """Return a new style: a Style of Rich keeps the codes of the first system it is drawn with."""
    if style is None:
        return Style()
    return Style(
        color=style.color,
        bgcolor=style.bgcolor,
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        blink=style.blink,
        reverse=style.reverse,
        strike=style.strike,
    )
