"""What the application opens with: the home screen, or straight to a table; how fast bots are.

Values only.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from core.game import Value
from net.way.terms import USUAL_PORT as USUAL_PORT, Reachable, TableTerms

BOT_SECONDS: Final = 0.6
"""A bot's apparent thinking time: long enough to follow what it does."""


def bot_seconds() -> float:
    """Return the bots' apparent thinking time; KOZYR_PACE changes it, 0 is as fast as they can."""
    try:
        return max(0.0, float(os.environ["KOZYR_PACE"]))
    except (KeyError, ValueError):
        return BOT_SECONDS


@dataclass(frozen=True, slots=True)
class StartHome:
    """Ask what to play."""


@dataclass(frozen=True, slots=True)
class StartSolo:
    """A match against bots that begins at once."""

    game: str
    seats: int
    level: str = "easy"
    options: Mapping[str, Value] = field(default_factory=dict)
    """House rules that differ from the usual ones."""
    seed: int | None = None
    """The same seed and moves give the same match; None takes a new one."""
    name: str = ""
    levels: tuple[str, ...] = ()
    """The level of each bot, if they do not all have `level`."""


@dataclass(frozen=True, slots=True)
class StartPractice(StartSolo):
    """A recorded match continued from one of its positions, against bots."""

    path: str = ""
    at: int = 0
    seat: int = 0
    """The seat to play."""


@dataclass(frozen=True, slots=True)
class StartHost(TableTerms):
    """Open a table that others on the LAN can find, and sit down at it."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class StartJoin:
    """Sit down at somebody's table, or watch; without an address the list of tables opens."""

    address: tuple[str, int] | None = None
    table_id: str | None = None
    name: str = ""
    watch: bool = False
    code: str = ""
    """The code of the table; the program asks if one is needed and not given."""
    anew: bool = False
    """Whether to come without the key to the seat one had there."""


@dataclass(frozen=True, slots=True)
class StartResume(Reachable):
    """Resume an unfinished match, alone or as the host of its table."""

    table_id: str


@dataclass(frozen=True, slots=True)
class StartLesson:
    """A lesson; without a game the player chooses one."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class StartToday:
    """The choice of a game for the deal of the day."""


@dataclass(frozen=True, slots=True)
class StartHistory:
    """The list of past matches."""

    game: str = ""
    """Only the matches of this game."""


@dataclass(frozen=True, slots=True)
class StartReplay:
    """Watch a past match again."""

    path: str
    eyes: str = ""
    """Through whose eyes the match is watched, as tui.history.words.chosen_eyes reads it."""


AnyStart: TypeAlias = (
    StartHome
    | StartSolo
    | StartHost
    | StartJoin
    | StartResume
    | StartLesson
    | StartToday
    | StartHistory
    | StartReplay
)
