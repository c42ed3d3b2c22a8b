"""Colours as numbers, and that every theme can be read."""

from itertools import pairwise

import pytest

from tui.drawing.art import sign_ink
from tui.drawing.look import DEFAULTS, contrast, ink_on, look_from, luminance, mix, weaker
from tui.drawing.theming import ORDER, Themes

THEMES = Themes()


def test_colours_are_mixed() -> None:
    assert mix("#000000", "#ffffff", 0) == "#000000"
    assert mix("#000000", "#ff8000", 0.5) == "#804000"
    assert mix("#102030", "#ffffff", 1) == "#ffffff"


def test_contrast_is_that_of_wcag() -> None:
    assert luminance("#ffffff") == pytest.approx(1)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert (ink_on("#ffff00"), ink_on("#0000aa")) == ("#000000", "#ffffff")


def test_two_colours_of_suits_or_four() -> None:
    four, two = look_from({}), look_from({}, four_colours=False)
    assert len({four.suit(suit) for suit in "shdc"}) == 4
    assert two.suit("d") == two.suit("h") == four.suit("h")
    assert two.suit("c") == two.suit("s") == four.suit("s")


def test_where_shades_are_few_shapes_speak() -> None:
    assert not look_from({}).shapes
    assert not look_from({}, depth="256").shapes
    for look in (
        look_from({}, depth="16"),
        look_from({}, depth="mono"),
        look_from({}, ascii_only=True),
    ):
        assert look.shapes
    assert look_from({}, depth="16").faded("#aa0000", "#ffffff") == "#aa0000"
    assert look_from({}).faded("#aa0000", "#ffffff") != "#aa0000"


def test_what_is_dim_is_weakened_only_as_far_as_it_can_be_read() -> None:
    assert weaker("#000000", "#ffffff", 0.45) == "#737373"
    assert contrast(weaker("#c22032", "#cbc8b6", 0.45), "#cbc8b6") >= 3
    assert weaker("#808080", "#808080", 0.45) == "#202020"


SIGNS = tuple(name for name in DEFAULTS if name.startswith(("suit-", "pip-")))

PAIRS = [
    # Words.
    *((ink, "felt", 4.5) for ink in ("ink", "muted", "good", "bad")),
    *((ink, "panel-ground", 4.5) for ink in ("panel-ink", "muted", "active", "good", "bad")),
    ("active", "felt", 4.5),
    ("ink", "felt-line", 4.5),
    ("panel-ink", "felt-line", 4.2),
    *((ink, "felt-line", 2.9) for ink in ("muted", "active")),
    ("suit-spade", "chosen", 4.5),
    # Suits and pips.
    *((ink, "card-face", 4.5) for ink in SIGNS),
    *((ink, "chosen", 3.1) for ink in SIGNS),
    # Things side by side.
    *((ground, "felt", 1.3) for ground in ("card-face", "felt-line")),
    *((ground, "felt", 1.15) for ground in ("card-dim", "chosen")),
    ("felt-line", "panel-ground", 1.3),
    ("card-face", "card-dim", 1.2),
    ("card-edge", "card-face", 1.9),
    ("card-back-ink", "card-back", 1.9),
    # Textual's own drawing: the search among actions, messages, scrollbars.
    *(("foreground", ground, 7) for ground in ("background", "surface", "panel")),
    *((ink, "surface", 3) for ink in ("primary", "accent", "warning", "error", "success")),
]
"""Ink, ground and the least contrast (WCAG): 4.5 for words, 3 for signs and what is dim."""


@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("name", ORDER)
def test_what_is_dim_can_be_read(name: str, depth: str) -> None:
    _, table = THEMES.by_name[name].colours(depth)
    look = look_from(table, depth=depth)
    dim = {sign: look.dimmed(table[sign], look.face_dim) for sign in SIGNS}
    assert min(contrast(ink, look.face_dim) for ink in dim.values()) >= 3
    assert contrast(weaker(look.muted, look.felt, 0.45), look.felt) >= 3, "an empty place"
    notice = look.faded(look.panel_ink, look.panel, 0.35)
    assert contrast(notice, look.panel) >= 4.5


@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("name", ORDER)
def test_a_row_that_lights_up_can_be_read_and_so_can_badges_and_marks(
    name: str, depth: str
) -> None:
    _, table = THEMES.by_name[name].colours(depth)
    look = look_from(table, depth=depth)
    inks = (look.ink, look.good, look.bad, look.active, look.muted)
    assert min(contrast(ink, look.lit) for ink in inks) >= 3.8, "bold words"
    assert contrast(look.lit, look.felt) >= 1.15
    assert min(contrast(ink_on(ground), ground) for ground in (look.active, *look.owners)) >= 4.5


@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("name", ORDER)
def test_every_theme_can_be_read(name: str, depth: str) -> None:
    screen, table = THEMES.by_name[name].colours(depth)
    table |= screen
    if name == "tty16":  # sixteen colours have only green on white and blue on blue for this
        needs = [(ink, ground, min(least, 1.5)) for ink, ground, least in PAIRS]
    else:
        needs = PAIRS
    weak = {
        (ink, ground): round(contrast(table[ink], table[ground]), 2)
        for ink, ground, least in needs
        if contrast(table[ink], table[ground]) < least
    }
    assert not weak


@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("name", [name for name in ORDER if name not in ("tty16", "mono")])
def test_the_signs_of_what_can_be_played_can_be_read_when_it_is_chosen_too(
    name: str, depth: str
) -> None:
    _, table = THEMES.by_name[name].colours(depth)
    look = look_from(table, depth=depth)
    for face in (look.face, look.chosen):
        inks = [sign_ink(look, table[sign], face, dimmed=False, hollow=False) for sign in SIGNS]
        assert min(contrast(ink, face) for ink in inks) >= 4.5


def test_the_contrast_theme_tells_suits_apart_by_lightness_too() -> None:
    _, table = THEMES.by_name["contrast"].colours("true")
    shades = sorted(luminance(table[f"suit-{s}"]) for s in ("spade", "heart", "diamond", "club"))
    assert all(b - a > 0.03 for a, b in pairwise(shades))
