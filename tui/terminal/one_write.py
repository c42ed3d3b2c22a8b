"""Sends a frame to the terminal in one piece, since each piece wakes the thread that writes.

Textual writes the beginning of a frame, what has changed, and its end separately.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from textual.driver import Driver


@contextmanager
def in_one_write(driver: Driver | None) -> Iterator[None]:
    """Hold back what is written to a driver until the end, then write all of it."""
    if driver is None or sys.platform == "win32":  # there long pieces are cut on purpose
        yield
        return
    held: list[str] = []
    setattr(driver, "write", held.append)  # noqa: B010
    try:
        yield
    finally:
        delattr(driver, "write")
        if held:
            driver.write("".join(held))
