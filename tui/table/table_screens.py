"""The screens of the table that the application is at: opened, told and closed as the host tells.

Imported with the first table: the home screen does without the network and without boards.
"""

from dataclasses import replace
from typing import Any, Final

from textual.screen import Screen

from net.branch.company import Offer
from net.client import events
from net.lan.addresses import address_name
from net.way.for_later import load_soon
from net.way.table_link import TableLink
from tui.language.text import t
from tui.language.words import as_sentence
from tui.lessons.offer import note_offered
from tui.lessons.screen import LessonScreen
from tui.opening import open_doctor, screen_class
from tui.preferences.settings import player_name
from tui.program import Program
from tui.room import going_on
from tui.room.are_you_there import follow_question
from tui.room.moving import asked_said, elsewhere_said, moved_said, not_here_said
from tui.room.people_screen import open_movers
from tui.room.screen import RoomScreen
from tui.room.table_code import ask_for_code
from tui.room.words import come_back_said, refusal_said
from tui.screens.dialog import Question
from tui.screens.home import HomeScreen
from tui.start import StartJoin, StartPractice
from tui.table.deal_words import NUMBER_REUSED, RECORD_MISFIT
from tui.table.match_over import MatchOver
from tui.table.screen import TableScreen
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen

NOT_REACHED: Final = ("unreachable", "unnamed", "unreadable")
"""Ends of an attempt to join that a new try may mend; `tui.doctor` can say more about them."""

KEEP: Final = "keep"
"""The answer that leaves a match without its host for another day."""


DRAWING: Final = ("tui.boards", "tui.room", "tui.summary", "tui.table")
"""Packages that the screens of a table may need later."""


class TableScreens:
    """Opens, tells and closes the screens that follow a table."""

    def __init__(self, app: Program) -> None:
        self._app = app
        self._given = False
        """Whether the owner has just given a seat to this player, who watches."""
        self._asked_where: Question | None = None
        """The question where to go on without the host, while it is open."""
        self._asked_to_host: Question | None = None
        """The question whether the table may come to this computer, while it is open."""
        self._offered: Offer | None = None
        """What may be chosen now."""
        self._below: Screen[Any] | None = None
        """The page from which a decision is being played again, with all that is behind it."""

    async def receive(self, session: TableSession, event: events.ClientEvent) -> None:
        """Open the screens that an event calls for, and pass it to those that are open."""
        if not isinstance(session.start, StartPractice):
            self._below = None
        elif self._below is None:
            self._below = self._app.screen
        match event:
            case events.RoomChanged():
                await self.follow_phase(session)
                await follow_question(self._app, session)
            case events.CodeWanted(wrong=wrong):
                ask_for_code(self._app, session, wrong=wrong)
            case events.NotSeated():
                self._offer_to_watch(session, event)
            case events.HostingWanted():
                self._ask_to_host(session, event)
            case events.TableStays():
                self._ask_to_host_no_more()
                self._app.notify(not_here_said(), timeout=10)
            case events.HostLost(offer=offer):
                self._ask_where_to_go_on(session, offer)
            case events.NotGoneOn():
                self._app.notify(going_on.not_gone_on_said(event), severity="error", timeout=15)
            case events.FoundElsewhere():
                self._app.notify(elsewhere_said(event), timeout=30)
            case events.TableMoved():
                self._app.notify(moved_said(event, session.client), timeout=10)
            case events.SeatGiven():
                self._given = True
            case events.SatDown(seat=int()) if self._given:
                self._given = False
                await self._sit(session)
            case events.MatchChecked():
                self._say_deals(session, beware=bool(event.fault))
            case events.RecordFiled():
                self._say_record(event)
            case _:
                pass
        self.tell_screens(event)

    def _ask_to_host(self, session: TableSession, wanted: events.HostingWanted) -> None:
        """Ask the player whether the table may come to this computer."""
        link = session.link
        if not isinstance(link, TableLink):
            return

        def answered(answer: str | None) -> None:
            if answer is None:
                return  # there is nothing to ask any more
            self._asked_to_host = None
            if link.client.incoming.attempt == wanted.attempt and answer:
                self._app.run_worker(link.agree(), group="moving", exit_on_error=False)
            elif link.client.incoming.attempt == wanted.attempt:
                link.decline()

        self._ask_to_host_no_more()
        question, text = asked_said(link.client)
        self._app.call_to_table(question)
        answers = [("", t("no")), ("yes", t("yes"))]
        self._asked_to_host = Question(question, answers, text)
        self._app.push_screen(self._asked_to_host, answered)

    def _ask_to_host_no_more(self) -> None:
        """Take the question whether the table may come here away, if it is asked."""
        asked, self._asked_to_host = self._asked_to_host, None
        if asked is not None and asked.is_attached:
            asked.dismiss(None)

    def choose_computer(self, session: TableSession) -> None:
        """Have the owner choose to whose computer the table moves."""
        open_movers(self._app, session)

    def ask_again_where_to_go_on(self, session: TableSession) -> None:
        """Ask anew whether to go on without the host, as the player wants."""
        self._ask_where_to_go_on(session, session.offer, wanted=True)

    def _ask_where_to_go_on(
        self, session: TableSession, offer: Offer | None, *, wanted: bool = False
    ) -> None:
        """Ask how to go on now that the host is lost, and again when there is more to choose."""
        link, client, asked = session.link, session.client, self._asked_where
        if asked is not None and not asked.is_attached:
            asked = None
        before, self._offered = self._offered, offer
        if not isinstance(link, TableLink) or offer is None:
            self._ask_no_more()
            return
        if asked is None and not wanted and not going_on.is_news(offer, before):
            return

        def answered(answer: str | None) -> None:
            if answer is None:
                return  # there is nothing to ask any more
            self._asked_where, now = None, self._offered
            if answer == KEEP:
                self._app.notify(going_on.kept_said(client), timeout=15)
                self._app.navigator.leave(give_up=False)
            elif answer and (now is None or not going_on.choose(link, now, client, int(answer))):
                self._app.notify(t("That is not possible any more"), severity="warning")

        question, text = going_on.lost_said(offer, client)
        self._app.call_to_table(question)
        answers = [("", t("wait"))]
        answers += [(str(seat), said) for seat, said in going_on.choices(offer, client)]
        if not offer.hosts:
            answers.append((KEEP, t("keep it for another day")))
        if asked is not None:
            asked.put(question, answers, text)
            return
        self._asked_where = Question(question, answers, text)
        self._app.push_screen(self._asked_where, answered)

    def _ask_no_more(self) -> None:
        """Take the question where to go on away, if it is asked."""
        asked, self._asked_where = self._asked_where, None
        if asked is not None and asked.is_attached:
            asked.dismiss(None)

    def _say_deals(self, session: TableSession, *, beware: bool) -> None:
        """Say at the end of a match how it was dealt, and at any time what is wrong there."""
        for screen in self.summaries():
            screen.tell_deal()
        if beware:
            self._app.notify(session.deal_checked(), severity="error", timeout=30)

    def _say_record(self, filed: events.RecordFiled) -> None:
        """Offer the record at the end of a match; warn the player about a wrong one."""
        for screen in self.summaries():
            screen.tell_record()
        if filed.reused or not filed.fits:
            said = t(NUMBER_REUSED if filed.fits else RECORD_MISFIT)
            self._app.notify(said, severity="warning", timeout=15)

    def say_patience(self, session: TableSession) -> None:
        """Tell a waiting player that nobody has answered yet."""
        start = session.start
        if isinstance(start, StartJoin) and start.address is not None:
            where = address_name(*start.address)
            said = t("No answer from {address} yet; Esc stops waiting", address=where)
            self._app.notify(said, timeout=4)

    def tell_screens(self, event: events.ClientEvent) -> None:
        """Pass an event to every screen that is open."""
        for screen in self._own():
            if isinstance(screen, BaseScreen):
                screen.receive(event)

    async def follow_phase(self, session: TableSession) -> None:
        """Show the room before a match and the table from then on; a lesson gives way to it."""
        following = self._following()
        here = next(iter(following), None)
        in_room = any(isinstance(screen, RoomScreen) for screen in following)
        # After a match people meet in the waiting room again, in front of the table as it lies.
        over = session.phase == "playing" and (in_room or bool(self.summaries()))
        # Other house rules end what is over; whoever still looks at how it ended goes on looking.
        view = session.client.view
        looking = here is not None and view is not None and view.result is not None
        if session.phase == "gathering" and not in_room and not looking:
            await self._replace(RoomScreen(session))
        elif session.phase != "gathering" and (over or not isinstance(here, TableScreen)):
            learning = any(isinstance(screen, LessonScreen) for screen in self._app.screen_stack)
            await self._replace(TableScreen(session))
            if learning:
                self._app.notify(
                    t("The match begins; you will find the lessons on the home screen.")
                )
            seated = session.client.seated
            if seated is not None and seated.seat is not None:
                await note_offered(self._app, seated.game)

    async def _sit(self, session: TableSession) -> None:
        """Show the room or the table anew to a watcher who has a seat now."""
        playing = session.phase == "playing"
        await self._replace(TableScreen(session) if playing else RoomScreen(session))
        self._app.notify(t("The owner has given you a seat"))

    async def _replace(self, screen: RoomScreen | TableScreen) -> None:
        """Open a screen in place of all but the first, which is out of sight meanwhile."""
        with self._app.batch_update():
            await self._close_own()
            await self._app.push_screen(screen)
        seated = screen.session.client.seated
        if screen.session.stay is None and seated is not None:
            load_soon([seated.game], (*DRAWING, f"tui.games.{seated.game}"))

    def summaries(self) -> list[MatchOver]:
        """Return the last pages of a match that are open."""
        return [screen for screen in self._own() if isinstance(screen, MatchOver)]

    def open_room(self, session: TableSession) -> None:
        """Go back to the waiting room."""
        self._app.push_screen(RoomScreen(session))

    async def leave(self, session: TableSession) -> None:
        """Go home, or back to the page from which a decision was played again; without a seat,
        back to the list of tables if the player came from there.

        Guests never do: they know one table, and may not load what finds others.
        """
        if session.client.seated is None and session.stay is None:
            tables = screen_class("tables")
            if any(isinstance(screen, tables) for screen in self._app.screen_stack):
                while not isinstance(self._app.screen, tables):
                    await self._app.pop_screen()
                return
        await self._close_own()
        self._below = None

    def offer_unfinished(self) -> None:
        """Offer the match just left on the home screen, if it can be resumed."""
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.renew()

    def _following(self) -> list[RoomScreen | TableScreen]:
        """Return the screens that follow a table, the lowest first."""
        return [screen for screen in self._own() if isinstance(screen, (RoomScreen, TableScreen))]

    def _own(self) -> list[Screen[Any]]:
        """Return the screens of this table: those in front of the page below, or all."""
        stack = list(self._app.screen_stack)
        return stack[stack.index(self._below) + 1 :] if self._below in stack else stack

    async def _close_own(self) -> None:
        """Close everything in front of the home screen, or of the page below."""
        app = self._app
        while len(app.screen_stack) > 1 and not isinstance(app.screen, HomeScreen):
            if app.screen is self._below:
                return
            await app.pop_screen()

    # --- what a player is asked who came to no table, or found no seat at it ---------------------

    def say_why(self, session: TableSession) -> None:
        """Say why the host ended the connection, and what can be done about it."""
        app = self._app
        dismissed, start = session.client.dismissed, session.start
        if dismissed is None or dismissed.code == "left":
            return
        reason = refusal_said(dismissed)
        if dismissed.code in NOT_REACHED and isinstance(start, StartJoin):
            self._offer_another_try(reason, start)
        elif dismissed.code == "stranger" and isinstance(start, StartJoin) and not start.anew:
            self._offer_to_come_anew(reason, start)
        elif dismissed.code == "given" and isinstance(start, StartJoin):
            self._offer_to_watch_instead(reason, session, start)
        else:
            app.notify(reason, severity="warning", timeout=15)

    def _offer_to_come_anew(self, reason: str, start: StartJoin) -> None:
        """Offer to come to a host that is not the one from before, which may be gone for good."""

        def answered(answer: str | None) -> None:
            if answer == "anew":
                self._app.navigator.go(replace(start, anew=True))

        text = t(
            "If the table has gone on without its host, this may be the new one. Ask the others: "
            "you come in to watch, and the owner gives you your seat."
        )
        answers = [("back", t("back")), ("anew", t("come in without the key"))]
        self._app.push_screen(Question(as_sentence(reason), answers, text), answered)

    def _offer_another_try(self, reason: str, start: StartJoin) -> None:
        """No table was reached: try again, or somewhere else, or find out why."""
        app = self._app
        where = address_name(*start.address) if start.address else ""

        def answered(answer: str | None) -> None:
            if answer == "again":
                app.navigator.go(start)
            elif answer == "address":
                tables = screen_class("tables")
                if isinstance(app.screen, tables):
                    app.screen.ask_address(where)
                else:
                    app.push_screen(tables(start.name, start.watch, start.code, where))
            elif answer == "doctor":
                open_doctor(app, start.address)

        answers = [("back", t("back")), ("again", t("try again"))]
        if app.stay is None:
            answers.append(("address", t("change the address")))
            answers.append(("doctor", t("find out what is wrong")))
        app.clear_notifications()  # the notice that nobody had answered is outdated
        app.push_screen(Question(as_sentence(reason), answers), answered)

    def _offer_to_watch_instead(self, reason: str, session: TableSession, start: StartJoin) -> None:
        """Offer a player whose seat somebody else has been given to watch, at the same table."""
        seated, room = session.client.seated, session.client.room
        if seated is not None and room is not None:
            start = replace(start, table_id=seated.table, code=room.code)

        def answered(answer: str | None) -> None:
            if answer == "watch":
                self._app.navigator.go(replace(start, watch=True))

        answers = [("watch", t("watch")), ("back", t("back"))]
        self._app.push_screen(Question(as_sentence(reason), answers), answered)

    def _offer_to_watch(self, session: TableSession, event: events.NotSeated) -> None:
        """Offer to watch, or go home, where there is no seat."""
        app, reason = self._app, refusal_said(event)
        if event.code not in ("full", "playing", "key"):
            app.notify(reason, severity="warning", timeout=15)
            app.navigator.leave(give_up=False)
            return

        def answered(answer: str | None) -> None:
            if answer == "watch":
                name, start = player_name(app.settings), session.start
                wanted = start.table_id if isinstance(start, StartJoin) else None
                session.send(session.client.join(name, wanted or "", watch=True))
            else:
                app.navigator.leave(give_up=False)

        text = come_back_said() if event.code == "playing" else ""
        answers = [("watch", t("watch")), ("back", t("back"))]
        app.push_screen(Question(as_sentence(reason), answers, text), answered)
