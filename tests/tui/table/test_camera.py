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
from tui.boards.scene import Scene
from tui.drawing.look import look_from
from tui.table.camera import Camera
from tui.table.selection import Turn


class Outlook:
    """The table of a match before its first move, seen by seat 0; counts how often it is drawn."""

    def __init__(self, game: Any) -> None:
        state = begin(game, game.Options(), 4, SeededDecks(3))
        self.turn = Turn(BOARDS[game.NAME])
        self.turn.take(game.view(state, 0), ())
        self.camera = Camera(self.turn, self)
        self.drawn = 0

    def scene(self) -> Scene | None:
        return Scene(self.turn.view, ("Ann", "Bo", "Cy", "Di"), (), self.turn.focus, look_from({}))

    def board_size(self) -> tuple[int, int]:
        return (52, 14)

    def redraw_table(self) -> None:
        self.drawn += 1


def test_a_table_without_edges_is_zoomed_panned_and_pulled() -> None:
    outlook = Outlook(graph_poker)
    turn, camera = outlook.turn, outlook.camera
    camera.zoom(-10)
    assert turn.focus.zoom == 0
    camera.pan(1, 0)
    assert turn.focus.camera == (1, 0)
    assert outlook.drawn == 2
    width = turn.grid.PITCH[0][0] if turn.grid else 0
    camera.pull(-(width - 1), 0)
    assert turn.focus.camera == (1, 0), "not yet a whole card"
    camera.pull(-1, 0)
    assert turn.focus.camera == (2, 0)
    assert outlook.drawn == 3


@pytest.mark.parametrize("game", [kozel, joker])
def test_a_table_with_edges_stays_as_it_is(game: Any) -> None:
    outlook = Outlook(game)
    before = outlook.turn.focus
    outlook.camera.zoom(1)
    outlook.camera.pan(1, 1)
    outlook.camera.pull(10, 10)
    assert outlook.turn.focus == before
    assert outlook.drawn == 0
