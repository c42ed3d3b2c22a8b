"""A board with a hand to choose from, after some moves of a match: no screen, no host."""

from typing import Any

from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tui.boards import BOARDS
from tui.boards.model import BoardModel


def board_in(game: Any, *, seats: int = 2, moves: int = 0) -> BoardModel:
    """Give the hand to the player who is to act after the first legal moves."""
    state = begin(game, game.Options(), seats, SeededDecks(3))
    for _ in range(moves):
        mover = game.to_act(state)[0]
        make(game, state, mover, game.legal(state, mover)[0])
    seat = game.to_act(state)[0]
    model = BoardModel(BOARDS[game.NAME])
    model.take(game.view(state, seat), tuple(game.legal(state, seat)))
    return model
