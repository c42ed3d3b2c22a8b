"""The full screen of a guest, and the screen that it begins with."""

import traceback
from pathlib import Path

from textual.widgets import Input, OptionList

from net.client.events import Dismissed, EveningTold
from net.guests import FAILED, PUT_OUT
from tui.app import KozyrApp
from tui.guest.stay import GuestStay
from tui.language.text import t
from tui.preferences.settings import Settings
from tui.program import EventReceived
from tui.room.evening import evening_kept
from tui.screens.home import HomeScreen
from tui.terminal.safe_exit import terminal_kept


class GuestApp(KozyrApp):
    """The application of a guest: everything in memory, one table, no job control."""

    CSS_PATH = str(Path(__file__).resolve().parents[1] / "app.tcss")

    def __init__(self, settings: Settings, stay: GuestStay) -> None:
        super().__init__(settings, stay.start, None)
        self.stay = stay
        self._report = stay.report
        self._state: dict[str, bool] = {}

    def post_display_hook(self) -> None:
        """Report the guest's state to the gateway: the page on a phone opens its keyboard by it."""
        session = self.navigator.session
        state = {
            "typing": isinstance(self.focused, Input),
            "turn": session is not None and session.client.my_turn,
            "playing": session is not None and session.phase == "playing",
        }
        if state != self._state:
            self._state = state
            self._report(state=state)

    def on_event_received(self, message: EventReceived) -> None:  # type: ignore[override]  # both run
        """Report to the gateway what it has to tell the guest at the end: the evening, a ban."""
        event = message.event
        if isinstance(event, EveningTold) and event.matches:
            session = self.navigator.session
            seated = None if session is None else session.client.seated
            table = "" if seated is None else seated.table_name
            self._report(evening=evening_kept(event.matches, table, self.size.width))
        if isinstance(event, Dismissed) and event.code in PUT_OUT:
            self._report(put_out=event.code)
        elif isinstance(event, Dismissed) and event.code == "moved":
            self._report(moved=event.facts.get("address", ""))
            self.exit()  # no guest's program can reach another computer

    def home(self) -> HomeScreen:
        """Return the first screen."""
        return GuestHomeScreen()

    def action_suspend_process(self) -> None:
        """Do nothing: a guest has no shell that could resume the program."""


class GuestHomeScreen(HomeScreen):
    """The screen of a guest who is not at the table."""

    COUNTS_TABLES = False
    HELP_TEXT = (
        "You are a guest: the table is on another computer, which draws this screen for you.\n"
        "Choose with the arrows and Enter, with the digit before a line, or with a click. "
        "What you change in the settings holds until you leave."
    )

    def _entries(self) -> list[tuple[str, str]]:
        return [
            ("sit", t("to the table")),
            ("learn", t("learn a game")),
            ("rules", t("rules")),
            ("settings", t("settings")),
            ("quit", t("quit")),
        ]

    def _look_for_unfinished(self) -> None:
        """Do nothing: a guest has no matches here."""

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        # This screen also comes to the front between the waiting room and the table.
        if self.kozyr.stay is not None and self.kozyr.navigator.session is None:
            self.kozyr.stay.report(at_table=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == "sit":
            event.stop()
            event.prevent_default()
            self.kozyr.begin(self.kozyr.begin_with)


def draw(stay: GuestStay, settings: Settings) -> int:
    """Run the full screen until the guest leaves or disconnects; return the exit code."""
    app = GuestApp(settings, stay)
    with terminal_kept():
        app.run(mouse=settings.mouse)
    if (error := getattr(app, "_exception", None)) is not None:
        stay.report(trouble="".join(traceback.format_exception(error))[-4000:])
        return FAILED  # the gateway tells the guest
    return app.return_code or 0
