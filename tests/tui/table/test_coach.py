"""The live coach: it speaks after a costly decision, and never of a position that is gone."""

from dataclasses import replace
from itertools import product

from core.games.kozel import rules as kozel
from core.review.decision import Decision
from tests.support.machine import Ann
from tests.support.screens import my_turn, opened, seen
from tui.start import StartSolo
from tui.table import effects
from tui.table.driver import preferences_of
from tui.table.effects import JudgeMove, MistakeFound, Notify, Preferences
from tui.table.hints import coached_said


def deciding(ann: Ann) -> Ann:
    ann.play_until(lambda: len(ann.model.match.legal) > 1)
    return ann


def decided(ann: Ann) -> JudgeMove:
    """Make a decision; return the question about it."""
    done = ann.play(deciding(ann).model.match.legal[0])
    (asked,) = (effect for effect in done if isinstance(effect, JudgeMove))
    return asked


def found(ann: Ann, asked: JudgeMove) -> list[str]:
    """Have a move turn out costly; return the line for the player."""
    best = next(move for move in kozel.legal(asked.position.view) if move != asked.move)
    decision = Decision(0, 0, asked.position.view.seat, asked.move, best, 34.4, 5.0, ())
    done = ann.model.receive(MistakeFound(asked.position, decision), ann.now)
    return [effect.text for effect in done if isinstance(effect, Notify)]


def test_a_costly_decision_is_told_with_what_was_worth_more_and_how_to_take_it_back() -> None:
    ann = Ann(kozel, Preferences(coach=True))
    (said,) = found(ann, decided(ann))
    assert "cost about 34" in said
    assert "was worth more. U takes it back" in said


def test_it_is_said_where_another_move_was_certain_to_make_it() -> None:
    position = decided(Ann(kozel, Preferences(coach=True))).position
    move, best, *_ = kozel.legal(position.view)
    for sure, aloud in product((True, False), repeat=2):
        decision = Decision(0, 0, 0, move, best, 34.4, 5.0, (), sure=sure)
        said = coached_said("kozel", position.view, decision, aloud=aloud)
        assert ("was certain to make it" in said) is sure
        assert ("was worth more" in said) is not sure
        assert ("'undo'" in said) is aloud
        assert said.count(":") == 1, "where a piece goes stands in brackets"


def test_what_costs_half_a_point_does_not_cost_nothing() -> None:
    position = decided(Ann(kozel, Preferences(coach=True))).position
    move, best, *_ = kozel.legal(position.view)
    decision = Decision(0, 0, 0, move, best, 0.5, 0.0, ())
    assert decision.costly
    assert "cost about 1:" in coached_said("kozel", position.view, decision)


async def test_a_key_switches_it_on_and_off_where_nobody_else_plays() -> None:
    async with opened(StartSolo("kozel", 2, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("k")
        await seen(pilot, "The coach is on")
        assert preferences_of(table).coach
        await pilot.press("л")
        await seen(pilot, "The coach is off")
        assert not preferences_of(table).coach


def test_it_is_told_once_and_in_the_log_too() -> None:
    ann = Ann(kozel, Preferences(coach=True))
    asked = decided(ann)
    assert found(ann, asked)
    assert found(ann, asked) == []


def test_a_late_answer_about_an_earlier_decision_says_nothing() -> None:
    ann = Ann(kozel, Preferences(coach=True))
    first = decided(ann)
    second = decided(ann)
    assert found(ann, first) == []
    assert found(ann, second) != []


def test_a_decision_that_was_taken_back_is_no_longer_told() -> None:
    ann = Ann(kozel, Preferences(coach=True))
    asked = decided(ann)
    before = asked.position
    again = replace(before, seq=before.seq + 100, before=(before,))
    ann.model.receive(again, ann.now)
    assert found(ann, asked) == []


def test_forced_moves_are_not_judged() -> None:
    ann = Ann(kozel, Preferences(coach=True))
    ann.play_until(lambda: len(ann.model.match.legal) == 1)
    done = ann.play(ann.model.match.legal[0])
    assert not [effect for effect in done if isinstance(effect, JudgeMove)]


def test_it_is_off_by_default() -> None:
    ann = deciding(Ann(kozel))
    done = ann.play(ann.model.match.legal[0])
    assert any(isinstance(effect, effects.MakeMove) for effect in done)
    assert not [effect for effect in done if isinstance(effect, JudgeMove)]
