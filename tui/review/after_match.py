"""The review of a match that has just ended, made beside its last page. No Textual."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from core.bots.values import can_value
from core.game import Seat
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review
from net.files.reviews import kept_review
from tui.review.process import finish
from tui.review.words import on_last_page


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
        """What cost that seat most; None while it is not known, and if nothing was costly."""
        if self._review is None or self._running:
            return None
        return next(iter(self._review.costliest(self._seat)), None)

    @property
    def said(self) -> tuple[str, str]:
        """The costliest mistake, and how far the review has got: as in `on_last_page`."""
        return on_last_page(self.replay, self._review, self._seat, running=self._running)
