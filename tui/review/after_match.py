"""After a match: its record, and its review made beside the last page. No Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from core.bots import BOTS
from core.game import Result, Seat
from core.records import BrokenRecordError
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review
from net.files.history import StillGoingOnError, find_record, load_replay
from net.files.reviews import kept_review
from tui.replay.cursor import start_again
from tui.review.process import finish
from tui.review.same_cards import expert_points, expert_said
from tui.review.words import on_last_page
from tui.start import StartJoin, StartPractice

if TYPE_CHECKING:
    from tui.table.session import TableSession


def record_of(session: TableSession, result: Result) -> Path | None:
    """Return the record of the match with this result: the table's, or this player's own copy."""
    game = session.client.match_game
    if isinstance(session.start, StartJoin) or game is None:
        return session.record
    if isinstance(session.start, StartPractice):
        return None  # there is no record of it
    return find_record(game.NAME, result.totals, result.places)


News: TypeAlias = Literal["record", "progress", "review", "expert"]
"""The part that has just become known."""


class AfterMatch:
    """A finished match as shown by its record, its review and an expert with the same cards."""

    def __init__(self, path: Path, seat: Seat | None, *, alone: bool) -> None:
        """`seat` is the one whose costliest decision is wanted; None for that of all seats."""
        self.replay: Replay | None = None
        """The record, once it is read."""
        self.expert = ""
        """The result of an expert with the same cards, without a full stop, in a match `alone`."""
        self.complete = False
        """Whether everything is known."""
        self._path, self._seat, self._alone = path, seat, alone
        self._review: Review | None = None
        self._running = False

    async def run(self, tell: Callable[[News], None]) -> None:
        """Find out everything, and call `tell` with each part; nothing without the record.

        Cancelling this keeps the judgements made so far.
        """
        try:
            self.replay = await asyncio.to_thread(load_replay, self._path)
        except (OSError, BrokenRecordError, StillGoingOnError):
            return  # it is gone or damaged
        tell("record")
        if self.replay.game.NAME in BOTS:
            await self._judge(self.replay, tell)
        points = await expert_points(self._path) if self._alone and self._seat is not None else None
        if points is not None:
            own = self.replay.view(self.replay.last, self._seat).totals[self._seat]
            self.expert = expert_said(points, own)
            tell("expert")
        self.complete = True

    async def _judge(self, replay: Replay, tell: Callable[[News], None]) -> None:
        """Judge the remaining decisions."""
        kept = await asyncio.to_thread(kept_review, self._path, replay)
        self._review = kept or Review()
        self._running = not self._review.is_complete(replay)
        said = ""

        def tell_percent() -> None:
            nonlocal said
            if self.said[1] != said:
                said = self.said[1]
                tell("progress")

        tell_percent()
        try:
            if self._running:
                await finish(self._path, replay, self._review, tell_percent)
        finally:
            self._running = False
        tell("review")

    @property
    def costliest(self) -> Decision | None:
        """The costliest decision; None until the review is complete, and if none was costly."""
        if self._review is None or self._running:
            return None
        return next(iter(self._review.costliest(self._seat)), None)

    @property
    def again(self) -> StartPractice | None:
        """The start that plays that decision again; None at a table with others."""
        if self.replay is None or self.costliest is None or not self._alone:
            return None
        return start_again(self.replay, self._path, self.costliest)

    @property
    def said(self) -> tuple[str, str]:
        """The costliest mistake and the progress of the review, as in `on_last_page`."""
        if self.replay is None:
            return "", ""
        return on_last_page(self.replay, self._review, self._seat, running=self._running)
