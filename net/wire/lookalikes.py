"""Letters that are mistaken for others, from Unicode's data on confusable characters.

A name is a picture to whoever reads it: "Аnn" with a Cyrillic letter is "Ann" on every screen.
"""

from __future__ import annotations

import unicodedata
from typing import Final

# Of confusables.txt (Unicode Technical Standard 39): every single letter, one cell wide and written
# from left to right, whose prototype is a Latin letter. The kept library has 1 MB of this as JSON.
_LETTERS: Final = {
    "A": "ΑАᎪᗅꓮ𐊠𖽀",
    "a": "ɑαа",
    "B": "ΒВᏴᗷꓐꞴ𐊂𐊡𐌁",
    "b": "ƄЬᏏᑲᖯ",
    "C": "СᏟⲤꓚ𐊢𐌂𐐕𐔜",
    "c": "сᴄⲥꮯ𐐽",
    "D": "Ꭰᗞᗪꓓ",
    "d": "ԁᏧᑯꓒ",
    "E": "ΕЕᎬⴹꓰ𐊆𑢦𑢮",
    "e": "еҽꬲ",
    "F": "Ϝᖴꓝ𐊇𐊥𐔥𑢢𑣂",
    "f": "քꬵ",
    "G": "ԌᏀᏳꓖ",
    "g": "ƍɡց",
    "H": "ΗНᎻᕼⲎꓧ𐋏",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥꙇꭵ𑣃",
    "J": "ͿЈᎫᒍꓙ",
    "j": "ϳј",
    "K": "ΚКᏦᛕⲔꓗ𐔘",
    "L": "ᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖",
    "l": "ƖǀΙІӀᛁⲒⵏꓲ𐊊𐌉𖼨",
    "M": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "N": "ΝⲚꓠ𐔓",
    "n": "ոռ",
    "O": "ΟОՕଠዐⲞⵔꓳ𐊒𐊫𐐄𐓂𐔖𑢵",
    "o": "οσоօഠဝჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗",
    "P": "ΡРᏢᑭⲢꓑ𐊕",
    "p": "ρрⲣ",
    "Q": "ⵕ",
    "q": "ԛգզ",
    "R": "ƦᎡᏒᖇꓣ𐒴𖼵",
    "r": "гᴦⲅꭈꮁ",
    "S": "ЅՏᏕᏚꓢ𐊖𐐠𖼺",
    "s": "ƽѕꜱꮪ𐑈𑣁",
    "T": "ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "U": "Սሀᑌꓴ𐓎𑢸𖽂",
    "u": "υսᴜꞟ𐓶𑣘",
    "V": "ѴᏙᐯⴸꓦꛟ𐔝𑢠𖼈",
    "v": "νѵᴠꮩ𑜆𑣀",
    "W": "ԜᎳᏔꓪ",
    "w": "ɯѡԝաᴡꮃ𑜊𑜎𑜏",
    "X": "ΧХᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧",
    "x": "хᕁᕽ",
    "Y": "ΥУҮᎩᎽⲨꓬ𐊲𑢤𖽃",
    "y": "ɣʏγуүყ𑣜",
    "Z": "ΖᏃꓜ𑢩",
    "z": "ᴢꮓ𑣄",
}

# Small letters that Unicode compares with small capitals, which are as tall in most fonts.
_SMALL: Final = str.maketrans("вкмнтκτυχ", "bkmhtktux")

_PROTOTYPES: Final = (
    _SMALL
    | {ord(like): latin for latin, letters in _LETTERS.items() for like in letters}
    | str.maketrans("I1|0", "lllO")
)

_OF_FONTS: Final = ("Lu", "Ll", "Lo", "Nd")
"""Categories of characters; signs such as "№" and "½" stay as they are."""


def plain_letters(text: str) -> str:
    """Return a text with letters and digits of other fonts ("𝐀nn", "ﬁ") as plain ones."""
    return "".join(
        unicodedata.normalize("NFKC", char)
        if not char.isascii() and unicodedata.category(char) in _OF_FONTS
        else char
        for char in text
    )


def skeletons(name: str) -> frozenset[str]:
    """Return what a name may be read as. Names that share one look the same.

    Letters are compared as they are and as capitals or small ones: "lvan" is mistaken for "Ivan",
    and so is "ivаn" with a Cyrillic letter.
    """
    plain = unicodedata.normalize("NFKC", name)
    as_written = plain.translate(_PROTOTYPES).casefold()
    folded = plain.casefold().translate(_PROTOTYPES).casefold()
    return frozenset((as_written, folded))
