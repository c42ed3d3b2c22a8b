"""The parts of a lesson. Texts are English keys; {Ah} in them is a card, named when shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from core.cards import DECK_52, JOKERS
from core.game import Move, Seat
from tui.language.text import PLACE, fill, t
from tui.language.words import Case, card_name, for_listeners

SEAT: Final[Seat] = 0
"""Where the learner sits."""

_CARDS: Final = frozenset((*DECK_52, *JOKERS))
_BENT: Final[dict[str, Case]] = {"карту": "plays", "картой": "over"}
"""Russian words that govern the case of a card's name."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One position of a lesson and what is said about it."""

    text: str
    ask: tuple[Move, ...] = ()
    """The right moves; none if there is only something to read."""
    done: str = ""
    """The text after a right move."""
    wrong: tuple[tuple[str, str], ...] = ()
    """Beginnings of legal moves that the lesson does not want -> why not."""
    begin: Callable[[], Any] | None = None
    """Builds the state; without it the position continues from the previous step."""
    before: tuple[Move, ...] = ()
    """Moves already made, each by the seat to act."""
    then: tuple[Move, ...] = ()
    """Moves made by the others after the first of `ask`."""
    aloud: str = ""
    """The texts that replace `text` and `done` for a learner who does not see the table."""
    done_aloud: str = ""
    sheet: bool = False
    """Whether the score sheet is shown in place of the table."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a game."""

    game: str
    seats: int
    steps: tuple[LessonStep, ...]


def texts(lesson: Lesson) -> Iterator[str]:
    """Yield every text of a lesson."""
    for step in lesson.steps:
        yield from filter(None, (step.text, step.aloud, step.done, step.done_aloud))
        for _, why in step.wrong:
            yield why


def spoken(text: str) -> str:
    """Say a text of a lesson in the player's language, its cards by their names."""
    said, cards = t(text), [name for name in PLACE.findall(text) if name in _CARDS]
    if for_listeners():
        said = said.replace("} {", "}, {")  # cards in a row
        for word, case in _BENT.items():
            for name in cards:
                said = said.replace(f"{word} {{{name}}}", card_name(name, case))
    return fill(said, {name: card_name(name) for name in cards})
