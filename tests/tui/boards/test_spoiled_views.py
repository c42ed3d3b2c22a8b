"""Any view from a foreign host is refused when it is read, or can be drawn and read out."""

import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from core.game import is_deal_over
from core.games import GAMES, NAMES
from net.client.reading import read_position
from net.wire.from_host import Updated
from net.wire.protocol import BadMessageError
from tests.net.client.test_reading import NONSENSE, events, seats_at
from tui.boards import BOARDS
from tui.boards.contract import open_hands, paint_table
from tui.boards.scene import Focus, Scene
from tui.drawing.look import look_from

LOOK = look_from({})
SIZE = (54, 14)
WRONG: tuple[Any, ...] = (
    *NONSENSE,
    *(0, 5, 30, 999_999, -999_999, 1 << 40, "Ah", "6-4", "0-0", "s", "AhAh", "x" * 5000),
    *(["Ah"], ["6-4"], [0], [0] * 4, [9] * 3, [1, 1], [[0] * 3], [[]] * 3, ["6-4"] * 50),
)


def spoiled(value: Any, rng: Random) -> Any:
    """The value with one of its parts replaced, left out or repeated."""
    inside = list(value) if isinstance(value, dict) else range(len(value)) if is_list(value) else ()
    if not inside or rng.random() < 0.2:
        return rng.choice(WRONG)
    at, twin = rng.choice(list(inside)), value.copy()
    how = rng.random()
    if how < 0.15:
        del twin[at]
    elif how < 0.3 and is_list(twin):
        twin += twin[at:]
    else:
        twin[at] = spoiled(twin[at], rng)
    return twin


def is_list(value: Any) -> bool:
    return isinstance(value, list)


def spoiled_views(name: str, count: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    rng = Random(seed)
    positions = list(events(GAMES[name]))
    for _ in range(count):
        room, view, lines = rng.choice([*rng.choices(positions, k=3), positions[-1]])
        yield room, spoiled(json.loads(json.dumps(view)), rng), lines


def draw_and_tell(name: str, view: Any, happened: Any) -> None:
    """Draw and word everything that a screen and a listener get of a position."""
    game, board, names = GAMES[name], BOARDS[name], ("A", "B", "C", "D")
    names = names[: view.seats]
    legal = tuple(game.legal(view))
    for piece in board.pieces(view, legal):
        assert all(board.label(view, move) for move in piece.moves[:2])
    board.choices(view, legal)
    for move in legal[:3]:
        board.spoken_move(view, move)
    for summary in (True, False):
        scene = Scene(view, names, legal, Focus(), LOOK, summary=summary, events=happened)
        for paint in (partial(paint_table, board), board.paint_hand, board.paint_sheet):
            paint(scene, *SIZE)
    for topic in (*(topic.name for topic in board.topics), "mine", "standing"):
        board.spoken_part(view, names, topic)
    board.headline(view)
    board.question(view)
    board.spoken_table(view, names)
    if is_deal_over(view):
        board.occasion(view, names)
        open_hands(board, view)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("count", "seed"), [(120, 1), pytest.param(20_000, 2, marks=pytest.mark.nightly)]
)
def test_a_view_with_nonsense_in_it_is_refused_or_can_be_drawn_and_told(
    name: str, count: int, seed: int
) -> None:
    refused = 0
    assert {len(room.seats) for room, _, _ in spoiled_views(name, 1, 0)} == {seats_at(GAMES[name])}
    for room, view, lines in spoiled_views(name, count, seed):
        try:
            position = read_position(GAMES[name], room, 0, Updated(1, view, lines, 0))
        except BadMessageError:
            refused += 1
        else:
            try:
                draw_and_tell(name, position.view, position.events)
            except Exception as error:
                error.add_note(
                    f"a foreign host may send this view of {name}: {view}. Its fields need closer "
                    "types (core/notation.py), or `imagine` a ValueError for what no match comes to"
                )
                raise
    assert count / 2 < refused < count
