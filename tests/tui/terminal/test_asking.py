"""A terminal that reads no UTF-8 gets a drawing that it can show, without anybody asking for it."""

from __future__ import annotations

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
from tui.terminal.asking import locale_is_silent, reads_utf8

QUESTION = "ñ\x1b[6n".encode()


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """A terminal: the end of whoever types and looks, and the end of the program."""
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
    "environ, silent",
    [
        ({}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # Python set the second one
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
        ({"LC_ALL": "C"}, "\x1b[1;3R", True),
        ({"LC_ALL": "C"}, "\x1b[1;2R", False),
        ({"PYTHONIOENCODING": "iso8859-1"}, "", True),
        ({"TERM": "linux", "LC_ALL": "C"}, "", True),
    ],
    ids=["C, other terminal", "C, usual terminal", "Latin-1", "Linux console"],
)
def test_the_home_screen_is_drawn_as_the_terminal_reads(
    env: dict[str, str], answer: str, ascii_only: bool
) -> None:
    # The shell has the program wait until the answer lies ready: a busy machine answers late.
    with Terminal(["sh", "-c", 'read go; exec "$@"', "sh", *KOZYR], env=env) as terminal:
        terminal.press("\n" + answer)
        terminal.wait_for("quit")
        assert terminal.raw.replace(QUESTION, b"").isascii() is ascii_only
        assert ("As" if ascii_only else "A♠") in terminal.text()
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()
