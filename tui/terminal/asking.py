"""Asks the terminal two questions: how it reads characters, and how many colours it has.

In the locales C and POSIX Python writes UTF-8. Most terminals read that in any locale; any other
shows two or three characters for each sign of a card, so no line fits any more. About colours,
`ssh` passes on only TERM, which says 256 for terminals with 16 million.
"""

import io
import os
import re
import select
import sys
import time
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Final

from tui.terminal.depth import terminal_depth

if sys.platform != "win32":
    import termios
    import tty

_SILENT: Final = ("", "C", "POSIX")
_COERCED: Final = "C.UTF-8"
"""Python's own value of LC_CTYPE if the locale is not set (PEP 538)."""

_LETTER: Final = "\rñ\x1b[6n".encode()
"""A letter one column wide everywhere, whose two bytes are letters in every one-byte encoding; then
the request for the cursor position.
"""
_COLOUR: Final = b"\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m\x1b[c"
"""Sets a 24-bit ground, asks for the resulting ground (DECRQSS), and asks for the kind of terminal
(DA1), which every terminal answers. A terminal that does not know the second question ignores it.
"""
_CLEARED: Final = b"\r\x1b[K"

_PLACE: Final = re.compile(rb"\x1b\[\d+;(\d+)R")
_KIND: Final = re.compile(rb"(\x1bP[^\x1b]*\x1b\\)?\x1b\[\?[\d;]*c")
_SAME_GROUND: Final = re.compile(rb"1\$r.*48[:;]2[:;](?:\d*[:;])?1[:;]2[:;]3(?!\d)")
_LATE: Final = re.compile(r"\x1bP[01]\$r[^\x1b]*\x1b\\|\x1b\[\?[\d;]*c")

PATIENCE: Final = 0.2
"""Seconds; a terminal that has not answered by then is assumed to read UTF-8."""

FAR_PATIENCE: Final = 1.0
"""The patience with a terminal at the other end of a slow line; nearly all of them answer."""


@dataclass
class Overheard:
    """The input from a terminal between question and answer."""

    typed: bytes = b""
    """Keys, for the next reader of keys."""
    unanswered: bool = False
    """Whether an answer may still come, which must not be taken for keys."""

    def keys_in(self, text: str) -> str:
        """Return the typed keys of a text from the terminal: late answers are left out."""
        return _LATE.sub("", text) if self.unanswered else text

    def take(self) -> bytes:
        """Return the keys, once."""
        typed, self.typed = self.typed, b""
        return typed


overheard: Final = Overheard()


def settle_colours(environ: MutableMapping[str, str]) -> None:
    """Note in the environment that a terminal at the other end of `ssh` has 16 million colours."""
    if (
        sys.platform != "win32"
        and may_have_more_colours(environ)
        and has_all_colours(sys.stdin.fileno(), sys.stderr.fileno())
    ):
        environ["COLORTERM"] = "truecolor"


def may_have_more_colours(environ: Mapping[str, str]) -> bool:
    """Tell whether a terminal at the other end of `ssh` passes for one of 256 colours."""
    far = environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")
    coloured = not environ.get("NO_COLOR") and terminal_depth(environ) == "256"
    return bool(far) and coloured and not is_multiplexed(environ)


def is_multiplexed(environ: Mapping[str, str]) -> bool:
    """Tell whether tmux or screen stands between the program and the terminal."""
    return environ.get("TERM", "").startswith(("screen", "tmux")) or "TMUX" in environ


def has_all_colours(keys: int, screen: int) -> bool:
    """Ask the terminal to write in a 24-bit colour, and which colour has resulted."""
    answer = _ask(keys, screen, _COLOUR, _KIND, FAR_PATIENCE)
    if answer is None:
        overheard.unanswered = True
        return False
    return bool(_SAME_GROUND.search(answer[1] or b""))


def settle_encoding(environ: Mapping[str, str]) -> None:
    """Have stderr, on which Textual draws, write only ASCII if the terminal does not read UTF-8."""
    if (
        sys.platform != "win32"
        and locale_is_silent(environ)
        and isinstance(sys.stderr, io.TextIOWrapper)
        and not reads_utf8(sys.stdin.fileno(), sys.stderr.fileno())
    ):
        sys.stderr.reconfigure(encoding="ascii", errors="replace")


def locale_is_silent(environ: Mapping[str, str]) -> bool:
    """Tell whether no locale specifies how characters are written."""
    wanted, usual = environ.get("LC_ALL", ""), environ.get("LANG", "")
    if not wanted:
        wanted = environ.get("LC_CTYPE", "")
        if wanted == _COERCED:
            wanted = ""
    return (wanted or usual) in _SILENT


def reads_utf8(keys: int, screen: int) -> bool:
    """Ask the terminal for the resulting width of a letter."""
    answer = _ask(keys, screen, _LETTER, _PLACE, PATIENCE)
    return answer is None or int(answer[1]) == 2


def _ask(
    keys: int, screen: int, question: bytes, answer: re.Pattern[bytes], patience: float
) -> re.Match[bytes] | None:
    """Ask the terminal and wait for the answer; keys typed meanwhile are kept."""
    before = termios.tcgetattr(keys)
    end, come, found = time.monotonic() + patience, b"", None
    try:
        tty.setcbreak(keys, termios.TCSANOW)
        os.write(screen, question)
        while not (found := answer.search(come)):
            left = end - time.monotonic()
            if left <= 0 or not select.select([keys], [], [], left)[0]:
                break
            if not (data := os.read(keys, 256)):
                break
            come += data
        os.write(screen, _CLEARED)
    finally:
        termios.tcsetattr(keys, termios.TCSANOW, before)
    overheard.typed += come if found is None else come[: found.start()] + come[found.end() :]
    return found
