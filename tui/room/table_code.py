"""The code of a table: the question for it before a seat, and the line with it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net.secure.code import CodeError, parse_code
from net.wire.reasons import REFUSALS
from tui.language.text import t
from tui.language.words import refusal
from tui.screens.dialog import AskText
from tui.start import StartJoin

if TYPE_CHECKING:
    from tui.program import Program
    from tui.table.session import TableSession


MOST: Final = 24
"""The most characters: those of the longest code, and dashes."""


class AskCode(AskText):
    """The question for the code of a table."""

    def __init__(self, session: TableSession, trouble: str = "") -> None:
        hint = t("Everybody at the table can see it in the waiting room. Esc goes back.")
        text = f"{trouble}\n{hint}" if trouble else hint
        super().__init__(_question(session), text, most=MOST)


def _question(session: TableSession) -> str:
    """Return the question, with the names of table and host if they are known."""
    welcomed, start = session.client.handshake.welcomed, session.start
    wanted = start.table_id if isinstance(start, StartJoin) else None
    names = (
        [
            t("{host}'s table {table} asks for a code", table=table.name, host=welcomed.host)
            for table in welcomed.tables
            if not wanted or table.id == wanted
        ]
        if welcomed
        else []
    )
    return names[0] if names else t("This table asks for a code")


def ask_for_code(app: Program, session: TableSession, *, wrong: bool = False) -> None:
    """Ask for the code of a table, until it is right or the player gives up."""
    if any(isinstance(screen, AskCode) for screen in app.screen_stack):
        return  # asked again after a lost connection

    def answered(text: str | None) -> None:
        if app.navigator.session is not session:
            return
        if not text:
            app.navigator.leave(give_up=False)
            return
        try:
            code = parse_code(text)
        except CodeError as error:
            app.push_screen(AskCode(session, refusal(error.reason, error.facts)), answered)
            return
        app.notify(t("Checking the code …"), timeout=2)
        session.send(session.client.prove(code))

    trouble = t(REFUSALS["wrong"]) if wrong else ""
    app.push_screen(AskCode(session, trouble), answered)


def code_line(session: TableSession) -> str:
    """Return the line with the code of the table; empty if it has none."""
    room = session.client.room
    if room is None or not room.code:
        return ""
    return t("code of this table: {code}", code=room.code)
