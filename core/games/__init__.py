"""The games. A new game is a folder here, one in tui.games, and its name in NAMES.

docs/adding.md, "Add a game", lists the parts of a folder. Its `__init__.py` states the facts that
are needed without the rules; a `Registry` imports each other part at its first use, so that to play
one game does not load all of them. No module outside its folders names a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol, TypeVar, cast

from core.game import Game, Value
from core.moves import EventTable, Moves

NAMES: Final = ("joker", "domino_poker", "kozel", "graph_poker")
"""Every game, in the order of menus. This is the only list of games."""


class GameFacts(Protocol):
    """The package of a game: the facts that are needed without its rules."""

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
    # POLICY: str
    #     The module that gives the learnt weights of its bots their meaning, if that is not the
    #     module `policy` of its folder.
    #
    # Two more, if the game has such moves: a move takes no time if all players know that it is the
    # only one.
    #
    # FORCED_MOVES: tuple[str, ...]
    #     First words of moves that are legal only if no other is.
    # OPEN_MOVES: tuple[str, ...]
    #     First words of moves whose legality does not depend on the hand, so that every seat knows
    #     it.


_ModuleT = TypeVar("_ModuleT")


class Registry(Mapping[str, _ModuleT]):
    """Maps each of NAMES, in order, to the module `part` of the folder of that name in a package.

    With a `value` it maps to that attribute of the module; an empty part means the folder itself. A
    folder may lack the part: then the game is not in the registry. To ask for a name imports
    nothing.
    """

    def __init__(self, package: str, part: str, value: str = "") -> None:
        self._package = package
        self._part = part
        self._value = value
        self._loaded: dict[str, _ModuleT] = {}

    def __getitem__(self, name: str) -> _ModuleT:
        if name not in self._loaded:
            if name not in self:
                raise KeyError(name)
            module = import_module(self._module(name))
            found = getattr(module, self._value) if self._value else module
            self._loaded[name] = cast(_ModuleT, found)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in NAMES and exists(self._module(str(name)))

    def __iter__(self) -> Iterator[str]:
        return (name for name in NAMES if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _module(self, name: str) -> str:
        return ".".join(filter(None, (self._package, name, self._part)))


@cache
def exists(module: str) -> bool:
    """Tell whether a module can be found, without importing it."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the folder is missing too
        return False


FACTS: Final[Registry[GameFacts]] = Registry("core.games", "")
"""Name -> its folder."""

GAMES: Final[Registry[Game]] = Registry("core.games", "rules")
"""Name -> the module of its rules."""

MOVES: Final[Registry[Moves]] = Registry("core.games", "moves")
"""Name -> the module of its moves as typed values."""

EVENTS: Final[Registry[EventTable[Any]]] = Registry("core.games", "moves", "EVENTS")
"""Name -> its events as typed values."""
