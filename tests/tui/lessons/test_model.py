"""The model of a lesson alone: the effects of keys and clicks in it, with no screen."""

import pytest

from tui.boards import choosing
from tui.drawing.look import look_from
from tui.games.kozel.lesson import LESSON as KOZEL
from tui.lessons import LESSONS
from tui.lessons.lesson import Walk
from tui.lessons.model import LessonModel
from tui.table.effects import CHOICE, CloseScreen, Redraw, Ring

NOW = 0.0


def begun(game: str = "kozel") -> LessonModel:
    """A lesson at its first step that asks for a move."""
    model = LessonModel(Walk(LESSONS[game].LESSON), "Ann")
    model.begin()
    while not model.walk.asked:
        model.do("step_on", (), NOW)
    return model


def test_a_right_move_is_answered_and_then_anything_goes_on() -> None:
    model = begun()
    at = model.walk.index
    assert model.do("hint", (), NOW) == [Redraw(CHOICE)]
    assert Redraw() in model.do("play", (), NOW)
    assert model.walk.answer.right
    model.do("play", (), NOW)
    assert model.walk.index == at + 1
    model.do("step_back", (), NOW)
    assert model.walk.index == at


def test_a_wrong_move_is_explained_and_everything_can_be_chosen_anew() -> None:
    for game in LESSONS:
        model = begun(game)
        while not model.walk.is_last:
            barred = [m for m in model.walk.legal if m not in model.walk.step.ask]
            if model.walk.asked and barred:
                break
            if model.walk.asked:
                model.walk.play(model.walk.step.ask[0])
            model.do("step_on", (), NOW)
        asked = set(model.walk.step.ask)
        wrong = next(move for move in model.walk.legal if move not in asked)
        choosing.reach(model.board, wrong)
        done = model.do("play", (), NOW)
        assert done == [Ring(), Redraw()]
        assert not model.walk.answer.right
        assert model.board.part != "targets"
        assert model.board.legal == model.walk.legal
        assert model.board.trouble == ""


def test_what_cannot_be_played_says_why() -> None:
    model = begun()
    barred = next(i for i, piece in enumerate(model.board.pieces) if not piece.moves)
    model.do("jump", (barred,), NOW)
    assert model.do("play", (), NOW) == [Ring(), Redraw(CHOICE)]
    assert model.board.trouble == model.board.pieces[barred].why_not


def test_a_click_goes_on_only_at_the_button_and_only_when_nothing_is_asked() -> None:
    model = begun()
    at = model.walk.index
    assert model.do("step_on", (), NOW) == [Ring()], "a move is asked for"
    model.do("hint", (), NOW)
    model.do("play", (), NOW)
    assert model.do("tap", ("piece", 0), NOW) == []
    assert model.walk.index == at
    model.do("tap", ("button", 0), NOW)
    assert model.walk.index == at + 1


@pytest.mark.parametrize("game", list(LESSONS))
def test_a_lesson_ends_after_its_last_step_and_esc_leaves_it(game: str) -> None:
    model = begun(game)
    assert model.do("back", (), NOW) == [CloseScreen()]
    model.walk.go_to(len(model.walk.lesson.steps) - 1)
    if model.walk.asked:
        model.walk.play(model.walk.step.ask[0])
    assert model.do("play", (), NOW) == [CloseScreen()]


def test_esc_first_takes_back_the_choice_of_a_way() -> None:
    for index in range(len(KOZEL.steps)):
        model = begun()
        model.walk.go_to(index)
        model.begin()
        several = [i for i, piece in enumerate(model.board.pieces) if len(piece.moves) > 1]
        if several:
            model.do("jump", (several[0],), NOW)
            model.do("play", (), NOW)
            assert model.board.part == "targets"
            assert model.do("back", (), NOW) == [Redraw(CHOICE)]
            assert model.board.part == "pieces"
            return
    raise AssertionError("no piece has several ways")


def test_a_finished_trick_is_shown_while_the_lesson_speaks_of_it() -> None:
    seen = set()
    for game in LESSONS:
        model = begun(game)
        for index in range(len(model.walk.lesson.steps)):
            model.walk.go_to(index)
            if model.walk.asked:
                model.walk.play(model.walk.step.ask[0])
            model.begin()
            assert model.scene(look_from({})).show_last == model.walk.looks_back
            seen.add(model.walk.looks_back)
    assert seen == {True, False}
