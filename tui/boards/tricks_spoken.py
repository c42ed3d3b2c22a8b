"""A game of bids and tricks for those who listen. Knows neither cards nor tiles."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Seat
from tui.text import t


def bids_sentence(
    names: Sequence[str], bids: Sequence[int | None], taken: Sequence[int]
) -> tuple[str, ...]:
    """Say what has been bid and taken; nothing before the first bid."""
    parts = [
        t("{name} bid {bid}, took {taken}", name=name, bid=bid or t("pass"), taken=got)
        for name, bid, got in zip(names, bids, taken, strict=True)
        if bid is not None
    ]
    return (t("Bids: {what}.", what="; ".join(parts)),) if parts else ()


def trick_sentence(names: Sequence[str], leader: Seat, pieces: Sequence[str]) -> tuple[str, ...]:
    """Say what lies on the table, the leader's first; nothing before the lead."""
    parts = [f"{names[(leader + i) % len(names)]} - {piece}" for i, piece in enumerate(pieces)]
    return (t("On the table: {what}.", what="; ".join(parts)),) if parts else ()
