"""The question before a match is left, and what leaving means at this table."""

from __future__ import annotations

from tui.language.text import t
from tui.screens.dialog import Question
from tui.start import StartHost, StartPractice, StartSolo
from tui.table.session import TableSession


def leaves_somebody(session: TableSession) -> bool:
    """Tell whether leaving now would abandon a match, or people at the same table."""
    alone = isinstance(session.start, StartSolo)
    return session.client.playing or (session.client.seat is not None and not alone)


def open_table_question(session: TableSession) -> Question:
    """Ask whether to leave the program while the player's own table stays open in it."""
    answers = [("stay", t("stay"))]
    if session.client.playing:
        answers.append(("quit", t("save the match for later")))
    else:
        answers.append(("quit", t("quit")))
    text = t("Your table is open in this program, and closes with it.")
    return Question(t("Quit?"), answers, text)


def leave_question(session: TableSession) -> Question:
    """Ask whether to leave the table; `AtTable.settle` carries out the answer."""
    answers = [("stay", t("stay"))]
    if not session.client.playing:
        text = ""
        if isinstance(session.start, StartHost):
            text = t("Leaving closes it for everybody, unless it stays open here.")
        elif leaves_somebody(session):
            text = t("Your seat becomes free.")
        answers.append(("leave", t("leave the table")))
        if isinstance(session.start, StartHost):
            answers.append(_keep_open())
        return Question(t("Leave the table?"), answers, text)
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
            text = t("The table is in your program: if it closes, nobody can play on.")
            answers += [
                ("keep", t("save the match for later")),
                ("end", t("close the table for good")),
                _keep_open(),
            ]
        case _:
            if session.client.connected:
                text = t("Your seat is kept for you: join again to come back.")
            else:
                text = t("The table does not answer. If it comes back, join again.")
            answers += [("leave", t("leave the match"))]
    return Question(t("Leave the match?"), answers, text)


def _keep_open() -> tuple[str, str]:
    return ("open", t("leave, but keep the table open here"))
