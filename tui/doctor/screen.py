"""The screen of the doctor: the reasons why tables are not found, or one cannot be joined."""

from collections.abc import Iterable
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from net.doctor.judging import Severity
from net.lan.addresses import AddressError, parse_address
from tui.doctor.report import MARKS, STEPS, Report, diagnose, of_table
from tui.language.text import t
from tui.language.words import refusal
from tui.screens.dialog import AskText
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen


class DoctorScreen(BaseScreen):
    """Examines the network and shows the findings, the likely cause first."""

    HEADING = "Why tables are not found"
    HELP_TEXT = (
        "Kozyr looks at the networks of this computer, sends announcements as tables do, tries "
        "the port of a table as others would, and checks which firewalls are on. It changes "
        "nothing and needs no administrator rights.\n✗ is in the way, ! may be, ✓ works; the "
        "line after an arrow is the next step to try. The last line is what always works: the "
        "address to type.\nRun it on the host's computer too. A (or F6) looks into one address "
        "that cannot be joined, R (or F5) looks again; 'kozyr doctor' does the same without "
        "this screen."
    )
    AUTO_FOCUS = "#examined"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6,a", "address", "look into an address", id="address"),
        Binding("f5,r", "again", "look again", id="look_again"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self, target: tuple[str, int] | None, session: TableSession | None) -> None:
        """Examine the way to an address; without one, to the player's table."""
        super().__init__()
        found, self._port = of_table(session)
        self._target = target or found
        self.report: Report | None = None
        """The findings; None while the examination runs."""
        self._done = 0

    def body(self) -> Iterable[Widget]:
        yield Static(t("Why tables are not found"), classes="heading", markup=False)
        with VerticalScroll(id="examined"):
            yield Static(self._words(), id="report", markup=False)

    def on_mount(self) -> None:
        self._examine()

    @work(exclusive=True, group="doctor", exit_on_error=False)
    async def _examine(self) -> None:
        self.report, self._done = None, 0
        self.show()
        self.report = await diagnose(self._target, self._port, self._stepped)
        self.show()

    def _stepped(self, done: int) -> None:
        self._done = done
        self.show()

    # --- showing ----------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the progress of the examination, or its result."""
        if self.is_mounted and self.query("#report"):
            self.query_one("#report", Static).update(self._words())

    def _words(self) -> RenderableType:
        report = self.report
        if report is None:
            return Text(
                t("Examining the network; this takes some seconds …") + f"\n\n{self._done}/{STEPS}"
            )
        look = self.look
        inks = {Severity.FAULT: look.bad, Severity.WARNING: look.active, Severity.FINE: look.good}
        rows = Table.grid(padding=(0, 1))
        rows.add_column(no_wrap=True)
        rows.add_column()
        for said in report.findings:
            words = Text(said.sentence)
            if said.step:
                words.append(f"\n→ {said.step}", look.muted)
            rows.add_row(Text(MARKS[said.level], f"bold {inks[said.level]}"), words)
        parts: list[RenderableType] = [Text(report.heading, "bold"), "", rows]
        sentence, command = report.way
        if command:
            parts += ["", Text(sentence), Text(f"  {command}", look.active)]
        return Group(*parts)

    # --- doing ------------------------------------------------------------------------------------

    def action_again(self) -> None:
        """Examine everything once more."""
        self._examine()

    def action_address(self) -> None:
        """Ask for the address that cannot be joined."""
        self.app.push_screen(
            AskText(
                t("Which address cannot be joined?"),
                t("as the host's waiting room shows it; Esc goes back"),
                "192.168.1.5:23636",
            ),
            self._address_typed,
        )

    def _address_typed(self, text: str | None) -> None:
        if not text:
            return
        try:
            self._target = parse_address(text)
        except AddressError as error:
            self.notify(refusal(error.reason, error.facts), severity="error")
            return
        self._examine()

    async def relabel(self) -> None:
        await super().relabel()
        self.show()
        self.query_one("#examined").focus()
