"""The questions of a replay: which position or costly decision to go to, whether to play on."""

from textwrap import wrap
from typing import Final

from core.records.replay import Replay
from tui.language.text import t
from tui.replay.cursor import Costly, ReplayCursor
from tui.review.words import costliest_said, match_shares, share_said
from tui.screens.dialog import AskText, Question

_MOST: Final = 5
"""The most decisions: the smallest window has room for so many."""

_WIDTH: Final = 42
"""The columns of an answer after its digit."""

_INDENT: Final = "\n    "


def costliest_question(cursor: ReplayCursor, costly: Costly) -> Question:
    """Offer the costliest decisions of the player followed; the answer is a position."""
    replay, seat, review = cursor.replay, cursor.seat, costly.review
    assert review is not None
    answers = []
    for decision in review.costliest(seat)[:_MOST]:
        said = costliest_said(replay, decision, seat)
        answers.append((str(decision.at), _INDENT.join(wrap(said, _WIDTH))))
    lines = []
    if seat is not None and (shares := match_shares(replay, review)):
        lines.append(share_said(shares[seat]))
    if costly.running:
        lines.append(t("reviewed {n}%", n=costly.percent))
    if not answers:
        lines.append(t("No decision that was costly beyond doubt."))
    question = t("The costliest decisions")
    return Question(question, [*answers, ("", t("back"))], "\n".join(lines))


def practice_question(cursor: ReplayCursor) -> Question:
    """Ask whether to play on from here; the answer yes is "play"."""
    assert cursor.seat is not None
    about = t(
        "You play as {name}, and bots play for everybody else. The cards already dealt stay as "
        "they were; later deals are new. Nothing is recorded.",
        name=cursor.names[cursor.seat],
    )
    answers = [("", t("back")), ("play", t("play on from here"))]
    return Question(t("Play on from here?"), answers, about)


def where_question(cursor: ReplayCursor) -> AskText:
    """Ask for a position: the answer is read by `position_meant`."""
    about = t(
        "a number is a step, up to {last}; #3 is the third deal or round, up to #{parts}",
        last=cursor.replay.last,
        parts=len(cursor.replay.deal_starts),
    )
    return AskText(t("Go to which step?"), about, "#3", most=12)


def position_meant(replay: Replay, text: str) -> int | None:
    """Return the position that a text names, by its number or after # by its deal's; None: none."""
    number = "".join(char for char in text if char.isdecimal())
    if not number:
        return None
    parts = replay.deal_starts
    return int(number) if number == text else parts[max(0, min(int(number), len(parts)) - 1)]
