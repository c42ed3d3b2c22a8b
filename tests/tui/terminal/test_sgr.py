"""The writer writes what Rich would show, in fewer bytes."""

import itertools
from typing import Any

import pyte
import pytest
from rich.color import ColorSystem
from rich.style import Style

from tui.terminal.sgr import SgrWriter, is_invisible


def styles() -> list[Style]:
    """Return new ones: a Style of Rich keeps the codes of the first system it is drawn with."""
    return [
        Style(color="#102030", bgcolor="#405060"),
        Style(color="#102030", bgcolor="#708090"),
        Style(color="red", bgcolor="#708090", bold=True),
        Style(underline=True),
        Style(reverse=True, color="#ffffff"),
        Style(bold=True, link="https://example.org"),
        Style(),
    ]


STYLES = styles()


class Writer(SgrWriter):
    """Writes piece by piece, each with the codes it needs, as the compositor does."""

    def write(self, text: str, style: Style) -> str:
        return self.written(text, style, self.codes(text, style))


def cells(data: str, count: int) -> list[Any]:
    """The first cells of a terminal's first line."""
    screen = pyte.Screen(80, 1)
    pyte.Stream(screen).feed(data)
    return [screen.buffer[0][x] for x in range(count)]


@pytest.mark.parametrize("system", list(ColorSystem)[:3])
def test_every_change_of_style_looks_as_rich_draws_it(system: ColorSystem) -> None:
    writer = Writer(system)
    pieces = [style for pair in itertools.product(styles(), repeat=2) for style in pair]
    for first in range(0, len(pieces), 40):
        some = pieces[first : first + 40]
        ours = writer.lift() + "".join(writer.write("x", style) for style in some)
        theirs = "".join(style.render("x", color_system=system) for style in some)
        assert cells(ours, len(some)) == cells(theirs, len(some))


def test_a_colour_is_named_once() -> None:
    writer = Writer(ColorSystem.TRUECOLOR)
    assert writer.write("a", STYLES[0]) == "\x1b[38;2;16;32;48;48;2;64;80;96ma"
    assert writer.write("b", STYLES[0]) == "b"
    assert writer.write("c", STYLES[1]) == "\x1b[48;2;112;128;144mc"
    assert writer.lift() == "\x1b[0m"
    assert writer.lift() == ""


def test_the_ink_of_blanks_is_not_sent_unless_it_shows() -> None:
    writer = Writer(ColorSystem.TRUECOLOR)
    writer.write("a", STYLES[0])
    other = Style(color="#999999", bgcolor="#405060")
    assert writer.write("   ", other) == "   "
    assert writer.write(" ", other + Style(underline=True)) != " "


def test_attributes_end_one_by_one_and_the_colours_stay() -> None:
    writer = Writer(ColorSystem.TRUECOLOR)
    plain = STYLES[0]
    writer.write("a", plain + Style(bold=True, underline=True))
    assert writer.write("b", plain + Style(bold=True)) == "\x1b[24mb"
    assert writer.write("   ", plain) == "   ", "nobody sees that blanks are bold"
    assert writer.write("c", plain) == "\x1b[22mc"
    writer.write("d", plain + Style(bold=True, dim=True))
    assert writer.write("e", plain + Style(dim=True)) == "\x1b[22;2me"


def test_what_has_no_end_of_its_own_ends_with_everything() -> None:
    writer = Writer(ColorSystem.TRUECOLOR)
    writer.write("a", STYLES[0] + Style(bold=True, frame=True))
    ended = writer.write("b", STYLES[0] + Style(bold=True))
    assert ended == "\x1b[0;1;38;2;16;32;48;48;2;64;80;96mb"


def test_without_colours_nothing_but_text_is_written() -> None:
    writer = Writer(None)
    assert writer.write("a", STYLES[2]) + writer.lift() == "a"


def test_a_sign_in_the_colour_of_its_ground_is_invisible_unless_an_attribute_may_show() -> None:
    gold = {"color": "#ffd75f", "bgcolor": "#ffd75f"}
    assert is_invisible(Style(**gold))
    assert not is_invisible(Style(**gold, bold=True))
    assert not is_invisible(Style(**gold, underline=True))
    assert not is_invisible(Style(color="#ffd75f", bgcolor="#ffd760"))
    assert not is_invisible(Style(color="default", bgcolor="default"))
    assert not is_invisible(Style())
    assert not is_invisible(None)
