"""Tries what the owner of a table can do about people; only at a table that is ours."""

from __future__ import annotations

from net.conformance.company import NAME, Company
from net.conformance.sentences import (
    ASKED,
    HANDED_OVER,
    LOCKED,
    NOT_ONESELF,
    PUT_OUT,
    QUIET,
    UNWATCHED,
)
from net.conformance.visit import Visitor
from net.wire.message import Message
from net.wire.to_host import Allow, HandOver, Here, Join, Nudge, PutOut, Say


async def try_owner(company: Company) -> None:
    """Lock and open the table, put people out, hand the table over and back."""
    owner, guest = company.owner, company.guest
    if owner is None or guest is None:
        return
    await _try_lock(company, owner)
    if company.watchers:
        await _try_watchers(company, owner)
    await _try_handing_over(company, owner, guest)
    yourself = await _refused(company, owner, PutOut(owner.observer.seat))
    company.visit.report.expect(
        NOT_ONESELF, yourself == "yourself", f"PutOut of oneself is answered with {yourself!r}"
    )


async def _refused(company: Company, visitor: Visitor, message: Message) -> str:
    return str((await company.visit.ask(visitor, message, "Refused")).get("code", ""))


async def _try_lock(company: Company, owner: Visitor) -> None:
    visit = company.visit
    room = await visit.ask(owner, Allow(newcomers=False), "Gathered")
    newcomer, told = await company.join(Join(NAME, company.table.id))
    await newcomer.close()
    visit.report.expect(
        LOCKED,
        bool(room.get("locked")) and told.get("code") == "locked",
        f"locked is {room.get('locked')}, and Join is answered with {told.get('code')!r}",
    )
    await visit.ask(owner, Allow(newcomers=True), "Gathered")


async def _try_watchers(company: Company, owner: Visitor) -> None:
    """Silence those who watch, put one of them out, and forbid watching."""
    visit, report = company.visit, company.visit.report
    await visit.ask(owner, Allow(watchers_talk=False), "Gathered")
    code = await _refused(company, company.watchers[0], Say("hello"))
    report.expect(QUIET, code == "quiet", f"Say of a watcher is answered with {code!r}")
    await visit.ask(owner, Allow(watchers_talk=True), "Gathered")
    name = next(iter(owner.observer.room.get("watchers", ())), "")
    await visit.ask(owner, PutOut(watcher=name), "Gathered")
    await _expect_end(company, company.watchers.pop(0), "removed")
    watcher = await company.watch()
    if watcher is not None:
        await visit.ask(owner, Allow(watching=False), "Gathered")
        company.watchers.remove(watcher)
        await _expect_end(company, watcher, "unwatched")
        await visit.ask(owner, Allow(watching=True), "Gathered")
    await company.watch()


async def _expect_end(company: Company, visitor: Visitor, code: str) -> None:
    ended = await company.visit.is_ended(visitor)
    told = visitor.observer.closed.get("code")
    sentence = PUT_OUT if code == "removed" else UNWATCHED
    company.visit.report.expect(
        sentence, ended and told == code, f"{visitor.observer.who} hears Closed {told!r}"
    )
    await visitor.close()


async def _try_handing_over(company: Company, owner: Visitor, guest: Visitor) -> None:
    visit, report = company.visit, company.visit.report
    old, new = owner.observer.seat, guest.observer.seat
    assert old is not None
    assert new is not None
    for giver, receiver, seat in ((owner, guest, new), (guest, owner, old)):
        room = await visit.ask(giver, HandOver(seat), "Gathered")
        told = room.get("owner")
        report.expect(HANDED_OVER, told == seat, f"HandOver to {seat}, and the owner is {told}")
        code = await _refused(company, giver, HandOver(seat))
        report.expect(HANDED_OVER, code == "owner", f"a second HandOver is answered with {code!r}")

        def taken(receiver: Visitor = receiver, seat: int = seat) -> bool:
            return bool(receiver.observer.room.get("owner") == seat)

        await visit.until(taken)


def may_be_asked(company: Company, mover: Visitor) -> bool:
    """Tell whether one of our players, now to move, can be asked: the owner can only ask others."""
    return company.owner not in (None, mover)


async def ask_mover(company: Company, mover: Visitor) -> None:
    """Have the owner ask one of our players whose move is awaited; everybody hears it."""
    owner, seat = company.owner, mover.observer.seat
    assert owner is not None
    assert seat is not None
    await company.visit.ask(owner, Nudge(seat), "Gathered")
    for visitor in company:

        def heard(visitor: Visitor = visitor) -> bool:
            return any(
                change["kind"] == "asked" and change.get("seat") == seat
                for message in visitor.observer.heard
                for change in message.get("happened", ())
            )

        company.visit.report.expect(
            ASKED,
            await company.visit.until(heard),
            f"{visitor.observer.who} does not hear that seat {seat} is asked",
        )
    await company.visit.ask(mover, Here(), "Gathered")
