"""Trials of the owner's requests before a match: about people, and about the terms."""

from __future__ import annotations

from typing import Any, Final

from core.game import house_rules
from kozyr_kits.conformance.hosts.arrival_trials import try_wrong_code
from kozyr_kits.conformance.hosts.connections import Connection
from kozyr_kits.conformance.hosts.steps import Step, Trial, carry_out
from kozyr_kits.conformance.hosts.table import NAME, TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.public.client import plain_code
from net.wire.from_host import Closed, Gathered, Refused
from net.wire.message import Message
from net.wire.to_host import (
    Allow,
    Clock,
    HandOver,
    Join,
    LetIn,
    NewCode,
    Pause,
    PutOut,
    Ready,
    Rematch,
    Request,
    Rule,
    Say,
    Start,
)


def _watcher(who: Connection) -> str:
    return next((line.name for line in who.observer.room.watchers), "")


def _turned_away(name: str, kind: type[Refused | Closed], code: str) -> Any:
    """Return a check that a newcomer, or a would-be watcher, hears this code."""

    async def check(table: TableUnderTest) -> None:
        newcomer, told = await table.join(Join(NAME, table.line.id, watch=kind is Closed))
        await newcomer.close()
        right = isinstance(told, kind) and told.code == code
        table.report.expect(name, right, f"Join is answered with {brief(told)}, not {code}")

    return check


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
        await table.net.catch_up(table.owner)  # the owner has to name that watcher


async def _hand_over(table: TableUnderTest) -> None:
    """Hand the table to a guest and back; after each step the giver must no longer own it."""
    giver, receiver = table.owner, table.guest
    if giver is None or receiver is None:
        return
    await _hand_from(table, giver, receiver)
    await _hand_from(table, receiver, giver)


async def _hand_from(table: TableUnderTest, old: Connection, new: Connection) -> None:
    seat = new.observer.seat
    assert seat is not None
    room = await table.net.ask(old, HandOver(seat), Gathered)
    right = room is not None and room.owner == seat
    table.report.expect("handed-over", right, f"HandOver to {seat} is answered with {brief(room)}")
    again = await table.net.ask(old, HandOver(seat), Refused)
    right = again is not None and again.code == "owner"
    table.report.expect("handed-over", right, f"a second one is answered with {brief(again)}")
    await table.net.until(lambda: new.observer.room.owner == seat)


OWNER: Final[Trial] = (
    Step("locked", "owner", Allow(newcomers=False), "Gathered", lambda t, w, r: r.locked, "locked"),
    _turned_away("locked", Refused, "locked"),
    Step("request-refused", "watcher", Request(), "Refused locked"),
    Step("", "owner", Allow(newcomers=True), "Gathered"),
    Step("", "owner", Allow(watchers_talk=False), "Gathered"),
    Step("quiet", "watcher", Say("hello"), "Refused quiet"),
    Step("request-refused", "watcher", Request(), "Refused quiet"),
    Step("", "owner", Allow(watchers_talk=True), "Gathered"),
    Step("put-out-nobody", "owner", PutOut(), "Refused nobody"),
    Step("", "owner", lambda t, w: PutOut(watcher=_watcher(w)), "Gathered"),
    _gone("put-out", "removed"),
    _watch,
    Step("", "owner", Allow(watching=False), "Gathered"),
    _gone("unwatched", "unwatched"),
    Step("", "owner", Allow(watching=True), "Gathered"),
    _watch,
    Step("", "owner", lambda t, w: PutOut(watcher=_watcher(w), keep_out=True), "Gathered"),
    _gone("kept-out", "barred"),
    _turned_away("kept-out", Closed, "barred"),
    Step("kept-out", "owner", _let_in, "Gathered", lambda t, w, r: not r.kept_out, "kept_out"),
    _watch,
    _hand_over,
    Step("not-oneself", "owner", lambda t, w: PutOut(w.observer.seat), "Refused yourself"),
)


def _other_rule(table: TableUnderTest, who: Connection) -> Message:
    assert who.observer.game is not None
    rule, options = house_rules(who.observer.game.Options)[0], who.observer.room.options
    return Rule({rule.name: next(each for each in rule.values if each != options.get(rule.name))})


def _rule_before(table: TableUnderTest, who: Connection) -> Message:
    facts = who.observer.facts_of("rule")
    return Rule({str(facts["rule"]): facts["before"]}) if facts else _other_rule(table, who)


def _ruled(table: TableUnderTest, who: Connection, room: Gathered) -> bool:
    """Tell whether only the first house rule has changed, and that is reported."""
    assert who.observer.game is not None
    before = [message for message in who.observer.heard[:-1] if isinstance(message, Gathered)][-1]
    facts, name = who.observer.facts_of("rule"), house_rules(who.observer.game.Options)[0].name
    wanted = {**before.options, name: facts.get("value")}
    return facts.get("rule") == name and before.options != room.options == wanted


def _other_clock(table: TableUnderTest, who: Connection) -> Message:
    return Clock(60 if who.observer.room.clock != 60 else 30)


def _clock_before(table: TableUnderTest, who: Connection) -> Message:
    return Clock(int(who.observer.facts_of("clock").get("before", 0)))


def _other_pause(table: TableUnderTest, who: Connection) -> Message:
    return Pause(60 if who.observer.room.pause != 60 else 30)


def _pause_before(table: TableUnderTest, who: Connection) -> Message:
    return Pause(int(who.observer.facts_of("pause").get("before", 0)))


def _paused(table: TableUnderTest, who: Connection, room: Gathered) -> bool:
    return room.pause in (30, 60) and _nobody_ready(table, who, room)


async def _change_code(table: TableUnderTest) -> None:
    """Ask for another code: a table that has one takes it, and refuses the earlier one."""
    if not table.line.code:
        await carry_out(table, CODELESS)
    elif (owner := table.owner) is not None:
        await carry_out(table, CODED)
        earlier, table.net.code = table.net.code, owner.observer.room.code
        if _another_code(earlier, table.net.code):
            await try_wrong_code(table, earlier, "new-code")


def _another_code(code: str, other: str) -> bool:
    return bool(other) and plain_code(code) != plain_code(other)


def _recoded(table: TableUnderTest, who: Connection, room: Gathered) -> bool:
    return _another_code(table.net.code, room.code)


def _sees_code(table: TableUnderTest, each: Connection) -> bool:
    return table.owner is not None and each.observer.room.code == table.owner.observer.room.code


CODELESS: Final[Trial] = (Step("codeless", "owner", NewCode(), "Refused codeless"),)

CODED: Final[Trial] = (
    Step("new-code", "owner", NewCode(), "Gathered", _recoded, "code", _sees_code),
)


def _nobody_ready(table: TableUnderTest, who: Connection, room: Gathered) -> bool:
    return not any(line.ready for line in room.seats if line.kind == "human")


def _ready_for_old_terms(table: TableUnderTest, who: Connection) -> Message:
    return Ready(True, who.observer.room.terms - 1)


TERMS: Final[Trial] = (
    Step("rematch", "guest", Rematch(), "Gathered", lambda t, w, r: r.rematch == "same", "rematch"),
    Step("rematch", "guest", Ready(False), "Gathered", lambda t, w, r: not r.rematch, "rematch"),
    Step("", "guest", lambda t, w: Ready(True, w.observer.room.terms), "Gathered"),
    Step("changes", "owner", _other_rule, "Gathered", _ruled, "options happened"),
    Step("changes", "owner", _rule_before, "Gathered", _ruled, "options happened"),
    Step("", "guest", lambda t, w: Ready(True, w.observer.room.terms), "Gathered"),
    Step("unready", "owner", _other_clock, "Gathered", _nobody_ready, "seats"),
    Step("terms", "guest", _ready_for_old_terms, "Refused terms"),
    Step("", "owner", _clock_before, "Gathered"),
    Step("pause", "owner", _other_pause, "Gathered", _paused, "pause"),
    Step("", "owner", _pause_before, "Gathered"),
    Step("clocks", "owner", Clock(7), "Refused clock"),
    Step("pauses", "owner", Pause(7), "Refused pause"),
    Step("rules", "owner", Rule({"no such rule": 1}), "Refused rule"),
    _change_code,
    Step("starting", "owner", Start(), "Refused unready"),
)


def _gathers(table: TableUnderTest, who: Connection, room: Gathered) -> bool:
    return room.phase == "gathering"


def _sees_gathering(table: TableUnderTest, each: Connection) -> bool:
    return each.observer.phase == "gathering"


async def _sees_no_match(table: TableUnderTest) -> None:
    """Have a player who has seen the end of the match come back."""
    if table.guest is not None:
        shown = (await table.come_back(table.guest)).observer.position
        said = f"after a Rule a player who comes back hears {brief(shown)}"
        table.report.expect("rule-after", shown is None, said)


AFTER_MATCH: Final[Trial] = (
    Step("rule-after", "owner", _other_rule, "Gathered", _gathers, "phase", _sees_gathering),
    _sees_no_match,
    Step("", "owner", _rule_before, "Gathered"),
)
