"""Bold where there are sixteen colours."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tests.support.screens import opened
from tui.terminal.ansi16 import NoBoldDark


def is_bold(style: str) -> bool:
    (part,) = NoBoldDark().apply([Segment("A", Style.parse(style))], Color(0, 0, 0))
    assert part.style is not None
    return bool(part.style.bold)


@pytest.mark.parametrize("ink", ["#000000", "#aa0000", "#0000aa", "#00aa00"])
def test_a_dark_ink_is_never_bold_for_that_would_make_it_bright(ink: str) -> None:
    assert not is_bold(f"bold {ink} on #ffffff")


def test_a_bright_ink_and_no_ink_stay_bold_and_what_is_underlined_stays_so() -> None:
    assert is_bold("bold #ffff55 on #000000")
    assert is_bold("bold")
    (part,) = NoBoldDark().apply([Segment("A", Style.parse("bold u #000000"))], Color(0, 0, 0))
    assert part.style is not None
    assert part.style.underline


@pytest.mark.parametrize("system, filtered", [("standard", True), ("truecolor", False)])
async def test_it_holds_on_terminals_of_sixteen_colours(
    system: str, filtered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", system)
    async with opened() as pilot:
        filters = pilot.app.get_line_filters()
        assert any(isinstance(each, NoBoldDark) for each in filters) is filtered
