"""The owner's questions: about people and the rights of newcomers, about seats, and to a player who
does not move. Also a watcher's request for a seat, and phrases to say.

Effects that follow from an answer go to `carry_out`.
"""

from collections.abc import Callable, Sequence
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from core.game import Seat
from net.client.events import RoomState
from net.wire.to_host import Clear, Fill, Here, Migrate, Start
from tui.language.games import level_name
from tui.language.text import t, tn
from tui.language.words import as_sentence, player_said
from tui.program import Program
from tui.room.actions import RoomDesk, fill_all, known_levels
from tui.room.hosts import could_have_it, movers
from tui.room.people import (
    OwnerAction,
    Person,
    answers_to,
    owner_actions,
    people,
    person_said,
    still_there,
    table_actions,
)
from tui.room.texts import free_seats
from tui.room.words import idle_said
from tui.screens.dialog import LiveQuestion, Question
from tui.table import effects
from tui.table.banter import PHRASES, phrase
from tui.table.driver import guard_seconds
from tui.table.effects import Effect
from tui.table.session import TableSession
from tui.widgets.menu import MenuEntry

NOT_THERE: Final = "{name} is no longer there"


class RoomQuestion(LiveQuestion):
    """A question about the people of a room."""


def renew_questions(app: Program) -> None:
    """Put the open questions about people anew."""
    for screen in app.screen_stack:
        if isinstance(screen, RoomQuestion):
            screen.renew()


def open_people(app: Program, session: TableSession) -> None:
    """Show the people at a table; ask the owner for one of them, or for an action on the table."""
    if session.client.room is None:
        return

    def now() -> tuple[str, list[MenuEntry], str]:
        said, back = t("People at the table"), ("", t("back"))
        room = session.client.room
        if session.client.owns or room is None:
            return said, [back, *((key, label) for key, (label, _) in _listed(session).items())], ""
        return said, [back], "\n".join(person_said(each, room) for each in people(room, None))

    def answered(answer: str | None) -> None:
        _, chosen = _listed(session).get(answer or "", ("", None))
        if isinstance(chosen, Person):
            open_person(app, session, chosen)
        elif chosen is not None:
            _ask_about(app, session, chosen)

    app.push_screen(RoomQuestion(now), answered)


def _listed(session: TableSession) -> dict[str, tuple[str, Person | OwnerAction]]:
    """Return the owner's list of people and of actions on the table, each with its label."""
    room = session.client.room
    if room is None or not session.client.owns:
        return {}
    others = people(room, session.client.seat)
    actions = [*table_actions(room), *moves_here(session)]
    listed: dict[str, tuple[str, Person | OwnerAction]] = {
        repr(each): (person_said(each, room), each) for each in others
    }
    return listed | {action.label: (action.label, action) for action in actions}


def open_phrases(app: Program, session: TableSession) -> None:
    """Offer the short phrases, and say the one chosen."""

    def answered(code: str | None) -> None:
        if code and app.navigator.session is session:
            session.send(phrase(code))

    entries = [(code, t(text)) for code, text in PHRASES.items()]
    app.push_screen(Question(t("What do you say?"), entries), answered)


def moves_here(session: TableSession) -> list[OwnerAction]:
    """List the owner's actions that bring the table to this computer, or call off a move."""
    client = session.client
    if not client.can_move_table or client.room is None or client.seat is None:
        return []
    actions = []
    if client.moving:
        actions.append(OwnerAction(t("leave the table where it is"), Migrate(None)))
    if session.way is not None and not session.hosts:
        name = client.room.seats[client.seat].name
        actions += [OwnerAction(*way) for way in movers(name, client.room, client.seat)]
    return actions


def open_movers(app: Program, session: TableSession) -> None:
    """Ask the owner for the computer to which the table moves, and when."""
    room = session.client.room
    if room is None:
        return
    there = people(room, session.client.seat)
    ways = [
        (OwnerAction(*way), person)
        for seat in could_have_it(session.client)
        for person in there
        if person.seat == seat
        for way in movers(person.name, room, seat)
    ]
    entries = [(str(number), action.label) for number, (action, _) in enumerate(ways)]

    def answered(answer: str | None) -> None:
        if answer:
            _do(app, session, *ways[int(answer)])

    about = t("Once it is on another computer you can leave, and the others play on.")
    app.push_screen(Question(t("Move the table?"), [("", t("back")), *entries], about), answered)


def open_person(app: Program, session: TableSession, person: Person) -> None:
    """Ask the owner for an action on a person."""
    if session.client.room is None or not session.client.owns:
        return

    def actions() -> Sequence[OwnerAction]:
        room, can_move = session.client.room, session.client.can_move_table
        here = room is not None and still_there(person, room)
        return owner_actions(person, room, can_move=can_move) if room and here else ()

    def now() -> tuple[str, list[MenuEntry], str]:
        room, back = session.client.room, ("", t("back"))
        if room is None or not still_there(person, room):
            return t(NOT_THERE, name=person.name), [back], ""
        return person_said(person, room), [back, *((a.label, a.label) for a in actions())], ""

    def answered(answer: str | None) -> None:
        for action in actions():
            if action.label == answer:
                _ask_about(app, session, action, person)

    app.push_screen(RoomQuestion(now), answered)


def _ask_about(
    app: Program, session: TableSession, action: OwnerAction, person: Person | None = None
) -> None:
    """Carry out an action, after its question if it has one."""

    def answered(answer: str | None) -> None:
        if answer:
            _do(app, session, action, person)

    if action.question:
        answers = [("", t("no")), ("yes", action.label)]
        app.push_screen(Question(action.question, answers, action.consequence), answered)
    else:
        _do(app, session, action, person)


class SeatQuestions:
    """Puts watchers' requests for a seat to the owner, one after another.

    A request that the owner puts off is listed among the people until it is answered there.
    """

    def __init__(self, app: Program) -> None:
        self._app = app
        self._open: Question | None = None
        self._name = ""
        """The watcher of the open question."""
        self._put_off: set[str] = set()

    def follow(self, session: TableSession) -> None:
        """Ask about the next waiting watcher; withdraw a question that is settled."""
        room = session.client.room
        asking = room.asking if room is not None and session.client.owns else ()
        self._put_off.intersection_update(asking)
        asked = self._open if self._open is not None and self._open.is_attached else None
        if asked is not None and self._name not in asking:
            asked.dismiss(None)
            asked = None
        waiting = [name for name in asking if name not in self._put_off]
        if room is None or not waiting:
            return
        if asked is None:
            self._ask(session, waiting[0])
        else:
            asked.put(*_seat_question(Person(self._name), room))

    def _ask(self, session: TableSession, name: str) -> None:
        room, person = session.client.room, Person(name)
        if room is None:
            return

        def answered(answer: str | None) -> None:
            self._open = None
            now = session.client.room
            if answer == "":
                self._put_off.add(name)
            elif answer is not None and now is not None and name in now.asking:
                action = next((a for a in answers_to(person, now) if a.label == answer), None)
                if action is not None:
                    _ask_about(self._app, session, action, person)
            self.follow(session)

        question = _seat_question(person, room)
        self._app.call_to_table(question[0])
        self._open, self._name = Question(*question, guard_seconds=guard_seconds(self._app)), name
        self._app.push_screen(self._open, answered)


def _seat_question(person: Person, room: RoomState) -> tuple[str, list[MenuEntry], str]:
    """Return the question about a watcher, the answers by their labels, and a line below them."""
    answers: list[MenuEntry] = [("", t("answer later"))]
    answers += [(action.label, action.label) for action in answers_to(person, room)]
    about = t("{name} watches. Put off, the question waits among the people.", name=person.name)
    return t("{name} would like to play. Give a seat?", name=person.name), answers, about


def _do(app: Program, session: TableSession, action: OwnerAction, person: Person | None) -> None:
    room = session.client.room
    if room is None or app.navigator.session is not session:
        return
    if person is not None and not still_there(person, room):
        app.notify(t(NOT_THERE, name=person.name), severity="warning")
        return
    session.send(action.request)


def start_match(
    app: Program, desk: RoomDesk, carry_out: Callable[[Sequence[Effect]], None]
) -> None:
    """Start the match; ask first about free seats."""
    free = free_seats(desk.session)
    if not free:
        desk.session.send(Start())
        return

    def answered(answer: str | None) -> None:
        if answer == "fill":
            fill_all(desk)
            carry_out([*desk.effects, effects.SendMessage(Start())])

    question = as_sentence(tn("{n} seat is free", "{n} seats are free", free))
    answers = [("wait", t("wait for players")), ("fill", t("fill with bots and start"))]
    app.push_screen(Question(question, answers), answered)


def change_seat(
    app: Program, desk: RoomDesk, seat: Seat, carry_out: Callable[[Sequence[Effect]], None]
) -> None:
    """Ask for a bot for a seat, or for an action on the player who has it."""
    session = desk.session
    line = session.seats[seat]
    if not session.client.owns:
        carry_out([effects.Tell(t("only the owner of the table can do that"))])
    elif seat == session.client.seat:
        open_people(app, session)
    elif line.kind == "human" or line.away:
        open_person(app, session, Person(line.name, seat))
    else:
        _ask_for_bot(app, desk, seat, carry_out)


def _ask_for_bot(
    app: Program, desk: RoomDesk, seat: Seat, carry_out: Callable[[Sequence[Effect]], None]
) -> None:
    """Ask for the bot of a seat that is free or a bot's; the latter can be freed, too."""
    session, known = desk.session, known_levels(desk)
    line = session.seats[seat]
    now = line.kind.removeprefix("bot:")
    levels = [(level, level_name(level)) for level in known if level != now]

    def answered(answer: str | None) -> None:
        if answer and line.kind:
            session.send(Clear(seat))
        if answer and answer != "clear":
            session.send(Fill(seat, answer))

    if line.kind:
        answers = [("", t("leave it as it is")), ("clear", t("free the seat")), *levels]
        question = f"{player_said(line.name, line.kind)}, {level_name(now)}"
        app.push_screen(Question(question, answers), answered)
    elif known:
        answers = [("", t("leave it free")), *levels]
        app.push_screen(Question(t("Who sits here?"), answers), answered)
    else:
        carry_out(desk.effects)


class AreYouThere(ModalScreen[None]):
    """The question whether the player is still there; any key or click answers it."""

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(t("Are you there?"), classes="question", markup=False)
            yield Static(self._text(), id="idle", markup=False)
            yield Static(t("Any key says yes."), classes="muted", markup=False)

    def _text(self) -> str:
        asked, now = self._session.client.presence.until, self._session.now()
        return idle_said(0 if asked is None else max(1, round(asked - now)))

    def renew(self) -> None:
        """Show the seconds left."""
        if self.is_mounted:
            self.query_one("#idle", Static).update(self._text())

    def on_key(self, event: events.Key) -> None:
        """Answer; the key does nothing else."""
        event.stop()
        event.prevent_default()
        self._answer()

    def on_click(self, event: events.Click) -> None:
        """Answer; the click does nothing else."""
        event.stop()
        self._answer()

    def _answer(self) -> None:
        self._session.send(Here())
        if self.is_current:
            self.dismiss()


async def follow_question(app: Program, session: TableSession) -> None:
    """Show the question until it is answered."""
    asking = [screen for screen in app.screen_stack if isinstance(screen, AreYouThere)]
    if not session.client.questioned:
        for screen in asking:
            if screen.is_current:
                screen.dismiss()
    elif asking:
        asking[0].renew()
    else:
        app.call_to_table(t("are you there?"))
        await app.push_screen(AreYouThere(session))
