"""Trials at a table before a match: names, chat, permissions, house rules, bots."""

from __future__ import annotations

from typing import Any, Final

from core.game import house_rules
from kozyr_kits.conformance.hosts.connections import FULL_HELLO, Connection
from kozyr_kits.conformance.hosts.moving_trials import try_moving
from kozyr_kits.conformance.hosts.seat_trials import try_requests, try_seat_of_absent
from kozyr_kits.conformance.hosts.steps import Step, Trial, carry_out, sample
from kozyr_kits.conformance.hosts.table import NAME, PORT, TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.public.host import PERMISSIONS, Role
from net.wire.from_host import Closed, Gathered, Refused, Said, Welcomed
from net.wire.message import Message
from net.wire.to_host import (
    Accept,
    Allow,
    Ask,
    ChangeGame,
    Clear,
    Clock,
    Decline,
    Fill,
    HandOver,
    Here,
    Identify,
    Join,
    LetIn,
    Migrate,
    Ping,
    Prepared,
    PutOut,
    Reached,
    Ready,
    Rematch,
    Request,
    Rule,
    Say,
    Start,
)

MOVING: Final = (Migrate, Accept, Decline, Reached, Prepared)

PHRASE: Final = Say("Hello from the kit", "hello_from_kit")
"""A phrase that no client words otherwise."""
SLOW: Final = 400
"""The milliseconds of a round trip from which a line is slow."""

LINES: Final = 8
"""The lines sent in one go: more than a seat may send."""


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
    """Tell whether a later Welcomed has the table as it is now."""
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
    """Have one of us in each role send every message that it may not send now.

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
        again = [sample(Join)] if role is Role.WATCHER else [sample(Join), Request()]
        for message in again:
            await carry_out(table, (Step("phases", who, message, "Refused joined"),))


async def refused_unheard(table: TableUnderTest) -> None:
    """Check that the others do not hear of a request that is refused."""
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


async def _say_phrase(table: TableUnderTest) -> None:
    """Check that the code of a phrase is passed on with its text."""
    speaker, mark = table.players[0], {each: len(each.observer.heard) for each in table}
    said = await table.net.ask(speaker, PHRASE, Said)
    told = said and (said.text, said.phrase)
    detail = f"Said.text and Said.phrase are {brief(told)}, not as in {brief(PHRASE)}"
    right = told == (PHRASE.text, PHRASE.phrase)
    if not table.report.expect("phrase", right, detail):
        return

    def heard(each: Connection) -> bool:
        lines = (m for m in each.observer.heard[mark[each] :] if isinstance(m, Said))
        return any(line.phrase == PHRASE.phrase for line in lines)

    await table.expect_all("phrase", heard, f"hears no Said.phrase {PHRASE.phrase}")


async def _be_slow(table: TableUnderTest) -> None:
    """Have a program measure a long round trip; all must hear that its line is slow."""
    slow = table.players[-1]
    seat = slow.observer.seat or 0
    slow.send(Ping(SLOW, took=SLOW))

    def told(each: Connection) -> bool:
        return each.observer.has_heard("slow", seat) and each.observer.line(seat).slow

    said = f"does not hear that seat {seat} is slow after Ping.took {SLOW}"
    await table.expect_all("slow", told, said)


ROOM: Final[Trial] = (
    _say_phrase,
    _talk,
    _be_slow,
    Step("no-offers", "players", Ask(), "Offered", lambda t, who, told: not told.moves, "moves"),
    Step("no-silence", "players", _key, "Gathered"),
    Step("watchers-join", "watchers", lambda t, who: Join(NAME, t.line.id), "Refused joined"),
    refused_unheard,
)


def _watcher(who: Connection) -> str:
    return next((line.name for line in who.observer.room.watchers), "")


async def _refuse_newcomer(table: TableUnderTest) -> None:
    newcomer, told = await table.join(Join(NAME, table.line.id))
    await newcomer.close()
    right = isinstance(told, Refused) and told.code == "locked"
    table.report.expect("locked", right, f"Join is answered with {brief(told)}")


async def _refuse_barred(table: TableUnderTest) -> None:
    newcomer, told = await table.join(Join(NAME, table.line.id, watch=True))
    await newcomer.close()
    right = isinstance(told, Closed) and told.code == "barred"
    said = f"Join from the address of a watcher who is kept out is answered with {brief(told)}"
    table.report.expect("kept-out", right, said)


def _let_in(table: TableUnderTest, who: Connection) -> Message:
    return LetIn((who.observer.room.kept_out or [NAME])[-1])


def _gone(name: str, code: str) -> Any:
    """Return a check that our watcher has been sent away with a code."""

    async def check(table: TableUnderTest) -> None:
        watcher = table.watcher
        if watcher is not None:
            ended = await table.net.is_ended(watcher)
            told = watcher.observer.closed
            right = ended and told is not None and told.code == code
            table.report.expect(name, right, f"a watcher hears {brief(told)}, not {code}")
            await table.forget(watcher)

    return check


async def _watch(table: TableUnderTest) -> None:
    await table.watch()
    if table.owner is not None:
        await table.net.catch_up(table.owner)  # who has to name that watcher


async def _hand_over(table: TableUnderTest) -> None:
    """Hand the table to a guest and back; after each step the giver must no longer own it."""
    giver, receiver = table.owner, table.guest
    if giver is None or receiver is None:
        return
    for old, new in ((giver, receiver), (receiver, giver)):
        seat = new.observer.seat
        assert seat is not None
        room = await table.net.ask(old, HandOver(seat), Gathered)
        right = room is not None and room.owner == seat
        table.report.expect(
            "handed-over", right, f"HandOver to {seat} is answered with {brief(room)}"
        )
        again = await table.net.ask(old, HandOver(seat), Refused)
        right = again is not None and again.code == "owner"
        table.report.expect("handed-over", right, f"a second one is answered with {brief(again)}")
        await table.net.until(lambda: new.observer.room.owner == seat)  # noqa: B023 - awaited here


OWNER: Final[Trial] = (
    Step("locked", "owner", Allow(newcomers=False), "Gathered", lambda t, w, r: r.locked, "locked"),
    _refuse_newcomer,
    Step("request-refused", "watcher", Request(), "Refused locked"),
    Step("", "owner", Allow(newcomers=True), "Gathered"),
    Step("", "owner", Allow(watchers_talk=False), "Gathered"),
    Step("quiet", "watcher", Say("hello"), "Refused quiet"),
    Step("request-refused", "watcher", Request(), "Refused quiet"),
    Step("", "owner", Allow(watchers_talk=True), "Gathered"),
    Step("", "owner", lambda t, w: PutOut(watcher=_watcher(w)), "Gathered"),
    _gone("put-out", "removed"),
    _watch,
    Step("", "owner", Allow(watching=False), "Gathered"),
    _gone("unwatched", "unwatched"),
    Step("", "owner", Allow(watching=True), "Gathered"),
    _watch,
    Step("", "owner", lambda t, w: PutOut(watcher=_watcher(w), keep_out=True), "Gathered"),
    _gone("kept-out", "barred"),
    _refuse_barred,
    Step("kept-out", "owner", _let_in, "Gathered", lambda t, w, r: not r.kept_out, "kept_out"),
    _watch,
    _hand_over,
    Step("not-oneself", "owner", lambda t, w: PutOut(w.observer.seat), "Refused yourself"),
)


async def _change_rules(table: TableUnderTest) -> None:
    """Change a house rule and change it back."""
    owner = table.owner
    game = owner.observer.game if owner else None
    if owner is None or game is None:
        return
    for rule in house_rules(game.Options):
        now = owner.observer.room.options.get(rule.name)
        other = next(value for value in rule.values if value != now)
        for value in (other, now or 0):
            room = await table.net.ask(owner, Rule({rule.name: value}), Gathered)
            got = room.options.get(rule.name) if room else None
            told = room is not None and "rule" in {change.kind for change in room.happened}
            right = got == value and told
            table.report.expect("changes", right, f"Rule {rule.name}={value} brings {brief(room)}")
        return


def _other_clock(table: TableUnderTest, who: Connection) -> Message:
    return Clock(60 if who.observer.room.clock != 60 else 30)


def _clock_before(table: TableUnderTest, who: Connection) -> Message:
    rooms = [message for message in who.observer.heard if isinstance(message, Gathered)]
    changes = [each for room in rooms for each in room.happened if each.kind == "clock"]
    return Clock(int(changes[-1].facts["before"]) if changes else 0)


def _nobody_ready(table: TableUnderTest, who: Connection, room: Gathered) -> bool:
    return not any(line.ready for line in room.seats if line.kind == "human")


def _ready_for_old_terms(table: TableUnderTest, who: Connection) -> Message:
    return Ready(True, who.observer.room.terms - 1)


TERMS: Final[Trial] = (
    Step("rematch", "guest", Rematch(), "Gathered", lambda t, w, r: r.rematch == "same", "rematch"),
    Step("rematch", "guest", Ready(False), "Gathered", lambda t, w, r: not r.rematch, "rematch"),
    Step("", "guest", lambda t, w: Ready(True, w.observer.room.terms), "Gathered"),
    _change_rules,
    Step("", "guest", lambda t, w: Ready(True, w.observer.room.terms), "Gathered"),
    Step("unready", "owner", _other_clock, "Gathered", _nobody_ready, "seats"),
    Step("terms", "guest", _ready_for_old_terms, "Refused terms"),
    Step("", "owner", _clock_before, "Gathered"),
    Step("starting", "owner", Start(), "Refused unready"),
)
