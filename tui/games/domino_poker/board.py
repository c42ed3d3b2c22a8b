"""The board of Domino Poker: what its modules draw and say, and how long a tile flies.

The hand is in `hand`, the table in `table`, the fifth stage in `row`, the sheet in `sheet`, words
in `words` and `spoken`.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Event
from core.games.domino_poker.events import Moved, parse_event
from core.games.domino_poker.moves import Play
from tui.boards.timing import PLAY_SECONDS
from tui.games.domino_poker.hand import choices, harmless, paint_hand, pieces
from tui.games.domino_poker.row import step
from tui.games.domino_poker.sheet import paint_sheet
from tui.games.domino_poker.spoken import TOPICS, spoken_move, spoken_part, spoken_table
from tui.games.domino_poker.table import (
    hands_of,
    paint_pointed,
    paint_still,
    paint_table,
    still_focus,
)
from tui.games.domino_poker.tricks import paint_tricks
from tui.games.domino_poker.words import (
    awaits,
    costly,
    headline,
    label,
    question,
    sentence,
    title,
)

__all__ = [
    "TOPICS",
    "awaits",
    "choices",
    "costly",
    "hands_of",
    "harmless",
    "headline",
    "label",
    "moving_seconds",
    "paint_hand",
    "paint_pointed",
    "paint_sheet",
    "paint_still",
    "paint_table",
    "paint_tricks",
    "pieces",
    "question",
    "sentence",
    "spoken_move",
    "spoken_part",
    "spoken_table",
    "step",
    "still_focus",
    "title",
]


def moving_seconds(events: Sequence[Event]) -> float:
    """Return how long a tile flies to the trick in which it is played."""
    moves = [found.move for event in events if isinstance(found := parse_event(event), Moved)]
    return PLAY_SECONDS if moves and isinstance(moves[-1], Play) else 0.0
