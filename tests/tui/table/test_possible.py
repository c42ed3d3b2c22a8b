"""Possible actions at a table: one answer of the model, renewed as the position changes."""

from random import Random
from types import ModuleType
from typing import Final

import pytest

from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.kozel import rules as kozel
from net.wire.to_host import Continue
from tests.support.machine import Ann
from tui.table.actions import ACTIONS, possible
from tui.table.effects import HintFound, Notify, ShowKeys
from tui.table.hints import find_hint

PRESSED: Final = ("last", "all_hands", "hint", "rest", "side", "chat", "back", "play", "more_time")


@pytest.mark.parametrize("game, pause", [(kozel, 60), (domino_poker, 0), (graph_poker, 60)])
def test_the_answer_that_is_kept_is_the_one_that_would_be_given(
    game: ModuleType, pause: int
) -> None:
    """This holds for all keys; while a move is on its way, the position is still the old one."""
    ann, draw = Ann(game, pause=pause, clock=30), Random(3)
    compared = 0
    while compared < 120:
        name = draw.choice(PRESSED)
        if name == "play" and ann.model.match.legal:
            ann.play(draw.choice(ann.model.match.legal))
        else:
            ann.do(name)
        if ann.client.pending is None:
            assert ann.model.possible == possible(ann.model.desk), name
        shown, paused = ann.model.match.shown, ann.zoe.client.paused
        if name == "hint" and ann.model.match.seeking and shown is not None:
            hint = find_hint(game.NAME, shown.view)
            ann.model.receive(HintFound(shown, hint), ann.now)
        if ann.zoe.client.my_turn:
            ann.play_zoe()
        elif paused is not None and ann.zoe.client.seat in paused.awaited:
            ann.zoe.send(Continue(paused.seq))
        if ann.client.pending is None:
            assert ann.model.possible == possible(ann.model.desk), name
            compared += 1


def test_a_key_that_only_moves_the_cursor_asks_nothing_anew() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.legal)
    before = ann.model.possible
    assert ShowKeys() not in ann.do("step", 1)
    assert ann.model.possible is before


def test_keys_are_shown_anew_where_they_mean_something_else() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.legal)
    assert ann.model.possible["play"] == "play"
    ann.play_until(lambda: ann.model.match.reading)
    assert ann.model.possible["play"] == ann.model.possible["back"] == "continue"
    assert "hint" not in ann.model.possible
    assert ShowKeys() in ann.do("play")


def test_the_bar_is_not_drawn_anew_for_a_key_that_it_does_not_show() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.legal and len(ann.model.board.pieces) > 2)
    before = ann.model.possible
    ann.done.clear()
    ann.play(ann.model.match.legal[0])
    assert {wish for wish, _ in ann.model.possible.items() ^ before.items()} == {"ahead"}
    assert ShowKeys() not in ann.done


def test_what_is_for_those_alone_or_for_the_owner_is_not_offered_to_others() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.legal)
    assert not {"coach", "stand_in"} & ann.model.possible.keys()
    assert "invite" in ann.model.possible
    assert ann.model.possible["undo"] == "", "it says why not"


@pytest.mark.parametrize(
    "wish, said",
    [
        ("last", "nothing to look back at"),
        ("all_hands", "when a deal is over"),
        ("ahead", "while others are to act"),
    ],
)
def test_a_key_that_means_nothing_now_says_when_it_does(wish: str, said: str) -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.legal)
    assert ann.model.possible[wish] == "", "the bar does not show it"
    (told,) = [each.text for each in ann.do(wish) if isinstance(each, Notify)]
    assert said in told
    assert ann.model.match.looking is None


def test_every_key_has_a_wish_that_the_model_knows() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.legal)
    for action in ACTIONS:
        if action.wished not in ("zoom", "pan"):  # these get the size of the table
            ann.do(action.wished, *action.wish[1:])


def test_once_the_last_deal_has_been_read_esc_leaves() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.client.view.result and ann.model.match.reading)
    assert ann.model.possible["back"] == "continue"
    ann.do("play")
    assert ann.model.possible["back"] == "leave"
