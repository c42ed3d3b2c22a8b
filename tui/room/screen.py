"""The waiting room of a table: who sits where, the house rules, the address, and chat."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

from rich.console import Group
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from core.bots import levels
from core.game import Seat
from net.client.events import ClientEvent, Connected, Disconnected, Refusal, RoomChanged
from net.wire.to_host import Clear, Fill, NewCode, Start
from tui.drawing.art.title import paint_pieces
from tui.language.games import level_name, no_bots
from tui.language.text import t, tn
from tui.language.words import as_sentence, player_said
from tui.lessons import LESSONS
from tui.lessons.offer import open_lesson
from tui.opening import open_rules, screen_class
from tui.room import texts
from tui.room.house_rules import HouseRulesScreen
from tui.room.leaving import leave_question
from tui.room.people import Person
from tui.room.people_screen import open_people, open_person
from tui.room.words import refusal_said
from tui.screens.dialog import Question
from tui.screens.home import HomeScreen
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.form import Act, Coloured
from tui.widgets.log import ChatLine, LogView
from tui.widgets.menu import Menu

MOUNTED_LAST: Final = ("#fill-act", "#rules-text", "#log")
"""The deepest widgets of this screen: once they exist, everything else does."""


class RoomScreen(BaseScreen):
    """Wait for the others."""

    HEADING = "The waiting room"
    HELP_TEXT = (
        "Everybody says they are ready and so accepts the house rules; then the owner of the "
        "table starts the match. The owner chooses a free seat with Enter or a click to put a "
        "bot there, or a taken one to free it or to put the player out, and changes the house "
        "rules, the clock and the pause with F5. With F10 or O the owner puts out watchers as "
        "well, hands the table over and locks it. A watcher may take a seat that becomes "
        "free.\nOthers find the table in their list of tables on the LAN, or join by the "
        "address below. If the table asks for a code, tell it to them: it is below and on the "
        "page of the house rules."
    )
    AUTO_FOCUS = "#main-act"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "beside(-1, 0)", show=False),
        Binding("down", "beside(1, 0)", show=False),
        Binding("left", "beside(0, -1)", show=False),
        Binding("right", "beside(0, 1)", show=False),
        Binding("f4,c", "chat", "chat", id="chat"),
        Binding("f5,h", "house_rules", "house rules", id="house_rules"),
        Binding("f10,o", "people", "people", id="people"),
        Binding("i", "invite", "invite", id="invite"),
        Binding("f6,b", "fill_all", "fill with bots", id="fill"),
        Binding("f3,r", "rules", "rules", id="rules"),
        Binding("f7,l", "lesson", "lesson", id="lesson"),
        Binding("f8,n", "new_code", "new code", id="new_code"),
        Binding("escape", "back", "leave", id="back"),
    ]

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session
        self._owner = OwnerControls(self, session, self._say_problem)

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
                    main.display = self._may_act
                    yield main
                    fill = Act(t("fill with bots"), id="fill-act")
                    fill.display = self._may_fill
                    yield fill
                if self._new_here():
                    with Horizontal(classes="acts"):
                        yield Act(texts.lesson_label(self.session), id="lesson-act")
                yield Static("", id="problem", markup=False)
                yield Static(texts.who_is_ready(self.session), id="ready-line", markup=False)
                with VerticalScroll(id="rules-line", can_focus=False):
                    yield Coloured(self._rules, id="rules-text")
                yield Static(
                    texts.how_to_join(self.session, *self.size), id="address", markup=False
                )
                yield CanvasView(lambda w, h: paint_pieces(self.look, w, h), id="room-art")
            with Vertical(id="room-right"):
                yield LogView(t("at the table"), self.session.log.lines, id="log")
                yield ChatLine(self.session.send, id="say")

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        for menu in self.query("#seats").results(Menu):
            menu.offer(texts.seat_entries(self.session, self.size.width, self.look))
        for address in self.query("#address").results(Static):
            address.update(texts.how_to_join(self.session, *self.size))

    @property
    def _may_act(self) -> bool:
        """Whether the first button does anything for this player."""
        return not texts.is_watching(self.session) or texts.free_seats(self.session) > 0

    @property
    def _may_fill(self) -> bool:
        """Whether there is a free seat that this player may give to a bot."""
        return self.session.client.owns and texts.free_seats(self.session) > 0

    def _new_here(self) -> bool:
        """Whether the lesson of this game has not been offered yet."""
        seated = self.session.client.seated
        seen = self.kozyr.settings.lessons_seen
        if seated is None or texts.is_watching(self.session):
            return False
        return seated.game in LESSONS and seated.game not in seen

    def _rules(self) -> Group:
        return texts.rules_shown(self.session, self.look)

    def meaning_of(self, binding: Binding) -> str:
        """Say what Esc does: after a match the table is behind this screen."""
        if binding.id == "back" and self._before_table:
            return "to the table"
        return super().meaning_of(binding)

    @property
    def _before_table(self) -> bool:
        """Whether the table is behind this screen."""
        stack = self.app.screen_stack
        return self in stack and not isinstance(stack[stack.index(self) - 1], HomeScreen)

    def receive(self, event: ClientEvent) -> None:
        """Follow the host; the session has kept what it said."""
        if not self.is_mounted or not all(map(self.query, MOUNTED_LAST)):
            return
        if isinstance(event, Refusal):
            self._say_problem(refusal_said(event))
        elif isinstance(event, RoomChanged):
            self._say_problem("")
        elif isinstance(event, Connected | Disconnected):
            lost = isinstance(event, Disconnected)
            self._say_problem(t("connection lost, trying again … Esc leaves") if lost else "")
        self.query_one("#seats", Menu).offer(
            texts.seat_entries(self.session, self.size.width, self.look)
        )
        main = self.query_one("#main-act", Static)
        main.update(f" {texts.main_label(self.session)} ")
        main.display = self._may_act
        self.query_one("#fill-act").display = self._may_fill
        self._lead_to_start()
        self.query_one("#rules-text", Static).update(self._rules())
        self.query_one("#room-title", Static).update(texts.room_title(self.session))
        self.query_one("#address", Static).update(texts.how_to_join(self.session, *self.size))
        self.query_one(LogView).latest()
        self.refresh_bindings()

    def _lead_to_start(self) -> None:
        """Say who is ready; once everybody is, focus the owner's start button."""
        line, said = self.query_one("#ready-line", Static), texts.who_is_ready(self.session)
        news, complete = str(line.content) != said, said == t(texts.START_NOW)
        line.update(said)
        gone = self.focused is not None and not self.focused.display
        if gone or (news and complete and not isinstance(self.focused, Input)):
            self.query_one("#main-act").focus()

    def action_beside(self, down: int, right: int) -> None:
        """Go from a button to the nearest one, or up to the last seat."""
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

    def _say_problem(self, text: str) -> None:
        self.query_one("#problem", Static).update(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let only the owner fill seats and change the code; not every game has a lesson."""
        client = self.session.client
        seated = client.seated
        if action == "lesson" and not (seated and seated.game in LESSONS):
            return False
        if action in ("fill_all", "new_code", "people") and not client.owns:
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
        elif texts.is_watching(self.session):
            self.kozyr.navigator.take_seat()
        elif not self.session.client.owns:
            self.session.send(self.session.client.ready(not texts.is_ready(self.session)))
        else:
            self._owner.start()

    def action_house_rules(self) -> None:
        """Read the house rules; the owner can change them there."""
        self.app.push_screen(HouseRulesScreen(self.session, in_room=True))

    def action_fill_all(self) -> None:
        """Put bots on all free seats."""
        self._owner.fill_all()

    def action_invite(self) -> None:
        """Show every way to sit down here."""
        self.app.push_screen(screen_class("invitation")(self.session))

    def action_people(self) -> None:
        """Put somebody out, hand the table over, lock it."""
        open_people(self.kozyr, self.session)

    def action_new_code(self) -> None:
        """Have the table make a new code."""
        self.session.send(NewCode())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Let the owner change a seat."""
        self._owner.change_seat(int(event.option.id or 0))

    def action_chat(self) -> None:
        """Type something for everybody."""
        self.query_one("#say").focus()

    def action_lesson(self) -> None:
        """Learn the game while waiting; the match takes precedence."""
        seated = self.session.client.seated
        if seated is not None:
            open_lesson(self.kozyr, seated.game)

    def action_rules(self) -> None:
        """Open the rule book of this game."""
        open_rules(self.kozyr)

    def action_back(self) -> None:
        """Leave the chat first, then the table."""
        if isinstance(self.focused, Input):
            self.query_one("#main-act").focus()
            return
        if self._before_table:
            self.dismiss()  # the table is behind this screen
            return
        self.app.push_screen(leave_question(self.session), self._leave_answered)

    def _leave_answered(self, answer: str | None) -> None:
        if answer == "leave":
            self.kozyr.navigator.leave(give_up=True)
        elif answer:
            self.kozyr.navigator.do_instead(answer)


class OwnerControls:
    """Fills and frees seats and starts the match; asks first, in front of the screen."""

    def __init__(
        self, screen: BaseScreen, session: TableSession, tell: Callable[[str], None]
    ) -> None:
        """`tell` shows why something cannot be done."""
        self._screen = screen
        self._session = session
        self._tell = tell

    def start(self) -> None:
        """Start the match; ask what to do about free seats."""
        free = texts.free_seats(self._session)
        if not free:
            self._session.send(Start())
            return
        question = as_sentence(tn("{n} seat is free", "{n} seats are free", free))
        answers = [("wait", t("wait for players")), ("fill", t("fill with bots and start"))]
        self._screen.app.push_screen(Question(question, answers), self._start_answered)

    def _start_answered(self, answer: str | None) -> None:
        if answer == "fill":
            self.fill_all()
            self._session.send(Start())

    def fill_all(self) -> None:
        """Put bots on all free seats."""
        known = self._levels()
        if not known:
            return
        wanted = self._screen.kozyr.settings.table.get("level")
        level = wanted if isinstance(wanted, str) and wanted in known else known[0]
        for seat, line in enumerate(self._session.seats):
            if not line.kind:
                self._session.send(Fill(seat, level))

    def change_seat(self, seat: Seat) -> None:
        """Ask who is to take a seat, or what to do about the player who has it."""
        session, app = self._session, self._screen.app
        line = session.seats[seat]
        if not session.client.owns:
            self._tell(t("only the owner of the table can do that"))
        elif not line.kind:
            known = [(level, level_name(level)) for level in self._levels()]
            if known:
                ask = Question(t("Who sits here?"), [("", t("leave it free")), *known])
                app.push_screen(ask, lambda level: self._fill(seat, level))
        elif seat == session.client.seat:
            open_people(self._screen.kozyr, session)
        elif line.kind == "human" or line.away:
            open_person(self._screen.kozyr, session, Person(line.name, seat))
        else:
            now = line.kind.removeprefix("bot:")
            others = [(level, level_name(level)) for level in self._levels() if level != now]
            answers = [("", t("leave it as it is")), ("clear", t("free the seat")), *others]
            question = f"{player_said(line.name, line.kind)}, {level_name(now)}"
            app.push_screen(Question(question, answers), lambda answer: self._change(seat, answer))

    def _levels(self) -> Sequence[str]:
        """List the bots of this game; if it has none, say so."""
        seated = self._session.client.seated
        known = levels(seated.game) if seated else ()
        if seated and not known:
            self._tell(no_bots(seated.game))
        return known

    def _fill(self, seat: Seat, level: str | None) -> None:
        if level:
            self._session.send(Fill(seat, level))

    def _change(self, seat: Seat, answer: str | None) -> None:
        """Free the seat of a bot, or give it to one of another level."""
        if answer:
            self._session.send(Clear(seat))
        if answer != "clear":
            self._fill(seat, answer)
