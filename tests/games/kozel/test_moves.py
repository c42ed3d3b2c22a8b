"""Kozel's moves and events as typed values: each is read once and written as it was."""

import pytest

from core.game import PlainEvent
from core.games.kozel.moves import (
    DRAW,
    LAYS,
    PASS,
    Began,
    DealCounted,
    Draw,
    Drew,
    Lay,
    Moved,
    Pass,
    Redealt,
    Shown,
    lay_of,
    parse_event,
    parse_move,
)
from core.pieces import NUMBER
from tui.boards.scene import PLAY_SECONDS
from tui.games.kozel.board import moving_seconds


def test_every_move_is_written_as_it_was_read() -> None:
    for text in (*LAYS, DRAW, PASS):
        assert str(parse_move(text)) == text


def test_a_lay_says_the_same_as_the_tables_of_the_rules() -> None:
    for text, laid in LAYS.items():
        lay = lay_of(text)
        assert laid == tuple(
            (NUMBER[tile], side == "right") for tile, side in zip(lay.tiles, lay.sides, strict=True)
        )


def test_a_move_says_what_it_is() -> None:
    assert parse_move("lay 6-4 left") == Lay(left="6-4")
    assert parse_move("lay 6-4 right") == Lay(right="6-4")
    assert parse_move("lay 4-4 left 2-2 right") == Lay("4-4", "2-2")
    assert parse_move("draw") == Draw()
    assert parse_move("pass") == Pass()
    assert lay_of("pass").tiles == ()


@pytest.mark.parametrize(
    "text", ["", "lay", "lay 6-4", "lay 4-6 left", "lay 4-4 right 2-2 left", "lay 7-7 left"]
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a move of Kozel"):
        parse_move(text)


def test_events_are_read_by_their_kind() -> None:
    scored = {"deal": 2, "points": [0, 20], "totals": [0, 34], "left": [8, 20]}
    assert [
        parse_event(PlainEvent("began", None, {"deal": 3, "opener": 1, "tile": None})),
        parse_event(PlainEvent("redealt", 1)),
        parse_event(PlainEvent("moved", 0, {"move": "lay 1-1 left", "opens": True})),
        parse_event(PlainEvent("drew", 1, {"count": 2, "market": 5})),
        parse_event(PlainEvent("drew", 1, {"count": 2, "market": 5, "tile": "6-2"})),
        parse_event(PlainEvent("shown", None, {"hands": [["4-4"], []]})),
        parse_event(PlainEvent("deal", None, scored)),
    ] == [
        Began(3, 1, None),
        Redealt(1),
        Moved(0, Lay("1-1"), opens=True),
        Drew(1, 2, 5),
        Drew(1, 2, 5, "6-2"),
        Shown(None, (("4-4",), ())),
        DealCounted(2, (0, 20), (0, 34), (8, 20)),
    ]
    assert parse_event(PlainEvent("window", 0)) is None


def test_a_tile_flies_to_the_line_unless_it_opens_it() -> None:
    lay, opens = {"move": "lay 1-1 left"}, {"move": "lay 1-1 left", "opens": True}
    drew = PlainEvent("drew", 1, {"count": 1, "market": 5})
    assert moving_seconds([PlainEvent("moved", 0, lay)]) == PLAY_SECONDS
    assert moving_seconds([PlainEvent("moved", 0, opens)]) == 0
    assert moving_seconds([PlainEvent("moved", 0, {"move": "draw"}), drew]) == 0
    assert moving_seconds([]) == 0
