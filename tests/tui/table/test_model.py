"""The model of a table alone: real positions of a real table, no screen, time by hand."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

import pytest

from core.game import FINISHED
from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.kozel import rules as kozel
from net.client.told import Position
from net.wire.protocol import Continue, Wait
from tests.support.machine import Ann
from tui.drawing.look import look_from
from tui.table import effects, intents
from tui.table.effects import Call, FindHint, Play, Redraw, Ring, ShowPlaces
from tui.table.happenings import HintFound
from tui.table.hints import find_hint
from tui.table.lines import status
from tui.table.playback import Past
from tui.table.preferences import Quiet
from tui.table.showing import FORCED_SECONDS

SLOW = Quiet(speed=10.0)
RESTING = Quiet(trick_seconds=3.0)


def kinds(asked: list[effects.Effect]) -> Counter[str]:
    return Counter(type(effect).__name__ for effect in asked)


# --- positions -----------------------------------------------------------------------------------


def test_each_position_is_shown_and_a_player_is_called_who_has_to_act() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.turn.legal)
    assert kinds(ann.done)["Call"] == 1
    assert ann.model.playback.shown is not None
    assert ann.model.playback.shown.view == ann.client.view


def test_nothing_is_shown_over_what_still_moves() -> None:
    ann = Ann(kozel, SLOW)
    playback, motion = ann.model.playback, ann.model.showing.motion
    ann.play_until(lambda: motion.busy and not ann.model.turn.legal and ann.zoe.client.my_turn)
    shown = playback.shown
    ann.play_zoe()
    assert playback.shown is shown
    assert len(playback.waiting) == 1
    ann.do(intents.OtherKey())
    assert playback.shown is not shown, "a key ends the movement"


def test_a_movement_is_drawn_step_by_step_and_then_nothing_is_due() -> None:
    ann = Ann(kozel, Quiet(speed=1.0))
    ann.play_until(lambda: ann.model.showing.motion.busy and not ann.model.turn.legal)
    steps = 0
    while ann.model.showing.motion.busy:
        assert ann.wake_at is not None
        asked = ann.wait(ann.wake_at - ann.now)
        assert (Redraw(("board", "hand")) in asked) is ann.model.showing.motion.busy
        steps += 1
    assert steps > 5
    assert Redraw() in asked, "the words over the hand speak of what moves no more"
    assert ann.wake_at is None


def test_a_finished_trick_rests_unless_the_player_leads() -> None:
    ann = Ann(domino_poker, RESTING)
    model = ann.model
    ann.play_until(
        lambda: (
            model.playback.last_trick
            and model.playback.last_trick is model.playback.shown
            and not model.turn.legal
        )
    )
    assert ann.wake_at == ann.now + 3.0
    ann.wait(3.0)
    assert not model.showing.motion.busy
    ann.play_until(lambda: model.playback.last_trick is model.playback.shown and model.turn.legal)
    assert ann.wake_at is None


def test_who_is_behind_sees_the_moves_but_not_how_they_are_made() -> None:
    ann = Ann(kozel, SLOW)
    ann.play_until(lambda: ann.model.turn.legal)
    ann.do(intents.OtherKey())
    shown = ann.model.playback.shown
    assert shown is not None
    ann.model.playback.waiting.extend([shown] * 4)
    ann.model.heard(shown, ann.now)
    assert len(ann.model.playback.waiting) < 2


# --- moves ---------------------------------------------------------------------------------------


def test_a_move_is_sent_once_and_there_is_nothing_to_choose_until_the_answer() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.turn.legal)
    ann.visitor.cut()
    move = ann.model.turn.legal[0]
    assert Play(move) in ann.play(move)
    assert not ann.model.turn.legal
    assert ann.client.pending is not None
    assert ann.client.pending.move == move
    assert kinds(ann.play(move)) == {"Ring": 1, "Redraw": 2}


def test_a_refused_move_can_be_chosen_anew_and_the_reason_stays() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.turn.legal)
    legal = ann.model.turn.legal
    ann.send(ann.client.play("lay a brick"))
    assert ann.model.turn.legal == legal
    assert "(K-R6)" in ann.model.choosing.trouble
    assert Ring() in ann.done


@pytest.mark.parametrize("autoplay", [True, False])
def test_a_forced_move_is_made_after_a_moment_for_whoever_likes_that(autoplay: bool) -> None:
    """K-R7: whoever cannot lay has to draw."""
    ann = Ann(kozel, Quiet(autoplay=autoplay))
    ann.play_until(lambda: len(ann.model.turn.legal) == len(ann.model.turn.choices) == 1)
    (move,) = ann.model.turn.legal
    assert ann.wake_at == (ann.now + FORCED_SECONDS if autoplay else None)
    assert (Play(move) in ann.wait(FORCED_SECONDS)) == autoplay


def test_a_scene_is_built_once_until_something_changes() -> None:
    """However many areas show it, and however often they ask."""
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.turn.legal)
    look = look_from({})
    scene = ann.model.scenes.shown(look)
    assert ann.model.scenes.on_table(look) is scene
    ann.do(intents.Step(1))
    assert ann.model.scenes.shown(look) is not scene


# --- the end of a deal ---------------------------------------------------------------------------


def read_deal(ann: Ann) -> Position:
    """Play to the end of a deal."""
    ann.play_until(lambda: ann.model.playback.reading)
    shown = ann.model.playback.shown
    assert shown is not None
    return shown


def test_a_finished_deal_lies_open_until_it_has_been_read() -> None:
    ann = Ann(kozel)
    playback = ann.model.playback
    shown = read_deal(ann)
    assert shown is playback.reading is playback.last_deal
    assert shown.view.phase == FINISHED
    assert not ann.model.turn.legal
    assert len(playback.waiting) == 1, "without a pause the host deals at once"
    ann.do(intents.Enter())
    assert playback.reading is None
    assert not playback.waiting
    assert playback.shown is not None
    assert playback.shown.view == ann.client.view


def test_what_a_deal_has_brought_is_laid_over_the_table_when_all_has_been_seen() -> None:
    ann = Ann(kozel, RESTING)
    look = look_from({})
    read_deal(ann)
    scene = ann.model.scenes.shown(look)
    assert scene is not None
    assert not scene.shows_summary
    ann.wait(3.0)
    scene = ann.model.scenes.shown(look)
    assert scene is not None
    assert scene.shows_summary


def test_whoever_goes_on_tells_the_host_once() -> None:
    """However fast Enter comes again."""
    ann = Ann(kozel, pause=60)
    shown = read_deal(ann)
    assert status(ann.model) == ("The deal is over. Enter or a click goes on", False)
    ann.visitor.cut()
    assert effects.Send(Continue(shown.seq)) in ann.do(intents.Enter())
    assert not any(isinstance(effect, effects.Send) for effect in ann.do(intents.Enter()))


def test_whoever_went_on_as_the_connection_broke_can_do_so_again() -> None:
    ann = Ann(kozel, pause=60)
    shown = read_deal(ann)
    ann.visitor.cut()
    ann.do(intents.Enter())
    ann.visitor = ann.visitor.again()
    ann.visitor.hear = ann.hear
    ann.zoe.send(Wait())
    assert effects.Send(Continue(shown.seq)) in ann.do(intents.Enter())


def test_those_who_have_gone_on_see_who_still_reads() -> None:
    ann = Ann(kozel, pause=60)
    playback = ann.model.playback
    shown = read_deal(ann)
    ann.do(intents.Enter())
    assert playback.shown is shown
    assert status(ann.model) == ("Zoe is still reading", False)
    ann.zoe.send(Continue(shown.seq))
    assert playback.shown is not shown
    assert playback.reading is None


def test_those_who_have_gone_on_are_named_and_the_pause_is_counted_down() -> None:
    ann = Ann(kozel, pause=30, clock=60)
    shown = read_deal(ann)
    ann.zoe.send(Continue(shown.seq))
    said, _ = status(ann.model)
    assert said == "Enter or a click goes on. Ready: Zoe"
    assert ann.model.turn_time.text == "0:30", "of the pause: no clock runs meanwhile"
    ann.wait(12.0)
    assert ann.model.turn_time.text == "0:18"
    assert ann.model.can("more_time")


def test_a_pause_that_is_over_brings_the_next_deal_without_a_key() -> None:
    ann = Ann(kozel, pause=10)
    shown = read_deal(ann)
    ann.parlour.pass_time(11)
    assert ann.model.playback.shown is not shown
    assert ann.model.playback.reading is None


def test_after_the_last_deal_the_places_are_shown() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.client.view.result)
    ann.play_until(lambda: ann.model.playback.reading)
    assert ShowPlaces(ann.client.view.result) in ann.do(intents.Enter())


def test_one_looks_back_at_the_table_then_at_the_deal_then_at_the_table_of_now() -> None:
    ann = Ann(kozel)
    model, playback = ann.model, ann.model.playback
    assert not model.can("last")
    shown = read_deal(ann)
    ann.do(intents.LookBack())
    assert playback.looking == Past(shown, summary=False), "under what it has brought"
    ann.do(intents.LookBack())
    ann.do(intents.Enter())
    assert model.can("last")
    ann.do(intents.LookBack())
    assert playback.looking == Past(shown, summary=False)
    ann.do(intents.LookBack())
    assert playback.looking == Past(shown, summary=True)
    ann.do(intents.LookBack())
    assert playback.looking is None
    ann.do(intents.LookBack())
    ann.do(intents.OtherKey())
    assert playback.looking is None


def test_what_comes_while_one_looks_back_is_shown_afterwards() -> None:
    ann = Ann(kozel)
    playback = ann.model.playback
    ann.play_until(lambda: playback.reading)
    ann.do(intents.Enter())
    ann.play_until(lambda: ann.zoe.client.my_turn)
    ann.do(intents.LookBack())
    shown = playback.shown
    ann.play_zoe()
    assert playback.shown is shown
    ann.do(intents.OtherKey())
    assert playback.shown is not shown


# --- asking --------------------------------------------------------------------------------------


def test_a_hint_puts_the_cursor_on_its_move_unless_the_position_is_gone() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.turn.legal)
    (asked,) = [effect for effect in ann.do(intents.AskHint()) if isinstance(effect, FindHint)]
    found = HintFound(asked.position, find_hint("kozel", asked.position.view))
    ann.model.heard(found, ann.now)
    assert ann.model.showing.hint == found.hint
    assert Play(found.hint.move) in ann.do(intents.Enter())
    assert ann.model.showing.hint is None
    ann.model.heard(found, ann.now)
    assert ann.model.showing.hint is None


def test_without_a_move_to_make_there_is_no_hint() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: not ann.model.turn.legal and ann.model.playback.shown)
    assert Ring() in ann.do(intents.AskHint())


def test_time_that_runs_is_counted_and_the_player_is_called_once_before_its_end() -> None:
    ann = Ann(kozel, clock=30)
    ann.play_until(lambda: ann.model.turn.legal)
    assert ann.model.turn_time.text == "0:30"
    assert Redraw(("prompt",)) in ann.wait(1.02)
    assert ann.model.turn_time.text == "0:29"
    calls = [ann.wait(7.0) for _ in range(3)]
    assert [Call(hurry=True) in asked for asked in calls].count(True) == 1
    assert ann.model.turn_time.short


@pytest.mark.parametrize("game, unbounded", [(graph_poker, True), (kozel, False)])
def test_a_table_without_edges_is_moved_about(game: ModuleType, unbounded: bool) -> None:
    ann = Ann(game)
    ann.play_until(lambda: ann.model.turn.legal)
    ann.model.scenes.shown(look_from({}))
    assert ann.model.can("pan") == unbounded
    assert (Redraw(("board",)) in ann.do(intents.Pan(1, 0, (52, 14)))) == unbounded


def test_the_side_is_opened_to_talk_and_goes_with_the_talk() -> None:
    ann = Ann(kozel)
    asked = ann.do(intents.Talk())
    assert effects.OpenChat() in asked
    assert any(isinstance(effect, effects.Arrange) for effect in asked)
    assert effects.CloseChat() in ann.do(intents.Back()), "not a question about leaving"
    assert effects.AskLeave() in ann.do(intents.Back())
