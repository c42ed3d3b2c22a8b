"""The question before a match is left, and what leaving means at this table."""

from __future__ import annotations

from tui.language.text import t
from tui.screens.dialog import Ask
from tui.start import StartHost, StartSolo
from tui.table.connection import Connection


def leave_question(connection: Connection) -> Ask:
    """Ask whether to leave the table; of a running match `AtTable.settle` does the answer."""
    answers = [("stay", t("stay"))]
    if not connection.client.playing:
        return Ask(t("Leave the table?"), [*answers, ("leave", t("leave the table"))])
    unkept = "kept" in connection.link.troubles
    match connection.start:
        case StartSolo() if unkept:
            text = t("It cannot be kept: this disk cannot be written.")
            answers += [("end", t("give the match up"))]
        case StartHost() if unkept:
            text = t("It cannot be kept: this disk cannot be written.")
            answers += [("end", t("close the table for good"))]
        case StartSolo():
            text = t("The match is kept: the first screen offers to go on with it.")
            answers += [("leave", t("leave the match")), ("end", t("give the match up"))]
        case StartHost():
            text = t("You are the host: without you nobody plays on.")
            answers += [
                ("keep", t("keep the match for later")),
                ("end", t("close the table for good")),
            ]
        case _:
            text = t("Your seat waits for you: join again to come back.")
            answers += [("leave", t("leave the match"))]
    return Ask(t("Leave the match?"), answers, text)
