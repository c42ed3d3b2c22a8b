"""A piece chosen before the turn: played if it is legal then, at a time that tells nothing. Pure.

The time is that of a player who thinks a little, and depends on the number of the position alone:
it does not tell that the choice was made before.
"""

from typing import Final

from tui.boards import choosing
from tui.boards.model import BoardModel
from tui.language.text import t
from tui.language.words import said_facts
from tui.table import effects
from tui.table.effects import CHOICE
from tui.table.match import MatchModel

_LEAST_SECONDS: Final = 0.8
_SPREAD_SECONDS: Final = 1.8
_STEP: Final = 0.618
"""Spreads successive positions evenly over the time."""


def may_choose(match: MatchModel, board: BoardModel) -> bool:
    """Tell whether a piece can be chosen now: others are to act in a deal that goes on."""
    at_rest = match.reading is None and match.looking is None and not match.over
    return at_rest and not match.legal and match.client.seat is not None and bool(board.pieces)


def choose(match: MatchModel, board: BoardModel) -> None:
    """Choose the piece at the cursor for the coming turn, or take that back."""
    piece = board.piece
    if piece is None or not may_choose(match, board):
        match.effects.append(effects.Ring())
        return
    match.ahead = "" if match.ahead == piece.token else piece.token
    match.effects.append(effects.Redraw(CHOICE))


def settle(match: MatchModel, board: BoardModel, now: float) -> None:
    """Have the chosen piece played a little later, or put it back and say why."""
    match.forced = None
    if not match.ahead or not match.legal or not any(piece.moves for piece in board.pieces):
        return  # a bid comes first
    token, match.ahead = match.ahead, ""
    piece = next((piece for piece in board.pieces if piece.token == token), None)
    if piece is None or match.forced_at is not None:
        return
    if len(piece.moves) == 1:
        choosing.reach(board, piece.moves[0])
        match.forced, match.forced_at = piece.moves[0], now + seconds(match)
    elif piece.moves:
        said = t("{piece} can be played in several ways: choose one", piece=named(token))
        match.effects.append(effects.Notify(said))
    else:
        said = t("{piece} is back in your hand: {why}", piece=named(token), why=piece.why_not)
        match.effects.append(effects.Notify(said))


def withdraw(match: MatchModel) -> None:
    """Leave the choice to the player again, who has moved the cursor."""
    if match.forced is not None:
        match.forced = match.forced_at = None


def seconds(match: MatchModel) -> float:
    """Return the time before the move."""
    assert match.shown is not None
    return _LEAST_SECONDS + _SPREAD_SECONDS * (_STEP * match.shown.seq % 1)


def named(token: str) -> str:
    """Name a piece."""
    return str(said_facts({"": token})[""])
