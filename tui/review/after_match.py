"""After a match: its record, and its review made beside the last page. No Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.bots.values import can_value
from core.game import Result, Seat
from core.records.fault import BrokenRecordError
from core.review.decision import Decision
from core.review.review import Review
from net.files.history import StillGoingOnError, find_record, load_replay
from net.files.reviews import kept_review
from tui.review.process import finish
from tui.review.words import on_last_page
from tui.start import StartJoin, StartPractice

if TYPE_CHECKING:
    from core.records.replay import Replay
    from tui.table.session import TableSession


def record_of(session: TableSession, result: Result) -> Path | None:
    """Return the record of the match with this result: the table's, or this player's own copy."""
    seated = session.client.seated
    if isinstance(session.start, StartJoin) or seated is None:
        return session.record
    if isinstance(session.start, StartPractice):
        return None  # nothing is recorded of it
    return find_record(seated.game, result.totals, result.places)


async def read_record(path: Path) -> Replay | None:
    """Read a record beside the loop; None if it has gone or is damaged."""
    try:
        return await asyncio.to_thread(load_replay, path)
    except (OSError, BrokenRecordError, StillGoingOnError):
        return None


class AfterMatch:
    """Reviews the match of a record. Cancelling `run` keeps the judgements made so far."""

    def __init__(self, replay: Replay, seat: Seat | None) -> None:
        self.replay = replay
        self._seat = seat
        """The seat whose costliest decision is wanted; None for that of all seats."""
        self._review: Review | None = None
        self._running = False

    async def run(self, path: Path, tell: Callable[[], None]) -> None:
        """Judge the remaining decisions, and call `tell` whenever `said` has changed."""
        if not can_value(self.replay.game.NAME):
            return
        kept = await asyncio.to_thread(kept_review, path, self.replay)
        self._review = kept or Review()
        self._running = not self._review.is_complete(self.replay)
        said = ("", "")

        def tell_percent() -> None:
            nonlocal said
            if self.said != said:
                said = self.said
                tell()

        tell_percent()
        try:
            if self._running:
                await finish(path, self.replay, self._review, tell_percent)
        finally:
            self._running = False
        tell()

    @property
    def costliest(self) -> Decision | None:
        """The costliest decision; None until the review is complete, and if none was costly."""
        if self._review is None or self._running:
            return None
        return next(iter(self._review.costliest(self._seat)), None)

    @property
    def said(self) -> tuple[str, str]:
        """The costliest mistake and the progress of the review, as in `on_last_page`."""
        return on_last_page(self.replay, self._review, self._seat, running=self._running)
