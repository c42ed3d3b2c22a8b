"""Hands alone: what keys and clicks do, with somebody who holds them and no screen."""

from __future__ import annotations

from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from tests.support.hand_holder import Holder
from tui.drawing.look import look_from

LOOK = look_from({})
NAMES = ("Ann", "Bo", "Cy", "Di")


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
