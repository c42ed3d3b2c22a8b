"""Actions: what a player can have done by a key or a typed word, each declared in one row.

A list of rows is all that says which actions there are. From it follow the bindings of a screen,
its bar of keys, the page behind `?`, the palette, the actions that docs/settings.md names, the
words of plain mode and its help. Pure: rows are data and functions, no Textual.
"""

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from enum import Enum, IntEnum
from functools import cached_property
from typing import Any, Final

from tui.language.text import t


class Who(Enum):
    """Players to whom an action is offered."""

    ANYBODY = "anybody"
    ALONE = "alone"
    """A player alone against bots."""
    COMPANY = "company"
    """A player, or a watcher, of a table to which others may come."""
    OWNER = "owner"
    """The owner of such a table."""


class Chapter(IntEnum):
    """Parts of the page behind `?` and of plain mode's help, in their order.

    A player who plays alone does not read those from ROOM to OWNER in plain mode.
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
    """Its name in the settings file; without one its keys, if it has any, stay as they are."""
    keys: str = ""
    """The keys it has on a screen, with commas between; the bar shows the first."""
    label: str = ""
    """What the keys do, in English: in the bar, behind `?`, in the palette."""
    _: KW_ONLY
    shown: str = ""
    """How the bar writes the keys, if not by the name of the first."""
    hidden: bool = False
    """Whether the bar has no room for it; the palette has."""
    in_place: bool = False
    """Whether it only moves something on the screen: the palette does not have it."""
    rare: bool = False
    """Whether it is possible only now and then: then the bar begins with it."""
    action: str = ""
    """The action of Textual's that the keys stand for; otherwise they wish for it by name."""
    wish: tuple[str | int, ...] = ()
    """What the keys wish for, with numbers, if not its name."""
    about: str = ""
    """A paragraph on the page behind `?`, in English."""

    words: str = ""
    """What can be typed for it in plain mode, with commas between: its name there first."""
    help: str = ""
    """Lines about these words, and about those of neighbours, in English."""
    chapter: Chapter = Chapter.POSITION
    """Where these lines stand, and the paragraph."""
    bare: bool = False
    """Whether nothing may follow these words: else they are none."""
    begun: bool = False
    """Whether the words mean something only once the match has begun."""

    who: Who = Who.ANYBODY
    """For whom the bar and the help have it."""
    games: Callable[[str], bool] | None = None
    """Which games have it, by their names; None: all."""
    when: Callable[[Any], bool | str] | None = None
    """Whether the keys mean something now, or what they mean now, in English: "" is not shown.

    None leaves it to `who`.
    """
    effect: Callable[[Any, str], None] | None = None
    """What its word does, at a place and with what is typed behind it; and its keys, without."""
    key_effect: Callable[[Any], None] | None = None
    """What its keys do, where that differs: at a table with a board and a cursor."""

    hastens: bool = True
    """Whether its keys end what moves, and looking back."""
    only_due: bool = False
    """Whether they then do nothing else, unless a move is due."""
    answers: bool = False
    """Whether they may be meant for what was there a moment ago (`Preferences.guard_seconds`)."""

    @cached_property
    def wished(self) -> str:
        """The wish that its keys stand for, without numbers."""
        return str(self.wish[0]) if self.wish else self.name

    @property
    def word(self) -> str:
        """Its name in plain mode, "" if it has none."""
        return self.words.partition(", ")[0]

    @property
    def does(self) -> str:
        """The action of Textual's that its keys are bound to."""
        return self.action or f"do({', '.join(map(repr, self.wish or (self.name,)))})"

    @property
    def typeable(self) -> bool:
        """Whether the key that the bar shows goes into a line that is being typed."""
        first = self.keys.partition(",")[0]
        return len(first) == 1 or first in _IN_A_LINE


_IN_A_LINE: Final = frozenset(("enter", "space", "left", "right", "question_mark"))


def all_words(actions: Iterable[Action]) -> dict[str, str]:
    """Return what may be typed for actions, and their names in plain mode."""
    return {word: each.word for each in actions if each.words for word in each.words.split(", ")}


def help_of(actions: Iterable[Action], game: str, *, alone: bool) -> list[tuple[Chapter, str]]:
    """Return the lines about words that are offered, in English, with their chapters in order."""
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
