"""The board of Domino Poker: what its modules draw and say, and how long a tile flies.

The hand is in `hand`, the table in `table`, the fifth stage in `row`, the sheet in `sheet`, words
in `words` and `spoken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.game import Event
from core.games.domino_poker.moves import Moved, Play, parse_event
from core.games.domino_poker.view import rest_is_mine
from tui.boards.motion import PLAY_SECONDS
from tui.boards.scene import Board
from tui.games.domino_poker.hand import choices, harmless, paint_hand, pieces
from tui.games.domino_poker.row import step
from tui.games.domino_poker.sheet import paint_sheet
from tui.games.domino_poker.spoken import TOPICS, spoken_move, spoken_part, spoken_table
from tui.games.domino_poker.table import (
    hands_of,
    paint_pointed,
    paint_still,
    paint_tricks,
    still_focus,
)
from tui.games.domino_poker.words import (
    awaits,
    costly,
    headline,
    label,
    question,
    sentence,
    title,
)


def moving_seconds(events: Sequence[Event]) -> float:
    """Return how long a tile flies to the trick in which it is played."""
    moves = [found.move for event in events if isinstance(found := parse_event(event), Moved)]
    return PLAY_SECONDS if moves and isinstance(moves[-1], Play) else 0.0


class DominoPokerBoard(Board):
    """What the screen shows and plain mode says of this game."""

    TOPICS = TOPICS
    HAS_TRICKS = True

    awaits = staticmethod(awaits)
    choices = staticmethod(choices)
    costly = staticmethod(costly)
    dealt = staticmethod(hands_of)
    harmless = staticmethod(harmless)
    headline = staticmethod(headline)
    label = staticmethod(label)
    moving_seconds = staticmethod(moving_seconds)
    paint_hand = staticmethod(paint_hand)
    paint_pointed = staticmethod(paint_pointed)
    paint_sheet = staticmethod(paint_sheet)
    paint_still = staticmethod(paint_still)
    paint_tricks = staticmethod(paint_tricks)
    pieces = staticmethod(pieces)
    question = staticmethod(question)
    rest_is_mine = staticmethod(rest_is_mine)
    sentence = staticmethod(sentence)
    spoken_move = staticmethod(spoken_move)
    spoken_part = staticmethod(spoken_part)
    spoken_table = staticmethod(spoken_table)
    step = staticmethod(step)
    still_focus = staticmethod(still_focus)
    title = staticmethod(title)


BOARD: Final = DominoPokerBoard()
