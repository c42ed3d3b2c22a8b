"""The last page of a match at the table where it was played: watch it again, play another."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker

from core.game import Event, Result
from core.review.decision import Decision
from net.client.events import ClientEvent, Refusal, RoomChanged
from net.wire.to_host import Rematch
from tui.ladder import climbed, ladder_said, next_start
from tui.language.games import level_name
from tui.language.text import t
from tui.program import kozyr_of
from tui.replay.cursor import start_again
from tui.review.after_match import AfterMatch, read_record, record_of
from tui.review.same_cards import expert_points, expert_said
from tui.room.texts import evening_of, is_ready
from tui.room.words import refusal_said, rematch_said, same_players
from tui.start import StartLadder, StartSolo
from tui.summary.screen import SummaryScreen
from tui.summary.words import Ending, deciding_said, ending, events_of
from tui.table.session import TableSession
from tui.today import line_of_day

_RECORD: Final = "record"
"""The group of the worker that reads and reviews the record; it ends with the page."""


@dataclass(slots=True)
class Learnt:
    """The match as it is known by now: as it was seen, later from its record and the review."""

    session: TableSession
    view: Any
    events: Sequence[Event]
    review: AfterMatch | None = None
    day_line: str = ""
    expert: str = ""
    """The result of an expert with the same cards, as a sentence."""
    complete: bool = False
    """Whether the record has been read and reviewed to its end."""

    @property
    def costliest(self) -> Decision | None:
        """The decision that can be played again: at a table with others a replay offers that."""
        return self.review.costliest if self.review is not None and self.session.alone else None

    def summed_up(self) -> Ending:
        """Sum the match up."""
        session, deals = self.session, self.session.client.deals
        assert session.client.seated is not None, "a match is over only at a table"
        match = ending(session.client.seated.game, session.players, self.view, self.events)
        verdict = None if deals is None else deals.match.verdict
        mistake, progress = self.review.said if self.review else ("", "")
        return replace(
            match,
            deal_check=session.deal_checked(),
            beware=verdict is not None and bool(verdict.fault),
            mistake=mistake,
            reviewing=progress,
            expert=self.expert,
            taken_back=session.client.taken_back,
            day_line=self.day_line,
            evening=_evening(session),
            ladder=self._ladder(match.result),
        )

    def _ladder(self, result: Result) -> tuple[str, ...]:
        start, seat = self.session.start, self.view.seat
        if not isinstance(start, StartLadder) or seat is None:
            return ()
        return ladder_said(climbed(start, result, seat))


def _evening(session: TableSession) -> tuple[str, ...]:
    """Word the result of all matches at this table; none after the first."""
    room = session.client.room
    played = max((line.matches for line in room.evening), default=0) if room else 0
    return tuple(evening_of(session)) if played > 1 else ()


def _proposal(session: TableSession) -> str:
    """Name the players who want to play again; "" if none does."""
    room = session.client.room
    return rematch_said(room) if room is not None and not session.alone else ""


def _rematches(session: TableSession) -> list[tuple[str, str]]:
    """Offer a rematch with the same players: the one proposed, if there is a proposal."""
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


class LastPage(SummaryScreen):
    """Returns "again", "room", "look" or "leave"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "again", "play again", key_display="a", id="again"),
        Binding("t", "try_again", "retry", key_display="t", id="try_again"),
    ]

    def __init__(self, session: TableSession, result: Result) -> None:
        self._session = session
        self._result = result
        self._learnt = Learnt(session, session.client.view, session.events.seen)
        self._reading: Worker[None] | None = None
        super().__init__(self._learnt.summed_up())

    def body(self) -> Iterable[Widget]:
        yield Static(_proposal(self._session), id="rematch-line", markup=False)
        yield from super().body()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        # A replay over this page has continued the review, as far as it was watched.
        self._complete()

    def receive(self, event: ClientEvent) -> None:
        """Follow the proposals to play again, and the players who leave."""
        if isinstance(event, RoomChanged):
            for line in self.query("#rematch-line").results(Static):
                line.update(_proposal(self._session))
            self.show(self.match)
            self.refresh_bindings()
        elif isinstance(event, Refusal):
            self.notify(refusal_said(event), severity="warning")

    def tell_deal(self) -> None:
        """Tell how the match was dealt, as far as it is checked by now."""
        self.show(self._learnt.summed_up())

    def tell_record(self) -> None:
        """Offer to watch the match again as soon as its record is there."""
        self.show(self.match)
        self._complete()

    def reword(self) -> None:
        self.match = self._learnt.summed_up()

    def _complete(self) -> None:
        """Read the record for the part of the match that was not seen, and for the costliest
        mistake.
        """
        path = self._record()
        running = self._reading is not None and not self._reading.is_finished
        if path is None or running or self._learnt.complete or self._session.phase == "playing":
            return
        self._reading = self.run_worker(self._read(path), group=_RECORD, exclusive=True)

    async def _read(self, path: Path) -> None:
        learnt, alone = self._learnt, self._session.alone

        def tell(*, anew: bool = False) -> None:
            """Show the summary as it is known by now; `anew` if there is one choice more."""
            self.show(learnt.summed_up(), anew=anew)

        replay = await read_record(path)
        if replay is None:
            return  # the page keeps to the part that was seen
        learnt.day_line = await asyncio.to_thread(line_of_day, path) if alone else ""
        if learnt.day_line:
            tell(anew=True)
        if self.match.summary.first != 1:
            learnt.events = events_of(replay)
            tell(anew=True)
        seat = learnt.view.seat
        learnt.review = AfterMatch(replay, seat)
        await learnt.review.run(path, tell)
        if learnt.costliest is not None:
            tell(anew=True)
            self.refresh_bindings()
        points = await expert_points(path) if alone and seat is not None else None
        if points is not None:
            learnt.expert = expert_said(points, self._result.totals[seat])
            tell()
        learnt.complete = True

    def entries(self) -> list[tuple[str, str]]:
        session = self._session
        again = []
        following = self._next_rung()
        if following is not None:
            said = t("the next rung: {level}", level=level_name(following.level))
            again = [("rung", said)]
        elif isinstance(session.start, StartSolo):
            again = [("again", t("play again"))]
        else:
            # A watcher may find a free seat in the waiting room.
            rematches = _rematches(session) if session.client.seat is not None else []
            again = [*rematches, ("room", t("to the waiting room"))]
        watch = []
        if self._record():
            watch = [("replay", deciding_said(self.match) or t("watch it again"))]
        if self._learnt.costliest is not None:
            watch.append(("try", t("play the costliest decision again")))
        look, *copy = super().entries()
        return [look, *again, *watch, *copy, ("leave", t("leave the table"))]

    def _next_rung(self) -> StartLadder | None:
        """Return the next match of a ladder; None without one."""
        start, seat = self._session.start, self._learnt.view.seat
        if not isinstance(start, StartLadder) or seat is None:
            return None
        return next_start(start, self._result, seat)

    def action_again(self) -> None:
        """Play again: alone at once, at a table with others as soon as all agree."""
        following = self._next_rung()
        if following is not None:
            kozyr_of(self).navigator.go(following)
        elif self._session.alone:
            self.dismiss("again")
        elif is_ready(self._session):
            self._session.send(self._session.client.ready(False))
        else:
            self._session.send(Rematch())

    def _record(self) -> Path | None:
        return record_of(self._session, self._result)

    def action_try_again(self) -> None:
        """Play the costliest decision again, against bots."""
        path, costliest, review = self._record(), self._learnt.costliest, self._learnt.review
        if path is not None and costliest is not None and review is not None:
            kozyr_of(self).navigator.go(start_again(review.replay, path, costliest))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the actions that are possible by now."""
        if action == "again" and self._session.client.seat is None:
            return False
        if action == "try_again" and self._learnt.costliest is None:
            return False
        return super().check_action(action, parameters)

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
        path = self._record() if answer == "replay" else None
        if path is None:
            super().choose(answer)
            return
        from tui.replay.screen import open_replay  # rarely needed

        self.workers.cancel_group(self, _RECORD)  # the replay has a review of its own
        turning, unit = self.match.summary.turning, self.match.summary.unit
        open_replay(kozyr_of(self), path, part=(unit, turning.number) if turning else None)
