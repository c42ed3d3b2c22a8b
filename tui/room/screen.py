"""The waiting room of a table: its players, the house rules, the address, and chat."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from net.client.events import ClientEvent, Connected, Disconnected, Refusal, RoomChanged
from tui.drawing.art.letters import paint_pieces
from tui.language.text import t
from tui.lessons.offer import open_lesson
from tui.program import Program, open_rules, screen_class
from tui.room import texts
from tui.room.actions import ACTIONS, WISHES, RoomDesk
from tui.room.evening_page import open_evening
from tui.room.house_rules import HouseRulesScreen
from tui.room.leaving import ask_leave
from tui.room.people_screen import change_seat, open_people, open_phrases, start_match
from tui.room.words import refusal_said, request_said
from tui.screens.home import HomeScreen
from tui.start import StartJoin
from tui.table import effects
from tui.table.effects import Effect
from tui.table.session import TableSession
from tui.widgets.base_screen import ActionScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.form import Act, Coloured
from tui.widgets.keybar import bindings
from tui.widgets.log import ChatLine, LogView, TypingState
from tui.widgets.menu import Menu

MOUNTED_LAST: Final = ("#fill-act", "#rules-text", "#log")
"""The deepest widgets of this screen: once they exist, all do."""


class RoomScreen(ActionScreen):
    """Shows the players of a table before and after matches; its owner starts them."""

    HEADING = "The waiting room"
    HELP_TEXT = (
        "Everybody says they are ready and so accepts the house rules; then the owner of the "
        "table starts the match. The owner chooses a free seat with Enter or a click to put a "
        "bot there, or a taken one to free it or to put the player out, and changes the house "
        "rules, the clock and the pause with F5, and the game itself with F9 or G. With F10 or O "
        "the owner puts out watchers as well, hands the table over and locks it. A watcher may "
        "take a seat that becomes free.\nF is the page of the evening. Others find the table in "
        "their list of tables on the LAN, or join by the address below. If the table asks for a "
        "code, tell it to them: it is below and on the page of the house rules."
    )
    AUTO_FOCUS = "#main-act"
    ACTIONS = ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session

    # --- showing ----------------------------------------------------------------------------------

    @property
    def spoken_of(self) -> str:
        seated = self.session.client.seated
        return seated.game if seated else ""

    def body(self) -> Iterable[Widget]:
        yield Static(
            texts.room_title(self.session), classes="heading", id="room-title", markup=False
        )
        with Horizontal(id="room"):
            with Vertical(id="room-left"):
                yield Menu(
                    texts.seat_entries(self.session, self.size.width, self.look),
                    id="seats",
                    ends=True,
                )
                with Horizontal(classes="acts"):
                    main = Act(texts.main_label(self.session), id="main-act")
                    main.display = texts.may_act(self.session)
                    yield main
                    fill = Act(t("fill with bots"), id="fill-act")
                    fill.display = texts.may_fill(self.session)
                    yield fill
                with Horizontal(classes="acts"):
                    another = Act(t("another game"), id="game-act")
                    another.display = self.session.client.can_change_game
                    yield another
                with Horizontal(classes="acts", id="lesson-row") as row:
                    row.display = self._new_here
                    yield Act(texts.lesson_label(self.session), id="lesson-act")
                yield Static("", id="problem", markup=False)
                yield Static(texts.who_is_ready(self.session), id="ready-line", markup=False)
                with VerticalScroll(id="rules-line", can_focus=False):
                    yield Coloured(
                        lambda: texts.rules_shown(self.session, self.look), id="rules-text"
                    )
                yield Static(
                    texts.how_to_join(self.session, *self.size), id="address", markup=False
                )
                yield CanvasView(lambda w, h: paint_pieces(self.look, w, h), id="room-art")
            with Vertical(id="room-right"):
                yield LogView(t("at the table"), self.session.log.lines, id="log")
                yield ChatLine(self.session.send, self._typing, id="say")

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        for menu in self.query("#seats").results(Menu):
            menu.offer(texts.seat_entries(self.session, self.size.width, self.look))
        for address in self.query("#address").results(Static):
            address.update(texts.how_to_join(self.session, *self.size))

    def receive(self, event: ClientEvent) -> None:
        """Show the room as it is after an event."""
        if not self.is_mounted or not all(map(self.query, MOUNTED_LAST)):
            return
        if isinstance(event, Refusal):
            self.say_problem(refusal_said(event))
        elif isinstance(event, RoomChanged):
            self.say_problem(request_said(event.room) if self.session.client.requested else "")
            self._speak()  # of another game, if there is one
        elif isinstance(event, Connected | Disconnected):
            lost = isinstance(event, Disconnected)
            self.say_problem(t("connection lost, trying again … Esc leaves") if lost else "")
        self.query_one("#seats", Menu).offer(
            texts.seat_entries(self.session, self.size.width, self.look)
        )
        main = self.query_one("#main-act", Static)
        main.update(f" {texts.main_label(self.session)} ")
        main.display = texts.may_act(self.session)
        self.query_one("#fill-act").display = texts.may_fill(self.session)
        self.query_one("#game-act").display = self.session.client.can_change_game
        lesson = texts.lesson_label(self.session)
        self.query_one("#lesson-act", Static).update(f" {lesson} ")
        self.query_one("#lesson-row").display = self._new_here
        self._lead_to_start()
        rules = texts.rules_shown(self.session, self.look)
        self.query_one("#rules-text", Static).update(rules)
        self.query_one("#room-title", Static).update(texts.room_title(self.session))
        self.query_one("#address", Static).update(texts.how_to_join(self.session, *self.size))
        self.query_one(LogView).repaint()
        self.refresh_bindings()

    @property
    def _new_here(self) -> bool:
        """Whether a lesson is offered: that of the table's present game."""
        return texts.is_new_here(self.session, self.kozyr.settings.lessons_seen)

    def _lead_to_start(self) -> None:
        """Show who is ready; once all are, focus the owner's button that starts the match."""
        line, said = self.query_one("#ready-line", Static), texts.who_is_ready(self.session)
        news, complete = str(line.content) != said, said == t(texts.START_NOW)
        line.update(said)
        gone = self.focused is not None and not self.focused.display
        if gone or (news and complete and not isinstance(self.focused, Input)):
            self.query_one("#main-act").focus()

    def say_problem(self, text: str) -> None:
        """Report, below the buttons, the reason why something cannot be done."""
        self.query_one("#problem", Static).update(text)

    # --- doing ------------------------------------------------------------------------------------

    @property
    def desk(self) -> RoomDesk:
        stack = self.app.screen_stack
        return RoomDesk(
            self.session,
            level=str(self.kozyr.settings.table.get("level", "")),
            over_table=self in stack and not isinstance(stack[stack.index(self) - 1], HomeScreen),
            typing=isinstance(self.focused, Input),
        )

    def wish(self, name: str, *numbers: int) -> None:
        desk, row = self.desk, WISHES[name]
        assert row.key_effect is not None
        row.key_effect(desk)
        self.carry_out(desk.effects)

    def carry_out(self, asked: Sequence[Effect]) -> None:
        """Carry out the effects of an action."""
        for effect in asked:
            match effect:
                case effects.SendMessage(message):
                    self.session.send(message)
                case effects.Tell(text):
                    self.say_problem(text)
                case effects.OpenChat():
                    self.query_one("#say").focus()
                case effects.CloseChat():
                    self.query_one("#main-act").focus()
                case effects.OpenRules():
                    open_rules(self.kozyr)
                case effects.CloseScreen():
                    self.dismiss()
                case effects.AskLeave():
                    ask_leave(self.kozyr, self.session)
                case effects.OpenPage(page):
                    self._open(page)

    def _open(self, page: effects.Page) -> None:
        seated = self.session.client.seated
        match page:
            case "house rules":
                self.app.push_screen(HouseRulesScreen(self.session, in_room=True))
            case "ways":
                self.app.push_screen(screen_class("invitation")(self.session))
            case "people":
                open_people(self.kozyr, self.session)
            case "phrases":
                open_phrases(self.kozyr, self.session)
            case "another game":
                self.app.push_screen(screen_class("another game")(self.session))
            case "evening":
                open_evening(self.kozyr, self.session)
            case "lesson" if seated is not None:  # while waiting; the match takes precedence
                open_lesson(self.kozyr, seated.game)

    def _typing(self, state: TypingState) -> None:
        """Return the keys to the room once a line is said, as at the table."""
        if state == "sent":
            self.query_one("#main-act").focus()

    def on_act_pressed(self, event: Act.Pressed) -> None:
        if event.act.id == "fill-act":
            self.wish("fill")
        elif event.act.id == "game-act":
            self.wish("another_game")
        elif event.act.id == "lesson-act":
            self.wish("lesson")
        elif texts.is_watching(self.session):
            if texts.free_seats(self.session):
                _take_seat(self.kozyr, self.session)
            else:
                self.wish("ask_for_seat")
        elif not self.session.client.owns:
            self.session.send(self.session.client.ready(not texts.is_ready(self.session)))
        else:
            start_match(self.kozyr, self.desk, self.carry_out)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask the owner about a seat."""
        change_seat(self.kozyr, self.desk, int(event.option.id or 0), self.carry_out)

    def action_beside(self, down: int, right: int) -> None:
        """Focus the nearest button in a direction, or the last seat above the buttons."""
        here = self.focused
        if not isinstance(here, Act):
            return
        rows = [[act for act in row.query(Act) if act.display] for row in self.query(".acts")]
        rows = [row for row in rows if row]
        y = next(y for y, row in enumerate(rows) if here in row)
        x = rows[y].index(here) + right
        if down < 0 and y == 0:
            seats = self.query_one("#seats", Menu)
            seats.highlighted = seats.option_count - 1
            seats.focus()
        elif 0 <= y + down < len(rows) and 0 <= x < len(rows[y]):
            row = rows[y + down]
            row[min(x, len(row) - 1)].focus()


def _take_seat(kozyr: Program, session: TableSession) -> None:
    """Leave the table as a watcher and join it as a player, now that a seat is free."""
    start, seated, room = session.start, session.client.seated, session.client.room
    if isinstance(start, StartJoin) and seated is not None and room is not None:
        kozyr.navigator.leave(give_up=True)
        seat = replace(start, table_id=seated.table, watch=False, code=room.code)
        kozyr.navigator.go(seat, session.log)
