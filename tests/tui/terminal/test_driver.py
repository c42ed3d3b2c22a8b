"""Keys are read as they come, however they are cut, and the loss of a terminal is noticed."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterator

import pytest
from textual import constants, events
from textual.message import Message

if sys.platform == "win32":
    pytest.skip("needs a pty", allow_module_level=True)

import pty
import tty

from tui.terminal import driver
from tui.terminal.driver import FocusTold, KeyReader


class Typed:
    """A terminal to type on, and a reader of it."""

    def __init__(self) -> None:
        self.terminal, self.read = pty.openpty()
        tty.setraw(self.read)
        self.found: list[Message] = []
        self.lost = 0
        self._changed = asyncio.Event()

    def reader(self) -> KeyReader:
        loop = asyncio.get_running_loop()
        return KeyReader(loop, self.read, self._take, self._lose)

    def _take(self, message: Message) -> None:
        self.found.append(message)
        self._changed.set()

    def _lose(self) -> None:
        self.lost += 1
        self._changed.set()

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until a condition holds; the time limit of the test ends a wait."""
        while not true():
            self._changed.clear()
            await self._changed.wait()

    @property
    def keys(self) -> list[str]:
        return [message.key for message in self.found if isinstance(message, events.Key)]


@pytest.fixture
def typed() -> Iterator[Typed]:
    ends = Typed()
    yield ends
    os.close(ends.read)
    with contextlib.suppress(OSError):  # a test may have closed it
        os.close(ends.terminal)


async def test_keys_come_in_order_and_whole_however_they_are_cut(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 600)
    monkeypatch.setattr(driver, "MOST", 1)
    reader = typed.reader()
    reader.start()
    os.write(typed.terminal, "a\x1b[Cж\x1b[Bz".encode())
    await typed.until(lambda: "z" in typed.keys)
    reader.stop()
    assert typed.keys == ["a", "right", "ж", "down", "z"]


async def test_esc_by_itself_is_a_key_too(typed: Typed) -> None:
    reader = typed.reader()
    reader.start()
    os.write(typed.terminal, b"\x1b")
    await typed.until(lambda: typed.keys)
    reader.stop()
    assert typed.keys == ["escape"]


async def test_what_is_no_text_harms_nobody(typed: Typed) -> None:
    reader = typed.reader()
    reader.start()
    os.write(typed.terminal, b"\xff\xfez")
    await typed.until(lambda: "z" in typed.keys)
    reader.stop()


async def test_a_terminal_that_is_gone_is_noticed_once(typed: Typed) -> None:
    reader = typed.reader()
    reader.start()
    os.close(typed.terminal)
    await typed.until(lambda: typed.lost)
    for _ in range(10):
        await asyncio.sleep(0)
    assert typed.lost == 1


async def test_nothing_is_read_after_the_end(typed: Typed) -> None:
    reader = typed.reader()
    reader.start()
    reader.stop()
    os.write(typed.terminal, b"a")
    for _ in range(10):
        await asyncio.sleep(0)
    assert not typed.found


@pytest.mark.parametrize(("answer", "told"), [("1", True), ("2", True), ("0", False), ("4", False)])
async def test_a_terminal_that_can_tell_which_window_is_in_front_is_known_by_its_answer(
    typed: Typed, answer: str, told: bool
) -> None:
    reader = typed.reader()
    reader.start()
    os.write(typed.terminal, f"\x1b[?1004;{answer}$yz".encode())
    await typed.until(lambda: "z" in typed.keys)
    reader.stop()
    assert typed.keys == ["z"]
    assert any(isinstance(message, FocusTold) for message in typed.found) is told
