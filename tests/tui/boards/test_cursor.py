"""The player's hands: what keys and clicks mean, with the real board of Kozel."""

from dataclasses import replace

import pytest

from core.games import GAMES
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tui.boards import BOARDS
from tui.boards.choosing import Barred, Chosen, cancel, enter, move_cursor, reach
from tui.boards.contract import paint_table
from tui.boards.model import BoardModel
from tui.boards.scene import Choice, Focus
from tui.drawing.look import look_from

board = BOARDS["kozel"]
LOOK = look_from({"warnings": True})


def model_at(seed: int, moves: int = 0) -> BoardModel:
    """The hands of the seat to act after some first legal moves of a match of two."""
    state = begin(kozel, kozel.Options(), 2, SeededDecks(seed))
    for _ in range(moves):
        seat = state.turn
        make(kozel, state, seat, kozel.legal(state, seat)[0])
    view = kozel.view(state, state.turn)
    model = BoardModel(board)
    model.take(view, tuple(kozel.legal(view)))
    return model


def several_ways(model: BoardModel) -> int:
    """The index of a piece that can be played in several ways."""
    return next(i for i, piece in enumerate(model.pieces) if len(piece.moves) > 1)


def model_with_two_ways() -> BoardModel:
    for seed in range(100):
        model = model_at(seed, 2)
        if any(len(piece.moves) > 1 for piece in model.pieces):
            return model
    raise AssertionError("no such deal")


def test_the_view_alone_tells_the_legal_moves() -> None:
    state = begin(kozel, kozel.Options(), 3, SeededDecks(4))
    for seat in range(3):
        assert tuple(kozel.legal(kozel.view(state, seat))) == tuple(kozel.legal(state, seat))
    assert kozel.legal(kozel.view(state, None)) == ()


def test_the_cursor_goes_round_the_hand() -> None:
    model = model_at(1)
    start = model.focus.piece
    for _ in model.pieces:
        move_cursor(model, "step", 1)
    assert model.focus.piece == start
    move_cursor(model, "jump", 0)
    move_cursor(model, "step", -1)
    assert model.focus.piece == len(model.pieces) - 1


def test_the_cursor_starts_at_a_piece_that_can_be_played() -> None:
    """K-R2: one tile has to open, and the cursor is on it."""
    model = model_at(1)
    assert model.piece.moves


def test_a_barred_piece_gives_its_reason() -> None:
    model = model_at(1)
    index = next(i for i, piece in enumerate(model.pieces) if not piece.moves)
    move_cursor(model, "jump", index)
    assert enter(model) == Barred(model.pieces[index].why_not)


def test_one_way_is_played_at_once() -> None:
    model = model_at(1)
    assert enter(model) == Chosen(model.piece.moves[0])


def test_several_ways_are_chosen_among_and_taken_back() -> None:
    model = model_with_two_ways()
    index = several_ways(model)
    move_cursor(model, "jump", index)
    assert enter(model) is None
    assert [button.move for button in model.buttons] == list(model.pieces[index].moves)
    move_cursor(model, "step", 1)
    assert enter(model) == Chosen(model.pieces[index].moves[1])
    assert cancel(model)
    assert not cancel(model)
    assert model.focus.piece == index


def test_a_digit_picks_the_piece_and_then_the_way() -> None:
    model = model_with_two_ways()
    index = several_ways(model)
    assert move_cursor(model, "digit", index + 1) is None
    assert model.focus.piece == index
    enter(model)
    assert move_cursor(model, "digit", 2) == Chosen(model.pieces[index].moves[1])
    assert move_cursor(model, "digit", 9) == Barred("")


def test_two_digits_reach_the_twelfth_piece() -> None:
    model = model_at(1)
    while len(model.pieces) < 12:
        model.pieces += model.pieces
    move_cursor(model, "digit", 1)
    assert model.focus.piece == 0
    move_cursor(model, "digit", 2)
    assert model.focus.piece == 11
    move_cursor(model, "digit", 3)
    assert model.focus.piece == 2


def test_a_click_chooses_and_a_second_one_plays() -> None:
    model = model_at(1)
    move, index = model.piece.moves[0], model.focus.piece
    move_cursor(model, "step", 1)
    assert move_cursor(model, "tap", "piece", index) is None
    assert move_cursor(model, "tap", "piece", index) == Chosen(move)


def test_a_click_on_an_end_plays_there() -> None:
    model = model_with_two_ways()
    move_cursor(model, "jump", several_ways(model))
    assert move_cursor(model, "tap", "move", model.piece.moves[1]) == Chosen(model.piece.moves[1])
    assert move_cursor(model, "tap", "move", "pass") is None
    enter(model)
    move_cursor(model, "hover", "move", model.focus.choosing[1])
    assert model.focus.target == 1


def test_where_only_the_market_helps_the_hand_is_on_its_button() -> None:
    """K-R7: a player with nothing that fits draws."""
    model = next(
        t for seed in range(200) if (t := model_at(seed, 3)).legal == ("draw",) and t.choices
    )
    assert model.on_buttons
    assert enter(model) == Chosen("draw")
    move_cursor(model, "climb", 1)
    assert not model.on_buttons
    move_cursor(model, "climb", -1)
    assert model.on_buttons


def test_the_chosen_piece_stays_in_hand_while_the_table_changes() -> None:
    model = model_at(1)
    move_cursor(model, "step", 2)
    held = model.piece
    model.take(model.view, ())
    assert model.piece.token == held.token


def test_the_chosen_piece_stays_in_hand_when_one_before_it_is_gone() -> None:
    model = model_at(1)
    model.take(model.view, ())
    move_cursor(model, "jump", 3)
    held = model.piece
    model.take(replace(model.view, hand=model.view.hand[1:]), ())
    assert held is not None
    assert model.piece == held
    assert model.focus.piece == 2


def test_the_cursor_goes_from_a_piece_that_cannot_be_played_to_the_nearest_that_can() -> None:
    model, playable = model_at(0), [0]
    for seed in range(1, 200):
        model = model_at(seed, 2)
        playable = [i for i, piece in enumerate(model.pieces) if piece.moves]
        if len(playable) > 1 and playable[-1] - playable[0] > 2:
            break
    for index in range(len(model.pieces)):
        model.take(model.view, ())
        move_cursor(model, "jump", index)
        model.take(model.view, tuple(kozel.legal(model.view)))
        assert model.focus.piece in playable
        assert abs(model.focus.piece - index) == min(abs(one - index) for one in playable)


@pytest.mark.parametrize("name", GAMES)
def test_no_key_and_no_picture_imagines_a_world(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal pieces, reasons and looks all come from the View in hand."""
    game, model = GAMES[name], BoardModel(BOARDS[name])
    state = begin(game, game.Options(), 4, SeededDecks(1))
    monkeypatch.setattr(game, "imagine", None)
    for _ in range(40):
        seat = game.to_act(state)[0]
        view = game.view(state, seat)
        model.take(view, tuple(game.legal(view)))
        for at in range(len(model.pieces)):
            move_cursor(model, "jump", at)
            if not model.pieces[at].moves and not model.on_buttons:
                assert isinstance(enter(model), Barred), "it says why"
        model.names = "ABCD"
        scene = model.scene(LOOK)
        paint_table(model.board, scene, 58, 15)
        model.board.paint_hand(scene, 80, 6)
        make(game, state, seat, game.legal(state, seat)[0])


def test_a_choice_is_closed_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces that can no longer be played need no explanation."""
    model = model_with_two_ways()
    move_cursor(model, "jump", several_ways(model))
    enter(model)
    tokens, at = [piece.token for piece in model.pieces], model.focus.piece
    model.trouble, model.unconfirmed, model.focus = "no", "pass", replace(model.focus, stop=1)
    monkeypatch.setattr(board, "pieces", None)
    monkeypatch.setattr(board, "choices", None)
    model.close()
    assert [piece.token for piece in model.pieces] == tokens
    assert not any(piece.moves for piece in model.pieces)
    assert (model.legal, model.choices, model.part) == ((), (), "pieces")
    assert model.focus == Focus(piece=at)
    assert (model.trouble, model.unconfirmed) == ("", None)


def test_buttons_come_first_only_where_no_piece_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = model_at(1)
    legal = model.legal
    offered = (Choice("draw", "draw"), Choice("pass", "pass"))
    monkeypatch.setattr(board, "choices", lambda view, legal: offered)
    monkeypatch.setattr(board, "harmless", lambda view, moves: 1, raising=False)
    model = BoardModel(board)
    model.take(model_at(1).view, legal)
    assert model.part == "pieces"
    assert model.focus.target == 1, "where the board wants the cursor to begin"
    monkeypatch.setattr(board, "pieces", lambda view, legal: ())
    model.take(model.view, legal)
    assert model.part == "choices"
    assert enter(model) == Chosen("pass")


def test_a_scene_is_built_anew_for_another_look_or_when_something_has_changed() -> None:
    model, look = model_at(1), look_from({})
    model.names = ("Ann", "Bo")
    first = model.scene(look)
    assert model.scene(look) is first
    assert model.scene(look_from({})) is not first
    for change in (lambda: move_cursor(model, "step", 1), lambda: cancel(model), model.close):
        before = model.scene(look)
        change()
        assert model.scene(look) is not before


def test_the_mouse_points_only_at_what_is_being_chosen() -> None:
    model = model_at(1)
    model.choices = (Choice("draw", "draw"), Choice("pass", "pass"))
    move_cursor(model, "hover", "move", "pass")
    assert model.focus.target == 0
    move_cursor(model, "climb", -1)
    move_cursor(model, "hover", "move", "pass")
    assert model.focus.target == 1


def test_a_click_from_the_buttons_on_the_chosen_piece_only_chooses_it() -> None:
    model = model_at(1)
    model.choices = (Choice("draw", "draw"),)
    move_cursor(model, "climb", -1)
    assert move_cursor(model, "tap", "piece", model.focus.piece) is None
    assert model.part == "pieces"


def test_a_choice_taken_back_or_reached_otherwise_is_not_asked_about_any_more() -> None:
    model = model_at(1)
    model.unconfirmed = "pass"
    cancel(model)
    assert model.unconfirmed is None
    model.trouble = "no"
    reach(model, model.legal[0])
    assert model.trouble == ""
