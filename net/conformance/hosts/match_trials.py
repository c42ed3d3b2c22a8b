"""What is tried in mid-match: wrong moves, repeated ones, lost connections, newcomers."""

from __future__ import annotations

from typing import Any, Final

from net.conformance.company import NAME, Company
from net.conformance.owner import ask_mover, may_be_asked
from net.conformance.playing import Trial, legal_moves
from net.conformance.probes import try_phase
from net.conformance.sentences import (
    AWAY,
    BOUNDS,
    JOIN_AGAIN,
    NUMBERS,
    ONCE,
    REFUSED_MOVES,
    STALE,
    SUCCESSORS,
)
from net.conformance.visit import Visitor
from net.wire.to_host import Join, Play


async def wrong_moves(company: Company, mover: Visitor) -> None:
    """Make moves that do not exist, out of turn, for other positions, with other numbers."""
    observer = mover.observer
    number, seq = observer.number + 1, observer.seq
    moves = legal_moves(mover) or ("dance",)
    illegal = await _refused(company, mover, Play(number, seq, "dance"))
    _expect_refusal(company, "a move that there is not", illegal, "illegal", number, seq)
    report = company.visit.report
    rule = illegal.get("rule")
    report.expect(REFUSED_MOVES, bool(rule), f"an illegal move breaks the paragraph {rule!r}")
    future = await _refused(company, mover, Play(number, seq + 1000, moves[0]))
    code = future.get("code")
    report.expect(STALE, code == "stale", f"a later position is answered with {code!r}")
    skipped = await _refused(company, mover, Play(number + 1, seq, moves[0]))
    code, following = skipped.get("code"), skipped.get("facts", {}).get("next")
    report.expect(
        NUMBERS,
        code == "number" and following == number,
        f"number {number + 1} instead of {number} is answered with {code!r}, next {following}",
    )
    acting = observer.view.get("to_act", ())
    for other in company.players:
        if other.observer.seat not in acting:
            out = Play(other.observer.number + 1, other.observer.seq, moves[0])
            refused = await _refused(company, other, out)
            codes = ("turn", "stale")
            _expect_refusal(company, "a move out of turn", refused, codes, out.number, seq)
            break
    unchanged = observer.seq == seq and observer.number == number - 1
    report.expect(NUMBERS, unchanged, "a refused move uses up its number or changes the position")


async def _refused(company: Company, visitor: Visitor, play: Play) -> dict[str, Any]:
    return await company.visit.ask(visitor, play, "Refused")


def _expect_refusal(
    company: Company,
    what: str,
    told: dict[str, Any],
    codes: str | tuple[str, ...],
    number: int,
    seq: int,
) -> None:
    right = told.get("code") in ((codes,) if isinstance(codes, str) else codes)
    right &= (told.get("number"), told.get("seq")) == (number, seq)
    company.visit.report.expect(REFUSED_MOVES, right, f"{what}, {number} in {seq}: {told}")


async def repeated_move(company: Company, mover: Visitor) -> None:
    """Send a Play again that the host has accepted: nothing may change."""
    known = [player for player in (mover, *company.players) if player.observer.number]
    player = known[0]
    observer = player.observer
    seq, number = observer.seq, observer.number
    move = (legal_moves(mover) or ("dance",))[0]
    for again in (number, 0):
        told = await company.visit.ask(player, Play(again, seq, move), "Updated")
        company.visit.report.expect(
            ONCE,
            bool(told) and (told["seq"], told["number"], told["events"]) == (seq, number, []),
            f"Play {again} again in position {seq} is answered with {told.get('type')} "
            f"{told.get('seq')}, number {told.get('number')}",
        )


async def return_at_once(company: Company, mover: Visitor) -> None:
    """Come back on another connection while the old one is still open."""
    await company.come_back(mover)


async def break_and_return(company: Company, mover: Visitor) -> None:
    """Break a connection, have the others see it, and come back."""
    seat = mover.observer.seat
    assert seat is not None
    await mover.close()
    mover.ended = True
    await _expect_away(company, mover, away=True)
    back = await company.come_back(mover)
    await _expect_away(company, back, away=False)


async def _expect_away(company: Company, player: Visitor, *, away: bool) -> None:
    seat = player.observer.seat
    assert seat is not None
    for other in [visitor for visitor in company if visitor is not player]:

        def seen(other: Visitor = other) -> bool:
            return other.observer.room["seats"][seat].get("away", False) is away

        company.visit.report.expect(
            AWAY,
            await company.visit.until(seen),
            f"{other.observer.who} does not see that seat {seat} is {'away' if away else 'back'}",
        )


async def newcomers(company: Company, mover: Visitor) -> None:
    """Have somebody ask for a seat during a match, and somebody begin to watch."""
    visitor, told = await company.join(Join(NAME, company.table.id))
    code = told.get("code")
    company.visit.report.expect(
        JOIN_AGAIN, code in ("playing", "full"), f"Join in a match is answered with {told}"
    )
    await visitor.close()
    await company.watch()


async def forbidden(company: Company, mover: Visitor) -> None:
    """Send everything that may not be sent while a match is played."""
    await try_phase(company.visit, company.roles)


async def large_frame(company: Company, mover: Visitor) -> None:
    """Have a watcher send a frame that is too large."""
    if not company.watchers:
        return
    watcher = company.watchers[-1]
    closed = await company.visit.answered(
        watcher, lambda: watcher.send_bytes((65537).to_bytes(4)), "Closed"
    )
    code = closed.get("code")
    company.visit.report.expect(BOUNDS, code == "garbage", f"65537 bytes: {code!r}")
    company.watchers.remove(watcher)
    await watcher.close()


async def departure(company: Company, mover: Visitor) -> None:
    """Have one of our players leave while nobody waits for the move: a bot takes the seat."""
    acting = mover.observer.view.get("to_act", ())
    for player in company.players:
        seat = player.observer.seat
        if player is mover or seat is None or seat in acting:
            continue
        await company.leave(player)
        room = mover.observer.room

        def taken(seat: int = seat) -> bool:
            return str(mover.observer.room["seats"][seat].get("kind")).startswith("bot:")

        company.visit.report.expect(
            SUCCESSORS,
            await company.visit.until(taken),
            f"seat {seat}, given up in a match, has {room['seats'][seat]}",
        )
        return


FIRST_MATCH: Final = (
    Trial(0, wrong_moves),
    Trial(1, ask_mover, may_be_asked),
    Trial(5, return_at_once),
    Trial(6, break_and_return),
    Trial(7, forbidden),
    Trial(8, newcomers),
    Trial(9, large_frame),
    Trial(10, repeated_move),
)
"""What to try at our first decisions, which every match has."""

SECOND_MATCH: Final = (Trial(1, departure),)
