"""Playing cards: on the table in five sizes, as a fanned hand, as chips. Knows no game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from core.pieces import JOKERS
from tui.drawing.art import face_of, hollow_if_dimmed, plate, sign_ink
from tui.drawing.canvas import Canvas, Hit, Painting
from tui.drawing.look import Look, mix
from tui.language.words import rank_sign, suit_glyph

_PIP_ROWS: Final = {
    "A": ("     ", "  o  ", "     "),
    "2": ("  o  ", "     ", "  o  "),
    "3": ("  o  ", "  o  ", "  o  "),
    "4": ("o   o", "     ", "o   o"),
    "5": ("o   o", "  o  ", "o   o"),
    "6": ("o   o", "o   o", "o   o"),
    "7": ("o   o", "o o o", "o   o"),
    "8": ("o o o", "o   o", "o o o"),
    "9": ("o o o", "o o o", "o o o"),
    "T": ("o o o", "oo oo", "o o o"),
}
"""There are three rows between the corners, so a ten is broader than on paper."""

_COURT_ROWS: Final = ("  o  ", "  x  ", "  o  ")

_PIPS_FROM: Final = 2
"""The first row below the corner."""


def put_pips(canvas: Canvas, rank: str, suit: str, figure: str, colour: str) -> None:
    """Put the pips of a rank between the corners, a court card's `figure` between two of them."""
    apart = (canvas.height - 3) // 3
    for row, signs in enumerate(_PIP_ROWS.get(rank, _COURT_ROWS)):
        text = signs.replace("o", suit).replace("x", figure)
        canvas.put((canvas.width - len(signs)) // 2, _PIPS_FROM + apart * row, text, colour)


CardSize: TypeAlias = Literal["small", "medium", "large", "huge", "giant"]

SIZES: Final[dict[CardSize, tuple[int, int]]] = {
    "small": (5, 3),
    "medium": (7, 5),
    "large": (9, 7),
    "huge": (11, 9),
    "giant": (15, 11),
}
"""Width and height in cells, the rim included."""

CHIP: Final = (3, 1)

_PIXELS: Final = {
    "h": (".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."),
    "s": ("...#...", "..###..", ".#####.", "#######", "##.#.##", "..###.."),
    "d": ("...#...", "..###..", ".#####.", ".#####.", "..###..", "...#..."),
    "c": ("..###..", "..###..", "#######", "#######", "##.#.##", "..###.."),
    "X": ("...#...", "..###..", "#######", ".#####.", ".##.##.", "##...##"),
}
"""Suits and the star of the jokers as 7 x 6 pixels."""

_LARGE_PIXELS: Final = {
    "h": (
        *(".###.###.", "#########", "#########", "#########", "#########"),
        *(".#######.", "..#####..", "...###...", "....#....", "........."),
    ),
    "s": (
        *("....#....", "...###...", "..#####..", ".#######.", "#########"),
        *("#########", "####.####", ".##.#.##.", "...###...", "..#####.."),
    ),
    "d": (
        *("....#....", "...###...", "..#####..", ".#######.", "#########"),
        *("#########", ".#######.", "..#####..", "...###...", "....#...."),
    ),
    "c": (
        *("...###...", "..#####..", "..#####..", "...###...", ".##.#.##."),
        *("#########", "#########", ".##.#.##.", "....#....", "..#####.."),
    ),
    "X": (
        *("....#....", "...###...", "...###...", "#########", ".#######."),
        *("..#####..", "..#####..", ".###.###.", ".##...##.", "........."),
    ),
}
"""Suits and the star as 9 x 10 pixels."""

_GIANT_PIXELS: Final = {
    "h": (
        *("..###...###..", ".#####.#####.", "#############", "#############"),
        *("#############", "#############", ".###########.", ".###########."),
        *("..#########..", "...#######...", "....#####....", ".....###....."),
        *("......#......", "............."),
    ),
    "s": (
        *("......#......", ".....###.....", "....#####....", "...#######..."),
        *("..#########..", ".###########.", "#############", "#############"),
        *("#############", "#####.#.#####", ".###..#..###.", ".....###....."),
        *("....#####....", "............."),
    ),
    "d": (
        *("......#......", ".....###.....", "....#####....", "...#######..."),
        *("..#########..", ".###########.", "#############", "#############"),
        *(".###########.", "..#########..", "...#######...", "....#####...."),
        *(".....###.....", "......#......"),
    ),
    "c": (
        *("....#####....", "...#######...", "...#######...", "...#######..."),
        *("....#####....", "..###.#.###..", "#####.#.#####", "#############"),
        *("#############", "#####.#.#####", "..###.#.###..", "......#......"),
        *(".....###.....", "....#####...."),
    ),
    "X": (
        *("......#......", "......#......", ".....###.....", ".....###....."),
        *("#############", ".###########.", "..#########..", "...#######..."),
        *("...#######...", "..#########..", "..####.####..", ".###.....###."),
        *(".#.........#.", "............."),
    ),
}
"""Suits and the star as 13 x 14 pixels."""

_COURT: Final = {"J": "♞", "Q": "♛", "K": "♚"}


def sign(card: str, look: Look) -> str:
    """Return the text of a corner: "10♥", or "★" for a joker."""
    if card in JOKERS:
        return "*" if look.ascii else "★"
    return rank_sign(card[0]) + suit_glyph(card[1], ascii_only=look.ascii)


def ink(card: str, look: Look) -> str:
    """Return the ink of a card; jokers are as red as hearts, or as dark as spades."""
    if card in JOKERS:
        return look.heart if card == "Xr" else look.spade
    return look.suit(card[1])


def fitting_size(look: Look, width: int, height: int) -> CardSize:
    """Return the largest size that fits and that the user allows."""
    sizes: list[CardSize] = ["small", "medium", "large"]
    if look.card_size in sizes:
        sizes = sizes[: sizes.index(look.card_size) + 1]
    fitting = [size for size in sizes if SIZES[size][0] <= width and SIZES[size][1] <= height]
    return fitting[-1] if fitting else "small"


def card(
    look: Look,
    token: str | None,
    size: CardSize,
    *,
    dimmed: bool = False,
    chosen: bool = False,
    marked: bool = False,
) -> Canvas:
    """Draw a card on felt; None is its back."""
    width, height = SIZES[size]
    if token is None:
        return _back(look, width, height)
    hollow = hollow_if_dimmed(look, dimmed=dimmed)
    face = face_of(look, dimmed=dimmed, chosen=chosen)
    canvas = plate(look, width, height, face, hollow=hollow, marked=marked)
    colour = sign_ink(look, ink(token, look), face, dimmed=dimmed, hollow=hollow)
    bold = "" if dimmed else look.bold
    corner = sign(token, look)
    if size == "small":
        text = corner.center(3) if token in JOKERS else corner.rjust(2).ljust(3)
        canvas.put(1, 1, text, colour, None, bold)
        return canvas
    canvas.put(1, 1, corner, colour, None, bold)
    canvas.put(width - 1 - len(corner), height - 2, corner, colour, None, bold)
    if size == "medium":
        canvas.put(1, 2, _middle(token, look).center(5), colour)
    elif _is_plain(look, hollow=hollow):
        canvas.put(1, height // 2, _middle(token, look).center(width - 2), colour)
    else:
        _put_shape(canvas, token, look, colour, face, dimmed=dimmed)
    return canvas


_FAINT: Final = 0.5
"""The degree to which the shape of a dim card is blended into its face.

The shape is large, unlike the corners; a dim card must not outshine playable ones.
"""


def _put_shape(
    canvas: Canvas, token: str, look: Look, colour: str, face: str, *, dimmed: bool
) -> None:
    """Draw the middle of a large card: pips, or its suit with a court card's crown cut out."""
    if look.deck == "pips" and token not in JOKERS:
        put_pips(canvas, token[0], suit_glyph(token[1]), _COURT.get(token[0], ""), colour)
        return
    shape = token[0] if token in JOKERS else token[1]
    _put_pixels(canvas, shape, look.faded(colour, face, _FAINT) if dimmed else colour)
    if token[0] in _COURT:
        crown = f" {_COURT[token[0]]} "
        canvas.put(canvas.width // 2 - 1, canvas.height // 2, crown, colour, face, look.bold)


def _is_plain(look: Look, *, hollow: bool) -> bool:
    """Tell whether only one sign stands in the middle of a card at any size."""
    return hollow or look.ascii or look.deck == "plain"


def _middle(token: str, look: Look) -> str:
    if token in JOKERS:
        return "JOKER"
    if look.ascii:
        return token[1]
    return _COURT.get(token[0], suit_glyph(token[1]))


def _put_pixels(canvas: Canvas, shape: str, colour: str) -> None:
    pixels: dict[int, Mapping[str, tuple[str, ...]]] = {
        SIZES["giant"][1]: _GIANT_PIXELS,
        SIZES["huge"][1]: _LARGE_PIXELS,
    }
    rows = pixels.get(canvas.height, _PIXELS)[shape]
    for y, blocks in enumerate(_half_blocks(rows)):
        start = len(blocks) - len(blocks.lstrip())
        canvas.put(1 + start, 2 + y, blocks.strip(), colour)


@lru_cache
def _half_blocks(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return pixels as lines of text, two rows of them in each."""
    signs = {"##": "█", "#.": "▀", ".#": "▄", "..": " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple("".join(signs[u + d] for u, d in zip(*pair, strict=True)) for pair in pairs)


def _back(look: Look, width: int, height: int) -> Canvas:
    canvas = plate(look, width, height, look.back)
    for y in range(1, height - 1):
        canvas.put(1, y, ("#" if look.ascii else "▚") * (width - 2), look.back_ink)
    return canvas


def chip(look: Look, token: str | None, *, dimmed: bool = False, chosen: bool = False) -> Canvas:
    """Draw a card as three cells of one line."""
    hollow = hollow_if_dimmed(look, dimmed=dimmed)
    face = look.felt if hollow else face_of(look, dimmed=dimmed, chosen=chosen)
    canvas = Canvas(*CHIP, look.spade, look.back if token is None else face)
    if token is None:
        canvas.put(0, 0, ("#" if look.ascii else "▚") * 3, look.back_ink)
        return canvas
    colour = sign_ink(look, ink(token, look), face, dimmed=dimmed, hollow=hollow)
    corner = sign(token, look)
    text = corner.center(3) if token in JOKERS else corner.rjust(3)
    line = "u" if chosen and look.shapes else ""
    canvas.put(0, 0, text, colour, None, "" if dimmed else look.bold + line)
    return canvas


# --- the hand ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the hand, with the way to draw it."""

    token: str
    dimmed: bool = False
    chosen: bool = False
    trump: bool = False


_RAISE: Final = 1

_TRUMP_TINT: Final = 0.16
"""The share of the jokers' colour in the face of a trump."""

_LEAST_STEP: Final[dict[CardSize, int]] = {"giant": 11, "huge": 9, "large": 7}
"""The least step from one card to the next: with less, the suit of the lower one would be cut."""


def _fan_size(look: Look, count: int, width: int, height: int) -> tuple[int, int]:
    """Return width and height of the cards of a fan: the largest that fit and are allowed."""
    for size, step in _LEAST_STEP.items():
        across, tall = SIZES[size]
        roomy = height >= tall + _RAISE and across + step * (count - 1) <= width
        if roomy and look.card_size in ("auto", "large"):
            return across, tall
    medium = height >= SIZES["medium"][1] + _RAISE and look.card_size != "small"
    return SIZES["medium" if medium else "small"]


def fan(look: Look, hand: Sequence[Held], width: int, height: int) -> Painting:
    """Draw a hand, the chosen card one row higher. Hits: ("piece", index).

    The cards overlap by steps of 3 cells or more; hands too large for that are rows of chips.
    """
    if not hand:
        return Painting(Canvas(width, height, look.ink, look.felt))
    last, tall = _fan_size(look, len(hand), width, height)
    step = min(6 if tall == 3 else last, (width - last) // max(1, len(hand) - 1))
    if height < 3 or (step < 3 and len(hand) > 1):
        return _rows_of_chips(look, hand, width, height)
    canvas = Canvas(width, height, look.ink, look.felt)
    left = (width - step * (len(hand) - 1) - last) // 2
    low = max(0, height - tall)
    hits = []
    for i, held in enumerate(hand):
        x, y = left + i * step, low - (_RAISE if held.chosen and low else 0)
        own = last if i == len(hand) - 1 else step
        drawn = _fanned(look, held, sign(held.token, look), last, tall, own)
        if held.chosen and low and not look.shapes:
            plain = replace(held, chosen=False)
            drawn = _grown(drawn, _fanned(look, plain, sign(held.token, look), last, tall, own))
        canvas.blit(drawn, x, y)
        hits.append(Hit(x, 0, own, height, ("piece", i)))
    return Painting(canvas, tuple(hits))


@lru_cache(128)
def _fanned(look: Look, held: Held, corner: str, width: int, height: int, seen: int) -> Canvas:
    """Draw a card of the fan, of which the next card leaves `seen` columns, with a sign."""
    hollow = hollow_if_dimmed(look, dimmed=held.dimmed)
    face = look.felt if hollow else face_of(look, dimmed=held.dimmed, chosen=held.chosen)
    if held.trump and not (hollow or held.chosen or look.shapes) and look.depth in ("true", "256"):
        face = mix(face, look.joker, _TRUMP_TINT)
    colour = sign_ink(look, ink(held.token, look), face, dimmed=held.dimmed, hollow=hollow)
    canvas = Canvas(width, height, colour, face)
    edge = "|" if look.ascii else "▏"
    for y in range(height):
        canvas.put(0, y, edge, look.muted if hollow else look.edge)
    middle = _middle(held.token, look)
    if seen == 3 and held.token not in JOKERS:  # no room for "10♥": the suit goes below
        corner, middle = rank_sign(held.token[0]), suit_glyph(held.token[1], ascii_only=look.ascii)
    if held.token in JOKERS and seen < 6:
        middle = "Jkr"[: seen - 1]
    bold = "" if held.dimmed else look.bold
    if held.trump:
        mark = sign_ink(look, look.joker, face, dimmed=held.dimmed, hollow=hollow)
        canvas.put(1, height - 1, "^" if look.ascii else "▲", mark, None, bold)
    if held.chosen and look.shapes:
        pointer = ("^" if look.ascii else "▲") * min(3, seen - 1)
        canvas.put(1, height - 1, pointer, colour, None, look.bold)
    canvas.put(1, 0, corner, colour, None, bold)
    if height >= SIZES["large"][1] and not _is_plain(look, hollow=hollow):
        _put_shape(canvas, held.token, look, colour, face, dimmed=held.dimmed)
    else:
        indent = (min(seen, width) - 1 - len(middle)) // 2 if seen > 3 else 0
        canvas.put(1 + indent, height // 2, middle, colour)
    closed = hollow and seen == width
    if seen == width and height > 3:
        canvas.put(width - closed - len(corner), height - 1, corner, colour, None, bold)
    for y in range(height * closed):
        canvas.put(width - 1, y, "|" if look.ascii else "▕", look.muted)
    return canvas


def _grown(chosen: Canvas, plain: Canvas) -> Canvas:
    """Draw a card one row taller, whose upper rows look like a chosen card's.

    It stands out like a raised one, but its suit stays in place: otherwise the whole card would
    have to be sent at each step of the cursor.
    """
    face = chosen.styles[0][-1][1]
    canvas = Canvas(plain.width, plain.height + 1, face, face)
    canvas.blit(plain, 0, 1)
    canvas.chars[0], canvas.styles[0] = chosen.chars[0].copy(), chosen.styles[0].copy()
    canvas.put(1, 1, " " * (plain.width - 1), None, face)
    canvas.put(0, 1, plain.chars[1][0], None, face)
    return canvas


def _rows_of_chips(look: Look, hand: Sequence[Held], width: int, height: int) -> Painting:
    """Draw a very large hand as rows of chips; the row of the chosen card is always visible."""
    canvas = Canvas(width, height, look.ink, look.felt)
    across = max(1, (width + 1) // 4)
    chosen = next((i for i, held in enumerate(hand) if held.chosen), 0) // across
    rows = -(-len(hand) // across)
    top = min(max(0, chosen - height // 2), max(0, rows - height))
    hits = []
    for i, held in enumerate(hand):
        x, y = i % across * 4, i // across - top
        if 0 <= y < height:
            canvas.blit(chip(look, held.token, dimmed=held.dimmed, chosen=held.chosen), x, y)
            hits.append(Hit(x, y, 4, 1, ("piece", i)))
            if held.chosen:
                canvas.put(x + 3, y, "<" if look.ascii else "◀", look.active)
    return Painting(canvas, tuple(hits))
