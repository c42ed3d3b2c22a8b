"""The list of the costliest decisions of a match being watched."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from tui.language.text import t
from tui.replay.costly import Costly
from tui.replay.cursor import ReplayCursor
from tui.review.words import dearest_said, decision_said, match_shares, part_said, share_said
from tui.screens.dialog import Question

_MOST: Final = 5
"""As many as the smallest window has room for."""

_WIDTH: Final = 42
"""Columns of a question after the digit of an answer."""

_INDENT: Final = "\n    "


def dearest_question(cursor: ReplayCursor, costly: Costly) -> Question:
    """Offer the costliest decisions of the player being followed; the answer is a position."""
    replay, seat, review = cursor.replay, cursor.seat, costly.review
    assert review is not None
    answers = []
    for decision in review.dearest(seat)[:_MOST]:
        if seat is None:
            said = dearest_said(replay, decision)
        else:
            said = f"{part_said(replay, decision.part)}: {decision_said(replay, decision)}"
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
