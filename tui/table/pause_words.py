"""The pause after a deal, as a setting of a table and in words. Pure."""

from __future__ import annotations

from net.table.intermission import EVERYBODY
from tui.language.text import t, tn


def pause_value(seconds: int) -> str:
    """Word a setting of the pause: "30 seconds", "until all go on"."""
    if seconds == EVERYBODY:
        return t("until all have read it")
    return tn("{n} second", "{n} seconds", seconds) if seconds else t("no pause")


def pause_said(seconds: int) -> str:
    """Say what pause a table has."""
    if seconds == EVERYBODY:
        return t("After a deal: the next one begins when everybody has read it")
    if not seconds:
        return t("No pause after a deal: the next one begins at once")
    return tn(
        "After a deal: {n} second to read it", "After a deal: {n} seconds to read it", seconds
    )
