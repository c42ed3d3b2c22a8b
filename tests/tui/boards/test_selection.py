"""The player's hands: what keys and clicks mean, with the real board of Kozel."""

from __future__ import annotations

from core.games.kozel import rules as kozel
from core.position import legal as legal_moves
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tui.boards.selection import Barred, Chosen, Selection
from tui.games.kozel import board


def selection_at(seed: int, moves: int = 0) -> Selection:
    """The hands of the seat to act after some first legal moves of a match of two."""
    state = begin(kozel, kozel.Options(), 2, SeededDecks(seed))
    for _ in range(moves):
        seat = state.turn
        make(kozel, state, seat, kozel.legal(state, seat)[0])
    view = kozel.view(state, state.turn)
    selection = Selection(board)
    selection.take(view, legal_moves(kozel, view))
    return selection


def choosing(selection: Selection) -> int:
    """The index of a piece that can be played in several ways."""
    return next(i for i, piece in enumerate(selection.pieces) if len(piece.moves) > 1)


def selection_with_two_ways() -> Selection:
    for seed in range(100):
        selection = selection_at(seed, 2)
        if any(len(piece.moves) > 1 for piece in selection.pieces):
            return selection
    raise AssertionError("no such deal")


def test_the_view_alone_tells_the_legal_moves() -> None:
    state = begin(kozel, kozel.Options(), 3, SeededDecks(4))
    for seat in range(3):
        view = kozel.view(state, seat)
        assert legal_moves(kozel, view) == tuple(kozel.legal(state, seat))
    assert legal_moves(kozel, kozel.view(state, None)) == ()


def test_the_cursor_goes_round_the_hand() -> None:
    selection = selection_at(1)
    start = selection.focus.piece
    for _ in selection.pieces:
        selection.step(1)
    assert selection.focus.piece == start
    selection.jump(0)
    selection.step(-1)
    assert selection.focus.piece == len(selection.pieces) - 1


def test_the_cursor_starts_at_a_piece_that_can_be_played() -> None:
    """K-R2: one tile has to open, and there the cursor is."""
    selection = selection_at(1)
    assert selection.piece is not None
    assert selection.piece.moves


def test_a_barred_piece_gives_its_reason() -> None:
    selection = selection_at(1)
    index = next(i for i, piece in enumerate(selection.pieces) if not piece.moves)
    selection.jump(index)
    assert selection.enter() == Barred(selection.pieces[index].why_not)


def test_one_way_is_played_at_once() -> None:
    selection = selection_at(1)
    assert selection.piece is not None
    assert selection.enter() == Chosen(selection.piece.moves[0])


def test_several_ways_are_chosen_among_and_taken_back() -> None:
    selection = selection_with_two_ways()
    index = choosing(selection)
    selection.jump(index)
    assert selection.enter() is None
    assert [button.move for button in selection.buttons] == list(selection.pieces[index].moves)
    selection.step(1)
    assert selection.enter() == Chosen(selection.pieces[index].moves[1])
    assert selection.cancel()
    assert not selection.cancel()
    assert selection.focus.piece == index


def test_a_digit_picks_the_piece_and_then_the_way() -> None:
    selection = selection_with_two_ways()
    index = choosing(selection)
    assert selection.digit(index + 1) is None
    assert selection.focus.piece == index
    selection.enter()
    assert selection.digit(2) == Chosen(selection.pieces[index].moves[1])
    assert selection.digit(9) == Barred("")


def test_two_digits_reach_the_twelfth_piece() -> None:
    selection = selection_at(1)
    while len(selection.pieces) < 12:
        selection.pieces += selection.pieces
    selection.digit(1)
    assert selection.focus.piece == 0
    selection.digit(2)
    assert selection.focus.piece == 11
    selection.digit(3)
    assert selection.focus.piece == 2


def test_a_click_chooses_and_a_second_one_plays() -> None:
    selection = selection_at(1)
    assert selection.piece is not None
    move, index = selection.piece.moves[0], selection.focus.piece
    selection.step(1)
    assert selection.tap_piece(index) is None
    assert selection.tap_piece(index) == Chosen(move)


def test_a_click_on_an_end_plays_there() -> None:
    selection = selection_with_two_ways()
    selection.jump(choosing(selection))
    assert selection.piece is not None
    assert selection.tap_move(selection.piece.moves[1]) == Chosen(selection.piece.moves[1])
    assert selection.tap_move("pass") is None
    selection.enter()
    selection.point_at(selection.focus.choosing[1])
    assert selection.focus.target == 1


def test_where_only_the_market_helps_the_hand_is_on_its_button() -> None:
    """K-R7: a player with nothing that fits draws."""
    selection = next(
        t for seed in range(200) if (t := selection_at(seed, 3)).legal == ("draw",) and t.choices
    )
    assert selection.on_buttons
    assert selection.enter() == Chosen("draw")
    assert selection.climb(False)
    assert not selection.on_buttons
    assert selection.climb(True)


def test_the_chosen_piece_stays_in_hand_while_the_table_changes() -> None:
    selection = selection_at(1)
    selection.step(2)
    held = selection.piece
    selection.take(selection.view, ())
    assert selection.piece is not None
    assert held is not None
    assert selection.piece.token == held.token
