"""The questions that a table puts to its player: where to continue without a host, whether to host,
and the next step for a player who has found no table or no seat.
"""

from dataclasses import replace
from typing import Final

from net.branch.company import Offer
from net.client import events
from net.lan.addresses import address_name
from net.way.table_link import TableLink
from tui.language.text import t
from tui.language.words import as_sentence
from tui.preferences.settings import player_name
from tui.program import Program, open_doctor, screen_class
from tui.room import hosts
from tui.room.evening_page import open_evening
from tui.room.words import come_back_said, refusal_said
from tui.screens.dialog import Question
from tui.start import StartJoin
from tui.table.links import go_on_at
from tui.table.session import TableSession

NOT_REACHED: Final = ("unreachable", "unnamed", "unreadable")
"""Ends of an attempt to join that a new try may fix; `tui.doctor` can say more about them."""

KEEP: Final = "keep"
"""The answer that leaves a match without its host for another day."""


class HostQuestions:
    """The two questions about the host of a table; each is open only once at a time.

    A question that the table no longer asks is dismissed with None, which is no answer.
    """

    def __init__(self, app: Program) -> None:
        self._app = app
        self._where: Question | None = None
        """The question where to continue without the host."""
        self._here: Question | None = None
        """The question whether the table may move to this computer."""
        self._offered: Offer | None = None
        """The places offered for continuing."""

    def ask_here(self, session: TableSession, wanted: events.HostingWanted) -> None:
        """Ask whether the table may move to this computer."""
        link = session.way
        if link is None:
            return

        def answered(answer: str | None) -> None:
            if answer is None:
                return
            self._here = None
            if link.client.incoming.attempt == wanted.attempt and answer:
                self._app.run_worker(link.agree(), group="moving", exit_on_error=False)
            elif link.client.incoming.attempt == wanted.attempt:
                link.decline()

        self.withdraw_here()
        question, text = hosts.asked_said(link.client)
        self._app.call_to_table(question)
        self._here = Question(question, [("", t("no")), ("yes", t("yes"))], text)
        self._app.push_screen(self._here, answered)

    def withdraw_here(self) -> None:
        """Withdraw the question whether the table may move to this computer."""
        asked, self._here = self._here, None
        if asked is not None and asked.is_attached:
            asked.dismiss(None)

    def ask_where(
        self, session: TableSession, offer: Offer | None, *, wanted: bool = False
    ) -> None:
        """Ask where to continue now that the host is lost, and again when the choice has grown.

        With `wanted`, the player is asked in any case.
        """
        link, client, asked = session.way, session.client, self._where
        if asked is not None and not asked.is_attached:
            asked = None
        before, self._offered = self._offered, offer
        if link is None or offer is None:
            self._where = None
            if asked is not None:
                asked.dismiss(None)
            return
        if asked is None and not wanted and not hosts.is_news(offer, before):
            return
        question, text = hosts.lost_said(offer, client)
        self._app.call_to_table(question)
        answers = [("", t("wait"))]
        answers += [(str(seat), said) for seat, said in hosts.choices(offer, client)]
        if not offer.hosts:
            answers.append((KEEP, t("keep it for another day")))
        if asked is not None:
            asked.put(question, answers, text)
            return

        def answered(answer: str | None) -> None:
            if answer is not None:
                self._where = None
                self._go_on(session, link, answer)

        self._where = Question(question, answers, text)
        self._app.push_screen(self._where, answered)

    def _go_on(self, session: TableSession, link: TableLink, answer: str) -> None:
        """Continue at the computer of a seat, or keep the match; "" waits."""
        now = self._offered
        if answer == KEEP:
            self._app.notify(hosts.kept_said(session.client), timeout=15)
            self._app.navigator.leave(give_up=False)
        elif answer and (now is None or not go_on_at(link, now, session.client, int(answer))):
            self._app.notify(t("That is not possible any more"), severity="warning")


# --- no table, or no seat at it ------------------------------------------------------------------


def say_why(app: Program, session: TableSession) -> None:
    """Say why the host ended the connection, and offer a way to continue."""
    dismissed, start = session.client.dismissed, session.start
    if dismissed is None or dismissed.code == "left":
        return
    reason = refusal_said(dismissed)
    if dismissed.code in NOT_REACHED and isinstance(start, StartJoin):
        _offer_another_try(app, reason, start)
    elif dismissed.code == "stranger" and isinstance(start, StartJoin) and not start.anew:
        _offer_to_join_anew(app, reason, start)
    elif dismissed.code == "given" and isinstance(start, StartJoin):
        _offer_to_watch_instead(app, reason, session, start)
    elif session.client.matches:  # the results of the evening are still to be read
        open_evening(app, session, as_sentence(reason))
    else:
        app.notify(reason, severity="warning", timeout=15)


def _offer_to_join_anew(app: Program, reason: str, start: StartJoin) -> None:
    """Offer to join a host that is not the earlier one, which may be gone for good."""

    def answered(answer: str | None) -> None:
        if answer == "anew":
            app.navigator.go(replace(start, anew=True))

    text = t(
        "If the table has gone on without its host, this may be the new one. Ask the others: "
        "you come in to watch, and the owner gives you your seat."
    )
    answers = [("back", t("back")), ("anew", t("come in without the key"))]
    app.push_screen(Question(as_sentence(reason), answers, text), answered)


def _offer_another_try(app: Program, reason: str, start: StartJoin) -> None:
    """Offer another try, another address, or the doctor, if no table was reached."""
    where = address_name(*start.address) if start.address else ""

    def answered(answer: str | None) -> None:
        if answer == "again":
            app.navigator.go(start)
        elif answer == "address":
            tables = screen_class("tables")
            if isinstance(app.screen, tables):
                app.screen.ask_address(where)
            else:
                app.push_screen(tables(start.name, start.watch, start.code, where))
        elif answer == "doctor":
            open_doctor(app, start.address)

    answers = [("back", t("back")), ("again", t("try again"))]
    if app.stay is None:
        answers.append(("address", t("change the address")))
        answers.append(("doctor", t("find out what is wrong")))
    app.clear_notifications()  # the notice that no host had answered yet is outdated
    app.push_screen(Question(as_sentence(reason), answers), answered)


def _offer_to_watch_instead(
    app: Program, reason: str, session: TableSession, start: StartJoin
) -> None:
    """Offer a player whose seat has been given away to watch at the same table."""
    seated, room = session.client.seated, session.client.room
    if seated is not None and room is not None:
        start = replace(start, table_id=seated.table, code=room.code)

    def answered(answer: str | None) -> None:
        if answer == "watch":
            app.navigator.go(replace(start, watch=True))

    answers = [("watch", t("watch")), ("back", t("back"))]
    app.push_screen(Question(as_sentence(reason), answers), answered)


def offer_to_watch(app: Program, session: TableSession, event: events.NotSeated) -> None:
    """Let a newcomer without a seat watch or go home."""
    reason = refusal_said(event)
    if event.code not in ("full", "playing", "key"):
        app.notify(reason, severity="warning", timeout=15)
        app.navigator.leave(give_up=False)
        return

    def answered(answer: str | None) -> None:
        if answer == "watch":
            name, start = player_name(app.settings), session.start
            wanted = start.table_id if isinstance(start, StartJoin) else None
            session.send(session.client.join(name, wanted or "", watch=True))
        else:
            app.navigator.leave(give_up=False)

    text = come_back_said() if event.code == "playing" else ""
    answers = [("watch", t("watch")), ("back", t("back"))]
    app.push_screen(Question(as_sentence(reason), answers, text), answered)
