"""Opens tables with chance from the operating system: ids, tokens, seeds of the deals."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from core.bots import LEVELS, levels
from core.game import Decks, Game, parse_options
from core.games import GAMES
from core.shuffle import SeededDecks
from net.secure.code import new_code
from net.table.journal import Journal, OtherReleaseError, damaged
from net.table.resuming import resume
from net.table.table import Table


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
) -> Table:
    """Return a table that waits for players. Raises ValueError for a wrong number of seats.

    `decks` gives the decks of each match; without it every match has a seed of its own. `clock` is
    how many seconds people have for each decision, `pause` how many for a finished deal. A `code`
    is asked of newcomers; "" makes one. `bots` sit there from the start;
    `unattended` means that nobody plays in this program. `shared` gives everybody a share in the
    shuffle, which a match alone does without.
    """
    table_id = secrets.token_bytes(16)
    return Table(
        table_id.hex(),
        name,
        game,
        options,
        seats,
        new_token=secrets.token_urlsafe,
        new_decks=decks or (lambda: SeededDecks(secrets.token_bytes(32), table_id)),
        bot_seconds=bot_seconds,
        clock=clock,
        pause=pause,
        code=_new_code() if code == "" else code or "",
        has_bots=bool(levels(game.NAME)),
        bots=bots,
        unattended=unattended,
        new_code=_new_code,
        date=_now,
        new_nonce=_new_nonce if shared else None,
    )


def take_up(
    journal: Journal,
    now: float,
    *,
    bot_seconds: float = 0.6,
    unattended: bool = False,
    decks: Callable[[], Decks] | None = None,
) -> Table:
    """Return a table in the middle of a match that another program has left.

    Without `decks`, which makes them, they follow from the seed in the journal. Raises
    JournalError.
    """
    terms = journal.terms
    game = GAMES.get(terms.game)
    if game is None:
        raise OtherReleaseError("this program does not know its game, {game}", game=terms.game[:40])
    shuffler = bytes.fromhex(terms.shuffler)
    if len(terms.bots) >= len(terms.room.seats) or not set(terms.bots) <= {*LEVELS}:
        raise damaged(1)
    try:
        table = Table(
            terms.id,
            terms.name,
            game,
            parse_options(game.Options, terms.options),
            len(terms.room.seats),
            new_token=secrets.token_urlsafe,
            new_decks=lambda: SeededDecks(secrets.token_bytes(32), shuffler),
            bot_seconds=bot_seconds,
            clock=terms.clock,
            pause=terms.pause,
            has_bots=bool(levels(game.NAME)),
            bots=terms.bots,
            unattended=unattended,
            new_code=_new_code,
            date=_now,
            new_nonce=None if journal.alone else _new_nonce,
        )
    except ValueError as error:  # house rules, seats, a clock or a pause that do not exist
        raise damaged(1) from error
    resume(table, journal, now, decks)
    return table


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def _new_code() -> str:
    return new_code(secrets.choice)


def _new_nonce() -> bytes:
    return secrets.token_bytes(32)
