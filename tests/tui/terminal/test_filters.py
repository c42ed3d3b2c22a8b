"""Drawing where only ASCII can be shown, and bold where there are sixteen colours."""

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tests.support.screens import opened, read, seen
from tui.app import StartSolo
from tui.appearance import AsciiOnly, NoBoldDark


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


def is_bold(style: str) -> bool:
    (part,) = NoBoldDark().apply([Segment("A", Style.parse(style))], Color(0, 0, 0))
    return bool(part.style.bold)


@pytest.mark.parametrize("ink", ["#000000", "#aa0000", "#0000aa", "#00aa00"])
def test_a_dark_ink_is_never_bold_for_that_would_make_it_bright(ink: str) -> None:
    assert not is_bold(f"bold {ink} on #ffffff")


def test_a_bright_ink_and_no_ink_stay_bold_and_what_is_underlined_stays_so() -> None:
    assert is_bold("bold #ffff55 on #000000")
    assert is_bold("bold")
    (part,) = NoBoldDark().apply([Segment("A", Style.parse("bold u #000000"))], Color(0, 0, 0))
    assert part.style.underline


@pytest.mark.parametrize("system, filtered", [("standard", True), ("truecolor", False)])
async def test_it_holds_on_terminals_of_sixteen_colours(
    system: str, filtered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", system)
    async with opened() as pilot:
        filters = pilot.app.get_line_filters()
        assert any(isinstance(each, NoBoldDark) for each in filters) is filtered
