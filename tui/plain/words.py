"""The words of plain mode at a table: the action that a line names, and the help. Pure.

A line that may be a move is tried as one first.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tui.actions import Chapter, all_words, help_of
from tui.boards.scene import COMMON, Topic
from tui.commands import did_you_mean
from tui.language import rulebook
from tui.language.text import language, t
from tui.plain.actions import ROWS

_CYRILLIC: Final = re.compile("[а-яё]", re.IGNORECASE)

_NAMES: Final = all_words(ROWS.values())
"""The words of an action -> its name. Russian words work in every language."""

_MOST: Final = max(len(words.split()) for words in _NAMES)
"""The most words in the words of an action."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A line: the name of an action or a topic, and the rest; or "" and the whole line."""

    command: str
    rest: str


def parse_line(line: str, topics: Iterable[Topic] = ()) -> Typed:
    """Read a line that is not a move; `topics` are those of the game."""
    line = line.strip()
    for count in range(_MOST, 0, -1):
        words = line.split(maxsplit=count)
        name = _NAMES.get(" ".join(words[:count]).casefold(), "")
        rest = "".join(words[count:])
        if name and not (rest and ROWS[name].bare):
            return Typed(name, rest)
    word, _, rest = line.partition(" ")
    topic = topic_called(word.casefold(), (*topics, *COMMON))
    return Typed(topic, rest.strip() if topic else line)


def topic_called(word: str, topics: Iterable[Topic]) -> str:
    """Return the name of the topic that a word names; "" if there is none."""
    found = (topic.name for topic in topics if word in (topic.name, *topic.aliases))
    return next(found, "")


def words_for(*names: str) -> list[str]:
    """Return all words of some actions, given by their names."""
    return [word for name in names for word in ROWS[name].words.split(", ")]


def no_such(text: str, known: Iterable[str], topics: Iterable[Topic]) -> str:
    """Say that a line is neither a command nor a move, and name a similar word."""
    words = [*known, *(word for topic in topics for word in (topic.name, *topic.aliases))]
    # A word is compared with words in its own script.
    ours = _CYRILLIC.search(text) is not None
    near = [word for word in words if (_CYRILLIC.search(word) is not None) == ours]
    hint = did_you_mean(text.partition(" ")[0].casefold(), near)
    said = t("'{text}' is neither a command nor a move{hint}", text=text, hint=hint)
    return said if hint else said + ". " + t("'help' says what can be typed.")


def help_lines(game: str, topics: Sequence[Topic], *, alone: bool) -> Iterator[str]:
    """Yield the lines of help at a table; `topics` are those of its game."""
    paragraph = rulebook.example(rulebook.read(game, language()))
    lines = help_of(ROWS.values(), game, alone=alone)
    yield t("A move is its number in the list, its text, or some words of it.")
    yield from (t(line) for chapter, line in lines if chapter is Chapter.POSITION)
    yield from (t(topic.help) for topic in topics if topic.help)
    for chapter, line in lines:
        if chapter is not Chapter.POSITION:
            yield t(line, paragraph=paragraph)
