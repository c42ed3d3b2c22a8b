"""The form of a new table: game, seats, bots, length, house rules; or of another game in a room."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from core.bots import levels
from core.game import unusual_rules
from net.wire.to_host import ChangeGame
from tui.drawing.canvas import text_width
from tui.language.games import game_title, level_name, rule_name, rule_value
from tui.language.text import t, tn
from tui.preferences.settings import player_name
from tui.room.house_rules import clock_row, pause_row, rule_row
from tui.screens.dialog import Question
from tui.screens.table_choices import CODES, GUESTS, MAX_TABLE_NAME, TableChoices, games
from tui.start import EACH
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen
from tui.widgets.form import Act, Field, Fold, Form, TextRow

IN_A_ROW: Final = 22
"""The most columns of a value on one line in an upright window."""


class NewTableScreen(BaseScreen):
    """Asks for all choices of a new table, which are remembered."""

    HEADING = "New table"
    HELP_TEXT = (
        "Up and down choose a line, left and right change it; a click on the right half of a line "
        "takes the next value, a click on the left half the previous one. You can also type "
        "numbers.\nThe last line opens the house rules and closes them. A dot marks a rule that "
        "differs from the usual one. Backspace restores the usual rules, and asks first. Start is "
        "the button at the bottom.\nEach level of bots plays better than the one before it. At a "
        "table of two a hard bot wins two matches of three against a medium one, and an expert, "
        "which thinks longest, six of ten against a hard one: in one evening that is hardly felt."
    )
    AUTO_FOCUS = "#start"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,end", "row(-1)", "row", key_display="↑↓"),
        Binding("down,home", "row(0)", show=False),
        Binding("left,right", "button", show=False),
        Binding("backspace", "usual", "usual rules", key_display="Bksp", id="usual_rules"),
        Binding("escape", "back", "back", id="back"),
        # On other screens this key quits; here that would lose the choices.
        Binding("q", "back", show=False),
    ]

    def __init__(self, *, hosting: bool, game: str = "") -> None:
        super().__init__()
        self.hosting = hosting
        self.unfolded = False
        """Whether the house rules are shown."""
        self._game = game
        self._table: TableChoices | None = None

    @property
    def table(self) -> TableChoices:
        """The choices, at first the last ones."""
        if self._table is None:
            self._table = TableChoices(self.kozyr.settings.table, self._game)
        return self._table

    @property
    def spoken_of(self) -> str:
        return self.table.game.NAME

    # --- the form -------------------------------------------------------------------------------

    def titles(self) -> tuple[str, str]:
        """Return the heading and the label of the first button."""
        if self.hosting:
            return t("Host a table on the LAN"), t("Open the table")
        return t("Play alone against bots"), t("Start")

    def body(self) -> Iterable[Widget]:
        heading, start = self.titles()
        yield Static(heading, classes="heading", markup=False)
        with Form(id="form"):
            yield from self._rows()
        yield Static("", id="problem", markup=False)
        with Horizontal(classes="acts"):
            yield Act(start, id="start")
            usual = Act(t("Usual rules"), id="usual")
            usual.display = bool(self.table.rules)
            yield usual

    def _rows(self) -> Iterable[Widget]:
        self._speak()  # another game may have been chosen
        own = t("{name}'s table", name=player_name(self.kozyr.settings)) if self.hosting else ""
        return table_rows(self.table, own, unfolded=self.unfolded, length_said=self._length_said)

    def _length_said(self, value: str | int) -> str:
        said = rule_value(self.table.length_rule, value)
        upright = self.has_class("-upright")
        length = self.table.length_of(value, short=upright)
        whole = f"{said}: {length}" if length else said
        return said if upright and text_width(whole) > IN_A_ROW else whole

    async def on_field_changed(self, event: Field.Changed) -> None:
        if not event.field.is_attached:
            return  # the form is being rebuilt
        table, name, value = self.table, event.field.name or "", event.field.value
        if name == FOLD:
            await _unfold(self, event.field)
            return
        if name.startswith("rule-"):
            table.set_rule(name.removeprefix("rule-"), value, event.field.usual)
            _say_again(self, FOLD)
            self.check()
            return
        if name.startswith(BOT):
            own, at = table.own_levels(hosting=self.hosting), int(name.removeprefix(BOT)) - 1
            table.chosen["levels"] = [*own[:at], value, *own[at + 1 :]]
            return
        before, level = table.chosen[name], table.chosen["level"]
        table.chosen[name] = value
        if name == "game":
            table.take_game(value)
            await self.rebuild("game")
        elif EACH in (before, level, value) and name in ("level", "seats", "bots"):
            await self.rebuild(name)
        elif name == "seats":
            _seats_changed(self, value)
        self.check()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.table.chosen["table"] = event.value

    async def rebuild(self, focus: str) -> None:
        """Make the rows again, and focus the row of a name."""
        form = next(iter(self.query(Form)), None)
        if form is None or not form.is_mounted:
            return  # the whole page is being rebuilt with the current choices
        await form.remove_children()
        await form.mount(*self._rows())
        for field in _fields(self, focus):
            field.focus()

    def check(self) -> str:
        """Show the contradiction among the choices, and return it; empty if there is none."""
        for usual in self.query("#usual"):
            usual.display = bool(self.table.rules)
        self.refresh_bindings()
        problem = self.table.problem(hosting=self.hosting)
        for line in self.query("#problem").results(Static):
            line.update(problem)
        return problem

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the key for the usual rules only if others are chosen."""
        if action == "usual" and not self.table.rules:
            return False
        return super().check_action(action, parameters)

    # --- doing it -------------------------------------------------------------------------------

    def action_row(self, index: int) -> None:
        """Go from the buttons to a row of the form, by its index."""
        self.query_one(Form).go_to_row(index)

    def action_button(self) -> None:
        """Focus the other button."""
        for act in self.query(Act):
            if act is not self.focused and act.display:
                act.focus()
                return

    def action_usual(self) -> None:
        """Restore the usual house rules, after a question."""

        async def answered(answer: str | None) -> None:
            if answer:
                focused = self.focused
                self.table.rules = {}
                await self.rebuild((focused.name or "") if isinstance(focused, Field) else "")
                self.check()

        question = tn(
            "Change {n} house rule back?", "Change {n} house rules back?", len(self.table.rules)
        )
        answers = [("", t("no, they stay")), ("usual", t("take the usual rules"))]
        self.app.push_screen(Question(question, answers), answered)

    async def on_act_pressed(self, event: Act.Pressed) -> None:
        if event.act.id == "usual":
            self.action_usual()
        elif not self.check():
            await self.take()

    async def take(self) -> None:
        """Open the table, and remember the choices."""
        await self.kozyr.change_settings(table=self.table.remembered())
        name = self.kozyr.settings.name
        self.kozyr.begin(self.table.host(name) if self.hosting else self.table.solo(name))


async def _unfold(screen: NewTableScreen, fold: Field) -> None:
    """Show the house rules below their row, or hide them."""
    screen.unfolded = fold.value
    form = screen.query_one(Form)
    if screen.unfolded:
        await form.mount(*rule_rows(screen.table))
        screen.call_after_refresh(fold.scroll_visible, animate=False, top=True)
    else:
        names = {f"rule-{rule.name}" for rule in screen.table.other_rules()}
        for field in [field for field in screen.query(Field) if field.name in names]:
            await field.remove()


def _fields(screen: NewTableScreen, name: str) -> list[Field]:
    return [field for field in screen.query(Field) if field.name == name]


def _say_again(screen: NewTableScreen, name: str) -> None:
    """Word the value of a row again, as it depends on other rows."""
    for field in _fields(screen, name):
        field.refresh(layout=True)


def _seats_changed(screen: NewTableScreen, seats: int) -> None:
    """Adapt the rows of the bots and of the length to a number of seats."""
    for bots in _fields(screen, "bots"):
        most = seats - 1 if levels(screen.table.game.NAME) else 0
        bots.offer(range(most + 1), min(screen.table.chosen["bots"], most))
    _say_again(screen, f"rule-{screen.table.length_rule.name}")


BOT: Final = "bot-"
"""The prefix of the name of a bot's row; its number follows."""

FOLD: Final = "fold"
"""The name of the row that shows and hides the house rules."""


def table_rows(
    table: TableChoices, own: str, *, unfolded: bool, length_said: Callable[[str | int], str]
) -> Iterator[Widget]:
    """Yield the rows of the form; `own` is the usual name of the player's table, "" for solo."""
    chosen, length, hosting = table.chosen, table.length_rule, bool(own)
    if hosting:
        label = t("name of the table")
        yield TextRow("table", label, chosen["table"], most=MAX_TABLE_NAME, hint=own)
    yield from _player_rows(table, hosting=hosting)
    yield Field(
        f"rule-{length.name}",
        f"{t('length')}: {rule_name(length)}",
        length.values if isinstance(length.values, range) else list(length.values),
        table.rules.get(length.name, length.default),
        say=length_said,
        usual=length.default,
    )
    if hosting:
        yield Field("code", t("a code to join"), CODES, chosen["code"], say=t)
        if os.name == "posix":
            yield Field("guests", t("guests without Kozyr"), GUESTS, chosen["guests"], say=t)
        yield clock_row(chosen["clock"])
        yield pause_row(chosen["pause"])
    yield Fold(
        *(FOLD, t("house rules"), unfolded),
        say=lambda _: table.changed_said() or t("the usual ones"),
    )
    yield from rule_rows(table) if unfolded else ()


def rule_rows(table: TableChoices) -> Iterator[Field]:
    """Yield the rows of the house rules behind the fold."""
    for rule in table.other_rules():
        yield rule_row(rule, table.rules.get(rule.name, rule.default))


def _player_rows(table: TableChoices, *, hosting: bool) -> Iterator[Widget]:
    """Yield the rows of the game, the seats and the bots."""
    chosen, game = table.chosen, table.game
    known = levels(game.NAME)
    yield Field("game", t("game"), games(), game.NAME, say=game_title)
    yield Field("seats", t("players at the table"), list(game.SEATS), chosen["seats"])
    if hosting:
        most = chosen["seats"] - 1 if known else 0
        yield Field("bots", t("bots among them"), range(most + 1), min(chosen["bots"], most))
    if known:
        every = [*known, EACH] if len(known) > 1 else known
        yield Field("level", t("the bots"), every, chosen["level"], say=_level_said)
    for number, level in enumerate(table.own_levels(hosting=hosting), 1):
        yield Field(f"{BOT}{number}", t("bot {n}", n=number), known, level, say=level_name)


def _level_said(level: str) -> str:
    return t("each its own") if level == EACH else level_name(level)


class AnotherGameScreen(NewTableScreen):
    """Asks the owner for the next game; the room, its people and its code stay."""

    HEADING = "Another game"
    HELP_TEXT = (
        "The people, the code and the results of the evening stay. Everybody keeps a seat as far "
        "as the game has them, others watch, and all say again that they are ready.\nUp and down "
        "choose a line, left and right change it; you can also type numbers. The last line opens "
        "the house rules and closes them. Backspace restores the usual rules, and asks first."
    )

    def __init__(self, session: TableSession) -> None:
        super().__init__(hosting=True)
        self._session = session
        room, seated = session.client.room, session.client.seated
        if room is not None and seated is not None:
            rules = dict(unusual_rules(room.options))
            now = {"game": seated.game, "seats": len(room.seats), "rules": rules}
            self._table = TableChoices(now)

    def titles(self) -> tuple[str, str]:
        return t("Another game in this room"), t("Take this game")

    def _rows(self) -> Iterable[Widget]:
        self._speak()  # another game may have been chosen
        rows = table_rows(self.table, "", unfolded=self.unfolded, length_said=self._length_said)
        return (row for row in rows if row.name != "level" and not (row.name or "").startswith(BOT))

    async def take(self) -> None:
        chosen, rules = self.table.chosen, dict(self.table.rules)
        self._session.send(ChangeGame(chosen["game"], chosen["seats"], rules))
        self.dismiss()
