"""The owner's list: everybody at the table, what can be done about them, what newcomers may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.language.text import t
from tui.room.people import (
    OwnerAction,
    Person,
    owner_actions,
    people,
    person_said,
    still_there,
    table_actions,
)
from tui.screens.dialog import Question

if TYPE_CHECKING:
    from tui.program import Program
    from tui.table.session import TableSession


def open_people(app: Program, session: TableSession) -> None:
    """Have the owner choose a person, or what is allowed at the table."""
    room = session.client.room
    if room is None or not session.client.owns:
        return
    others, actions = people(room, session.client.seat), table_actions(room)
    entries = [(f"person {n}", person_said(person, room)) for n, person in enumerate(others)]
    entries += [(f"action {n}", action.label) for n, action in enumerate(actions)]

    def answered(answer: str | None) -> None:
        kind, _, number = (answer or "").partition(" ")
        if kind == "person":
            open_person(app, session, others[int(number)])
        elif kind == "action":
            _ask_about(app, session, actions[int(number)])

    app.push_screen(Question(t("People at the table"), [("", t("back")), *entries]), answered)


def open_person(app: Program, session: TableSession, person: Person) -> None:
    """Have the owner choose what to do about somebody."""
    room = session.client.room
    if room is None or not session.client.owns:
        return
    actions: Sequence[OwnerAction] = owner_actions(person, room)
    entries = [(str(number), action.label) for number, action in enumerate(actions)]

    def answered(answer: str | None) -> None:
        if answer:
            _ask_about(app, session, actions[int(answer)], person)

    app.push_screen(Question(person_said(person, room), [("", t("back")), *entries]), answered)


def _ask_about(
    app: Program, session: TableSession, action: OwnerAction, person: Person | None = None
) -> None:
    """Carry out an action, asking first if it cannot be undone."""

    def answered(answer: str | None) -> None:
        if answer:
            _do(app, session, action, person)

    if action.question:
        answers = [("", t("no")), ("yes", action.label)]
        app.push_screen(Question(action.question, answers, action.consequence), answered)
    else:
        _do(app, session, action, person)


def _do(app: Program, session: TableSession, action: OwnerAction, person: Person | None) -> None:
    room = session.client.room
    if room is None or app.at_table.session is not session:
        return
    if person is not None and not still_there(person, room):
        app.notify(t("{name} is no longer there", name=person.name), severity="warning")
        return
    session.send(action.request)
