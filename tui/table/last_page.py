"""The last page of a match at the table where it was played: watch it again, play another."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker

from core.game import Event, Result
from net.client.events import ClientEvent, Refusal, RoomChanged
from net.wire.to_host import Rematch
from tui.language.games import level_name
from tui.language.text import t
from tui.program import kozyr_of
from tui.review.after_match import AfterMatch, News, record_of
from tui.room.evening import totals_said
from tui.room.evening_page import open_evening
from tui.room.texts import is_ready
from tui.room.words import refusal_said, rematch_said, same_players
from tui.short_matches import climbed, ladder_said, line_of_day, next_start, noted, start_of_ladder
from tui.start import StartLadder, StartPractice, StartSolo
from tui.summary.screen import SummaryScreen
from tui.summary.words import Ending, deciding_said, ending, events_of
from tui.table.session import TableSession

_TOLD_SECONDS: Final = 10.0

_RECORD: Final = "record"
"""The group of the worker that reads and reviews the record; it ends with the page."""


def _evening(session: TableSession) -> tuple[str, ...]:
    """Word the result of all matches at this table; none after the first."""
    matches = session.client.matches
    return tuple(totals_said(matches)) if len(matches) > 1 else ()


def _has_evening(session: TableSession) -> bool:
    """Tell whether the evening has more than this page: other players, or other matches."""
    return len(session.client.matches) > session.alone


def _proposal(session: TableSession) -> str:
    """Name the players who want to play again; "" if none does."""
    room = session.client.room
    return rematch_said(room) if room is not None and not session.alone else ""


def _rematches(session: TableSession) -> list[tuple[str, str]]:
    """Offer a rematch with the same players: the proposed one, if there is a proposal."""
    room = session.client.room
    if room is None or is_ready(session):
        return [("unready", t("not ready after all"))]
    if same_players(room):
        said = t("the same players again"), t("the same players again, in other seats")
    else:
        said = t("another match"), t("another match, in other seats")
    same, turned = [("same", said[0])], [("rotate", said[1])]
    if room.rematch:
        return turned if room.rematch == "rotate" else same
    return [*same, *(turned if len(room.seats) > 2 else [])]


def _next_rung(session: TableSession, result: Result) -> StartLadder | None:
    """Return the next match of a ladder; None without one."""
    start, seat = session.start, session.client.seat
    if not isinstance(start, StartLadder) or seat is None:
        return None
    return next_start(start, result, seat)


def _again(after: AfterMatch | None) -> StartPractice | None:
    """Return the start that replays the costliest decision, once it is known."""
    return after.again if after is not None else None


class LastPage(SummaryScreen):
    """The last page of a match. Returns "again", "room", "look" or "leave"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "again", "play again", key_display="n", id="again"),
        Binding("f", "evening", "the evening", key_display="f", id="evening"),
        Binding("t", "try_again", "retry", key_display="t", id="try_again"),
    ]

    def __init__(self, session: TableSession, result: Result) -> None:
        self._session = session
        self._result = result
        assert session.client.match_game is not None, "a match is over only at a table"
        self._game = session.client.match_game.NAME
        self._view = session.client.view
        self._seen: Sequence[Event] = session.events.seen
        self._day_line = self._told = ""
        self._after: AfterMatch | None = None
        self._reading: Worker[None] | None = None
        super().__init__(self._summed_up())

    @property
    def spoken_of(self) -> str:
        return self._game

    def _summed_up(self) -> Ending:
        """Sum up the match as known by now: as seen, later from its record and the review."""
        # This is always the match that was played here, whatever game is chosen next.
        session, after = self._session, self._after
        match = ending(self._game, session.players, self._view, self._seen)
        deals, start, seat = session.client.deals, session.start, self._view.seat
        verdict = None if deals is None else deals.match.verdict
        mistake, progress = after.said if after else ("", "")
        ladder: tuple[str, ...] = ()
        if isinstance(start, StartLadder) and seat is not None:
            ladder = ladder_said(climbed(start, match.result, seat))
        return replace(
            match,
            deal_check=session.deal_checked(),
            beware=verdict is not None and bool(verdict.fault),
            mistake=mistake,
            reviewing=progress,
            expert=after.expert if after else "",
            taken_back=session.client.taken_back,
            day_line=self._day_line,
            evening=_evening(session),
            ladder=ladder,
        )

    def body(self) -> Iterable[Widget]:
        yield Static(self._above(), id="rematch-line", markup=False)
        yield from super().body()

    async def on_mount(self) -> None:
        """Remember the next rung of a ladder, so that this page may be left."""
        if isinstance(self._session.start, StartLadder):
            following = noted(_next_rung(self._session, self._result))
            await kozyr_of(self).change_settings(ladder=following)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        # A replay over this page has continued the review, as far as it was watched.
        self._complete()

    def tell(self, text: str) -> bool:
        """Show a sentence for a while above the page, with the proposals to play again."""
        self._told = text
        if text:
            self.set_timer(_TOLD_SECONDS, partial(self._forget, text))
        self._propose()
        return True

    def _forget(self, text: str) -> None:
        if self._told == text:
            self.tell("")

    def _propose(self) -> None:
        for line in self.query("#rematch-line").results(Static):
            line.update(self._above())

    def _above(self) -> str:
        return "\n".join(filter(None, (self._told, _proposal(self._session))))

    def receive(self, event: ClientEvent) -> None:
        """Follow the proposals to play again, and the players who leave."""
        if isinstance(event, RoomChanged):
            self._propose()
            self.show(self.match)
            self.refresh_bindings()
        elif isinstance(event, Refusal):
            self.notify(refusal_said(event), severity="warning")

    def tell_deal(self) -> None:
        """Tell how the match was dealt, as far as it has been checked."""
        self.show(self._summed_up())

    def tell_record(self) -> None:
        """Offer to watch the match again as soon as its record exists."""
        self.show(self.match)
        self._complete()

    def reword(self) -> None:
        self.match = self._summed_up()

    def _complete(self) -> None:
        """Read the record for the unseen part of the match, and for the costliest mistake."""
        path, after = record_of(self._session, self._result), self._after
        running = self._reading is not None and not self._reading.is_finished
        done = after is not None and after.complete
        if path is not None and not (running or done) and self._session.phase != "playing":
            self._reading = self.run_worker(self._read(path), group=_RECORD, exclusive=True)

    async def _read(self, path: Path) -> None:
        alone = self._session.alone
        self._day_line = await asyncio.to_thread(line_of_day, path) if alone else ""
        self._after = AfterMatch(path, self._view.seat, alone=alone)
        await self._after.run(self._tell)

    def _tell(self, news: News) -> None:
        """Show the summary as known by now; with another choice it is laid out anew."""
        replay = self._after.replay if self._after is not None else None
        anew = news == "review" and _again(self._after) is not None
        if news == "record" and replay is not None:
            if self.match.summary.first != 1:  # the beginning was not seen
                self._seen, anew = events_of(replay), True
            anew = anew or bool(self._day_line)
        self.show(self._summed_up(), anew=anew)
        if anew:
            self.refresh_bindings()

    def entries(self) -> list[tuple[str, str]]:
        session = self._session
        again = []
        if isinstance(session.start, StartLadder):
            following = _next_rung(session, self._result)
            said = t("the ladder again")
            if following is not None:
                said = t("the next rung: {level}", level=level_name(following.level))
            again = [("rung", said)]
        elif isinstance(session.start, StartSolo):
            again = [("again", t("play again"))]
        else:
            # A watcher may find a free seat in the waiting room.
            rematches = _rematches(session) if session.client.seat is not None else []
            if session.client.can_change_game:
                rematches.append(("game", t("another game in this room")))
            again = [*rematches, ("room", t("to the waiting room"))]
            if _has_evening(session):
                again.append(("evening", t("the evening")))
        watch = []
        if record_of(self._session, self._result):
            watch = [("replay", deciding_said(self.match) or t("watch it again"))]
        if _again(self._after) is not None:
            watch.append(("try", t("play the costliest decision again")))
        look, *copy = super().entries()
        return [look, *again, *watch, *copy, ("leave", t("leave the table"))]

    def action_again(self) -> None:
        """Play again: alone at once, at a table with others as soon as all agree.

        On a ladder that is the next match or, after the last one, the first of a new ladder.
        """
        start = self._session.start
        if isinstance(start, StartLadder):
            following = _next_rung(self._session, self._result)
            kozyr_of(self).navigator.go(following or start_of_ladder(start.game, start.name))
        elif self._session.alone:
            self.dismiss("again")
        elif is_ready(self._session):
            self._session.send(self._session.client.ready(False))
        else:
            self._session.send(Rematch())

    def action_try_again(self) -> None:
        """Play the costliest decision again, against bots."""
        if (start := _again(self._after)) is not None:
            kozyr_of(self).navigator.go(start)

    def action_evening(self) -> None:
        """Show the evening at this table."""
        open_evening(kozyr_of(self), self._session)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the actions that are possible now."""
        if action == "again" and self._session.client.seat is None:
            return False
        if action == "evening" and not _has_evening(self._session):
            return False
        if action == "try_again" and _again(self._after) is None:
            return False
        return super().check_action(action, parameters)

    def meaning_of(self, binding: Binding) -> str:
        """Name the meaning of a key: on a ladder, there is the next rung to play."""
        if binding.action == "again" and isinstance(self._session.start, StartLadder):
            following = _next_rung(self._session, self._result)
            return "the next rung" if following is not None else "the ladder again"
        return super().meaning_of(binding)

    def choose(self, answer: str) -> None:
        """Carry out a choice: a replay lies over this page, others close it with the answer."""
        if answer == "try":
            self.action_try_again()
            return
        if answer in ("same", "rotate"):
            self._session.send(Rematch(answer == "rotate"))
            return
        if answer in ("unready", "rung"):
            self.action_again()
            return
        if answer == "evening":
            self.action_evening()
            return
        path = record_of(self._session, self._result) if answer == "replay" else None
        if path is None:
            super().choose(answer)
            return
        from tui.replay.screen import open_replay  # rarely needed

        self.workers.cancel_group(self, _RECORD)  # the replay has its own review
        turning, unit = self.match.summary.turning, self.match.summary.unit
        open_replay(kozyr_of(self), path, part=(unit, turning.number) if turning else None)
