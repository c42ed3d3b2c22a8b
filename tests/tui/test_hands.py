"""Hands alone: what keys and clicks do, with somebody who holds them and no screen."""

from __future__ import annotations

from typing import Any

from core.game import Move
from core.games import graph_poker, joker, kozel
from core.shuffle import SeededDecks
from tui.boards import BOARDS
from tui.look import look_from
from tui.screens.hands import Hands

LOOK = look_from({})
NAMES = ("Ann", "Bo", "Cy", "Di")


class Holder:
    """Notes what hands ask for, and gives them a position after some moves of a match."""

    def __init__(self, game: Any, *, seats: int = 2, moves: int = 0, costly: bool = False) -> None:
        state = game.new(game.Options(), seats, SeededDecks(3))
        for _ in range(moves):
            mover = game.to_act(state)[0]
            game.apply(state, mover, game.legal(state, mover)[0])
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


def test_a_number_and_enter_play_a_piece() -> None:
    holder = Holder(kozel)
    hands = holder.hands
    playable = next(n for n, piece in enumerate(hands.turn.pieces, 1) if len(piece.moves) == 1)
    hands.digit(playable)
    assert not holder.made_moves
    hands.enter()
    assert holder.made_moves == list(hands.turn.pieces[playable - 1].moves)
    assert holder.drawn == 2


def test_what_cannot_be_played_rings_and_says_why_until_the_next_key() -> None:
    """K-R4: the first deal is opened with one tile."""
    holder = Holder(kozel)
    hands = holder.hands
    barred = next(n for n, piece in enumerate(hands.turn.pieces) if not piece.moves)
    hands.tap("piece", barred)
    assert not hands.trouble
    hands.tap("piece", barred)
    assert hands.trouble == hands.turn.pieces[barred].why_not
    assert holder.bells == 1
    assert not holder.made_moves
    hands.step(1)
    assert hands.trouble == ""


def test_a_click_on_a_costly_move_has_to_come_twice() -> None:
    holder = Holder(joker, seats=4, costly=True)
    hands = holder.hands
    hands.tap("button", 1)
    assert hands.doubted == "bid 1"
    assert not holder.made_moves
    hands.tap("button", 0)
    assert hands.doubted == "bid 0", "another one is asked about for itself"
    hands.tap("button", 0)
    assert holder.made_moves == ["bid 0"]
    assert hands.doubted is None


def test_a_key_plays_a_costly_move_at_once() -> None:
    holder = Holder(joker, seats=4, costly=True)
    holder.hands.digit(1)
    assert holder.made_moves == ["bid 1"]


def test_another_position_takes_back_what_was_asked_and_said() -> None:
    holder = Holder(joker, seats=4, costly=True)
    hands = holder.hands
    hands.tap("button", 1)
    hands.refuse("no")
    hands.take(holder.view, hands.turn.legal)
    assert (hands.trouble, hands.doubted) == ("", None)


def test_the_mouse_points_at_places_and_esc_takes_the_hand_back() -> None:
    holder = Holder(graph_poker, moves=1)
    hands = holder.hands
    assert not hands.cancel()
    hands.enter()
    assert hands.on_places
    place = hands.turn.pieces[hands.turn.focus.piece].moves[1]
    hands.hover("move", place)
    assert hands.turn.target.move == place
    assert hands.cancel()
    assert not hands.on_places
    assert not holder.made_moves
