"""Choosing alone: the effects of keys and clicks, with no screen and no host."""

from dataclasses import replace

from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from tests.games.joker.joker_table import position
from tests.support.choosing import board_in
from tui.boards import Piece
from tui.boards.choosing import Barred, Chosen, cancel, enter, move_cursor


def test_a_number_and_enter_play_a_piece() -> None:
    model = board_in(kozel)
    pieces = model.pieces
    playable = next(n for n, piece in enumerate(pieces, 1) if len(piece.moves) == 1)
    assert move_cursor(model, "digit", playable) is None
    assert enter(model) == Chosen(pieces[playable - 1].moves[0])


def test_what_cannot_be_played_says_why_until_the_next_key() -> None:
    """K-R4: the first deal is opened with one tile."""
    model = board_in(kozel)
    pieces = model.pieces
    barred = next(n for n, piece in enumerate(pieces) if not piece.moves)
    assert move_cursor(model, "tap", "piece", barred) is None
    assert not model.trouble
    assert move_cursor(model, "tap", "piece", barred) == Barred(pieces[barred].why_not)
    assert model.trouble == pieces[barred].why_not
    move_cursor(model, "step", 1)
    assert model.trouble == ""


def test_a_click_on_a_costly_move_has_to_come_twice() -> None:
    """A click on another costly move asks again."""
    state = position("Xr Kh / Ah Qd / As Kc / Js Jc", "8c", bids=(1, 1, 1, 0))
    model = board_in(joker, seats=4)
    view = joker.view(state, 0)
    model.take(view, tuple(joker.legal(view)))
    move_cursor(model, "jump", [piece.token for piece in model.pieces].index("Xr"))
    assert enter(model) is None
    high, low = model.focus.choosing[:2]
    assert move_cursor(model, "tap", "move", high, careful=True) is None
    assert model.unconfirmed == high
    assert move_cursor(model, "tap", "move", low, careful=True) is None
    assert move_cursor(model, "tap", "move", low, careful=True) == Chosen(low)
    assert model.unconfirmed is None


def test_a_digit_plays_a_cheap_move_at_once_and_a_costly_one_the_second_time() -> None:
    state = position("Xr Kh Ah / Qd As Kc / Js Jc Jd / 7s 7c 7d", "8c", bids=())
    model = board_in(joker, seats=4)
    view = joker.view(state, 0)
    model.take(view, tuple(joker.legal(view)))
    assert move_cursor(model, "digit", 3, careful=True) is None
    assert model.buttons[model.focus.target].move == "bid 3"
    assert move_cursor(model, "digit", 2, careful=True) is None
    assert move_cursor(model, "digit", 2, careful=True) == Chosen("bid 2")
    assert move_cursor(model, "digit", 1, careful=True) == Chosen("bid 1")
    assert move_cursor(model, "digit", 3) == Chosen("bid 3"), "whoever does not want to be asked"


def test_the_call_of_a_joker_begins_where_it_takes_nothing_if_no_trick_is_wanted() -> None:
    for bid, first in ((0, "play Xr low s"), (1, "play Xr high s")):
        state = position("Xr Kh / Ah Qd / As Kc / Js Jc", "8c", bids=(bid, 1, 1, 1))
        model = board_in(joker, seats=4)
        view = joker.view(state, 0)
        model.take(view, tuple(joker.legal(view)))
        move_cursor(model, "jump", [piece.token for piece in model.pieces].index("Xr"))
        assert enter(model) is None
        assert enter(model) == Chosen(first)


def test_another_position_takes_back_what_was_asked_and_said() -> None:
    model = board_in(joker, seats=4)
    model.unconfirmed, model.trouble = "bid 1", "no"
    model.take(model.view, model.legal)
    assert (model.trouble, model.unconfirmed) == ("", None)


def test_the_mouse_points_at_places_and_esc_takes_the_hand_back() -> None:
    model = board_in(graph_poker, moves=1)
    assert not cancel(model)
    assert enter(model) is None
    assert model.on_grid
    place = model.pieces[model.focus.piece].moves[1]
    move_cursor(model, "hover", "move", place)
    assert model.target.move == place
    assert cancel(model)
    assert not model.on_grid


def test_a_click_on_a_place_lays_nothing_that_nobody_chose() -> None:
    """The cursor begins on some card: the first click marks the place, and the second plays."""
    model = board_in(graph_poker, seats=3, moves=2)
    here, there = model.piece.moves[:2]
    assert move_cursor(model, "tap", "move", here) is None
    assert model.target.move == here
    assert move_cursor(model, "tap", "move", there) is None, "only another mark"
    assert model.target.move == there
    assert move_cursor(model, "tap", "move", there) == Chosen(there)


def test_with_a_card_of_ones_own_choice_a_click_on_a_place_plays() -> None:
    for wish in (("step", 1), ("digit", 2), ("tap", "piece", 1), ("jump", 1)):
        model = board_in(graph_poker, seats=3, moves=2)
        assert move_cursor(model, *wish) is None
        there = model.piece.moves[1]
        assert move_cursor(model, "tap", "move", there) == Chosen(there)


def test_the_first_click_on_a_piece_only_chooses_it_even_if_the_cursor_lies_there() -> None:
    model = board_in(kozel)
    index = model.focus.piece
    (move,) = model.piece.moves
    assert move_cursor(model, "tap", "piece", index) is None
    assert move_cursor(model, "tap", "piece", index) == Chosen(move)


def test_a_piece_of_ones_own_choice_stays_chosen_until_it_is_gone() -> None:
    model = board_in(graph_poker, seats=3, moves=2)
    move_cursor(model, "step", 1)
    model.take(model.view, model.legal)
    assert model.picked
    model.pieces = (Piece("another", ()), *model.pieces[2:])
    model.focus = replace(model.focus, piece=0)
    model.take(model.view, model.legal)
    assert not model.picked
