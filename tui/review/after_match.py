"""The review of a match that has just ended, made beside its last page. No Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from core.bots.values import can_value
from core.game import Seat
from core.records.replay import Replay
from core.review.review import Review
from net.files.reviews import kept_review
from tui.language.text import t
from tui.review.process import finish
from tui.review.words import mistake_said


class AfterMatch:
    """Reviews the match of a record; cancel `run` to stop it, and what has been done is kept."""

    def __init__(self, replay: Replay, seat: Seat | None) -> None:
        self.replay = replay
        self._seat = seat
        """Whose mistake is looked for; None looks for anybody's."""
        self._review: Review | None = None
        self._running = False

    async def run(self, path: Path, tell: Callable[[], None]) -> None:
        """Judge what is not yet judged, and call `tell` whenever there is more to say."""
        if not can_value(self.replay.game.NAME):
            return
        kept = await asyncio.to_thread(kept_review, path, self.replay)
        self._review, self._running = kept or Review(), True
        told = -1

        def tell_percent() -> None:
            nonlocal told
            if self._percent > told:
                told = self._percent
                tell()

        tell_percent()
        try:
            if not self._review.is_complete(self.replay):
                await finish(path, self.replay, self._review, tell_percent)
        finally:
            self._running = False
        tell()

    @property
    def _percent(self) -> int:
        return self._review.percent(self.replay.last) if self._review else 0

    @property
    def progress(self) -> str:
        """How far it has got, in words; empty unless it is being made."""
        return t("the match is being reviewed: {n} %", n=self._percent) if self._running else ""

    @property
    def mistake(self) -> str:
        """The costliest mistake as a sentence without a full stop; empty until all is judged."""
        if self._running or self._review is None or not self._review.is_complete(self.replay):
            return ""
        found = mistake_said(self.replay, self._review, self._seat)
        return found or t("No decision that was costly beyond doubt.").rstrip(".")
