"""The layout of the domino line, by its properties."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, strategies as st

from tests.support.lines import random_line, whole_set
from tui.drawing.art.tiles import KINDS
from tui.drawing.canvas import Canvas
from tui.drawing.look import look_from
from tui.games.kozel.board import put_mark
from tui.games.kozel.chain import MARK, Chain, ChainEnd, PlacedTile, arrange

AREA_80 = (54, 14)
"""The room for the line at 80x24 beside the sheet."""


def cells(tile: PlacedTile) -> set[tuple[int, int]]:
    return {
        (x, y)
        for x in range(tile.x, tile.x + tile.width)
        for y in range(tile.y, tile.y + tile.height)
    }


def touch(a: PlacedTile, b: PlacedTile) -> bool:
    around = {
        (x + dx, y + dy) for x, y in cells(a) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
    return bool(around & cells(b))


def halves(tile: PlacedTile) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Split the cells of a tile into the cells of its first and of its second half."""
    if tile.upright:
        middle = tile.y + tile.height // 2
        return (
            {(x, y) for x, y in cells(tile) if y < middle},
            {(x, y) for x, y in cells(tile) if y > middle},
        )
    middle = tile.x + tile.width // 2
    return (
        {(x, y) for x, y in cells(tile) if x < middle},
        {(x, y) for x, y in cells(tile) if x > middle},
    )


def near(a: set[tuple[int, int]], b: set[tuple[int, int]]) -> bool:
    """Tell whether two halves meet: at most the dividing line of a tile lies between them."""
    return any(abs(ax - bx) + abs(ay - by) <= 2 for ax, ay in a for bx, by in b)


def check(chain: Chain, line: tuple[tuple[int, int], ...], width: int, height: int) -> None:
    assert [tile.index for tile in chain.tiles] == list(range(len(line)))
    taken: set[tuple[int, int]] = set()
    for tile in chain.tiles:
        own = cells(tile)
        assert not own & taken, "tiles overlap"
        taken |= own
        assert {tile.first, tile.second} == set(line[tile.index])
        if line[tile.index][0] == line[tile.index][1]:
            assert tile.upright, "a double lies across"
    for end in (chain.left, chain.right):
        mark = {(end.x + i, end.y) for i in range(MARK)}
        assert not mark & taken, "a mark hides a tile"
        taken |= mark
    assert all(0 <= x < width and 0 <= y < height for x, y in taken), "outside"
    for a, b in pairwise(chain.tiles):
        assert touch(a, b)
        number = line[a.index][1]
        meeting = [
            (own, other)
            for own, shown in zip(halves(a), (a.first, a.second), strict=True)
            for other, seen in zip(halves(b), (b.first, b.second), strict=True)
            if shown == seen == number
        ]
        assert any(near(own, other) for own, other in meeting), "matching halves are apart"


@given(
    st.randoms(use_true_random=False), st.integers(1, 28), st.integers(30, 160), st.integers(10, 48)
)
def test_nothing_overlaps_or_leaves_the_table_and_halves_match(
    rng: Random, length: int, width: int, height: int
) -> None:
    line = random_line(rng, length)
    chain = arrange(line, rng.randrange(len(line)), width, height)
    if chain is not None:
        check(chain, line, width, height)


@given(st.randoms(use_true_random=False))
@pytest.mark.parametrize("size", [AREA_80, (80, 13), (60, 14), (112, 36)])
def test_all_28_tiles_always_fit(size: tuple[int, int], rng: Random) -> None:
    line = whole_set(rng)
    assert len({frozenset(tile) for tile in line}) == len(line) == 28
    for opened_at in (0, rng.randrange(28), 27):
        chain = arrange(line, opened_at, *size)
        assert chain is not None
        check(chain, line, *size)


def test_the_first_tile_lies_in_the_middle_with_pips() -> None:
    chain = arrange([(6, 6)], 0, *AREA_80)
    assert chain.kind == "pips"
    (tile,) = chain.tiles
    assert (tile.x, tile.y) == ((54 - 5) // 2, 6 - 4)


@given(st.randoms(use_true_random=False))
def test_a_new_tile_leaves_the_others_where_they_are(rng: Random) -> None:
    line = whole_set(rng)[:10]
    before = arrange(line, 0, 112, 48)
    assert before is not None
    for length in range(9, 0, -1):
        chain = arrange(line[:length], 0, 112, 48)
        assert chain.kind == before.kind
        shift = before.tiles[0].y - chain.tiles[0].y
        assert [(t.x, t.y + shift) for t in chain.tiles] == [
            (t.x, t.y) for t in before.tiles[:length]
        ]


def test_larger_tiles_are_used_while_they_fit() -> None:
    rng = Random(5)
    line = whole_set(rng)
    kinds = []
    for length in (1, 8, 16, 28):
        chain = arrange(line[:length], length // 2, *AREA_80)
        kinds.append(KINDS.index(chain.kind))
    assert kinds == sorted(kinds)
    assert KINDS[kinds[0]] == "pips"
    assert KINDS[kinds[-1]] == "mini"


def test_a_strip_too_small_is_refused() -> None:
    assert arrange(whole_set(Random(1)), 14, 30, 5) is None


def test_the_arrow_of_an_end_points_to_where_its_next_tile_goes() -> None:
    look = look_from({})
    for to_right, shown in ((True, "4▶"), (False, "◀4")):
        canvas = Canvas(6, 1, look.ink, look.felt)
        put_mark(canvas, look, ChainEnd(2, 0, to_right), 0, 4, lit=False)
        assert canvas.lines()[0].strip() == shown
