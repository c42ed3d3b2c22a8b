"""What a player is asked who came to no table, or found no seat at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui.language.text import t
from tui.language.words import as_sentence
from tui.room.words import refusal_said
from tui.screens.dialog import Question
from tui.start import StartJoin

if TYPE_CHECKING:
    from net.client.happenings import NotSeated
    from tui.program import Program
    from tui.table.session import TableSession

NOT_REACHED: Final = ("unreachable", "unnamed", "unreadable")
"""Ends of an attempt to join that a new try may mend; `tui.doctor` can say more about them."""


def say_why(app: Program, session: TableSession) -> None:
    """Say why the host ended the connection, and what can be done about it."""
    dismissed, start = session.client.dismissed, session.start
    if dismissed is None or dismissed.code == "left":
        return
    reason = refusal_said(dismissed)
    if dismissed.code in NOT_REACHED and isinstance(start, StartJoin):
        _offer_another_try(app, reason, start)
    else:
        app.notify(reason, severity="warning", timeout=15)


def _offer_another_try(app: Program, reason: str, start: StartJoin) -> None:
    """No table was reached: try again, or somewhere else, or find out why."""
    from net.lan.addresses import address_name
    from tui.screens.tables import TablesScreen

    where = address_name(*start.address) if start.address else ""

    def answered(answer: str | None) -> None:
        if answer == "again":
            app.at_table.go(start)
        elif answer == "address":
            if isinstance(app.screen, TablesScreen):
                app.screen.ask_address(where)
            else:
                app.push_screen(TablesScreen(start.name, start.watch, start.code, where))
        elif answer == "doctor":
            from tui.opening import open_doctor

            open_doctor(app, start.address)

    answers = [("back", t("back")), ("again", t("try again"))]
    if app.stay is None:
        answers.append(("address", t("change the address")))
        answers.append(("doctor", t("find out what is wrong")))
    app.clear_notifications()  # the notice that nobody had answered is outdated
    app.push_screen(Question(as_sentence(reason), answers), answered)


def offer_to_watch(app: Program, session: TableSession, happening: NotSeated) -> None:
    """Offer to watch, or go home, where there is no seat."""
    from tui.table.links import player_name

    reason = refusal_said(happening)
    if happening.code not in ("full", "playing"):
        app.notify(reason, severity="warning", timeout=15)
        app.at_table.leave(give_up=False)
        return

    def answered(answer: str | None) -> None:
        if answer == "watch":
            name, start = player_name(app.settings), session.start
            wanted = start.table_id if isinstance(start, StartJoin) else None
            session.send(session.client.join(name, wanted or "", watch=True))
        else:
            app.at_table.leave(give_up=False)

    app.push_screen(Question(reason, [("back", t("back")), ("watch", t("watch"))]), answered)
