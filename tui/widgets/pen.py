"""Writes styled text for the terminal with as few colour codes as will do. Knows no positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.color import ColorSystem
from rich.style import Style

PLAIN: Final = ("", "39", "49")


@lru_cache(4096)
def _codes(style: Style, system: ColorSystem) -> tuple[str, str, str]:
    """Return the codes of a style: attributes, colour of the ink, colour of the ground."""

    def codes(part: Style) -> str:
        return part.render("x", color_system=system).partition("x")[0][2:-1]

    return (
        codes(style.without_color),
        codes(Style(color=style.color)) or "39",
        codes(Style(bgcolor=style.bgcolor)) or "49",
    )


class Pen:
    """Remembers how the terminal writes now. Rich resets everything after each piece of text."""

    def __init__(self, system: ColorSystem | None) -> None:
        """Without a system of colours there are no codes at all."""
        self._system = system
        self._now = PLAIN

    def write(self, text: str, style: Style | None) -> str:
        """Return a piece of text with the codes it needs before it."""
        if self._system is None or style is None or style.link:
            return self.lift() + (style.render(text, color_system=self._system) if style else text)
        attributes, ink, ground = _codes(style, self._system)
        held, old_ink, old_ground = self._now
        if attributes == held == "" and text.isspace():
            ink = old_ink  # nobody sees the ink of blanks
        if attributes != held:
            codes = ["0", attributes, ink if ink != "39" else "", ground if ground != "49" else ""]
        else:
            codes = [ink if ink != old_ink else "", ground if ground != old_ground else ""]
        self._now = attributes, ink, ground
        needed = ";".join(filter(None, codes))
        return f"\x1b[{needed}m{text}" if needed else text

    def lift(self) -> str:
        """Return the code that ends all styles, if there are any."""
        worn, self._now = self._now != PLAIN, PLAIN
        return "\x1b[0m" if worn else ""
