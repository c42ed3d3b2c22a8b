"""The installed program: its version, and whether its files are still those that were installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kozyr import OWN, SOURCE, is_replaced
from tui.language.text import t

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution


def own_version() -> str:
    """Return the version of Kozyr."""
    from importlib.metadata import version  # 20 ms and 1.5 MB

    return version("kozyr")


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
    """Say why the program cannot run as it was installed; empty if its files are whole."""
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
    from csv import reader
    from hashlib import sha256

    # RECORD itself, as from Python 3.12 on `files` leaves out those that are missing.
    for path, hashed, *_ in reader((own.read_text("RECORD") or "").splitlines()):
        kind, _, expected = hashed.partition("=")
        if kind != "sha256" or not path.endswith(".py"):
            continue
        try:
            found = sha256(Path(str(own.locate_file(path))).read_bytes()).digest()
        except OSError:
            found = b""
        if urlsafe_b64encode(found).decode().rstrip("=") != expected:
            yield path
