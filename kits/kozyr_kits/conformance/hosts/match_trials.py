"""Trials within a match: wrong moves, repeated ones, lost connections, newcomers, time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from core.game import Move
from kozyr_kits.conformance.hosts.connections import Connection
from kozyr_kits.conformance.hosts.room_trials import SLOW, refused_unheard, try_phase
from kozyr_kits.conformance.hosts.seat_trials import give_bots_seat
from kozyr_kits.conformance.hosts.steps import Sent, Step, Trial
from kozyr_kits.conformance.hosts.table import NAME, TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.wire.from_host import Paused, Ponged, Refused, Timed, Updated
from net.wire.protocol import MAX_FRAME, BadMessageError
from net.wire.to_host import Here, Join, Nudge, Ping, Play, Wait
from net.wire.views import parse_view

ILLEGAL: Final = "dance"
BOT_SECONDS: Final = 15.0
"""The time to wait for a bot, which has 10 s to decide."""
MOST_ANSWER_SECONDS: Final = 40
"""If a host gives a player longer to answer a Nudge, that is not awaited."""
QUICK: Final = 200
"""The milliseconds of a round trip up to which a line becomes quick again."""
CHANGED_SECONDS: Final = 30.0
"""The time for which a line that has become slow stays slow."""
WAITED_SECONDS: Final = 5.0
"""A run with nothing else to do waits only if fewer seconds than this are left of that time."""


def legal_moves(player: Connection) -> tuple[Move, ...]:
    """Return the legal moves of one of our players; none if the view cannot be read."""
    observer = player.observer
    if observer.game is None:
        return ()
    try:
        view: Any = parse_view(observer.game, observer.options(), observer.view)
        return tuple(observer.game.legal(view))
    except (BadMessageError, LookupError, ValueError):
        return ()


def _play(skipped: int = 0, ahead: int = 0, *, wrong: bool = False) -> Any:
    """Send a move with too high a number, for a later position, or one that does not exist."""

    def send(table: TableUnderTest, who: Connection) -> Sent:
        observer, mover = who.observer, table.mover or who
        moves = () if wrong else legal_moves(mover)
        move = moves[0] if moves else ILLEGAL
        return Play(observer.number + 1 + skipped, observer.seq + ahead, move)

    return send


def _named(table: TableUnderTest, who: Connection, answer: Refused) -> bool:
    """Tell whether a Refused names the move and, if it names a position, the present one."""
    observer = who.observer
    return answer.number == observer.number + 1 and answer.seq in (observer.seq, 0)


def _next(table: TableUnderTest, who: Connection, answer: Refused) -> bool:
    return answer.facts.get("next") == who.observer.number + 1


WRONG_MOVES: Final[Trial] = (
    Step("refused-moves", "mover", _play(wrong=True), "Refused illegal", _named),
    Step(
        "refused-moves", "mover", _play(wrong=True), "Refused", lambda t, w, told: told.rule, "rule"
    ),
    Step("stale", "mover", _play(ahead=1000), "Refused stale"),
    Step("numbers", "mover", _play(skipped=1), "Refused number", _next, "facts"),
    Step("refused-moves", "other", _play(), "Refused turn stale", _named),
    Step("numbers", "mover", _play(wrong=True), "Refused illegal", _named),
)


def _again(number: int | None = None) -> Any:
    def send(table: TableUnderTest, who: Connection) -> Sent:
        moves = legal_moves(who) or (ILLEGAL,)
        taken = who.observer.number if number is None else number
        return Play(taken, who.observer.seq, moves[0])

    return send


def _unchanged(table: TableUnderTest, who: Connection, answer: Updated) -> bool:
    before = [each for each in who.observer.heard[:-1] if isinstance(each, Updated)][-1]
    return (answer.seq, answer.number, answer.events) == (before.seq, before.number, [])


REPEATED_MOVE: Final[Trial] = (
    Step("once", "mover", _again(), "Updated", _unchanged),
    Step("once", "mover", _again(0), "Updated", _unchanged),
)


def _seat(connection: Connection | None) -> int:
    return (connection.observer.seat if connection else None) or 0


def _nudge(table: TableUnderTest, who: Connection) -> Sent:
    return Nudge(_seat(table.mover))


def _nudge_other(table: TableUnderTest, who: Connection) -> Sent:
    acting = table.mover.observer.acting if table.mover else ()
    others = (each for each in table.players if each not in (who, table.mover))
    return Nudge(next((_seat(each) for each in others if _seat(each) not in acting), _seat(who)))


def _asked(table: TableUnderTest, each: Connection) -> bool:
    return each.observer.has_heard("asked", _seat(table.mover))


NUDGED: Final[Trial] = (
    Step("unawaited", "owner", _nudge_other, "Refused unawaited yourself"),
    Step("asked", "owner", _nudge, "Gathered", everybody=_asked, where="Gathered.happened"),
    Step("", "mover", Here(), "Gathered"),
)


def _stands_in(table: TableUnderTest, each: Connection) -> bool:
    line = each.observer.line(_seat(table.mover))
    return line.idle and line.kind.startswith("bot:")


def _is_back(table: TableUnderTest, each: Connection) -> bool:
    line = each.observer.line(_seat(table.mover))
    return line.kind == "human" and not line.idle


async def _wait_for_bot(table: TableUnderTest) -> None:
    """Have the mover leave a Nudge unanswered: in the end a bot must play."""
    mover = table.mover
    assert mover is not None
    seq = mover.observer.seq
    seconds = min(int(mover.observer.facts_of("asked").get("seconds", 0)), MOST_ANSWER_SECONDS)
    await table.net.wait(lambda: _stands_in(table, mover), seconds)
    said = f"sees no bot in Gathered.seats[{_seat(mover)}] {seconds} s after Nudge"
    await table.expect_all("unanswered", partial(_stands_in, table), said)
    if not _stands_in(table, mover):
        return
    played = await table.net.patiently(lambda: mover.observer.seq > seq, BOT_SECONDS)
    said = f"the bot that stands in makes no move in position {seq}"
    table.report.expect("unanswered", played, said)


UNANSWERED: Final[Trial] = (
    Step("asked", "owner", _nudge, "Gathered", everybody=_asked, where="Gathered.happened"),
    _wait_for_bot,
    Step("unanswered", "mover", Here(), "Gathered", everybody=_is_back, where="Gathered.seats"),
)


def _slow_down(table: TableUnderTest, who: Connection) -> Sent:
    table.slow_sent = time.monotonic()
    return Ping(SLOW, took=SLOW)


async def _note_slow(table: TableUnderTest) -> None:
    table.slow_seen = time.monotonic()


def _slow(table: TableUnderTest, each: Connection) -> bool:
    return any(line.slow for line in each.observer.room.watchers)


def _still_slow(table: TableUnderTest, who: Connection, answer: Ponged) -> bool:
    return _slow(table, who) or time.monotonic() > table.slow_sent + CHANGED_SECONDS


def _quick(table: TableUnderTest, each: Connection) -> bool:
    """Tell whether a line is quick again; a player who was away may have missed both changes."""
    told = each.observer.has_heard
    return (told("quick", None) or not told("slow", None)) and not _slow(table, each)


def _until_quick(table: TableUnderTest) -> float:
    """Return the seconds until the watcher's line becomes quick again at the latest."""
    return table.slow_seen + CHANGED_SECONDS - time.monotonic()


async def _let_time_pass(table: TableUnderTest) -> None:
    await asyncio.sleep(max(0, _until_quick(table)))


SLOW_LINE: Final = "Gathered.watchers"

SLOWER: Final[Trial] = (
    Step("slow", "watcher", _slow_down, "Ponged", everybody=_slow, where=SLOW_LINE),
    _note_slow,
    Step("", "watcher", Ping(QUICK, took=QUICK), "Ponged"),
    Step("quick", "watcher", Ping(QUICK), "Ponged", _still_slow, where=SLOW_LINE),
)

QUICKER: Final[Trial] = (
    _let_time_pass,
    Step("quick", "watcher", Ping(QUICK, took=QUICK), "Ponged", everybody=_quick, where=SLOW_LINE),
)


async def _return_at_once(table: TableUnderTest) -> None:
    """Resume on another connection while the old one is still open."""
    assert table.mover is not None
    table.mover = await table.come_back(table.mover)


async def _break_and_return(table: TableUnderTest) -> None:
    """Break a connection, check that the others are told, and resume."""
    mover = table.mover
    assert mover is not None
    await mover.close()
    await _expect_away(table, mover, away=True)
    table.mover = await table.come_back(mover)
    await _expect_away(table, table.mover, away=False)


async def _expect_away(table: TableUnderTest, player: Connection, *, away: bool) -> None:
    seat = player.observer.seat
    assert seat is not None
    said = f"does not see that seat {seat} is {'away' if away else 'back'}"
    await table.expect_all(
        "away", lambda each: each.observer.line(seat).away is away, said, but=player
    )


async def _newcomer(table: TableUnderTest) -> None:
    """Have one newcomer ask for a seat during a match, and another begin to watch."""
    newcomer, told = await table.join(Join(NAME, table.line.id))
    right = isinstance(told, Refused) and told.code in ("playing", "full")
    table.report.expect("join-again", right, f"Join in a match is answered with {brief(told)}")
    await newcomer.close()
    await table.watch()


LARGE_FRAME: Final[Trial] = (
    Step("bounds", "last_watcher", (MAX_FRAME + 1).to_bytes(4), "Closed garbage"),
)


async def _forget_watcher(table: TableUnderTest) -> None:
    if table.last_watcher is not None:
        await table.forget(table.last_watcher)


async def departure(table: TableUnderTest) -> None:
    """Have a player who is not to move leave: a bot must take the seat."""
    player, mover = table.other, table.mover
    if player is None or mover is None or player.observer.seat is None:
        return
    seat = player.observer.seat
    await table.leave(player)

    def kind() -> str:
        return mover.observer.line(seat).kind

    taken = await table.net.until(lambda: kind().startswith("bot:"))
    table.report.expect(
        "successors", taken, f"seat {seat}, given up in a match, has {brief(kind())}"
    )


def _given(table: TableUnderTest, who: Connection, answer: Timed) -> bool:
    mover = table.mover
    return answer.giver == who.observer.seat and bool(mover and mover.observer.seat in answer.given)


UNTIMED: Final[Trial] = (Step("no-silence", "other", Wait(), "Refused time"),)
"""Without a clock no player can be given time."""

TIMED: Final[Trial] = (
    Step("more-time", "other", Wait(), "Timed", _given),
    Step("more-time", "other", Wait(), "Refused time"),
)


@dataclass(frozen=True, slots=True)
class MatchTrial:
    """A trial for a moment at which one of our players is to move."""

    after: int
    """The least number of our decisions before it."""
    trial: Trial
    fits: Callable[[TableUnderTest], object] = lambda table: True
    """Tells whether it can be tried now; otherwise it waits for a later decision."""


def _owner_waits(table: TableUnderTest) -> bool:
    """Tell whether our owner can ask one of our players: an owner can only ask others."""
    return table.owner not in (None, table.mover)


def _has_time(table: TableUnderTest) -> bool:
    """Tell whether a Nudge may run out: with a host that has answered all, also between deals."""
    heard = table.players[0].observer.heard
    paused = any(isinstance(each, Paused) for each in heard)
    unpaused = table.players[0].observer.room.pause == 0
    return _owner_waits(table) and not table.net.vain and (paused or unpaused)


def _has_clock(table: TableUnderTest) -> bool:
    return table.other is not None and table.other.observer.room.clock > 0


def _no_clock(table: TableUnderTest) -> bool:
    return table.other is not None and table.other.observer.room.clock == 0


def _has_moved(table: TableUnderTest) -> bool:
    return table.mover is not None and table.mover.observer.number > 0


FIRST_MATCH: Final = (
    MatchTrial(0, WRONG_MOVES),
    MatchTrial(0, SLOWER),
    MatchTrial(1, NUDGED, _owner_waits),
    MatchTrial(2, UNTIMED, _no_clock),
    MatchTrial(5, (_return_at_once,)),
    MatchTrial(6, (_break_and_return,)),
    MatchTrial(7, (try_phase, refused_unheard)),
    MatchTrial(8, (_newcomer,)),
    MatchTrial(9, (*LARGE_FRAME, _forget_watcher)),
    MatchTrial(10, REPEATED_MOVE, _has_moved),
    MatchTrial(11, UNANSWERED, _has_time),
    MatchTrial(11, QUICKER, lambda table: _until_quick(table) < WAITED_SECONDS),
)
"""The trials at our first decisions, which every match has."""

SECOND_MATCH: Final = (
    MatchTrial(1, TIMED, _has_clock),
    MatchTrial(1, (departure,), lambda table: table.other is not None),
    MatchTrial(2, (give_bots_seat,)),
)
