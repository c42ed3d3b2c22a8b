"""The screen of the tables on the LAN, which come and go."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual import events, work
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList, Static

from net.files.store import CredentialStore
from net.lan.addresses import AddressError, code_in, parse_address
from net.lan.discovery import Browser, DiscoveryError
from net.lan.found import Found
from net.secure.code import CodeError, parse_code
from tui.commands.list import seats_said
from tui.drawing.canvas import columns
from tui.language.games import game_title
from tui.language.text import t
from tui.language.words import refusal
from tui.program import TablesFound, open_doctor
from tui.screens.dialog import AskText
from tui.start import StartJoin
from tui.widgets.base_screen import BaseScreen
from tui.widgets.menu import Menu

NAMES: Final = (1, 3)
"""The columns that are cut first: names of tables and hosts."""

LEAST: Final = 8

MOST_PASTED: Final = 600
"""The longest text for an address: a whole invitation may be pasted."""


def found_lines(tables: Sequence[Found], width: int) -> list[str]:
    """Return the headings and a line for each table, in `width` columns if possible."""
    titles = (t("game"), t("table"), t("seats free"), t("host"), t("ms"))
    rows = [titles, *map(_cells, tables)]
    return columns(rows, width - 2, cut_first=NAMES, least=LEAST)


def table_key(table: Found) -> str:
    """Return a key for a table at a host, different from all others."""
    return f"{table.id}@{table.where}"


def _cells(table: Found) -> tuple[str, ...]:
    latency = f"{table.latency * 1000:.0f}" + (" " + t("slow") if table.slow else "")
    game = game_title(table.game)
    name = table.name if table.same_version else f"{table.name} (!)"
    return game, name, seats_said(table), table.host, latency


BESIDE: Final = 7
"""The columns of a line besides its cells: margins, the number, a scroll bar."""


class TablesScreen(BaseScreen):
    """Lists the tables found; the choice of one joins it."""

    HEADING = "Tables on the LAN"
    HELP_TEXT = (
        "Tables appear by themselves, even those opened later. Enter or a click joins one; a "
        "table without a free seat can be watched. Where it says code, the host asks for the "
        "code that everybody at the table can see.\nIf yours is not there: both computers must "
        "be on the same network, and a firewall or a guest network may hide it. Then type the "
        "address that the host's screen shows (key F6 or a), or let Kozyr find out what is "
        "wrong (key F8 or d)."
    )
    AUTO_FOCUS = "#tables"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6,a", "address", "type an address", id="address"),
        Binding("f8,d", "doctor", "what is wrong", id="doctor"),
        Binding("f5,r", "again", "look again", id="look_again"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(
        self, name: str = "", watch: bool = False, code: str = "", address: str = ""
    ) -> None:
        super().__init__()
        self._address = address
        """An address at which no host answered: the player is asked for another one."""
        self._player = name
        self._watch = watch
        self._code = code
        self.tables: tuple[Found, ...] = ()
        self.browser: Browser | None = None
        self.problem = ""
        self.looked = False

    def body(self) -> Iterable[Widget]:
        yield Static(t("Tables on the LAN"), classes="heading", markup=False)
        head, entries = _listed(self.tables, self.size.width - BESIDE)
        yield Static(head, id="table-head", classes="hint", markup=False)
        yield Menu(entries, id="tables")
        yield Static(_sentence(self), id="found", markup=False)

    def on_mount(self) -> None:
        self._browse()
        self.set_timer(2.5, self._has_looked)
        if self._address:
            self.action_address(self._address)

    @work(exit_on_error=False, group="browse")
    async def _browse(self) -> None:
        def changed(tables: tuple[Found, ...]) -> None:
            # Called from a task of the browser: a message brings it to the screen.
            self.post_message(TablesFound(tables))

        self.browser = Browser(changed, pinned=CredentialStore().hosts())
        try:
            await self.browser.open()
        except DiscoveryError as error:
            self.browser = None
            self.problem = refusal(error.reason, error.facts)
            self.show()

    def on_tables_found(self, event: TablesFound) -> None:
        self.tables = event.tables
        self.show()

    def _has_looked(self) -> None:
        self.looked = True
        self.show()

    async def on_unmount(self) -> None:
        if self.browser is not None:
            await self.browser.close()

    # --- showing ----------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the present tables."""
        if self.is_mounted and self.query(Menu):
            head, entries = _listed(self.tables, self.size.width - BESIDE)
            full = [table_key(table) for table in self.tables if not table.open]
            best = next((key for key, _ in entries if key not in full), "")
            self.query_one(Menu).offer(entries, best=best, faint=full)
            self.query_one("#table-head", Static).update(head)
            self.query_one("#found", Static).update(_sentence(self))

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.show()

    # --- doing ------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        table = next((found for found in self.tables if table_key(found) == event.option.id), None)
        if table is None:
            return
        if not table.same_version:
            self.notify(
                t("{host} plays another version; install the same release", host=table.host),
                severity="warning",
            )
            return
        address, code = (table.address, table.port), self._code if table.code else ""
        self.kozyr.begin(StartJoin(address, table.id, self._player, self._watch, code))

    def action_back(self) -> None:
        """Go back, and stop waiting for a table that has not answered."""
        self.kozyr.navigator.stop_waiting()
        super().action_back()

    def action_again(self) -> None:
        """Search the network again."""
        self.looked = False
        self.set_timer(2.5, self._has_looked)
        if self.browser is None:
            self.problem = ""
            self._browse()
        else:
            self.run_worker(self.browser.refresh(), exit_on_error=False, group="refresh")
        self.show()

    def action_doctor(self) -> None:
        """Open the doctor."""
        open_doctor(self.kozyr)

    def action_address(self, value: str = "") -> None:
        """Ask for the address of a table, beginning with a text."""
        ask = AskText(
            t("The address of the host"),
            t("as its waiting room shows it; Enter joins, Esc goes back"),
            "192.168.1.5:23636",
            most=MOST_PASTED,
            value=value,
        )
        self.app.push_screen(ask, self._address_typed)

    def _address_typed(self, text: str | None) -> None:
        if not text:
            return
        try:
            address = parse_address(text)
            code = parse_code(given) if (given := code_in(text)) else self._code
        except (AddressError, CodeError) as error:
            self.notify(refusal(error.reason, error.facts), severity="error")
            return
        self.kozyr.begin(StartJoin(address, None, self._player, self._watch, code))


def _listed(tables: Sequence[Found], width: int) -> tuple[str, list[tuple[str, str]]]:
    """Return the line of headings and the entries of the menu."""
    head, *rows = found_lines(tables, width)
    entries = list(zip(map(table_key, tables), rows, strict=True))
    return "   " + head if tables else "", entries


def _sentence(screen: TablesScreen) -> str:
    """Return the sentence below the list: a problem, or the progress of the search."""
    if screen.problem:
        return screen.problem
    if screen.browser is not None and screen.browser.offline:
        return t(
            "You are offline: this computer is on no network, so there are no tables to be "
            "found. Plug the cable in or connect to the Wi-Fi that the others are on; the list "
            "then fills by itself."
        )
    if screen.tables:
        return "\n" + t("Enter joins. More tables appear by themselves.")
    if not screen.looked:
        return t("Looking for tables …")
    return t(
        "No table has answered yet; the search continues.\n\nIs the host on the same "
        "network, and is the table open? A guest Wi-Fi or a firewall may hide it: then "
        "type the address that the host's screen shows (F6 or a). F8 or d finds out what "
        "is wrong, here or on the host's computer.\nOr open a table yourself: Esc, then "
        '"host a table on the LAN".'
    )
