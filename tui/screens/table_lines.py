"""The lines over and under the table: the headline, whose turn it is, and what a key would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.canvas import Canvas, Painting
from tui.connection import Connection, Position, changed_rules
from tui.look import Look
from tui.rule_names import rules_text
from tui.text import t
from tui.turn import Turn

if TYPE_CHECKING:
    from tui.screens.table_view import TableView


def paint_headline(
    look: Look, connection: Connection, words: str, width: int, height: int
) -> Painting:
    """Draw the game, where the match stands, and which house rules are not the usual ones."""
    canvas = Canvas(width, height, look.panel_ink, look.panel)
    seated = connection.session.seated
    if seated is None:
        return Painting(canvas)
    game = t(seated.game)
    canvas.put(1, 0, game, look.active, None, "b")
    canvas.put(len(game) + 3, 0, words)
    room = width - len(game) - len(words) - 6
    changed = changed_rules(connection)
    tail = rules_text(changed) if changed else ""
    if len(tail) > room:
        tail = t("own house rules")
    if len(tail) <= room:
        canvas.put(width - len(tail) - 1, 0, tail, look.faded(look.panel_ink, look.panel, 0.35))
    return Painting(canvas)


def status(table: TableView) -> tuple[str, bool]:
    """Say what is going on, and whether it is bad news."""
    connection, turn, shown = table.connection, table.turn, table.shown
    if not connection.up:
        return t("connection lost, trying again … Esc leaves"), True
    if table.trouble:
        return table.trouble, True
    if table.hint and turn.legal:
        return table.hint, False
    if shown is None:
        return t("the cards are on their way"), False
    if table.looking is not None:
        if table.looking is table.last_trick:
            return t("The last trick. Any key goes back to the table"), False
        return t("The last deal. Any key goes back to the table"), False
    if table.reading is not None:
        if any(event.kind == "round" for event in shown.events):
            return t("The round is over. Enter or a click goes on"), False
        return t("The deal is over. Enter or a click goes on"), False
    if connection.session.pending is not None:
        return t("on its way …"), False
    if shown.view.result is not None:
        return t("The match is over"), False
    if turn.legal:
        return _mine(table), False
    return _waiting(connection, shown)


def _mine(table: TableView) -> str:
    turn = table.turn
    if table.doubted is not None:
        said = next((b.label for b in turn.buttons if b.move == table.doubted), "")
        said = said or turn.board.label(turn.view, table.doubted)
        return t("Click again to confirm: {label}", label=said)
    if turn.part == "targets":
        return t("Where? Arrows or a digit choose, Enter plays, Esc takes it back")
    return t("Your turn")


def _waiting(connection: Connection, shown: Position) -> tuple[str, bool]:
    names = connection.names
    if not shown.view.to_act:
        return "", False  # the last trick of a deal: what follows is on its way
    away = [names[seat] for seat in shown.view.to_act if seat in connection.away]
    if away:
        return t("{name} is away; waiting", name=", ".join(away)), True
    return t("{name} is thinking", name=", ".join(names[seat] for seat in shown.view.to_act)), False


def below(turn: Turn) -> str:
    """Say what Enter would do with the piece in hand, or why it would do nothing."""
    piece = turn.piece
    if not turn.legal or piece is None:
        return ""
    if not piece.moves:
        return piece.why_not
    if len(piece.moves) == 1:
        return t("Enter plays it: {label}", label=turn.board.label(turn.view, piece.moves[0]))
    return t("Enter plays it; there are {n} ways", n=len(piece.moves))
