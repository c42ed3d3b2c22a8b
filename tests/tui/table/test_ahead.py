"""A piece chosen ahead is played if that is legal, after a pause that gives nothing away."""

from collections.abc import Callable
from typing import Any

import pytest

from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.kozel import rules as kozel
from tests.support.machine import Ann
from tests.support.screens import my_turn, opened, seen
from tui.drawing.look import DEFAULTS, Depth, look_from
from tui.start import StartSolo
from tui.table.areas import marked_ahead
from tui.table.effects import Effect, MakeMove, Notify
from tui.table.lines import status
from tui.table.showing import may_choose


def waiting(ann: Ann) -> bool:
    """Tell whether Ann can choose ahead, and Zoe is to act."""
    return may_choose(ann.model.match, ann.model.board) and ann.zoe.client.my_turn


def chosen_ahead(ann: Ann, so: Callable[[], object]) -> tuple[str, list[Effect]]:
    """Have Ann choose a piece ahead again and again until her turn comes and something holds."""
    for turn in range(200):
        ann.play_until(lambda: waiting(ann))
        pieces = ann.model.board.pieces
        at = turn % len(pieces)
        ann.do("jump", at)
        ann.do("ahead")
        token, before = pieces[at].token, len(ann.done)
        ann.play_zoe()
        ann.wait(0.0)
        if ann.model.match.legal and so():
            return token, ann.done[before:]
    raise AssertionError("it never came to that")


def test_what_may_be_played_is_played_after_a_moment_that_its_position_decides() -> None:
    ann = Ann(kozel)
    match = ann.model.match
    waits = set()
    for _ in range(3):
        token, done = chosen_ahead(ann, lambda: match.forced)
        assert not any(isinstance(effect, MakeMove) for effect in done)
        assert match.forced_at is not None
        waits.add(wait := round(match.forced_at - ann.now, 2))
        assert 0.8 <= wait <= 2.6
        assert match.forced is not None
        assert token in match.forced
        assert MakeMove(match.forced) in ann.wait(wait + 0.01)
    assert len(waits) > 1, "it is not the same each time"


def test_what_has_become_illegal_is_back_in_the_hand_and_that_is_said() -> None:
    ann = Ann(kozel)
    board, match = ann.model.board, ann.model.match

    def barred() -> bool:
        return any(isinstance(effect, Notify) for effect in ann.done[-12:]) and not match.forced

    token, done = chosen_ahead(ann, barred)
    said = [effect.text for effect in done if isinstance(effect, Notify)]
    piece = next(piece for piece in board.pieces if piece.token == token)
    assert len(said) == 1
    assert ("is back in your hand" in said[0]) is (not piece.moves)
    assert match.forced_at is None
    assert not match.ahead


def test_it_is_shown_and_taken_back_by_the_same_key_or_by_another_choice() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: waiting(ann))
    ann.do("ahead")
    assert "is chosen for your turn; X takes it back" in status(ann.model)[0]
    ann.do("ahead")
    assert not ann.model.match.ahead
    chosen_ahead(ann, lambda: ann.model.match.forced)
    ann.do("step", 1)
    assert ann.model.match.forced_at is None
    assert not any(isinstance(effect, MakeMove) for effect in ann.wait(5.0))


@pytest.mark.parametrize("depth", ["true", "256", "16", "mono"])
@pytest.mark.parametrize("rules", [kozel, graph_poker, domino_poker])
def test_the_piece_chosen_ahead_has_a_mark_that_needs_no_colour(rules: Any, depth: Depth) -> None:
    ann = Ann(rules)
    ann.play_until(lambda: waiting(ann))
    look = look_from(DEFAULTS, depth=depth)
    scene = ann.model.scene(look)
    assert scene is not None
    for size in ((53, 7), (100, 11), (44, 3)):
        painting = ann.model.board.board.paint_hand(scene, *size)
        plain, marked = (
            each.canvas.lines() for each in (painting, marked_ahead(painting, look, 0))
        )
        pairs = zip(plain, marked, strict=True)
        assert sum(a != b for a, b in pairs) == 1
        assert "".join(marked).count("x") == "".join(plain).count("x") + 1


def test_on_ones_own_turn_nothing_is_chosen_ahead() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: len(ann.model.match.legal) > 1)
    assert Notify("A piece can be chosen ahead while others are to act") in ann.do("ahead")
    assert not ann.model.match.ahead


async def test_the_key_has_its_place_in_the_help() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        assert "X chooses the piece at the cursor" in "\n".join(table.explained())
        await seen(pilot, "Your turn")
