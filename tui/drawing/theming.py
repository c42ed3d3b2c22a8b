"""Theme files: read and checked value by value, fitted to the colours of the terminal.

Imports Textual only when asked for one of its themes.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import themes
from net.files.folders import EncodingError, decoded, read_file
from tui.drawing.look import DEFAULTS, Depth
from tui.language.text import t
from tui.preferences import Problem, line_of
from tui.terminal.depth import SIXTEEN, nearest_256

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
"""The colours of dialogs, lists and bars, which Textual itself draws."""

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}\Z")
_NAME: Final = re.compile(r"[\w-]{1,24}\Z")


@dataclass(frozen=True, slots=True)
class ThemeFile:
    """A theme as in its file, complete."""

    name: str
    dark: bool
    screen: Mapping[str, str]
    table: Mapping[str, str]
    for_256: Mapping[str, str]
    """The values, of either kind, that replace the others on terminals with 256 colours."""

    def colours(self, depth: Depth) -> tuple[dict[str, str], dict[str, str]]:
        """Return the screen's and the table's colours as a terminal of this depth can show them."""
        screen, table = dict(self.screen), dict(self.table)
        if depth == "256":
            for part in (screen, table):
                part.update((k, self.for_256.get(k) or nearest_256(v)) for k, v in part.items())
        return screen, table

    def fits(self, depth: Depth) -> bool:
        """Tell whether the theme can be used: with 16 colours only if it uses no others."""
        return depth != "16" or all(
            value in SIXTEEN for value in (*self.screen.values(), *self.table.values())
        )


FELT: Final = ThemeFile("felt", True, SCREEN_DEFAULTS, DEFAULTS, {})
"""The defaults of a theme."""


# --- reading -----------------------------------------------------------------------------------


def read_theme(
    text: str, file: str, built_in: Mapping[str, ThemeFile] = MappingProxyType({})
) -> tuple[ThemeFile | None, list[Problem]]:
    """Read a theme. Bad values are reported and replaced; None only if it is not TOML at all.

    A missing value is taken from the built-in theme that it is `like`, otherwise from felt.
    """
    try:
        data = tomllib.loads(text)
    except RecursionError:
        return None, [Problem(file, 0, "nested too deep")]
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        return None, [Problem(file, int(found[1]) if found else 0, str(error))]
    reading = _Reading(text, file, data)
    return reading.theme(built_in), reading.problems


class _Reading:
    """The values of one file, each checked as it is asked for."""

    def __init__(self, text: str, file: str, data: Mapping[str, Any]) -> None:
        self._text = text
        self._file = file
        self._data = data
        self.problems: list[Problem] = []

    def theme(self, built_in: Mapping[str, ThemeFile]) -> ThemeFile:
        for key in self._data.keys() - {"name", "dark", "like", "screen", "table", "colours-256"}:
            self._complain(key, t("a theme has no such entry"))
        name, base = self._name(), self._base(built_in)
        dark = self._data.get("dark", base.dark)
        if not isinstance(dark, bool):
            self._complain("dark", t("must be true or false"))
            dark = base.dark
        screen = self._colours("screen", SCREEN_DEFAULTS)
        table = self._colours("table", DEFAULTS)
        for_256 = self._colours("colours-256", (*SCREEN_DEFAULTS, *DEFAULTS))
        kept = {key: value for key, value in base.for_256.items() if key not in {**screen, **table}}
        return ThemeFile(
            name, dark, {**base.screen, **screen}, {**base.table, **table}, {**kept, **for_256}
        )

    def _complain(self, key: str, reason: str, table: str = "") -> None:
        line = line_of(self._text, key, table)
        self.problems.append(Problem(self._file, line, f"{key}: {reason}"))

    def _name(self) -> str:
        stem = Path(self._file).stem
        name = self._data.get("name", stem)
        if isinstance(name, str) and _NAME.match(name):
            return name
        self._complain("name", t("not a short name of letters and digits: {name}", name=name))
        return stem if _NAME.match(stem) else "theme"

    def _base(self, built_in: Mapping[str, ThemeFile]) -> ThemeFile:
        like = self._data.get("like")
        if like is not None and (not isinstance(like, str) or like not in built_in):
            self._complain("like", t("must be one of {values}", values=", ".join(built_in)))
        return built_in.get(str(like)) or built_in.get("felt", FELT)

    def _colours(self, title: str, allowed: Collection[str]) -> dict[str, str]:
        part = self._data.get(title, {})
        if not isinstance(part, dict):
            self._complain(title, t("must be a table"))
            return {}
        good = {}
        for key, value in part.items():
            if key not in allowed:
                self._complain(key, t("no such colour in [{table}]", table=title), title)
            elif not isinstance(value, str) or not _COLOUR.match(value):
                said = t('not a colour like "#0e3b2e": {value}', value=repr(value))
                self._complain(key, said, title)
            else:
                good[key] = value.lower()
        return good


ORDER: Final = ("felt", "night", "paper", "contrast", "tbilisi", "tty16", "mono")
"""The built-in themes, in the order they are offered."""


@cache
def _built_in(name: str) -> ThemeFile:
    text = (Path(themes.__file__).parent / f"{name}.toml").read_text("utf-8")
    theme, _ = read_theme(text, f"{name}.toml")
    assert theme is not None, "the built-in themes are tested"
    return theme


class Themes:
    """All themes: the built-in ones and the user's own files, which are watched."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.by_name: dict[str, ThemeFile] = {}
        self.problems: list[Problem] = []
        self._stamps: dict[str, int] = {}
        self._built_in = {name: _built_in(name) for name in ORDER}
        self.reload()

    def reload(self) -> bool:
        """Read the user's files again if any has changed, come or gone; tell whether one has."""
        stamps = self._look_around()
        if self.by_name and stamps == self._stamps:
            return False
        self._stamps = stamps
        self.problems = []
        self.by_name = dict(self._built_in)
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
            pass  # an unreadable folder has no themes
        return stamps

    def _read(self, path: Path) -> tuple[ThemeFile | None, list[Problem]]:
        try:
            text = decoded(read_file(path))
        except EncodingError as error:
            return None, [Problem(path.name, error.line, t(error.reason))]
        except OSError as error:
            return None, [Problem(path.name, 0, str(error))]
        return read_theme(text, path.name, self._built_in)

    def offered(self, depth: Depth) -> tuple[str, ...]:
        """List the themes that look right at this depth."""
        return tuple(name for name, theme in self.by_name.items() if theme.fits(depth))

    def choose(self, wanted: str, depth: Depth) -> ThemeFile:
        """Return the wanted theme if it is known and fits, otherwise the one for this terminal."""
        theme = self.by_name.get(wanted)
        if theme is not None and theme.fits(depth):
            return theme
        return self.by_name[{"16": "tty16", "mono": "mono"}.get(depth, "felt")]
