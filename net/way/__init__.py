"""The link to a table: local, remote, and the one object that swaps them when the table moves.

The values with which a table is opened stand here: its terms, the ways in, the computer, the error;
form, command line and host share them.

`opening.py` opens a link: to a solo table, to a table of this computer for the LAN, to another
player's, or to a resumed match. A `LocalLink` leads to a table in this process, a `RemoteLink` to
one elsewhere; a `TableLink` (`table_link.py`) holds either and follows the table between computers.
`hosting.py` is the open host of this computer, with its announcement and its gateways for guests
(`gateways.py`).

This package draws nothing and words no sentences: a `LinkError` has a reason and facts, and the
sentences for guests come with the `Computer`. Sockets, TLS and mDNS are imported when a table needs
them: a solo match does not, and a guest's program must not load a list of networks.

When a host is lost, `branching.py` has the player's choices, decided by `net.branch` for each of
the tables; `calling.py` calls the other programs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from core.game import Plain, Value, WordedError
from net.table.clock import DEFAULT_PAUSE

USUAL_PORT: Final = -1
"""The usual port of its kind, or any free one if that is taken."""


class LinkError(WordedError):
    """A table that cannot be opened or reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reachable:
    """The ways in which others reach a table on this computer."""

    port: int | None = None
    """None for the usual one, or any free one; for a resumed table, its own."""
    internet: bool = False
    """Whether players outside the local networks may join too."""
    ssh: int | None = None
    """The port for guests by ssh, or USUAL_PORT; None opens no gateway."""
    web: int | None = None
    """The port of the page for browsers, or USUAL_PORT; None opens no gateway."""
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
    """Levels of the bots that are seated when the table opens."""
    table_name: str = ""
    code: str | None = None
    """The code that newcomers need; empty generates one, None asks for none."""
    clock: int = 0
    """Seconds for each decision of a player; 0 means no clock."""
    pause: int = DEFAULT_PAUSE
    """The most seconds for which a finished deal is shown; -1 waits for all players."""


@dataclass(frozen=True, slots=True)
class There:
    """A table at another computer."""

    address: tuple[str, int]
    table: str | None


Where: TypeAlias = TableTerms | There
"""The place of a table: in this program, on these terms, or elsewhere."""


@dataclass(frozen=True, slots=True)
class Computer:
    """The settings of a player's computer for the tables on it."""

    name: str = ""
    """The player's name, also shown in the list of hosts."""
    folder: Path | None = None
    """The folder for the certificate, the ssh key, and the seats of guests by ssh."""
    bot_seconds: float = 0.6
    guests: Callable[[str, str, str], dict[str, Plain]] = lambda kind, table, game: {}
    """Settings of the gateway of a kind ("ssh", "https", "http") for a table and its game: the
    `program` of a guest, the `words` by language, and the `language` to begin with."""
