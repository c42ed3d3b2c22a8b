"""Modes restored in a guest's terminal, however the program's output is cut into pieces."""

import pytest

from net.guests.screen import TerminalModes

BEGIN = (
    b"\x1b[?1049h\x1b[?1000h\x1b[?1003h\x1b[?1006h\x1b[?1004h\x1b[?25l\x1b[?7l\x1b[?2004h"
    b"\x1b[?2048h\x1b[>25u"
)
"""The modes that a full screen switches on."""

RESTORE = (
    b"\x1b\\\x1b[<u\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?2048l"
    b"\x1b[?25h\x1b[?1049l\x1b[0m"
)


@pytest.mark.parametrize("length", [1, 2, 3, 7, 1000])
def test_all_that_was_switched_on_is_switched_off_and_the_screen_is_left_last(length: int) -> None:
    modes = TerminalModes()
    for at in range(0, len(BEGIN), length):
        modes.feed(BEGIN[at : at + length])
    assert modes.restoring() == RESTORE


def test_after_its_own_restoring_nothing_is_left_to_do() -> None:
    modes = TerminalModes()
    modes.feed(BEGIN)
    modes.feed(b"text" + RESTORE)
    assert modes.restoring() == b""


def test_a_program_that_changes_nothing_needs_nothing() -> None:
    modes = TerminalModes()
    modes.feed(b"Your turn.\r\n\x1b[1mbold\x1b[0m \x1b[?2026h frame \x1b[?2026l\x1b[?1u")
    assert modes.restoring() == b""


def test_modes_given_in_one_sequence_are_all_restored() -> None:
    modes = TerminalModes()
    modes.feed(b"\x1b[?1000;1006h")
    assert modes.restoring() == b"\x1b\\\x1b[?1000l\x1b[?1006l\x1b[0m"


def test_modes_without_end_are_not_kept_in_mind() -> None:
    modes = TerminalModes()
    modes.feed(b"\x1b[?1049h" + b"".join(b"\x1b[?%dh" % number for number in range(3000, 9000)))
    assert b"\x1b[?1049l" in modes.restoring()
    assert len(modes.restoring()) < 1000
