"""How the bids of a deal compare with its tricks, in words. Knows neither cards nor tiles."""

from __future__ import annotations

from tui.drawing.canvas import text_width
from tui.language.text import t, tn


def bids_for(bid: int, tricks: int, room: int | None = None) -> str:
    """Say how many tricks have been bid for, in the longest wording that fits."""
    longest = tn("bid {bid} for {n} trick", "bid {bid} for {n} tricks", tricks, bid=bid)
    shorter = tn("{bid} for {n} trick", "{bid} for {n} tricks", tricks, bid=bid)
    if room is None or text_width(longest) <= room:
        return longest
    return shorter if text_width(shorter) <= room else t("{bid} for {n}", bid=bid, n=tricks)


def balance(bid: int, tricks: int) -> str:
    """Say how many tricks too many, or too few, have been bid once everybody has bid."""
    over = bid - tricks
    if over > 0:
        return tn("{n} too many", "{n} too many", over)
    return tn("{n} to spare", "{n} to spare", -over) if over else t("just enough")


def bids_balance(bid: int, tricks: int) -> str:
    """Say both in one sentence."""
    return tn(
        "{bid} bid for {n} trick: {balance}.",
        "{bid} bid for {n} tricks: {balance}.",
        tricks,
        bid=bid,
        balance=balance(bid, tricks),
    )
