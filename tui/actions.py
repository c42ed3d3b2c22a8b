"""Actions of a player, by key or typed word, each declared in one row.

A list of rows says which actions there are. From it follow the bindings of a screen, its bar of
keys, the page behind `?`, the palette, the actions that docs/settings.md names, the words of plain
mode and its help. Pure: rows are data and functions, no Textual.
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
    """A player, or a watcher, of a table to which others may come."""
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
    """The name in the settings file; without one the keys, if any, cannot be changed."""
    keys: str = ""
    """The keys on a screen, with commas between; the bar shows the first."""
    label: str = ""
    """The meaning of the keys, in English: in the bar, behind `?`, in the palette."""
    _: KW_ONLY
    shown: str = ""
    """The keys as the bar writes them, if not by the name of the first."""
    hidden: bool = False
    """Whether the bar leaves it out; the palette does not."""
    in_place: bool = False
    """Whether it only moves something on the screen: the palette leaves it out."""
    rare: bool = False
    """Whether it is possible only now and then: the bar then begins with it."""
    action: str = ""
    """The action of Textual's that the keys stand for; without one they are a wish."""
    wish: tuple[str | int, ...] = ()
    """The wish of the keys, with numbers, if not the name."""
    about: str = ""
    """A paragraph on the page behind `?`, in English."""

    words: str = ""
    """The words for it in plain mode, with commas between: its name there first."""
    help: str = ""
    """The lines of the help about these words, and about neighbours', in English."""
    chapter: Chapter = Chapter.POSITION
    """The chapter of these lines and of the paragraph."""
    bare: bool = False
    """Whether the words stand alone: followed by anything they mean something else."""
    begun: bool = False
    """Whether the words have a meaning only once the match has begun."""

    who: Who = Who.ANYBODY
    """The players for whom the bar and the help have it."""
    games: Callable[[str], bool] | None = None
    """Tells by the name of a game whether the game has it; None: all have."""
    when: Callable[[Any], Any] | None = None
    """Gives what the keys mean now, in English, "" if the bar does not show it; or whether they
    mean what `label` says. None leaves that to `who`.
    """
    effect: Callable[[Any, str], None] | None = None
    """Carries out the word, at a front end and with the words after it; and the keys, without."""
    key_effect: Callable[[Any], None] | None = None
    """Carries out the keys, where that differs: at a table with a board and a cursor."""

    hastens: bool = True
    """Whether the keys end movements, and looking back."""
    only_due: bool = False
    """Whether they do nothing else if they ended something, unless a move is due."""
    answers: bool = False
    """Whether they may be meant for the position a moment ago (`Preferences.guard_seconds`)."""

    @cached_property
    def wished(self) -> str:
        """The wish of the keys, without numbers."""
        return str(self.wish[0]) if self.wish else self.name

    @property
    def word(self) -> str:
        """The name in plain mode, "" without one."""
        return self.words.partition(", ")[0]

    @property
    def does(self) -> str:
        """The action of Textual's that the keys are bound to."""
        return self.action or f"do({', '.join(map(repr, self.wish or (self.name,)))})"

    @property
    def typeable(self) -> bool:
        """Whether a line of text takes the first key for itself while one is typed."""
        first = self.keys.partition(",")[0]
        return len(first) == 1 or first in _IN_A_LINE


_IN_A_LINE: Final = frozenset(("enter", "space", "left", "right", "question_mark"))


def all_words(actions: Iterable[Action]) -> dict[str, str]:
    """Map every word for an action to the action's name in plain mode."""
    return {word: each.word for each in actions if each.words for word in each.words.split(", ")}


def help_of(actions: Iterable[Action], game: str, *, alone: bool) -> list[tuple[Chapter, str]]:
    """Return the lines of help about the words offered, in English, ordered by chapter."""
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
        return not Chapter.ROOM <= action.chapter <= Chapter.OWNER
    return action.who is not Who.ALONE
