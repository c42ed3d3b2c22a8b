"""The form of another game in the same room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.widget import Widget

from core.game import unusual_rules
from net.wire.to_host import ChangeGame
from tui.language.text import t
from tui.screens.new_table import BOT, NewTableScreen, table_rows
from tui.screens.table_choices import TableChoices

if TYPE_CHECKING:
    from tui.table.session import TableSession


class AnotherGameScreen(NewTableScreen):
    """Asks the owner for the next game; the room, its people and its code stay."""

    HEADING = "Another game"
    HELP_TEXT = (
        "The people, the code and the results of the evening stay. Everybody keeps a seat as far "
        "as the game has them, others watch, and all say again that they are ready.\nUp and down "
        "choose a line, left and right change it; you can also type numbers. The last line opens "
        "the house rules and closes them. Backspace restores the usual rules, and asks first."
    )

    def __init__(self, session: TableSession) -> None:
        super().__init__(hosting=True)
        self._session = session
        room, seated = session.client.room, session.client.seated
        if room is not None and seated is not None:
            rules = dict(unusual_rules(room.options))
            now = {"game": seated.game, "seats": len(room.seats), "rules": rules}
            self._table = TableChoices(now)

    def titles(self) -> tuple[str, str]:
        return t("Another game in this room"), t("Take this game")

    def _rows(self) -> Iterable[Widget]:
        self._speak()  # another game may have been chosen
        rows = table_rows(self.table, "", unfolded=self.unfolded, length_said=self._length_said)
        return (row for row in rows if row.name != "level" and not (row.name or "").startswith(BOT))

    async def take(self) -> None:
        chosen, rules = self.table.chosen, dict(self.table.rules)
        self._session.send(ChangeGame(chosen["game"], chosen["seats"], rules))
        self.dismiss()
