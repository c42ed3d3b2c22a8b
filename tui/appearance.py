"""The appearance of the application: its theme, the terminal's colours and signs, animation.

The last steps of drawing are here too. Boards draw in ASCII by themselves; the filter covers
borders, bars and all other text. Many terminals, and the console of a Linux kernel, show bold as
the bright half of the sixteen colours: bold black comes out grey, which is hard to read on a white
card or a yellow button.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, cast

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.constants import TEXTUAL_ANIMATIONS
from textual.filter import LineFilter
from textual.theme import Theme

from tui.drawing.canvas import char_width
from tui.drawing.look import CardSizeSetting, DeckStyle, Depth, Look, TileStyle, look_from
from tui.drawing.theming import ThemeFile, Themes
from tui.language.words import use_words
from tui.preferences.settings import Settings
from tui.terminal.depth import SIXTEEN, lacks_signs, terminal_depth

SETTINGS: Final = frozenset(("theme", "four_colours", "card_size", "deck", "tiles", "ascii"))
"""The settings of which the appearance consists."""

SPEEDS: Final[Mapping[str, float]] = {"off": 0.0, "fast": 0.5, "normal": 1.0}
"""A setting of the animation -> the factor for times."""


def speed(setting: str, environ: Mapping[str, str]) -> float:
    """Return the factor for times; "auto" is off over SSH, where each picture is a packet."""
    if setting == "auto":
        far = environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")
        return SPEEDS["off" if far else "normal"]
    return SPEEDS[setting]


_PLAIN: Final = dict(
    zip(
        "·•●○■□▪×✚–—−…«»„“”‘’‹›←→↑↓▶◀▲▼★☆✓╭╮╰╯┌┐└┘─━│┃▏▕├┤┬┴┼♠♥♦♣♤♡♢♧◆",
        '-*oo##*x+---."""""\'\'<><>^v><^v**v++++++++--||||+++++shdcshdc*',
        strict=True,
    )
)


class _Signs(dict[int, int]):
    """A table for str.translate that decides about a character when it first occurs."""

    def __missing__(self, code: int) -> int:
        char = chr(code)
        if code < 0x80 or char.isalnum() or char_width(char) != 1:
            plain = code  # letters of any language stay: names and Russian consist of them
        else:
            plain = ord(_PLAIN.get(char, "#" if "▀" <= char <= "▟" else "?"))
        self[code] = plain
        return plain


class AsciiOnly(LineFilter):
    """Replaces characters one by one, so that no column moves."""

    _signs: Final = _Signs()

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Translate the text of a line."""
        return [
            part
            if part.text.isascii()
            else Segment(part.text.translate(self._signs), part.style, part.control)
            for part in segments
        ]


_DARK: Final = frozenset(SIXTEEN[:7])
"""The inks that bold would make worse; light grey becomes white, which reads as bold."""


class NoBoldDark(LineFilter):
    """Removes bold from dark inks."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Change the styles of a line."""
        return [
            Segment(part.text, _not_bold(part.style), part.control)
            if part.style is not None and part.style.bold
            else part
            for part in segments
        ]


@lru_cache(1024)
def _not_bold(style: Style) -> Style:
    ink = style.color and style.color.triplet
    return style + Style(bold=False) if ink and ink.hex in _DARK else style


_ASCII_ONLY: Final = AsciiOnly()
_NO_BOLD_DARK: Final = NoBoldDark()


class Appearance:
    """The appearance that follows from the settings and the abilities of the terminal."""

    def __init__(
        self, app: App[Any], settings: Callable[[], Settings], folder: Path | None
    ) -> None:
        """`settings` returns the current ones; `folder` contains the user's own themes."""
        self._app = app
        self._settings = settings
        self.depth: Depth = "mono" if os.environ.get("NO_COLOR") else terminal_depth(os.environ)
        self.themes = Themes(folder / "themes" if folder else None)
        self.mistakes_told: frozenset[str] = frozenset()
        """The mistakes in theme files of which the user has been told."""

    @cached_property
    def look(self) -> Look:
        """The look, which holds until `apply`."""
        chosen = self._settings()
        return look_from(
            self.themes.choose(chosen.theme, self.depth).colours(self.depth)[1],
            four_colours=chosen.four_colours,
            depth=self.depth,
            ascii_only=self.ascii_only,
            # Settings are texts that have been checked against the possible values.
            card_size=cast("CardSizeSetting", chosen.card_size),
            deck=cast("DeckStyle", chosen.deck),
            tiles=cast("TileStyle", chosen.tiles),
        )

    @property
    def ascii_only(self) -> bool:
        """Whether only ASCII is drawn, by the settings or because of the terminal."""
        wanted = self._settings().ascii
        encoding = getattr(sys.__stderr__, "encoding", None) or "utf-8"  # Textual draws there
        return wanted == "on" or (wanted == "auto" and lacks_signs(os.environ, encoding))

    @cached_property
    def line_filters(self) -> Sequence[LineFilter]:
        """The filters that replace styles and signs that the terminal or the settings exclude."""
        filters: list[LineFilter] = []
        if os.environ.get("TEXTUAL_COLOR_SYSTEM") == "standard":
            filters.append(_NO_BOLD_DARK)
        if self.ascii_only:
            filters.append(_ASCII_ONLY)
        return filters

    def apply(self) -> None:
        """Apply the current settings to every open screen."""
        app = self._app
        for kept in ("look", "line_filters"):
            vars(self).pop(kept, None)
        use_words("letters" if self.ascii_only else "glyphs")
        theme = textual_theme(self.themes.choose(self._settings().theme, self.depth), self.depth)
        app.register_theme(theme)
        if app.theme == theme.name:
            app.refresh_css(animate=False)
            app.theme_changed_signal.publish(theme)
        else:
            app.theme = theme.name
        for screen in app.screen_stack:
            screen.refresh(layout=True)

    def set_animation_level(self) -> None:
        """Set Textual's animation to the level of the settings and the environment."""
        off = self._settings().animation == "off"
        self._app.animation_level = "none" if off else TEXTUAL_ANIMATIONS

    @property
    def speed(self) -> float:
        """The factor for the times of movements at the table; 0 turns them off."""
        if self._app.animation_level == "none":
            return 0.0
        return speed(self._settings().animation, os.environ)


def textual_theme(theme: ThemeFile, depth: Depth) -> Theme:
    """Build the Textual theme; the table's colours become CSS variables ($felt)."""
    screen, table = theme.colours(depth)
    arguments: dict[str, Any] = dict(screen)
    return Theme(name=theme.name, dark=theme.dark, variables=table, **arguments)
