"""The waiting room of a table: who sits where, the house rules, the address, and talk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from core.bots import levels
from net.client.told import Connected, Disconnected, Refusal, RoomChanged, Told
from net.wire.protocol import Clear, Fill, NewCode, SeatLine, Start
from tui.drawing.art.title import paint_pieces
from tui.drawing.canvas import fitted, text_width
from tui.language.games import game_title, no_bots
from tui.language.rule_names import level_name
from tui.language.text import t, tn
from tui.language.words import as_sentence
from tui.lessons import LESSONS
from tui.lessons.offer import open_lesson
from tui.screens.dialog import Ask
from tui.screens.home import HomeScreen
from tui.screens.house_rules import HouseRulesScreen, clock_of, pause_of, rules_in_full
from tui.screens.table_code import code_line
from tui.table.connection import Connection, changed_rules
from tui.table.countdown import clock_said
from tui.table.links import HostedLink
from tui.table.pause_words import pause_said
from tui.table.room_words import refusal_said
from tui.widgets.canvas import CanvasView
from tui.widgets.chat import ChatLine
from tui.widgets.coloured import Coloured
from tui.widgets.form import Act
from tui.widgets.log import LogView
from tui.widgets.menu import Menu
from tui.widgets.page import Page

WIDE: Final = 120

SEAT: Final = 9
"""Columns of a seat's line beside its name and notes: margins, its number, a gap."""

LEAST_NAME: Final = 8


def _beside(width: int) -> int:
    """Columns of the log and the talk, as in the style sheet."""
    return 56 if width >= WIDE else 36 if width >= 76 else 24


class RoomScreen(Page):
    """Wait for the others."""

    HEADING = "The waiting room"
    HELP_TEXT = (
        "Everybody says ready, and with that accepts the house rules; then the owner of the table "
        "starts. The owner chooses a free seat with Enter or a click to put a bot there, and a "
        "taken one to free it, and changes the house rules, the clock and the pause with F5. Who "
        "only watches may take a seat that becomes free.\n"
        "Others find the table in their list of tables on the LAN, or join by the address below. "
        "Where the table asks for a code, tell it to them: it stands below and on the page of the "
        "house rules."
    )
    AUTO_FOCUS = "#main-act"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("f4,c,с", "chat", "chat", id="chat"),
        Binding("f5,h,р", "house_rules", "house rules", id="house_rules"),
        Binding("f6,b,и", "fill_all", "fill with bots", id="fill"),
        Binding("f3,r,к", "rules", "rules", id="rules"),
        Binding("f7,l,д", "lesson", "lesson", id="lesson"),
        Binding("f8,n,н", "new_code", "new code", id="new_code"),
        Binding("escape", "back", "leave", id="back"),
    ]

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.connection = connection

    # --- showing ----------------------------------------------------------------------------------

    def body(self) -> Iterable[Widget]:
        yield Static(self._title(), classes="heading", id="room-title", markup=False)
        with Horizontal(id="room"):
            with Vertical(id="room-left"):
                yield Menu(self._seat_entries(), id="seats", ends=True)
                with Horizontal(classes="acts"):
                    main = Act(self._main_label(), id="main-act")
                    main.display = self._may_act
                    yield main
                    fill = Act(t("fill with bots"), id="fill-act")
                    fill.display = self.connection.client.owns
                    yield fill
                if self._new_here():
                    with Horizontal(classes="acts"):
                        yield Act(self._lesson_label(), id="lesson-act")
                yield Static("", id="problem", markup=False)
                with VerticalScroll(id="rules-line", can_focus=False):
                    yield Coloured(self._rules, id="rules-text")
                yield Static(self._address(), id="address", markup=False)
                yield CanvasView(lambda w, h: paint_pieces(self.look, w, h), id="room-art")
            with Vertical(id="room-right"):
                yield LogView(self.connection.log.lines, id="log")
                yield ChatLine(self.connection.send, id="say")

    def _title(self) -> str:
        seated = self.connection.client.seated
        if seated is None:
            return t("The waiting room")
        return f"{seated.table_name} · {game_title(seated.game)}"

    def _seat_entries(self) -> list[tuple[str, str]]:
        """Write a line a seat, with long names cut where the window is narrow: no note wraps."""
        seats = self.connection.seats
        notes = [self._notes(seat, line) for seat, line in enumerate(seats)]
        width = self.size.width
        wanted = max([16 if width >= WIDE else 0, *(text_width(line.name) for line in seats)])
        room = width - _beside(width) - SEAT - max(map(text_width, notes), default=0)
        name = max(LEAST_NAME, min(wanted, room))
        taken = [
            f"{fitted(line.name, name)}  {said}".rstrip()
            for line, said in zip(seats, notes, strict=True)
        ]
        free = t("free seat")
        return [(str(seat), taken[seat] if line.kind else free) for seat, line in enumerate(seats)]

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        for menu in self.query("#seats").results(Menu):
            menu.offer(self._seat_entries())

    def _notes(self, seat: int, line: SeatLine) -> str:
        connection = self.connection
        notes = []
        if not line.kind:
            return ""
        if seat == connection.client.seat:
            notes.append(t("you"))
        room = connection.client.room
        if room is not None and room.owner == seat:
            notes.append(t("owner"))
        if line.kind.startswith("bot:"):
            notes.append(level_name(line.kind.removeprefix("bot:")))
        elif line.away:
            notes.append(t("away"))
        elif line.ready:
            notes.append("✓ " + t("ready"))
        elif room is not None and room.owner != seat:
            notes.append(t("not ready"))
        return " · ".join(notes)

    @property
    def _watching(self) -> bool:
        return self.connection.client.seat is None

    @property
    def _may_act(self) -> bool:
        """Whether there is anything to do here: a watcher waits for a free seat."""
        return not self._watching or self._free > 0

    @property
    def _free(self) -> int:
        return sum(not line.kind for line in self.connection.seats)

    def _main_label(self) -> str:
        if self._watching:
            return t("take the free seat")
        if self.connection.client.owns:
            return t("start the match")
        return t("not ready after all") if self._ready() else t("I am ready")

    def _new_here(self) -> bool:
        """Whether the lesson of this game has not been offered yet."""
        seated = self.connection.client.seated
        seen = self.kozyr.settings.lessons_seen
        if seated is None or self._watching:
            return False
        return seated.game in LESSONS and seated.game not in seen

    def _lesson_label(self) -> str:
        seated = self.connection.client.seated
        return t("new to {game}? a short lesson", game=game_title(seated.game) if seated else "")

    def _ready(self) -> bool:
        seat, seats = self.connection.client.seat, self.connection.seats
        return seat is not None and seat < len(seats) and seats[seat].ready

    def _rules(self) -> Group:
        """Write the house rules that are not the usual ones, and what saying ready means."""
        look = self.look
        clock = clock_of(self.connection)
        lines: list[RenderableType] = []
        if self._watching:
            lines.append(Text(t("You are watching."), look.active))
        lines.append(Text(clock_said(clock), "bold" if clock else look.muted))
        lines.append(Text(pause_said(pause_of(self.connection)), look.muted))
        if not changed_rules(self.connection):
            return Group(*lines, Text(t("House rules: the usual ones"), look.muted))
        lines.append(Text(t("House rules that differ from the usual ones:"), look.active))
        lines += rules_in_full(self.connection, look.active, look.muted, changed_only=True)
        if not (self.connection.client.owns or self._watching):
            lines.append(Text(t("Who is ready accepts them."), look.muted))
        return Group(*lines)

    def _address(self) -> str:
        connection = self.connection
        code = code_line(connection)
        if not connection.address:
            return code
        text = t("join with: kozyr join {address}", address=connection.address)
        text += f"\n{code}" if code else ""
        link = connection.link
        if isinstance(link, HostedLink) and link.problem:
            text += "\n" + link.problem
        return text

    def heard(self, told: Told) -> None:
        """Follow the host; the connection has kept what it said."""
        if not self.is_mounted or not self.query("#seats"):
            return
        if isinstance(told, Refusal):
            self._say_problem(refusal_said(told))
        elif isinstance(told, RoomChanged):
            self._say_problem("")
        elif isinstance(told, Connected | Disconnected):
            lost = isinstance(told, Disconnected)
            self._say_problem(t("connection lost, trying again … Esc leaves") if lost else "")
        self.query_one("#seats", Menu).offer(self._seat_entries())
        main = self.query_one("#main-act", Static)
        main.update(f" {self._main_label()} ")
        main.display = self._may_act
        self.query_one("#fill-act").display = self.connection.client.owns
        self.query_one("#rules-text", Static).update(self._rules())
        self.query_one("#room-title", Static).update(self._title())
        self.query_one("#address", Static).update(self._address())
        self.query_one(LogView).latest()
        self.refresh_bindings()

    def _say_problem(self, text: str) -> None:
        self.query_one("#problem", Static).update(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the owner fills seats and has another code taken; not every game has a lesson."""
        client = self.connection.client
        seated = client.seated
        if action == "lesson" and not (seated and seated.game in LESSONS):
            return False
        if action in ("fill_all", "new_code") and not client.owns:
            return False
        if action == "new_code" and not (client.room and client.room.code):
            return False
        return super().check_action(action, parameters)

    # --- doing ------------------------------------------------------------------------------------

    def on_act_pressed(self, event: Act.Pressed) -> None:
        if event.act.id == "fill-act":
            self.action_fill_all()
        elif event.act.id == "lesson-act":
            self.action_lesson()
        elif self._watching:
            self.kozyr.at_table.take_seat()
        elif not self.connection.client.owns:
            self.connection.send(self.connection.client.ready(not self._ready()))
        elif free := self._free:
            question = as_sentence(tn("{n} seat is free", "{n} seats are free", free))
            answers = [("wait", t("wait for players")), ("fill", t("fill with bots and start"))]
            self.app.push_screen(Ask(question, answers), self._start_answered)
        else:
            self.connection.send(Start())

    def _start_answered(self, answer: str | None) -> None:
        if answer == "fill":
            self.action_fill_all()
            self.connection.send(Start())

    def action_house_rules(self) -> None:
        """Read the house rules; their owner changes them here."""
        self.app.push_screen(HouseRulesScreen(self.connection, in_room=True))

    def action_fill_all(self) -> None:
        """Put bots on all free seats."""
        known = self._levels()
        if not known:
            return
        wanted = self.kozyr.settings.table.get("level")
        level = wanted if isinstance(wanted, str) and wanted in known else known[0]
        for seat, line in enumerate(self.connection.seats):
            if not line.kind:
                self.connection.send(Fill(seat, level))

    def action_new_code(self) -> None:
        """Have the table take another code."""
        self.connection.send(NewCode())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The owner changes a seat."""
        seat = int(event.option.id or 0)
        line = self.connection.seats[seat]
        if not self.connection.client.owns:
            self._say_problem(t("only the owner of the table can do that"))
        elif not line.kind:
            known = [(level, level_name(level)) for level in self._levels()]
            if known:
                ask = Ask(t("Who sits here?"), [("", t("leave it free")), *known])
                self.app.push_screen(ask, lambda level: self._fill(seat, level))
        elif seat != self.connection.client.seat:
            answers = [("", t("no")), ("clear", t("free the seat"))]
            question = t("Free the seat of {name}?", name=line.name)
            self.app.push_screen(Ask(question, answers), lambda answer: self._clear(seat, answer))

    def _levels(self) -> Sequence[str]:
        """List the bots of this game; if it has none, say so."""
        seated = self.connection.client.seated
        known = levels(seated.game) if seated else ()
        if seated and not known:
            self._say_problem(no_bots(seated.game))
        return known

    def _fill(self, seat: int, level: str | None) -> None:
        if level:
            self.connection.send(Fill(seat, level))

    def _clear(self, seat: int, answer: str | None) -> None:
        if answer:
            self.connection.send(Clear(seat))

    def action_chat(self) -> None:
        """Type something for everybody."""
        self.query_one("#say").focus()

    def action_lesson(self) -> None:
        """Learn the game while the others come; the match goes before."""
        seated = self.connection.client.seated
        if seated is not None:
            open_lesson(self.kozyr, seated.game)

    def action_rules(self) -> None:
        """Open the rule book of this game."""
        self.kozyr.open_rules()

    def action_back(self) -> None:
        """Leave the chat first, then the table."""
        if isinstance(self.focused, Input):
            self.query_one("#main-act").focus()
            return
        if not isinstance(self.app.screen_stack[-2], HomeScreen):
            self.dismiss()  # the table lies behind
            return
        text = t("The table closes for everybody.") if self.connection.address else ""
        answers = [("stay", t("stay")), ("leave", t("leave the table"))]
        self.app.push_screen(Ask(t("Leave the table?"), answers, text), self._leave_answered)

    def _leave_answered(self, answer: str | None) -> None:
        if answer == "leave":
            self.kozyr.at_table.leave(give_up=True)
