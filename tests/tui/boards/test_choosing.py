"""Choosing alone: what keys and clicks come to, with no screen and no host."""

from __future__ import annotations

from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from core.position import legal as legal_moves
from tests.games.joker.joker_table import position
from tests.support.choosing import choosing_in
from tui.boards.selection import Barred, Chosen


def test_a_number_and_enter_play_a_piece() -> None:
    choosing = choosing_in(kozel)
    pieces = choosing.selection.pieces
    playable = next(n for n, piece in enumerate(pieces, 1) if len(piece.moves) == 1)
    assert choosing.do("digit", playable) is None
    assert choosing.enter() == Chosen(pieces[playable - 1].moves[0])


def test_what_cannot_be_played_says_why_until_the_next_key() -> None:
    """K-R4: the first deal is opened with one tile."""
    choosing = choosing_in(kozel)
    pieces = choosing.selection.pieces
    barred = next(n for n, piece in enumerate(pieces) if not piece.moves)
    assert choosing.do("tap", "piece", barred) is None
    assert not choosing.trouble
    assert choosing.do("tap", "piece", barred) == Barred(pieces[barred].why_not)
    assert choosing.trouble == pieces[barred].why_not
    choosing.do("step", 1)
    assert choosing.trouble == ""


def test_a_click_on_a_costly_move_has_to_come_twice() -> None:
    """One on another costly move is asked about for itself."""
    state = position("Xr Kh / Ah Qd / As Kc / Js Jc", "8c", bids=(1, 1, 1, 0))
    choosing = choosing_in(joker, seats=4)
    view = joker.view(state, 0)
    choosing.take(view, legal_moves(joker, view))
    choosing.do("jump", [piece.token for piece in choosing.selection.pieces].index("Xr"))
    assert choosing.enter() is None
    high, low = choosing.selection.focus.choosing[:2]
    assert choosing.do("tap", "move", high, careful=True) is None
    assert choosing.doubted == high
    assert choosing.do("tap", "move", low, careful=True) is None
    assert choosing.do("tap", "move", low, careful=True) == Chosen(low)
    assert choosing.doubted is None


def test_a_digit_plays_a_cheap_move_at_once_and_a_costly_one_the_second_time() -> None:
    state = position("Xr Kh Ah / Qd As Kc / Js Jc Jd / 7s 7c 7d", "8c", bids=())
    choosing = choosing_in(joker, seats=4)
    view = joker.view(state, 0)
    choosing.take(view, legal_moves(joker, view))
    assert choosing.do("digit", 3, careful=True) is None
    assert choosing.selection.buttons[choosing.selection.focus.target].move == "bid 3"
    assert choosing.do("digit", 2, careful=True) is None
    assert choosing.do("digit", 2, careful=True) == Chosen("bid 2")
    assert choosing.do("digit", 1, careful=True) == Chosen("bid 1")
    assert choosing.do("digit", 3) == Chosen("bid 3"), "whoever does not want to be asked"


def test_the_call_of_a_joker_begins_where_it_takes_nothing_if_no_trick_is_wanted() -> None:
    for bid, first in ((0, "play Xr low s"), (1, "play Xr high s")):
        state = position("Xr Kh / Ah Qd / As Kc / Js Jc", "8c", bids=(bid, 1, 1, 1))
        choosing = choosing_in(joker, seats=4)
        view = joker.view(state, 0)
        choosing.take(view, legal_moves(joker, view))
        choosing.do("jump", [piece.token for piece in choosing.selection.pieces].index("Xr"))
        assert choosing.enter() is None
        assert choosing.enter() == Chosen(first)


def test_another_position_takes_back_what_was_asked_and_said() -> None:
    choosing = choosing_in(joker, seats=4)
    choosing.doubted, choosing.trouble = "bid 1", "no"
    choosing.take(choosing.selection.view, choosing.selection.legal)
    assert (choosing.trouble, choosing.doubted) == ("", None)


def test_the_mouse_points_at_places_and_esc_takes_the_hand_back() -> None:
    choosing = choosing_in(graph_poker, moves=1)
    assert not choosing.cancel()
    assert choosing.enter() is None
    assert choosing.on_places
    place = choosing.selection.pieces[choosing.selection.focus.piece].moves[1]
    choosing.do("hover", "move", place)
    assert choosing.selection.target.move == place
    assert choosing.cancel()
    assert not choosing.on_places
