"""Shows a match on a board, one position after another: how long each moves and stays.

Functions over a MatchModel and a BoardModel. Pure: they are given the time, and append effects to
those of the match.

A piece chosen ahead of the turn is played if it is legal then. The delay is that of a player who
thinks a little, and depends only on the number of the position: it does not reveal that the choice
was made before.
"""

from dataclasses import replace
from typing import Final

from core.game import Move, Seat, is_deal_over
from net.client.events import Position
from tui.boards import choosing
from tui.boards.model import BoardModel
from tui.boards.scene import DEAL_SECONDS, is_dealt
from tui.language.text import t
from tui.language.words import said_facts, seat_names
from tui.table import effects
from tui.table.advising import judge_move
from tui.table.banter import spoken
from tui.table.effects import CHOICE, Preferences
from tui.table.match import (
    MatchModel,
    among_people,
    closes,
    finish_reading,
    let_choose,
    play,
    plays_itself,
    show_next,
)

FAR_BEHIND: Final = 4
"""With more positions waiting than this, a trick no longer stays."""

LEAST_WALK: Final = 3
"""A finished round with fewer results than this is shown all at once."""

KEY_SECONDS: Final = 3600.0
"""The longest time that a trick waits for a key."""

FORCED_SECONDS: Final = 0.7
"""The delay of a forced move, so that the player sees the position."""


def show_waiting(match: MatchModel, board: BoardModel, wanted: Preferences, now: float) -> None:
    """Show the waiting positions, as far as nothing moves or is held."""
    before, shown = match.shown, False
    while not board.motion.busy and (position := show_next(match)) is not None:
        _lay_out(match, board, wanted, now)
        _move(match, board, wanted, before, now)
        if wanted.banter and len(match.waiting) <= FAR_BEHIND:
            seat, said = spoken(board.board, position, match.client.players)
            if said:
                match.effects.append(effects.BotSays(seat, said))
        before, shown = position, True
    if shown:
        match.effects.append(effects.Redraw())


def show_again(match: MatchModel, board: BoardModel, wanted: Preferences, now: float) -> None:
    """Let the player choose anew in the position that is shown."""
    if match.shown is not None and match.reading is None:
        let_choose(match)
        _lay_out(match, board, wanted, now)


def _lay_out(match: MatchModel, board: BoardModel, wanted: Preferences, now: float) -> None:
    """Put the shown position on the board, with the moves to choose among."""
    shown = match.shown
    assert shown is not None
    board.take(shown.view, match.legal, shown.events)
    match.waits_for_key = False
    match.forced_at = now + FORCED_SECONDS if _is_forced(match, board, wanted) else None
    settle(match, board, now)


def _is_forced(match: MatchModel, board: BoardModel, wanted: Preferences) -> bool:
    """Tell whether the only move is made for the player, as the settings require."""
    game, shown = match.game, match.shown
    if not match.legal:
        return False
    if shown is not None and match.rest_is_mine and match.rest_of == shown.view.deal:
        return True
    if game is None or shown is None or (wanted.newcomer and shown.view.deal == 1):
        return False
    watched = among_people(match.client.room)
    return plays_itself(wanted.autoplay, game.NAME, board.legal, board.pieces, watched=watched)


def _move(
    match: MatchModel, board: BoardModel, wanted: Preferences, before: Position | None, now: float
) -> None:
    """Begin the movement of the shown position, and its hold."""
    position, behind = match.shown, len(match.waiting)
    assert position is not None
    # The end of a deal is read anyway.
    waits = wanted.waits_for_key and match.reading is None
    stays = closes(position) and (behind <= FAR_BEHIND or waits)
    hold = _hold(match, wanted, waits=waits) if stays else 0.0
    # A player who has fallen behind sees the moves, but not their animation.
    moves = bool(wanted.speed) and behind <= 1 + stays
    moving = _moving_seconds(board, before, position) * wanted.speed if moves else 0.0
    board.awaiting, board.occasion, board.rolls = (), ("", ""), False
    if moves and is_deal_over(position.view):
        occasion = board.board.occasion(position.view, _names(match, position.view.seat))
        if board.board.outcome(position.view) is not None:
            board.awaiting = (occasion, ("", "")) if occasion[0] else (("", ""),)
    if moving or hold:
        board.motion.begin(moving, hold, now)
    else:
        board.celebrate(now)


def _names(match: MatchModel, mine: Seat | None) -> list[str]:
    """Return the names of the seats; the player's own is "You"."""
    names = seat_names(match.client.players)
    return [t("You") if seat == mine else name for seat, name in enumerate(names)]


def _hold(match: MatchModel, wanted: Preferences, *, waits: bool) -> float:
    """Return how long a finished trick stays; a player whose turn it is need not wait."""
    if not match.legal:
        match.waits_for_key = waits
        return KEY_SECONDS if waits else wanted.trick_seconds
    if match.forced_at is not None:
        match.forced_at = None if waits else match.forced_at + wanted.trick_seconds
    return 0.0


def _moving_seconds(board: BoardModel, before: Position | None, position: Position) -> float:
    events = position.events
    fresh = before is None or before.view.result is not None
    first = fresh and position.view.deal == 1 and not events  # a match begins without any
    dealing = DEAL_SECONDS if first or is_dealt(events) else 0.0
    return max(dealing, board.board.moving_seconds(events))


def hasten(match: MatchModel, board: BoardModel, wanted: Preferences, now: float) -> bool:
    """End a movement or a hold, or else looking back; tell whether anything ended.

    A celebration that is to come begins, so that it is not missed; the next key ends it.
    """
    coming = board.awaiting
    if not board.finish():
        if match.looking is None:
            return False
        match.looking = None
    elif coming and coming[0][0]:
        board.awaiting = coming
        board.celebrate(now)
    match.effects.append(effects.Redraw())
    show_waiting(match, board, wanted, now)
    return True


def make_move(
    match: MatchModel, board: BoardModel, wanted: Preferences, move: Move, now: float
) -> None:
    """Play a move, if one is due."""
    if not match.legal:
        return
    if board.finish():
        show_waiting(match, board, wanted, now)
    board.close()
    if wanted.coach:
        judge_move(match, move)
    play(match, move)
    match.effects.append(effects.Redraw(CHOICE))


# --- the end of a deal ---------------------------------------------------------------------------


def continue_from(match: MatchModel, board: BoardModel, wanted: Preferences, now: float) -> None:
    """Continue after reading a deal; while the host waits for other readers, so does the player."""
    paused = match.paused is not None
    finish_reading(match)
    if not paused:
        show_again(match, board, wanted, now)
        match.effects.append(effects.Redraw())
        show_waiting(match, board, wanted, now)
        show_places(match)


def show_places(match: MatchModel) -> None:
    """Show the places, if the match is over."""
    if match.shown is not None and match.shown.view.result is not None:
        match.effects.append(effects.ShowPlaces(match.shown.view.result))


def stops(match: MatchModel, board: BoardModel) -> int:
    """Return the number of results to walk through in the round being read; 0 if there are few."""
    reading = match.reading
    if reading is None or board.motion.busy:
        return 0
    if page_behind(match, board):
        return 1
    count = board.board.stops(reading.view)
    return count if count >= LEAST_WALK else 0


def page_behind(match: MatchModel, board: BoardModel) -> str:
    """Return the title of the page that follows the deal being read; empty without one."""
    return "" if match.reading is None else board.board.page_title(match.reading.view)


def walk(match: MatchModel, board: BoardModel) -> bool:
    """Show the next result of the round; tell whether there was one."""
    at = 0 if board.focus.stop is None else board.focus.stop + 1
    if at >= stops(match, board):
        return False
    board.focus = replace(board.focus, stop=at)
    match.effects.append(effects.Redraw())
    return True


_LEAST_SECONDS: Final = 0.8
_SPREAD_SECONDS: Final = 1.8
_STEP: Final = 0.618
"""Spreads successive positions evenly over the time."""


def may_choose(match: MatchModel, board: BoardModel) -> bool:
    """Tell whether a piece can be chosen ahead now: others are to act in an unfinished deal."""
    at_rest = match.reading is None and match.looking is None and not match.over
    return at_rest and not match.legal and match.client.seat is not None and bool(board.pieces)


def choose(match: MatchModel, board: BoardModel) -> None:
    """Choose the piece at the cursor for the coming turn, or withdraw that choice."""
    piece = board.piece
    if piece is None or not may_choose(match, board):
        match.effects.append(effects.Ring())
        return
    match.ahead = "" if match.ahead == piece.token else piece.token
    match.effects.append(effects.Redraw(CHOICE))


def settle(match: MatchModel, board: BoardModel, now: float) -> None:
    """Have the chosen piece played a little later, or put it back with a reason."""
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
