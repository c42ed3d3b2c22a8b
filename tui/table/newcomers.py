"""Says who can come to a table of one's own that is open to others."""

from __future__ import annotations

from tui.language.text import t
from tui.start import AnyStart, StartHost


def who_may_come(start: AnyStart, *, coded: bool) -> str:
    """Say it for the table that a start has opened; `coded`: whether it asks for a code."""
    if isinstance(start, StartHost) and start.internet:
        if coded:
            return t("Whoever has the address and the code can come in, from the internet too.")
        return t("Whoever has the address can come in, from the internet too.")
    if coded:
        return t("Whoever in this network has the code can come in.")
    return t("Anybody in this network can come in.")
