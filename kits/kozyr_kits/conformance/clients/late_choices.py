"""Choices of a host that knows all nonces, and so every deck: seats, rules, the match that counts.
No I/O.

None of them touches a card: a client that deals the match again by the messages it received finds
no fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from core.game import OptionError, Seat, house_rules, parse_options, plain_options
from kozyr_kits.conformance.clients.lies import CUT, Heard, LieTo, Told, remembering
from net.public.host import PLAYING, Table
from net.wire.from_host import Committed, FromHost, Gathered
from net.wire.message import RoomChange, SeatLine
from net.wire.to_host import Play, Start

ClientSeat: TypeAlias = Callable[[], Seat]
"""Returns the seat of the client under test."""
Change: TypeAlias = Callable[[Gathered, Seat], Gathered]

GIVEN_UP: Final = 2
"""The matches that a host gives up before it plays one to its end."""


# --- lies to one client --------------------------------------------------------------------------


def told_later(change: Change, *, cut: bool = False) -> LieTo:
    """Show another room once all nonces are known, as long as the match lasts.

    If `cut`, the connection breaks in between, so that no change is reported.
    """

    @remembering
    def lie(message: FromHost, heard: Heard) -> Told:
        if isinstance(message, Gathered) and heard.kept and message.phase == PLAYING:
            message = change(message, heard.seat)
        yield message
        if isinstance(message, Committed) and message.stage == "done" and not heard.kept:
            heard.kept.append(message)
            yield CUT if cut else replace(change(heard.room, heard.seat), happened=[])

    return lie


cut_when_known: Final = told_later(lambda room, seat: room, cut=True)
"""Breaks the connection once all nonces are known."""


@remembering
def owner_called(message: FromHost, heard: Heard) -> Told:
    """Make the client the owner, who need not be ready, just before the match begins."""
    if isinstance(message, Gathered):
        if any(change.kind == "begun" for change in message.happened):
            [before] = heard.kept
            happened = [each for each in message.happened if each.kind != "begun"]
            yield replace(message, phase=before.phase, owner=heard.seat, happened=happened)
            message = replace(message, happened=[RoomChange("begun", facts={"match": 1})])
        heard.kept[:] = [message]
    yield message


def others_swapped(room: Gathered, seat: Seat) -> Gathered:
    """Let two other players change seats."""
    first, second = [other for other in range(len(room.seats)) if other != seat][:2]
    seats = [*room.seats]
    seats[first], seats[second] = seats[second], seats[first]
    return replace(room, seats=seats)


def other_name(room: Gathered, seat: Seat) -> Gathered:
    """Put another person in the seat of one of the others."""
    return _other_line(room, seat, "human", name="Mallory")


def other_level(room: Gathered, seat: Seat) -> Gathered:
    """Give a bot a better level."""
    return _other_line(room, seat, "bot:", kind="bot:expert")


def other_clock(room: Gathered, seat: Seat) -> Gathered:
    """Set a clock with less time."""
    return replace(room, clock=30 if room.clock == 15 else 15)


def other_pause(room: Gathered, seat: Seat) -> Gathered:
    """Let finished deals lie open for another time."""
    return replace(room, pause=60 if room.pause == 30 else 30)


def _other_line(room: Gathered, seat: Seat, held_by: str, **changes: str) -> Gathered:
    def other(at: Seat, line: SeatLine) -> SeatLine:
        meant = at != seat and line.kind.startswith(held_by)
        return replace(line, **changes) if meant else line

    return replace(room, seats=[other(at, line) for at, line in enumerate(room.seats)])


# --- changes of the table ------------------------------------------------------------------------


def by_other_rules(table: Table, client: ClientSeat) -> None:
    """Deal by house rules other than those with which the match began, and show them."""
    _once_known(table, lambda: _take_other_rules(table))


def reseated(table: Table, client: ClientSeat) -> None:
    """Have the client and a bot change seats."""

    def swap() -> None:
        room, seat = table.room, client()
        other = next(at for at, holder in enumerate(room) if not holder.human)
        holders = room.holders
        holders[seat], holders[other] = holders[other], holders[seat]
        room.seat_of.update({c: other for c, at in room.seat_of.items() if at == seat})

    _once_known(table, swap)


def given_up(table: Table, client: ClientSeat) -> None:
    """Give up matches after the client's first move, and begin others in their place."""
    receive, left = table.receive, [True] * GIVEN_UP

    def give_up(*said: Any, **how: Any) -> Any:
        connection, message, now, *_ = said
        effects = receive(*said, **how)
        taken = isinstance(message, Play) and table.room.seat_of.get(connection) == client()
        if taken and table.phase == PLAYING and left:
            left.pop()
            table.give_up_match()
            table.match = None
            table.room.changes.note("abandoned", match=table.matches)
            table.show_room()
            effects += table.tick(now)
        return effects

    table.receive = give_up  # type: ignore[method-assign]  # it cheats


def begun_unready(table: Table, client: ClientSeat, *, called: bool = False) -> None:
    """Change the house rules and begin at once, although no player is ready.

    If `called`, the change claims that the client is ready.
    """
    receive, begun = table.receive, list[bool]()

    def begin(*said: Any, **how: Any) -> Any:
        _, message, now, *_ = said
        if not isinstance(message, Start) or begun:
            return receive(*said, **how)
        begun.append(True)
        _take_other_rules(table)
        table.agreement._renew()
        if called:
            holder = table.room[client()]
            holder.ready = True
            table.room.changes.note("ready", client(), holder.name)
        table.begin_match(now)
        return table.tick(now)

    table.receive = begin  # type: ignore[method-assign]  # it cheats


def _once_known(table: Table, act: Callable[[], None]) -> None:
    """Have a table act once all nonces are known, before it shows the first position."""
    new = table.new_match

    def dealt(*setup: Any, **how: Any) -> Any:
        act()
        match = new(*setup, **how)
        show = match.show

        def show_room_first(*position: Any, **how: Any) -> None:
            match.show = show  # type: ignore[method-assign]  # it cheats
            table.show_room()
            show(*position, **how)

        match.show = show_room_first  # type: ignore[method-assign]  # it cheats
        return match

    table.new_match = dealt  # type: ignore[method-assign]  # it cheats


def _take_other_rules(table: Table) -> None:
    """Set other house rules, and note the change."""
    game, old = table.game, plain_options(table.agreement.options)
    for rule in house_rules(game.Options):
        for value in reversed(rule.values):
            try:
                options = parse_options(game.Options, {**old, rule.name: value})
                game.new(options, len(table.room))
            except OptionError:
                continue
            if options != table.agreement.options:
                table.agreement.options = options
                now = plain_options(options)[rule.name]
                changes = table.room.changes
                changes.note("rule", rule=rule.name, value=now, before=old[rule.name])
                return
