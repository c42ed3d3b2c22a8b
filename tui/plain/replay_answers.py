"""What is asked while a match is watched again line by line: positions, costs, hints. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from core.advice import can_advise
from core.advice.numbers import can_number
from core.review.review import Review
from tui.boards.topics import COMMON
from tui.language import rulebook
from tui.language.games import no_hints
from tui.language.text import t
from tui.language.words import as_sentence
from tui.plain.commands import no_such, parse_line, topic_called
from tui.plain.help import paragraph_lines
from tui.plain.replay import ToldMatch
from tui.plain.replay_commands import ORDERS
from tui.plain.table import ASKED, PlainTable
from tui.replay.cursor import ReplayCursor
from tui.replay.words import advice_said
from tui.review.words import dearest_said, match_shares, mistake_said, share_said
from tui.summary.ending import ending_of
from tui.summary.words import page_lines
from tui.table.hints import find_hint
from tui.table.numbers import find_numbers, numbers_line

_MOST: Final = 10
"""How many decisions the list of the costliest has."""


class ReplayAnswers:
    """Answers about the place a cursor is at; moves nothing."""

    def __init__(
        self,
        cursor: ReplayCursor,
        match: ToldMatch,
        judge: Callable[[Review | None], Review | None],
    ) -> None:
        """`judge` reviews the match, or continues a review; None if that is impossible."""
        self._cursor = cursor
        self._match = match
        self._judge = judge

    @property
    def table(self) -> PlainTable:
        """The position, to be asked about."""
        return self._match.table(self._cursor.at, self._cursor.legal)

    def reviewed(self) -> Review | None:
        """Return the review, made first if it is not there yet; None if that is impossible."""
        review = self._match.review
        if review is None or not review.is_complete(self._cursor.replay):
            self._match.review = review = self._judge(review)
        return review

    def dearest(self) -> Iterator[str]:
        """List the costliest decisions, each with the move to go to."""
        review, cursor = self.reviewed(), self._cursor
        if review is None:
            return
        replay, seat = cursor.replay, cursor.seat
        if seat is not None and (shares := match_shares(replay, review)):
            yield f"{cursor.names[seat]}: {share_said(shares[seat])}."
        dearest = review.dearest(seat)[:_MOST]
        for decision in dearest:
            yield t("move {n}: {what}", n=decision.at, what=dearest_said(replay, decision)) + "."
        if dearest:
            yield t("Type the number of a move to go there.")
        else:
            yield t("No decision that was costly beyond doubt.")

    def advice(self) -> str:
        """Say what the hint would have been, from what the player could know."""
        return self._not_advised() or advice_said(self._cursor)[0]

    def numbers(self) -> str:
        """Say what each move would have brought, as far as the player could know."""
        cursor, game = self._cursor, self._cursor.replay.game.NAME
        if said := self._not_advised():
            return said
        if cursor.hint is None or not can_number(game):
            return t("This game's moves cannot be put into numbers.")
        view, hint = cursor.view, cursor.hint.move
        return numbers_line(game, view, find_numbers(game, view, hint), hint)

    def _not_advised(self) -> str:
        """Find the hint of this place; say why if there is none."""
        cursor, game = self._cursor, self._cursor.replay.game.NAME
        if cursor.seat is None:
            return t("A watcher decides nothing: 'eyes NAME' switches to a player's view.")
        if not cursor.mine:
            return t("The player you follow has nothing to decide here.")
        if not can_advise(game):
            return as_sentence(no_hints(game))
        cursor.hints.setdefault((cursor.at, cursor.seat), find_hint(game, cursor.view))
        return ""

    def summary(self) -> Iterator[str]:
        """Read out the last page, with the costliest mistake if it is known."""
        cursor, review = self._cursor, self._match.review
        match = ending_of(cursor.replay, cursor.seat)
        if match is None:
            yield t("Here the match was broken off") + "."
            return
        mistake = mistake_said(cursor.replay, review, cursor.seat)
        yield from page_lines(replace(match, mistake=mistake), whole=True)

    def answer(self, text: str) -> Iterator[str]:
        """Answer a question about a position, or say that a line means nothing."""
        topics = self._cursor.board.TOPICS
        asked = parse_line(text, topics)
        if asked.command in ASKED or topic_called(asked.command, (*topics, *COMMON)):
            yield from self.table.answer(asked.command, asked.rest)
        elif rulebook.PARAGRAPH.fullmatch(text.upper()):
            yield from paragraph_lines(self._cursor.replay.game.NAME, text)
        else:
            yield no_such(text, (*ORDERS, *ASKED), topics)
