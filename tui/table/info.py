"""What a table model asks about its table besides positions: who sits there, what runs."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from core.game import Game, Seat
from net.client.seat import ClientSeat
from tui.boards.scene import Board
from tui.table.connection import Connection
from tui.table.countdown import Countdown


class TableInfo(Protocol):
    """A table, as far as its player knows it now."""

    @property
    def rules(self) -> Game:
        """The game."""
        ...

    @property
    def board(self) -> Board:
        """Who draws it."""
        ...

    @property
    def names(self) -> Sequence[str]:
        """What each seat is called."""
        ...

    @property
    def seat(self) -> Seat | None:
        """The player's own seat; None for a watcher."""
        ...

    @property
    def away(self) -> AbstractSet[Seat]:
        """Seats of people who are away and for whom no bot plays."""
        ...

    @property
    def lost(self) -> Sequence[Seat]:
        """Those of them for whom this player can let a bot play."""
        ...

    @property
    def up(self) -> bool:
        """Whether the connection stands."""
        ...

    @property
    def pending(self) -> bool:
        """Whether a move is on its way."""
        ...

    @property
    def my_turn(self) -> bool:
        """Whether the host waits for this player, whatever is shown."""
        ...

    @property
    def countdown(self) -> Countdown | None:
        """The time that runs."""
        ...

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give somebody more time."""
        ...


class ConnectionInfo:
    """What a connection knows."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _client(self) -> ClientSeat:
        return self._connection.client

    @property
    def rules(self) -> Game:
        """The game."""
        game = self._client.game
        assert game is not None, "a table model is for whoever has sat down"
        return game

    @property
    def board(self) -> Board:
        """Who draws it."""
        return self._connection.board

    @property
    def names(self) -> Sequence[str]:
        """What each seat is called."""
        return self._connection.names

    @property
    def seat(self) -> Seat | None:
        """The player's own seat; None for a watcher."""
        return self._client.seat

    @property
    def away(self) -> AbstractSet[Seat]:
        """Seats of people who are away and for whom no bot plays."""
        return self._connection.away

    @property
    def lost(self) -> Sequence[Seat]:
        """Those of them for whom this player can let a bot play."""
        return self._connection.lost

    @property
    def up(self) -> bool:
        """Whether the connection stands."""
        return self._client.connected

    @property
    def pending(self) -> bool:
        """Whether a move is on its way."""
        return self._client.pending is not None

    @property
    def my_turn(self) -> bool:
        """Whether the host waits for this player, whatever is shown."""
        return self._client.my_turn

    @property
    def countdown(self) -> Countdown | None:
        """The time that runs."""
        return self._connection.countdown

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give somebody more time."""
        return self._client.may_give_time


@dataclass(slots=True)
class StillTable:
    """A table at which nothing happens but what is shown: of a lesson or a replay."""

    rules: Game
    board: Board
    names: Sequence[str]
    seat: Seat | None
    away: AbstractSet[Seat] = frozenset()
    lost: Sequence[Seat] = ()
    up: bool = True
    pending: bool = False
    my_turn: bool = False
    countdown: Countdown | None = None
    may_give_time: bool = False
