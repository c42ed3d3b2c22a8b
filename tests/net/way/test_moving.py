"""Tables move on purpose between programs, over real connections on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from net.client import events
from net.way import Computer, TableTerms, opening
from net.way.table_link import TableLink
from net.wire.message import Message
from net.wire.to_host import Fill, Migrate, Ready, Request, Start

ANN, BOB, CID = 0, 1, 2


class Player:
    """A program with a player who says yes as often as `agrees` says."""

    def __init__(self, name: str, folder: Path, agrees: int = 9) -> None:
        self.name, self.agrees = name, agrees
        self.computer = Computer(name, folder / name, 0.01)
        self.events: list[events.ClientEvent] = []

    async def open(self, table: str = "T") -> Player:
        terms = TableTerms("kozel", 4, {}, port=0, table_name=table, pause=0)
        return self._at(await opening.host(terms, self.computer))

    def join(self, ann: Player, *, watch: bool = False) -> Player:
        host = ann.link.hosting.host
        place, table = ("127.0.0.1", host.port), next(iter(host.lobby.tables))
        return self._at(opening.join(place, self.computer, table, watch=watch))

    def _at(self, link: TableLink) -> Player:
        self.link, self.client = link, link.client
        self.running = asyncio.ensure_future(link.run(self._heard))
        return self

    def _heard(self, event: events.ClientEvent) -> None:
        self.events.append(event)
        if isinstance(event, events.HostingWanted) and self.agrees:
            self.agrees -= 1
            self.agreeing = asyncio.create_task(self.link.agree())

    def send(self, message: Message) -> None:
        self.link.send(message)

    def has(self, kind: type[events.ClientEvent], times: int = 1) -> bool:
        return sum(isinstance(event, kind) for event in self.events) >= times

    @property
    def sits(self) -> bool:
        return self.client.connected and self.client.seated is not None

    @property
    def has_table(self) -> bool:
        """Tell whether the table is in this program, with its player there."""
        return self.link.hosting is not None and self.client.connected

    async def leave(self) -> None:
        await self.link.close()
        await self.running


async def until(happened: Callable[[], bool]) -> None:
    while not happened():  # noqa: ASYNC110 - what happens is not of one kind
        await asyncio.sleep(0.01)


async def seated(folder: Path, *, watcher: bool = False) -> list[Player]:
    """Ann's program has the table; Bob and Cid sit there, or Cid watches."""
    ann = await Player("Ann", folder).open()
    bob = Player("Bob", folder).join(ann)
    await until(lambda: bob.sits)
    cid = Player("Cid", folder).join(ann, watch=watcher)
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


async def begin(ann: Player, *others: Player) -> None:
    """Begin a match in which no player makes a move."""
    ann.send(Fill(3, "easy"))
    for each in others:
        each.send(Ready())
    await until(lambda: all(line.ready for line in room_of(ann).seats[1:]))
    ann.send(Start())
    await until(lambda: all(each.client.playing for each in (ann, *others)))


def room_of(player: Player) -> events.RoomState:
    assert player.client.room is not None
    return player.client.room


def heard(player: Player, kind: str) -> bool:
    told = (e for e in player.events if isinstance(e, events.RoomChanged))
    return any(change.kind == kind for each in told for change in each.happened)


async def test_the_chosen_computer_goes_on_listening_when_the_table_stays_and_has_it_later(
    tmp_path: Path,
) -> None:
    """During a match the others call there if the host is lost."""
    people = ann, bob, cid = await seated(tmp_path)
    await begin(*people)
    ann.send(Migrate(BOB))
    await until(lambda: heard(bob, "accepted"))
    assert await is_open(bob.client.handshake.port)
    ann.send(Migrate(None))
    await until(lambda: bob.has(events.TableStays) and not bob.link._tasks)
    assert await is_open(bob.client.handshake.port)
    ann.send(Migrate(BOB))
    ann.send(Migrate(BOB, at_once=True))
    await until(lambda: bob.has_table and ann.sits and cid.sits)
    for each in people:
        await each.leave()


async def test_a_watcher_is_taken_along_and_so_is_the_request_for_a_seat(tmp_path: Path) -> None:
    people = ann, bob, cid = await seated(tmp_path, watcher=True)
    cid.send(Request())
    await until(lambda: room_of(ann).watchers[0].asks)
    ann.send(Migrate(BOB))
    await until(lambda: bob.has_table and ann.sits)
    await until(lambda: cid.has(events.SatDown, 2))
    await until(
        lambda: [(line.name, line.asks) for line in room_of(bob).watchers] == [("Cid", True)]
    )
    assert cid.client.seat is None
    for each in people:
        await each.leave()
