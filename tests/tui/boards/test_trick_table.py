"""The table of bids and tricks: nothing overlaps at any size, marks, seats in their order."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.support.pictures import check_picture
from tui.boards.trick_layout import SeatInfo, TrickLayout, arrange
from tui.boards.trick_table import marks, put_gathering, put_pieces, put_players, put_spots
from tui.drawing.art.tiles import ACROSS, KINDS, UPRIGHT, tile
from tui.drawing.canvas import Canvas, Hit
from tui.drawing.look import look_from

LOOK = look_from({})
CARDS = ((9, 7), (7, 5), (5, 3))
USUAL = KINDS[1:]
"""Only the largest windows have the largest tiles."""
TILES = tuple(UPRIGHT[kind] for kind in USUAL)
EITHER_WAY = tuple(way[kind] for kind in USUAL for way in (UPRIGHT, ACROSS))

sizes = st.sampled_from([CARDS, TILES, EITHER_WAY])


def players(seats: int) -> list[SeatInfo]:
    names = ("Anna", "Борис", "Vakhtang", "Zoë Müller-Lüdenscheidt", "Li", "Root")
    return [
        SeatInfo(
            names[seat],
            (2, 0, None, 3, 1, 4)[seat],
            (1, 1, 0, 3, 0, 0)[seat],
            (5, 5, 5, 4, 0, 5)[seat],
            role="dealer" if seat == 1 else "",
            turn=seat == 2,
            away=seat == 3,
        )
        for seat in range(seats)
    ]


def boxes(table: TrickLayout) -> list[Hit]:
    across, tall = table.piece
    return [Hit(x, y, across, tall, ("spot", seat)) for seat, (x, y) in enumerate(table.spots)]


def overlap(a: Hit, b: Hit) -> bool:
    return (
        a.x < b.x + b.width
        and b.x < a.x + a.width
        and a.y < b.y + b.height
        and b.y < a.y + a.height
    )


@given(
    st.integers(2, 6),
    st.tuples(st.integers(54, 200), st.integers(10, 60))
    | st.tuples(st.integers(44, 47), st.integers(20, 60)),
    sizes,
    st.sampled_from([0, 15]),
)
def test_pieces_and_seats_never_overlap_and_stay_on_the_table(
    seats: int, size: tuple[int, int], kinds: tuple[tuple[int, int], ...], corner: int
) -> None:
    width, height = size
    table = arrange(seats, 0, width, height, kinds, corner if seats < 6 else 0)
    canvas = Canvas(width, height, LOOK.ink, LOOK.felt)
    seated = put_players(canvas, LOOK, table, players(seats))
    spots = boxes(table)
    for hit in (*seated, *spots):
        assert hit.x >= 0
        assert hit.y >= 0
        assert hit.x + hit.width <= width
        assert hit.y + hit.height <= height
    for a, b in combinations((*seated, *spots), 2):
        assert not overlap(a, b), (a, b)


@pytest.mark.parametrize("width", [44, 54, 112])
def test_players_above_keep_clear_of_words_as_wide_as_the_corners(width: int) -> None:
    table = arrange(4, 0, width, 20, CARDS, 15)
    x, _, across, _ = table.blocks[2]
    assert x > 15
    assert x + across <= width - 1 - 15


@pytest.mark.parametrize(
    "seats, order",
    [(2, "v^"), (3, "v<>"), (4, "v<^>"), (5, "v<^^>"), (6, "v<^^^>")],
)
def test_the_others_sit_clockwise_from_the_left_of_the_viewer(seats: int, order: str) -> None:
    viewer = seats - 1
    table = arrange(seats, viewer, 80, 20, TILES)
    signs = {"left": "<", "centre": "^", "right": ">"}
    found = "".join(
        "v" if seat == viewer else signs[table.blocks[seat][3]]
        for seat in ((viewer + i) % seats for i in range(seats))
    )
    assert found == order


def test_the_largest_piece_that_fits_is_taken() -> None:
    assert arrange(4, 0, 112, 34, CARDS).piece == (9, 7)
    assert arrange(4, 0, 54, 14, CARDS).piece == (7, 5)
    assert arrange(4, 0, 60, 10, CARDS).piece == (5, 3)
    assert arrange(4, 0, 60, 6, CARDS).piece == (5, 3)
    assert arrange(4, 0, 44, 20, CARDS, 14).piece == (7, 5)


@pytest.mark.parametrize(
    "bid, taken, held, drawn",
    [
        (None, 0, 5, ""),
        (3, 1, 5, "●○○"),
        (2, 2, 3, "●●"),
        (1, 3, 2, "●✚✚"),
        (0, 1, 2, "✚"),
        (4, 1, 2, "●○○×"),
        (2, 0, 0, "××"),
    ],
)
def test_marks_tell_tricks_taken_wanted_out_of_reach_and_too_many(
    bid: int | None, taken: int, held: int, drawn: str
) -> None:
    player = SeatInfo("Anna", bid, taken, held)
    assert "".join(text for text, _ in marks(LOOK, player)) == drawn


@pytest.mark.parametrize("ahead, drawn", [(True, "●○○"), (False, "●○×")])
def test_the_trick_at_hand_is_within_reach_of_whoever_is_ahead_in_it(
    ahead: bool, drawn: str
) -> None:
    player = SeatInfo("Anna", bid=3, taken=1, held=1, ahead=ahead)
    assert "".join(text for text, _ in marks(LOOK, player)) == drawn


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [(54, 14), (112, 34), (44, 20)])
def test_pictures_of_the_table(seats: int, size: tuple[int, int], renew: bool) -> None:
    canvas = Canvas(*size, LOOK.ink, LOOK.felt)
    table = arrange(seats, 0, *size, TILES)
    put_players(canvas, LOOK, table, players(seats))
    kind = USUAL[table.size]
    laid = {seat: tile(LOOK, 6, seat, kind, upright=True) for seat in range(seats - 1)}
    put_pieces(canvas, table, laid)
    put_spots(canvas, LOOK, table, [seats - 1])
    check_picture(f"trick_table_{seats}_{size[0]}", canvas, renew=renew)


def test_in_ascii_nothing_else_is_drawn() -> None:
    look = look_from({}, ascii_only=True)
    for size in ((54, 14), (112, 34), (60, 10)):
        canvas = Canvas(*size, look.ink, look.felt)
        table = arrange(4, 0, *size, TILES)
        put_players(
            canvas, look, table, [SeatInfo("Anna", 2, 3, 4, "dealer", turn=True) for _ in range(4)]
        )
        put_spots(canvas, look, table, range(4))
        assert "".join(canvas.lines()).replace("·", "").isascii()


def test_a_piece_flies_from_its_player_and_a_trick_to_whoever_took_it() -> None:
    table = arrange(4, 0, 54, 14, TILES)
    piece = tile(LOOK, 6, 4, USUAL[table.size], upright=True)

    def drawn(moment: float) -> list[str]:
        canvas = Canvas(54, 14, LOOK.ink, LOOK.felt)
        put_pieces(canvas, table, {1: piece}, 1, moment)
        return canvas.lines()

    resting = Canvas(54, 14, LOOK.ink, LOOK.felt)
    put_pieces(resting, table, {1: piece})
    assert "".join(drawn(0)) == ""
    assert drawn(0.3) != resting.lines()
    assert drawn(1) == resting.lines()
    for winner in range(4):
        gone = Canvas(54, 14, LOOK.ink, LOOK.felt)
        put_gathering(gone, table, {1: piece, 2: piece}, winner, 1)
        assert "".join(gone.lines()) == ""


@pytest.mark.parametrize("turn", [False, True])
@pytest.mark.parametrize("role", ["", "dealer"])
def test_a_player_beside_the_largest_tiles_keeps_letter_name_and_sign(
    role: str, turn: bool
) -> None:
    """Only the blanks between these are left out."""
    table = arrange(4, 0, 52, 14, (ACROSS["pips"],), 15)
    canvas = Canvas(52, 14, LOOK.ink, LOOK.felt)
    names = ("Root", "Magpie", "Badger", "Heron")
    put_players(canvas, LOOK, table, [SeatInfo(n, 7, 2, 5, role, turn) for n in names])
    y = table.blocks[1][1]
    name, bid = (canvas.lines()[row][:10].strip() for row in (y, y + 1))
    assert [sign in name for sign in ("Magpie", "▶", "◆")] == [True, turn, bool(role)]
    letter = canvas.chars[y].index("M")
    assert canvas.styles[y][letter][1] == LOOK.owners[1], "on the player's colour"
    assert bid == "2/7", "without the marks, which have no room"
