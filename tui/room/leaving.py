"""The questions before a player leaves a table."""

from collections.abc import Callable
from functools import partial

from tui.language.text import t
from tui.program import Program
from tui.room.hosts import could_have_it
from tui.screens.dialog import Question
from tui.start import StartHost, StartPractice, StartSolo
from tui.table.session import TableSession


def leaves_somebody(session: TableSession) -> bool:
    """Tell whether leaving ends a match, or affects other people at the table."""
    alone = isinstance(session.start, StartSolo)
    return session.client.playing or (session.client.seat is not None and not alone)


def ask_leave(app: Program, session: TableSession) -> None:
    """Ask whether to leave the table, and act on the answer."""
    navigator = app.navigator

    def answered(answer: str | None) -> None:
        playing = session.client.playing
        if answer and answer != "stay" and not navigator.do_instead(answer):
            if playing:
                navigator.settle(answer)
            navigator.leave(give_up=not playing)

    app.push_screen(leave_question(session), partial(_unless_for_good, app, session, answered))


def _unless_for_good(
    app: Program,
    session: TableSession,
    answered: Callable[[str | None], None],
    answer: str | None,
) -> None:
    """Pass an answer on; ask once more before a match of others is ended with the table."""
    if answer != "end" or not session.hosts or not session.client.playing:
        answered(answer)
        return
    text = t("The match ends unfinished for everybody, and nobody can continue it.")
    answers = [("stay", t("no, go on")), ("end", t("close the table for good"))]
    app.push_screen(Question(t("Close the table for good?"), answers, text), answered)


def ask_quit(app: Program) -> None:
    """Leave the program; ask first if a match or other players would be abandoned."""
    navigator = app.navigator

    def answered(answer: str | None) -> None:
        if answer and answer != "stay" and not navigator.do_instead(answer):
            navigator.settle(answer)
            app.action_exit_now()

    if navigator.session is not None and leaves_somebody(navigator.session):
        session = navigator.session
        app.push_screen(leave_question(session), partial(_unless_for_good, app, session, answered))
    elif navigator.open_here is not None:
        app.push_screen(open_table_question(navigator.open_here), answered)
    else:
        app.action_exit_now()


def open_table_question(session: TableSession) -> Question:
    """Ask whether to quit while the player's own table is open in the program."""
    answers = [("stay", t("stay"))]
    if session.client.playing:
        answers.append(("quit", t("save the match for later")))
    else:
        answers.append(("quit", t("quit")))
    text = t("Your table is open in this program, and closes with it.")
    return Question(t("Quit?"), answers, text)


def leave_question(session: TableSession) -> Question:
    """Ask whether to leave the table; `Navigator.settle` carries out the answer."""
    if session.client.playing:
        return _leave_match_question(session)
    text, answers = "", [("stay", t("stay")), ("leave", t("leave the table"))]
    if isinstance(session.start, StartHost):
        text = t("It is open in your program, and closes for everybody when you leave.")
        answers += _ways_to_stay_open(session)
    elif leaves_somebody(session):
        text = t("Your seat becomes free.")
    return Question(t("Leave the table?"), answers, text)


def _leave_match_question(session: TableSession) -> Question:
    """Ask whether to leave a running match, and what should become of it."""
    answers = [("stay", t("stay"))]
    unkept = "kept" in session.link.troubles
    match session.start:
        case StartPractice():
            text = t("A match continued from a record is not saved.")
            answers += [("end", t("leave the match"))]
        case StartSolo() if unkept:
            text = t("It cannot be saved: this disk cannot be written to.")
            answers += [("end", t("give up the match"))]
        case StartHost() if unkept:
            text = t("It cannot be saved: this disk cannot be written to.")
            answers += [("end", t("close the table for good"))]
        case StartSolo():
            text = t("The match is saved: the home screen offers to continue it.")
            answers += [("leave", t("leave the match")), ("end", t("give up the match"))]
        case StartHost():
            text = t("The table is open in your program: if it closes, the match stops.")
            answers += [
                ("keep", t("save the match for later")),
                ("end", t("close the table for good")),
                *_ways_to_stay_open(session),
            ]
        case _:
            if session.client.connected:
                text = t("Your seat is kept for you: join again to come back.")
            else:
                text = t("The table does not answer. If it comes back, join again.")
            answers += [("leave", t("leave the match"))]
            if session.offer is not None:
                answers.append(("go on", t("go on without the host …")))
    return Question(t("Leave the match?"), answers, text)


def _ways_to_stay_open(session: TableSession) -> list[tuple[str, str]]:
    """List the answers with which the table outlives the player's departure."""
    answers = [("open", t("leave, but keep the table open here"))]
    if could_have_it(session.client):
        answers.append(("move", t("move the table to somebody else …")))
    return answers
