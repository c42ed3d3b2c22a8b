"""The player's hands: what keys and clicks mean, with the real board of Kozel."""

from __future__ import annotations

from core.games.kozel import rules as kozel
from core.position import legal as legal_moves
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tui.games.kozel import board
from tui.table.selection import Barred, Chosen, Turn


def turn_at(seed: int, moves: int = 0) -> Turn:
    """The hands of the seat to act after some first legal moves of a match of two."""
    state = begin(kozel, kozel.Options(), 2, SeededDecks(seed))
    for _ in range(moves):
        seat = state.turn
        make(kozel, state, seat, kozel.legal(state, seat)[0])
    view = kozel.view(state, state.turn)
    turn = Turn(board)
    turn.take(view, legal_moves(kozel, view))
    return turn


def choosing(turn: Turn) -> int:
    """The index of a piece that can be played in several ways."""
    return next(i for i, piece in enumerate(turn.pieces) if len(piece.moves) > 1)


def turn_with_two_ways() -> Turn:
    for seed in range(100):
        turn = turn_at(seed, 2)
        if any(len(piece.moves) > 1 for piece in turn.pieces):
            return turn
    raise AssertionError("no such deal")


def test_the_view_alone_tells_the_legal_moves() -> None:
    state = begin(kozel, kozel.Options(), 3, SeededDecks(4))
    for seat in range(3):
        view = kozel.view(state, seat)
        assert legal_moves(kozel, view) == tuple(kozel.legal(state, seat))
    assert legal_moves(kozel, kozel.view(state, None)) == ()


def test_the_cursor_goes_round_the_hand() -> None:
    turn = turn_at(1)
    start = turn.focus.piece
    for _ in turn.pieces:
        turn.step(1)
    assert turn.focus.piece == start
    turn.jump(0)
    turn.step(-1)
    assert turn.focus.piece == len(turn.pieces) - 1


def test_the_cursor_starts_at_a_piece_that_can_be_played() -> None:
    """K-R2: one tile has to open, and there the cursor is."""
    turn = turn_at(1)
    assert turn.piece is not None
    assert turn.piece.moves


def test_a_barred_piece_gives_its_reason() -> None:
    turn = turn_at(1)
    index = next(i for i, piece in enumerate(turn.pieces) if not piece.moves)
    turn.jump(index)
    assert turn.enter() == Barred(turn.pieces[index].why_not)


def test_one_way_is_played_at_once() -> None:
    turn = turn_at(1)
    assert turn.piece is not None
    assert turn.enter() == Chosen(turn.piece.moves[0])


def test_several_ways_are_chosen_among_and_taken_back() -> None:
    turn = turn_with_two_ways()
    index = choosing(turn)
    turn.jump(index)
    assert turn.enter() is None
    assert [button.move for button in turn.buttons] == list(turn.pieces[index].moves)
    turn.step(1)
    assert turn.enter() == Chosen(turn.pieces[index].moves[1])
    assert turn.cancel()
    assert not turn.cancel()
    assert turn.focus.piece == index


def test_a_digit_picks_the_piece_and_then_the_way() -> None:
    turn = turn_with_two_ways()
    index = choosing(turn)
    assert turn.digit(index + 1) is None
    assert turn.focus.piece == index
    turn.enter()
    assert turn.digit(2) == Chosen(turn.pieces[index].moves[1])
    assert turn.digit(9) == Barred("")


def test_two_digits_reach_the_twelfth_piece() -> None:
    turn = turn_at(1)
    while len(turn.pieces) < 12:
        turn.pieces += turn.pieces
    turn.digit(1)
    assert turn.focus.piece == 0
    turn.digit(2)
    assert turn.focus.piece == 11
    turn.digit(3)
    assert turn.focus.piece == 2


def test_a_click_chooses_and_a_second_one_plays() -> None:
    turn = turn_at(1)
    assert turn.piece is not None
    move, index = turn.piece.moves[0], turn.focus.piece
    turn.step(1)
    assert turn.tap_piece(index) is None
    assert turn.tap_piece(index) == Chosen(move)


def test_a_click_on_an_end_plays_there() -> None:
    turn = turn_with_two_ways()
    turn.jump(choosing(turn))
    assert turn.piece is not None
    assert turn.tap_move(turn.piece.moves[1]) == Chosen(turn.piece.moves[1])
    assert turn.tap_move("pass") is None
    turn.enter()
    turn.point_at(turn.focus.choosing[1])
    assert turn.focus.target == 1


def test_where_only_the_market_helps_the_hand_is_on_its_button() -> None:
    """K-R7: who has nothing that fits draws."""
    turn = next(
        t for seed in range(200) if (t := turn_at(seed, 3)).legal == ("draw",) and t.choices
    )
    assert turn.on_buttons
    assert turn.enter() == Chosen("draw")
    assert turn.climb(False)
    assert not turn.on_buttons
    assert turn.climb(True)


def test_the_chosen_piece_stays_in_hand_while_the_table_changes() -> None:
    turn = turn_at(1)
    turn.step(2)
    held = turn.piece
    turn.take(turn.view, ())
    assert turn.piece is not None
    assert held is not None
    assert turn.piece.token == held.token
