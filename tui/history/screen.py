"""The screen with the past matches of this computer, newest first."""

import asyncio
from collections.abc import Iterable
from textwrap import wrap
from typing import ClassVar, Final

from textual import events, work
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList, Static

from core.games import GAMES
from net.files import evenings
from net.files.history import PastMatch, matches_folder, past_matches
from tui.drawing.canvas import columns
from tui.history.words import cells, fault_said, none_played, opening_failed, players_said, titles
from tui.language.games import game_title, rules_text
from tui.language.text import t
from tui.language.words import player_said
from tui.preferences.settings import player_name
from tui.program import screen_class
from tui.start import StartReplay
from tui.widgets.base_screen import LEAST, BaseScreen
from tui.widgets.menu import Menu

BESIDE: Final = 7
"""The columns of a line besides its cells: margins, the number, a scroll bar."""

ABOUT: Final = 3
"""Lines about the chosen match, as in the style sheet."""

DAY: Final = slice(len("2026-"), len("2026-11-20"))
"""The part of a time shown in narrow windows; the name of the record, below, has the year."""

STANDARD: Final = 76
ROOMY: Final = 110
"""From this window width on, lines list the players, and bots by their names."""


class _Matches(Menu):
    """The list of matches; Enter watches one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "select", "watch")]


class HistoryScreen(BaseScreen):
    """Lists the past matches; the choice of one opens its replay."""

    HEADING = "Past matches"
    HELP_TEXT = (
        "Every match played on this computer, alone or at a table on the network, yours or "
        "somebody else's; a match broken off at somebody else's table is recorded only there. "
        "Enter or a click watches one again, unless it is still going on: its record shows "
        "everybody's hand.\n"
        "The second line below says more about the match chosen. G shows the matches of one game "
        "only, S what yours add up to, F the page of the evening to which the match belongs."
    )
    AUTO_FOCUS = "#matches"
    spoken_of = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2,s", "stats", "statistics", key_display="s", id="stats"),
        Binding("f6,g", "game", "one game only", key_display="g", id="one_game"),
        Binding("f", "evening", "the evening", key_display="f", id="evening"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self.game = game
        self.matches: tuple[PastMatch, ...] | None = None
        """The past matches of all games; None until they have been read."""
        self.problem = ""
        """The reason why the records could not be read, if they could not."""

    def body(self) -> Iterable[Widget]:
        yield Static(_heading(self.game), id="history-heading", classes="heading", markup=False)
        yield Static("", id="history-head", classes="hint", markup=False)
        yield _Matches([], id="matches")
        yield Static("", id="about", markup=False)

    def on_mount(self) -> None:
        self._read()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.is_mounted and self.matches is not None:
            self._read()  # another match may have been played in the meantime

    @work(exclusive=True, group="history")
    async def _read(self) -> None:
        try:
            self.matches = await asyncio.to_thread(lambda: tuple(past_matches()))
            self.problem = ""
        except OSError as error:
            self.matches, self.problem = (), f"{opening_failed(error)} · {matches_folder()}"
        self._offer()

    # --- showing ----------------------------------------------------------------------------------

    @property
    def shown(self) -> list[PastMatch]:
        """The matches on the list, of one game or of all."""
        return [past for past in self.matches or () if not self.game or past.game == self.game]

    def on_resize(self, event: events.Resize) -> None:
        self._offer()

    def _offer(self) -> None:
        """Show the list again, in the columns that the window has."""
        if not self.is_mounted or not self.query("#matches"):
            return
        shown, names = self.shown, (player_name(self.kozyr.settings),)
        brief = self.size.width < ROOMY
        found = [titles(), *(cells(past, names, brief=brief) for past in shown)]
        if self.size.width < STANDARD:  # the players are listed below
            found = [row[:-1] for row in found]
        if self.size.width < LEAST[0]:
            found = [found[0], *((row[0][DAY], *row[1:]) for row in found[1:])]
        head, *rows = columns(found, self.size.width - BESIDE)
        entries = [(past.path.name, row) for past, row in zip(shown, rows, strict=True)]
        self.query_one("#history-heading", Static).update(_heading(self.game))
        if not shown and self.matches is None:
            head = t("Reading the records …")
        else:
            head = "   " + head if shown else self.problem or none_played(self.game)
        self.query_one("#history-head", Static).update(head)
        self.query_one(Menu).offer(entries)
        self.on_option_list_option_highlighted()

    @property
    def chosen(self) -> PastMatch | None:
        """The match under the cursor."""
        name = self.query_one(Menu).chosen
        return next((past for past in self.shown if past.path.name == name), None)

    def on_option_list_option_highlighted(self) -> None:
        past = self.chosen
        about = "" if past is None else about_match(past, self.size.width - 4)
        self.query_one("#about", Static).update(about)

    # --- doing ------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        past = self.chosen
        if past is None:
            return
        if past.fault is not None:
            self.notify(fault_said(past.fault), severity="warning")
            return
        self.kozyr.begin(StartReplay(str(past.path)))

    def action_game(self) -> None:
        """Show the matches of the next game alone, or of all games again."""
        played = {past.game for past in self.matches or ()}
        games = ["", *(game for game in GAMES if game in played)]
        index = games.index(self.game) + 1 if self.game in games else 0
        self.game = games[index % len(games)]
        self._offer()

    def action_stats(self) -> None:
        """Open the statistics."""
        self.app.push_screen(screen_class("statistics")(self.matches, self.game))

    def action_evening(self) -> None:
        """Show the evening of the match under the cursor, else the last one."""
        past = self.chosen
        found = evenings.evening_of(past.game, past.begun) if past is not None else None
        found = found or next(evenings.past_evenings(), None)
        if found is None:
            self.notify(t("No evening with others has been played here yet."))
        else:
            self.app.push_screen(screen_class("evening")(found.matches, found.table))

    async def relabel(self) -> None:
        await super().relabel()
        self._offer()
        self.query_one(Menu).focus()


def _heading(game: str) -> str:
    return t("Past matches") + (f" · {game_title(game)}" if game else "")


def about_match(past: PastMatch, width: int) -> str:
    """Return the lines about a match: points, players, house rules, the name of its record."""
    if past.fault is not None:
        return f"{past.path.name}\n{fault_said(past.fault)}"
    order = list(range(len(past.players)))
    if past.places:
        order = sorted(order, key=lambda seat: past.places[seat])
    totals = past.totals or (0,) * len(past.players)
    names = [player_said(player.name, player.kind) for player in past.players]
    points = ", ".join(f"{names[seat]} {totals[seat]}" for seat in order)
    parts = (players_said(past.players), rules_text(past.options))
    lines = [*wrap(points, width), *wrap(" · ".join((*parts, past.path.name)), width)]
    if len(lines) > ABOUT:  # the name of the file matters least
        lines = [*wrap(points, width), *wrap(" · ".join(parts), width)]
    return "\n".join(lines[:ABOUT])
