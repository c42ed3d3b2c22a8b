"""A player's model of a match, alone: real positions of a real table, no board, no screen."""

from dataclasses import replace

import pytest

from core.advice import Advice, Number, Numbers
from core.game import FINISHED, is_deal_over
from core.games.graph_poker import rules as graph_poker
from core.games.kozel import rules as kozel
from net.client.events import Position
from net.wire.to_host import Continue
from tests.support.harness import Harness, Visitor
from tui.table import effects
from tui.table.advising import take_advice, turn_advice
from tui.table.effects import Effect, HintFound, NumbersFound
from tui.table.hints import Hint
from tui.table.match import (
    MatchModel,
    Reads,
    finish_reading,
    follow_time,
    let_choose,
    look_back,
    play,
    show_next,
    take_in,
)


class Bo:
    """Bo, the second of two players, follows the match with nothing but a MatchModel."""

    def __init__(self, game: object = kozel, reads: Reads = "until_key", **chosen: int) -> None:
        self.harness = Harness(game, **chosen)
        self.zoe, self.visitor = self.harness.join("Zoe"), self.harness.join("Bo")
        self.match = MatchModel(self.visitor.client, reads)
        self.visitor.hear = lambda event: take_in(self.match, event)
        self.harness.start(self.visitor, owner=self.zoe)

    @property
    def done(self) -> list[Effect]:
        """The tasks due since the last call."""
        asked, self.match.effects = self.match.effects, []
        return asked

    def show(self) -> Position | None:
        """Show everything that waits; return the last position."""
        last = None
        while (position := show_next(self.match)) is not None:
            last = position
        return last

    def until(self, phase: str = "", *, mine: bool = False) -> None:
        """Have both make their first moves until a wanted position is shown."""
        for _ in range(500):
            self.show()
            shown = self.match.shown
            if mine and self.match.legal:
                return
            if phase and shown is not None and shown.view.phase == phase:
                return
            movers = [self.zoe, self.visitor]
            mover: Visitor = next(one for one in movers if one.client.my_turn)
            if mover is self.visitor and self.match.legal:
                play(self.match, self.match.legal[0])
            mover.play(mover.client.game.legal(mover.client.view)[0])
        raise AssertionError("it never came to that")


def shown(bo: Bo) -> Position:
    assert bo.match.shown is not None
    return bo.match.shown


# --- positions -----------------------------------------------------------------------------------


def test_a_player_is_called_once_for_a_decision() -> None:
    bo = Bo()
    bo.until(mine=True)
    assert effects.Call() in bo.done
    take_in(bo.match, replace(shown(bo)))
    bo.show()
    assert effects.Call() not in bo.done, "the same position again"
    play(bo.match, bo.match.legal[0])
    let_choose(bo.match)
    assert effects.Call() in bo.done, "the move was refused"


def test_the_call_is_withdrawn_when_somebody_else_is_to_move() -> None:
    bo = Bo()
    bo.until(mine=True)
    bo.visitor.play(bo.match.legal[0])
    bo.done.clear()
    bo.show()
    if not bo.match.legal:
        assert effects.EndCall() in bo.done


def test_nothing_is_left_to_choose_once_a_move_is_made() -> None:
    bo = Bo()
    bo.until(mine=True)
    move, bo.match.forced_at = bo.match.legal[0], 7.0
    play(bo.match, move)
    assert bo.match.legal == ()
    assert bo.match.forced_at is None
    assert bo.done[-1] == effects.MakeMove(move)


@pytest.mark.parametrize("late", [0, 1])
def test_only_the_player_whose_time_was_up_is_told_beyond_the_log(late: int) -> None:
    bo = Bo()
    bo.until(mine=True)
    bo.done.clear()
    position = replace(shown(bo), late=late)
    take_in(bo.match, position)
    bo.show()
    done = bo.done
    assert effects.Log(position) in done
    told = any(isinstance(effect, effects.Notify) for effect in done)
    assert told == (late == bo.match.client.seat)


# --- reading -------------------------------------------------------------------------------------


def test_a_round_is_read_as_a_deal_is() -> None:
    bo = Bo(graph_poker)
    for _ in range(200):
        bo.show()
        if bo.match.reading is not None:
            break
        mover = bo.zoe if bo.zoe.client.my_turn else bo.visitor
        mover.play(mover.client.game.legal(mover.client.view)[0])
    reading = bo.match.reading
    assert not is_deal_over(reading.view)
    assert any(event.kind == "round" for event in reading.events)
    assert bo.match.legal == ()
    assert bo.match.last_deal is reading


@pytest.mark.parametrize("reads", ["until_key", "in_pauses", "never"])
def test_without_a_pause_only_a_player_at_a_screen_holds_the_next_deal_back(reads: Reads) -> None:
    bo = Bo(reads=reads)
    for _ in range(200):
        bo.show()
        if bo.match.last_deal is not None:
            break
        mover = bo.zoe if bo.zoe.client.my_turn else bo.visitor
        mover.play(mover.client.game.legal(mover.client.view)[0])
    assert (shown(bo).view.phase == FINISHED) == (reads == "until_key")
    finish_reading(bo.match)
    bo.show()
    assert shown(bo).view.phase != FINISHED
    assert bo.match.reading is None


@pytest.mark.parametrize("reads", ["until_key", "in_pauses", "never"])
def test_in_a_pause_a_program_goes_on_at_once_and_a_person_when_it_is_read(reads: Reads) -> None:
    bo = Bo(reads=reads, pause=60)
    bo.until(FINISHED)
    told = effects.SendMessage(Continue(shown(bo).seq))
    paused = bo.visitor.client.paused
    assert paused is not None
    take_in(bo.match, paused)
    assert (told in bo.done) == (reads == "never")
    assert bo.match.awaited == (reads != "never")
    finish_reading(bo.match)
    assert (told in bo.done) == (reads != "never")
    finish_reading(bo.match)
    assert told not in bo.done, "once is enough"


@pytest.mark.parametrize("reads", ["until_key", "never"])
def test_whoever_has_read_goes_on_once_and_again_only_after_a_break(reads: Reads) -> None:
    """Another Paused may cross the message; messages on a broken connection may be lost."""
    bo = Bo(reads=reads, pause=60)
    bo.until(FINISHED)
    paused = bo.visitor.client.paused
    assert paused is not None
    take_in(bo.match, paused)
    finish_reading(bo.match)
    told = effects.SendMessage(Continue(paused.seq))
    assert told in bo.done
    take_in(bo.match, paused)
    assert not bo.match.awaited
    assert told not in bo.done
    take_in(bo.match, replace(shown(bo), events=()))
    take_in(bo.match, paused)
    assert (told in bo.done) == (reads == "never")
    assert bo.match.awaited == (reads != "never")


def test_the_time_shown_is_that_of_the_pause_while_there_is_one() -> None:
    bo = Bo(pause=60, clock=30)
    bo.until(FINISHED)
    assert follow_time(bo.match, bo.harness.now)
    assert bo.match.time.text == "1:00"
    assert not follow_time(bo.match, bo.harness.now), "nothing new"


def test_nobody_is_hurried_in_the_turn_of_somebody_else() -> None:
    bo = Bo(clock=30)
    bo.until(mine=True)
    bo.visitor.play(bo.match.legal[0])
    bo.show()
    assert not bo.match.client.my_turn
    bo.done.clear()
    follow_time(bo.match, bo.harness.now + 25)
    assert effects.Call(hurry=True) not in bo.done


# --- looking back --------------------------------------------------------------------------------


def test_nothing_is_shown_while_the_player_looks_back() -> None:
    bo = Bo()
    bo.until(FINISHED)
    look_back(bo.match)
    assert bo.match.looking is not None
    finish_reading(bo.match)
    assert show_next(bo.match) is None
    bo.match.looking = None
    assert show_next(bo.match) is not None


def test_whoever_looked_back_at_what_is_gone_begins_anew() -> None:
    bo = Bo()
    bo.until(FINISHED)
    look_back(bo.match)
    first = bo.match.looking
    assert first is not None
    bo.match.looking = replace(first, hands=True)
    look_back(bo.match)
    assert bo.match.looking == first


# --- advice --------------------------------------------------------------------------------------


def advised(bo: Bo, move: str = "") -> Hint:
    """Have a hint found for the position shown."""
    turn_advice(bo.match)
    hint = Hint(move or bo.match.legal[0], "", {})
    assert take_advice(bo.match, HintFound(shown(bo), hint)) == hint.move
    return hint


def numbers_for(bo: Bo, better: Advice | None = None) -> NumbersFound:
    moves = tuple(Number(move, 0.0) for move in bo.match.legal)
    return NumbersFound(shown(bo), Numbers(moves, better))


def test_a_hint_is_looked_for_once_and_then_turned_to_its_numbers_and_back() -> None:
    bo = Bo()
    bo.until(mine=True)
    hint = advised(bo)
    assert bo.match.hint == hint
    assert not bo.match.seeking
    bo.done.clear()
    turn_advice(bo.match)
    assert bo.done == [effects.FindNumbers("kozel", shown(bo), hint.move)]
    assert take_advice(bo.match, numbers_for(bo)) is None
    assert bo.match.numbers is not None
    bo.done.clear()
    turn_advice(bo.match)
    assert not bo.match.numbers_wanted
    turn_advice(bo.match)
    assert bo.match.numbers_wanted
    assert bo.done == [], "they have been counted"


def test_the_log_has_a_hint_once() -> None:
    bo = Bo()
    bo.until(mine=True)
    advised(bo)
    bo.done.clear()
    hint = bo.match.hint
    assert hint is not None
    take_advice(bo.match, HintFound(shown(bo), hint))
    assert not any(isinstance(effect, effects.LogNotice) for effect in bo.done)


def test_in_the_last_second_a_rough_hint_is_shown_at_once_and_a_late_one_changes_nothing() -> None:
    bo = Bo(clock=30)
    bo.until(mine=True)
    follow_time(bo.match, bo.harness.now + 29.5)
    turn_advice(bo.match)
    position, move = shown(bo), bo.match.legal[0]
    rough = Hint(move, "Your bid is lost; every trick still brings 10.", {}, rough=True)
    assert take_advice(bo.match, HintFound(position, rough)) == move
    assert bo.match.hint.text == "Your bid is lost; every trick still brings 10."
    bo.visitor.play(move)
    bo.show()
    assert take_advice(bo.match, HintFound(position, Hint(move, "", {}))) is None
    assert bo.match.hint is None, "the turn is over"


def test_ten_hints_asked_in_a_row_are_one_hint() -> None:
    bo = Bo()
    bo.until(mine=True)
    bo.done.clear()
    for _ in range(10):
        turn_advice(bo.match)
    assert all(isinstance(effect, effects.FindHint) for effect in bo.done)
    hint, position = Hint(bo.match.legal[0], "", {}), shown(bo)
    for _ in range(10):
        take_advice(bo.match, HintFound(position, hint))
    assert sum(isinstance(effect, effects.LogNotice) for effect in bo.done) == 1
    assert bo.match.hint == hint
    assert not bo.match.seeking


def test_a_final_hint_ends_the_waiting_however_rough_and_however_different_it_is() -> None:
    bo = Bo()
    bo.until(mine=True)
    turn_advice(bo.match)
    first, last = (Hint(move, "", {}, rough=True) for move in (bo.match.legal[0], "another"))
    bo.done.clear()
    assert take_advice(bo.match, HintFound(shown(bo), first, final=False)) == first.move
    assert bo.match.seeking, "a closer look follows"
    assert not any(isinstance(effect, effects.LogNotice) for effect in bo.done)
    assert take_advice(bo.match, HintFound(shown(bo), last)) == last.move
    assert not bo.match.seeking
    assert bo.match.hint == last
    assert take_advice(bo.match, HintFound(shown(bo), first, final=False)) is None, "nobody waits"
    assert not bo.match.seeking


def test_a_closer_look_that_comes_once_a_refused_move_is_chosen_anew_is_not_waited_for() -> None:
    bo = Bo()
    bo.until(mine=True)
    turn_advice(bo.match)
    rough = Hint(bo.match.legal[0], "", {}, rough=True)
    take_advice(bo.match, HintFound(shown(bo), rough, final=False))
    play(bo.match, bo.match.legal[0])
    let_choose(bo.match)
    take_advice(bo.match, HintFound(shown(bo), rough))
    assert (bo.match.seeking, bo.match.hint) == (False, None)


def test_what_the_numbers_find_better_becomes_the_hint() -> None:
    bo = Bo()
    bo.until(mine=True)
    advised(bo, "another")
    better = Advice(bo.match.legal[0], "", {})
    assert take_advice(bo.match, numbers_for(bo, better)) == better.move
    assert bo.match.hint.move == better.move


def test_another_position_takes_advice_away() -> None:
    bo = Bo()
    bo.until(mine=True)
    advised(bo)
    turn_advice(bo.match)
    late = numbers_for(bo)
    take_advice(bo.match, late)
    hint = HintFound(shown(bo), Hint(bo.match.legal[0], "", {}))
    bo.match.seeking = True
    take_in(bo.match, replace(shown(bo)))
    bo.show()
    match = bo.match
    assert (match.hint, match.numbers, match.seeking, match.numbers_wanted) == (
        None,
        None,
        False,
        False,
    )
    assert take_advice(match, hint) is None, "it came too late"
    assert match.hint is None
    assert take_advice(match, late) is None


def test_no_advice_is_taken_once_the_move_is_made() -> None:
    bo = Bo()
    bo.until(mine=True)
    found = HintFound(shown(bo), Hint(bo.match.legal[0], "", {}))
    play(bo.match, bo.match.legal[0])
    assert take_advice(bo.match, found) is None
    turn_advice(bo.match)
    assert effects.Ring() in bo.match.effects
