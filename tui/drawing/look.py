"""Looks: the colours of a theme and the abilities of the terminal, for the paint functions.

Pure values; `tui.drawing.theming` makes them from a theme.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Depth: TypeAlias = Literal["true", "256", "16", "mono"]
"""The colours of the terminal: 16 million, 256, 16, or only lightness."""

CardSizeSetting: TypeAlias = Literal["auto", "small", "medium", "large"]

DeckStyle: TypeAlias = Literal["shapes", "pips", "plain"]
"""The middle of a large card: its suit as a shape, pips, or one small sign."""

TileStyle: TypeAlias = Literal["pips", "digits"]


@lru_cache(4096)
def mix(a: str, b: str, t: float) -> str:
    """Return the colour at `t` (0..1) of the way from `a` to `b`."""
    parts = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * t):02x}" for x, y in parts)


@lru_cache(4096)
def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG, 0 (black) .. 1 (white)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of WCAG, 1 .. 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(4096)
def ink_on(ground: str) -> str:
    """Return black or white, whichever reads better on a ground."""
    return max("#000000", "#ffffff", key=lambda ink: contrast(ink, ground))


@lru_cache(64)
def _stronger(ink: str, other: str, ground: str) -> str:
    """Return the ink that reads better on a ground."""
    return ink if contrast(ink, ground) >= contrast(other, ground) else other


@lru_cache(4096)
def weaker(ink: str, ground: str, t: float) -> str:
    """Return an ink mixed with its ground, but still readable (WCAG, large text).

    An ink too weak even by itself is mixed with black or white instead.
    """
    clear = ink_on(ground)
    faint = [mix(ink, ground, t * part) for part in (1.0, 0.75, 0.5, 0.25, 0.0)]
    strong = [mix(ink, clear, part) for part in (0.25, 0.5, 0.75)]
    return next((shade for shade in faint + strong if contrast(shade, ground) >= 3.0), clear)


DEFAULTS: Final[Mapping[str, str]] = {
    "felt": "#0e3b2e",
    "felt-line": "#2d6a56",
    "ink": "#e6e2d3",
    "muted": "#a0bfb1",
    "panel-ground": "#0b2a22",
    "panel-ink": "#e6e2d3",
    "card-face": "#f4f1e8",
    "card-dim": "#cbc8b6",
    "card-edge": "#948f7c",
    "card-back": "#2b4c8c",
    "card-back-ink": "#6f8fce",
    "chosen": "#ffd75f",
    "active": "#ffd75f",
    "good": "#7fd99a",
    "bad": "#ff9a86",
    "suit-spade": "#1d1f24",
    "suit-heart": "#c22032",
    "suit-diamond": "#1556b8",
    "suit-club": "#17703a",
    "suit-joker": "#7d4400",
    "pip-0": "#5b626e",
    "pip-1": "#0b62bd",
    "pip-2": "#137333",
    "pip-3": "#c0182b",
    "pip-4": "#7a4a00",
    "pip-5": "#6d28d9",
    "pip-6": "#0f6e66",
    "owner-0": "#e8b84a",
    "owner-1": "#5fb0ff",
    "owner-2": "#ff8a8a",
    "owner-3": "#7ddc8c",
    "owner-4": "#d69bff",
    "owner-5": "#ffa35c",
    "owner-6": "#4fd6cf",
    "owner-7": "#ff9bd2",
    "owner-8": "#c8d45a",
    "owner-9": "#b8b8c8",
}
"""The colours of the table, by their names in a theme file, as in the felt theme."""


@dataclass(frozen=True, slots=True)
class Look:
    """Colours as "#rrggbb", and the other choices that affect a picture."""

    felt: str
    felt_line: str
    ink: str
    muted: str
    panel: str
    panel_ink: str
    face: str
    face_dim: str
    edge: str
    back: str
    back_ink: str
    chosen: str
    """The ground of the chosen card; its own inks must read on it."""
    active: str
    """The ink on felt and panels for the player whose turn it is."""
    good: str
    bad: str
    spade: str
    heart: str
    diamond: str
    club: str
    joker: str
    pips: tuple[str, ...]
    owners: tuple[str, ...]
    """Grounds, one per seat."""
    four_colours: bool = True
    depth: Depth = "true"
    ascii: bool = False
    """Whether only ASCII is drawn, except for letters of names."""
    card_size: CardSizeSetting = "auto"
    deck: DeckStyle = "shapes"
    tiles: TileStyle = "pips"

    @property
    def shapes(self) -> bool:
        """Whether shades cannot be relied on: dim and chosen pieces then need a mark too."""
        return self.depth in ("16", "mono") or self.ascii

    @property
    def bold(self) -> str:
        """Return the attribute of signs on faces; in 16 colours bold would make green too pale."""
        return "" if self.depth == "16" else "b"

    @property
    def lit(self) -> str:
        """The ground of a row that lights up, halfway to that of a cursor: legible under words."""
        return self.faded(self.felt_line, self.felt, 0.5)

    @property
    def strokes(self) -> str:
        """The ink of the strokes on felt that stand for the hands of others."""
        return _stronger(self.back, self.back_ink, self.felt)

    def suit(self, suit: str) -> str:
        """Return the ink of a suit, "s" "h" "d" "c"."""
        return {"s": self.spade, "h": self.heart, "d": self.diamond, "c": self.club}[suit]

    def faded(self, ink: str, ground: str, t: float = 0.45) -> str:
        """Return a weaker ink; if there are few shades, the ink stays as it is."""
        return ink if self.depth in ("16", "mono") else mix(ink, ground, t)

    def dimmed(self, ink: str, ground: str) -> str:
        """Return the ink of a piece that cannot be played now: weaker, but still readable."""
        return ink if self.depth in ("16", "mono") else weaker(ink, ground, 0.45)


def look_from(
    colours: Mapping[str, str],
    *,
    four_colours: bool = True,
    depth: Depth = "true",
    ascii_only: bool = False,
    card_size: CardSizeSetting = "auto",
    deck: DeckStyle = "shapes",
    tiles: TileStyle = "pips",
) -> Look:
    """Build a look from the colours of a theme; missing ones are taken from DEFAULTS."""
    c = {name: colours.get(name, default) for name, default in DEFAULTS.items()}
    look = Look(
        felt=c["felt"],
        felt_line=c["felt-line"],
        ink=c["ink"],
        muted=c["muted"],
        panel=c["panel-ground"],
        panel_ink=c["panel-ink"],
        face=c["card-face"],
        face_dim=c["card-dim"],
        edge=c["card-edge"],
        back=c["card-back"],
        back_ink=c["card-back-ink"],
        chosen=c["chosen"],
        active=c["active"],
        good=c["good"],
        bad=c["bad"],
        spade=c["suit-spade"],
        heart=c["suit-heart"],
        diamond=c["suit-diamond"],
        club=c["suit-club"],
        joker=c["suit-joker"],
        pips=tuple(c[f"pip-{n}"] for n in range(7)),
        owners=tuple(c[f"owner-{n}"] for n in range(10)),
        four_colours=four_colours,
        depth=depth,
        ascii=ascii_only,
        card_size=card_size,
        deck=deck,
        tiles=tiles,
    )
    if not four_colours:
        look = replace(look, diamond=look.heart, club=look.spade)
    return look
