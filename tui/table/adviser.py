"""The hint for a position at the table: asked for, looked for beside the loop, kept.

What is advised comes from tui.table.hints; where it stands on the screen is not decided here.
"""

from __future__ import annotations

import asyncio
from functools import partial

from net.client.told import Position
from tui.language.text import t
from tui.table.connection import Connection
from tui.table.follower import Follower
from tui.table.hand_page import HandPage
from tui.table.hands import Hands
from tui.table.hints import Hint, find_hint, move_text


class Adviser:
    """Puts the cursor on the move it advises; read `hint` and `seeking`."""

    def __init__(
        self, connection: Connection, follower: Follower, hands: Hands, page: HandPage
    ) -> None:
        self.hint: Hint | None = None
        """The hint for this position, once asked for."""
        self.seeking = False
        """Whether one has been asked for and is being looked for."""
        self._connection = connection
        self._follower = follower
        self._turn = hands.turn
        self._page = page

    def forget(self) -> None:
        """There is another position."""
        self.hint, self.seeking = None, False

    def ask(self) -> bool:
        """Look for a hint if the player has to move; tell whether that is so."""
        follower = self._follower
        if follower.shown is None or follower.looking is not None or not self._turn.legal:
            return False
        self.seeking = True
        self._page.run_worker(self._look(follower.shown), exclusive=True, group="hint")
        return True

    async def _look(self, position: Position) -> None:
        """The position may be gone when the hint is found."""
        game = self._connection.client.game
        assert game is not None, "a position comes only to a seat"
        found = await asyncio.to_thread(find_hint, game.NAME, position.view)
        if self._follower.shown is position and self._turn.legal:
            if self.hint != found:
                said = partial(_hint_line, game.NAME, position, found)
                self._connection.log.note(said)
            self.hint, self.seeking = found, False
            self._turn.reach(found.move)
            self._page.redraw()


def _hint_line(game: str, position: Position, hint: Hint) -> str:
    move = move_text(game, position.view, hint.move)
    return t("Hint: {move}. {reason}", move=move, reason=hint.text)
