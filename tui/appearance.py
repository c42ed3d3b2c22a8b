"""The appearance of the application: its theme, the terminal's colours and signs, animation."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

from textual.app import App
from textual.constants import TEXTUAL_ANIMATIONS
from textual.filter import LineFilter

from tui.drawing.look import CardSizeSetting, DeckStyle, Depth, Look, TileStyle, look_from
from tui.drawing.theming import Themes, textual_theme
from tui.language.words import use_words
from tui.preferences.settings import Settings
from tui.terminal.depth import lacks_signs, terminal_depth
from tui.terminal.filters import AsciiOnly, NoBoldDark

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


_ASCII_ONLY: Final = AsciiOnly()
_NO_BOLD_DARK: Final = NoBoldDark()


class Appearance:
    """The appearance that the settings ask for and the terminal can show."""

    def __init__(
        self, app: App[Any], settings: Callable[[], Settings], folder: Path | None
    ) -> None:
        """`settings` returns the current ones; `folder` has the user's own themes."""
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
            # Settings are texts that have been checked against the values there are.
            card_size=cast("CardSizeSetting", chosen.card_size),
            deck=cast("DeckStyle", chosen.deck),
            tiles=cast("TileStyle", chosen.tiles),
        )

    @property
    def ascii_only(self) -> bool:
        """Whether only ASCII is drawn, by the settings or for the terminal."""
        wanted = self._settings().ascii
        encoding = getattr(sys.__stderr__, "encoding", None) or "utf-8"  # Textual draws there
        return wanted == "on" or (wanted == "auto" and lacks_signs(os.environ, encoding))

    @cached_property
    def line_filters(self) -> Sequence[LineFilter]:
        """The filters that replace what the terminal cannot show or the settings exclude."""
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
