"""New tables: a form for game, seats, bots and house rules; the choice of a deal of the day."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from core.bots import levels
from core.game import Game, OptionError, house_rules, parse_options
from core.games import GAMES
from net.table.clock import CLOCKS, DEFAULT_PAUSE, PAUSES
from tui.boards import BOARDS
from tui.language.games import game_title, level_name, no_bots
from tui.language.text import t, tn
from tui.language.words import refusal
from tui.preferences.settings import player_name
from tui.room.house_rules import clock_row, pause_row, rule_row
from tui.screens.dialog import Question
from tui.start import USUAL_PORT, StartHost, StartSolo
from tui.today import start_of_day, today
from tui.widgets.base_screen import BaseScreen
from tui.widgets.form import Act, Field, Form, TextRow

if TYPE_CHECKING:
    from tui.program import Program

MAX_TABLE_NAME: Final = 24

CODES: Final = ("no", "asked for")
"""The choices of whether newcomers need the code that the table makes."""

GUESTS: Final = ("no", "by ssh", "in a browser", "by ssh or in a browser")
"""How people without Kozyr can join."""


BOT: Final = "bot-"
"""The prefix of the row of a bot; its number follows."""

EACH: Final = "each its own"
"""Stands for a level: every bot has a row of its own."""


def games() -> list[str]:
    """List the games that can be drawn."""
    return [name for name in GAMES if name in BOARDS]


class NewTableScreen(BaseScreen):
    """Everything about a new table; the last choices are remembered."""

    HEADING = "New table"
    HELP_TEXT = (
        "Up and down choose a line, left and right change it; a click on the right half of a line "
        "takes the next value, a click on the left half the previous one. You can also type "
        "numbers.\nA dot marks a house rule that differs from the usual one. Backspace "
        "restores the usual rules. Start is the button at the bottom."
    )
    AUTO_FOCUS = "#start"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,end", "row(-1)", "row", key_display="↑↓"),
        Binding("down,home", "row(0)", show=False),
        Binding("left,right", "button", show=False),
        Binding("backspace", "usual", "usual rules", key_display="Bksp", id="usual_rules"),
        Binding("escape", "back", "back", id="back"),
        # Elsewhere it quits, and would throw away what has been chosen here.
        Binding("q", "back", show=False),
    ]

    def __init__(self, *, hosting: bool) -> None:
        super().__init__()
        self.hosting = hosting
        self.choices: dict[str, Any] = {}
        self.rules: dict[str, Any] = {}

    # --- what is chosen -----------------------------------------------------------------------

    def _remember(self) -> None:
        """Take the last choices from the settings, as far as they still make sense."""
        if self.choices:
            return
        last = self.kozyr.settings.table
        wanted = str(last.get("game"))
        game = GAMES[wanted if wanted in games() else games()[0]]
        seats = last.get("seats")
        level = last.get("level")
        self.choices = {
            "game": game.NAME,
            "seats": seats if seats in game.SEATS else min(4, game.SEATS[-1]),
            "level": str(level),
            "levels": _texts(last.get("levels")),
            "bots": last.get("bots") if isinstance(last.get("bots"), int) else 0,
            "clock": last.get("clock") if last.get("clock") in CLOCKS else 0,
            "pause": last.get("pause") if last.get("pause") in PAUSES else DEFAULT_PAUSE,
            "code": last.get("code") if last.get("code") in CODES else CODES[0],
            "guests": last.get("guests") if last.get("guests") in GUESTS else GUESTS[0],
            "table": str(last.get("table", ""))[:MAX_TABLE_NAME],
        }
        self.rules = _known_rules(game, last.get("rules", {}))

    @property
    def game(self) -> Game:
        """The game chosen."""
        return GAMES[self.choices["game"]]

    @property
    def spoken_of(self) -> str:
        return str(self.choices.get("game", ""))

    # --- the form -------------------------------------------------------------------------------

    def body(self) -> Iterable[Widget]:
        self._remember()
        heading = t("Host a table on the LAN") if self.hosting else t("Play alone against bots")
        yield Static(heading, classes="heading", markup=False)
        with Form(id="form"):
            yield from self._rows()
        yield Static("", id="problem", markup=False)
        with Horizontal(classes="acts"):
            yield Act(t("Open the table") if self.hosting else t("Start"), id="start")
            yield Act(t("Usual rules"), id="usual")

    def _rows(self) -> Iterable[Widget]:
        self._speak()  # another game may have been chosen
        chosen, game = self.choices, self.game
        known = levels(game.NAME)
        if chosen["level"] not in (*known, EACH):
            chosen["level"] = known[0] if known else ""
        yield Field("game", t("game"), games(), game.NAME, say=game_title)
        yield Field("seats", t("players at the table"), list(game.SEATS), chosen["seats"])
        if self.hosting:
            most = chosen["seats"] - 1 if known else 0
            yield Field("bots", t("bots among them"), range(most + 1), min(chosen["bots"], most))
        if known:
            every = [*known, EACH] if len(known) > 1 else known
            yield Field("level", t("the bots"), every, chosen["level"], say=_level_said)
        for number, level in enumerate(self._own_levels(), 1):
            label = t("bot {n}", n=number)
            yield Field(f"{BOT}{number}", label, known, level, say=level_name)
        if self.hosting:
            yield clock_row(chosen["clock"])
            yield pause_row(chosen["pause"])
            yield Field("code", t("a code to join"), CODES, chosen["code"], say=t)
            if os.name == "posix":
                yield Field("guests", t("guests without Kozyr"), GUESTS, chosen["guests"], say=t)
            hint = t("{name}'s table", name=player_name(self.kozyr.settings))
            yield TextRow(
                "table", t("name of the table"), chosen["table"], most=MAX_TABLE_NAME, hint=hint
            )
        yield Static(self._rules_heading(), classes="section", id="rules-heading", markup=False)
        for rule in house_rules(game.Options):
            yield rule_row(rule, self.rules.get(rule.name, rule.default))

    def _own_levels(self) -> list[str]:
        """Return the level of each bot if every one has its own; otherwise nothing."""
        return list(self._levels()) if self.choices["level"] == EACH else []

    def _levels(self) -> tuple[str, ...]:
        """Return the level of each bot that sits down."""
        chosen, known = self.choices, levels(self.game.NAME)
        count = chosen["seats"] - 1
        if self.hosting:
            count = min(chosen["bots"] * bool(known), count)
        if chosen["level"] != EACH:
            return (str(chosen["level"]),) * int(count)
        own = [level if level in known else known[0] for level in chosen["levels"]]
        return (*own, *[known[0]] * count)[:count]

    def _rules_heading(self) -> str:
        changed = len(self.rules)
        if not changed:
            return t("House rules: the usual ones")
        return t("House rules: ") + tn("{n} changed", "{n} changed", changed)

    async def on_field_changed(self, event: Field.Changed) -> None:
        if not event.field.is_attached:
            return  # it was changed just as the form was being rebuilt
        name, value = event.field.name or "", event.field.value
        if name.startswith("rule-"):
            self._set_rule(name.removeprefix("rule-"), value, event.field.usual)
            return
        if name.startswith(BOT):
            own, at = self._own_levels(), int(name.removeprefix(BOT)) - 1
            self.choices["levels"] = [*own[:at], value, *own[at + 1 :]]
            return
        before, self.choices[name] = self.choices[name], value
        if name == "game":
            self.rules = {}
            seats = self.choices["seats"]
            self.choices["seats"] = seats if seats in self.game.SEATS else self.game.SEATS[-1]
            await self._rebuild("game")
        elif EACH in (before, self.choices["level"]) and name in ("level", "seats", "bots"):
            await self._rebuild(name)
        elif name == "seats" and self.hosting:
            bots = next(field for field in self.query(Field) if field.name == "bots")
            most = value - 1 if levels(self.game.NAME) else 0
            bots.offer(range(most + 1), min(self.choices["bots"], most))
        self._check()

    def _set_rule(self, name: str, value: Any, usual: Any) -> None:
        if value == usual:
            self.rules.pop(name, None)
        else:
            self.rules[name] = value
        for heading in self.query("#rules-heading").results(Static):
            heading.update(self._rules_heading())
        self._check()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.choices["table"] = event.value

    async def _rebuild(self, focus: str) -> None:
        form = next(iter(self.query(Form)), None)
        if form is None or not form.is_mounted:
            return  # the whole page is being rebuilt with the current choices
        await form.remove_children()
        await form.mount(*self._rows())
        field = next((f for f in self.query(Field) if f.name == focus), None)
        if field is not None:
            field.focus()

    def _check(self) -> str:
        """Say what does not fit together, here and to the caller; empty if everything does."""
        problem = ""
        if not self.hosting and not levels(self.game.NAME):
            problem = no_bots(self.game.NAME)
        try:
            options = parse_options(self.game.Options, self.rules)
            self.game.new(options, self.choices["seats"])
        except OptionError as error:
            problem = refusal(error.reason, error.facts)
        for line in self.query("#problem").results(Static):
            line.update(problem)
        return problem

    # --- doing it -------------------------------------------------------------------------------

    def action_row(self, index: int) -> None:
        """Go from the buttons into the form: to its first row, or to its last one."""
        self.query_one(Form).go_to_row(index)

    def action_button(self) -> None:
        """Go from one button to the other."""
        for act in self.query(Act):
            if act is not self.focused:
                act.focus()
                return

    async def action_usual(self) -> None:
        """Restore the usual house rules."""
        self.rules = {}
        focused = self.focused
        await self._rebuild((focused.name or "") if isinstance(focused, Field) else "")
        self._check()

    async def on_act_pressed(self, event: Act.Pressed) -> None:
        if event.act.id == "usual":
            await self.action_usual()
        elif not self._check():
            await self._start()

    async def _start(self) -> None:
        chosen = self.choices
        table = {**chosen, "rules": dict(self.rules)}
        await self.kozyr.change_settings(table=table)
        name = self.kozyr.settings.name
        if self.hosting:
            self.kozyr.begin(
                StartHost(
                    chosen["game"],
                    chosen["seats"],
                    dict(self.rules),
                    self._levels(),
                    chosen["table"].strip(),
                    name=name,
                    clock=chosen["clock"],
                    pause=chosen["pause"],
                    code="" if chosen["code"] == CODES[1] else None,
                    ssh=USUAL_PORT if "ssh" in chosen["guests"] else None,
                    web=USUAL_PORT if "browser" in chosen["guests"] else None,
                )
            )
        else:
            start = StartSolo(
                chosen["game"],
                chosen["seats"],
                next(iter(self._levels()), ""),
                dict(self.rules),
                None,
                name,
                self._levels(),
            )
            self.kozyr.begin(start)


def _level_said(level: str) -> str:
    return t("each its own") if level == EACH else level_name(level)


def _texts(value: Any) -> list[str]:
    """Keep the texts of a remembered list."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _known_rules(game: Game, saved: Any) -> dict[str, Any]:
    """Keep those remembered house rules that exist and differ from the usual ones."""
    if not isinstance(saved, Mapping):
        return {}
    return {
        rule.name: saved[rule.name]
        for rule in house_rules(game.Options)
        if saved.get(rule.name, rule.default) in rule.values
        and saved.get(rule.name, rule.default) != rule.default
    }


def ask_for_day(app: Program) -> None:
    """Ask which game's deal of the day to play, and open it."""
    day = today()

    def answered(game: str | None) -> None:
        if game:
            app.begin(start_of_day(game, day, app.settings.name))

    answers = [(game, game_title(game)) for game in games() if levels(game)]
    about = t(
        "A short match against experts. Everybody who plays it today is dealt the same; at the "
        "end there is a line to send to others."
    )
    app.push_screen(
        Question(t("Deal of the day {day}: which game?", day=day), answers, about), answered
    )
