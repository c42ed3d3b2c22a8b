"""The starts of the application: the home screen, a table, another screen; the pace of bots.

Values only.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from core.game import Value
from net.way import USUAL_PORT as USUAL_PORT, Reachable, TableTerms

BOT_SECONDS: Final = 0.6
"""A bot's apparent thinking time: long enough for its moves to be followed."""


def bot_seconds() -> float:
    """Return the bots' apparent thinking time in seconds; KOZYR_PACE changes it, 0 is none."""
    try:
        return max(0.0, float(os.environ["KOZYR_PACE"]))
    except (KeyError, ValueError):
        return BOT_SECONDS


@dataclass(frozen=True, slots=True)
class StartHome:
    """The home screen."""


@dataclass(frozen=True, slots=True)
class StartSolo:
    """A match against bots that begins at once."""

    game: str
    seats: int
    level: str = "easy"
    options: Mapping[str, Value] = field(default_factory=dict)
    """House rules that differ from the usual ones."""
    seed: int | None = None
    """The seed: with the same moves it gives the same match; None takes a new one."""
    name: str = ""
    levels: tuple[str, ...] = ()
    """The level of each bot, if they do not all have `level`."""


EACH: Final = "each its own"
"""In place of a level, where every bot has its own."""


def as_chosen(start: StartSolo, last: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices for a table, as they are remembered, with those of a start."""
    level = start.level if len({*start.levels}) <= 1 else EACH
    made = {"game": start.game, "seats": start.seats, "level": level, "rules": {**start.options}}
    return {**last, **made, "levels": [*start.levels]}


@dataclass(frozen=True, slots=True)
class StartPractice(StartSolo):
    """A recorded match continued from one of its positions, against bots."""

    path: str = ""
    at: int = 0
    seat: int = 0
    """The seat of the player."""


class Rung(NamedTuple):
    """The player's result in a match of a ladder."""

    level: str
    place: int
    seats: int
    points: int


@dataclass(frozen=True, slots=True)
class StartLadder(StartSolo):
    """A short match against bots, one of a ladder."""

    behind: tuple[Rung, ...] = ()
    """The results of the earlier matches."""


@dataclass(frozen=True, slots=True)
class AskLadder:
    """The ladder; the player is asked for the game."""


@dataclass(frozen=True, slots=True)
class StartHost(TableTerms):
    """A table of the player's own, which others on the LAN can find."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class StartJoin:
    """A seat or a watcher's place at another player's table, or the list of tables."""

    address: tuple[str, int] | None = None
    table_id: str | None = None
    name: str = ""
    watch: bool = False
    code: str = ""
    """The code of the table; if it is needed and missing, the program asks for it."""
    anew: bool = False
    """Whether to join without the credentials of an earlier seat there."""


@dataclass(frozen=True, slots=True)
class StartResume(Reachable):
    """An unfinished match, resumed alone or as the host of its table."""

    table_id: str


@dataclass(frozen=True, slots=True)
class StartLesson:
    """A lesson; without a game the player is asked for one."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class StartPuzzles:
    """Puzzles made of the player's own costly decisions."""


@dataclass(frozen=True, slots=True)
class StartToday:
    """The deal of the day; the player is asked for the game."""


@dataclass(frozen=True, slots=True)
class StartHistory:
    """The list of past matches."""

    game: str = ""
    """If set, only the matches of this game."""


@dataclass(frozen=True, slots=True)
class StartReplay:
    """The replay of a past match."""

    path: str
    eyes: str = ""
    """The player whose view is shown, as read by `tui.history.words.chosen_eyes`."""


AnyStart: TypeAlias = (
    StartHome
    | StartSolo
    | StartHost
    | StartJoin
    | StartResume
    | StartLesson
    | StartToday
    | StartPuzzles
    | AskLadder
    | StartHistory
    | StartReplay
)
