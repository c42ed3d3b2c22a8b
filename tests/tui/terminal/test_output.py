"""Output comes to the terminal at once and in order, whether or not it reads."""

import contextlib
import os
import select
import sys
import threading
from collections.abc import Iterator
from typing import NamedTuple, TextIO

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pty", allow_module_level=True)

import pty
import tty

from tui.terminal.output import MOST_WAITING, DirectWriter


class Ends(NamedTuple):
    """A terminal, and the end that a program writes to."""

    terminal: int
    file: TextIO


@pytest.fixture
def ends() -> Iterator[Ends]:
    terminal, written = pty.openpty()
    tty.setraw(written)
    with os.fdopen(written, "w", encoding="utf-8") as file:
        yield Ends(terminal, file)
    with contextlib.suppress(OSError):  # a test may have closed it
        os.close(terminal)


def read(terminal: int, count: int) -> bytes:
    """Read `count` bytes."""
    data = b""
    while len(data) < count:
        data += os.read(terminal, count - len(data))
    return data


def output_threads() -> int:
    return sum(thread.name == "output" for thread in threading.enumerate())


def test_what_the_terminal_takes_is_there_when_the_call_returns(ends: Ends) -> None:
    writer, threads = DirectWriter(ends.file), output_threads()
    writer.write("a♥")
    assert select.select([ends.terminal], [], [], 0)[0]
    assert read(ends.terminal, 4) == "a♥".encode()
    assert output_threads() == threads
    writer.close()


def test_a_terminal_that_reads_late_gets_everything_in_order(ends: Ends) -> None:
    writer = DirectWriter(ends.file)
    pieces = [f"{number}♥" * 5_000 for number in range(MOST_WAITING - 1)]
    for piece in pieces:
        writer.write(piece)  # much more than a terminal holds, and no writer waits
    whole = "".join(pieces).encode()
    assert read(ends.terminal, len(whole)) == whole
    writer.write("and then")
    assert read(ends.terminal, 8) == b"and then"
    writer.close()


def test_nobody_waits_for_a_terminal_that_does_not_read_and_it_is_drawn_again(ends: Ends) -> None:
    repainted = threading.Event()
    writer, frame = DirectWriter(ends.file, repaint=repainted.set), "f" * 20_000
    for _ in range(3 * MOST_WAITING):
        writer.write(frame)
    assert not repainted.is_set()
    data = b""
    while not repainted.is_set():
        if select.select([ends.terminal], [], [], 0.01)[0]:
            data += os.read(ends.terminal, 65536)
    writer.write("drawn again")
    while not data.endswith(b"drawn again"):
        data += os.read(ends.terminal, 65536)
    assert MOST_WAITING * len(frame) <= len(data) < 3 * MOST_WAITING * len(frame)
    writer.close()


def test_nothing_that_restores_the_terminal_is_left_out(ends: Ends) -> None:
    writer, frame = DirectWriter(ends.file, repaint=lambda: None), "f" * 20_000
    for _ in range(3 * MOST_WAITING):
        writer.write(frame)
    writer.leave_nothing_out()
    data = bytearray()

    def read_all() -> None:
        while not data.endswith(b"restored"):
            data.extend(os.read(ends.terminal, 65536))

    reader = threading.Thread(target=read_all)
    reader.start()
    writer.write("restored")
    writer.close()
    reader.join()


def test_to_close_is_to_have_written_everything(ends: Ends) -> None:
    writer, text = DirectWriter(ends.file), "x" * 200_000
    writer.write(text)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(read(ends.terminal, len(text))))
    reader.start()
    writer.close()
    reader.join()
    assert found == [text.encode()]


@pytest.mark.parametrize("reopens", [True, False])
def test_without_a_second_way_to_the_terminal_a_thread_writes(
    ends: Ends, monkeypatch: pytest.MonkeyPatch, reopens: bool
) -> None:
    def barred(descriptor: int) -> str:
        assert reopens, "it asks for no terminal to open"
        raise PermissionError(descriptor)

    monkeypatch.setattr(os, "ttyname", barred)
    writer = DirectWriter(ends.file, reopens=reopens)
    for text in ("one ", "two ", "three"):
        writer.write(text)
    assert read(ends.terminal, 13) == b"one two three"
    writer.close()


def test_a_terminal_that_is_gone_holds_nobody_up(ends: Ends) -> None:
    writer = DirectWriter(ends.file)
    os.close(ends.terminal)
    for _ in range(2 * MOST_WAITING):
        writer.write("to nobody")
    writer.close()
