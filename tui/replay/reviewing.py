"""The last page of a replay, and the review beside the screen whose findings it shows."""

from dataclasses import replace

from core.game import Seat
from core.records.replay import Replay
from tui.language.text import t
from tui.replay.cursor import Costly
from tui.review.process import finish
from tui.review.words import on_last_page
from tui.summary.screen import SummaryScreen
from tui.summary.words import Ending, deciding_said, ending_of
from tui.table import effects, inputs
from tui.table.driver import Driver
from tui.widgets.base_screen import BaseScreen


class ReplayOver(SummaryScreen):
    """The last page in a replay. Returns "look", "leave" or the position to go to."""

    def __init__(self, replay: Replay, seat: Seat | None, match: Ending, costly: Costly) -> None:
        super().__init__(match)
        self._replay = replay
        self._seat = seat
        self._costly = costly
        self.match = self._reviewed(match)

    def _reviewed(self, match: Ending) -> Ending:
        """Return the match with the findings of the review so far."""
        review, running = self._costly.review, self._costly.running
        mistake, progress = on_last_page(self._replay, review, self._seat, running=running)
        return replace(match, mistake=mistake, reviewing=progress)

    def tell_review(self) -> None:
        """Show the progress or the findings of the review."""
        match = self._reviewed(self.match)
        if match != self.match:
            self.show(match, anew=False)

    def reword(self) -> None:
        self.match = self._reviewed(ending_of(self._replay, self._seat) or self.match)

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


async def review_beside(screen: BaseScreen, driver: Driver, wanted: effects.ReviewMatch) -> None:
    """Judge the rest of a match, and show each finding, also on the last page if that is open."""

    def tell(*, running: bool = True) -> None:
        driver.receive(inputs.Judged(wanted.review, running=running))
        for page in screen.app.screen_stack:
            if isinstance(page, ReplayOver):
                page.tell_review()

    await finish(wanted.path, wanted.replay, wanted.review, tell)
    tell(running=False)
