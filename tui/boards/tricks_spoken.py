"""A trick-taking game with bids in spoken sentences. Knows neither cards nor tiles."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Seat
from tui.language.text import t


def bids_sentence(
    names: Sequence[str], bids: Sequence[int | None], taken: Sequence[int]
) -> tuple[str, ...]:
    """Say what has been bid and taken; nothing before the first bid."""
    rows = zip(names, bids, taken, strict=True)
    parts = [_bid(name, bid, got, told=any(taken)) for name, bid, got in rows if bid is not None]
    return (t("Bids: {what}.", what="; ".join(parts)),) if parts else ()


def _bid(name: str, bid: int, taken: int, *, told: bool) -> str:
    """Word a bid, and the tricks once somebody has taken one."""
    if not told:
        return f"{name} {bid or t('pass')}"
    if not bid:
        return t("{name} passed, took {taken}", name=name, taken=taken)
    return t("{name} bid {bid}, took {taken}", name=name, bid=bid, taken=taken)


def trick_sentence(names: Sequence[str], leader: Seat, pieces: Sequence[str]) -> tuple[str, ...]:
    """Say what lies on the table, the leader's first; nothing before the lead."""
    if not pieces:
        return ()
    return (t("On the table: {what}.", what=_played(names, leader, pieces)),)


def bids_told(
    names: Sequence[str], bids: Sequence[int | None], taken: Sequence[int]
) -> tuple[str, ...]:
    """Answer who bid and took what, even before the first bid."""
    return bids_sentence(names, bids, taken) or (t("Nobody has bid yet."),)


def trick_told(names: Sequence[str], leader: Seat, pieces: Sequence[str]) -> tuple[str, ...]:
    """Answer what lies in the trick, or who leads to it."""
    leads = t("{name} leads", name=names[leader]) + "."
    return trick_sentence(names, leader, pieces) or (leads,)


def held_told(names: Sequence[str], counts: Sequence[int]) -> tuple[str, ...]:
    """Answer how many pieces everybody holds."""
    said = ", ".join(f"{name} {n}" for name, n in zip(names, counts, strict=True))
    return (t("In the hands: {what}.", what=said),)


def last_sentence(
    names: Sequence[str], leader: Seat, pieces: Sequence[str], winner: Seat
) -> tuple[str, ...]:
    """Say how the last trick went."""
    if not pieces:
        return (t("No trick has been played yet."),)
    facts = {"what": _played(names, leader, pieces), "name": names[winner]}
    return (t("The last trick: {what}. It went to {name}.", **facts),)


def taken_of(bid: int | None, taken: int) -> str:
    """Say in a few words how far a bid has come; "" before it is made."""
    if bid is None:
        return ""
    if not bid:
        return t("passed, {taken} taken", taken=taken)
    return t("{taken} of {bid} taken", taken=taken, bid=bid)


def hands_left(cards: int, tricks: int, leader: Seat, lying: int, seats: int) -> list[int]:
    """Count what every seat still holds after some tricks, with some pieces on the table."""
    return [cards - tricks - ((seat - leader) % seats < lying) for seat in range(seats)]


def _played(names: Sequence[str], leader: Seat, pieces: Sequence[str]) -> str:
    return "; ".join(
        f"{names[(leader + i) % len(names)]}: {piece}" for i, piece in enumerate(pieces)
    )
