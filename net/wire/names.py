"""Names and chat of players, made safe for every terminal; names and tempers of bots."""

import unicodedata
from collections.abc import Collection
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
    """Return the readings of a name. Two names that share one look the same.

    Letters are compared as they are and as capitals or small ones: "lvan" is mistaken for "Ivan",
    and so is "ivаn" with a Cyrillic letter.
    """
    plain = unicodedata.normalize("NFKC", name)
    as_written = plain.translate(_PROTOTYPES).casefold()
    folded = plain.casefold().translate(_PROTOTYPES).casefold()
    return frozenset((as_written, folded))


MAX_NAME: Final = 24
MAX_TEXT: Final = 300

BOT_NAMES: Final = (
    "Rook",
    "Magpie",
    "Badger",
    "Heron",
    "Otter",
    "Lynx",
    "Wren",
    "Stoat",
    "Crane",
    "Marten",
)
"""The names of bots, one for every seat; animals, so that no bot looks like a person."""

BOT_INITIALS: Final = {
    "Rook": "rг",
    "Magpie": "mс",
    "Badger": "bб",
    "Heron": "hц",
    "Otter": "oв",
    "Lynx": "lр",
    "Wren": "wс",
    "Stoat": "sх",
    "Crane": "cж",
    "Marten": "mк",
}
"""The first letters of each name in the languages of the program, in small letters: one letter
stands for a player in many places, and a host does not know in which language it is read.
"""

_TEMPERS: Final = {
    "Rook": "bold",
    "Magpie": "spoiler",
    "Badger": "careful",
    "Heron": "careful",
    "Otter": "bold",
    "Lynx": "spoiler",
    "Wren": "careful",
    "Stoat": "bold",
    "Crane": "careful",
    "Marten": "spoiler",
}

_WEAKEST: Final = "easy"
"""The lowest level, named here because every start of the program loads this module."""


def bot_temper(name: str, level: str) -> str:
    """Return the temper of a bot, which goes with its name; empty for one without.

    Bots of the weakest level play by rule of thumb, without any weighing.
    """
    return "" if level == _WEAKEST else _TEMPERS.get(name.partition(" ")[0], "")


_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Invisible letters and signs."""

_RIGHT_TO_LEFT: Final = ("R", "AL", "AN")
"""Directions of letters around which terminals reorder the rest of a line."""


def _printable(text: str) -> str:
    # Category C: controls, direction marks and half surrogates can wreck or fake a screen; M:
    # combining marks and variation selectors make the width of a cell a matter of opinion.
    composed = unicodedata.normalize("NFC", text)
    kept = (
        " " if char.isspace() else char
        for char in composed
        if char.isspace() or (unicodedata.category(char)[0] not in "CM" and char not in _INVISIBLE)
    )
    return " ".join("".join(kept).split())


def readable_name(name: str) -> str:
    """Return the readable part of a name: at most MAX_NAME one-cell characters, or none."""
    narrow = "".join(
        char
        for char in _printable(plain_letters(name))
        if unicodedata.east_asian_width(char) not in "WF"
        and unicodedata.bidirectional(char) not in _RIGHT_TO_LEFT
        and not "\U0001f1e6" <= char <= "\U0001f1ff"
    )
    # The blanks on both sides of a dropped character would be two in a row now.
    return " ".join(narrow.split())[:MAX_NAME].strip()


def clean_name(name: str) -> str:
    """Return the readable part of a name, or "Player"."""
    return readable_name(name) or "Player"


def clean_text(text: str) -> str:
    """Return a line of chat without characters that disturb a terminal; may be empty."""
    return _printable(text)[:MAX_TEXT].strip()


def unique_name(name: str, taken: Collection[str]) -> str:
    """Return the cleaned name, with a number if it or a similar one is taken ("Ann 2")."""
    name = clean_name(name)
    used = frozenset().union(*map(skeletons, taken))
    number = 2
    candidate = name
    while skeletons(candidate) & used:
        tail = f" {number}"
        candidate = name[: MAX_NAME - len(tail)].rstrip() + tail
        number += 1
    return candidate
