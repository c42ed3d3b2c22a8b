"""The owner's questions about people: the person, the action, the rights of newcomers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from net.wire.to_host import Migrate
from tui.language.text import t
from tui.room.moving import could_have_it, movers
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
    """Ask the owner for a person, or for an action on the table."""
    room = session.client.room
    if room is None or not session.client.owns:
        return
    others = people(room, session.client.seat)
    actions = [*table_actions(room), *moves_here(session)]
    entries = [(f"person {n}", person_said(person, room)) for n, person in enumerate(others)]
    entries += [(f"action {n}", action.label) for n, action in enumerate(actions)]

    def answered(answer: str | None) -> None:
        kind, _, number = (answer or "").partition(" ")
        if kind == "person":
            open_person(app, session, others[int(number)])
        elif kind == "action":
            _ask_about(app, session, actions[int(number)])

    app.push_screen(Question(t("People at the table"), [("", t("back")), *entries]), answered)


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
    room = session.client.room
    if room is None or not session.client.owns:
        return
    actions: Sequence[OwnerAction] = owner_actions(
        person, room, can_move=session.client.can_move_table
    )
    entries = [(str(number), action.label) for number, action in enumerate(actions)]

    def answered(answer: str | None) -> None:
        if answer:
            _ask_about(app, session, actions[int(answer)], person)

    app.push_screen(Question(person_said(person, room), [("", t("back")), *entries]), answered)


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


def _do(app: Program, session: TableSession, action: OwnerAction, person: Person | None) -> None:
    room = session.client.room
    if room is None or app.navigator.session is not session:
        return
    if person is not None and not still_there(person, room):
        app.notify(t("{name} is no longer there", name=person.name), severity="warning")
        return
    session.send(action.request)
