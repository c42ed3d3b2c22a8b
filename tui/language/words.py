"""The words for cards, suits, tiles and names, in short ("A♥") or in full for listeners.

The sentences of games are with their boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from core.pieces import DECK_52, JOKERS, NUMBER, SUIT_NAMES
from net.wire.names import BOT_NAMES
from tui.language.games import game_title
from tui.language.text import Declined, language, t

if TYPE_CHECKING:
    from net.wire.message import SeatLine

Case: TypeAlias = Literal["is", "plays", "over", "of"]
"""The Russian case of a card's name: subject, card played, card that beats, card lain beside."""

_CASES: Final[tuple[Case, ...]] = ("is", "plays", "over", "of")
GLYPHS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

_RANKS_EN: Final = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_RANKS_RU: Final = {
    "2": ("двойка", "двойку", "двойкой", "двойки"),
    "3": ("тройка", "тройку", "тройкой", "тройки"),
    "4": ("четвёрка", "четвёрку", "четвёркой", "четвёрки"),
    "5": ("пятёрка", "пятёрку", "пятёркой", "пятёрки"),
    "6": ("шестёрка", "шестёрку", "шестёркой", "шестёрки"),
    "7": ("семёрка", "семёрку", "семёркой", "семёрки"),
    "8": ("восьмёрка", "восьмёрку", "восьмёркой", "восьмёрки"),
    "9": ("девятка", "девятку", "девяткой", "девятки"),
    "T": ("десятка", "десятку", "десяткой", "десятки"),
    "J": ("валет", "валета", "валетом", "валета"),
    "Q": ("дама", "даму", "дамой", "дамы"),
    "K": ("король", "короля", "королём", "короля"),
    "A": ("туз", "туза", "тузом", "туза"),
}
_SUITS_OF_RU: Final = {"s": "пик", "h": "червей", "d": "бубен", "c": "треф"}
_SUITS_CALLED_RU: Final = {"s": "пика", "h": "черва", "d": "бубна", "c": "трефа"}
_SUITS_FOLLOWED_RU: Final = {"s": "пику", "h": "черву", "d": "бубну", "c": "трефу"}
_JOKERS_RU: Final = {
    "Xr": ("красный джокер", "красного джокера", "красным джокером", "красного джокера"),
    "Xb": ("чёрный джокер", "чёрного джокера", "чёрным джокером", "чёрного джокера"),
}
_DIGITS_EN: Final = ("blank", "one", "two", "three", "four", "five", "six")
_DIGITS_RU: Final = ("пусто", "один", "два", "три", "четыре", "пять", "шесть")

_style: Literal["glyphs", "letters", "spoken"] = "glyphs"


def use_words(style: Literal["glyphs", "letters", "spoken"]) -> None:
    """Name cards with suit glyphs ("A♥"), with letters ("Ah"), or in words for listeners."""
    global _style
    _style = style


def for_listeners() -> bool:
    """Tell whether the player hears the words and does not see the table."""
    return _style == "spoken"


def suit_glyph(suit: str, *, ascii_only: bool = False) -> str:
    """Return the glyph of a suit, or its letter."""
    return suit if ascii_only else GLYPHS[suit]


def suit_name(suit: str) -> str:
    """Name a suit: "hearts"; translations ask for other forms, as with {suit:of}.

    In Russian "of" is the genitive plural, "one" a card of the suit as subject, "it" as object.
    """
    forms = {
        "of": _SUITS_OF_RU[suit],
        "one": _SUITS_CALLED_RU[suit],
        "it": _SUITS_FOLLOWED_RU[suit],
    }
    return Declined(t(SUIT_NAMES[suit]), forms if language() == "ru" else {})


def suit_word(suit: str, case: Literal["is", "called", "of"] = "is") -> str:
    """Name a suit as briefly as the current style allows: "♥", or "hearts".

    The Russian cases are for the suit that a joker calls, and for a card "of hearts".
    """
    if _style == "glyphs":
        return GLYPHS[suit]
    if case == "is" or language() != "ru":
        return suit_name(suit)
    return (_SUITS_OF_RU if case == "of" else _SUITS_CALLED_RU)[suit]


def rank_sign(rank: str) -> str:
    """Return the rank as it is printed on a card: "10" for T."""
    return "10" if rank == "T" else rank


def spoken_aliases() -> dict[str, str]:
    """Return the other words that may be typed for those of a spoken card: "9" for "nine"."""
    if language() != "ru":
        return {rank_sign(rank).lower(): word for rank, word in _RANKS_EN.items()}
    aliases = {rank_sign(rank).lower(): words[0] for rank, words in _RANKS_RU.items()}
    aliases |= {words[1]: words[0] for words in _RANKS_RU.values()}
    return aliases | {suit_name(suit): word for suit, word in _SUITS_OF_RU.items()}


def card_name(card: str, case: Case = "is") -> str:
    """Name a card within a sentence: "A♥", "Ah" or "the ace of hearts"."""
    rank, suit = card[0], card[1]
    if _style == "spoken" or card in JOKERS:
        return _spoken_card(rank, suit, case)
    return rank_sign(rank) + suit_glyph(suit, ascii_only=_style == "letters")


def card_beside(card: str) -> str:
    """Name a card beside which another one lies; translations ask for {card:of} and {card:over}."""
    return _declined(card_name(card), card_name(card, "of"), card_name(card, "over"))


def hidden_card() -> str:
    """Name a card face down, as `card_beside` names an open one."""
    return _declined(t("a hidden card"), "закрытой карты", "закрытой картой")


def _declined(word: str, of: str, over: str) -> str:
    return Declined(word, {"of": of, "over": over} if language() == "ru" else {})


def _spoken_card(rank: str, suit: str, case: Case) -> str:
    if rank == "X":
        if language() == "ru":
            return _JOKERS_RU[rank + suit][_CASES.index(case)]
        return "the red joker" if suit == "r" else "the black joker"
    if language() == "ru":
        return f"{_RANKS_RU[rank][_CASES.index(case)]} {_SUITS_OF_RU[suit]}"
    return f"the {_RANKS_EN[rank]} of {SUIT_NAMES[suit]}"


def tile_name(tile: str) -> str:
    """Name a tile: "6-4", or "six-four", "double six" for listeners."""
    if _style != "spoken":
        return tile
    digits = _DIGITS_RU if language() == "ru" else _DIGITS_EN
    high, low = (digits[int(half)] for half in tile.split("-"))
    if high == low:
        return f"дупль {high}" if language() == "ru" else f"double {high}"
    return f"{high}-{low}"


_PRONOUNS: Final = frozenset(
    (
        *("i", "you", "he", "she", "it", "we", "they", "me", "everybody", "nobody", "somebody"),
        *("я", "ты", "вы", "он", "она", "оно", "мы", "они", "все", "никто"),
    )
)


def name_said(name: str) -> str:
    """Return a player's name for a sentence, in quotes if it is also a pronoun."""
    return f'"{name}"' if name.casefold() in _PRONOUNS else name


def player_said(name: str, kind: str) -> str:
    """Name a player for a sentence; the names of bots are animals, and translated."""
    return t(name) if kind.startswith("bot:") and name in BOT_NAMES else name_said(name)


def seat_names(seats: Iterable[SeatLine]) -> tuple[str, ...]:
    """Return the names of the seats of a table as sentences use them.

    A free seat is called by its number; a bot that stands in for a player is marked as such.
    """
    return _seat_names(tuple(seats), language())


@lru_cache(16)
def _seat_names(seats: tuple[SeatLine, ...], _language: str) -> tuple[str, ...]:
    """Return the names, cached until a seat changes: each key and each event asks for them."""
    return tuple(_seat_name(seat, number) for number, seat in enumerate(seats, 1))


def _seat_name(seat: SeatLine, number: int) -> str:
    if not seat.name:
        return t("seat {n}", n=number)
    name = player_said(seat.name, seat.kind)
    return (
        t("{name} (bot)", name=name) if (seat.away or seat.idle) and seat.kind != "human" else name
    )


def piece_name(token: str) -> str:
    """Name a card or a tile; any other piece, such as a die, by its token."""
    if token in _CARDS:
        return card_name(token)
    return tile_name(token) if token in NUMBER else token


def cards_text(cards: Sequence[str]) -> str:
    """List cards: "5♣ 5♥", or "five of clubs, five of hearts" for listeners."""
    if _style != "spoken":
        return " ".join(card_name(card) for card in cards)
    return ", ".join(card_name(card).removeprefix("the ") for card in cards)


def hand_text(tokens: Sequence[str]) -> str:
    """List a hand, for listeners in groups by suit: "hearts: ace, ten"."""
    if _style != "spoken" or not all(token in _CARDS for token in tokens):
        return ", ".join(piece_name(token) for token in tokens)
    ranks = {r: words[0] for r, words in _RANKS_RU.items()} if language() == "ru" else _RANKS_EN
    groups = []
    for suit, cards in groupby(tokens, key=lambda token: token[1] if token[0] != "X" else ""):
        if suit:
            groups.append(suit_name(suit) + ": " + ", ".join(ranks[card[0]] for card in cards))
        else:
            groups.append(cards_text(list(cards)))
    return "; ".join(groups)


def said_facts(facts: Mapping[str, str | int]) -> dict[str, str | int]:
    """Return the facts of a refusal with cards, tiles and suits in the player's words."""
    return {name: _said(value) for name, value in facts.items()}


def _said(value: str | int) -> str | int:
    if not isinstance(value, str):
        return value
    if value in _SUITS:
        return suit_name(_SUITS[value])
    if value in _CARDS or value in NUMBER:
        return piece_name(value)
    return game_title(value)


_CARDS: Final = frozenset(DECK_52 + JOKERS)


_SUITS: Final = {name: suit for suit, name in SUIT_NAMES.items()}
"""The name of a suit in facts -> the suit."""


def begun(words: str) -> str:
    """Capitalise the first letter."""
    return words[:1].upper() + words[1:]


def as_sentence(words: str) -> str:
    """Capitalise the first letter and end with a full stop."""
    return begun(words) + ("" if words[-1:] in (".", "!", "?") else ".")


def refusal(reason: str, facts: Mapping[str, str | int], rule: str = "") -> str:
    """Word a refusal in the player's language, with the paragraph that it cites."""
    said = t(reason, **said_facts(facts))
    return f"{said} ({rule})" if rule else said


def decimal(number: float, digits: int = 1, sign: str = "") -> str:
    """Write a number with a decimal point, or a comma in Russian; "+" as sign shows both signs.

    For texts that players read; output for programs keeps the point.
    """
    text = f"{number:{sign}.{digits}f}"
    return text.replace(".", ",") if language() == "ru" else text
