"""Says who can come to one's own table that is open to others."""

from __future__ import annotations

from tui.language.text import t
from tui.start import AnyStart, StartHost


def who_may_come(start: AnyStart, *, coded: bool) -> str:
    """Say so for the table that a start has opened; `coded`: whether it asks for a code."""
    if isinstance(start, StartHost) and start.internet:
        if coded:
            return t(
                "Anybody who has the address and the code can come in, even from the internet."
            )
        return t("Anybody who has the address can come in, even from the internet.")
    if coded:
        return t("Anybody on this network who has the code can come in.")
    return t("Anybody on this network can come in.")
