"""A watcher to whom the owner gives a seat gets there automatically, over a real connection."""

from core.games import GAMES
from net.client.events import Disconnected
from net.client.handshake import Handshake
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from net.wire.to_host import Give
from tests.support.robots import Robot


class Watcher(Robot):
    """Joins to watch."""

    joins = False


async def test_the_link_comes_back_by_itself_and_the_key_to_the_seat_is_kept() -> None:
    game = GAMES["kozel"]
    table = new_table("Table", game, game.Options(), 2)
    async with Host(Lobby("Host", [table]), address="127.0.0.1", port=0) as host:
        ann = Robot(RemoteLink("127.0.0.1", host.port, ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.seat == 0)
        handshake = Handshake()
        eve = Watcher(RemoteLink("127.0.0.1", host.port, ClientSeat(handshake)), "Eve")
        eve.client.join("Eve", table.id, watch=True)
        await ann.until(lambda: ann.client.room is not None and bool(ann.client.room.watchers))
        ann.send(Give(1, "Eve"))
        await eve.until(lambda: eve.client.seat == 1)
        await ann.until(lambda: not (ann.client.room is None or ann.client.room.seats[1].away))
        assert not any(isinstance(each, Disconnected) for each in eve.heard)
        assert [each.token for each in handshake.credentials.values()] == [table.room[1].token]
        await eve.close()
        await ann.close()
