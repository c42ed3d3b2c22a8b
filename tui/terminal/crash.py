"""The log file, and the sentence for the player when the program itself is at fault."""

import contextlib
import logging
import sys
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import platformdirs

from tui.language.text import t
from tui.terminal.own_files import trouble

LOG_BYTES: Final = 1_000_000


def log_file() -> Path:
    """Return the path of the log; the screen is drawn on stderr, so that is no place for it."""
    return platformdirs.user_log_path("kozyr") / "kozyr.log"


def _private_log(path: Path) -> logging.Handler:
    """Return the handler that writes the log for this user alone, as it names people on the
    network.

    It keeps two files of `LOG_BYTES` at most.
    """
    from logging.handlers import RotatingFileHandler

    class PrivateLog(RotatingFileHandler):
        def _open(self) -> Any:
            path.touch(mode=0o600)
            return super()._open()

    return PrivateLog(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)


def log_to_file() -> None:
    """Send the logs of libraries to the file; otherwise they would be written over the screen."""
    root = logging.getLogger()
    if root.handlers:
        return
    handler: logging.Handler
    try:
        path = log_file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        handler = _private_log(path)
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    # For every interface that is away for a moment mDNS warns with a traceback.
    logging.getLogger("zeroconf").setLevel(logging.ERROR)


def report() -> int:
    """Write the exception being handled to the log folder, say where, and return the exit code."""
    details = traceback.format_exc()
    said, path = trouble(), None
    with contextlib.suppress(OSError):
        path = write_report(details)
    if said:
        said = f"kozyr: {said}"
    elif path is not None:
        said = t("Something went wrong inside Kozyr. The details are in {file}", file=str(path))
    else:
        reason = details.strip().splitlines()[-1]
        said = t("Something went wrong inside Kozyr: {reason}", reason=reason)
    print(said, file=sys.stderr)
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


def write_report(details: str) -> Path:
    path = log_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    with path.open("a", encoding="utf-8") as file:
        words = " ".join(without_code(sys.argv[1:]))
        file.write(f"{datetime.now().isoformat(timespec='seconds')} {words}\n")
        file.write(details + "\n")
    return path
