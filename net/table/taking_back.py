"""Takes back the last decision of a player alone against bots.

The log is opened up to the move before it, and dealt from the same decks. Bots begin each decision
with the same random numbers, so the same moves give the same match, and no card can be dealt or
drawn anew. The record says from then on that moves were taken back.
"""

from collections.abc import Sequence
from dataclasses import replace

from core.game import Event, Seat, WordedError
from net.table.effects import ConnectionKey
from net.table.live import LiveMatch
from net.table.log_contents import Log
from net.table.opening import open_log
from net.table.table import Table
from net.wire.from_host import Updated


class NotTakenBackError(WordedError):
    """The reason why no move was taken back."""


def take_back(table: Table, connection: ConnectionKey, now: float) -> list[Updated]:
    """Show the position of the last decision again; return all positions up to it.

    The positions are those of the player's View, each with the events that led to it. A move counts
    as a decision if there was another one to choose. One that ended a deal can be taken back too,
    until the match is over. Raises NotTakenBackError.
    """
    match, seat = table.match, table.room.seat_of.get(connection)
    if match is None or seat is None:
        raise NotTakenBackError("there is nothing to take back")
    if not match.setup.alone or len(table.room.people()) > 1:
        raise NotTakenBackError("moves are taken back only in a match alone against bots")
    if match.live.over:
        raise NotTakenBackError("the match is over: its moves stand")
    known, games = Log(tuple(table.log.lines)), {table.game.NAME: table.game}
    decisions = _Decisions(seat)
    open_log(known, games=games, watch=decisions.look)
    if (kept := decisions.last) is None:
        raise NotTakenBackError("there is nothing to take back")
    before: list[Updated] = []
    number = table.room[seat].number

    def look(live: LiveMatch, events: Sequence[Event]) -> None:
        before.append(live.position(seat, events, number))

    # The numbers of positions continue: a move chosen in one that was taken back is stale.
    again = open_log(known, upto=kept, seq=match.live.seq + 1, games=games, watch=look)
    live = again.live
    setup = replace(again.setup, taken_back=again.setup.taken_back + 1)
    live.match.lines[0] |= setup.remarks
    table.log.back(kept, live)
    table.match = table.run(live, setup)
    table.match.show((), now)
    return before


class _Decisions:
    """The number of moves before the last choice of a seat.

    Decisions of others in secret at the same time are made anew, since bots that are asked later
    would know that another seat had decided already.
    """

    def __init__(self, seat: Seat) -> None:
        self.last: int | None = None
        """None if the seat has had no choice."""
        self._seat = seat
        self._begun: dict[Seat, int] = {}
        """The number of moves before each awaited seat began to be awaited."""
        self._made = 0
        self._free = False

    def look(self, live: LiveMatch, events: Sequence[Event]) -> None:
        if len(live.moves) > self._made:
            self._made, (mover, _) = len(live.moves), live.moves[-1]
            began = self._begun.pop(mover)
            if mover == self._seat and self._free:
                self.last = began
        for waiting in live.to_act():
            self._begun.setdefault(waiting, self._made)
        self._free = self._seat in live.to_act() and len(live.legal(self._seat)) > 1
