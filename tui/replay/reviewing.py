"""Reviews the match of a replay beside the screen, and gives the findings to its last page."""

from dataclasses import replace
from pathlib import Path

from core.bots.values import can_value
from core.game import Seat
from core.records.replay import Replay
from core.review.review import Review
from net.files.reviews import kept_review
from tui.language.games import game_title
from tui.language.text import t
from tui.replay.cursor import Costly
from tui.review.process import finish
from tui.review.words import on_last_page
from tui.summary.screen import SummaryScreen
from tui.summary.words import Ending, deciding_said, ending_of
from tui.table import inputs
from tui.table.driver import Driver
from tui.widgets.base_screen import BaseScreen


class ReplayOver(SummaryScreen):
    """Returns "look", "leave", or the number of the position to go to."""

    def __init__(self, replay: Replay, seat: Seat | None, match: Ending, costly: Costly) -> None:
        super().__init__(match)
        self._replay = replay
        self._seat = seat
        self._costly = costly
        self.match = self._reviewed(match)

    def _reviewed(self, match: Ending) -> Ending:
        """Add what is known by now about the cost of decisions."""
        review, running = self._costly.review, self._costly.running
        mistake, progress = on_last_page(self._replay, review, self._seat, running=running)
        return replace(match, mistake=mistake, reviewing=progress)

    def tell_review(self) -> None:
        """Say how far the review has got, or what it has found."""
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


class Reviewing:
    """Runs the review of a replay: begins when it is asked to, ends with the screen."""

    def __init__(
        self, screen: BaseScreen, replay: Replay, path: Path | None, costly: Costly, driver: Driver
    ) -> None:
        self._screen = screen
        self._replay = replay
        self._path = path
        self._costly = costly
        self._driver = driver

    def show_kept(self) -> None:
        """Show the kept review, if there is one."""
        kept = kept_review(self._path, self._replay) if self._path else None
        if kept is not None:
            self._driver.receive(inputs.Judged(kept, running=False))

    def begin(self, *, quiet: bool = False) -> bool:
        """Have the match reviewed unless that is done; tell whether there is a review to look at.

        Unless `quiet`, say that this takes a while, or why it is impossible.
        """
        screen, costly = self._screen, self._costly
        name = self._replay.game.NAME
        if self._path is None or not can_value(name):
            if not quiet:
                screen.notify(t("{game} cannot be reviewed", game=game_title(name)))
            return False
        if costly.review is None:
            self._driver.receive(inputs.Judged(Review(), running=False))
            if not quiet:
                screen.notify(t("The match is being reviewed; this takes a minute or so"))
        if costly.review and not costly.running and not costly.review.is_complete(self._replay):
            self._driver.receive(inputs.Judged(costly.review, running=True))
            screen.run_worker(
                self._go_on(self._path, costly.review), group="review", exclusive=True
            )
        return True

    async def _go_on(self, path: Path, review: Review) -> None:
        """Judge what is left and show it as it comes."""

        def tell() -> None:
            self._note(review, running=True)

        await finish(path, self._replay, review, tell)
        self._note(review, running=False)

    def _note(self, review: Review, *, running: bool) -> None:
        """Show what is known by now, also on the last page if that is open."""
        self._driver.receive(inputs.Judged(review, running=running))
        for screen in self._screen.app.screen_stack:
            if isinstance(screen, ReplayOver):
                screen.tell_review()
