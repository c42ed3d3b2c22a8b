"""Cards and tiles as characters."""

from dataclasses import replace
from itertools import product

import pytest

from core.pieces import DECK_52, HALVES, JOKERS
from tui.drawing.art import cards, tiles
from tui.drawing.art.cards import SIZES, CardSize, Held, card, chip, fan, fitting_size, sign
from tui.drawing.art.tiles import KINDS, size, tile
from tui.drawing.canvas import Canvas, char_width
from tui.drawing.look import Depth, Look, look_from

LOOK = look_from({})
MONO = look_from({}, depth="mono")
ASCII = look_from({}, ascii_only=True)


def inked(canvas: Canvas) -> set[tuple[str, str]]:
    """Return ink and ground of everything that is not blank."""
    return {
        style[:2]
        for row, styles in zip(canvas.chars, canvas.styles, strict=True)
        for char, style in zip(row, styles, strict=True)
        if char != " "
    }


# --- cards -------------------------------------------------------------------------------------


def test_a_small_card() -> None:
    assert card(LOOK, "Ts", "small").lines() == ["▗▄▄▄▖", "▐10♠▌", "▝▀▀▀▘"]
    assert card(LOOK, "Ah", "small").lines() == ["▗▄▄▄▖", "▐A♥ ▌", "▝▀▀▀▘"]


def test_a_medium_card_has_two_corners_and_a_middle() -> None:
    assert card(LOOK, "Qd", "medium").lines() == [
        "▗▄▄▄▄▄▖",
        "▐Q♦   ▌",
        "▐  ♛  ▌",
        "▐   Q♦▌",
        "▝▀▀▀▀▀▘",
    ]


def test_a_large_card_has_its_suit_in_pixels() -> None:
    assert card(LOOK, "7h", "large").lines() == [
        "▗▄▄▄▄▄▄▄▖",
        "▐7♥     ▌",
        "▐▄██▄██▄▌",
        "▐▀█████▀▌",
        "▐  ▀█▀  ▌",
        "▐     7♥▌",
        "▝▀▀▀▀▀▀▀▘",
    ]


def test_the_jokers_are_told_apart_by_ink() -> None:
    red, black = card(LOOK, "Xr", "medium"), card(LOOK, "Xb", "medium")
    assert red.lines() == black.lines()
    assert "JOKER" in red.lines()[2]
    assert (LOOK.heart, LOOK.face) in inked(red)
    assert (LOOK.spade, LOOK.face) in inked(black)


@pytest.mark.parametrize("look", [LOOK, MONO, ASCII], ids=["colour", "mono", "ascii"])
def test_every_card_fits_its_size_in_every_look(look: Look) -> None:
    states = ((False, False), (True, False), (False, True), (True, True))
    for token, name, (dimmed, chosen) in product([*DECK_52, *JOKERS, None], SIZES, states):
        drawn = card(look, token, name, dimmed=dimmed, chosen=chosen, marked=chosen)
        assert (drawn.width, drawn.height) == SIZES[name], token
        text = "".join(drawn.lines())
        assert all(char_width(char) == 1 for char in text), token
        assert text.isascii() or not look.ascii, token
        assert len(chip(look, token).lines()[0]) <= 3, token


def test_a_dim_card_is_an_outline_where_shades_are_few() -> None:
    assert card(MONO, "Kc", "small", dimmed=True).lines() == ["╭───╮", "│K♣ │", "╰───╯"]
    assert card(ASCII, "Kc", "small", dimmed=True).lines() == [".---.", ":Kc :", "'---'"]
    assert card(ASCII, "Kc", "small").lines() == ["+---+", "|Kc |", "+---+"]
    assert card(LOOK, "Kc", "small", dimmed=True).lines() == card(LOOK, "Kc", "small").lines()


def test_a_marked_card_has_pointers() -> None:
    assert card(LOOK, "9h", "small", marked=True).lines()[1] == "▶9♥ ◀"
    assert card(ASCII, "9h", "small", marked=True).lines()[1] == ">9h <"


def test_a_marked_card_has_a_frame_where_shades_show() -> None:
    plain, marked = card(LOOK, "9h", "medium"), card(LOOK, "9h", "medium", marked=True)
    rim = [(x, y) for y in range(5) for x in range(7) if x in (0, 6) or y in (0, 4)]
    assert {marked.styles[y][x][1] for x, y in rim} == {LOOK.chosen}
    assert plain.styles[0][0][1] == LOOK.felt
    inner = [row[1:6] for row in marked.styles[1:4]]
    assert inner == [row[1:6] for row in plain.styles[1:4]], "nothing of the card is covered"
    few = look_from({}, depth="16")
    assert {style[1] for style in card(few, "9h", "medium", marked=True).styles[0]} == {few.felt}


def test_the_user_may_want_smaller_cards() -> None:
    assert fitting_size(LOOK, 20, 20) == "large"
    assert fitting_size(LOOK, 8, 20) == "medium"
    assert fitting_size(LOOK, 1, 1) == "small"
    assert fitting_size(look_from({}, card_size="small"), 20, 20) == "small"


@pytest.mark.parametrize("size", ["large", "huge", "giant"])
def test_a_deck_with_pips_shows_as_many_as_the_rank_says(size: CardSize) -> None:
    look = replace(LOOK, deck="pips")
    for number, rank in enumerate("23456789T", 2):
        signs = "".join(card(look, f"{rank}h", size).lines())
        assert signs.count("♥") == number + 2, "two of them are in the corners"


@pytest.mark.parametrize("size", ["large", "huge", "giant"])
def test_a_court_card_is_as_bright_as_any_other_and_shows_its_crown(size: CardSize) -> None:
    depths: tuple[Depth, ...] = ("true", "256", "16", "mono")
    for depth in depths:
        look = replace(LOOK, depth=depth)
        drawn = card(look, "Kd", size)
        assert "█ ♚ █" in drawn.lines()[drawn.height // 2]
        inks = {drawn.styles[y][x] for y, x in _shape(drawn)}
        assert {ink for ink, ground, _ in inks} == {look.diamond}
        dim = card(look, "Kd", size, dimmed=True)
        assert look.shapes or look.diamond not in {dim.styles[y][x][0] for y, x in _shape(dim)}


def _shape(drawn: Canvas) -> list[tuple[int, int]]:
    """The cells of the suit in the middle of a card."""
    rows, columns = range(2, drawn.height - 2), range(1, drawn.width - 1)
    return [(y, x) for y in rows for x in columns if drawn.chars[y][x] in "█▀▄"]


def test_a_court_card_with_pips_has_its_figure_between_them() -> None:
    lines = card(replace(LOOK, deck="pips"), "Kd", "large").lines()
    assert [line[4] for line in lines[2:5]] == ["♦", "♚", "♦"]


def test_a_plain_deck_has_one_sign_in_the_middle() -> None:
    lines = card(replace(LOOK, deck="plain"), "7c", "huge").lines()
    assert [line[1:-1].strip() for line in lines[2:7]] == ["", "", "♣", "", ""]


def test_the_user_may_want_digits_on_large_tiles() -> None:
    look = replace(LOOK, tiles="digits")
    lines = tile(look, 6, 4, "pips", upright=False).lines()
    assert lines[2] == "▐ 6 │ 4 ▌"
    assert "●" not in "".join(lines)


# --- the fan -----------------------------------------------------------------------------------

NINE = [Held(token) for token in ["As", "Ts", "7s", "Qh", "9h", "3h", "Kd", "Jc", "Xr"]]


def test_nine_cards_stand_apart_where_there_is_room() -> None:
    painting = fan(LOOK, NINE, 80, 4)
    assert painting.canvas.lines()[1].split("▏")[1:] == [
        "A♠   ",
        "10♠  ",
        "7♠   ",
        "Q♥   ",
        "9♥   ",
        "3♥   ",
        "K♦   ",
        "J♣   ",
        "★",
    ]


def test_thirteen_cards_overlap_in_54_columns() -> None:
    hand = [Held(token) for token in DECK_52[:13]]
    painting = fan(LOOK, hand, 54, 4)
    line = painting.canvas.lines()[1]
    assert all(cards.sign(held.token, LOOK) in line for held in hand)
    assert len(painting.hits) == 13


def test_at_a_step_of_three_the_suit_is_below_the_rank() -> None:
    painting = fan(LOOK, [Held(token) for token in ["9s", "Ts", "Js", "Qs"]], 14, 4)
    lines = painting.canvas.lines()
    assert lines[1] == "▏9 ▏10▏J ▏Q♠"
    assert lines[2].startswith("▏♠ ▏♠ ▏♠ ▏")


def test_the_chosen_card_is_raised_and_marked_where_shades_are_few() -> None:
    hand = [Held("As"), Held("Kh", chosen=True), Held("2c", dimmed=True)]
    assert "K♥" in fan(LOOK, hand, 30, 4).canvas.lines()[0]
    assert "▲▲▲" in fan(MONO, hand, 30, 4).canvas.lines()[2]
    assert "^^^" in fan(ASCII, hand, 30, 4).canvas.lines()[2]


def test_a_very_large_hand_is_rows_of_chips_with_the_chosen_one_in_sight() -> None:
    hand = [Held(token, chosen=i == 100) for i, token in enumerate(DECK_52 * 2)]
    painting = fan(LOOK, hand, 40, 4)
    assert any("◀" in line for line in painting.canvas.lines())
    assert ("piece", 100) in [hit.what for hit in painting.hits]
    assert len(painting.hits) == 34, "three rows of ten and the last four"


@pytest.mark.parametrize("width, height", [(0, 0), (1, 1), (3, 2), (200, 60)])
def test_any_size_of_window_is_survived(width: int, height: int) -> None:
    for hand in ([], NINE, NINE * 9):
        drawn = fan(LOOK, hand, width, height).canvas
        assert (drawn.width, drawn.height) == (width, height)


def test_every_card_of_the_fan_answers_the_mouse_where_it_shows() -> None:
    painting = fan(LOOK, NINE, 54, 4)
    for i, held in enumerate(NINE):
        x = painting.canvas.lines()[1].index(cards.sign(held.token, LOOK))
        assert painting.hit(x, 1).what == ("piece", i)


# --- tiles -------------------------------------------------------------------------------------


def test_tiles_with_digits() -> None:
    assert tile(LOOK, 6, 4, "mini", upright=False).lines() == ["▐6│4▌"]
    assert tile(LOOK, 6, 4, "mini", upright=True).lines() == ["▐6▌", "▐─▌", "▐4▌"]
    assert tile(LOOK, 6, 4, "digits", upright=False).lines() == ["▗▄▄▄▄▄▖", "▐ 6│4 ▌", "▝▀▀▀▀▀▘"]
    assert tile(LOOK, 6, 4, "digits", upright=True).lines() == [
        "▗▄▄▄▖",
        "▐ 6 ▌",
        "▐───▌",
        "▐ 4 ▌",
        "▝▀▀▀▘",
    ]


def test_tiles_with_pips() -> None:
    assert tile(LOOK, 6, 5, "pips", upright=False).lines() == [
        "▗▄▄▄▄▄▄▄▖",
        "▐●●●│● ●▌",
        "▐   │ ● ▌",
        "▐●●●│● ●▌",
        "▝▀▀▀▀▀▀▀▘",
    ]
    assert tile(LOOK, 3, 0, "pips", upright=True).lines() == [
        "▗▄▄▄▖",
        "▐●  ▌",
        "▐ ● ▌",
        "▐  ●▌",
        "▐───▌",
        "▐   ▌",
        "▐   ▌",
        "▐   ▌",
        "▝▀▀▀▘",
    ]


def test_large_tiles() -> None:
    assert tile(LOOK, 6, 5, "large", upright=False).lines() == [
        "▗▄▄▄▄▄▄▄▄▄▄▄▖",
        "▐● ● ●│●   ●▌",
        "▐     │  ●  ▌",
        "▐● ● ●│●   ●▌",
        "▝▀▀▀▀▀▀▀▀▀▀▀▘",
    ]


def test_marks_and_outlines_of_tiles() -> None:
    assert tile(LOOK, 6, 4, "mini", upright=False, marked=True).lines() == ["▶6│4◀"]
    assert tile(MONO, 6, 4, "mini", upright=False, dimmed=True).lines() == ["(6│4)"]
    assert tile(ASCII, 6, 4, "mini", upright=False).lines() == ["[6|4]"]
    assert tile(ASCII, 6, 4, "mini", upright=False, dimmed=True).lines() == ["(6|4)"]
    assert tile(MONO, 6, 4, "digits", upright=False, dimmed=True).lines()[0] == "╭─────╮"


@pytest.mark.parametrize("look", [LOOK, MONO, ASCII], ids=["colour", "mono", "ascii"])
def test_every_tile_has_its_size_and_number_of_pips(look: Look) -> None:
    for kind, upright in product(KINDS, (False, True)):
        for high, low in HALVES:
            drawn = tile(look, high, low, kind, upright=upright, fresh=True)
            assert (drawn.width, drawn.height) == size(kind, upright=upright), kind
            text = "".join(drawn.lines())
            if kind in ("huge", "large", "pips"):
                assert text.count("o" if look.ascii else "●") == high + low, kind
            else:
                assert [int(char) for char in text if char.isdigit()] == [high, low], kind
            assert text.isascii() or not look.ascii, kind
        hidden = tiles.back(look, kind, upright=upright)
        assert (hidden.width, hidden.height) == size(kind, upright=upright), kind
        assert not any(char.isdigit() or char == "●" for line in hidden.lines() for char in line)


def test_a_dim_tile_differs_in_shade() -> None:
    bright, dim = (tile(LOOK, 6, 4, "digits", upright=False, dimmed=d) for d in (False, True))
    assert bright.lines() == dim.lines()
    assert not inked(bright) & {style for style in inked(dim) if style[1] == LOOK.face}


def test_a_hand_with_room_has_large_cards_with_a_drawn_suit() -> None:
    hand = [Held("Kh", chosen=True), Held("9s"), Held("Xr")]
    lines = fan(LOOK, hand, 60, 9).canvas.lines()
    assert [bool(line) for line in lines] == [False, *[True] * 8]
    assert "♚" in "".join(lines)
    assert "███" in "".join(lines)
    assert sum(map(bool, fan(replace(LOOK, card_size="medium"), hand, 60, 10).canvas.lines())) == 6
    assert fan(LOOK, [Held("9s")] * 9, 60, 10).canvas.lines()[3] == "", "too many for the width"


def test_a_hand_with_more_room_has_larger_cards_still() -> None:
    hand = [Held("Kh", chosen=True), Held("9s"), Held("Xr")]
    lines = fan(LOOK, hand, 60, 10).canvas.lines()
    assert all(lines)
    assert "█████████" in "".join(lines)
    nine = fan(LOOK, [Held("9s")] * 9, 112, 10)
    assert {hit.width for hit in nine.hits} == {11}


@pytest.mark.parametrize("how", SIZES)
def test_a_card_of_any_size_shows_its_sign_in_both_corners(how: CardSize) -> None:
    for token in ("Kh", "Ts", "2d", "Jc", "Xr", "Xb"):
        shown, lines = sign(token, LOOK), card(LOOK, token, how).lines()
        assert shown in lines[1]
        assert how == "small" or lines[-2].rstrip("▐▌ ").endswith(shown)


@pytest.mark.parametrize("look, edges", [(MONO, "▏▕"), (ASCII, "||")], ids=["mono", "ascii"])
def test_the_outline_of_a_dim_card_that_nothing_covers_is_closed(look: Look, edges: str) -> None:
    drawn = fan(look, [Held("Kh", dimmed=True)], 20, 5).canvas
    rows = [line.strip() for line in drawn.lines() if line.strip()]
    assert all(row[0] + row[-1] == edges for row in rows)
