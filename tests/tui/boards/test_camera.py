"""The camera alone: a table without edges looked at from elsewhere, and how large it is drawn."""

from typing import Any

import pytest

from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from tests.support.dealing import begin
from tui.boards import BOARDS
from tui.boards.choosing import move_camera
from tui.boards.model import BoardModel
from tui.drawing.look import look_from

SIZE = (52, 14)


def table_of(game: Any) -> BoardModel:
    """The table of a match before its first move, seen by seat 0."""
    state = begin(game, game.Options(), 4, SeededDecks(3))
    model = BoardModel(BOARDS[game.NAME])
    model.take(game.view(state, 0), ())
    return model


def look(model: BoardModel, name: str, *given: int) -> bool:
    """Move the camera over the table as it was just drawn."""
    model.names = ("Ann", "Bo", "Cy", "Di")
    model.scene(look_from({}))
    return move_camera(model, name, *given, SIZE)


def test_a_table_without_edges_is_zoomed_panned_and_pulled() -> None:
    table = table_of(graph_poker)
    assert look(table, "zoom", -10)
    assert table.focus.zoom == 0
    assert look(table, "pan", 1, 0)
    assert table.focus.camera == (1, 0)
    width = table.board.grid.pitch[0][0] if table.board.grid else 0
    assert not look(table, "pull", -(width - 1), 0), "not yet a whole card"
    assert table.focus.camera == (1, 0)
    assert look(table, "pull", -1, 0)
    assert table.focus.camera == (2, 0)
    assert look(table, "wheel", -1)
    assert (table.focus.camera, table.focus.zoom) == ((2, 0), 1)


@pytest.mark.parametrize("game", [kozel, joker])
def test_a_table_with_edges_stays_as_it_is(game: Any) -> None:
    table = table_of(game)
    before = table.focus
    assert not look(table, "zoom", 1)
    assert not look(table, "pan", 1, 1)
    assert not look(table, "pull", 10, 10)
    assert table.focus == before


def test_the_camera_goes_up_with_the_arrow_up_and_never_back_to_where_the_board_puts_it() -> None:
    table = table_of(graph_poker)
    look(table, "zoom", -10)
    assert look(table, "pan", 0, -1)
    assert table.focus.camera == (0, 1)
    look(table, "pan", 1, 0)
    look(table, "pan", 0, 1)
    assert table.focus.camera == (1, 0)
    look(table, "pan", -1, 0)
    assert table.focus.camera == (0, 1), "(0, 0) would be an untouched one"
