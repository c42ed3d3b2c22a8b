"""The camera alone: a table without edges looked at from elsewhere, and how large it is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from tests.support.dealing import begin
from tui.boards import BOARDS
from tui.boards.camera import Camera
from tui.boards.scene import Scene
from tui.boards.selection import Selection
from tui.drawing.look import look_from

SIZE = (52, 14)


class Table:
    """The table of a match before its first move, seen by seat 0."""

    def __init__(self, game: Any) -> None:
        state = begin(game, game.Options(), 4, SeededDecks(3))
        self.selection = Selection(BOARDS[game.NAME])
        self.selection.take(game.view(state, 0), ())
        self.camera = Camera(self.selection)

    def do(self, name: str, *given: Any) -> bool:
        selection = self.selection
        scene = Scene(selection.view, ("Ann", "Bo", "Cy", "Di"), (), selection.focus, look_from({}))
        return self.camera.do(name, given, scene)


def test_a_table_without_edges_is_zoomed_panned_and_pulled() -> None:
    table = Table(graph_poker)
    selection = table.selection
    assert table.do("zoom", -10, SIZE)
    assert selection.focus.zoom == 0
    assert table.do("pan", 1, 0, SIZE)
    assert selection.focus.camera == (1, 0)
    width = selection.grid.PITCH[0][0] if selection.grid else 0
    assert not table.do("pull", -(width - 1), 0, SIZE), "not yet a whole card"
    assert selection.focus.camera == (1, 0)
    assert table.do("pull", -1, 0, SIZE)
    assert selection.focus.camera == (2, 0)
    assert table.do("wheel", 1, SIZE)
    assert selection.focus.camera == (2, -1)


@pytest.mark.parametrize("game", [kozel, joker])
def test_a_table_with_edges_stays_as_it_is(game: Any) -> None:
    table = Table(game)
    before = table.selection.focus
    assert not table.do("zoom", 1, SIZE)
    assert not table.do("pan", 1, 1, SIZE)
    assert not table.do("pull", 10, 10, SIZE)
    assert table.selection.focus == before
