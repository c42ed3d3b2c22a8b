"""A player's keys and clicks at a table, by its model alone: no screen, time by hand."""

import pytest

from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.kozel import rules as kozel
from net.client.events import Refusal
from net.wire.to_host import Continue, Say
from tests.support.machine import Ann
from tui.boards import BOARDS
from tui.drawing.look import look_from
from tui.table import effects
from tui.table.effects import (
    AskLeave,
    CloseChat,
    Covered,
    HintFound,
    MakeMove,
    Notify,
    Preferences,
    Redraw,
    Resized,
    Ring,
    SendMessage,
    Typing,
)
from tui.table.hints import find_hint
from tui.table.match import Past
from tui.table.showing import FORCED_SECONDS


def my_turn(ann: Ann) -> Ann:
    ann.play_until(lambda: ann.model.match.legal)
    return ann


def reading(ann: Ann) -> Ann:
    ann.play_until(lambda: ann.model.match.reading)
    return ann


# --- movements and looking back -------------------------------------------------------------------


@pytest.mark.parametrize(
    "wish", [("hover", "piece", 0), ("press",), ("tap", "piece", 0), ("pull", 1, 1, (52, 14))]
)
def test_the_mouse_over_the_table_ends_no_movement(wish: tuple[object, ...]) -> None:
    ann = Ann(kozel, Preferences(speed=10.0))
    ann.play_until(lambda: ann.model.board.motion.busy)
    ann.do(*wish)
    assert ann.model.board.motion.busy
    ann.do("click")
    assert not ann.model.board.motion.busy


def test_a_click_that_ends_a_movement_does_not_also_go_on() -> None:
    ann = reading(Ann(kozel, Preferences(trick_seconds=5.0)))
    deal = ann.model.match.reading
    assert ann.model.board.motion.busy
    ann.do("click")
    assert ann.model.match.reading is deal
    ann.do("click")
    assert ann.model.match.reading is not deal


@pytest.mark.parametrize("key", [("play",), ("back",), ("digit", 1)])
def test_a_key_that_ends_looking_back_does_nothing_else(key: tuple[object, ...]) -> None:
    ann = my_turn(Ann(domino_poker))
    ann.play_until(lambda: ann.model.match.last_trick and ann.model.match.legal)
    ann.do("last")
    focus = ann.model.board.focus
    asked = ann.do(*key)
    assert ann.model.match.looking is None
    assert not any(isinstance(effect, MakeMove | AskLeave | Ring) for effect in asked)
    assert ann.model.board.focus == focus


def test_an_arrow_ends_looking_back_and_moves_the_cursor_as_well() -> None:
    ann = my_turn(Ann(kozel))
    ann.model.match.looking = Past(ann.model.match.shown, summary=False)
    at = ann.model.board.focus.piece
    ann.do("step", 1)
    assert ann.model.match.looking is None
    assert ann.model.board.focus.piece != at


def test_what_is_looked_back_at_offers_no_moves() -> None:
    ann = my_turn(Ann(kozel))
    shown = ann.model.match.shown
    assert shown is not None
    ann.model.match.looking = Past(shown, summary=True)
    assert ann.model.scene_on_table(look_from({})).legal == ()
    assert ann.model.scene(look_from({})).legal


# --- the mouse -----------------------------------------------------------------------------------


def test_a_click_that_began_while_nothing_could_be_played_plays_nothing() -> None:
    """This holds although the turn comes while the button is still down."""
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.shown and not ann.model.match.legal)
    ann.do("press")
    my_turn(ann)
    focus = ann.model.board.focus
    at = focus.piece
    assert not any(isinstance(one, MakeMove) for one in ann.do("tap", "piece", at))
    assert ann.model.board.focus == focus
    ann.do("press")
    ann.do("tap", "piece", (at + 1) % len(ann.model.board.pieces))
    assert ann.model.board.focus != focus


def test_a_click_on_the_felt_takes_a_choice_back() -> None:
    ann = Ann(graph_poker)
    ann.play_until(lambda: ann.model.board.piece and len(ann.model.board.piece.moves) > 1)
    ann.do("play")
    assert ann.model.board.part == "targets"
    ann.do("click")
    assert ann.model.board.part == "targets", "it has hit something"
    ann.do("miss")
    assert ann.model.board.part == "pieces"


def test_a_click_made_while_looking_back_plays_nothing() -> None:
    ann = my_turn(Ann(kozel))
    ann.model.match.looking = Past(ann.model.match.shown, summary=False)
    ann.do("press")
    at = ann.model.board.focus.piece
    assert not any(isinstance(one, MakeMove) for one in ann.do("tap", "piece", at))


def test_nobody_can_wish_for_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="dance"):
        Ann(kozel).do("dance")


# --- words ---------------------------------------------------------------------------------------


def test_a_hint_that_is_being_looked_for_comes_before_the_move() -> None:
    ann = my_turn(Ann(kozel))
    ann.model.board.trouble = "no"
    ann.do("hint")
    assert ann.model.board.trouble == ""
    assert not any(isinstance(one, MakeMove | Ring) for one in ann.do("play"))
    shown = ann.model.match.shown
    ann.model.receive(HintFound(shown, find_hint("kozel", shown.view)), ann.now)
    assert any(isinstance(one, MakeMove) for one in ann.do("play"))


def test_the_key_for_hints_says_what_it_will_do_next() -> None:
    ann = my_turn(Ann(kozel))
    said = [ann.model.match.hint_means]
    shown = ann.model.match.shown
    ann.do("hint")
    ann.model.receive(HintFound(shown, find_hint("kozel", shown.view)), ann.now)
    said.append(ann.model.match.hint_means)
    ann.do("hint")
    said.append(ann.model.match.hint_means)
    assert said == ["hint", "numbers", "hint"]


def test_enter_and_esc_mean_nothing_while_only_others_read() -> None:
    ann = reading(Ann(kozel, pause=60))
    assert ann.model.match.enter_means == ann.model.match.back_means == "continue"
    ann.do("play")
    assert ann.model.match.enter_means == ann.model.match.back_means == ""
    shown = ann.model.match.shown
    ann.zoe.send(Continue(shown.seq))
    assert (ann.model.match.enter_means, ann.model.match.back_means) == ("play", "leave")


@pytest.mark.parametrize(
    ("width", "covered", "said"), [(80, False, False), (60, False, True), (80, True, True)]
)
def test_talk_is_shown_wherever_the_log_is_out_of_sight(
    width: int, covered: bool, said: bool
) -> None:
    ann = my_turn(Ann(kozel))
    ann.model.receive(Resized(width), ann.now)
    ann.model.receive(Covered(covered), ann.now)
    ann.zoe.send(Say("tea?"))
    assert (Notify("Zoe: tea?") in ann.done) == said


def test_the_key_of_the_side_first_ends_the_typing() -> None:
    ann = my_turn(Ann(kozel))
    ann.model.receive(Typing(True), ann.now)
    assert CloseChat() in ann.do("side")
    assert ann.model.side.shown, "it was not hidden"
    ann.do("side")
    assert not ann.model.side.shown


def test_a_refused_move_can_be_chosen_anew_and_a_refused_wish_changes_nothing() -> None:
    ann = my_turn(Ann(kozel))
    legal = ann.model.match.legal
    ann.visitor.cut()
    ann.play(legal[0])
    ann.model.receive(Refusal("time", "no", "", {}, None), ann.now)
    assert not ann.model.match.legal, "the move is still on its way"
    ann.model.receive(Refusal("illegal", "no", "", {}, legal[0]), ann.now)
    assert ann.model.match.legal == legal
    assert ann.model.board.legal == legal


# --- time ----------------------------------------------------------------------------------------


def test_a_forced_move_is_not_made_before_its_time() -> None:
    ann = Ann(kozel, Preferences(autoplay="every"), clock=30)
    ann.play_until(lambda: ann.model.match.forced_at)
    assert ann.model.match.forced_at is not None
    early = ann.wait((ann.model.match.forced_at - ann.now) / 2)
    assert not any(isinstance(one, MakeMove) for one in early)


def test_the_model_is_woken_for_each_second_of_a_clock_and_asks_anew_each_time() -> None:
    ann = my_turn(Ann(kozel, clock=30))
    for _ in range(3):
        assert ann.wake_at is not None
        due = ann.wake_at - ann.now
        assert 0 < due <= 1.02
        assert Redraw(("prompt",)) in ann.wait(due)


def test_a_timer_that_fires_early_is_set_again() -> None:
    ann = Ann(kozel, Preferences(trick_seconds=5.0, autoplay="off"))
    ann.play_until(lambda: ann.model.board.motion.busy)
    due = ann.wake_at
    ann.wait(0.001)
    assert ann.wake_at == due


def test_whoever_goes_on_by_a_click_tells_the_host() -> None:
    ann = reading(Ann(kozel, pause=60))
    assert any(isinstance(one, SendMessage) for one in ann.do("click"))
    assert effects.ShowKeys() in ann.done


def claiming(monkeypatch: pytest.MonkeyPatch, *, mine: bool) -> Ann:
    """Have Ann choose one of two tiles or more in a deal that is certain to be hers."""
    board = BOARDS[domino_poker.NAME]
    monkeypatch.setattr(board, "rest_is_mine", lambda view: mine)
    ann = Ann(domino_poker)
    ann.play_until(lambda: ann.model.board.part == "pieces" and len(ann.client.view.hand) > 1)
    ann.play_until(lambda: ann.model.match.legal)
    return ann


def test_a_rest_that_is_the_players_is_played_with_one_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = claiming(monkeypatch, mine=True)
    assert "rest" in ann.model.possible
    assert ann.wake_at is None, "nothing is played before it is claimed"
    ann.do("rest")
    assert "rest" not in ann.model.possible, "once"
    assert any(isinstance(one, MakeMove) for one in ann.wait(FORCED_SECONDS))


def test_a_rest_that_is_not_the_players_cannot_be_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = claiming(monkeypatch, mine=False)
    assert "rest" not in ann.model.possible
    ann.do("rest")
    assert ann.wake_at is None


def test_a_claim_holds_for_its_deal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = claiming(monkeypatch, mine=True)
    deal = ann.client.view.deal
    ann.do("rest")
    ann.play_until(lambda: ann.client.view.deal > deal and ann.model.match.legal)
    assert ann.model.match.forced_at is None
