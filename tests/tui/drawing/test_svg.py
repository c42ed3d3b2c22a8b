"""The pictures of the README and how they are drawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.support.draw_pictures import PICTURES
from tests.support.svg import svg_of

ROOT = Path(__file__).parents[3]


def test_words_are_text_and_blocks_are_rectangles() -> None:
    style = Style.parse("bold #ffd75f on #0e3b2e")
    drawn = svg_of([Strip([Segment("A<▀▀", style)])])
    assert 'textLength="20">A&lt;</text>' in drawn
    assert '<path fill="#ffd75f" d="M20 0h20v10h-20z"/>' in drawn
    assert "▀" not in drawn


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small_and_stands_by_itself(name: str) -> None:
    text = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8")
    assert len(text.encode()) < 150_000
    assert text.count("http") == 1, "the name of the format, nothing to fetch"
    ElementTree.fromstring(text)
    assert f"docs/pictures/{name}.svg" in (ROOT / "README.md").read_text("utf-8")
