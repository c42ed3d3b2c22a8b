"""What the owner of a table does about its seats in the waiting room, and the start."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.bots import levels
from core.game import Seat
from net.wire.to_host import Clear, Fill, Start
from tui.language.games import no_bots
from tui.language.rule_names import level_name
from tui.language.text import t, tn
from tui.language.words import as_sentence, player_said
from tui.screens.dialog import Question
from tui.screens.people import open_people, open_person
from tui.table.people import Person
from tui.table.room_seats import free_seats
from tui.table.session import TableSession
from tui.widgets.page import Page


class OwnerControls:
    """Fills and frees seats and starts the match; asks first, in front of a page."""

    def __init__(self, page: Page, session: TableSession, tell: Callable[[str], None]) -> None:
        """`tell` shows why something cannot be done."""
        self._page = page
        self._session = session
        self._tell = tell

    def start(self) -> None:
        """Start the match; ask what to do about free seats."""
        free = free_seats(self._session)
        if not free:
            self._session.send(Start())
            return
        question = as_sentence(tn("{n} seat is free", "{n} seats are free", free))
        answers = [("wait", t("wait for players")), ("fill", t("fill with bots and start"))]
        self._page.app.push_screen(Question(question, answers), self._start_answered)

    def _start_answered(self, answer: str | None) -> None:
        if answer == "fill":
            self.fill_all()
            self._session.send(Start())

    def fill_all(self) -> None:
        """Put bots on all free seats."""
        known = self._levels()
        if not known:
            return
        wanted = self._page.kozyr.settings.table.get("level")
        level = wanted if isinstance(wanted, str) and wanted in known else known[0]
        for seat, line in enumerate(self._session.seats):
            if not line.kind:
                self._session.send(Fill(seat, level))

    def change_seat(self, seat: Seat) -> None:
        """Ask who is to sit on a seat, or what to do about whoever does."""
        session, app = self._session, self._page.app
        line = session.seats[seat]
        if not session.client.owns:
            self._tell(t("only the owner of the table can do that"))
        elif not line.kind:
            known = [(level, level_name(level)) for level in self._levels()]
            if known:
                ask = Question(t("Who sits here?"), [("", t("leave it free")), *known])
                app.push_screen(ask, lambda level: self._fill(seat, level))
        elif seat == session.client.seat:
            open_people(self._page.kozyr, session)
        elif line.kind == "human" or line.away:
            open_person(self._page.kozyr, session, Person(line.name, seat))
        else:
            now = line.kind.removeprefix("bot:")
            others = [(level, level_name(level)) for level in self._levels() if level != now]
            answers = [("", t("leave it as it is")), ("clear", t("free the seat")), *others]
            question = f"{player_said(line.name, line.kind)}, {level_name(now)}"
            app.push_screen(Question(question, answers), lambda answer: self._change(seat, answer))

    def _levels(self) -> Sequence[str]:
        """List the bots of this game; if it has none, say so."""
        seated = self._session.client.seated
        known = levels(seated.game) if seated else ()
        if seated and not known:
            self._tell(no_bots(seated.game))
        return known

    def _fill(self, seat: Seat, level: str | None) -> None:
        if level:
            self._session.send(Fill(seat, level))

    def _change(self, seat: Seat, answer: str | None) -> None:
        """Free the seat of a bot, or give it to one of another level."""
        if answer:
            self._session.send(Clear(seat))
        if answer != "clear":
            self._fill(seat, answer)
