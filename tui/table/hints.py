"""Advice in the player's language: a good move for the position and why, and what every move would
bring. No Textual.

Finding it takes up to half a second: call `find_hint` and `find_numbers` beside the loop.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from random import Random
from typing import Any, Final

from core.advice import Advice, advise
from core.advice.numbers import Number, Numbers, numbers
from core.cards import DECK_52, JOKERS
from core.game import Move
from core.games import FACTS
from core.review.decision import Decision
from core.tiles import TILES
from tui.boards import BOARDS
from tui.language.text import fill, language, t, tn
from tui.language.words import begun, card_name, decimal, for_listeners, said_facts

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


def coached_said(game: str, view: Any, found: Decision, *, aloud: bool = False) -> str:
    """Say what a decision just made has cost, and how to take it back."""
    said = "{move} cost about {n}: {best} was worth more. U takes it back"
    if aloud:
        said = "{move} cost about {n}: {best} was worth more. 'undo' takes it back."
    name = partial(_named_alone, game, view)
    return begun(t(said, move=name(found.move), n=round(found.loss), best=name(found.best)))


def _named_alone(game: str, view: Any, move: Move) -> str:
    """Name a move without its table; boards have only the number of a bid."""
    said = move_text(game, view, move)
    return t("bid {n}", n=said) if said.isdecimal() else said


MOST: Final = 6
"""How many moves are named; the hint is always among them."""


def find_numbers(game: str, view: Any, hint: Move) -> Numbers:
    """Work out what the viewer's moves would bring; the same position gives the same numbers."""
    return numbers(game, view, Random(0), hint)


def numbers_line(game: str, view: Any, found: Numbers, hint: Move) -> str:
    """Word numbers for the line over the hand and the log."""
    return numbers_text(game, found, hint, partial(move_text, game, view))


def numbers_text(game: str, found: Numbers, hint: Move, name: Callable[[Move], str]) -> str:
    """Say what each move would bring, the best first, and which cannot be told apart.

    `name` is what moves are called.
    """
    if not found.moves:
        return t("There is nothing to count: there is no choice, or all moves are equal.")
    named = [*found.moves[:MOST]]
    named += [number for number in found.moves[MOST:] if number.move == hint]
    words = [name(number.move) for number in named]
    pattern = "{move} ({worth})" if any(":" in word for word in words) else "{move}: {worth}"
    said: dict[bool, list[str]] = {True: [], False: []}
    for (close, _), group in groupby(zip(named, words, strict=True), _alike):
        same, called = zip(*group, strict=True)
        said[close].append(pattern.format(move=", ".join(called), worth=_worth(game, same)))
    alike = said[True]
    best = alike[0]
    for other in alike[1:]:
        best = t("{these} and {those}", these=best, those=other)
    if len(alike) > 1:
        best = t("{moves} cannot be told apart", moves=best)
    listed = "; ".join([best, *said[False]])
    left = len(found.moves) - len(named)
    if left:
        listed += "; " + tn("{n} more move", "{n} more moves", left)
    return " ".join([_headed(game, found).replace("{list}", listed), *_remarks(found, hint, name)])


def _alike(named: tuple[Number, str]) -> tuple[bool, tuple[float, int | None]]:
    """Return what moves that are named together have in common."""
    number = named[0]
    takes = None if number.takes is None else round(100 * number.takes)
    return number.close, (number.points, takes)


def _headed(game: str, found: Numbers) -> str:
    if found.tricks:
        return t("Points to expect, about (and how often you take the trick): {list}.")
    if FACTS[game].LOWEST_WINS:
        return t("Points you would write, about: {list}.")
    return t("Points to expect, about: {list}.")


def _remarks(found: Numbers, hint: Move, name: Callable[[Move], str]) -> list[str]:
    if found.better is not None:
        return [t("So {move} is the better choice after all.", move=name(found.better.move))]
    if not found.in_order:
        return [t("The order also takes into account what the others get.")]
    return []


def _worth(game: str, same: Sequence[Number]) -> str:
    """Say what moves worth the same bring, with the largest of their errors: "+40 ± 3 (64%)"."""
    number, error = same[0], max(each.error for each in same)
    points = -number.points if FACTS[game].LOWEST_WINS else number.points
    sign = "+" if points > 0 and not FACTS[game].LOWEST_WINS else ""
    worth = sign + (decimal(points) if points != int(points) else str(int(points)))
    if round(error, 1):
        worth += f" ± {decimal(error) if error < _TENTHS else round(error)}"
    return worth if number.takes is None else f"{worth} ({t('{n}%', n=round(100 * number.takes))})"


_TENTHS: Final = 3.0
"""Tenths of an error are shown below this many points."""
