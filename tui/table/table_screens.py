"""The screens of the application's table: opened and closed as its events require.

Imported with the first table: the home screen does without the network and without boards.
"""

from typing import Any, Final

from textual.screen import Screen

from net.client import events
from net.installation import load_soon
from net.lan.addresses import address_name
from tui.language.text import t
from tui.lessons.offer import note_offered
from tui.lessons.screen import LessonScreen
from tui.program import Program, screen_class
from tui.room import hosts
from tui.room.people_screen import (
    SeatQuestions,
    follow_question,
    open_movers,
    renew_questions,
)
from tui.room.screen import RoomScreen
from tui.room.table_code import ask_for_code
from tui.room.words import game_changed_said
from tui.screens.home import HomeScreen
from tui.short_matches import noted
from tui.start import StartJoin, StartLadder, StartPractice
from tui.table.deal_words import NUMBER_REUSED, RECORD_MISFIT
from tui.table.last_page import LastPage
from tui.table.questions import HostQuestions, offer_to_watch, say_why
from tui.table.screen import TableScreen
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen

DRAWING: Final = ("tui.boards", "tui.room", "tui.summary", "tui.table")
"""Packages that the screens of a table may need later."""


class TableScreens:
    """Opens and closes the screens that follow a table, and passes events to them."""

    def __init__(self, app: Program) -> None:
        self._app = app
        self.questions = HostQuestions(app)
        self._requests = SeatQuestions(app)
        self._given = False
        """Whether the owner has just given a seat to this player, who is watching."""
        self._below: Screen[Any] | None = None
        """The page from which a decision is being played again, over all that is behind it."""

    async def receive(self, session: TableSession, event: events.ClientEvent) -> None:
        """Open the screens that an event calls for, and pass it to those that are open."""
        if not isinstance(session.start, StartPractice):
            self._below = None
        elif self._below is None:
            self._below = self._app.screen
        match event:
            case events.Position():
                pass  # the most frequent event, only for the screens
            case events.RoomChanged():
                await self._follow_phase(session)
                await follow_question(self._app, session)
                self._requests.follow(session)
                renew_questions(self._app)
            case events.CodeWanted(wrong=wrong):
                ask_for_code(self._app, session, wrong=wrong)
            case events.NotSeated():
                offer_to_watch(self._app, session, event)
            case events.HostingWanted():
                self.questions.ask_here(session, event)
            case events.TableStays():
                self.questions.withdraw_here()
                self._app.notify(hosts.not_here_said(), timeout=10)
            case events.HostLost(offer=offer):
                self.questions.ask_where(session, offer)
            case events.SeatGiven():
                self._given = True
            case events.SatDown(seat=int()) if self._given:
                self._given = False
                await self._replace(_screen_of(session))
                self._app.notify(t("The owner has given you a seat"))
            case events.GameChanged(old_seat=before, seat=seat) if seat != before or not isinstance(
                self._app.screen, RoomScreen
            ):
                self._app.notify(game_changed_said(event), timeout=15)
            case events.MatchChecked():
                self._say_deals(session, beware=bool(event.fault))
            case events.RecordFiled():
                self._say_record(event)
            case _:
                self._notify(session, event)
        for screen in self._own():
            if isinstance(screen, BaseScreen):
                screen.receive(event)

    def _notify(self, session: TableSession, event: events.ClientEvent) -> None:
        """Tell the player of a table that continues elsewhere, or does not."""
        match event:
            case events.NotGoneOn():
                self._app.notify(hosts.not_gone_on_said(event), severity="error", timeout=15)
            case events.FoundElsewhere():
                self._app.notify(hosts.elsewhere_said(event), timeout=30)
            case events.TableMoved():
                self._app.notify(hosts.moved_said(event, session.client), timeout=10)

    def _say_deals(self, session: TableSession, *, beware: bool) -> None:
        """At the end of a match, say how it was dealt; at any time, that a deal is wrong."""
        for screen in self._summaries():
            screen.tell_deal()
        if beware:
            self._app.notify(session.deal_checked(), severity="error", timeout=30)

    def _say_record(self, filed: events.RecordFiled) -> None:
        """Offer the record at the end of a match; warn the player about a wrong one."""
        for screen in self._summaries():
            screen.tell_record()
        if filed.reused or not filed.fits:
            said = t(NUMBER_REUSED if filed.fits else RECORD_MISFIT)
            self._app.notify(said, severity="warning", timeout=15)

    async def _follow_phase(self, session: TableSession) -> None:
        """Show the room before a match and the table from then on; a lesson gives way to it."""
        following = [each for each in self._own() if isinstance(each, (RoomScreen, TableScreen))]
        here = next(iter(following), None)
        in_room = any(isinstance(screen, RoomScreen) for screen in following)
        # After a match, players meet in the waiting room again, in front of the table as it lies.
        over = session.phase == "playing" and (in_room or bool(self._summaries()))
        # Other house rules end a finished match; a player may still be looking at its end.
        view = session.client.view
        looking = here is not None and view is not None and view.result is not None
        if session.phase == "gathering" and not in_room and not looking:
            await self._replace(RoomScreen(session))
        elif session.phase != "gathering" and (over or not _shows(here, session)):
            learning = any(isinstance(screen, LessonScreen) for screen in self._app.screen_stack)
            await self._replace(TableScreen(session))
            if learning:
                self._app.notify(
                    t("The match begins; you will find the lessons on the home screen.")
                )
            seated = session.client.seated
            if seated is not None and seated.seat is not None:
                await note_offered(self._app, seated.game)
            if seated is not None and isinstance(session.start, StartLadder):
                await self._app.change_settings(ladder=noted(session.start, seated.table))

    async def _replace(self, screen: RoomScreen | TableScreen) -> None:
        """Open a screen in place of all but the first, which is out of sight meanwhile."""
        with self._app.batch_update():
            await self._close_own()
            await self._app.push_screen(screen)
        seated = screen.session.client.seated
        if screen.session.stay is None and seated is not None:
            load_soon([seated.game], (*DRAWING, f"tui.games.{seated.game}"))

    async def leave(self, session: TableSession) -> None:
        """Go home, or back to the page from which a decision was played again.

        A player without a seat goes back to the list of tables, if that is open. Guests never do:
        they know only one table, and must not load the search for others.
        """
        if session.client.seated is None and session.stay is None:
            tables = screen_class("tables")
            if any(isinstance(screen, tables) for screen in self._app.screen_stack):
                while not isinstance(self._app.screen, tables):
                    await self._app.pop_screen()
                return
        await self._close_own()
        self._below = None

    def ask_mover(self, session: TableSession) -> None:
        """Ask to whose computer the table should move."""
        open_movers(self._app, session)

    def say_why(self, session: TableSession) -> None:
        """Say why the host ended the connection."""
        say_why(self._app, session)

    def say_patience(self, session: TableSession) -> None:
        """Tell a waiting player that no host has answered yet."""
        start = session.start
        if self._app.navigator.session is not session or session.client.connected:
            return
        if isinstance(start, StartJoin) and start.address is not None:
            where = address_name(*start.address)
            said = t("No answer from {address} yet; Esc stops waiting", address=where)
            self._app.notify(said, timeout=4)

    def offer_unfinished(self) -> None:
        """Offer the match just left on the home screen, if it can be resumed."""
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.renew()

    def _summaries(self) -> list[LastPage]:
        """Return the last pages of a match that are open."""
        return [screen for screen in self._own() if isinstance(screen, LastPage)]

    def _own(self) -> list[Screen[Any]]:
        """Return the screens of this table: those in front of the page below, or all of them."""
        stack = list(self._app.screen_stack)
        return stack[stack.index(self._below) + 1 :] if self._below in stack else stack

    async def _close_own(self) -> None:
        """Close everything in front of the home screen, or of the page below."""
        app = self._app
        while len(app.screen_stack) > 1 and not isinstance(app.screen, HomeScreen):
            if app.screen is self._below:
                return
            await app.pop_screen()


def _screen_of(session: TableSession) -> RoomScreen | TableScreen:
    return TableScreen(session) if session.phase == "playing" else RoomScreen(session)


def _shows(screen: RoomScreen | TableScreen | None, session: TableSession) -> bool:
    """Tell whether a screen shows the table of the present game."""
    return isinstance(screen, TableScreen) and screen.game is session.client.match_game
