"""A client that plays the first legal move and times the answer of its host."""

import asyncio
import time
from collections.abc import Callable

from net.client.events import ClientEvent, Position, RoomChanged, RoomState
from net.client.handshake import Handshake
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.wire.to_host import Ready, Start


class Player:
    """Joins, is ready, starts, moves, times the answer, starts again.

    Sets `done` after `moves` moves of its own. It waits `between` seconds before each of them.
    """

    def __init__(
        self,
        port: int,
        name: str,
        moves: int,
        done: asyncio.Event,
        *,
        code: str = "",
        between: float = 0.0,
    ) -> None:
        self.times: list[float] = []
        """Milliseconds from sending a move to the position that answers it."""
        self.dealt = asyncio.Event()
        """Set once the first position has come."""
        self._moves = moves
        self._between = between
        self._sent = 0.0
        self._asked = ""
        self._done = done
        client = ClientSeat(Handshake(code=code))
        client.join(name)
        self.link = RemoteLink("127.0.0.1", port, client)

    def hear(self, event: ClientEvent) -> None:
        """Take an event, and react to it immediately."""
        match event:
            case RoomChanged(room):
                self._begin(room)
            case Position():
                self.dealt.set()
                if self._sent:
                    self.times.append((time.perf_counter() - self._sent) * 1000)
                    self._sent = 0.0
                if len(self.times) >= self._moves:
                    self._done.set()
                self._after_pause(self._play)
            case _:
                pass

    def _after_pause(self, act: Callable[[], None]) -> None:
        if self._between:
            asyncio.get_running_loop().call_later(self._between, act)
        else:
            act()

    def _begin(self, room: RoomState) -> None:
        mine = self.link.client.seat
        full = all(line.kind for line in room.seats)
        if room.phase == "playing" or mine is None or not full:
            self._asked = ""
        elif mine != room.owner and not room.seats[mine].ready:
            self.link.send(Ready())
        elif mine == room.owner and room.seats[1 - mine].ready and not self._asked:
            self._asked = room.phase
            self.link.send(Start())

    def _play(self) -> None:
        client = self.link.client
        moves = client.game.legal(client.view) if client.game and client.view else ()
        if moves and not client.pending:
            self._sent = time.perf_counter()
            self.link.send(client.play(moves[0]))
