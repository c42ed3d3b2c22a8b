"""Opens the doors of a host through which people without Kozyr come: a process beside it each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.game import Plain
from net.interpreter import command
from tui.language.text import language, t
from tui.language.words import refusal
from tui.start import USUAL_PORT, StartHost, StartResume
from tui.table.hosting import LinkError

if TYPE_CHECKING:
    from net.host.server import Host

PROGRAM: Final = "tui.guest.program"
"""The module of a guest's program."""


async def open_doors(host: Host, start: StartHost | StartResume, folder: Path | None) -> None:
    """Open the doors that a start asks for. Raises LinkError; then the host is closed."""
    try:
        if start.ssh is not None:
            await _open(host, "ssh", start.ssh, folder, _ssh_words())
    except LinkError:
        await host.close()
        raise


async def _open(
    host: Host, kind: str, port: int, folder: Path | None, words: dict[str, Plain]
) -> None:
    from net.guests.door import DoorError

    if os.name != "posix":
        raise LinkError(t("guests by ssh need terminals of this system, and Windows has none"))
    settings: dict[str, Plain] = {
        "port": None if port == USUAL_PORT else port,
        "folder": None if folder is None else str(folder),
        "program": [*command(PROGRAM)],
        "language": language(),
        "words": words,
    }
    try:
        await host.open_door(kind, f"net.guests.{kind}.server", settings)
    except DoorError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None


def _ssh_words() -> dict[str, Plain]:
    """Word what the ssh door says before and after a guest's program."""
    return {
        "code": t("Code of the table:"),
        "word": t("The word that brings you back (Enter for another seat):"),
        "code or word": t("Code of the table, or the word that brings you back:"),
        "no command": t("This is a card table and nothing else: no commands, no files."),
        "one screen": t("One screen per connection."),
        "crowded": t("This computer is drawing for as many guests as it can. Come back later."),
        "closed": t("The table is closed."),
    }
