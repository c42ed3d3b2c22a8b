"""Trials of our watchers who want a seat: the owner denies it, or gives one.

    watcher: Request  ->  all: `requested`, `asks`
    owner: Deny       ->  the watcher: Refused `denied`
    owner: Give       ->  the watcher: Given; all: `given`
    Join with its token, on another connection  ->  Seated

The seat belongs to a bot, before a match and during one, or to a player who is away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kozyr_kits.conformance.hosts.connections import FULL_HELLO, Connection
from kozyr_kits.conformance.hosts.steps import Step, Trial, carry_out
from kozyr_kits.conformance.hosts.table import NAME, TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.wire.from_host import Closed, Gathered, Refused, Seated
from net.wire.to_host import Clear, Deny, Fill, Give, Join, Request

REQUESTS: Final = 3
"""The requests for a seat that may come from one address at once."""


async def try_requests(table: TableUnderTest) -> None:
    """Have a watcher ask for the seat of a bot, be refused, ask again and be given it."""
    seats = table.free[:1]
    if table.owner is None or not seats or await _watching(table) is None:
        return
    (seat,) = seats
    await carry_out(table, (Step("", "owner", Fill(seat, "easy"), "Gathered"),))
    if await _request(table):
        await carry_out(table, ASKED)
        await _deny(table)
        for request in range(2, REQUESTS + 1):
            if not await _request(table):
                break
            if request < REQUESTS:
                await _deny(table)
        else:
            await _deny(table)
            await carry_out(table, TOO_MANY)
    player = await give(table, seat)
    await carry_out(table, OCCUPIED)
    if player is None:
        await carry_out(table, (Step("", "owner", Clear(seat), "Gathered"),))
    else:
        await table.leave(player)


async def try_seat_of_absent(table: TableUnderTest) -> None:
    """Have a watcher be given the seat of a player who has lost the connection."""
    absent, owner = table.guest, table.owner
    if owner is None or absent is None or await _watching(table) is None:
        return
    seat, seated = absent.observer.seat, absent.observer.seated
    assert seat is not None
    assert seated is not None
    await absent.close()
    await table.expect_all(
        "away",
        lambda c: c.observer.line(seat).away,
        f"does not see seat {seat} away",
        but=absent,
    )
    if await give(table, seat, instead_of=absent) is None:
        return
    earlier = Join(NAME, table.line.id, seated.token)
    for codes in (("given",), ("full", "full up", "code")):
        newcomer, told = await table.join(earlier, known=absent)
        right = isinstance(told, Closed | Refused) and told.code in codes
        said = f"Join with the earlier token is answered with {brief(told)}, not {codes[0]}"
        table.report.expect("given-away", right, said)
        await newcomer.close()


async def give_bots_seat(table: TableUnderTest) -> None:
    """Have a watcher be given the seat of a bot in a match, and play on there."""
    await table.net.catch_up(table.players[0])
    lines = table.players[0].observer.room.seats if table.owner else []
    bots = [seat for seat, line in enumerate(lines) if line.kind.startswith("bot:")]
    if bots and await _watching(table) is not None:
        await give(table, bots[0])


async def give(
    table: TableUnderTest, seat: int, *, instead_of: Connection | None = None
) -> Connection | None:
    """Have the owner give the asker a seat; return the asker's connection as a player there."""
    asker, owner = table.asker, table.owner
    assert asker is not None
    assert owner is not None
    name, others = table.asker_name, [each for each in table if each not in (asker, instead_of)]
    room = await table.net.ask(owner, Give(seat, name), Gathered)
    said = f"Give of seat {seat} to {name} brings {brief(_happened(room))}"
    table.report.expect("giving", ("given", seat) in _happened(room), said)
    given = await table.net.until(lambda: asker.observer.given is not None or asker.ended)
    told = asker.observer.given
    right = given and told is not None and told.seat == seat and bool(told.token)
    table.report.expect("given", right, f"the watcher {name} hears {brief(told)} of seat {seat}")
    for each in others:
        await table.net.catch_up(each)
        wrong = each.observer.given
        table.report.expect("given", wrong is None, f"{each.observer.who} hears {brief(wrong)}")
    table.asker = None
    await table.forget(asker)
    if told is None or not right:
        return None
    join = Join(NAME, table.line.id, told.token)
    player, answer = await table.join(join, known=asker, hello=FULL_HELLO)
    right = isinstance(answer, Seated) and (answer.seat, answer.token) == (seat, told.token)
    said = f"Join with the token of Given is answered with {brief(answer)}, not seat {seat}"
    table.report.expect("given", right, said)
    if not right:
        await player.close()
        return None
    if instead_of is None:
        table.players.append(player)
    else:
        table.players[table.players.index(instead_of)] = player
    await table.expect_all(
        "giving",
        lambda c: _sits(c, seat),
        f"does not see a person at seat {seat}, who was given it",
    )
    return player


async def _watching(table: TableUnderTest) -> Connection | None:
    """Have another watcher come, the asker of this trial."""
    await table.net.catch_up(table.players[0])
    before = {line.name for line in table.players[0].observer.room.watchers}
    table.asker = await table.watch()
    if table.asker is not None:
        names = [line.name for line in table.asker.observer.room.watchers]
        table.asker_name = next((name for name in names if name not in before), NAME)
    return table.asker


def _happened(room: Gathered | None) -> Sequence[tuple[str, int | None]]:
    return [(change.kind, change.seat) for change in room.happened] if room else []


def _sits(who: Connection, seat: int) -> bool:
    line = who.observer.line(seat)
    return line.kind == "human" and not line.away


# --- asking --------------------------------------------------------------------------------------


def _asks(table: TableUnderTest, room: Gathered) -> bool:
    return next((line.asks for line in room.watchers if line.name == table.asker_name), False)


async def _request(table: TableUnderTest) -> bool:
    """Have the asker send Request; return False if too many have come from this address before."""
    asker = table.asker
    assert asker is not None
    room = await table.net.ask(asker, Request(), Gathered)
    refused = asker.observer.heard[-1]
    if room is None and isinstance(refused, Refused) and refused.code == "fast":
        return False
    right = room is not None and _asks(table, room)
    said = f"Request of the watcher {table.asker_name} brings {brief(room and room.watchers)}"
    table.report.expect("request", right, said)
    await table.expect_all(
        "request",
        lambda c: c.observer.has_heard("requested", None) and _asks(table, c.observer.room),
        "does not hear that a watcher asks for a seat",
    )
    return True


async def _deny(table: TableUnderTest) -> None:
    """Have the owner send Deny; only the asker must hear Refused."""
    asker, owner = table.asker, table.owner
    assert asker is not None
    assert owner is not None
    mark = len(asker.observer.heard)
    room = await table.net.ask(owner, Deny(table.asker_name), Gathered)
    right = room is not None and not _asks(table, room)
    table.report.expect("denied", right, f"Deny brings {brief(room and room.watchers)}")

    def told() -> list[Any]:
        return [m for m in asker.observer.heard[mark:] if isinstance(m, Refused)]

    await table.net.until(lambda: bool(told()) or asker.ended)
    codes = [each.code for each in told()]
    table.report.expect("denied", codes == ["denied"], f"the watcher hears Refused {brief(codes)}")


def _give_guests(table: TableUnderTest, who: Connection) -> Any:
    """Return a Give of the seat of a player who is present."""
    guest = table.guest
    seat = guest.observer.seat if guest else who.observer.seat
    watchers = who.observer.room.watchers
    return Give(seat or 0, watchers[0].name if watchers else NAME)


ASKED: Final[Trial] = (Step("asked-before", "asker", Request(), "Refused asked"),)

TOO_MANY: Final[Trial] = (Step("requests-limit", "asker", Request(), "Refused fast"),)

OCCUPIED: Final[Trial] = (Step("occupied", "owner", _give_guests, "Refused occupied"),)
