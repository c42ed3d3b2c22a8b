"""When the program itself is at fault: one sentence for the player, the rest into a file."""

from __future__ import annotations

import sys
import traceback
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


def _write(details: str) -> Path:
    path = log_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{datetime.now().isoformat(timespec='seconds')} {' '.join(sys.argv[1:])}\n")
        file.write(details + "\n")
    return path
