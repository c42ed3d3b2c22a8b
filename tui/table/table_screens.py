"""The screens of a table on the application's stack: the room before a match, then the table.

Screens are imported when they are opened: together they take as long as Textual itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.language.text import t
from tui.screens.home import HomeScreen
from tui.widgets.page import Page

if TYPE_CHECKING:
    from net.client.happenings import SeatHappening
    from tui.program import Program
    from tui.screens.room import RoomScreen
    from tui.table.match_over import MatchOver
    from tui.table.screen import TableScreen
    from tui.table.session import TableSession


class TableScreens:
    """Opens, tells and closes the screens that follow a table."""

    def __init__(self, app: Program) -> None:
        self._app = app

    def tell(self, happening: SeatHappening) -> None:
        """Pass a happening to every screen that is open."""
        for screen in self._app.screen_stack:
            if isinstance(screen, Page):
                screen.heard(happening)

    async def follow_phase(self, session: TableSession) -> None:
        """Show the room before a match and the table from then on; a lesson gives way to it."""
        from tui.lessons.offer import note_offered
        from tui.lessons.screen import LessonScreen
        from tui.screens.room import RoomScreen
        from tui.table.screen import TableScreen

        following = self._following()
        here = next(iter(following), None)
        in_room = any(isinstance(screen, RoomScreen) for screen in following)
        # After a match people meet in the waiting room again, in front of the table as it lies.
        over = session.phase == "playing" and (in_room or bool(self.last_pages()))
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

    async def _replace(self, screen: Page) -> None:
        """Open a screen in place of all but the first, which is out of sight meanwhile."""
        with self._app.batch_update():
            await self._to_home()
            await self._app.push_screen(screen)

    def last_pages(self) -> list[MatchOver]:
        """Return the last pages of a match that are open."""
        from tui.table.match_over import MatchOver

        return [screen for screen in self._app.screen_stack if isinstance(screen, MatchOver)]

    def open_room(self, session: TableSession) -> None:
        """Go back to the waiting room."""
        from tui.screens.room import RoomScreen

        self._app.push_screen(RoomScreen(session))

    async def leave(self, session: TableSession) -> None:
        """Go home; without a seat, back to the list of tables if the player came from there.

        Guests never do: they know one table, and may not load what finds others.
        """
        if session.client.seated is None and session.stay is None:
            from tui.screens.tables import TablesScreen  # loads mDNS, which is rarely needed

            if any(isinstance(screen, TablesScreen) for screen in self._app.screen_stack):
                while not isinstance(self._app.screen, TablesScreen):
                    await self._app.pop_screen()
                return
        await self._to_home()

    def offer_unfinished(self) -> None:
        """Offer the match just left on the home screen, if it can be resumed."""
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.renew()

    def _following(self) -> list[RoomScreen | TableScreen]:
        """Return the screens that follow a table, the lowest first."""
        from tui.screens.room import RoomScreen
        from tui.table.screen import TableScreen

        return [s for s in self._app.screen_stack if isinstance(s, (RoomScreen, TableScreen))]

    async def _to_home(self) -> None:
        """Close everything in front of the home screen."""
        while len(self._app.screen_stack) > 1 and not isinstance(self._app.screen, HomeScreen):
            await self._app.pop_screen()
