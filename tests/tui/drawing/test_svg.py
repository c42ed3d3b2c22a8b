"""The pictures of the documents, the film of the README, and how they are drawn."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.support.draw_pictures import PICTURES
from tests.support.film import Frame, film_of
from tests.support.svg import svg_of

ROOT = Path(__file__).parents[3]


def test_words_are_text_and_blocks_are_rectangles() -> None:
    style = Style.parse("bold #ffd75f on #0e3b2e")
    drawn = svg_of([Strip([Segment("A<▀▀", style)])])
    assert 'textLength="20">A&lt;</text>' in drawn
    assert '<path fill="#ffd75f" d="M20 0h20v10h-20z"/>' in drawn
    assert "▀" not in drawn


def test_a_film_draws_what_each_frame_changes() -> None:
    first = [[("a", "#ffffff", "#000000", False, False)] * 20]
    second = [[*first[0][:9], ("b", "#ffffff", "#000000", False, False), *first[0][10:]]]
    film = film_of([Frame(first, 1.0), Frame(second, 3.0)])
    ElementTree.fromstring(film)
    still, moving = film.split('<g id="f1">')
    assert "a" * 20 in still
    assert '<text x="90" y="15" textLength="10">b</text>' in moving
    assert "a</text>" not in moving
    assert "#f1{animation:a1 4.00s" in film
    assert "25.000%{visibility:visible}" in film


def test_changes_near_each_other_are_drawn_as_one() -> None:
    plain = ("a", "#ffffff", "#000000", False, False)
    row = [plain] * 40
    changed = [("b", *plain[1:]) if x in (3, 6, 30) else plain for x in range(40)]
    film = film_of([Frame([row], 1.0), Frame([changed], 1.0)]).split('<g id="f1">')[1]
    assert ">baab</text>" in film
    assert ">b</text>" in film


@pytest.mark.parametrize("name", [*PICTURES, "match"])
def test_a_picture_is_small_and_stands_by_itself(name: str) -> None:
    text = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8")
    assert len(text.encode()) < (300_000 if name == "match" else 150_000)
    assert text.count("http") == 1, "the name of the format, nothing to fetch"
    ElementTree.fromstring(text)
    page = "README.md" if name == "match" else "docs/playing.md"
    assert f"pictures/{name}.svg" in (ROOT / page).read_text("utf-8")
