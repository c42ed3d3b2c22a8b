"""Opens tables with chance from the operating system: ids, tokens, seeds of the deals."""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from core.bots import levels
from core.game import Decks, Game
from core.shuffle import SeededDecks
from net.secure.code import code_name, new_code
from net.secure.signing import is_signed
from net.table.effects import STAGE_SECONDS, TablePlan
from net.table.log_contents import Log
from net.table.opening import open_table
from net.table.table import Table


class SystemChance:
    """Chance from the operating system. Without `decks`, each match has a seed of its own."""

    def __init__(
        self, table: bytes, *, shared: bool, decks: Callable[[], Decks] | None = None
    ) -> None:
        self.table = table
        """The table id of the formulas of the decks."""
        self.shared = shared
        self._decks = decks

    def token(self) -> str:
        return secrets.token_urlsafe()

    def code(self) -> str:
        return code_name(new_code(secrets.choice))

    def nonce(self) -> bytes:
        return secrets.token_bytes(32)

    def decks(self) -> Decks:
        return self._decks() if self._decks else SeededDecks(secrets.token_bytes(32), self.table)

    def date(self) -> str:
        return datetime.now().isoformat(timespec="seconds")

    def is_signed(self, key: str, data: bytes, signature: str) -> bool:
        return is_signed(key, data, signature)


def new_table(
    name: str,
    game: Game,
    options: Any,
    seats: int,
    *,
    decks: Callable[[], Decks] | None = None,
    bot_seconds: float = 0.6,
    clock: int = 0,
    pause: int = 0,
    code: str | None = None,
    bots: Sequence[str] = (),
    unattended: bool = False,
    shared: bool = True,
    share_seconds: float = STAGE_SECONDS,
) -> Table:
    """Return a table that waits for players. Raises ValueError for a wrong number of seats.

    `decks` gives the decks of each match; without it, every match has a seed of its own. `clock` is
    the seconds for each decision, `pause` those for a finished deal. Newcomers need the `code`; ""
    makes one. `bots` sit there from the start; `unattended` means that this program has no player.
    With `shared` all players have a share in the shuffle, except in a solo match; each stage waits
    `share_seconds` for their shares.
    """
    chance = SystemChance(secrets.token_bytes(16), shared=shared, decks=decks)
    plan = TablePlan(
        chance.table.hex(),
        name,
        game,
        options,
        seats,
        clock,
        pause,
        code=chance.code() if code == "" else code or "",
        bots=tuple(bots),
        bot_seconds=bot_seconds,
        share_seconds=share_seconds,
        has_bots=bool(levels(game.NAME)),
        unattended=unattended,
    )
    return Table(plan, chance)


def take_up(log: Log, now: float, *, bot_seconds: float = 0.6, unattended: bool = False) -> Table:
    """Return the table of a log from another program. Raises LogError."""

    def chance(shuffler: bytes, shared: bool) -> SystemChance:
        return SystemChance(shuffler, shared=shared)

    return open_table(log, now, chance, bot_seconds=bot_seconds, unattended=unattended)
