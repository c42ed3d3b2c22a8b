"""Plain mode's input: lines of any length, from a pipe too."""

import asyncio
import io
import os
import sys

import pytest

from tui.plain.stdio import MAX_LINE, LineReader, typed_lines

LINES = f"{'9' * 5000}\nhelp\n"
"""A number with more digits than Python parses, then a command."""


def test_an_endless_line_is_cut_and_the_next_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(LINES))
    assert [len(line.strip()) for line in typed_lines()] == [MAX_LINE, 4]
    assert int("9" * MAX_LINE), "a number that long can be read"


async def test_a_reader_beside_a_match_cuts_an_endless_line_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    end, start = os.pipe()
    os.write(start, LINES.encode())
    os.close(start)
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    with os.fdopen(end) as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        LineReader().start(lines.put_nowait)
        assert [await lines.get() for _ in range(3)] == ["9" * MAX_LINE, "help", None]
