"""Matches over real sockets: all clients find out whether the host stacks the deck."""

from typing import Any

import pytest

from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.client.events import MatchChecked, Shuffled
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from net.table.table import Table
from net.wire.to_host import Fill, Start
from tests.support.robots import Robot


class Watcher(Robot):
    """Joins to watch."""

    joins = False


def stack(table: Table) -> None:
    """Have a table deal other cards than those shuffled together."""
    honest = table.new_match

    def stacked(players: Any, decks: Any, setup: Any) -> Any:
        return honest(players, SeededDecks(1), setup)

    table.new_match = stacked


def is_ready(owner: Robot) -> bool:
    """Whether the owner sees that all seats are taken and the other person is ready."""
    room = owner.client.room
    return room is not None and not room.free and room.seats[1].ready


@pytest.mark.parametrize("fault", ["", "deal"])
async def test_everybody_at_a_host_finds_out_how_it_deals(fault: str) -> None:
    table = new_table("Kitchen", kozel, kozel.Options(target=50), 3, bot_seconds=0)
    if fault:
        stack(table)
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.room)
        bob = Robot(RemoteLink("127.0.0.1", host.port, ClientSeat()), "Bob")
        watching = ClientSeat()
        watching.join("Eve", watch=True)
        eve = Watcher(RemoteLink("127.0.0.1", host.port, watching), "Eve", plays=False)
        ann.send(Fill(2, "easy"))
        everybody = [ann, bob, eve]
        await ann.until(lambda: ann.client.room and ann.client.room.watchers and is_ready(ann))
        ann.send(Start())
        for robot in everybody:
            await robot.until(lambda robot=robot: robot.last(MatchChecked), 60)
            assert robot.last(Shuffled) == Shuffled((), sent=robot is not eve)
            found = robot.last(MatchChecked)
            assert (found.fault, found.since, found.shares) == (fault, 0, (0, 1, 2))
            assert found.own == (robot is not eve)
            await robot.close()
