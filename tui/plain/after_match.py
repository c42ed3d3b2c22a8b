"""Plain mode: a finished match is reviewed beside the dialogue; its costliest mistake is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from core.bots.values import can_value
from tui.language.text import t
from tui.language.words import as_sentence
from tui.table.session import TableSession


class PlainReview:
    """Tell it when something has happened at the table; `stop` it at the end."""

    def __init__(
        self, session: TableSession, say: Callable[[str], None], found: Callable[[str], None]
    ) -> None:
        """`found` is called with the costliest mistake, without a full stop; "" forgets it."""
        self._session = session
        self._say = say
        self._found = found
        self._task: asyncio.Task[None] | None = None

    def follow(self) -> None:
        """Begin when a match is over and its record is there; stop when another begins."""
        view, game = self._session.client.view, self._session.client.game
        if view is None or view.result is None:
            self.stop()
            self._session.record = None
        elif self._task is None and game is not None and can_value(game.NAME):
            path = self._session.record_of(view.result)
            if path is not None:
                self._task = asyncio.create_task(self._look_back(path))

    def stop(self) -> None:
        """End the review; what has been done is kept beside the record."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._found("")

    async def _look_back(self, path: Path) -> None:
        # Not before a match is over.
        from core.records.fault import BrokenRecordError
        from net.files.history import StillGoingOnError, load_replay
        from tui.review.after_match import AfterMatch

        seat = self._session.client.view.seat
        try:
            replay = await asyncio.to_thread(load_replay, path)
        except (OSError, BrokenRecordError, StillGoingOnError):
            return
        self._say(t("The match is being reviewed; this takes a minute or so") + ".")
        review = AfterMatch(replay, seat)
        await review.run(path, lambda: None)
        mistake, _ = review.said
        if mistake:
            self._found(mistake)
            self._say(as_sentence(mistake))
