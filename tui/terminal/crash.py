"""The log file, the sentence for the player when the program itself is at fault, and the check that
its files are still those that were installed.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import platformdirs

from kozyr import OWN, SOURCE, is_replaced
from tui.language.text import t

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# --- the log file ------------------------------------------------------------------------------

LOG_BYTES: Final = 1_000_000


def log_file() -> Path:
    """Return the path of the log; the screen is drawn on stderr, so the log cannot go there."""
    return platformdirs.user_log_path("kozyr") / "kozyr.log"


def _private_log(path: Path) -> logging.Handler:
    """Return the handler that writes the log for this user alone, as it names people on the
    network.

    It keeps at most two files of `LOG_BYTES`.
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
    # mDNS warns with a traceback for every interface that is away for a moment.
    logging.getLogger("zeroconf").setLevel(logging.ERROR)


def report(command: str = "", package: str = "") -> int:
    """Write the exception being handled to the log folder, say where, and return the exit code.

    `command` names the command of another `package` whose fault it is; else it is Kozyr's own.
    """
    details = traceback.format_exc()
    said, path = trouble(), None
    with contextlib.suppress(OSError):
        path = write_report(details)
    if said:
        print(f"kozyr: {said}", file=sys.stderr)
        return 1
    if package:
        said = t(
            "Something went wrong inside the command {command} of the package {package}: "
            "please tell its author.",
            command=command,
            package=package,
        )
    else:
        said = t("Something went wrong inside Kozyr.")
    if path is not None:
        more = t("The details are in {file}", file=str(path))
    else:
        more = details.strip().splitlines()[-1]
    print(said, more, file=sys.stderr)
    return 1


def without_code(words: Sequence[str]) -> list[str]:
    """Return a command line fit to be shown to others: without the code of a table."""
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


# --- the installed program ---------------------------------------------------------------------


def is_gone(error: Exception) -> bool:
    """Tell whether an error comes from files that have been replaced or removed meanwhile."""
    missing = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
    return is_replaced() or missing.partition(".")[0] in OWN


def gone_said() -> str:
    """Say why a part of the program that has not been used before cannot be loaded."""
    return t(
        "Kozyr has been replaced on this computer while it runs: this part of it can no longer be "
        "loaded; the game goes on, and afterwards start Kozyr anew."
    )


def trouble(folder: str = SOURCE) -> str:
    """Say why the program cannot run as installed; empty if its files are whole."""
    if is_replaced():
        return t("Kozyr has been replaced on this computer while it ran: start it anew.")
    # 20 ms, and only for a program that has failed.
    from importlib.metadata import distributions

    changed = {file for own in distributions(name="kozyr", path=[folder]) for file in _changed(own)}
    if not changed:
        return ""
    others = (each for each in distributions(path=[folder]) if each.name != "kozyr")
    theirs = (each.name for each in others if changed & set(map(str, each.files or ())))
    file = min(changed)
    if package := next(theirs, ""):
        return t(
            "The package {package} has overwritten files of Kozyr, such as {file}: install Kozyr "
            "again, into an environment of its own, as pipx and uv do.",
            package=package,
            file=file,
        )
    return t(
        "Files of Kozyr are missing or have been changed, such as {file}: install it again.",
        file=file,
    )


def _changed(own: Distribution) -> Iterator[str]:
    """Yield the modules of a distribution that are not as they were installed."""
    from base64 import urlsafe_b64encode
    from hashlib import sha256

    # RECORD itself, as from Python 3.12 on `files` leaves out missing ones.
    for line in (own.read_text("RECORD") or "").splitlines():
        path, _, hashed = line.rpartition(",")[0].rpartition(",")
        kind, _, expected = hashed.partition("=")
        if kind != "sha256" or not path.endswith(".py"):
            continue
        try:
            found = sha256(Path(str(own.locate_file(path))).read_bytes()).digest()
        except OSError:
            found = b""
        if urlsafe_b64encode(found).decode().rstrip("=") != expected:
            yield path
