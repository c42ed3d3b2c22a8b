"""The name of the game and its pieces, as the home screen shows them."""

import pytest

from tui.drawing.art.letters import LETTERS, paint_pieces, paint_title, spelt
from tui.drawing.canvas import Canvas
from tui.drawing.look import DEFAULTS, look_from

LOOK = look_from({})
UNDER = "card and domino table"


def inks(canvas: Canvas) -> set[str]:
    """Every ink of a cell that is not blank."""
    return {
        style[0]
        for row, styles in zip(canvas.chars, canvas.styles, strict=True)
        for char, style in zip(row, styles, strict=True)
        if char != " "
    }


def rows_of(word: str) -> list[str]:
    """The pixels of a word whose letters are all known."""
    rows = spelt(word)
    assert rows is not None
    return rows


@pytest.mark.parametrize("word", ["Kozyr", "Козырь", "Zoë Müller", "Ёж и чайка 7"])
def test_a_name_in_latin_or_cyrillic_is_spelt_in_capitals_without_accents(word: str) -> None:
    assert len({len(row) for row in rows_of(word)}) == 1


def test_all_letters_of_both_alphabets_are_there_and_no_two_look_alike_by_mistake() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ0123456789"
    assert set(letters) <= set(LETTERS)
    for alphabet in (letters[:26], letters[26:59], letters[59:]):
        assert len({LETTERS[letter] for letter in alphabet}) == len(alphabet)


def test_a_name_with_an_unknown_letter_is_not_spelt() -> None:
    assert spelt("კოზირი") is None
    assert spelt("") is None
    assert "▀" in "".join(paint_title(LOOK, "კოზირი", UNDER, 60, 8).canvas.lines()), "KOZYR then"


@pytest.mark.parametrize("word", ["KOZYR", "КОЗЫРЬ"])
@pytest.mark.parametrize(
    "width, height", [(60, 8), (80, 8), (100, 8), (60, 18), (120, 22), (200, 22)]
)
def test_nothing_of_it_is_cut_off(word: str, width: int, height: int) -> None:
    canvas = paint_title(LOOK, word, UNDER, width, height).canvas
    lines = canvas.lines()
    assert any(UNDER in line for line in lines)
    assert all(line[:1] in ("", " ") for line in lines)
    assert max(map(len, lines)) < width


def test_large_windows_show_the_joker_and_tiles_small_ones_four_aces() -> None:
    large = "\n".join(paint_title(LOOK, "KOZYR", UNDER, 120, 22).canvas.lines())
    assert "★" in large
    assert "●" in large
    small = "\n".join(paint_title(LOOK, "KOZYR", UNDER, 80, 8).canvas.lines())
    assert all(small.count(ace) == 2 for ace in ("A♠", "A♥", "A♦", "A♣"))


@pytest.mark.parametrize("width, height", [(60, 8), (100, 8), (160, 22)])
def test_it_can_be_drawn_in_ascii(width: int, height: int) -> None:
    look = look_from({}, ascii_only=True)
    assert "".join(paint_title(look, "KOZYR", UNDER, width, height).canvas.lines()).isascii()


def test_ascii_letters_are_drawn_a_row_a_pixel_where_they_are_small() -> None:
    canvas = paint_title(look_from({}, ascii_only=True), "KOZYR", UNDER, 60, 8).canvas
    drawn = [line.strip() for line in canvas.lines() if "#" in line]
    letters = [row.strip() for row in rows_of("KOZYR")]
    assert all(line.startswith(row) for line, row in zip(drawn, letters, strict=True))


def test_where_colours_are_few_no_shade_is_mixed() -> None:
    few = inks(paint_title(look_from({}, depth="16"), "KOZYR", UNDER, 160, 22).canvas)
    assert few <= set(DEFAULTS.values())
    assert not inks(paint_title(LOOK, "KOZYR", UNDER, 160, 22).canvas) <= set(DEFAULTS.values())


def test_free_room_shows_what_is_played_with_if_it_fits() -> None:
    roomy = paint_pieces(LOOK, 100, 30).canvas
    assert any("A♠" in line for line in roomy.lines())
    assert not any(roomy.lines()[:9] + roomy.lines()[-9:]), "it stands in the middle"
    assert not any(paint_pieces(LOOK, 40, 30).canvas.lines())
    assert not any(paint_pieces(LOOK, 100, 6).canvas.lines())
