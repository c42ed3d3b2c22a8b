"""The screen of a table's house rules, which its owner may change before the match."""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from core.game import HouseRule, Value, house_rules
from net.client.events import ClientEvent, Refusal, RoomChanged
from net.table.clock import CLOCKS, DEFAULT_PAUSE, PAUSES
from net.wire.to_host import Clock, Pause, Rule
from tui.language.games import game_title, rule_name, rule_value
from tui.language.text import t
from tui.room.table_code import code_line
from tui.room.words import pause_said, pause_value, refusal_said
from tui.start import StartSolo
from tui.table.countdown import clock_said, clock_value
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen
from tui.widgets.form import Coloured, Field, Form


class HouseRulesScreen(BaseScreen):
    """Shows the house rules, the clock and the pause; changes are sent to the host."""

    HEADING = "House rules"
    HELP_TEXT = (
        "The rules of this table that differ from the usual ones come first, with a dot.\n"
        "Before the match the owner of the table changes them with left and right; whoever was "
        "ready has to say so again. During a match they are fixed.\nThe clock limits the time "
        "for each decision; when it is up, a bot makes that one move. After a deal everybody "
        "can look at it for as long as the pause lasts; no clock runs meanwhile."
    )
    AUTO_FOCUS = "Field, VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f5", "back", "back", key_display="Esc", id="back"),
    ]

    def __init__(self, session: TableSession, *, in_room: bool = False) -> None:
        super().__init__()
        self.session = session
        self._in_room = in_room
        """Whether the waiting room is behind this page; over a table nothing can be changed."""

    @property
    def editable(self) -> bool:
        """Whether this player may change the rules now."""
        return self._in_room and self.session.client.owns and self.session.phase != "playing"

    def body(self) -> Iterable[Widget]:
        game = self.session.client.game
        name = game_title(game.NAME) if game else ""
        yield Static(f"{t('House rules')} · {name}", classes="heading", markup=False)
        if self.editable:
            with Form(id="form"):
                yield clock_row(clock_of(self.session))
                yield pause_row(pause_of(self.session))
                for rule, value in rules_of(self.session):
                    yield rule_row(rule, value)
        else:
            with VerticalScroll(id="rules-read"):
                yield Coloured(self._text, id="rules-text")
        yield Static("", id="problem", markup=False)
        yield Static(code_line(self.session), id="code", markup=False)

    def _text(self) -> Group:
        rules = rules_in_full(self.session, self.look.active, self.look.muted)
        if isinstance(self.session.start, StartSolo):
            return Group(*rules)
        clock, pause = clock_of(self.session), pause_of(self.session)
        return Group(Text(f"  {clock_said(clock)}\n  {pause_said(pause)}\n"), *rules)

    def on_field_changed(self, event: Field.Changed) -> None:
        name, value = event.field.name or "", event.field.value
        if name == "clock":
            self.session.send(Clock(value))
        elif name == "pause":
            self.session.send(Pause(value))
        else:
            self.session.send(Rule({name.removeprefix("rule-"): value}))

    def receive(self, event: ClientEvent) -> None:
        """Show the host's present rules, after a change or a refusal."""
        if not self.is_mounted:
            return
        self.query_one("#code", Static).update(code_line(self.session))
        if isinstance(event, Refusal):
            self.query_one("#problem", Static).update(refusal_said(event))
        elif isinstance(event, RoomChanged):
            self.query_one("#problem", Static).update("")
            for text in self.query("#rules-text").results(Static):
                text.update(self._text())
        values = {f"rule-{rule.name}": value for rule, value in rules_of(self.session)}
        values["clock"] = clock_of(self.session)
        values["pause"] = pause_of(self.session)
        for row in self.query(Field):
            # The owner's latest change may be ahead of the host.
            if isinstance(event, Refusal) or (isinstance(event, RoomChanged) and not row.has_focus):
                row.offer(row.values, values[row.name or ""])


def clock_of(session: TableSession) -> int:
    """Return the seconds for each decision at a table; 0 without a clock."""
    return session.client.room.clock if session.client.room else 0


def pause_of(session: TableSession) -> int:
    """Return the pause after a deal in seconds, or EVERYBODY."""
    return session.client.room.pause if session.client.room else 0


def pause_row(seconds: int) -> Field:
    """Return the row of a form in which the pause after a deal is chosen."""
    values = list(PAUSES)
    return Field(
        "pause", t("pause after a deal"), values, seconds, say=pause_value, usual=DEFAULT_PAUSE
    )


def clock_row(seconds: int) -> Field:
    """Return the row of a form in which the clock is chosen."""
    return Field("clock", t("clock"), list(CLOCKS), seconds, say=clock_value, usual=0)


def rules_of(session: TableSession) -> list[tuple[HouseRule, Value]]:
    """List the house rules of a table and their values, unusual ones first."""
    game, room = session.client.game, session.client.room
    if game is None or room is None:
        return []
    found = [(rule, getattr(room.options, rule.name)) for rule in house_rules(game.Options)]
    return sorted(found, key=lambda pair: pair[1] == pair[0].default)


def rules_in_full(
    session: TableSession, mark: str, muted: str, *, changed_only: bool = False
) -> list[RenderableType]:
    """Return the lines of house rules and their sentences, unusual ones first and marked."""
    lines: list[RenderableType] = []
    for rule, value in rules_of(session):
        changed = value != rule.default
        if changed_only and not changed:
            continue
        said = (f"{rule_name(rule)}: {rule_value(rule, value)}", "bold" if changed else "")
        lines.append(Text.assemble(("● " if changed else "  ", mark), said))
        lines.append(Padding(Text(t(rule.text), muted), (0, 0, 0, 4)))
    return lines


def rule_row(rule: HouseRule, value: Value) -> Field:
    """Return the row of a form in which a house rule is chosen."""
    return Field(
        f"rule-{rule.name}",
        rule_name(rule),
        rule.values if isinstance(rule.values, range) else list(rule.values),
        value,
        say=partial(rule_value, rule),
        hint=t(rule.text),
        usual=rule.default,
    )
