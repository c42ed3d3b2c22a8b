"""What the application opens with: the home screen, or straight to a table; how fast bots are.

Values only.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from core.game import Value

BOT_SECONDS: Final = 0.6
"""A bot's apparent thinking time: long enough to follow what it does."""


USUAL_PORT: Final = -1
"""The usual port of its kind, or any free one if that is taken."""


def bot_seconds() -> float:
    """Return the bots' apparent thinking time; KOZYR_PACE changes it, 0 is as fast as they can."""
    try:
        return max(0.0, float(os.environ["KOZYR_PACE"]))
    except (KeyError, ValueError):
        return BOT_SECONDS


def _usual_pause() -> int:
    from net.table.clock import DEFAULT_PAUSE  # loads the wire, which the first screen needs not

    return DEFAULT_PAUSE


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reachable:
    """How others reach a table of this program."""

    port: int | None = None
    """None takes the usual one, or any free one; for a table that is resumed, its own."""
    internet: bool = False
    """Whether people outside the local networks may come too."""
    ssh: int | None = None
    """The port at which guests join by ssh, or USUAL_PORT; None lets nobody in that way."""
    web: int | None = None
    """The port of the page for browsers, or USUAL_PORT; None lets nobody in that way."""
    web_plain: bool = False
    """Whether that page is not encrypted."""


@dataclass(frozen=True, slots=True)
class StartHost(Reachable):
    """Open a table that others on the LAN can find, and sit down at it."""

    game: str
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    """Levels of the bots that sit down straight away."""
    name: str = ""
    table_name: str = ""
    code: str | None = None
    """The code newcomers have to know; empty makes one, None asks for none."""
    clock: int = 0
    """Seconds for each decision of a person; 0 means no clock."""
    pause: int = field(default_factory=_usual_pause)
    """Seconds for which a finished deal lies open at most; -1 waits for everybody."""


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
