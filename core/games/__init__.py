"""The games. A new game is a folder here, one in tui.games, and its name in NAMES.

What a folder holds is listed in docs/adding.md, "Add a game". Its `__init__.py` states what
is known without loading the rules; `core.registry` imports each other part when it is first asked
for, so playing one game does not load all of them. No module outside the folders of a game names
it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from core.game import Game, Value
from core.moves import EventTable, Moves
from core.registry import Registry

NAMES: Final = ("joker", "domino_poker", "kozel", "graph_poker")
"""Every game, in the order of menus. This is the only list of games."""


class GameFacts(Protocol):
    """The folder of a game: what is known about it without loading its rules."""

    TITLE: str
    """Its English name, the key of its translations."""
    ABOUT: str
    """A sentence for people who choose a game, in English."""
    EMBLEM: Sequence[str]
    """A few of its cards or tiles, for a picture."""
    LOWEST_WINS: bool
    """Whether points are bad."""
    SHORT_MATCH: Mapping[str, Value]
    """The house rules, unusual ones only, of a match of some minutes."""
    LENGTH: str
    """The house rule that decides how long a match is."""

    # PIECES: Literal["tiles"]
    #     What it is played with, if not with cards: for words that differ, as in Russian.
    #
    # Two more, if the game has such moves; nobody is shown to think about one without a choice.
    #
    # FORCED_MOVES: tuple[str, ...]
    #     First words of moves that are legal only where no other is: the move itself tells that.
    # OPEN_MOVES: tuple[str, ...]
    #     First words of moves of which everybody can tell whether they are legal, as the hand of
    #     the player has no say in that.


FACTS: Final[Registry[GameFacts]] = Registry("core.games", "", NAMES)
"""Name -> its folder."""

GAMES: Final[Registry[Game]] = Registry("core.games", "rules", NAMES)
"""Name -> the module of its rules."""

MOVES: Final[Registry[Moves]] = Registry("core.games", "moves", NAMES)
"""Name -> the module of its moves as typed values."""


EVENTS: Final[Registry[EventTable[Any]]] = Registry("core.games", "moves", NAMES, "EVENTS")
"""Name -> its events as typed values."""
