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
from tui.games.domino_poker import hand, row, sheet, spoken, table, words


def moving_seconds(events: Sequence[Event]) -> float:
    """Return how long a tile flies to the trick in which it is played."""
    moves = [found.move for event in events if isinstance(found := parse_event(event), Moved)]
    return PLAY_SECONDS if moves and isinstance(moves[-1], Play) else 0.0


class DominoPokerBoard(Board):
    """What the screen shows and plain mode says of this game."""

    TOPICS = spoken.TOPICS
    HAS_TRICKS = True

    awaits = staticmethod(words.awaits)
    choices = staticmethod(hand.choices)
    costly = staticmethod(words.costly)
    dealt = staticmethod(table.hands_of)
    harmless = staticmethod(hand.harmless)
    headline = staticmethod(words.headline)
    label = staticmethod(words.label)
    moving_seconds = staticmethod(moving_seconds)
    paint_hand = staticmethod(hand.paint_hand)
    paint_pointed = staticmethod(table.paint_pointed)
    paint_sheet = staticmethod(sheet.paint_sheet)
    paint_still = staticmethod(table.paint_still)
    paint_tricks = staticmethod(table.paint_tricks)
    pieces = staticmethod(hand.pieces)
    question = staticmethod(words.question)
    rest_is_mine = staticmethod(rest_is_mine)
    sentence = staticmethod(words.sentence)
    spoken_move = staticmethod(spoken.spoken_move)
    spoken_part = staticmethod(spoken.spoken_part)
    spoken_table = staticmethod(spoken.spoken_table)
    step = staticmethod(row.step)
    still_focus = staticmethod(table.still_focus)
    title = staticmethod(words.title)


BOARD: Final = DominoPokerBoard()
