"""Tables move on purpose between programs, over real connections on this machine."""

import asyncio
from pathlib import Path

from net.client import events
from net.wire.to_host import Fill, Migrate, Ready, Request, Start
from tests.support.programs import Program, closed, until

ANN, BOB, CID = 0, 1, 2


async def seated(folder: Path, *, watcher: bool = False) -> list[Program]:
    """Ann's program has the table; Bob and Cid sit there, or Cid watches."""
    ann = await Program("Ann", folder).open()
    bob = Program("Bob", folder).join(ann.host.port)
    await until(lambda: bob.sits)
    cid = Program("Cid", folder).join(ann.host.port, watch=watcher)
    await until(lambda: cid.sits)
    return [ann, bob, cid]


async def is_open(port: int) -> bool:
    """Tell whether a program listens at a port of this machine."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def begin(ann: Program, *others: Program) -> None:
    """Begin a match in which no player makes a move."""
    ann.link.send(Fill(3, "easy"))
    for each in others:
        each.link.send(Ready())
    await until(lambda: all(line.ready for line in room_of(ann).seats[1:]))
    ann.link.send(Start())
    await until(lambda: all(each.client.playing for each in (ann, *others)))


def room_of(player: Program) -> events.RoomState:
    return player.client.room


def heard(player: Program, kind: str) -> bool:
    told = (e for e in player.events if isinstance(e, events.RoomChanged))
    return any(change.kind == kind for each in told for change in each.happened)


async def test_the_chosen_computer_goes_on_listening_when_the_table_stays_and_has_it_later(
    tmp_path: Path,
) -> None:
    """During a match the others call there if the host is lost."""
    people = ann, bob, cid = await seated(tmp_path)
    await begin(*people)
    ann.link.send(Migrate(BOB))
    await until(lambda: heard(bob, "accepted"))
    assert await is_open(bob.client.handshake.port)
    ann.link.send(Migrate(None))
    await until(lambda: bob.has(events.TableStays) and not bob.link._tasks)
    assert await is_open(bob.client.handshake.port)
    ann.link.send(Migrate(BOB))
    ann.link.send(Migrate(BOB, at_once=True))
    await until(lambda: bob.has_table and ann.sits and cid.sits)
    await closed(*people)


async def test_a_watcher_is_taken_along_and_so_is_the_request_for_a_seat(tmp_path: Path) -> None:
    people = ann, bob, cid = await seated(tmp_path, watcher=True)
    cid.link.send(Request())
    await until(lambda: room_of(ann).watchers[0].asks)
    ann.link.send(Migrate(BOB))
    await until(lambda: bob.has_table and ann.sits)
    await until(lambda: cid.has(events.SatDown, 2))
    await until(
        lambda: [(line.name, line.asks) for line in room_of(bob).watchers] == [("Cid", True)]
    )
    assert cid.client.seat is None
    await closed(*people)
