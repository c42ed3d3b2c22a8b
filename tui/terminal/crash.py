"""When the program itself is at fault: one sentence for the player, the rest goes into a file."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from tui.language.text import t
from tui.terminal.safe_exit import log_file


def report() -> int:
    """Write the exception being handled to the log folder, say where, and return the exit code."""
    details = traceback.format_exc()
    try:
        path = _write(details)
    except OSError:
        reason = details.strip().splitlines()[-1]
        print(t("Something went wrong inside Kozyr: {reason}", reason=reason), file=sys.stderr)
        return 1
    print(
        t("Something went wrong inside Kozyr. The details are in {file}", file=str(path)),
        file=sys.stderr,
    )
    return 1


def without_code(words: Sequence[str]) -> list[str]:
    """Return a command line that may be shown to others: without the code of a table."""
    kept: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        option, equals, _ = word.partition("=")
        if before == "--code" and not word.startswith("-"):
            kept.append("...")
        else:
            kept.append("--code=..." if option == "--code" and equals else word)
    return kept


def _write(details: str) -> Path:
    path = log_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    with path.open("a", encoding="utf-8") as file:
        words = " ".join(without_code(sys.argv[1:]))
        file.write(f"{datetime.now().isoformat(timespec='seconds')} {words}\n")
        file.write(details + "\n")
    return path
