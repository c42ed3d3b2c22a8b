"""Hints in the player's language: a good move for the position, and why. No Textual.

Finding one takes up to a third of a second: call `find_hint` beside the loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from core.advice import advise
from core.cards import DECK_52, JOKERS
from core.game import Move
from core.tiles import TILES
from tui.boards import BOARDS
from tui.text import t, tn
from tui.words import said_facts

_TOKENS: Final = frozenset((*DECK_52, *JOKERS, *TILES))


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and a sentence or two that say why; worded when it is read."""

    move: Move
    reason: str
    facts: Mapping[str, str | int]

    @property
    def text(self) -> str:
        """Why, in the player's language of now."""
        return reason_text(self.reason, self.facts)


def find_hint(game_name: str, view: Any) -> Hint:
    """Advise the viewer, who is to act; the same position gets the same hint."""
    advice = advise(game_name, view, Random(0))
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
    return t(reason, **said)


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
