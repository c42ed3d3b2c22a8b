"""Writes styled text and movements of the cursor for the terminal in the fewest bytes."""

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.style import Style

_ENDS: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""Attribute -> the code that ends it. Others (frames, double lines) are ended only by 0."""

_UNSEEN: Final = frozenset(("1", "2", "3"))
"""Bold, dim and italic are invisible on blanks."""


class Codes(NamedTuple):
    """The codes that a piece of text needs; None where no difference would be visible."""

    attributes: str | None
    ink: str | None
    ground: str


PLAIN: Final = Codes("", "39", "49")


@lru_cache(4096)
def is_invisible(style: Style | None) -> bool:
    """Tell whether text written in this style looks like blanks: its ink is its ground.

    Attributes may change either: bold may mean a brighter ink.
    """
    if style is None or style.color is None or style.color.is_default or style.link:
        return False
    return style.color == style.bgcolor and not _sgr(style.without_color, ColorSystem.STANDARD)


def _sgr(style: Style, system: ColorSystem) -> str:
    return style.render("x", color_system=system).partition("x")[0][2:-1]


@lru_cache(4096)
def _codes(style: Style, system: ColorSystem, blank: bool) -> Codes:
    attributes = _sgr(style.without_color, system)
    ground = _sgr(Style(bgcolor=style.bgcolor), system) or "49"
    if blank and _set(attributes) <= _UNSEEN:
        return Codes(None, None, ground)
    return Codes(attributes, _sgr(Style(color=style.color), system) or "39", ground)


def _set(attributes: str) -> set[str]:
    return set(filter(None, attributes.split(";")))


@lru_cache(4096)
def _step(now: Codes, wanted: Codes) -> tuple[Codes, str]:
    """Return the terminal's style afterwards, and the codes that lead to it."""
    held = _set(now.attributes or "")
    attributes = wanted.attributes
    if attributes is None:
        attributes = now.attributes if held <= _UNSEEN else ""
    due = _set(attributes or "")
    if held - due and not held | due <= _ENDS.keys():
        now, held, codes = PLAIN, set(), ["0"]
    else:
        codes = sorted({_ENDS[code] for code in held - due})
    codes += sorted(code for code in due if code not in held or _ENDS.get(code) in codes)
    after = Codes(attributes, wanted.ink or now.ink, wanted.ground)
    codes += [new for new, old in zip(after[1:], now[1:], strict=True) if new and new != old]
    return after, ";".join(codes)


class SgrWriter:
    """Remembers the terminal's current style. Rich resets everything after each piece of text."""

    def __init__(self, system: ColorSystem | None) -> None:
        """`system` None stands for a terminal without colours: no codes are written."""
        self._system = system
        self._now = PLAIN

    def codes(self, text: str, style: Style | None) -> Codes | None:
        """Return the codes of a piece of text; None if Rich has to draw it, as with a link."""
        if self._system is None or style is None or style.link:
            return None
        return _codes(style, self._system, text.isspace())

    @staticmethod
    def covers(codes: Codes | None, other: Codes | None) -> bool:
        """Tell whether text that needs the other codes can be written with these."""
        return codes is not None and other is not None and not _step(codes, other)[1]

    @staticmethod
    def shows_ground_alone(codes: Codes | None) -> bool:
        """Tell whether blanks in these codes show only their ground."""
        return codes is not None and _set(codes.attributes or "") <= _UNSEEN

    def cost(self, codes: Codes | None) -> int:
        """Return the approximate number of bytes needed to continue with these codes."""
        return len(_step(self._now, codes or PLAIN)[1])

    def written(self, text: str, style: Style | None, codes: Codes | None) -> str:
        """Return a piece of text with the codes that it needs and that are not yet in force."""
        if codes is None:
            return self.lift() + (style.render(text, color_system=self._system) if style else text)
        self._now, needed = _step(self._now, codes)
        return f"\x1b[{needed}m{text}" if needed else text

    def lift(self) -> str:
        """Return the code that ends all styles, if there are any."""
        worn, self._now = self._now != PLAIN, PLAIN
        return "\x1b[0m" if worn else ""


ERASING: Final = (
    *("xterm", "tmux", "alacritty", "foot", "kitty", "ghostty", "wezterm", "konsole", "vte"),
    *("rxvt", "mintty", "putty", "contour", "st-", "linux"),
)
"""Beginnings of TERM for terminals that erase in the current colour. GNU screen does not."""

LEAST_ERASED: Final = 6
"""Blanks that are cheaper to erase than to write."""

_LINE_DOWN: Final = "" if sys.platform == "win32" else "\v"
"""One line down, in any column: a line feed that no driver turns into two characters."""

_FURTHEST_DOWN: Final = 3


class CursorPosition(NamedTuple):
    """The position of the cursor."""

    y: int
    x: int
    sure: bool
    """Whether the column is certain: everything written has the same width everywhere."""


def erases(environment: Mapping[str, str]) -> bool:
    """Tell whether cells erased in this terminal get the ground being written on."""
    return environment.get("TERM", "").startswith(ERASING)


def has_sure_width(text: str) -> bool:
    """Tell whether a text has one cell per character on every terminal: ASCII, lines, blocks."""
    return text.isascii() or all(char < "\x7f" or "\u2500" <= char <= "\u259f" for char in text)


def way(at: CursorPosition | None, y: int, x: int) -> str:
    """Return the codes that move the cursor to a cell; None stands for an unknown position.

    Columns are absolute if terminals may disagree about the width of the text before.
    """
    if at is None:
        return f"\x1b[{y + 1};{x + 1}H"
    down = y - at.y
    if not down and x == at.x:
        return ""
    if down and not (_LINE_DOWN and 0 < down <= _FURTHEST_DOWN):
        return f"\x1b[{y + 1};{x + 1}H"
    column = f"\x1b[{x + 1}G"
    aside = min(_aside(x - at.x), column, key=len) if at.sure else column
    return _LINE_DOWN * down + aside


def _aside(columns: int) -> str:
    """Return the codes that move the cursor to the right, or to the left if negative."""
    if columns < 0:
        return min("\b" * -columns, f"\x1b[{-columns}D", key=len)
    return f"\x1b[{columns}C" if columns else ""
