"""Takes up a match where another program has left it."""

from __future__ import annotations

from core.game import IllegalMoveError, OptionError
from core.shuffle import SeededDecks
from net.table.journal import KeptDeal, KeptMove, KeptRoom, KeptTable, damaged, players
from net.table.journal_writer import MatchSetup, room_entry
from net.table.room import Room
from net.table.table import Table


def resume(table: Table, kept: KeptTable, now: float) -> None:
    """Play the moves of a match back at a new table; everybody is away. Raises KeptError."""
    terms = kept.terms
    decks = SeededDecks(bytes.fromhex(terms.seed), bytes.fromhex(terms.shuffler))
    line = 1
    try:
        match = table.factory.new(
            table.agreement.options,
            players(terms.room),
            decks,
            MatchSetup(terms.match, terms.seq, terms.clock, terms.pause, terms.begun),
        )
        _put_back(table.room, terms.room, now)
        for change in kept.changes:
            line += 1
            match change:
                case KeptRoom():
                    _put_back(table.room, change, now)
                case KeptMove(seat=seat):
                    match.live.play(seat, change.move)
                    match.time.clock.note(seat, late=change.late)
                    if change.number is not None:
                        table.room[seat].number = change.number
                case KeptDeal():
                    if not match.live.between_deals:
                        raise damaged(line)
                    match.live.deal()
    except (IllegalMoveError, OptionError) as error:
        raise damaged(line) from error
    if match.live.over:  # the move that ends a match is never kept
        raise damaged(line)
    match.time.missed |= {seat for seat, place in enumerate(table.room) if place.human}
    match.pause_if_due()
    table.match, table.matches, table.seq = match, match.setup.number, match.live.seq
    table.code = kept.room.code
    table.journal.resume(room_entry(table.room, table.code))


def _put_back(room: Room, kept: KeptRoom, now: float) -> None:
    """Have everybody sit as they did; all people are away."""
    for place, seat in zip(room, kept.seats, strict=True):
        place.clear()
        place.name, place.token = seat.name, seat.token
        place.bot, place.number = seat.bot, seat.number
        place.away_since = now if seat.token else None
    room.owner = kept.owner
