"""The large letters of the title: Latin, Cyrillic and digits, five pixels high.

Knows no screen: it draws as large as it is told to.
"""

from typing import Final
from unicodedata import normalize

from tui.drawing.canvas import Canvas
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
    """Return the half rows of a pixel: without half blocks, in ASCII, it takes at least a row."""
    return max(2, scale) if look.ascii else scale


def rows_of(look: Look, scale: int) -> int:
    """Return how many rows letters take."""
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
