"""The round mat under a trick: its shape, its colours, and when there is none."""

import pytest

from tui.boards.trick_layout import arrange
from tui.boards.trick_mat import heading, mat_of, matted, put_mat, put_waiting
from tui.drawing.art.tiles import ACROSS, KINDS
from tui.drawing.canvas import Canvas
from tui.drawing.look import Depth, Look, contrast, look_from
from tui.drawing.theming import ORDER, Themes
from tui.terminal.depth import CUBE

LOOK = look_from({})
CARDS = ((11, 9), (9, 7), (7, 5), (5, 3))
TILES = tuple(ACROSS[kind] for kind in KINDS[1:])
SUPPLIED = Themes()


def laid(look: Look, width: int = 40, height: int = 12) -> Canvas:
    canvas = Canvas(width + 4, height + 2, look.ink, look.felt)
    put_mat(canvas, look, 2, 1, width, height)
    return canvas


def assert_rim_is_whole(bare: Canvas, canvas: Canvas) -> None:
    """Nothing that is written on a canvas lies over the rim of the mat, as it is on a bare one."""
    rim = mat_of(LOOK)[1]
    for y in range(bare.height):
        for x, (style, char) in enumerate(zip(bare.styles[y], bare.chars[y], strict=True)):
            if rim in style[: 1 + (char == " ")] or (char == "▀" and rim in style):
                assert (canvas.chars[y][x], canvas.styles[y][x]) == (char, style)


def grounds(canvas: Canvas, y: int) -> list[str]:
    return [ground for _, ground, _ in canvas.styles[y]]


def test_the_mat_is_round_and_the_same_from_both_sides() -> None:
    canvas = laid(LOOK)
    for y in range(canvas.height):
        assert canvas.styles[y] == canvas.styles[y][::-1]
        edge = canvas.lines()[y].count("▀")
        assert edge == canvas.lines()[canvas.height - 1 - y].count("▀")
    mat, rim = mat_of(LOOK)
    middle = grounds(canvas, canvas.height // 2)
    assert middle[:2] == [LOOK.felt] * 2
    assert middle[2] == rim
    assert set(middle[3:-3]) == {mat}
    assert grounds(canvas, 1)[2] == LOOK.felt, "its corners are felt"


@pytest.mark.parametrize("depth", ["16", "mono"])
def test_where_shades_do_not_show_there_is_no_mat(depth: Depth) -> None:
    look = look_from({}, depth=depth)
    canvas = Canvas(60, 20, look.ink, look.felt)
    assert put_mat(canvas, look, 2, 2, 50, 15) is look
    assert not any(canvas.lines())


def test_what_lies_on_the_mat_has_its_colour_around_it() -> None:
    canvas = Canvas(60, 20, LOOK.ink, LOOK.felt)
    assert put_mat(canvas, LOOK, 2, 2, 50, 15).felt == mat_of(LOOK)[0]
    assert put_mat(canvas, LOOK, 2, 2, 8, 3) is LOOK, "too small for one"


@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("name", ORDER)
def test_words_on_the_mat_can_be_read_in_every_theme(name: str, depth: Depth) -> None:
    look = look_from(SUPPLIED.by_name[name].colours(depth)[1], depth=depth)
    mat, rim = mat_of(look)
    inks = (look.ink, look.muted, look.active, look.good, look.bad)
    assert min(contrast(ink, mat) for ink in inks) >= 4.5
    assert rim not in (look.felt, mat)
    assert depth == "true" or {mat, rim} <= set(CUBE)


@pytest.mark.parametrize("width, height", [(52, 14), (60, 11), (72, 22), (112, 35)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_piece_of_a_trick_lies_between_the_sides_of_the_mat(
    seats: int, width: int, height: int
) -> None:
    table = arrange(seats, 0, width, height, CARDS, 15 if seats < 6 else 0)
    canvas, on_mat = matted(LOOK, table, width, height)
    across, tall = table.piece
    rows = {y for x, top in table.spots for y in range(top, top + tall)}
    if on_mat is LOOK:
        return  # too many seats for so small a table
    wide = [x for y in rows for x in range(width) if grounds(canvas, y)[x] != LOOK.felt]
    assert min(wide) <= min(x for x, _ in table.spots)
    assert max(wide) >= max(x for x, _ in table.spots) + across - 1


@pytest.mark.parametrize("width, height", [(52, 14), (60, 11), (112, 35)])
def test_words_are_folded_so_that_they_stay_on_the_mat(width: int, height: int) -> None:
    table = arrange(4, 0, width, height, CARDS, 15)
    canvas, on_mat = matted(LOOK, table, width, height)
    words = [("how many tricks " * 3, LOOK.ink), ("will you take?", LOOK.ink)]
    put_waiting(canvas, table, [words], 0)
    written = [
        (x, y) for y, row in enumerate(canvas.chars) for x, char in enumerate(row) if char.isalpha()
    ]
    assert len(written) == len("howmanytricks") * 3 + len("willyoutake")
    assert {canvas.styles[y][x][1] for x, y in written} == {on_mat.felt}


def test_what_was_drawn_stands_over_the_words_if_there_is_room_for_both() -> None:
    table = arrange(4, 0, 52, 14, CARDS, 15)
    drawn = Canvas(9, 1, LOOK.ink, LOOK.felt)
    drawn.put(0, 0, "drawn")
    for count, seen in ((4, True), (20, False)):
        canvas = Canvas(52, 14, LOOK.ink, LOOK.felt)
        put_waiting(canvas, table, [[("words", LOOK.ink)]], 0, [drawn] * count)
        assert ("drawn" in "".join(canvas.lines())) == seen
        assert "words" in "".join(canvas.lines())


@pytest.mark.parametrize("width, height", [(52, 14), (60, 11), (72, 22), (112, 35)])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_mat_keeps_clear_of_the_words_about_the_players_at_its_sides(
    seats: int, width: int, height: int
) -> None:
    table = arrange(seats, 0, width, height, TILES, 15 if seats < 6 else 0)
    canvas, _ = matted(LOOK, table, width, height)
    for x, y, across, align in (table.blocks[1], table.blocks[-1]):
        assert align != "centre"
        for row in range(y, y + table.lines[1]):
            assert set(grounds(canvas, row)[x : x + across]) == {LOOK.felt}


@pytest.mark.parametrize("lines, words", [(5, 0), (5, 2), (7, 0), (7, 2)])
def test_a_heading_and_what_stands_below_it_leave_the_rim_whole(lines: int, words: int) -> None:
    table = arrange(4, 0, 52, 14, TILES, 15)
    (bare, on_mat), (canvas, _) = (matted(LOOK, table, 52, 14) for _ in range(2))
    head = heading(on_mat, "High tile begins:")
    drawn = [head, *(heading(on_mat, "Root 6-6") for _ in range(lines - 1))]
    put_waiting(canvas, table, [[("each trick: +1", LOOK.ink)] * words], 0, drawn)
    assert "Root 6-6" in "".join(canvas.lines())
    assert_rim_is_whole(bare, canvas)


@pytest.mark.parametrize("width, height", [(52, 14), (60, 11), (112, 35)])
@pytest.mark.parametrize("rows", [(1, 3), (3, 2), (2, 5)])
def test_what_was_drawn_stays_where_it_is_when_the_cursor_goes_to_another_choice(
    width: int, height: int, rows: tuple[int, int]
) -> None:
    table = arrange(4, 0, width, height, TILES, 15)
    drawn = [heading(LOOK, "High tile begins:"), *[heading(LOOK, "Root 6-6")] * 4]
    wide = "a sentence as wide as the mat"
    choices = [[("+1", LOOK.ink)] * rows[0], [(wide, LOOK.ink)] * rows[1]]
    choices[1].append(("+2", LOOK.ink))
    seen = []
    for focus in range(len(choices)):
        canvas = Canvas(width, height, LOOK.ink, LOOK.felt)
        put_waiting(canvas, table, choices, focus, drawn)
        lines = canvas.lines()
        assert f"+{focus + 1}" in "".join(lines)
        seen.append([(y, line) for y, line in enumerate(lines) if "Root" in line])
    assert seen[0] == seen[1]


def test_a_gap_is_left_out_before_words_lie_over_the_rim() -> None:
    table = arrange(4, 0, 60, 10, CARDS, 15)
    bare, canvas = (matted(LOOK, table, 60, 10)[0] for _ in range(2))
    note = "the dealer may not bid 1: the bids would add up to 2 (J-R12)"
    put_waiting(canvas, table, [[(said, LOOK.ink) for said in ("+50", "+10", "", note)]], 0)
    assert_rim_is_whole(bare, canvas)
