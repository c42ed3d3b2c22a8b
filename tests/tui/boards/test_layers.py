"""Tables drawn in two layers look the same whether or not the lower one knows the cursor."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.games import GAMES
from tests.support.game_facts import seats_of
from tests.support.matches import Case, samples, some_positions
from tui.boards import BOARDS
from tui.boards.choosing import cancel, enter, move_cursor
from tui.boards.model import BoardModel
from tui.boards.scene import Focus, Scene
from tui.drawing.look import look_from

LOOK = look_from({})
NAMES = ("Anna", "Boris", "Vakhtang", "Dima")
SIZE = (78, 15)
MOST = samples(25)
"""Positions of one match."""


def focuses(model: BoardModel) -> Iterator[Focus]:
    """Give every place at which the cursor can be without playing anything."""
    for _ in range(len(model.buttons) if model.on_buttons else len(model.pieces)):
        yield model.seen
        if not model.on_buttons and model.piece and len(model.piece.moves) > 1:
            enter(model)
            for _ in model.buttons:
                yield model.seen
                move_cursor(model, "step", 1)
            cancel(model)
        move_cursor(model, "step", 1)


@pytest.mark.parametrize("game", list(BOARDS))
def test_the_lower_layer_of_a_table_is_the_same_wherever_the_cursor_is(game: str) -> None:
    rules, board = GAMES[game], BOARDS[game]
    seen = kept = held = 0
    for match in some_positions(
        Case(rules, rules.Options(), seats_of(game, "short"), game), 3, MOST
    ):
        view = rules.view(match.state, 0)
        moves = tuple(rules.legal(view))
        model = BoardModel(board)
        model.take(view, moves)
        for focus in focuses(model):
            scene = Scene(view, NAMES, tuple(moves), focus, LOOK, summary=False)
            reduced = replace(scene, focus=board.still_focus(scene, *SIZE))
            whole = board.paint_pointed(scene, board.paint_still(scene, *SIZE))
            less = board.paint_pointed(scene, board.paint_still(reduced, *SIZE))
            assert whole.canvas.chars == less.canvas.chars
            assert whole.canvas.styles == less.canvas.styles
            assert whole.hits == less.hits
            seen += 1
            kept += reduced.focus != scene.focus
        held += len(model.pieces)
    if not held:
        return  # a game without pieces: the cursor is on buttons only
    assert seen > 2 * MOST, "the cursor has been in many places"
    assert kept > MOST // 4, "and in many of them the table did not show it"
