"""Who holds a pair of Hands in tests, without a screen: notes what they ask for."""

from __future__ import annotations

from typing import Any

from core.game import Move
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tui.boards import BOARDS
from tui.table.hands import Hands


class Holder:
    """Notes what hands ask for, and gives them a position after some moves of a match."""

    def __init__(self, game: Any, *, seats: int = 2, moves: int = 0, costly: bool = False) -> None:
        state = begin(game, game.Options(), seats, SeededDecks(3))
        for _ in range(moves):
            mover = game.to_act(state)[0]
            make(game, state, mover, game.legal(state, mover)[0])
        seat = game.to_act(state)[0]
        self.view = game.view(state, seat)
        self.made_moves: list[Move] = []
        self.bells = self.drawn = 0
        self._costly = costly
        self.hands = Hands(BOARDS[game.NAME], self)
        self.hands.take(self.view, tuple(game.legal(state, seat)))

    def redraw_hand(self) -> None:
        self.drawn += 1

    def costly(self, move: Move) -> bool:
        return self._costly

    def made(self, move: Move) -> None:
        self.made_moves.append(move)

    def bell(self) -> None:
        self.bells += 1
