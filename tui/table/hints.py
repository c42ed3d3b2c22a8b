"""Hints in the player's language: a good move for the position, and why. No Textual.

Finding one takes up to a third of a second: call `find_hint` beside the loop.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from core.advice import Advice, advise
from core.cards import DECK_52, JOKERS
from core.game import Move
from core.tiles import TILES
from tui.boards import BOARDS
from tui.language.text import fill, language, t, tn
from tui.language.words import begun, card_name, for_listeners, said_facts

_CARDS: Final = frozenset((*DECK_52, *JOKERS))
_TOKENS: Final = _CARDS | frozenset(TILES)

_BEATEN: Final = re.compile(
    r"\b(?:под|на|бьют|бьёт|отдайте) \{\w+\}|\{\w+\}(?= (?:бьют|бьёт|уже никто|могут побить))"
)
"""Where the name of a card has to be inflected in Russian; its sign needs no case."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and a sentence or two about why; worded when it is read."""

    move: Move
    reason: str
    facts: Mapping[str, str | int]

    @property
    def text(self) -> str:
        """Why, in the player's current language."""
        return reason_text(self.reason, self.facts)


def find_hint(game_name: str, view: Any) -> Hint:
    """Advise the viewer, who is to act; the same position gets the same hint."""
    return as_hint(advise(game_name, view, Random(0)))


def as_hint(advice: Advice) -> Hint:
    """Return advice as a hint."""
    return Hint(advice.move, advice.reason, advice.facts)


def reason_text(reason: str, facts: Mapping[str, str | int]) -> str:
    """Word a reason; numbers of points and tricks get their noun, cards their names."""
    said = dict(said_facts({name: fact for name, fact in facts.items() if not _is_list(fact)}))
    for name, fact in facts.items():
        if _is_list(fact):
            tokens = str(fact).split()
            said[name] = ", ".join(str(said_facts({"": token})[""]) for token in tokens)
    if isinstance(facts.get("points"), int):
        n = int(facts["points"])
        said["points"] = tn("{n} point", "{n} points", n)
    if isinstance(facts.get("tricks"), int):
        n = int(facts["tricks"])
        said["tricks"] = tn("{n} trick", "{n} tricks", n)
    if language() != "ru" or not for_listeners():
        return begun(t(reason, **said))
    template = _BEATEN.sub(lambda place: _bent(place[0], facts), t(reason))
    return begun(fill(template, said))


def _bent(words: str, facts: Mapping[str, str | int]) -> str:
    """Fill in the cards among some Russian words in the case of what is beaten or played."""
    tokens = {name: str(fact).split() for name, fact in facts.items()}
    cards = {
        name: ", ".join(card_name(token, "plays") for token in found)
        for name, found in tokens.items()
        if found and all(token in _CARDS for token in found)
    }
    return fill(words, cards)


def _is_list(fact: str | int) -> bool:
    """Tell whether a fact is several cards or tiles."""
    tokens = fact.split() if isinstance(fact, str) else []
    return len(tokens) > 1 and all(token in _TOKENS for token in tokens)


def move_text(game_name: str, view: Any, move: Move) -> str:
    """Name a move: the button that makes it, or the piece and what becomes of it."""
    board = BOARDS[game_name]
    for choice in board.choices(view, (move,)):
        return choice.label
    return board.spoken_move(view, move)


def hint_line(game_name: str, view: Any, hint: Hint) -> str:
    """Word a hint for the log."""
    move = move_text(game_name, view, hint.move)
    return t("Hint: {move}. {reason}", move=move, reason=hint.text)
