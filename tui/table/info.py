"""What a table model asks about its table besides positions: players, clocks, rights."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from core.game import Game, Seat
from net.client.seat import ClientSeat
from tui.boards.scene import Board
from tui.table.countdown import Countdown
from tui.table.session import TableSession


class TableInfo(Protocol):
    """A table, as far as its player knows it now."""

    @property
    def rules(self) -> Game:
        """The game."""
        ...

    @property
    def board(self) -> Board:
        """The board that draws it."""
        ...

    @property
    def names(self) -> Sequence[str]:
        """The name of each seat."""
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
        """Whether the connection is up."""
        ...

    @property
    def pending(self) -> bool:
        """Whether a move is on its way."""
        ...

    @property
    def my_turn(self) -> bool:
        """Whether the host is waiting for this player, whatever is shown."""
        ...

    @property
    def countdown(self) -> Countdown | None:
        """The running clock."""
        ...

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give somebody more time."""
        ...


class SessionInfo:
    """What a session knows."""

    def __init__(self, session: TableSession) -> None:
        self._session = session

    @property
    def _client(self) -> ClientSeat:
        return self._session.client

    @property
    def rules(self) -> Game:
        """The game."""
        game = self._client.game
        assert game is not None, "a table model is for whoever has sat down"
        return game

    @property
    def board(self) -> Board:
        """The board that draws it."""
        return self._session.board

    @property
    def names(self) -> Sequence[str]:
        """The name of each player; those of a finished match stay."""
        return self._session.players

    @property
    def seat(self) -> Seat | None:
        """The player's own seat; None for a watcher."""
        return self._client.seat

    @property
    def away(self) -> AbstractSet[Seat]:
        """Seats of people who are away and for whom no bot plays."""
        return self._session.away

    @property
    def lost(self) -> Sequence[Seat]:
        """Those of them for whom this player can let a bot play."""
        return self._session.lost

    @property
    def up(self) -> bool:
        """Whether the connection is up."""
        return self._client.connected

    @property
    def pending(self) -> bool:
        """Whether a move is on its way."""
        return self._client.pending is not None

    @property
    def my_turn(self) -> bool:
        """Whether the host is waiting for this player, whatever is shown."""
        return self._client.my_turn

    @property
    def countdown(self) -> Countdown | None:
        """The running clock."""
        return self._session.countdown

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give somebody more time."""
        return self._client.may_give_time
