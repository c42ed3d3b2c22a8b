"""What a table is opened with: its terms, the ways in, and the computer. Values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from core.game import Plain, Value

USUAL_PORT: Final = -1
"""The usual port of its kind, or any free one if that is taken."""


def _usual_pause() -> int:
    from net.table.clock import DEFAULT_PAUSE  # loads the wire, which the first screen needs not

    return DEFAULT_PAUSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Reachable:
    """How others reach a table of this computer."""

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
class TableTerms(Reachable):
    """A table that others on the LAN can find."""

    game: str
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    """House rules that differ from the usual ones."""
    bots: tuple[str, ...] = ()
    """Levels of the bots that sit down straight away."""
    table_name: str = ""
    code: str | None = None
    """The code newcomers have to know; empty makes one, None asks for none."""
    clock: int = 0
    """Seconds for each decision of a person; 0 means no clock."""
    pause: int = field(default_factory=_usual_pause)
    """Seconds for which a finished deal lies open at most; -1 waits for everybody."""


@dataclass(frozen=True, slots=True)
class There:
    """A table at another computer."""

    address: tuple[str, int]
    table: str | None


Where: TypeAlias = TableTerms | There
"""Where a table is: in this program, on these terms, or elsewhere."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A player's computer, as far as the tables on it are concerned."""

    name: str = ""
    """The player's name, for the list of hosts too."""
    folder: Path | None = None
    """Where the certificate is kept, and by what guests are known again."""
    bot_seconds: float = 0.6
    guests: Callable[[str, str, str], dict[str, Plain]] = lambda kind, table, game: {}
    """Settings of the gateway of a kind ("ssh", "https", "http") for a table and its game: the
    `program` of a guest, the `words` by language, and the `language` to begin with."""
