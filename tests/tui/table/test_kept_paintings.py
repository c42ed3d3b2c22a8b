"""Paintings from kept parts equal those painted afresh, wherever the cursor goes."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest

from core.games import GAMES
from tests.support.game_facts import seats_of
from tests.support.matches import Case, daily, samples, some_positions
from tui.boards import BOARDS
from tui.boards.choosing import cancel, enter, move_cursor
from tui.boards.contract import paint_table
from tui.boards.model import BoardModel
from tui.boards.scene import Focus, Scene
from tui.drawing.canvas import Hit, Painting
from tui.drawing.look import look_from
from tui.language.text import LANGUAGES, use_language
from tui.table.areas import TableAreas

LOOKS: Final = (look_from({}), look_from({}, ascii_only=True), look_from({"felt": "#202020"}))
NAMES: Final = (
    ("Anna", "Boris", "Vakhtang", "Dima", "Eva", "Fyodor"),
    ("Boris", "Anna", "Zhanna", "漢字", "Ira", "Nina"),
)
TABLES: Final = ((78, 15), (78, 15), (128, 38))
HAND: Final = (78, 6)
SHEET: Final = (26, 18)
POSITIONS: Final = samples(8)
STEPS: Final = 5
"""The steps of the cursor in each position."""


class Seen(NamedTuple):
    """A scene, and the cells and hits of its table, hand and sheet as they were painted."""

    language: str
    scene: Scene
    table: tuple[int, int]
    painted: tuple[Any, ...]


def cells(painting: Painting) -> tuple[list[list[str]], list[list[Any]], tuple[Hit, ...]]:
    canvas = painting.canvas.copy()  # nothing painted later may change it
    return canvas.chars, canvas.styles, painting.hits


def forget() -> None:
    """Empty all caches of the modules that draw and word."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tui.", "core.games.")):
            for kept in vars(module).values():
                if callable(clear := getattr(kept, "cache_clear", None)):
                    clear()


def steps(model: BoardModel, rng: Random) -> Iterator[Focus]:
    """Move the cursor at random."""
    for _ in range(STEPS):
        piece = model.piece
        if model.part == "pieces" and piece and len(piece.moves) > 1 and rng.random() < 0.5:
            enter(model)
        elif model.pieces or model.on_buttons:
            move_cursor(model, "step", rng.choice((-1, 1, 2)))
        if rng.random() < 0.2:
            cancel(model)
        yield model.seen


def scenes(game: str, rng: Random) -> Iterator[Scene]:
    """Give scenes of a match; now and then the colours or the names change."""
    rules = GAMES[game]
    look, names = LOOKS[0], NAMES[0]
    case = Case(rules, rules.Options(), seats_of(game, "short"), game)
    for match in some_positions(case, 3, POSITIONS):
        view = rules.view(match.state, 0)
        moves = tuple(rules.legal(view))
        model = BoardModel(BOARDS[game])
        model.take(view, moves)
        for focus in steps(model, rng):
            if rng.random() < 0.2:
                look, names = rng.choice(LOOKS), rng.choice(NAMES)
            yield Scene(view, names[: view.seats], tuple(moves), focus, look, summary=False)


@pytest.mark.parametrize("game", daily(GAMES, "kozel"))
def test_what_was_kept_is_what_is_painted_afresh(game: str) -> None:
    rng, board = Random(game), BOARDS[game]
    match = SimpleNamespace(ahead="")
    table: Any = SimpleNamespace(look=None, board=SimpleNamespace(board=board), match=match)
    seen: list[Seen] = []
    # A page is composed again in another language; the caches beyond that know the language.
    areas = {code: TableAreas(table, table, table, table) for code in LANGUAGES}
    for scene in scenes(game, rng):
        spoken = rng.choice(list(LANGUAGES))
        use_language(spoken)
        table.scene = table.scene_on_table = lambda _, s=scene: s
        size = rng.choice(TABLES)
        kept = areas[spoken]
        drawn = kept._paint_table(*size), kept._paint_hand(*HAND), board.paint_sheet(scene, *SHEET)
        seen.append(Seen(spoken, scene, size, tuple(map(cells, drawn))))
    for spoken, scene, size, painted in seen:
        use_language(spoken)
        forget()
        hand = replace(scene, focus=Focus(piece=scene.focus.piece))
        assert cells(paint_table(board, scene, *size)) == painted[0]
        assert cells(board.paint_hand(hand, *HAND)) == painted[1]
        assert cells(board.paint_sheet(scene, *SHEET)) == painted[2]
