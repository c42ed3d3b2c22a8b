"""What is drawn where only ASCII can be shown."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from textual.color import Color

from tests.support.screens import opened, read, seen
from tui.app import StartSolo
from tui.terminal.ascii import AsciiOnly


def plain(text: str) -> str:
    (part,) = AsciiOnly().apply([Segment(text)], Color(0, 0, 0))
    return part.text


@pytest.mark.parametrize(
    "text, shown",
    [
        ("deal 1 · 9 cards", "deal 1 - 9 cards"),
        ("←→ ↑↓ ‹ 4 › …", "<> ^v < 4 > ."),
        ("╭─╮│╰─╯▄█", "+-+|+-+##"),
        ("Łukasz, Дарья, 王", "Łukasz, Дарья, 王"),
        ("10♥ K♠ A♦ J♣", "10h Ks Ad Jc"),
        ("▏A ☃", "|A ?"),
    ],
)
def test_signs_become_plain_one_by_one_and_letters_stay(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize("keys", [(), ("question_mark",), ("f2",), ("q",)])
async def test_every_screen_of_a_match_is_ascii(keys: tuple[str, ...]) -> None:
    start = StartSolo("joker", 4, "easy", {}, 3)
    async with opened(start, ascii="on") as pilot:
        await seen(pilot, "Your turn")
        await pilot.press(*keys)
        await pilot.pause()
        assert read(pilot).isascii()


async def test_it_is_switched_live() -> None:
    async with opened() as pilot:
        assert not read(pilot).isascii()
        await pilot.app.change_settings(ascii="on")
        await pilot.pause()
        assert read(pilot).isascii()


@pytest.mark.parametrize("wanted, plain_signs", [("auto", True), ("off", False)])
async def test_the_linux_console_gets_ascii_unless_it_is_known_to_have_the_signs(
    wanted: str, plain_signs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "linux")
    async with opened(ascii=wanted) as pilot:
        assert read(pilot).isascii() is plain_signs
