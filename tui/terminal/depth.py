"""The abilities of the terminal: the number of colours, the nearest of them, the characters.

Knows no theme. Imports no Textual: the colour system has to be chosen before that is loaded.
"""

from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from math import dist
from typing import Final

from tui.drawing.look import Depth

SIXTEEN: Final = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
"""The sixteen colours as Rich knows them: only these exact values give the intended colour."""

_LEVELS: Final = (0, 95, 135, 175, 215, 255)
CUBE: Final = tuple(
    f"#{red:02x}{green:02x}{blue:02x}" for red in _LEVELS for green in _LEVELS for blue in _LEVELS
) + tuple(f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 239, 10))
"""The colours 16..255 of a terminal with 256."""


@lru_cache(512)  # the whole cube, and some colours of a theme
def _oklab(colour: str) -> tuple[float, float, float]:
    """Convert a colour to a space in which distances match human vision (Ottosson 2020)."""
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
    """Return the nearest of the colours that a 256-colour terminal shows reliably."""
    here = _oklab(colour)
    return min(CUBE, key=lambda colour: dist(here, _oklab(colour)))


_SYSTEMS: Final = {"true": "truecolor", "256": "256", "16": "standard"}
_DEPTHS: Final[Mapping[str, Depth]] = {"truecolor": "true", "256": "256", "standard": "16"}
COLOUR_OPTIONS: Final[Mapping[str, Depth | None]] = {
    "auto": None,
    "truecolor": "true",
    "256": "256",
    "16": "16",
    "none": "mono",
}
"""The values of --colors and of the setting, with the depth of each; "auto" looks at the terminal.
"""

_TRUE_TERMS: Final = ("foot", "alacritty", "xterm-kitty", "xterm-ghostty", "wezterm")
_TRUE_SIGNS: Final = (
    *("XTERM_VERSION", "KITTY_WINDOW_ID", "WT_SESSION", "VTE_VERSION", "KONSOLE_VERSION"),
    *("ALACRITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "WEZTERM_PANE"),
)
"""Set by terminals that have 16 million colours but may not report that in COLORTERM."""

_COLOURLESS: Final = ("dumb", "vt100", "vt102", "vt220", "vt320", "xterm-mono", "unknown")


def terminal_depth(environ: Mapping[str, str]) -> Depth:
    """Return the colours of the terminal as a depth; NO_COLOR does not matter here."""
    term = environ.get("TERM", "").lower()
    if environ.get("TEXTUAL_COLOR_SYSTEM") in _DEPTHS:
        return _DEPTHS[environ["TEXTUAL_COLOR_SYSTEM"]]
    if term in _COLOURLESS:
        return "mono"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "true"
    if term.startswith(("screen", "tmux")) or "TMUX" in environ or "STY" in environ:
        return "256"  # the multiplexer may not pass on more
    if term.startswith(_TRUE_TERMS) or term.endswith("-direct"):
        return "true"
    if any(sign in environ for sign in _TRUE_SIGNS):
        return "true"
    if "256color" in term or term.startswith(("xterm", "rxvt")):
        return "256"  # many terminals call themselves plain "xterm" through ssh
    return "16"


def lacks_signs(environ: Mapping[str, str], encoding: str = "utf-8") -> bool:
    """Tell whether the terminal draws only letters and lines.

    The console of a Linux kernel has fonts of 256 or 512 characters; hardly any of those that
    Debian sets up for Latin and Cyrillic letters has suits, half blocks or a hollow circle. Other
    terminals read an `encoding` without such signs.
    """
    if environ.get("TERM", "").lower().startswith("linux"):
        return True
    try:
        "♠▀○".encode(encoding)
    except UnicodeEncodeError:
        return True
    return False


def choose_colour_system(environ: MutableMapping[str, str], option: str = "auto") -> Depth:
    """Decide on the colours and tell Textual. Call it before any module imports textual."""
    found, wanted = terminal_depth(environ), COLOUR_OPTIONS[option]
    depth = wanted or ("mono" if environ.get("NO_COLOR") else found)
    if depth == "mono":
        environ["NO_COLOR"] = "1"  # Textual then turns all colours into greys
    else:
        environ.pop("NO_COLOR", None)  # even an empty value would count for Textual
    shown = found if depth == "mono" else depth
    environ["TEXTUAL_COLOR_SYSTEM"] = _SYSTEMS.get(shown, "standard")
    return depth
