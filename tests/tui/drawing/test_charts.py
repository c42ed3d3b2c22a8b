"""Charts: their lines and colours in every terminal and at any size."""

from itertools import pairwise

import pytest

from tui.drawing.canvas import Canvas
from tui.drawing.charts import Bar, Dot, Series, bars, curve
from tui.drawing.look import Look, contrast, look_from

FELT = look_from({})
BRAILLE = "".join(map(chr, range(0x2801, 0x2900)))
RED, BLUE = FELT.bad, FELT.owners[1]
TOTALS = [Series([0, 120, 80, 300, 700], RED, "A"), Series([0, -100, 50, 90, 610], BLUE, "B")]


def inks(canvas: Canvas, signs: str) -> set[str]:
    return {
        style[0]
        for chars, styles in zip(canvas.chars, canvas.styles, strict=True)
        for char, style in zip(chars, styles, strict=True)
        if char in signs
    }


def test_a_curve_has_both_scales_and_a_dot_at_its_end_in_the_colour_of_its_line() -> None:
    drawn = curve(TOTALS, FELT, 60, 12, first=0, level=0)
    text = "\n".join(drawn.lines())
    assert [text.count(number) for number in ("600┤", "400┤", " 0├")] == [1, 1, 1]
    assert drawn.lines()[-1].split() == ["0", "1", "2", "3", "4"]
    assert inks(drawn, "●") == {RED, BLUE}
    assert any(line.endswith("●A") for line in drawn.lines()[:3])


def test_lines_that_coincide_share_their_cells_and_none_has_holes() -> None:
    same = [Series([0, 50, 100], RED, "A"), Series([0, 50, 100], BLUE, "B")]
    both = curve(same, FELT, 60, 12, first=0)
    assert inks(both, BRAILLE) == {RED, BLUE}
    for column in range(6, 56):
        assert any(row[column] in BRAILLE for row in both.chars)
    assert "●AB" in "\n".join(both.lines())


def test_the_level_lies_in_the_row_of_its_number() -> None:
    for height in (9, 12, 17, 24):
        drawn = curve(TOTALS, FELT, 60, height, first=0, level=0)
        (row,) = (line for line in drawn.lines() if "├" in line)
        assert row.split("├")[0].strip() == "0"
        assert "──" in row


@pytest.mark.parametrize("height", [7, 8, 12, 20, 24])
@pytest.mark.parametrize("highest", [2, 53, 79, 149, 1840])
def test_numbers_beside_a_curve_never_stand_in_rows_next_to_each_other(
    highest: int, height: int
) -> None:
    drawn = curve([Series([0, highest], RED)], FELT, 60, height, first=0)
    rows = [row for row, line in enumerate(drawn.lines()) if "┤" in line]
    assert len(rows) >= 2
    gaps = [after - before for before, after in pairwise(rows)]
    assert min(gaps) >= 2
    assert max(gaps) - min(gaps) <= (height < 12)


def test_points_can_be_marked_in_colours_of_their_own() -> None:
    drawn = curve([Series([1, 5, 2], BLUE, dots={1: Dot(RED)})], FELT, 40, 8)
    assert "".join(drawn.lines()).count("●") == 2
    assert inks(drawn, "●") == {RED, BLUE}


@pytest.mark.parametrize(
    "look", [look_from({}, depth="mono"), look_from({}, ascii_only=True)], ids=["mono", "ascii"]
)
def test_without_colours_every_point_carries_the_sign_of_its_line(look: Look) -> None:
    text = "\n".join(curve(TOTALS, look, 60, 12).lines())
    assert text.count("A") >= 3
    assert text.count("B") >= 3
    assert text.isascii() is look.ascii


@pytest.mark.parametrize("points", [[], [5], [5, 5, 5], [0.5, 1.25], list(range(300))])
@pytest.mark.parametrize("size", [(0, 0), (15, 4), (16, 5), (60, 20), (200, 60)])
def test_any_number_of_points_fits_any_size(points: list[float], size: tuple[int, int]) -> None:
    drawn = curve([Series(points, RED)], FELT, *size)
    assert (drawn.width, drawn.height) == size
    marked = "●" in "".join(drawn.lines())
    assert marked is (bool(points) and size >= (16, 5))


def test_bars_have_a_row_each_and_begin_at_the_same_column() -> None:
    drawn = bars([Bar("first", 5, "5", RED), Bar("2nd", 10, "10", BLUE)], FELT, 30)
    first, second = drawn.lines()
    assert (first.find("▆"), second.find("▆")) == (6, 6)
    assert (first.count("▆"), second.count("▆")) == (11, 21)
    assert (first.split()[-1], second.split()[-1]) == ("5", "10")
    assert inks(drawn, "▆") == {RED, BLUE}


def test_what_is_negative_leads_to_the_left() -> None:
    first, second = bars([Bar("Ann", 5, "5", RED), Bar("Bob", -5, "-5", RED)], FELT, 30).lines()
    assert first.find("▆") > second.rfind("▆") - 2


def test_the_longest_bar_can_stand_for_more_than_there_is() -> None:
    half, whole = (bars([Bar("a", 50, "50 %", RED)], FELT, 40, most=most) for most in (100, 50))
    assert half.lines()[0].count("▆") == 17
    assert whole.lines()[0].count("▆") == 33


@pytest.mark.parametrize("width", [0, 3, 9, 14, 60])
def test_bars_fit_any_width(width: int) -> None:
    drawn = bars([Bar("somebody", 0, "none", RED), Bar("Bob", 3, "3", RED)], FELT, width)
    assert (drawn.width, drawn.height) == (width, 2)
    assert bars([], FELT, width).height == 0


def test_no_ink_is_too_weak_for_its_ground() -> None:
    drawn = bars([Bar("Ann", 5, "5", "#f0f0f0")], FELT, 30, ground="#ffffff")
    assert all(contrast(ink, "#ffffff") >= 3 for ink in inks(drawn, "▆"))
