"""Actions of a player, by key or typed word, each declared in one row.

From a list of rows follow the bindings of a screen, its bar of keys, the page behind `?`, the
palette, the actions that docs/settings.md names, the words of plain mode and its help. Pure: rows
are data and functions, no Textual.
"""

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from enum import Enum, IntEnum
from functools import cached_property
from typing import Any, Final

from tui.language.text import t


class Who(Enum):
    """The players to whom an action is offered."""

    ANYBODY = "anybody"
    ALONE = "alone"
    """A player alone against bots."""
    COMPANY = "company"
    """A player or watcher of a table that others may join."""
    OWNER = "owner"
    """The owner of such a table."""


class Chapter(IntEnum):
    """The parts of the page behind `?` and of plain mode's help, in their order.

    A player alone does not see those from ROOM to OWNER in plain mode.
    """

    POSITION = 0
    ADVICE = 1
    COURSE = 2
    POINTS = 3
    RULES = 4
    DRAWINGS = 5
    OTHERS = 6
    ROOM = 7
    WAYS = 8
    OWNER = 9
    LEAVING = 10


@dataclass(frozen=True)
class Action:
    """An action: its name, keys, words in both languages, help, for whom, when, its effect."""

    name: str = ""
    """The name in the settings file; without one, any keys are fixed."""
    keys: str = ""
    """The keys on a screen, separated by commas; the bar shows the first one."""
    label: str = ""
    """The meaning of the keys, in English: in the bar, behind `?`, in the palette."""
    _: KW_ONLY
    shown: str = ""
    """The keys as the bar shows them, if not by the name of the first one."""
    hidden: bool = False
    """Whether the bar leaves it out; the palette does not."""
    in_place: bool = False
    """Whether it only moves something on the screen: the palette leaves it out."""
    rare: bool = False
    """Whether it is possible only now and then: the bar then begins with it."""
    action: str = ""
    """The Textual action for which the keys stand; without one they are a wish."""
    wish: tuple[str | int, ...] = ()
    """The wish of the keys, with numbers, if it is not the name."""
    about: str = ""
    """A paragraph on the page behind `?`, in English."""

    words: str = ""
    """The words for it in plain mode, separated by commas: the first one is its name there."""
    help: str = ""
    """The lines of the help about these words, and about neighbouring ones, in English."""
    chapter: Chapter = Chapter.POSITION
    """The chapter of these lines and of the paragraph."""
    bare: bool = False
    """Whether the words stand alone: followed by anything else, they mean something different."""
    begun: bool = False
    """Whether the words have a meaning only once the match has begun."""

    who: Who = Who.ANYBODY
    """The players to whom the bar and the help offer it."""
    games: Callable[[str], bool] | None = None
    """Tells by the name of a game whether the game has the action; None: all games have it."""
    when: Callable[[Any], Any] | None = None
    """Returns the present meaning of the keys, in English, "" if the bar does not show it; or
    whether they mean what `label` says. None leaves that to `who`.
    """
    effect: Callable[[Any, str], None] | None = None
    """Carries out the words, at a front end and with the text after them; the keys without text."""
    key_effect: Callable[[Any], None] | None = None
    """Carries out the keys, where that differs: at a table with a board and a cursor."""

    hastens: bool = True
    """Whether the keys end movements, and the look at a past trick."""
    only_due: bool = False
    """Whether they do nothing else after ending something, unless a move is due."""
    answers: bool = False
    """Whether they may be meant for the position of a moment ago (`Preferences.guard_seconds`)."""

    @cached_property
    def wished(self) -> str:
        """The wish of the keys, without numbers."""
        return str(self.wish[0]) if self.wish else self.name

    @property
    def word(self) -> str:
        """The name in plain mode; "" if it has none."""
        return self.words.partition(", ")[0]

    @property
    def does(self) -> str:
        """The Textual action to which the keys are bound."""
        return self.action or f"do({', '.join(map(repr, self.wish or (self.name,)))})"

    @property
    def typeable(self) -> bool:
        """Whether a line of text takes the first key for itself during typing."""
        first = self.keys.partition(",")[0]
        return len(first) == 1 or first in _IN_A_LINE


_IN_A_LINE: Final = frozenset(("enter", "space", "left", "right", "question_mark"))


def all_words(actions: Iterable[Action]) -> dict[str, str]:
    """Map every word for an action to the action's name in plain mode."""
    return {word: each.word for each in actions if each.words for word in each.words.split(", ")}


def help_of(actions: Iterable[Action], game: str, *, alone: bool) -> list[tuple[Chapter, str]]:
    """Return the lines of help about the words offered, in English, by chapter."""
    lines = [
        (action.chapter, line)
        for action in actions
        if _is_told(action, alone=alone) and (action.games is None or action.games(game))
        for line in action.help.splitlines()
    ]
    return sorted(lines, key=lambda line: line[0])


def about(actions: Iterable[Action], *, alone: bool = False) -> str:
    """Return the paragraphs about actions for the page behind `?`, in the player's language."""
    told = (each for each in actions if each.about and (not alone or _is_told(each, alone=True)))
    return "\n".join(t(action.about) for action in sorted(told, key=lambda each: each.chapter))


def _is_told(action: Action, *, alone: bool) -> bool:
    if alone:
        theirs = action.who in (Who.COMPANY, Who.OWNER)
        return not theirs and not Chapter.ROOM <= action.chapter <= Chapter.OWNER
    return action.who is not Who.ALONE
