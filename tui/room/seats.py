"""The owner's questions about seats: bots for the free ones, the next player of a taken one.

Effects that follow from an answer go to `carry_out`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.game import Seat
from net.wire.to_host import Clear, Fill, Start
from tui.language.games import level_name
from tui.language.text import t, tn
from tui.language.words import as_sentence, player_said
from tui.room.actions import RoomDesk, fill_all, known_levels
from tui.room.people import Person
from tui.room.people_screen import open_people, open_person
from tui.room.texts import free_seats
from tui.screens.dialog import Question
from tui.table import effects
from tui.table.effects import Effect

if TYPE_CHECKING:
    from tui.program import Program


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
