"""Words common to boards: bids and tricks, the state of the match, why a move is barred."""

from collections.abc import Sequence
from typing import Any

from core.game import (
    FINISHED,
    MATCH_OVER,
    NOT_YOUR_TURN,
    OVER,
    SHUFFLE,
    Game,
    IllegalMoveError,
    Move,
    Seat,
    View,
)
from tui.boards.contract import may_look_through
from tui.boards.scene import Piece
from tui.drawing.canvas import text_width
from tui.language.text import t, tn
from tui.language.words import refusal


def bids_made(view: Any) -> int:
    """Return the tricks bid so far."""
    return sum(bid for bid in view.bids if bid is not None)


def bid_told(bid: int, name: str, *, mine: bool) -> str:
    """Word a bid as a sentence."""
    if not bid:
        return t("You pass.") if mine else t("{name} passes.", name=name)
    if mine:
        return tn("You bid {n} trick.", "You bid {n} tricks.", bid)
    return tn("{name} bids {n} trick.", "{name} bids {n} tricks.", bid, name=name)


def bids_for(bid: int, tricks: int, room: int | None = None) -> str:
    """State the number of tricks bid for, in the longest wording that fits."""
    longest = tn("bid {bid} for {n} trick", "bid {bid} for {n} tricks", tricks, bid=bid)
    shorter = tn("{bid} for {n} trick", "{bid} for {n} tricks", tricks, bid=bid)
    if room is None or text_width(longest) <= room:
        return longest
    return shorter if text_width(shorter) <= room else t("{bid} for {n}", bid=bid, n=tricks)


def balance(bid: int, tricks: int) -> str:
    """State the surplus or shortage of the bids, once all are made."""
    over = bid - tricks
    if over > 0:
        return tn("{n} too many", "{n} too many", over)
    return tn("{n} to spare", "{n} to spare", -over) if over else t("just enough")


def bids_balance(bid: int, tricks: int) -> str:
    """State in one sentence the number of tricks bid for, and the balance."""
    return tn(
        "{bid} bid for {n} trick: {balance}.",
        "{bid} bid for {n} tricks: {balance}.",
        tricks,
        bid=bid,
        balance=balance(bid, tricks),
    )


def bids_sentence(
    names: Sequence[str], bids: Sequence[int | None], taken: Sequence[int]
) -> tuple[str, ...]:
    """List the bids and the tricks taken; none before the first bid."""
    rows = zip(names, bids, taken, strict=True)
    parts = [_bid(name, bid, got, told=any(taken)) for name, bid, got in rows if bid is not None]
    return (t("Bids: {what}.", what="; ".join(parts)),) if parts else ()


def _bid(name: str, bid: int, taken: int, *, told: bool) -> str:
    """Word a bid, and the tricks once one has been taken."""
    if not told:
        return f"{name} {bid or t('pass')}"
    if not bid:
        return t("{name} passed, took {taken}", name=name, taken=taken)
    return t("{name} bid {bid}, took {taken}", name=name, bid=bid, taken=taken)


def trick_sentence(names: Sequence[str], leader: Seat, pieces: Sequence[str]) -> tuple[str, ...]:
    """List the pieces on the table, the leader's first; none before the lead."""
    if not pieces:
        return ()
    return (t("On the table: {what}.", what=_played(names, leader, pieces)),)


def bids_told(
    names: Sequence[str], bids: Sequence[int | None], taken: Sequence[int]
) -> tuple[str, ...]:
    """Answer with bids and tricks taken, even before the first bid."""
    return bids_sentence(names, bids, taken) or (t("Nobody has bid yet."),)


def trick_told(names: Sequence[str], leader: Seat, pieces: Sequence[str]) -> tuple[str, ...]:
    """Answer with the pieces of the trick, or with its leader."""
    leads = t("{name} leads", name=names[leader]) + "."
    return trick_sentence(names, leader, pieces) or (leads,)


def held_told(names: Sequence[str], counts: Sequence[int]) -> tuple[str, ...]:
    """Answer with the number of pieces in each hand."""
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
    """Describe in a few words the progress of a bid; "" before it is made."""
    if bid is None:
        return ""
    if not bid:
        return t("passed, {taken} taken", taken=taken)
    return t("{taken} of {bid} taken", taken=taken, bid=bid)


def hands_left(cards: int, tricks: int, leader: Seat, lying: int, seats: int) -> list[int]:
    """Count the pieces in every hand after some tricks, with some pieces on the table."""
    return [cards - tricks - ((seat - leader) % seats < lying) for seat in range(seats)]


def _played(names: Sequence[str], leader: Seat, pieces: Sequence[str]) -> str:
    return "; ".join(
        f"{names[(leader + i) % len(names)]}: {piece}" for i, piece in enumerate(pieces)
    )


def pause_words(view: View) -> str:
    """Say that a deal is still to come, or that it or the match is over; empty during a deal."""
    if view.phase == SHUFFLE:
        return t("nothing has been dealt yet")
    if view.phase == FINISHED:
        return t("deal {deal} is over", deal=view.deal)
    return t("match over") if view.phase == OVER else ""


def _untimely(view: Any) -> str:
    if view.result is not None:
        return t(MATCH_OVER)
    return "" if view.seat in view.to_act else t(NOT_YOUR_TURN)


def why_not(game: Game, view: Any, move: Move) -> str:
    """Return the reason, for players, why the viewer may not make a move; empty if it is legal."""
    return _untimely(view) or _worded(game.refusal(view, move))


def _worded(error: IllegalMoveError | None) -> str:
    return refusal(error.reason, error.facts, error.rule) if error else ""


def barred(game: Game, view: Any, token: str, move: Move, said: str = "") -> Piece:
    """Return a piece that cannot be played, the reason, and its paragraph.

    `move` is the move tried with it; `said` is the board's own wording of the reason.
    """
    untimely = _untimely(view)
    if untimely:
        return Piece(token, (), untimely)
    error = game.refusal(view, move)
    return Piece(token, (), said or _worded(error), error.rule if error else "")


def gone_said(view: Any, pieces: Sequence[str]) -> tuple[str, ...]:
    """List the pieces played in a deal, unless a house rule shows only the last trick."""
    if not may_look_through(view):
        return (t("By the rules of this table only the last trick may be seen."),)
    listed = ", ".join(pieces)
    return (t("Played so far: {what}.", what=listed) if pieces else t("Nothing has been played."),)
