"""Words for where a match stands while no deal is played."""

from __future__ import annotations

from core.game import FINISHED, OVER, SHUFFLE, View
from tui.language.text import t


def pause_words(view: View) -> str:
    """Say that nothing is dealt, or that the deal or the match is over; empty during a deal."""
    if view.phase == SHUFFLE:
        return t("nothing has been dealt yet")
    if view.phase == FINISHED:
        return t("deal {deal} is over", deal=view.deal)
    return t("match over") if view.phase == OVER else ""
