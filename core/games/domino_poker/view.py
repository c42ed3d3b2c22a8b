"""What one may know of a match of Domino Poker: the View, and the score sheet read from it.

For the rules, boards and bots alike; it plays nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Result, Seat
from core.games.domino_poker.row import Fifth
from core.games.domino_poker.sheet import Deal, Options, Row, rows, schedule


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know (D-R17)."""

    seat: Seat | None
    seats: int
    options: Options
    to_act: tuple[Seat, ...]
    """Where several decide at once: clockwise from the chooser."""
    deal: int
    """From 1; 0 before the first deal."""
    phase: str
    """"bid", "play", "pick", "count", "decide", or as in every game "shuffle", "deal", "over"."""
    totals: tuple[int, ...]
    starter: Seat
    leader: Seat
    """Who leads, or led, the trick at hand."""
    hand: tuple[str, ...]
    """Weakest first; empty for everybody while a blind deal is bid (D-R12)."""
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    played: tuple[str, ...]
    """Every tile of this deal in the order of play; the last of them are the trick at hand."""
    last: tuple[str, ...]
    """The trick before, also over the end of a deal, and who led it."""
    last_leader: Seat
    sheet: tuple[str, ...]
    """A finished deal each: bids, a stroke, tricks taken, a digit a seat: "2100/1120", "/1222"."""
    last_draw: tuple[tuple[str, ...], ...]
    """In the first deal: the tiles drawn for the start, "" for who did not draw again (D-R8)."""
    fifth: Fifth | None
    result: Result | None

    @property
    def now(self) -> Deal:
        """The deal being played."""
        return schedule(self.options, self.seats)[self.deal - 1]

    @property
    def trick(self) -> tuple[str, ...]:
        """The tiles on the table, from `leader` on clockwise."""
        return self.played[len(self.played) - len(self.played) % self.seats :]


def sheet(view: View) -> tuple[Row, ...]:
    """Return the score sheet: a row for every deal of the match, those to come without points."""
    fifth = view.fifth.points(view.options.stage5_top_tie) if view.fifth and view.result else ()
    return rows(view.options, view.seats, view.sheet, fifth)
