"""Trials at a table before a match: names, chat, permissions, bots."""

from __future__ import annotations

from typing import Any, Final

from kozyr_kits.conformance.hosts.arrival_trials import return_to
from kozyr_kits.conformance.hosts.connections import FULL_HELLO, Connection
from kozyr_kits.conformance.hosts.moving_trials import try_moving
from kozyr_kits.conformance.hosts.owner_trials import OWNER, TERMS
from kozyr_kits.conformance.hosts.seat_trials import try_requests, try_seat_of_absent
from kozyr_kits.conformance.hosts.steps import Sent, Step, Trial, carry_out, sample
from kozyr_kits.conformance.hosts.table import NAME, PORT, TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.public.host import PERMISSIONS, Role
from net.wire.from_host import Refused, Said, Welcomed
from net.wire.message import Message
from net.wire.to_host import (
    Accept,
    Ask,
    ChangeGame,
    Clear,
    Decline,
    Fill,
    Here,
    Identify,
    Join,
    Migrate,
    Ping,
    Prepared,
    Reached,
    Request,
    Say,
    Start,
)

MOVING: Final = (Migrate, Accept, Decline, Reached, Prepared)

PHRASE: Final = Say("Hello from the kit", "hello_from_kit")
"""A phrase that no client words otherwise."""
SLOW: Final = 400
"""The milliseconds of a round trip from which a line is slow."""

LINES: Final = 8
"""The number of lines sent in one go: more than a seat may send."""


async def gather(table: TableUnderTest) -> None:
    """Take all free seats, and carry out the trials of a table that gathers."""
    first = await table.sit(
        Join(f"  {NAME}\x07\tand 漢 the rest of a name"[:24], table.line.id), at_once=True
    )
    await table.watch()
    if first is None:
        return
    name = _names(table)[first.observer.seat or 0]
    right = 0 < len(name) <= 24 and name.isprintable() and "漢" not in name
    table.report.expect("names", right, f"a name of all kinds of signs becomes {brief(name)}")
    room, seat = first.observer.room, first.observer.seat
    if sum(line.kind == "human" for line in room.seats) == 1:
        said = f"Gathered.owner is {brief(room.owner)} after seat {brief(seat)} alone has sat down"
        table.report.expect("first-owner", room.owner == seat, said)
    await carry_out(table, (Step("hello-again", "first", FULL_HELLO, "Welcomed", _line, "tables"),))
    if table.free and table.owner is first:
        await carry_out(table, _bots(table.free[0]))
        await try_requests(table)
    while table.free and (player := await _next_player(table)) is not None:
        await _check_newcomer(table, player)
    await carry_out(table, ROOM)
    await try_phase(table)
    if table.owner is not None and table.guest is not None:
        await carry_out(table, (*OWNER, *TERMS))
        await try_seat_of_absent(table)
        await try_moving(table)


def _names(table: TableUnderTest) -> list[str]:
    return [line.name for line in table.players[0].observer.room.seats if line.kind]


def _line(table: TableUnderTest, who: Connection, answer: Welcomed) -> bool:
    """Tell whether a later Welcomed shows the table as it is now."""
    seats, free = len(who.observer.room.seats), len(table.free)
    return any(
        (each.id, each.seats, each.free) == (table.line.id, seats, free) for each in answer.tables
    )


async def _next_player(table: TableUnderTest) -> Connection | None:
    """Have a player sit down; the second one sends a token that opens no seat."""
    if len(table.players) != 1:
        return await table.sit()
    player = await table.sit(Join(NAME, table.line.id, "no-such-token"))
    seated = player.observer.seated if player else None
    given = seated is not None and seated.token not in ("", "no-such-token")
    table.report.expect("no-such-token", given, f"it is answered with {brief(seated)}")
    return player if given else None


async def _check_newcomer(table: TableUnderTest, player: Connection) -> None:
    """Check that all others are told of a new player, and that no name occurs twice."""
    seat = player.observer.seat
    told = f"is not told who takes seat {seat}"
    await table.expect_all("changes", lambda c: c.observer.has_heard("sat", seat), told, but=player)
    names = _names(table)
    table.report.expect("names", len(set(names)) == len(names), f"names: {brief(names)}")


async def _talk(table: TableUnderTest) -> None:
    """Check that all hear a line of chat, and that a seat that sends too many is refused."""
    speaker = table.players[-1]
    seat, heard = speaker.observer.seat, speaker.observer.heard
    for line in range(LINES):
        speaker.send(Say(f"line {line}"))

    def refused() -> int:
        return sum(isinstance(m, Refused) and m.code == "fast" for m in heard)

    def said() -> int:
        return sum(isinstance(m, Said) and m.seat == seat for m in heard)

    await table.net.until(lambda: said() + refused() >= LINES)
    table.report.expect("talk-limit", refused(), f"{LINES} lines at once are all passed on")
    lines = (seat, "line 0")
    await table.expect_all(
        "talk",
        lambda c: any(isinstance(m, Said) and (m.seat, m.text) == lines for m in c.observer.heard),
        "does not hear what is said",
    )


# --- permissions ---------------------------------------------------------------------------------


async def try_phase(table: TableUnderTest) -> None:
    """Have one of ours in each role send every message that it may not send now.

    A host that does not say `migrates` need not know the messages of section 12, and one that lists
    no `games` need not know ChangeGame.
    """
    for role, connection in table.roles.items():
        phase, who = connection.observer.phase, role.name.lower()
        who = {"player": "guest"}.get(who, who)
        for kind, permission in PERMISSIONS.items():
            if kind in MOVING and not table.net.migrates:
                continue
            if kind is ChangeGame and not table.net.games:
                continue
            code = permission.code if phase not in permission.phases else ""
            if role < permission.role:
                code = "watching" if role is Role.WATCHER else "owner"
            if code:
                await carry_out(table, (Step("phases", who, sample(kind), f"Refused {code}"),))
        again: list[Sent] = [sample(Join), return_to(table, connection)]
        again += [Request()] if role > Role.WATCHER else []
        for message in again:
            await carry_out(table, (Step("phases", who, message, "Refused joined"),))


async def refused_unheard(table: TableUnderTest) -> None:
    """Check that the others do not hear of a refused request."""
    watcher = table.watcher
    if watcher is None:
        return
    others = [each for each in table if each is not watcher]
    for each in others:
        await table.net.catch_up(each)
    before = {each: each.observer.room for each in others}
    await carry_out(table, (Step("", "watcher", Here(), "Refused watching"),))
    for each in others:
        await table.net.catch_up(each)
        room = each.observer.room
        unheard = room is before[each] or bool(room.happened)
        table.report.expect("unheard", unheard, f"{each.observer.who} hears of a watcher's Here")


def _key(table: TableUnderTest, who: Connection) -> Message:
    """Return an Identify with a key of the player's own, and the port of its program."""
    return Identify(f"{table.players.index(who):064x}", PORT)


# --- the table, step by step ---------------------------------------------------------------------


def _bots(seat: int) -> Trial:
    def occupied_by(kind: str) -> Any:
        return lambda table, who, room: room.seats[seat].kind == kind

    return (
        Step("starting", "owner", Start(), "Refused free"),
        Step("filling", "owner", Fill(seat, "genius"), "Refused level"),
        Step("filling", "owner", Fill(seat, "easy"), "Gathered", occupied_by("bot:easy"), "seats"),
        Step("filling", "owner", Clear(seat), "Gathered", occupied_by(""), "seats"),
    )


def _passed_on(table: TableUnderTest, who: Connection, said: Said) -> bool:
    return (said.text, said.phrase) == (PHRASE.text, PHRASE.phrase)


def _hears_phrase(table: TableUnderTest, each: Connection) -> bool:
    lines = (message for message in each.observer.heard if isinstance(message, Said))
    return any(line.phrase == PHRASE.phrase for line in lines)


def _sees_slow_seat(table: TableUnderTest, each: Connection) -> bool:
    seat = table.players[-1].observer.seat or 0
    return each.observer.has_heard("slow", seat) and each.observer.line(seat).slow


ROOM: Final[Trial] = (
    Step("no-words", "first", Say(" \u200b"), "Refused empty"),
    Step("phrase", "first", PHRASE, "Said", _passed_on, "text phrase", _hears_phrase),
    _talk,
    Step(
        "slow",
        "last",
        Ping(SLOW, took=SLOW),
        "Ponged",
        everybody=_sees_slow_seat,
        where="Gathered.seats",
    ),
    Step("no-offers", "players", Ask(), "Offered", lambda t, who, told: not told.moves, "moves"),
    Step("no-silence", "players", _key, "Gathered"),
    Step("watchers-join", "watchers", lambda t, who: Join(NAME, t.line.id), "Refused joined"),
    refused_unheard,
)
