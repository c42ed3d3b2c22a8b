"""Plain mode: events as sentences; what one player repeats becomes one of them. No I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from core.game import Event, Seat
from tui.boards import Board
from tui.boards.scene import Repeating

MAX_LOG: Final = 12
"""At most this many sentences are kept for repeating."""


class Teller:
    """Says what happens in a match; `log` has the last of it."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.log: deque[str] = deque(maxlen=MAX_LOG)
        self._say = say
        self._run: list[Event] = []
        """Repeated events of one player, said together once something else happens."""

    def tell(
        self, board: Board, events: Sequence[Event], names: Sequence[str], seat: Seat | None
    ) -> None:
        """Say what has happened; after a gap without events nothing is left to say."""
        if not events:
            self._run.clear()
        for event in events:
            if isinstance(board, Repeating) and board.repeats(event, seat):
                self._run.append(event)
                continue
            sentence = board.sentence(event, names, seat)
            if sentence and self._run and isinstance(board, Repeating):
                self._tell(board.sum_up(self._run, names))
                self._run.clear()
            if sentence:
                self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self._say(sentence)
        self.log.append(sentence)
