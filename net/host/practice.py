"""Continues a recorded match from one of its positions, alone against bots. Keeps nothing."""

import secrets
from collections.abc import Sequence
from functools import partial

from core.bots import LEVELS
from core.game import Seat, plain_options
from core.records.replay import Replay
from core.shuffle import SeededDecks
from net.host.bots import Bots
from net.host.factory import take_up
from net.host.local import LocalLink, own_seat
from net.host.runtime import Runtime
from net.table import journal
from net.table.clock import SOLO_PAUSE
from net.table.lobby import Lobby


def play_on(
    replay: Replay, at: int, seat: Seat, level: str, now: float, *, bot_seconds: float = 0.6
) -> LocalLink:
    """Return a link to a match that continues from a position of a record, at one of its seats.

    The cards already dealt stay as they were, later deals are new. Bots of the record play as they
    did; a bot of `level` plays for everybody else. No record is written, so that no statistics
    count it.
    """
    written = _journal(replay, at, seat, level)
    decks = partial(_Decks, replay.orders(at), bytes.fromhex(written.terms.seed))
    table = take_up(written, now, bot_seconds=bot_seconds, decks=decks)
    runtime = Runtime(Lobby(written.terms.host, [table]), Bots(), None, None)
    return LocalLink(runtime, own_seat(written), owns_runtime=True)


class _Decks:
    """Decks that repeat the old orders and then go on with new ones."""

    def __init__(self, orders: Sequence[Sequence[str]], seed: bytes) -> None:
        self._known = list(orders)
        self._new = SeededDecks(seed)

    def __call__(self, cards: Sequence[str], /) -> Sequence[str]:
        return self._known.pop(0) if self._known else self._new(cards)


def _journal(replay: Replay, at: int, own: Seat, level: str) -> journal.Journal:
    """Write the match up to a position as if its table had been left there."""
    table = secrets.token_bytes(16)
    room = journal.RoomEntry(
        tuple(
            journal.SeatEntry(player.name, secrets.token_urlsafe(), "", 0)
            if seat == own
            else journal.SeatEntry(player.name, "", _level(player.kind, level), 0)
            for seat, player in enumerate(replay.players)
        ),
        own,
        "",
    )
    name = replay.players[own].name
    terms = journal.Terms(
        journal.VERSION,
        table.hex(),
        name,
        replay.game.NAME,
        dict(plain_options(replay.options)),
        0,
        secrets.token_bytes(32).hex(),
        table.hex(),
        1,
        0,
        room,
        own,
        name,
        pause=SOLO_PAUSE,
    )
    changes: list[journal.MoveEntry | journal.DealEntry] = []
    deal = 1
    for step in replay.steps[:at]:
        if step.seat is not None:
            changes.append(journal.MoveEntry(step.seat, step.move))
        elif any(event.kind == "began" for event in step.events):
            deal += 1
            changes.append(journal.DealEntry(deal))
    return journal.Journal(terms, tuple(changes))


def _level(kind: str, usual: str) -> str:
    level = kind.removeprefix("bot:")
    return level if kind != level and level in LEVELS else usual
