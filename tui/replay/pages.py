"""The pages of a replay: the last one, fed by the review beside the screen, and its questions."""

from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import Final

from core.game import Seat
from core.records.replay import Replay
from tui.language.text import t
from tui.replay.cursor import Costly, ReplayCursor
from tui.review.process import finish
from tui.review.words import costliest_said, match_shares, on_last_page, share_said
from tui.screens.dialog import AskText, LiveQuestion, Question
from tui.summary.screen import SummaryScreen
from tui.summary.words import Ending, deciding_said, ending_of
from tui.table import effects
from tui.table.driver import Driver
from tui.widgets.base_screen import BaseScreen
from tui.widgets.menu import MenuEntry


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
    """Judge the rest of a match, and show each finding, also on a page of them that is open."""

    def tell(*, running: bool = True) -> None:
        driver.receive(effects.Judged(wanted.review, running=running))
        for page in screen.app.screen_stack:
            if isinstance(page, ReplayOver):
                page.tell_review()
            elif isinstance(page, LiveQuestion):
                page.renew()

    await finish(wanted.path, wanted.replay, wanted.review, tell)
    tell(running=False)


_MOST: Final = 5
"""The most decisions: the smallest window has no room for more."""

_WIDTH: Final = 42
"""The columns of an answer after its digit."""

_INDENT: Final = "\n    "


def costliest_question(cursor: ReplayCursor, costly: Costly) -> LiveQuestion:
    """Offer the costliest decisions of the player followed; the answer is a position."""
    return LiveQuestion(partial(_costliest, cursor, costly))


def _costliest(cursor: ReplayCursor, costly: Costly) -> tuple[str, list[MenuEntry], str]:
    replay, seat, review = cursor.replay, cursor.seat, costly.review
    assert review is not None
    answers: list[MenuEntry] = []
    for decision in review.costliest(seat)[:_MOST]:
        said = costliest_said(replay, decision, seat)
        answers.append((str(decision.at), _INDENT.join(wrap(said, _WIDTH))))
    lines = []
    if seat is not None and (shares := match_shares(replay, review)):
        lines.append(share_said(shares[seat]))
    if costly.running:
        lines.append(t("reviewed {n}%", n=costly.percent))
    elif not answers:
        lines.append(t("No decision that was costly beyond doubt."))
    return t("The costliest decisions"), [*answers, ("", t("back"))], "\n".join(lines)


def practice_question(cursor: ReplayCursor) -> Question:
    """Ask whether to play on from here; the answer yes is "play"."""
    assert cursor.seat is not None
    about = t(
        "You play as {name}, and bots play for everybody else. The cards already dealt stay as "
        "they were; later deals are new. Nothing is recorded.",
        name=cursor.names[cursor.seat],
    )
    answers = [("", t("back")), ("play", t("play on from here"))]
    return Question(t("Play on from here?"), answers, about)


def where_question(cursor: ReplayCursor) -> AskText:
    """Ask for a position: the answer is read by `position_meant`."""
    about = t(
        "a number is a step, up to {last}; #3 is the third deal or round, up to #{parts}",
        last=cursor.replay.last,
        parts=len(cursor.replay.deal_starts),
    )
    return AskText(t("Go to which step?"), about, "#3", most=12)


def position_meant(replay: Replay, text: str) -> int | None:
    """Return the position named by its number, or after # by that of its deal; None without one."""
    number = "".join(char for char in text if char.isdecimal())
    if not number:
        return None
    parts = replay.deal_starts
    return int(number) if number == text else parts[max(0, min(int(number), len(parts)) - 1)]
