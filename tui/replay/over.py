"""The last page of a recorded match, after its last position."""

from __future__ import annotations

from dataclasses import replace

from core.game import Seat
from core.records.replay import Replay
from core.review.review import Review
from tui.language.text import t
from tui.review.words import mistake_said
from tui.summary.ending import Ending, ending_of
from tui.summary.screen import SummaryPage
from tui.summary.words import deciding_said


class ReplayOver(SummaryPage):
    """Returns "look", "leave", or the number of the position to go to."""

    def __init__(
        self, replay: Replay, seat: Seat | None, match: Ending, review: Review | None = None
    ) -> None:
        super().__init__(match)
        self._replay = replay
        self._seat = seat
        self._review = review
        self._add_mistake()

    def _add_mistake(self) -> None:
        mistake = mistake_said(self._replay, self._review, self._seat)
        self.match = replace(self.match, mistake=mistake)

    def reword(self) -> None:
        self.match = ending_of(self._replay, self._seat) or self.match
        self._add_mistake()

    def entries(self) -> list[tuple[str, str]]:
        look, copy = super().entries()
        deciding = deciding_said(self.match)
        watch = [("replay", deciding)] if deciding else []
        return [look, *watch, copy, ("leave", t("leave the replay"))]

    def choose(self, answer: str) -> None:
        turning = self.match.summary.turning
        if answer == "replay" and turning is not None:
            answer = str(self._replay.start_of(self.match.summary.unit, turning.number))
        super().choose(answer)
