"""Tries a table before a match: names, chat, who may do what, house rules, bots, readiness."""

from __future__ import annotations

from typing import Final

from core.game import house_rules
from net.conformance.company import NAME, Company
from net.conformance.owner import try_owner
from net.conformance.probes import try_phase
from net.conformance.reading import Heard
from net.conformance.sentences import (
    CHANGES,
    FILLING,
    HELLO_AGAIN,
    NAMES,
    NO_OFFERS,
    NO_SUCH_TOKEN,
    STARTING,
    TALK,
    TALK_LIMIT,
    TERMS,
    UNREADY,
    WATCHERS_JOIN,
)
from net.conformance.visit import HELLO, Visitor
from net.wire.message import Message
from net.wire.to_host import Ask, Clear, Clock, Fill, Join, Ready, Rule, Say, Start

LINES: Final = 8
"""Said in one go: more than a seat may."""


async def gather(company: Company) -> None:
    """Take all free seats, and try what can be tried while people gather."""
    first = await company.sit(f"  {NAME}\x07\tand 漢 the rest of a name"[:24], at_once=True)
    await company.watch()
    if first is None:
        return
    _check_names(company, first)
    await _check_line(company, first)
    free = _free(first)
    if free and company.owner is first:
        await _try_start(company, first, "free")
        await _try_bots(company, first, free[0])
    while _free(first) and (player := await _next_player(company)) is not None:
        await _check_newcomer(company, player)
    await _try_talk(company)
    for visitor in company.players:
        offered = await company.visit.ask(visitor, Ask(), "Offered")
        company.visit.report.expect(NO_OFFERS, offered.get("moves") == [], f"Offered: {offered}")
    await try_phase(company.visit, company.roles)
    for watcher in company.watchers:
        code = await _refused(company, watcher, Join(NAME, company.table.id))
        company.visit.report.expect(
            WATCHERS_JOIN, code == "joined", f"Join of a watcher is answered with {code!r}"
        )
    await try_owner(company)
    if company.owner is not None and company.guest is not None:
        await _try_terms(company, company.owner, company.guest)


def _free(visitor: Visitor) -> list[int]:
    seats = visitor.observer.room.get("seats", [])
    return [number for number, line in enumerate(seats) if not line.get("kind")]


def _check_names(company: Company, visitor: Visitor) -> None:
    name = _name_of(visitor)
    right = 0 < len(name) <= 24 and name.isprintable() and "漢" not in name
    company.visit.report.expect(NAMES, right, f"a name of all kinds of signs becomes {name!r}")


def _name_of(visitor: Visitor) -> str:
    observer = visitor.observer
    assert observer.seat is not None
    return str(observer.room["seats"][observer.seat].get("name", ""))


async def _check_line(company: Company, visitor: Visitor) -> None:
    """Check that a second Hello at a table is answered with the table as it is now."""
    told = await company.visit.ask(visitor, HELLO, "Welcomed")
    tables: list[Heard] = told.get("tables", [])
    line = next((each for each in tables if each.get("id") == company.table.id), {})
    free, seats = len(_free(visitor)), len(visitor.observer.room["seats"])
    company.visit.report.expect(
        HELLO_AGAIN,
        (line.get("seats"), line.get("free")) == (seats, free),
        f"{free} of {seats} seats are free, and Welcomed says {line}",
    )


async def _next_player(company: Company) -> Visitor | None:
    """Have somebody sit down; the second visitor shows a token that opens no seat."""
    if len(company.players) != 1:
        return await company.sit()
    visitor, told = await company.join(Join(NAME, company.table.id, "no-such-token"))
    given = told.get("token") not in (None, "", "no-such-token")
    company.visit.report.expect(NO_SUCH_TOKEN, given, f"it is answered with {told}")
    if not given:
        await visitor.close()
        return None
    company.players.append(visitor)
    return visitor


async def _check_newcomer(company: Company, player: Visitor) -> None:
    """Check that all others are told who has sat down, and that no name occurs twice."""
    seat = player.observer.seat
    for other in (visitor for visitor in company if visitor is not player):

        def told(other: Visitor = other) -> bool:
            return any(
                change["kind"] == "sat" and change.get("seat") == seat
                for message in other.observer.heard
                for change in message.get("happened", ())
            )

        heard = await company.visit.until(told)
        company.visit.report.expect(
            CHANGES, heard, f"{other.observer.who} is not told who takes seat {seat}"
        )
    names = [line.get("name") for line in player.observer.room["seats"] if line.get("kind")]
    company.visit.report.expect(NAMES, len(set(names)) == len(names), f"names: {names}")


async def _refused(company: Company, visitor: Visitor, message: Message) -> str:
    return str((await company.visit.ask(visitor, message, "Refused")).get("code", ""))


async def _try_start(company: Company, owner: Visitor, expected: str) -> None:
    code = await _refused(company, owner, Start())
    company.visit.report.expect(
        STARTING, code == expected, f"Start is answered with {code!r}, not {expected!r}"
    )


async def _try_bots(company: Company, owner: Visitor, seat: int) -> None:
    """Seat a bot and free the seat again; ask for a level that does not exist."""
    visit, report = company.visit, company.visit.report
    level = await _refused(company, owner, Fill(seat, "genius"))
    report.expect(FILLING, level == "level", f"a bot of no level is answered with {level!r}")
    for message, kind in ((Fill(seat, "easy"), "bot:easy"), (Clear(seat), "")):
        room = await visit.ask(owner, message, "Gathered")
        seen = room["seats"][seat].get("kind", "") if room else "nothing"
        report.expect(
            FILLING, seen == kind, f"after {type(message).__name__} seat {seat} has {seen!r}"
        )


async def _try_talk(company: Company) -> None:
    """Check that everybody hears what is said, and that a seat that says too much is refused."""
    visit, report = company.visit, company.visit.report
    speaker = company.players[-1]
    for line in range(LINES):
        speaker.send(Say(f"line {line}"))

    def answered() -> int:
        heard = speaker.observer.heard
        said = [m for m in heard if m["type"] == "Said" and m["seat"] == speaker.observer.seat]
        return len(said) + len([m for m in heard if m.get("code") == "fast"])

    await visit.until(lambda: answered() >= LINES)
    refused = [m for m in speaker.observer.heard if m["type"] == "Refused"]
    report.expect(TALK_LIMIT, bool(refused), f"{LINES} lines at once are all passed on")
    for visitor in company:

        def heard(visitor: Visitor = visitor) -> bool:
            return any(
                message["type"] == "Said"
                and (message["seat"], message["text"]) == (speaker.observer.seat, "line 0")
                for message in visitor.observer.heard
            )

        report.expect(
            TALK, await visit.until(heard), f"{visitor.observer.who} does not hear what is said"
        )


async def _try_terms(company: Company, owner: Visitor, guest: Visitor) -> None:
    """Agree, have the owner change something, and agree to what no longer holds."""
    visit, report = company.visit, company.visit.report
    seen = guest.observer.room.get("terms", 0)
    await visit.ask(guest, Ready(True, seen), "Gathered")
    await _try_rules(company, owner)
    before = owner.observer.room.get("clock", 0)
    other = 60 if before != 60 else 30
    room = await visit.ask(owner, Clock(other), "Gathered")
    seat = guest.observer.seat
    assert seat is not None
    ready = bool(room) and room["seats"][seat].get("ready", False)
    report.expect(UNREADY, bool(room) and not ready, "a new clock, and players are still ready")
    code = await _refused(company, guest, Ready(True, seen))
    report.expect(TERMS, code == "terms", f"a Ready for old terms is answered with {code!r}")
    await visit.ask(owner, Clock(before), "Gathered")
    await _try_start(company, owner, "unready")


async def _try_rules(company: Company, owner: Visitor) -> None:
    """Change a house rule and change it back."""
    visit, game = company.visit, owner.observer.game
    if game is None:
        return
    for rule in house_rules(game.Options):
        now = owner.observer.room["options"].get(rule.name)
        other = next(value for value in rule.values if value != now)
        for value in (other, now):
            room = await visit.ask(owner, Rule({rule.name: value}), "Gathered")
            got = room.get("options", {}).get(rule.name)
            happened = [change["kind"] for change in room.get("happened", ())]
            visit.report.expect(
                CHANGES,
                got == value and "rule" in happened,
                f"Rule {rule.name}={value} brings {got} and tells {happened}",
            )
        return
