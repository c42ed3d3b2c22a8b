"""The last page of a match as a picture and in words, in every game."""

from dataclasses import replace
from functools import cache

import pytest

from core.game import Result
from core.games import GAMES
from core.records.replay import walk
from core.summary import Summary, Turning
from tests.support.past_matches import played
from tests.support.pictures import check_picture
from tui.drawing.look import DEFAULTS, look_from
from tui.language.text import use_language
from tui.language.words import use_words
from tui.summary.screen import paint_page
from tui.summary.words import Ending, as_text, deciding_said, ending_of, notes, page_lines, verdict

LOOK = look_from({})
SIZES = ((44, 24), (60, 14), (80, 18), (100, 24), (160, 41))
"""The space above the choices in windows from 44x30 and 60x20 to 160x48."""

SEED = {"graph_poker": 6}
"""Game -> a seed that gives points where they are rare."""

CHECKED = "No deal could be stacked: checked"


@cache
def match(game: str) -> Ending:
    found = ending_of(walk(GAMES, played(game, SEED.get(game, 1)).text().splitlines()), 0)
    assert found is not None
    return replace(found, deal_check=CHECKED)


TOTALS = ((100, 50, 0), (90, 120, -40), (400, 120, 60))


def made(mine: int | None = 0, **more: object) -> Ending:
    """A match of three with the given totals."""
    names = ("Anna", "Boris", "Vakhtang")
    summary = Summary("deal", 1, TOTALS, Turning(3, (0,), led=False))
    ending = Ending("joker", names, mine, Result(TOTALS[-1], (1, 2, 3)), summary)
    return replace(ending, **more)


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_page(game: str, width: int, height: int, renew: bool) -> None:
    canvas = paint_page(match(game), LOOK, width, height)
    check_picture(f"summary_{game}_{width}", canvas, renew=renew)


def test_in_ascii_and_without_colours_lines_are_told_apart_by_letters(renew: bool) -> None:
    page = made()
    canvas = paint_page(page, look_from({}, depth="mono", ascii_only=True), 80, 18)
    text = "\n".join(canvas.lines())
    assert text.isascii()
    assert all(text.count(letter) >= 3 for letter in "ABV")
    check_picture("summary_ascii_80", canvas, renew=renew)


def test_a_theme_without_colours_has_letters_on_its_lines_too() -> None:
    grey = look_from({name: "#808080" for name in DEFAULTS if name.startswith("owner")})
    assert "●" not in "".join(paint_page(made(), grey, 80, 18).lines())


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize(
    "names",
    [
        ("Anna-Maria Konstantinopolski", "Zoë Müller-Lüdenscheidt", "Vakhtang"),
        ("李小龍李小龍李小龍", "🂡🂱", "კოზირი"),
        ("A", "B", "C"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_names_of_any_width_fit(
    names: tuple[str, ...], language: str, width: int, height: int
) -> None:
    use_language(language)
    page = replace(made(), names=names)
    canvas = paint_page(page, LOOK, width, height)
    assert canvas.width == width
    text = "\n".join(canvas.lines())
    for total in TOTALS[-1]:
        assert str(total) in text


def test_ten_players_are_all_there() -> None:
    names = tuple(f"Player {n}" for n in range(10))
    totals = (tuple(range(10)), tuple(range(10, 20)))
    result = Result(totals[-1], tuple(range(10, 0, -1)))
    page = Ending("joker", names, 4, result, Summary("round", 1, totals, None))
    text = "\n".join(paint_page(page, LOOK, 60, 14).lines())
    assert all(name in text for name in names)
    assert verdict(page) == "Sixth of ten, 5 points behind Player 9"


@pytest.mark.parametrize(
    "mine, result, said",
    [
        (0, Result((400, 120, 60), (1, 2, 3)), "You win, 280 points ahead of Boris"),
        (2, Result((400, 120, 60), (1, 2, 3)), "Third of three, 340 points behind Anna"),
        (None, Result((400, 120, 60), (1, 2, 3)), "Anna wins, 280 points ahead of Boris"),
        (0, Result((400, 400, 60), (1, 1, 3)), "You share first place with Boris"),
        (None, Result((400, 400, 60), (1, 1, 3)), "Anna, Boris share first place"),
        (2, Result((400, 400, 399), (1, 1, 3)), "Third of three, 1 point behind Anna"),
        (0, Result((400, 400, 60), (1, 2, 3)), "You win, level on points with Boris"),
        (1, Result((10, 60, 0), (2, 3, 1), (1,)), "You are the goat, 60 points behind Vakhtang"),
    ],
)
def test_a_sentence_for_the_reader(mine: int | None, result: Result, said: str) -> None:
    assert verdict(made(mine, result=result)) == said


def test_russian_needs_no_cases_of_names() -> None:
    use_language("ru")
    assert verdict(made(2)) == "Третье место из трёх, Anna впереди на 340 очков"
    assert verdict(made(0)) == "Вы победили, Boris позади на 280 очков"


@pytest.mark.parametrize("width, height", SIZES)
def test_what_is_wrong_with_the_deals_comes_before_all_remarks(width: int, height: int) -> None:
    page = replace(match("kozel"), deal_check="Beware: the host cheats", beware=True)
    lines = paint_page(page, LOOK, width, height).lines()
    (warned,) = (y for y, line in enumerate(lines) if "Beware" in line)
    (remarked,) = (y for y, line in enumerate(lines) if "decided it" in line)
    assert warned < remarked
    assert warned < height


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_read_out_and_copied_whole(game: str, language: str) -> None:
    use_language(language)
    use_words("spoken")
    page = match(game)
    lines = list(page_lines(page, whole=True))
    assert all(line.endswith(".") or line.endswith("!") for line in lines), lines
    assert not [line for line in lines if "{" in line]
    assert len(lines) >= 1 + len(page.names) + len(page.summary.totals)
    copied = as_text(page)
    assert all(line in copied for line in lines)
    assert CHECKED in copied


def test_the_button_names_the_deal_or_the_round() -> None:
    assert deciding_said(made()) == "watch from deal 3"
    rounds = replace(made().summary, unit="round")
    assert deciding_said(made(summary=rounds)) == "watch from round 3"
    assert deciding_said(made(summary=replace(rounds, turning=None))) == ""


def test_of_two_players_nobody_is_last_but_behind() -> None:
    two = Summary("deal", 1, ((0, 13), (0, 40)), Turning(2, (1,), led=False))
    result = Result((0, 40), (1, 2), goats=(1,))
    said = list(notes(Ending("kozel", ("Ann", "Bo"), 0, result, two)))
    assert said == ["Deal 2 decided it: Bo fell behind there and stayed behind"]


@pytest.mark.parametrize("height", range(14, 45))
def test_a_chart_is_whole_or_it_is_not_there(height: int) -> None:
    """The bars repeat the totals of the table; a page that scrolls because of them says less."""
    page = replace(made(), reviewing="The match is being reviewed: 9%", day_line="Kozyr, a line")
    lines = paint_page(page, LOOK, 80, height).lines()
    bars = sum("▆" in line for line in lines)
    assert bars in (0, len(page.names))
    assert not bars or len(lines) == height


def test_the_reader_is_you_on_the_screen_and_has_a_name_in_a_copy() -> None:
    """Deal 3 decided the match of Anna, who reads it."""
    drawn = "\n".join(paint_page(made(mine=0), LOOK, 100, 41).lines())
    assert "Deal 3 decided it: you took the lead there and kept it." in drawn
    assert "Anna took the lead there" in "\n".join(paint_page(made(mine=1), LOOK, 100, 41).lines())
    assert "Deal 3 decided it: Anna took the lead there" in as_text(made(mine=0))


def test_large_letters_give_way_to_what_is_written_below_them() -> None:
    page = made(ladder=("1. easy bot: place 1 of 3", "2. hard bot: place 2 of 3"))
    tall = 1
    while paint_page(page, LOOK, 80, tall).height > tall:
        tall += 1
    said = paint_page(page, LOOK, 80, tall).lines()
    assert said[0].strip() == "You win, 280 points ahead of Boris."
    assert "\u2588" in "".join(paint_page(page, LOOK, 80, tall + 2).lines())
