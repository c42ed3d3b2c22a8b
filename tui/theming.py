"""Theme files: read and checked value by value, fitted to the colours of the terminal.

Imports Textual only when asked for one of its themes: the colour system has to be chosen earlier.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from tui.look import DEFAULTS, Depth
from tui.text import t

if TYPE_CHECKING:
    from textual.theme import Theme

SCREEN_DEFAULTS: Final[Mapping[str, str]] = {
    "primary": "#3fa37a",
    "secondary": "#2b4c8c",
    "accent": "#ffd75f",
    "warning": "#e3b341",
    "error": "#e5484d",
    "success": "#46c37b",
    "foreground": "#e6e2d3",
    "background": "#0a241d",
    "surface": "#0b2a22",
    "panel": "#123a2e",
}
"""The colours of dialogs, lists and bars: what Textual itself draws with."""

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}\Z")
_NAME: Final = re.compile(r"[\w-]{1,24}\Z")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a file of the user's, and on which line (0: the whole file)."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: {self.reason}"
            if self.line
            else f"{self.file}: {self.reason}"
        )


@dataclass(frozen=True, slots=True)
class ThemeFile:
    """A theme as its file has it, complete."""

    name: str
    dark: bool
    screen: Mapping[str, str]
    table: Mapping[str, str]
    for_256: Mapping[str, str]
    """Values, of either kind, that replace the others where there are 256 colours."""

    def colours(self, depth: Depth) -> tuple[dict[str, str], dict[str, str]]:
        """Return the screen's and the table's colours as a terminal of this depth can show them."""
        screen, table = dict(self.screen), dict(self.table)
        if depth == "256":
            for part in (screen, table):
                part.update((k, self.for_256.get(k) or nearest_256(v)) for k, v in part.items())
        return screen, table

    def fits(self, depth: Depth) -> bool:
        """Tell whether the theme can be used: with 16 colours only if it is made of just those."""
        return depth != "16" or all(
            value in SIXTEEN for value in (*self.screen.values(), *self.table.values())
        )


FELT: Final = ThemeFile("felt", True, SCREEN_DEFAULTS, DEFAULTS, {})
"""What a theme is made of where it says nothing itself."""


# --- reading -----------------------------------------------------------------------------------


def line_of(text: str, key: str, table: str = "") -> int:
    """Return the line that gives a key a value or opens its table; 0 if there is none.

    A key of a table is looked for below its heading first.
    """
    name = rf"""["']?{re.escape(key)}["']?"""
    pattern = re.compile(rf"^\s*(?:{name}\s*=|\[{name}\])", re.MULTILINE)
    heading = text.find(f"[{table}]") if table else 0
    found = pattern.search(text, max(0, heading)) or pattern.search(text)
    return text.count("\n", 0, found.end()) + 1 if found else 0


def read_theme(
    text: str, file: str, house: Mapping[str, ThemeFile] = MappingProxyType({})
) -> tuple[ThemeFile | None, list[Problem]]:
    """Read a theme. Bad values are reported and replaced; None only if it is no TOML at all.

    What it does not say is as in the theme of the house that it is `like`, or else in felt.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        return None, [Problem(file, int(found[1]) if found else 0, str(error))]
    problems: list[Problem] = []

    def complain(key: str, reason: str, table: str = "") -> None:
        problems.append(Problem(file, line_of(text, key, table), f"{key}: {reason}"))

    def colours(part: object, title: str, allowed: Iterable[str]) -> dict[str, str]:
        if not isinstance(part, dict):
            complain(title, t("must be a table"))
            return {}
        good = {}
        for key, value in part.items():
            if key not in allowed:
                complain(key, t("no such colour in [{table}]", table=title), title)
            elif not isinstance(value, str) or not _COLOUR.match(value):
                said = t('not a colour like "#0e3b2e": {value}', value=repr(value))
                complain(key, said, title)
            else:
                good[key] = value.lower()
        return good

    for key in data.keys() - {"name", "dark", "like", "screen", "table", "colours-256"}:
        complain(key, t("there is no such thing in a theme"))
    stem = Path(file).stem
    name, like = data.get("name", stem), data.get("like")
    if not isinstance(name, str) or not _NAME.match(name):
        complain("name", t("not a short name of letters and digits: {name}", name=name))
        name = stem if _NAME.match(stem) else "theme"
    if like is not None and (not isinstance(like, str) or like not in house):
        complain("like", t("must be one of {values}", values=", ".join(house)))
    base = house.get(str(like)) or house.get("felt", FELT)
    dark = data.get("dark", base.dark)
    if not isinstance(dark, bool):
        complain("dark", t("must be true or false"))
        dark = base.dark
    screen = colours(data.get("screen", {}), "screen", SCREEN_DEFAULTS)
    table = colours(data.get("table", {}), "table", DEFAULTS)
    known = (*SCREEN_DEFAULTS, *DEFAULTS)
    for_256 = colours(data.get("colours-256", {}), "colours-256", known)
    kept = {key: value for key, value in base.for_256.items() if key not in {**screen, **table}}
    return ThemeFile(
        name, dark, {**base.screen, **screen}, {**base.table, **table}, {**kept, **for_256}
    ), problems


ORDER: Final = ("felt", "night", "paper", "contrast", "tbilisi", "tty16", "mono")
"""The themes of the house, in the order they are offered."""


class Themes:
    """All themes: those of the house and the user's own files, which are watched."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.by_name: dict[str, ThemeFile] = {}
        self.problems: list[Problem] = []
        self._stamps: dict[str, int] = {}
        self._house: dict[str, ThemeFile] = {}
        for name in ORDER:
            text = files("themes").joinpath(f"{name}.toml").read_text("utf-8")
            theme, _ = read_theme(text, f"{name}.toml")
            assert theme is not None, "the themes of the house are tested"
            self._house[name] = theme
        self.reload()

    def reload(self) -> bool:
        """Read the user's files again if any has come, changed or gone; tell whether so."""
        stamps = self._look_around()
        if self.by_name and stamps == self._stamps:
            return False
        self._stamps = stamps
        self.problems = []
        self.by_name = dict(self._house)
        for name in sorted(stamps):
            theme, problems = self._read(Path(name))
            self.problems += problems
            if theme is not None:
                self.by_name[theme.name] = theme
        return True

    def _look_around(self) -> dict[str, int]:
        if self.folder is None:
            return {}
        stamps = {}
        try:
            for path in self.folder.glob("*.toml"):
                stamps[str(path)] = path.stat().st_mtime_ns
        except OSError:
            pass  # a folder that cannot be read has no themes for us
        return stamps

    def _read(self, path: Path) -> tuple[ThemeFile | None, list[Problem]]:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            return None, [Problem(path.name, 0, str(error))]
        return read_theme(text, path.name, self._house)

    def offered(self, depth: Depth) -> tuple[str, ...]:
        """List the themes that look right with so many colours."""
        return tuple(name for name, theme in self.by_name.items() if theme.fits(depth))

    def choose(self, wanted: str, depth: Depth) -> ThemeFile:
        """Return the wanted theme if it is known and fits, else the one made for this terminal."""
        theme = self.by_name.get(wanted)
        if theme is not None and theme.fits(depth):
            return theme
        return self.by_name[{"16": "tty16", "mono": "mono"}.get(depth, "felt")]


def textual_theme(theme: ThemeFile, depth: Depth) -> Theme:
    """Build the theme that Textual wants; the table's colours become CSS variables ($felt)."""
    from textual.theme import Theme

    screen, table = theme.colours(depth)
    arguments: dict[str, Any] = dict(screen)
    return Theme(name=theme.name, dark=theme.dark, variables=table, **arguments)


# --- colours of the terminal -------------------------------------------------------------------

SIXTEEN: Final = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
"""The sixteen as Rich knows them: only these exact values reach the colour that is meant."""

_LEVELS: Final = (0, 95, 135, 175, 215, 255)
CUBE: Final = tuple(
    f"#{red:02x}{green:02x}{blue:02x}" for red in _LEVELS for green in _LEVELS for blue in _LEVELS
) + tuple(f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 239, 10))
"""The colours 16..255 of a terminal with 256."""


def _oklab(colour: str) -> tuple[float, float, float]:
    """Put a colour where distances are as eyes see them (Ottosson 2020)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    x = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    y = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    z = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


@lru_cache(1024)
def nearest_256(colour: str) -> str:
    """Return the nearest colour that a terminal with 256 shows as it is meant."""
    here = _oklab(colour)
    return min(CUBE, key=lambda c: sum((a - b) ** 2 for a, b in zip(here, _oklab(c), strict=True)))


_SYSTEMS: Final = {"true": "truecolor", "256": "256", "16": "standard"}
_DEPTHS: Final[Mapping[str, Depth]] = {"truecolor": "true", "256": "256", "standard": "16"}
COLOUR_OPTIONS: Final[Mapping[str, Depth | None]] = {
    "auto": None,
    "truecolor": "true",
    "256": "256",
    "16": "16",
    "none": "mono",
}
"""What --colors and the settings may say, and what it means; "auto" looks at the terminal."""

_TRUE_TERMS: Final = ("foot", "alacritty", "xterm-kitty", "xterm-ghostty", "wezterm")
_TRUE_SIGNS: Final = (
    *("XTERM_VERSION", "KITTY_WINDOW_ID", "WT_SESSION", "VTE_VERSION", "KONSOLE_VERSION"),
    *("ALACRITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "WEZTERM_PANE"),
)
"""Set by terminals that have 16 million colours but may not say so in COLORTERM."""

_COLOURLESS: Final = ("dumb", "vt100", "vt102", "vt220", "vt320", "xterm-mono", "unknown")


def terminal_depth(environ: Mapping[str, str]) -> Depth:
    """Tell how many colours the terminal has; NO_COLOR does not matter here."""
    term = environ.get("TERM", "").lower()
    if environ.get("TEXTUAL_COLOR_SYSTEM") in _DEPTHS:
        return _DEPTHS[environ["TEXTUAL_COLOR_SYSTEM"]]
    if term in _COLOURLESS:
        return "mono"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "true"
    if term.startswith(("screen", "tmux")) or "TMUX" in environ or "STY" in environ:
        return "256"  # the multiplexer may not pass more on
    if term.startswith(_TRUE_TERMS) or term.endswith("-direct"):
        return "true"
    if any(sign in environ for sign in _TRUE_SIGNS):
        return "true"
    if "256color" in term or term.startswith(("xterm", "rxvt")):
        return "256"  # a plain "xterm" is how ssh shows any of its many children
    return "16"


def choose_colour_system(environ: MutableMapping[str, str], option: str = "auto") -> Depth:
    """Decide on the colours and tell Textual. Call it before anything imports textual."""
    found, wanted = terminal_depth(environ), COLOUR_OPTIONS[option]
    depth = wanted or ("mono" if environ.get("NO_COLOR") else found)
    if depth == "mono":
        environ["NO_COLOR"] = "1"  # Textual then turns all colours into greys
    else:
        environ.pop("NO_COLOR", None)  # even empty it would count for Textual
    shown = found if depth == "mono" else depth
    environ["TEXTUAL_COLOR_SYSTEM"] = _SYSTEMS.get(shown, "standard")
    return depth
