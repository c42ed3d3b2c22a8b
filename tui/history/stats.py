"""The screen with a player's statistics, and the questions that select the matches to count."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from core.game import plain_options
from core.records.career import Career, Filter, Outcome, players
from net.files.history import PastMatch, careers_by_game, outcomes_of, past_matches, people
from tui.drawing.canvas import Canvas, Painting
from tui.history.painting import paint_careers
from tui.history.words import filter_said, player_named, summary
from tui.language.games import rules_text
from tui.language.text import t
from tui.preferences.settings import player_name
from tui.screens.dialog import Question, leads_back, with_way_back
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.menu import Menu

ANY = "any"
"""The answer that counts matches by any house rules."""


def rule_sets(outcomes: Iterable[Outcome]) -> list[tuple[Any, int]]:
    """List the sets of house rules played, with the number of matches, the most frequent first."""
    counted: dict[tuple[tuple[str, object], ...], tuple[Any, int]] = {}
    for outcome in outcomes:
        key = tuple(plain_options(outcome.options).items())
        counted[key] = (outcome.options, counted.get(key, (None, 0))[1] + 1)
    return sorted(counted.values(), key=lambda each: -each[1])


def rule_answers(sets: Sequence[tuple[Any, int]]) -> list[tuple[str, str]]:
    """Word sets of house rules as the answers to a question; their ids are their indices."""
    worded = [
        (str(n), f"{rules_text(options)} · {count}") for n, (options, count) in enumerate(sets)
    ]
    return [(ANY, t("any house rules")), *worded]


def player_entries(counted: dict[str, int]) -> dict[str, str]:
    """Word the entries of a list of players, each with the number of matches."""
    return {name: f"{player_named(name)} · {count}" for name, count in counted.items()}


class MarkScreen(ActiveOnly, ModalScreen[tuple[str, ...]]):
    """A question with entries to mark. Returns the keys of the marked entries."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "done", show=False),
        Binding("ctrl+c", "app.ask_quit", show=False, priority=True),
    ]

    def __init__(self, question: str, worded: dict[str, str], chosen: Sequence[str]) -> None:
        super().__init__()
        self._question = question
        self._worded = worded
        wanted = {name.casefold() for name in chosen}
        self._marked = [name for name in worded if name.casefold() in wanted]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="question", markup=False)
            yield Menu(self._entries())
            yield Static(with_way_back(t("Enter marks · Esc goes back")), classes="muted")

    def _entries(self) -> list[tuple[str, str]]:
        return [
            (str(number), f"[{'x' if name in self._marked else ' '}] {said}")
            for number, (name, said) in enumerate(self._worded.items())
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        name = list(self._worded)[int(event.option.id or 0)]
        if name in self._marked:
            self._marked.remove(name)
        else:
            self._marked.append(name)
        self.query_one(Menu).offer(self._entries())

    def on_click(self, event: events.Click) -> None:
        """Go back on a click beside the list or on its last words, as Escape does."""
        if leads_back(self, event):
            self.action_done()

    def action_done(self) -> None:
        """Close with the marked entries."""
        self.dismiss(tuple(self._marked))


class StatsScreen(BaseScreen):
    """Shows charts and numbers of finished matches; of unfinished ones only their number."""

    HEADING = "Statistics"
    HELP_TEXT = (
        "What your finished matches on this computer add up to; unfinished ones are only "
        "counted. Bids are left out where the record does not show the tricks.\n"
        "The curve shows the points of the last thirty matches, and the line across it their "
        "average; green dots (W without colours) were won, red ones (G) made you the goat. "
        "Places are counted for each size of table, because the second of two is not the second "
        "of six.\n"
        "G shows the next game, or all of them. N chooses whose matches are counted: you may have "
        "played under several names. W counts only matches with the people or bots that you mark, "
        "R only those by the same house rules. The arrows, Page Up and Page Down scroll."
    )
    AUTO_FOCUS = "#careers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6,g", "game", "game", key_display="g", id="one_game"),
        Binding("f2,n", "names", "whose", key_display="n", id="names"),
        Binding("w", "players", "with whom", key_display="w", id="company"),
        Binding("r", "house_rules", "rules", key_display="r", id="played_rules"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self, matches: Sequence[PastMatch] | None, game: str = "") -> None:
        super().__init__()
        self._matches = matches
        """All past matches; None until they have been read."""
        self.names: tuple[str, ...] = ()
        self.outcomes: list[Outcome] | None = None
        """The outcomes of the matches of these names, newest first; None while they are read."""
        self.filter = Filter(game)
        self.careers: list[Career] = []
        """The sums of the counted matches, the game played last first."""

    def body(self) -> Iterable[Widget]:
        yield Static(t("Statistics"), classes="heading", markup=False)
        yield Static("", id="counted", classes="hint", markup=False)
        with VerticalScroll(id="careers"):
            yield CanvasView(self._paint, id="numbers")

    def on_mount(self) -> None:
        self._count((player_name(self.kozyr.settings),))

    @work(exclusive=True, group="stats")
    async def _count(self, names: tuple[str, ...]) -> None:
        self.names, self.outcomes = names, None
        self.show()
        if self._matches is None:
            try:
                self._matches = await asyncio.to_thread(lambda: tuple(past_matches()))
            except OSError:
                self._matches = ()  # the list behind this screen says why
        # Bids are in the middle of the records, so these have to be read as a whole.
        self.outcomes = await asyncio.to_thread(outcomes_of, self._matches, names)
        if not self.filter.game and self.outcomes:
            self.filter = Filter(self.outcomes[0].game)
        self.show()

    # --- showing ----------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Count the matches that pass the filter, and show the sums."""
        if not self.is_mounted or not self.query("#numbers"):
            return
        self.careers = list(careers_by_game(self._admitted(self.filter)).values())
        if self.outcomes is None:
            said = t("Reading the records …")
        else:
            damaged = sum(past.fault is not None for past in self._matches or ())
            said = f"{summary(self.careers, self.names, damaged)}\n{filter_said(self.filter)}"
        self.query_one("#counted", Static).update(said)
        room = self.query_one("#careers").scrollable_content_region
        view = self.query_one("#numbers", CanvasView)
        view.styles.height = max(1, self._painted(max(1, room.width)).height)
        view.repaint()

    def _painted(self, width: int) -> Canvas:
        room = self.query_one("#careers").scrollable_content_region
        return paint_careers(self.careers, self.look, width, room.height)

    def _paint(self, width: int, height: int) -> Painting:
        canvas = Canvas(width, height, self.look.ink, self.look.felt)
        canvas.blit(self._painted(width), 0, 0)
        return Painting(canvas)

    # --- doing ------------------------------------------------------------------------------------

    def action_game(self) -> None:
        """Count the matches of the next game, or of all."""
        played = [*dict.fromkeys(outcome.game for outcome in self.outcomes or ()), ""]
        index = played.index(self.filter.game) + 1 if self.filter.game in played else 0
        self._choose(Filter(played[index % len(played)], self.filter.players))

    def action_names(self) -> None:
        """Ask for the names whose matches are counted."""

        def answered(names: tuple[str, ...] | None) -> None:
            if names:
                self.filter = Filter()
                self._count(names)

        known = people(self._matches or ())
        if known:
            worded = player_entries(known)
            marks = MarkScreen(t("Whose matches?"), worded, self.names)
            self.app.push_screen(marks, answered)
        else:
            self.app.bell()

    def action_players(self) -> None:
        """Ask for the players or bots that must have been at the table."""

        def answered(names: tuple[str, ...] | None) -> None:
            if names is not None:
                self._choose(replace(self.filter, players=names))

        worded = player_entries(players(self._admitted(replace(self.filter, players=()))))
        if worded:
            marks = MarkScreen(t("Matches with whom?"), worded, self.filter.players)
            self.app.push_screen(marks, answered)
        else:
            self.app.bell()

    def action_house_rules(self) -> None:
        """Ask for the house rules by which a match must have been played."""
        if not self.filter.game:
            self.notify(t("Choose a game first: each has house rules of its own."))
            return
        sets = rule_sets(self._admitted(replace(self.filter, rules={})))

        def answered(answer: str | None) -> None:
            if answer == ANY:
                self._choose(replace(self.filter, rules={}))
            elif answer:
                self._choose(replace(self.filter, rules=plain_options(sets[int(answer)][0])))

        self.app.push_screen(Question(t("By which house rules?"), rule_answers(sets)), answered)

    def _admitted(self, chosen: Filter) -> list[Outcome]:
        return [*filter(chosen.admits, self.outcomes or ())]

    def _choose(self, chosen: Filter) -> None:
        self.filter = chosen
        self.show()
        self.query_one("#careers").scroll_home(animate=False)

    async def relabel(self) -> None:
        await super().relabel()
        self.show()
        self.query_one("#careers").focus()
