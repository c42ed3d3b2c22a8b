"""The games. A new game is a folder here, one in tui.games, and its name in NAMES.

docs/adding.md, "Add a game", lists the parts of a folder. Its `__init__.py` states the facts that
are needed without the rules; `core.registry` imports each other part at its first use, so that one
game does not load all of them. No module outside its folders names a game.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from core.game import Game, Value
from core.moves import EventTable, Moves
from core.registry import Registry

NAMES: Final = ("joker", "domino_poker", "kozel", "graph_poker")
"""Every game, in the order of menus. This is the only list of games."""


class GameFacts(Protocol):
    """The folder of a game: the facts that are needed without its rules."""

    TITLE: str
    """Its English name, the key of its translations."""
    ABOUT: str
    """A sentence for players who choose a game, in English."""
    EMBLEM: Sequence[str]
    """A few of its cards or tiles, for a picture."""
    LOWEST_WINS: bool
    """Whether points are bad."""
    SHORT_MATCH: Mapping[str, Value]
    """The unusual house rules of a match of some minutes."""
    LENGTH: str
    """The house rule that decides how long a match is."""

    # PIECES: Literal["tiles"]
    #     Its pieces, if they are not cards: words differ for them, as in Russian.
    #
    # Two more, if the game has such moves: a move that all know to be the only one takes no time.
    #
    # FORCED_MOVES: tuple[str, ...]
    #     First words of moves that are legal only if no other is.
    # OPEN_MOVES: tuple[str, ...]
    #     First words of moves whose legality does not depend on the hand, so that every seat knows
    #     it.


FACTS: Final[Registry[GameFacts]] = Registry("core.games", "", NAMES)
"""Name -> its folder."""

GAMES: Final[Registry[Game]] = Registry("core.games", "rules", NAMES)
"""Name -> the module of its rules."""

MOVES: Final[Registry[Moves]] = Registry("core.games", "moves", NAMES)
"""Name -> the module of its moves as typed values."""


EVENTS: Final[Registry[EventTable[Any]]] = Registry("core.games", "moves", NAMES, "EVENTS")
"""Name -> its events as typed values."""
