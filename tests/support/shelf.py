"""A parlour whose match is written down, and goes on in another program. No sockets, no files."""

from __future__ import annotations

from typing import Any

from net.table.effects import Append, Finish
from net.table.journal import KeptTable, Terms, check_of, read_table, to_line
from net.table.resuming import resume
from net.wire.protocol import Fill
from tests.support import tiny_game
from tests.support.parlour import Parlour, Visitor


class Shelf(Parlour):
    """A parlour whose table is written down line by line, as a host does it."""

    def __init__(self, game: Any, seats: int, **settings: Any) -> None:
        super().__init__(game or tiny_game, seats, **settings)
        self.file = b""

    def carry_out(self, effects: Any) -> None:
        for effect in effects:
            if isinstance(effect, Append):
                self.file = b"" if isinstance(effect.entry, Terms) else self.file
                check = check_of(self.file) if self.file else 0
                self.file += to_line(effect.entry, check)
            else:
                self.file = b"" if isinstance(effect, Finish) else self.file
                super().carry_out([effect])

    def kept(self) -> KeptTable:
        return read_table(self.file)

    def again(self, **settings: Any) -> Shelf:
        """Another program goes on with the match; everybody of the first one is gone."""
        other = Shelf(self.game, len(self.table.room), tokens="new", **settings)
        other.file = self.file
        other.table.agreement.options = self.table.agreement.options
        resume(other.table, self.kept(), other.now)
        return other


def people(shelf: Shelf, bots: int = 0) -> list[Visitor]:
    """People at all seats but the last ones, which are bots'; the match has begun."""
    seats = len(shelf.table.room)
    sitting = [shelf.join(f"Player {number}") for number in range(seats - bots)]
    for seat in range(seats - bots, seats):
        sitting[0].send(Fill(seat, "easy"))
    shelf.start(*sitting[1:], owner=sitting[0])
    return sitting


def returned(shelf: Shelf, before: Visitor) -> Visitor:
    """The same player's program on a new connection."""
    return Visitor(shelf, before.client).greet()
