"""A terminal that reads no UTF-8 gets a drawing that it can show, without being asked."""

import os
import sys
from collections.abc import Iterator

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pty", allow_module_level=True)

import pty
import termios

from tests.support.players import KOZYR
from tests.support.terminal import Terminal
from tui.terminal import asking
from tui.terminal.asking import (
    has_all_colours,
    locale_is_silent,
    may_have_more_colours,
    overheard,
    reads_utf8,
)

QUESTION = "ñ\x1b[6n".encode()


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """A pseudo-terminal: the player's end, and the program's end."""
    person, program = pty.openpty()
    yield person, program
    os.close(person)
    os.close(program)


@pytest.mark.parametrize(
    "answer, reads",
    [(b"\x1b[24;2R", True), (b"\x1b[24;3R", False), (b"xq\x1b[A\x1b[1;3R", False), (b"x", True)],
    ids=["one column", "two columns", "keys first", "no answer"],
)
def test_the_terminal_is_asked(ends: tuple[int, int], answer: bytes, reads: bool) -> None:
    person, program = ends
    before = termios.tcgetattr(program)
    os.write(person, answer)
    assert reads_utf8(program, program) is reads
    assert termios.tcgetattr(program) == before


@pytest.mark.parametrize(
    "answer, has",
    [
        (b"\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?64;1;22c", True),
        (b"\x1bP1$r48;2;1;2;3m\x1b\\\x1b[?62c", True),
        (b"\x1bP1$r0;48:5:16m\x1b\\\x1b[?64c", False),
        (b"\x1bP0$r\x1b\\\x1b[?62c", False),
        (b"\x1b[?1;2c", False),
    ],
    ids=["xterm", "with semicolons", "the nearest of 256", "cannot tell", "knows no such question"],
)
def test_a_terminal_is_asked_for_its_colours(
    ends: tuple[int, int], answer: bytes, has: bool
) -> None:
    person, program = ends
    overheard.take()
    os.write(person, b"a" + answer + b"b")
    assert has_all_colours(program, program) is has
    assert overheard.take() in (b"a", b"ab"), "what has been typed is not lost"


def test_a_terminal_that_does_not_answer_is_not_waited_for(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "FAR_PATIENCE", 0.0)
    monkeypatch.setattr(asking, "overheard", late := asking.Overheard())
    assert not has_all_colours(ends[1], ends[1])
    assert late.keys_in("1\x1bP1$r48:2:1:2:3m\x1b\\\x1b[?62c2") == "12", "no answer is a key"


@pytest.mark.parametrize(
    "environ, asked",
    [
        ({"SSH_CONNECTION": "1", "TERM": "xterm-256color"}, True),
        ({"SSH_TTY": "/dev/pts/1", "TERM": "xterm"}, True),
        ({"TERM": "xterm-256color"}, False),
        ({"SSH_CONNECTION": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}, False),
        ({"SSH_CONNECTION": "1", "TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"SSH_CONNECTION": "1", "TERM": "screen-256color"}, False),
        ({"SSH_CONNECTION": "1", "TERM": "linux"}, False),
        ({"SSH_CONNECTION": "1", "TERM": "dumb"}, False),
    ],
)
def test_only_a_terminal_at_the_other_end_of_ssh_is_asked(
    environ: dict[str, str], asked: bool
) -> None:
    assert may_have_more_colours(environ) is asked


@pytest.mark.parametrize(
    "environ, silent",
    [
        ({}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # Python sets the second one
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LC_CTYPE": "ru_RU.UTF-8"}, False),
        ({"LC_ALL": "en_US.ISO-8859-1"}, False),
    ],
)
def test_only_where_the_locale_says_nothing(environ: dict[str, str], silent: bool) -> None:
    assert locale_is_silent(environ) is silent


@pytest.mark.parametrize(
    "env, answer, ascii_only",
    [
        pytest.param({"LC_ALL": "C"}, "\x1b[1;3R", True, id="C, other terminal"),
        *(
            pytest.param(*case, id=name, marks=pytest.mark.nightly)
            for name, case in {
                "C, usual terminal": ({"LC_ALL": "C"}, "\x1b[1;2R", False),
                "Latin-1": ({"PYTHONIOENCODING": "iso8859-1"}, "", True),
                "Linux console": ({"TERM": "linux", "LC_ALL": "C"}, "", True),
            }.items()
        ),
    ],
)
def test_the_home_screen_is_drawn_as_the_terminal_reads(
    env: dict[str, str], answer: str, ascii_only: bool
) -> None:
    # The shell has the program wait until the answer is there: a busy machine answers late.
    with Terminal(["sh", "-c", 'read go; exec "$@"', "sh", *KOZYR], env=env) as terminal:
        terminal.press("\n" + answer)
        terminal.wait_for("q quit")
        terminal.wait_for("As" if ascii_only else "A♠")  # the drawing comes in pieces
        assert terminal.raw.replace(QUESTION, b"").isascii() is ascii_only
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()
