"""Moves as they are typed: in full, in short, by number. House rules and paragraphs read out.

Pure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from core.game import Move, house_rules, plain_options, values_text
from core.moves import Bid, NumberMove, TypedMove
from core.pieces import DECK_52, JOKERS, NUMBER
from tui.language import rulebook
from tui.language.games import game_title, rules_text
from tui.language.text import language, t
from tui.language.words import as_sentence, piece_name, spoken_aliases

_PASS: Final = ("pass", "пас")
_DRAW: Final = ("draw", "взять")
_SIDES: Final = {
    **dict.fromkeys(("слева", "влево", "налево", "левый", "лево"), "left"),
    **dict.fromkeys(("справа", "вправо", "направо", "правый", "право"), "right"),
}
"""The Russian words for a side -> its word in a move."""

_PUNCTUATION: Final = re.compile(r"[,:;()!]")
_ARTICLES: Final = ("the",)

PIECES: Final = frozenset(DECK_52 + JOKERS)


def find_moves(line: str, typed: Sequence[TypedMove], said: Sequence[str] = ()) -> list[Move]:
    """Return the moves that a line may mean: one if it is clear, several if not, perhaps none.

    A line is the number of a move in the list, its text, or some of its words in order. For bids it
    is the number bid: 2 means to bid 2. `said` are the moves as they are read out: some of those
    words, with figures for ranks, name a move too.
    """
    words, moves = _words(line), list(map(str, typed))
    if not words:
        return []
    exact = [move for move in moves if _words(move) == words]
    if exact:
        return exact
    if words[0] in _PASS and len(words) == 1 and Bid(0) in typed:
        return [str(Bid(0))]
    if len(words) == 1 and words[0].isdecimal() and not as_numbers(typed):
        number = int(words[0])
        return [moves[number - 1]] if 1 <= number <= len(moves) else []
    found = [move for move in moves if _within(words, _words(move))]
    return found or [move for move, text in zip(moves, said, strict=False) if named(line, text)]


def named(line: str, text: str) -> bool:
    """Tell whether a line names a spoken text: "9 hearts" names "the nine of hearts"."""
    typed, wanted = _words(line), _words(text)
    if _within(typed, wanted):
        return bool(typed)
    ranks = {alias.replace("ё", "е"): word for alias, word in spoken_aliases().items()}
    return _within([ranks.get(word, word).replace("ё", "е") for word in typed], wanted)


def called(line: str, token: str) -> bool:
    """Tell whether a line is the complete spoken name of a card or a tile."""
    return len(_words(line)) == len(_words(piece_name(token))) and named(line, piece_name(token))


def piece_of(line: str) -> str:
    """Return the card or tile with which a line begins, in the notation; "" if there is none."""
    words = _words(line)
    first = words[0].replace("10", "t") if words else ""
    token = first if first in NUMBER else first[:1].upper() + first[1:]
    return token if token in NUMBER or token in PIECES else ""


def may_name_move(line: str, verbs: Iterable[str]) -> bool:
    """Tell whether a line typed before the deal may be a move in a game with these verbs.

    It may if it has a number, a verb, a side, or a word for a card.
    """
    spoken = {word for token in (*PIECES, *NUMBER) for word in _words(piece_name(token))}
    verbs = {word for verb in verbs for word in (verb, *_words(t(verb)))}
    known = {*verbs, *_PASS, *_DRAW, *_SIDES.values(), *spoken, *spoken_aliases()}
    return any(word in known or any(map(str.isdecimal, word)) for word in _words(line))


def bid_meant(text: str) -> str:
    """Return the number of a bid in a line; "" if there is none. "pass" bids 0."""
    word = text.strip().casefold()
    return "0" if word in _PASS else word if word.isdecimal() else ""


def as_numbers(moves: Sequence[TypedMove]) -> Sequence[NumberMove]:
    """Return the moves if all are numbers with one verb, as "bid 0" and "bid 1"; else none."""
    numbers = [move for move in moves if isinstance(move, NumberMove)]
    alike = len(numbers) == len(moves) and len({move.verb for move in numbers}) == 1
    return numbers if alike else ()


def _words(text: str) -> list[str]:
    """Split a text into words, without articles and with the larger half of a tile first."""
    words = _PUNCTUATION.sub(" ", text.casefold().replace("ё", "е")).split()
    words = [word for word in words if word not in _ARTICLES]
    for at, word in enumerate(words):
        words[at] = _SIDES.get(word, word)
        high, dash, low = word.partition("-")
        if dash and high.isdecimal() and low.isdecimal():
            words[at] = f"{max(high, low)}-{min(high, low)}"
    return words


def _within(words: Sequence[str], move: Sequence[str]) -> bool:
    rest = iter(move)
    return all(word in rest for word in words)


def rule_lines(options: type[Any], chosen: Any) -> Iterator[str]:
    """Yield the house rules of a table: first the unusual ones, then all."""
    values = plain_options(chosen)
    yield rules_text(chosen) + "."
    for rule in house_rules(options):
        known = values_text(rule.values)
        yield f"{rule.name}={values[rule.name]} ({known}): {t(rule.text)}"


def paragraph_lines(game: str, name: str) -> Iterator[str]:
    """Read out a paragraph of the rule book of a game."""
    text = rulebook.paragraph(rulebook.read(game, language()), name)
    if text:
        yield from rulebook.spoken(text)
    else:
        facts = {"game": game_title(game), "name": name.upper()}
        said = t("the rule book of {game} has no paragraph {name}", **facts)
        yield as_sentence(said)
