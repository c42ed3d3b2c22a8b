"""The model of a table alone: real positions of a real table, no screen, time by hand."""

from collections import Counter
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from core.advice import Number, Numbers
from core.game import FINISHED
from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.kozel import rules as kozel
from net.client.events import Position
from net.wire.to_host import Continue, Wait
from tests.support.machine import Ann
from tui.boards import BOARDS
from tui.drawing.look import look_from
from tui.start import StartHome
from tui.table import effects, showing
from tui.table.effects import (
    AskLeave,
    Call,
    FindHint,
    FindNumbers,
    HintFound,
    MakeMove,
    NumbersFound,
    Preferences,
    Redraw,
    Ring,
    ShowPlaces,
)
from tui.table.hints import Hint, find_hint
from tui.table.lines import status
from tui.table.match import Past
from tui.table.session import MOST_UNSHOWN, TableSession
from tui.table.showing import FORCED_SECONDS, page_behind

board = BOARDS["graph_poker"]

SLOW = Preferences(speed=10.0)
RESTING = Preferences(trick_seconds=3.0)


def kinds(asked: list[effects.Effect]) -> Counter[str]:
    return Counter(type(effect).__name__ for effect in asked)


# --- positions -----------------------------------------------------------------------------------


def test_each_position_is_shown_and_a_player_is_called_who_has_to_act() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.board.legal)
    assert kinds(ann.done)["Call"] == 1
    assert ann.model.match.shown.view == ann.client.view


def test_nothing_is_shown_over_what_still_moves() -> None:
    ann = Ann(kozel, SLOW)
    playback, motion = ann.model.match, ann.model.board.motion
    ann.play_until(lambda: motion.busy and not ann.model.board.legal and ann.zoe.client.my_turn)
    shown = playback.shown
    ann.play_zoe()
    assert playback.shown is shown
    assert len(playback.waiting) == 1
    ann.do("other")
    assert playback.shown is not shown, "a key ends the movement"


def test_a_movement_is_drawn_step_by_step_and_then_nothing_is_due() -> None:
    ann = Ann(kozel, Preferences(speed=1.0))
    ann.play_until(lambda: ann.model.board.motion.busy and not ann.model.board.legal)
    steps = 0
    while ann.model.board.motion.busy:
        assert ann.wake_at is not None
        asked = ann.wait(ann.wake_at - ann.now)
        assert (Redraw(("board", "hand")) in asked) is ann.model.board.motion.busy
        steps += 1
    assert steps > 5
    assert Redraw() in asked, "the words over the hand speak of what moves no more"
    assert ann.wake_at is None


def test_a_finished_trick_rests_unless_the_player_leads() -> None:
    ann = Ann(domino_poker, RESTING)
    model = ann.model
    ann.play_until(
        lambda: (
            model.match.last_trick
            and model.match.last_trick is model.match.shown
            and not model.board.legal
        )
    )
    assert ann.wake_at == ann.now + 3.0
    ann.wait(3.0)
    assert not model.board.motion.busy
    ann.play_until(lambda: model.match.last_trick is model.match.shown and model.board.legal)
    assert ann.wake_at is None


def test_whoever_is_behind_sees_the_moves_but_not_how_they_are_made() -> None:
    ann = Ann(kozel, SLOW)
    ann.play_until(lambda: ann.model.board.legal)
    ann.do("other")
    shown = ann.model.match.shown
    assert shown is not None
    ann.model.match.waiting.extend([shown] * 4)
    ann.model.receive(shown, ann.now)
    assert len(ann.model.match.waiting) < 2


# --- moves ---------------------------------------------------------------------------------------


def test_a_move_is_sent_once_and_there_is_nothing_to_choose_until_the_answer() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.board.legal)
    ann.visitor.cut()
    move = ann.model.board.legal[0]
    assert MakeMove(move) in ann.play(move)
    assert not ann.model.board.legal
    assert ann.client.pending.move == move
    assert kinds(ann.play(move)) == {"Ring": 1, "Redraw": 2}


def test_a_refused_move_can_be_chosen_anew_and_the_reason_stays() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.board.legal)
    legal = ann.model.board.legal
    ann.send(ann.client.play("lay a brick"))
    assert ann.model.board.legal == legal
    assert "(K-R6)" in ann.model.board.trouble
    assert Ring() in ann.done


@pytest.mark.parametrize("autoplay", ["off", "bids", "last", "every"])
def test_a_forced_move_is_made_after_a_moment_for_whoever_likes_that(autoplay: str) -> None:
    """K-R7: a player who cannot lay has to draw."""
    ann = Ann(kozel, Preferences(autoplay=autoplay))
    ann.play_until(lambda: len(ann.model.board.legal) == len(ann.model.board.choices) == 1)
    (move,) = ann.model.board.legal
    wanted = autoplay != "off"
    assert ann.wake_at == (ann.now + FORCED_SECONDS if wanted else None)
    assert (MakeMove(move) in ann.wait(FORCED_SECONDS)) == wanted


def test_in_the_first_deal_of_a_first_match_nothing_is_played_for_anybody() -> None:
    """Otherwise a newcomer whose moves are all forced would see a deal over without a key."""
    for newcomer in (True, False):
        ann = Ann(domino_poker, Preferences(autoplay="every", newcomer=newcomer))
        ann.play_until(lambda: ann.model.board.legal and ann.model.board.part == "pieces")  # noqa: B023
        assert (ann.wake_at is None) == newcomer
        ann.play_until(lambda: ann.client.view.deal == 2 and len(ann.model.board.legal) == 1)  # noqa: B023
        assert ann.wake_at == ann.now + FORCED_SECONDS


@pytest.mark.parametrize("autoplay", ["off", "bids", "last", "every"])
def test_the_last_card_is_played_for_whoever_likes_that(autoplay: str) -> None:
    """The first deal of Domino Poker has one tile each."""
    ann = Ann(domino_poker, Preferences(autoplay=autoplay, trick_seconds=0.0))
    ann.play_until(lambda: ann.model.board.legal and ann.model.board.part == "pieces")
    legal = ann.model.board.legal
    forced = len(legal) == 1 and autoplay in ("last", "every")
    assert (MakeMove(legal[0]) in ann.wait(FORCED_SECONDS)) == forced


@pytest.mark.parametrize("among_people", [True, False])
def test_a_card_without_a_choice_is_played_among_bots_alone_for_whoever_likes_that(
    monkeypatch: pytest.MonkeyPatch, among_people: bool
) -> None:
    """Zoe could tell from the time that Ann had no choice."""
    ann = Ann(domino_poker, Preferences(autoplay="every"))
    monkeypatch.setattr(showing, "among_people", lambda room: among_people)

    def one_of_several() -> bool:
        selection = ann.model.board
        return len(selection.legal) == 1 and len(selection.pieces) > 1 and not selection.choices

    ann.play_until(one_of_several)
    move = MakeMove(ann.model.board.legal[0])
    assert (move in ann.wait(FORCED_SECONDS)) == (not among_people)


def test_a_trick_waits_for_a_key_if_the_player_wants_that() -> None:
    ann = Ann(domino_poker, Preferences(waits_for_key=True))
    ann.play_until(lambda: ann.model.match.waits_for_key)
    trick = ann.model.match.shown
    ann.wait(600)
    assert ann.model.match.shown is trick
    ann.do("play")
    assert ann.model.match.shown is not trick or not ann.model.board.motion.busy


def test_enter_walks_through_a_round_that_has_brought_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board, "stops", lambda view: 3)
    ann = Ann(graph_poker)
    ann.play_until(lambda: ann.model.match.reading and not ann.model.board.motion.busy)
    reading = ann.model.match.reading
    assert status(ann.model)[0] == "3 rows of four: Enter shows them one by one, Esc continues"
    for stop in range(3):
        ann.do("play")
        assert ann.model.board.focus.stop == stop
        assert ann.model.scene(look_from({})).focus.stop == stop
    assert ann.model.match.reading is reading
    ann.do("play")
    assert ann.model.match.reading is not reading


def test_esc_ends_the_walk_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "stops", lambda view: 3)
    ann = Ann(graph_poker)
    ann.play_until(lambda: ann.model.match.reading and not ann.model.board.motion.busy)
    ann.do("play")
    ann.do("back")
    assert ann.model.match.reading is None


def test_behind_some_deals_there_is_a_page_and_enter_goes_on_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = Ann(kozel)
    board = ann.model.board.board
    monkeypatch.setattr(board, "page_title", lambda view: "pulka 1 of 4", raising=False)
    monkeypatch.setattr(board, "page_told", lambda view, names: (), raising=False)
    ann.play_until(
        lambda: page_behind(ann.model.match, ann.model.board) and not ann.model.board.motion.busy
    )
    reading = ann.model.match.reading
    assert status(ann.model)[0] == "Enter shows how it ended: pulka 1 of 4. Esc continues"
    ann.do("play")
    assert ann.model.match.reading is reading
    assert ann.model.board.focus.stop == 0
    assert status(ann.model)[0] == "Pulka 1 of 4 is over. Enter or a click continues"
    ann.do("play")
    assert ann.model.match.reading is not reading


def test_a_scene_is_built_once_until_something_changes() -> None:
    """However many areas show it, and however often they ask."""
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.board.legal)
    look = look_from({})
    scene = ann.model.scene(look)
    assert ann.model.scene_on_table(look) is scene
    ann.do("step", 1)
    assert ann.model.scene(look) is not scene


# --- the end of a deal ---------------------------------------------------------------------------


def read_deal(ann: Ann) -> Position:
    """Play to the end of a deal."""
    ann.play_until(lambda: ann.model.match.reading)
    shown = ann.model.match.shown
    assert shown is not None
    return shown


def test_a_finished_deal_lies_open_until_it_has_been_read() -> None:
    ann = Ann(kozel)
    playback = ann.model.match
    shown = read_deal(ann)
    assert shown is playback.reading is playback.last_deal
    assert shown.view.phase == FINISHED
    assert not ann.model.board.legal
    assert len(playback.waiting) == 1, "without a pause the host deals at once"
    ann.do("play")
    assert playback.reading is None
    assert not playback.waiting
    assert playback.shown.view == ann.client.view


GUARDED = Preferences(guard_seconds=0.4)


@pytest.mark.parametrize("wish", ["play", "click", "miss"])
def test_a_second_key_or_click_does_not_close_a_deal_unread(wish: str) -> None:
    ann = Ann(kozel, GUARDED)
    reading = read_deal(ann)
    ann.do(wish)
    assert ann.model.match.reading is reading, "meant for what was there before"
    ann.wait(0.4)
    ann.do(wish)
    assert ann.model.match.reading is None


def test_a_click_too_many_makes_no_bid_in_the_next_deal() -> None:
    ann = Ann(domino_poker, GUARDED)
    ann.play_until(lambda: ann.model.board.choices)
    ann.do("press")
    assert not any(isinstance(one, MakeMove) for one in ann.do("tap", "button", 0))
    ann.wait(0.4)
    assert any(isinstance(one, MakeMove) for one in ann.do("tap", "button", 0))


@pytest.mark.parametrize(
    "wish", [("play",), ("digit", 0), ("tap", "button", 0)], ids=lambda wish: str(wish[0])
)
def test_keys_that_hurry_bots_answer_a_turn_only_once_there_has_been_quiet(
    wish: tuple[Any, ...],
) -> None:
    ann = Ann(domino_poker, GUARDED)
    ann.play_until(lambda: ann.model.board.choices)
    for _ in range(20):
        assert not any(isinstance(one, MakeMove) for one in ann.do(*wish))
        ann.wait(0.3)
    ann.wait(0.2)
    assert any(isinstance(one, MakeMove) for one in ann.do(*wish))


def test_a_hurried_key_plays_no_card_either_and_ones_after_quiet_are_as_fast_as_they_come() -> None:
    ann = Ann(kozel, GUARDED)
    ann.play_until(lambda: len(ann.model.board.pieces) > 2 and len(ann.model.match.legal) > 1)
    move = ann.model.match.legal[0]
    ann.do("other")
    ann.wait(0.3)
    assert not any(isinstance(one, MakeMove) for one in ann.play(move))
    ann.wait(0.4)
    ann.do("step", 1)
    assert any(isinstance(one, MakeMove) for one in ann.play(move))


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_a_moment_worth_celebrating_lasts_a_second_where_things_move(
    monkeypatch: pytest.MonkeyPatch, speed: float
) -> None:
    """It comes after the last trick or tile has been seen, and before the points of the deal."""
    board = BOARDS[kozel.NAME]
    monkeypatch.setattr(board, "occasion", lambda view, names: ("fish", ""))
    ann = Ann(kozel, Preferences(speed=speed, trick_seconds=1.0))
    read_deal(ann)
    celebrated = []
    while ann.model.board.motion.busy:
        scene = ann.model.scene(look_from({}))
        assert scene is not None
        assert not (scene.shows_summary and scene.occasion[0]), "the totals roll after it"
        if scene.occasion[0]:
            assert scene.moment == 1.0, "the table rests"
            celebrated.append(ann.now)
        ann.wait(0.01)
    assert bool(celebrated) == bool(speed)
    if celebrated:
        assert celebrated[-1] - celebrated[0] == pytest.approx(1.0, abs=0.05)
    scene = ann.model.scene(look_from({}))
    assert scene.shows_summary
    assert scene.occasion == ("", "")


def test_a_key_ends_what_is_celebrated_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    board = BOARDS[kozel.NAME]
    monkeypatch.setattr(board, "occasion", lambda view, names: ("fish", ""))
    ann = Ann(kozel, Preferences(speed=1.0))
    read_deal(ann)
    ann.do("other")
    assert ann.model.board.occasion[0], "a key that hurries the last tile does not end it unseen"
    ann.do("other")
    assert not ann.model.board.motion.busy
    assert ann.model.board.occasion == ("", "")


def test_what_a_deal_has_brought_is_laid_over_the_table_when_all_has_been_seen() -> None:
    ann = Ann(kozel, RESTING)
    look = look_from({})
    read_deal(ann)
    scene = ann.model.scene(look)
    assert not scene.shows_summary
    ann.wait(3.0)
    scene = ann.model.scene(look)
    assert scene.shows_summary


def test_whoever_goes_on_tells_the_host_once() -> None:
    """This is so however often Enter is pressed."""
    ann = Ann(kozel, pause=60)
    shown = read_deal(ann)
    assert status(ann.model) == ("The deal is over. Enter or a click continues", False)
    ann.visitor.cut()
    assert effects.SendMessage(Continue(shown.seq)) in ann.do("play")
    assert not any(isinstance(effect, effects.SendMessage) for effect in ann.do("play"))


def test_a_sentence_above_the_hand_does_not_hide_the_key_that_leads_on() -> None:
    ann = Ann(kozel, pause=60)
    read_deal(ann)
    ann.model.tell("Bob: Fish!", ann.now)
    assert status(ann.model) == ("Bob: Fish! · The deal is over. Enter or a click continues", False)


def test_whoever_went_on_as_the_connection_broke_can_do_so_again() -> None:
    ann = Ann(kozel, pause=60)
    shown = read_deal(ann)
    ann.visitor.cut()
    ann.do("play")
    ann.visitor = ann.visitor.again()
    ann.visitor.hear = ann.hear
    ann.hear(replace(shown, events=()))
    ann.zoe.send(Wait())
    assert effects.SendMessage(Continue(shown.seq)) in ann.do("play")


def test_those_who_have_gone_on_see_who_still_reads() -> None:
    ann = Ann(kozel, pause=60)
    playback = ann.model.match
    shown = read_deal(ann)
    ann.do("play")
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
    assert said == "Enter or a click continues. Ready: Zoe"
    assert ann.model.match.time.text == "0:30", "of the pause: no clock runs meanwhile"
    ann.wait(12.0)
    assert ann.model.match.time.text == "0:18"
    assert "more_time" in ann.model.possible


def test_a_pause_that_is_over_brings_the_next_deal_without_a_key() -> None:
    ann = Ann(kozel, pause=10)
    shown = read_deal(ann)
    ann.harness.pass_time(11)
    assert ann.model.match.shown is not shown
    assert ann.model.match.reading is None


def test_after_the_last_deal_the_places_are_shown() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.client.view.result)
    ann.play_until(lambda: ann.model.match.reading)
    assert ShowPlaces(ann.client.view.result) in ann.do("play")


def test_one_looks_back_at_the_table_then_at_the_deal_then_at_the_table_of_now() -> None:
    ann = Ann(kozel)
    model, playback = ann.model, ann.model.match
    assert not model.possible["last"]
    shown = read_deal(ann)
    ann.do("last")
    assert playback.looking == Past(shown, summary=False), "under what it has brought"
    ann.do("last")
    ann.do("play")
    assert model.possible["last"]
    ann.do("last")
    assert playback.looking == Past(shown, summary=False)
    ann.do("last")
    assert playback.looking == Past(shown, summary=True)
    ann.do("last")
    assert playback.looking is None
    ann.do("last")
    ann.do("other")
    assert playback.looking is None


def test_what_comes_while_one_looks_back_is_shown_afterwards() -> None:
    ann = Ann(kozel)
    playback = ann.model.match
    ann.play_until(lambda: playback.reading)
    ann.do("play")
    ann.play_until(lambda: ann.zoe.client.my_turn)
    ann.do("last")
    shown = playback.shown
    ann.play_zoe()
    assert playback.shown is shown
    ann.do("other")
    assert playback.shown is not shown


# --- asking --------------------------------------------------------------------------------------


def test_a_hint_puts_the_cursor_on_its_move_unless_the_position_is_gone() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.board.legal)
    (asked,) = [effect for effect in ann.do("hint") if isinstance(effect, FindHint)]
    found = HintFound(asked.position, find_hint("kozel", asked.position.view))
    ann.model.receive(found, ann.now)
    assert ann.model.match.hint == found.hint
    assert MakeMove(found.hint.move) in ann.do("play")
    assert ann.model.match.hint is None
    ann.model.receive(found, ann.now)
    assert ann.model.match.hint is None


def test_whoever_asks_for_numbers_before_a_hint_is_final_can_play_once_they_are_there() -> None:
    """The question for numbers replaces that for a closer look, which gets no answer."""
    ann = Ann(kozel)
    ann.play_until(lambda: len(ann.model.match.legal) > 1)
    (asked,) = [effect for effect in ann.do("hint") if isinstance(effect, FindHint)]
    hint = replace(find_hint("kozel", asked.position.view), rough=True)
    ann.model.receive(HintFound(asked.position, hint, final=False), ann.now)
    assert MakeMove(hint.move) not in ann.do("play"), "the first look may be corrected"
    assert FindNumbers("kozel", asked.position, hint.move) in ann.do("hint")
    numbers = Numbers(tuple(Number(move, 0.0) for move in ann.model.match.legal))
    ann.model.receive(NumbersFound(asked.position, numbers), ann.now)
    assert MakeMove(hint.move) in ann.do("play")


def test_no_key_waits_for_a_hint_without_a_word_and_esc_ends_the_waiting() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: len(ann.model.match.legal) > 1)
    (asked,) = [effect for effect in ann.do("hint") if isinstance(effect, FindHint)]
    assert not any(isinstance(effect, MakeMove) for effect in ann.do("play"))
    assert status(ann.model) == ("thinking of a hint … Esc stops it", False)
    rough = replace(find_hint("kozel", asked.position.view), rough=True)
    ann.model.receive(HintFound(asked.position, rough, final=False), ann.now)
    assert not any(isinstance(effect, MakeMove) for effect in ann.do("play"))
    assert status(ann.model) == (f"Still thinking … {rough.text}", False)
    assert AskLeave() not in ann.do("back")
    assert status(ann.model) == (rough.text, False)
    other = HintFound(asked.position, Hint(ann.model.match.legal[-1], "", {}))
    ann.model.receive(other, ann.now)
    assert ann.model.match.hint == rough, "nobody waits for it any more"
    assert MakeMove(rough.move) in ann.do("play")


def test_whoever_waits_for_an_adviser_that_never_answers_plays_after_esc() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: len(ann.model.match.legal) > 1)
    ann.do("hint")
    ann.do("back")
    assert any(isinstance(effect, MakeMove) for effect in ann.do("play"))


def test_without_a_move_to_make_there_is_no_hint() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: not ann.model.board.legal and ann.model.match.shown)
    assert Ring() in ann.do("hint")


def test_time_that_runs_is_counted_and_the_player_is_called_once_before_its_end() -> None:
    ann = Ann(kozel, clock=30)
    ann.play_until(lambda: ann.model.board.legal)
    assert ann.model.match.time.text == "0:30"
    assert Redraw(("prompt",)) in ann.wait(1.02)
    assert ann.model.match.time.text == "0:29"
    calls = [ann.wait(7.0) for _ in range(3)]
    assert [Call(hurry=True) in asked for asked in calls].count(True) == 1
    assert ann.model.match.time.short
    assert Call(hurry=True) not in ann.wait(1.0), "not every second"
    ann.zoe.send(Wait())
    assert Call(hurry=True) in ann.wait(30.0), "but again when somebody has given more time"


@pytest.mark.parametrize("game, unbounded", [(graph_poker, True), (kozel, False)])
def test_a_table_without_edges_is_moved_about(game: ModuleType, unbounded: bool) -> None:
    ann = Ann(game)
    ann.play_until(lambda: ann.model.board.legal)
    ann.model.scene(look_from({}))
    assert ("pan" in ann.model.possible) == unbounded
    assert (Redraw(("board",)) in ann.do("pan", 1, 0, (52, 14))) == unbounded


def test_the_side_is_opened_to_talk_and_goes_with_the_talk() -> None:
    ann = Ann(kozel)
    asked = ann.do("chat")
    assert effects.OpenChat() in asked
    assert any(isinstance(effect, effects.Arrange) for effect in asked)
    assert effects.CloseChat() in ann.do("back"), "not a question about leaving"
    assert effects.AskLeave() in ann.do("back")


def test_whoever_comes_into_a_match_reads_in_the_log_where_it_stands() -> None:
    ann = Ann(domino_poker)
    ann.play_until(lambda: ann.model.match.last_trick and ann.model.board.legal)
    assert ann.model.match.shown is not None
    late = TableSession(ann, StartHome())
    for _ in range(2):
        late.absorb(ann.model.match.shown)
    said = [line.say() for line in late.log.lines]
    assert said[0] == "You are joining a match in progress"
    assert len(said) > 1
    assert len(set(said)) == len(said), "told once"
    begun = [line.say() for line in ann.connection.log.lines]
    assert said[0] not in begun, "Ann was there from the beginning"


def test_whoever_comes_back_into_a_match_is_not_greeted_as_a_newcomer() -> None:
    ann = Ann(domino_poker)
    ann.play_until(lambda: ann.model.match.last_trick and ann.model.board.legal)
    assert ann.model.match.shown is not None
    back = TableSession(ann, StartHome())
    back.client.handshake.returned = True
    back.absorb(ann.model.match.shown)
    said = [line.say() for line in back.log.lines]
    assert said[0] == "You are back at your seat"
    assert len(said) > 1, "and where the match stands"


def test_a_host_that_sends_faster_than_anybody_can_look_fills_no_memory() -> None:
    ann = Ann(domino_poker)
    ann.play_until(lambda: ann.model.board.legal)
    shown = ann.model.match.shown
    assert shown is not None
    session = TableSession(ann, StartHome())
    session.positions.extend(replace(shown, seq=seq) for seq in range(MOST_UNSHOWN + 5))
    assert [session.positions[0].seq, len(session.positions)] == [5, MOST_UNSHOWN]


def test_one_key_lays_open_all_hands_once_the_deal_is_over() -> None:
    ann = Ann(domino_poker)
    ann.play_until(lambda: ann.model.board.legal)
    assert not ann.model.possible["all_hands"]
    ann.play_until(lambda: ann.model.match.reading and not ann.model.board.motion.busy)
    deal = ann.model.match.reading
    assert deal is not None
    assert ann.model.possible["all_hands"]
    ann.do("all_hands")
    assert ann.model.match.looking == Past(deal, summary=False, hands=True)
    assert ann.model.scene_on_table(look_from({})).hands
    assert status(ann.model)[0].startswith("What everybody held")
    ann.do("all_hands")
    assert ann.model.match.looking is None
    ann.do("play")
    assert not ann.model.possible["all_hands"], "the bar needs its room while a deal is played"
    ann.do("last")
    assert ann.model.possible["all_hands"]


def test_while_a_deal_is_read_no_key_offers_a_hint() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.board.legal)
    assert "hint" in ann.model.possible
    assert "step" in ann.model.possible
    ann.play_until(lambda: ann.model.match.reading is not None)
    assert "hint" not in ann.model.possible


def test_what_is_told_stands_above_the_hand_until_it_has_been_read() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: len(ann.model.match.legal) > 1)
    before = status(ann.model)
    for leave in (lambda: ann.do("step", 1), lambda: ann.wait(8.0)):
        ann.model.tell("6-4 cost about 12", ann.now)
        assert status(ann.model)[0] == "6-4 cost about 12"
        ann.do("step", 1)
        assert status(ann.model)[0] == "6-4 cost about 12", "a key just pressed has not read it"
        ann.wait(1.0)
        leave()
        assert status(ann.model) == before
