"""Practice: a recorded match is continued from a position, alone against bots, and not kept."""

import secrets
from collections.abc import Iterator

from core.bots import LEVELS
from core.game import Seat, plain_options
from core.match import header
from core.records.replay import Replay
from net.host.bots import Bots
from net.host.factory import take_up
from net.host.local import LocalLink, own_seat
from net.host.runtime import Runtime
from net.table.clock import SOLO_PAUSE
from net.table.lobby import Lobby
from net.table.log import BegunLine, LogLine, OpenedLine, RoomLine, SeatEntry, move_line
from net.table.log_contents import Log, players


def play_on(
    replay: Replay, at: int, seat: Seat, level: str, now: float, *, bot_seconds: float = 0.6
) -> LocalLink:
    """Return a link to a match that continues from a position of a record, at one of its seats.

    The cards already dealt stay as they were, later deals are new. Bots of the record keep their
    levels; bots of `level` play for its players. No record is written, so that no statistics count
    it.
    """
    log = Log(tuple(_lines(replay, at, seat, level)))
    table = take_up(log, now, bot_seconds=bot_seconds)
    runtime = Runtime(Lobby(log.opened.host, [table]), Bots(), None, None)
    return LocalLink(runtime, own_seat(log), owns_runtime=True)


def _lines(replay: Replay, at: int, own: Seat, level: str) -> Iterator[LogLine]:
    """Yield the log of a match up to a position, as of a table that was left there."""
    table, orders = secrets.token_hex(16), replay.orders(at)
    seats = (
        SeatEntry(player.name, token=secrets.token_urlsafe())
        if seat == own
        else SeatEntry(player.name, bot=_level(player.kind, level))
        for seat, player in enumerate(replay.players)
    )
    room, name = RoomLine(tuple(seats), own, ""), replay.players[own].name
    rules = dict(plain_options(replay.options))
    opened = table, name, replay.game.NAME, rules, 0, SOLO_PAUSE, room, table
    yield OpenedLine(*opened, own=own, host=name)
    yield header(replay.game, replay.options, players(room))
    seed = secrets.token_hex(32)
    yield BegunLine(1, 0, table, seed, pause=SOLO_PAUSE, given=len(orders))
    yield from ({"deck": [*order]} for order in replay.opening)
    for step in replay.steps[:at]:
        if step.seat is not None:
            yield move_line(step.seat, step.move)
        yield from ({"deck": [*order]} for order in step.orders)


def _level(kind: str, usual: str) -> str:
    level = kind.removeprefix("bot:")
    return level if kind != level and level in LEVELS else usual
