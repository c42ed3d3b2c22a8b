"""The signals by which a shell stops and resumes a program, even at its very end."""

import asyncio
import signal
import sys
from collections.abc import Iterator

import pytest

from tests.support.screens import opened
from tui.terminal.safe_exit import outlive_stops

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


@pytest.fixture
def handled() -> Iterator[None]:
    """Install handlers as Textual does, and restore the usual ones afterwards."""
    before = {each: signal.getsignal(each) for each in (signal.SIGTSTP, signal.SIGCONT)}
    for each in before:
        signal.signal(each, lambda _number, _frame: None)
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.usefixtures("handled")
def test_a_window_that_closes_and_wakes_the_program_at_its_end_fails_nothing() -> None:
    async def play() -> None:
        async with opened() as pilot:
            outlive_stops(pilot.app)

    asyncio.run(play())
    signal.raise_signal(signal.SIGCONT)
