"""The lines over and under the table: the headline, the turn, and the effect of a key."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from core.game import RECORDED, is_deal_over, unusual_rules
from net.client.events import Position
from tui.boards.model import BoardModel
from tui.boards.scene import Choice
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look
from tui.language.games import game_title, level_name, rules_text
from tui.language.text import t, tn
from tui.language.words import as_sentence, begun
from tui.room.hosts import awaited_said
from tui.room.words import refusal_said
from tui.table import showing
from tui.table.hints import Hint, numbers_line
from tui.table.match import MatchModel, Past
from tui.table.model import TableModel
from tui.table.session import TableSession
from tui.table.showing import page_behind, stops
from tui.table.wishes import claimable


@lru_cache(4)
def paint_headline(
    look: Look,
    game: str,
    words: str,
    options: Any,
    kinds: tuple[str, ...],
    width: int,
    height: int,
    _language: str,
) -> Painting:
    """Draw the game, the state of the match, the bots' levels and the unusual house rules.

    `kinds` are those of the players by seat; no `options` are known for the next game. Few moves
    change any of it, so the last paintings are kept.
    """
    canvas = Canvas(width, height, look.panel_ink, look.panel)
    title = game_title(game)
    canvas.put(1, 0, title, look.active, None, "b")
    canvas.put(len(title) + 3, 0, words)
    room = width - len(title) - len(words) - 6
    tail = rules_text(options) if options is not None and unusual_rules(options) else ""
    if len(tail) > room:
        tail = t("own house rules")
    bots = _bots_said(kinds)
    if bots and len(bots) + len(tail) + 3 <= room:
        tail = f"{bots} · {tail}" if tail else bots
    if len(tail) <= room:
        canvas.put(width - len(tail) - 1, 0, tail, look.faded(look.panel_ink, look.panel, 0.35))
    return Painting(canvas)


def _bots_said(kinds: Sequence[str]) -> str:
    """State how many bots of each level play: "2 × easy bot, 1 × hard bot"."""
    bots = Counter(kind.removeprefix("bot:") for kind in kinds if kind.startswith("bot:"))
    return ", ".join(f"{count} × {level_name(level)}" for level, count in bots.items())


def status(model: TableModel) -> tuple[str, bool]:
    """Describe the situation in a sentence; tell whether it is bad news."""
    match, board, client = model.match, model.board, model.match.client
    if client.dismissed is not None:
        return as_sentence(refusal_said(client.dismissed)), True
    if not client.connected:
        offer = model.session.offer
        awaited = "" if offer is None else awaited_said(offer, client)
        return awaited or t("connection lost, trying again … Esc leaves"), True
    if board.trouble:
        mine = match.legal and match.looking is None
        return (f"{asked(board)} · {board.trouble}" if mine else board.trouble), True
    if match.legal and match.seeking and match.hint is None:
        return t("thinking of a hint … Esc stops it"), False
    if match.legal and match.hint:
        return _advice(match, match.hint), False
    if match.ahead and showing.may_choose(match, board):
        piece = showing.named(match.ahead)
        return t("{piece} is chosen for your turn; X takes it back", piece=piece), False
    if model.told:  # which must not hide the key that leads on
        return " · ".join(filter(None, (model.told, _leading_on(model)))), False
    if match.shown is None:
        return t("the cards are on their way"), False
    if match.looking is not None:
        return _looking(match.looking), False
    if leads := _leading_on(model):
        return leads, False
    if match.reading is not None and match.shown.view.to_act:
        return t("The round is over"), False  # its cards are being turned up, and no seat is to act
    if match.waits_for_key and board.motion.busy:
        return t("Enter or a click continues"), False
    if client.pending is not None:
        return t("sending …"), False
    if match.over:
        return t("The match is over. Enter: what next?"), False
    if match.legal and claimable(model.desk):
        return t("Every trick that is left is yours, whatever is played: M plays them"), False
    if match.legal:
        return asked(board), False
    return _waiting(model.session, board, match.shown)


def _advice(match: MatchModel, hint: Hint) -> str:
    """Give the reason for a good move, or the points of each once they have been counted."""
    if match.seeking:
        return f"{t('Still thinking …')} {hint.text}"
    if not match.numbers_wanted:
        return hint.text
    game, shown = match.game, match.shown
    if game is None or match.numbers is None or shown is None:
        return t("counting …")
    return numbers_line(game.NAME, shown.view, match.numbers, hint.move, screen=True)


def _leading_on(model: TableModel) -> str:
    """Return the key that leads on from an open finished deal; empty if there is none."""
    match, board = model.match, model.board
    if match.reading is None or board.motion.busy:
        return ""
    said, page = _walking(match, board), page_behind(match, board)
    return said or _reading(match, match.reading, model.session.players, page)


def _walking(match: MatchModel, board: BoardModel) -> str:
    """State which of many results of a round is shown; empty at the last one."""
    n, stop, page = stops(match, board), board.focus.stop, page_behind(match, board)
    if not n or stop == n - 1:
        return ""
    if page:
        return t("Enter shows how it ended: {page}. Esc continues", page=page)
    if stop is None:
        return t("{n} rows of four: Enter shows them one by one, Esc continues", n=n)
    return t("Row of four {at} of {n}: Enter shows the next, Esc continues", at=stop + 1, n=n)


def _reading(match: MatchModel, position: Position, names: Sequence[str], page: str) -> str:
    """Say how to continue after a deal or a round, and who is still reading.

    `page` is the title of the page of a part of the match, which is shown last; empty without one.
    """
    paused, client = match.paused, match.client
    deal = position.view.deal
    checked = client.deals is not None and client.deals.match.checked >= deal
    if paused is None:
        if client.my_turn and client.ends is not None:
            return t("Your time is already running: Enter or a click continues")
        if not is_deal_over(position.view):
            return t("The round is over. Enter or a click continues")
        return _deal_over(deal, page, checked=checked)
    others = [names[seat] for seat in paused.awaited if seat != client.seat]
    who = ", ".join(others)
    if client.seat not in paused.awaited:
        return tn("{names} is still reading", "{names} are still reading", len(others), names=who)
    gone = ", ".join(names[seat] for seat in paused.gone_on)
    if gone:
        return t("Enter or a click continues. Ready: {names}", names=gone)
    return _deal_over(deal, page, checked=checked)


def _deal_over(deal: int, page: str, *, checked: bool) -> str:
    if page:
        return t("{page} is over. Enter or a click continues", page=begun(page))
    if checked:
        return t("Deal {n} is over and checked. Enter or a click continues", n=deal)
    return t("The deal is over. Enter or a click continues")


def _looking(past: Past) -> str:
    if past.hands:
        return t("What everybody held. Any key goes back to the table")
    if past.summary:
        return t("The last deal. Any key goes back to the table")
    if any(event.kind == "trick" for event in past.position.events):
        return t("The last trick. Any key goes back to the table")
    return t("The table at the end of the last deal. Any key goes back")


def _waiting(session: TableSession, board: BoardModel, shown: Position) -> tuple[str, bool]:
    names, awaited = session.players, shown.view.to_act
    if not awaited:  # a deal is over, and its table is shown before its results
        played = [event for event in reversed(shown.events) if event.kind not in RECORDED]
        told = [board.board.sentence(event, names, session.client.seat) for event in played]
        return next(filter(None, told), ""), False
    away = [names[seat] for seat in awaited if seat in session.away]
    if away:
        who = ", ".join(away)
        said = tn("{names} is away; waiting", "{names} are away; waiting", len(away), names=who)
        return said + (t(" - F9 lets a bot play") if session.lost else ""), True
    said = board.board.awaits(shown.view, names[awaited[0]]) if len(awaited) == 1 else ""
    if said:
        return said, False
    who = ", ".join(names[seat] for seat in awaited)
    return tn("{names} is thinking", "{names} are thinking", len(awaited), names=who), False


def asked(model: BoardModel) -> str:
    """Ask the player for the current decision."""
    unconfirmed = model.unconfirmed
    if unconfirmed is not None:
        said = next((button.label for button in model.buttons if button.move == unconfirmed), "")
        said = said or model.board.label(model.view, unconfirmed)
        return t("Once more or Enter confirms: {label}", label=said)
    if model.part == "targets":
        if model.on_grid:
            return t("Where? Arrows and Enter, or a click; Esc takes it back")
        return t("Which way? Enter or a click plays, Esc takes it back")
    return model.board.question(model.view) or t("Your turn")


def offered(model: BoardModel) -> tuple[tuple[Choice, ...], int | None]:
    """Return the buttons over the hand and the index of the chosen one.

    None if the table itself offers the moves.
    """
    if model.part == "targets" and model.board.meaning is not None:
        return (), None
    if model.on_grid:
        return (model.target,), 0
    return model.buttons, model.focus.target if model.on_buttons else None


def below(model: BoardModel) -> str:
    """Say how Enter plays the chosen piece, or why it does not; if that is shown, where to read."""
    piece = model.piece
    if not model.legal or piece is None:
        return ""
    if model.part == "targets" and model.board.meaning is not None:
        return model.board.meaning(model.view, model.target.move)
    if not piece.moves:
        if model.trouble == piece.why_not and piece.rule:
            return t("F3 opens the rule book at {rule}", rule=piece.rule)
        return piece.why_not
    if len(piece.moves) == 1:
        return t("Enter plays it: {label}", label=model.board.label(model.view, piece.moves[0]))
    n = len(piece.moves)
    if model.board.grid is not None:
        return tn("Enter, then one of {n} place", "Enter, then one of {n} places", n)
    return t("Enter plays it; there are {n} ways", n=n)
