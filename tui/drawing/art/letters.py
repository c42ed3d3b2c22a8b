"""Large letters, five pixels high: Latin, Cyrillic and digits; and the picture of the home screen,
the name in them with a fan of cards and a row of tiles.

Knows no screen: the size is given.
"""

from typing import Final
from unicodedata import normalize

from tui.drawing.art import cards, tiles
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look, mix

LETTERS: Final = {
    "A": (" ### ", "## ##", "#####", "## ##", "## ##"),
    "B": ("#### ", "## ##", "#### ", "## ##", "#### "),
    "C": (" ### ", "## ##", "##   ", "## ##", " ### "),
    "D": ("#### ", "## ##", "## ##", "## ##", "#### "),
    "E": ("#####", "##   ", "#### ", "##   ", "#####"),
    "F": ("#####", "##   ", "#### ", "##   ", "##   "),
    "G": (" ####", "##   ", "## ##", "## ##", " ####"),
    "H": ("## ##", "## ##", "#####", "## ##", "## ##"),
    "I": ("##", "##", "##", "##", "##"),
    "J": ("  ##", "  ##", "  ##", "# ##", "### "),
    "K": ("## ##", "#### ", "###  ", "#### ", "## ##"),
    "L": ("##   ", "##   ", "##   ", "##   ", "#####"),
    "M": ("##   ##", "### ###", "#######", "## # ##", "##   ##"),
    "N": ("##  ##", "### ##", "######", "## ###", "##  ##"),
    "O": (" ### ", "## ##", "## ##", "## ##", " ### "),
    "P": ("#### ", "## ##", "#### ", "##   ", "##   "),
    "Q": (" ### ", "## ##", "## ##", "## # ", " ## #"),
    "R": ("#### ", "## ##", "#### ", "## # ", "##  #"),
    "S": (" ####", "##   ", " ### ", "   ##", "#### "),
    "T": ("######", "  ##  ", "  ##  ", "  ##  ", "  ##  "),
    "U": ("## ##", "## ##", "## ##", "## ##", " ### "),
    "V": ("## ##", "## ##", "## ##", " ### ", "  #  "),
    "W": ("##   ##", "## # ##", "#######", "### ###", "##   ##"),
    "X": ("## ##", " ### ", "  #  ", " ### ", "## ##"),
    "Y": ("## ##", "## ##", " ### ", "  #  ", " ### "),
    "Z": ("#####", "   ##", " ### ", "##   ", "#####"),
    "0": (" ### ", "## ##", "## ##", "## ##", " ### "),
    "1": (" ##", "###", " ##", " ##", " ##"),
    "2": ("#### ", "   ##", " ### ", "##   ", "#####"),
    "3": ("#### ", "   ##", " ### ", "   ##", "#### "),
    "4": ("## ##", "## ##", "#####", "   ##", "   ##"),
    "5": ("#####", "##   ", "#### ", "   ##", "#### "),
    "6": (" ### ", "##   ", "#### ", "## ##", " ### "),
    "7": ("#####", "   ##", "  ## ", " ##  ", " ##  "),
    "8": (" ### ", "## ##", " ### ", "## ##", " ### "),
    "9": (" ### ", "## ##", " ####", "   ##", " ### "),
    "Б": ("#####", "##   ", "#### ", "## ##", "#### "),
    "Г": ("#####", "##   ", "##   ", "##   ", "##   "),
    "Д": ("  ### ", " ## ##", " ## ##", "######", "#    #"),
    "Ж": ("# ## #", "# ## #", " #### ", "# ## #", "# ## #"),
    "З": ("#### ", "   ##", " ### ", "   ##", "#### "),
    "И": ("##  ##", "## ###", "######", "### ##", "##  ##"),
    "Й": (" # ## ", "##  ##", "## ###", "### ##", "##  ##"),
    "Л": ("  ###", " ## #", "## ##", "## ##", "## ##"),
    "П": ("#####", "## ##", "## ##", "## ##", "## ##"),
    "У": ("## ##", "## ##", " ####", "   ##", "#### "),
    "Ф": (" ##### ", "## # ##", "## # ##", " ##### ", "   #   "),
    "Ц": ("## ## ", "## ## ", "## ## ", "######", "     #"),
    "Ч": ("## ##", "## ##", " ####", "   ##", "   ##"),
    "Ш": ("## # ##", "## # ##", "## # ##", "## # ##", "#######"),
    "Щ": ("## # ## ", "## # ## ", "## # ## ", "########", "       #"),
    "Ъ": ("###   ", " ##   ", " #### ", " ## ##", " #### "),
    "Ы": ("##    #", "##    #", "####  #", "## ## #", "####  #"),
    "Ь": ("##   ", "##   ", "#### ", "## ##", "#### "),
    "Э": ("#### ", "   ##", " ####", "   ##", "#### "),
    "Ю": ("##  ### ", "## ## ##", "##### ##", "## ## ##", "##  ### "),
    "Я": (" ####", "## ##", " ####", " # ##", "## ##"),
    "Ё": ("## ##", "     ", "#####", "#### ", "#####"),
    "-": ("    ", "    ", "####", "    ", "    "),
    "_": ("    ", "    ", "    ", "    ", "####"),
    ".": ("  ", "  ", "  ", "  ", "##"),
    "+": ("      ", "  ##  ", "######", "  ##  ", "      "),
    "'": ("##", "##", "  ", "  ", "  "),
    "!": ("##", "##", "##", "  ", "##"),
    " ": ("   ", "   ", "   ", "   ", "   "),
}
LETTERS.update(
    (cyrillic, LETTERS[latin]) for cyrillic, latin in zip("АВЕКМНОРСТХ", "ABEKMHOPCTX", strict=True)
)

PIXELS: Final = 5
"""Height of a letter."""


def spelt(word: str) -> list[str] | None:
    """Spell a word in pixels, in capitals and without accents; None if a letter is missing."""
    letters = [_known(letter) for letter in normalize("NFC", word.upper())]
    if not letters or not all(letters):
        return None
    return [" ".join(LETTERS[letter][row] for letter in letters) for row in range(PIXELS)]


def _known(letter: str) -> str:
    """Return a letter that can be drawn: itself, or itself without its accent; otherwise ""."""
    plain = letter if letter in LETTERS else normalize("NFD", letter)[:1]
    return plain if plain in LETTERS else ""


def half_rows(look: Look, scale: int) -> int:
    """Return the half rows of a pixel: without half blocks, in ASCII, it takes at least one row."""
    return max(2, scale) if look.ascii else scale


def rows_of(look: Look, scale: int) -> int:
    """Return the number of rows of letters."""
    return -(-PIXELS * half_rows(look, scale) // 2)


def put_letters(
    canvas: Canvas, look: Look, rows: list[str], scale: int, left: int, top: int
) -> None:
    """Draw pixels of `scale` columns and as many half rows, over a shadow if they are large."""
    deep = half_rows(look, scale)
    tall = PIXELS * deep
    layers = [(0, _inks(look, tall))]
    if look.depth == "true" and not look.ascii and scale > 1:
        layers.insert(0, (1, [mix(look.felt, "#000000", 0.28)] * tall))
    halves = {
        (x + shift, y + shift): ink
        for shift, inks in layers
        for y, ink in enumerate(inks)
        for x in range(scale * len(rows[0]))
        if rows[y // deep][x // scale] == "#"
    }
    for x, y in {(x, y - y % 2) for x, y in halves}:
        upper, lower = halves.get((x, y)), halves.get((x, y + 1))
        sign = "#" if look.ascii else "▄" if upper is None else "█" if upper == lower else "▀"
        both = lower if sign == "▀" else None
        canvas.put(left + x, top + y // 2, sign, upper or lower, both)


def _inks(look: Look, count: int) -> list[str]:
    """Give the ink of each half row: large letters are lit from above."""
    if look.depth != "true" or count == PIXELS:
        return [look.active] * count
    return [mix(look.active, look.felt, 0.38 * y / (count - 1)) for y in range(count)]


GAP: Final = 4

FAN: Final = ("As", "Ah", "Xr", "Ad", "Ac")
LOW_FAN: Final = ("As", "Ah", "Ad", "Ac")
CHAIN: Final = ((3, 6), (6, 6), (6, 4))
"""The double is laid across."""


def paint_title(look: Look, word: str, under: str, width: int, height: int) -> Painting:
    """Draw the name, a line under it, and cards and tiles below or beside."""
    canvas = Canvas(width, height, look.ink, look.felt)
    rows = spelt(word) or spelt("KOZYR") or []
    length = len(rows[0])
    if height >= 15:
        _stacked(canvas, look, rows, under)
        return Painting(canvas)
    art = _low_art(look)
    scale = 2 if 2 * length + GAP + art.width <= width - 2 else 1
    gap = min(GAP, width - 2 - scale * length - art.width)
    beside = gap + art.width if gap > 0 else 0
    left = (width - scale * length - beside) // 2
    top = max(0, (height - 8) // 2)
    put_letters(canvas, look, rows, scale, left, top + (1 if half_rows(look, scale) == 2 else 2))
    if beside:
        canvas.blit(art, left + scale * length + gap, top)
    canvas.put((width - len(under)) // 2, top + 7, under, look.muted)
    return Painting(canvas)


def _stacked(canvas: Canvas, look: Look, rows: list[str], under: str) -> None:
    """Fill a large window: the name, the line, and below it all the cards and tiles."""
    width, length = canvas.width, len(rows[0])
    roomy = canvas.height >= 20
    scale = next((s for s in (3, 2) if s * length <= width - 4 and (roomy or s < 3)), 1)
    art = _large_art(look, width - 4)
    tall = rows_of(look, scale)
    top = max(0, (canvas.height - tall - 3 - art.height) // 2)
    put_letters(canvas, look, rows, scale, (width - scale * length) // 2, top)
    canvas.put((width - len(under)) // 2, top + tall + 1, under, look.muted)
    canvas.blit(art, (width - art.width) // 2, top + tall + 3)


# --- cards and tiles ---------------------------------------------------------------------------


def _low_art(look: Look) -> Canvas:
    """Draw four aces, the trump raised."""
    across, tall = cards.SIZES["medium"]
    canvas = Canvas(across * len(LOW_FAN), tall + 1, look.ink, look.felt)
    for number, token in enumerate(LOW_FAN):
        trump = token == "Ah"
        drawn = cards.card(look, token, "medium", chosen=trump)
        canvas.blit(drawn, across * number, not trump)
    return canvas


def paint_pieces(look: Look, width: int, height: int) -> Painting:
    """Paint all the cards and tiles in the middle of the free room, or none if they do not fit."""
    canvas = Canvas(width, height, look.ink, look.felt)
    art = _large_art(look, width - 4)
    if art.width <= width and art.height <= height:
        canvas.blit(art, (width - art.width) // 2, (height - art.height) // 2)
    return Painting(canvas)


def _large_art(look: Look, width: int) -> Canvas:
    """Draw a fan of cards with the joker in the middle and, if there is room, tiles beside it."""
    (across, tall), last = cards.SIZES["large"], len(FAN) - 1
    lying, upright = tiles.size("large", upright=False), tiles.size("large", upright=True)
    fan = across * len(FAN)
    chain = 2 * lying[0] + upright[0]
    both = fan + 2 * GAP + chain <= width
    canvas = Canvas(fan + both * (2 * GAP + chain), tall + last // 2, look.ink, look.felt)
    for number, token in enumerate(FAN):
        drawn = cards.card(look, token, "large", chosen=token == "Xr")
        canvas.blit(drawn, across * number, abs(number - last // 2))
    x = fan + 2 * GAP
    for first, second in CHAIN if both else ():
        stands = first == second
        drawn = tiles.tile(look, first, second, "large", upright=stands)
        canvas.blit(drawn, x, (canvas.height - drawn.height) // 2)
        x += drawn.width
    return canvas
