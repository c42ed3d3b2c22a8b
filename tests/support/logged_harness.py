"""A harness whose match is written down, and continues in another program. No sockets, no files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from net.table.effects import Append, Finish
from net.table.log import BegunLine, OpenedLine, check_of, to_line
from net.table.log_contents import Log
from net.table.log_reader import read_table
from net.table.opening import fill
from net.wire.to_host import Fill
from tests.support import tiny_game
from tests.support.harness import Harness, Visitor


class LoggedHarness(Harness):
    """A harness whose table is written to a log, line by line, as by a host."""

    def __init__(self, game: Any, seats: int, **settings: Any) -> None:
        super().__init__(game or tiny_game, seats, **settings)
        self.file = b""

    def carry_out(self, effects: Any) -> None:
        for effect in effects:
            if isinstance(effect, Append):
                self.file = b"" if isinstance(effect.line, OpenedLine) else self.file
                check = check_of(self.file) if self.file else 0
                self.file += to_line(effect.line, check)
            else:
                self.file = b"" if isinstance(effect, Finish) else self.file
                super().carry_out([effect])

    def write_down(self, text: str) -> None:
        """Keep a log that begins with the state in which the table arrived."""
        self.file = text.encode()

    def kept(self) -> Log:
        return read_table(self.file)

    def again(
        self, opened: OpenedLine | None = None, begun: BegunLine | None = None, **settings: Any
    ) -> LoggedHarness:
        """Another program continues the match; all visitors of the first one are gone.

        Its file says something else in these lines if they are given.
        """
        agreed = self.table.agreement
        seats, terms_kept = len(self.table.room), {"clock": agreed.clock, "pause": agreed.pause}
        other = type(self)(self.game, seats, tokens="new", **terms_kept | settings)
        other.file = self.file
        other.table.agreement.options = agreed.options
        kept = self.kept()
        first, header, second, *more = kept.lines
        kept = replace(kept, lines=(opened or first, header, begun or second, *more))
        fill(other.table, kept, other.now, {self.game.NAME: self.game})
        return other


def people(logged: LoggedHarness, bots: int = 0) -> list[Visitor]:
    """People at all seats except the last ones, which are bots'; the match has begun."""
    seats = len(logged.table.room)
    sitting = [logged.join(f"Player {number}") for number in range(seats - bots)]
    for seat in range(seats - bots, seats):
        sitting[0].send(Fill(seat, "easy"))
    logged.start(*sitting[1:], owner=sitting[0])
    return sitting


def under_way(*table: Any, bots: int = 0, **settings: Any) -> tuple[LoggedHarness, list[Visitor]]:
    """A harness with these people, whose match is written down."""
    logged = LoggedHarness(*table, **settings)
    return logged, people(logged, bots)


def returned(logged: LoggedHarness, before: Visitor) -> Visitor:
    """Return the same player's program on a new connection."""
    return Visitor(logged, before.client).greet()
