"""Finds out how the terminal reads what is written to it, where the locale says nothing about it.

In the locales C and POSIX Python writes UTF-8. Most terminals read that whatever the locale, but
one that does not shows two or three characters for each sign of a card, and no line fits any more.
"""

from __future__ import annotations

import io
import os
import re
import select
import sys
import time
from collections.abc import Mapping
from typing import Final

if sys.platform != "win32":
    import termios
    import tty

_SILENT: Final = ("", "C", "POSIX")
_COERCED: Final = "C.UTF-8"
"""What Python itself puts into LC_CTYPE where the locale says nothing (PEP 538)."""

_ASKED: Final = "\rñ\x1b[6n".encode()
"""A letter of one column everywhere, of two bytes that are letters in all encodings of one byte;
then where the cursor is.
"""
_CLEARED: Final = b"\r\x1b[K"
_ANSWER: Final = re.compile(rb"\x1b\[\d+;(\d+)R")

PATIENCE: Final = 0.2
"""Seconds; a terminal that has not answered by then is taken for one that reads UTF-8."""


def settle_encoding(environ: Mapping[str, str]) -> None:
    """Have stderr, on which Textual draws, write only ASCII to a terminal that reads no UTF-8."""
    if (
        sys.platform != "win32"
        and locale_is_silent(environ)
        and isinstance(sys.stderr, io.TextIOWrapper)
        and not reads_utf8(sys.stdin.fileno(), sys.stderr.fileno())
    ):
        sys.stderr.reconfigure(encoding="ascii", errors="replace")


def locale_is_silent(environ: Mapping[str, str]) -> bool:
    """Tell whether no locale says how characters are written."""
    wanted, usual = environ.get("LC_ALL", ""), environ.get("LANG", "")
    if not wanted:
        wanted = environ.get("LC_CTYPE", "")
        if wanted == _COERCED:
            wanted = ""
    return (wanted or usual) in _SILENT


def reads_utf8(keys: int, screen: int) -> bool:
    """Ask the terminal how wide a letter has become; keys pressed before the answer are lost."""
    before = termios.tcgetattr(keys)
    try:
        tty.setcbreak(keys, termios.TCSANOW)
        os.write(screen, _ASKED)
        answer = _answer(keys)
        os.write(screen, _CLEARED)
    finally:
        termios.tcsetattr(keys, termios.TCSANOW, before)
    return answer is None or int(answer[1]) == 2


def _answer(keys: int) -> re.Match[bytes] | None:
    end, come = time.monotonic() + PATIENCE, b""
    while not (found := _ANSWER.search(come)):
        left = end - time.monotonic()
        if left <= 0 or not select.select([keys], [], [], left)[0]:
            return None
        come += os.read(keys, 256)
    return found
