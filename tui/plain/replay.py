"""A past match in sentences, from its first deal to its end, as a player there heard it. No I/O."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import DEAL_ENDS, Seat
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review
from tui.boards import BOARDS
from tui.boards.scene import Paged
from tui.history.words import fault_said, players_said
from tui.language.games import game_title
from tui.language.rule_names import rules_text
from tui.language.text import t
from tui.language.words import player_said
from tui.plain.table import PlainTable
from tui.review.words import closing_lines, decision_said
from tui.summary.ending import ending_of
from tui.summary.words import page_lines


def told(replay: Replay, seat: Seat | None, review: Review | None = None) -> Iterator[str]:
    """Tell a match; a hand is said to the seat that holds it.

    With a review also what decisions cost, and at the end what was play and what luck.
    """
    board = BOARDS[replay.game.NAME]
    names = tuple(player_said(player.name, player.kind) for player in replay.players)
    yield f"{game_title(replay.game.NAME)}. {players_said(replay.players)}."
    yield rules_text(replay.options) + "."
    costly = {decision.at: decision for decision in review.costly(seat)} if review else {}
    for at in range(replay.last + 1):
        events = replay.events(at, seat)
        if at == 0:
            yield from PlainTable(replay.game.NAME, replay.view(0, seat), names, ()).situation()
        for event in events:
            sentence = board.sentence(event, names, seat)
            if sentence:
                yield sentence
        yield from _cost(replay, seat, names, costly.get(at - 1))
        if any(event.kind in DEAL_ENDS for event in events) and isinstance(board, Paged):
            yield from board.page_told(replay.view(at, seat), names)
        if at == 0 or any(event.kind == "began" for event in events):
            hand = PlainTable(replay.game.NAME, replay.view(at, seat), names, ()).hand()
            if hand:
                yield hand
    yield from _end(replay, seat, names)
    if review is not None and seat is not None:
        yield from closing_lines(replay, review, seat)


def _cost(
    replay: Replay, seat: Seat | None, names: tuple[str, ...], decision: Decision | None
) -> Iterator[str]:
    """Say what a decision cost, if it was a costly one."""
    if decision is not None:
        who = f"{names[decision.seat]}: " if seat is None else ""
        yield t("Costly: {what}", what=f"{who}{decision_said(replay, decision)}.")


def _end(replay: Replay, seat: Seat | None, names: tuple[str, ...]) -> Iterator[str]:
    table = PlainTable(replay.game.NAME, replay.view(replay.last, seat), names, ())
    match = ending_of(replay, seat)
    if match is not None:
        yield from page_lines(match, whole=True)
    else:
        yield t("Here the match was broken off") + "."
        yield table.score()
    if replay.fault is not None:
        why = fault_said(replay.fault)
        yield t("The record cannot be followed further: {why}", why=why) + "."
