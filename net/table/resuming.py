"""A journal played again: a match to go on with at a new table, or its record if nobody will."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from core.game import Decks, Game, IllegalMoveError, OptionError, Plain, parse_options
from core.games import GAMES
from core.match import Match
from net.table.evening import Evening
from net.table.journal import (
    DealEntry,
    Journal,
    MoveEntry,
    OtherReleaseError,
    RoomEntry,
    Terms,
    damaged,
    decks_of,
    players,
    proof_of,
)
from net.table.journal_writer import MatchSetup, room_entry
from net.table.live import LiveMatch
from net.table.room import Room
from net.table.table import Table


def game_of(terms: Terms, games: Mapping[str, Game] = GAMES) -> Game:
    """Return the game of a match. Raises OtherReleaseError if this release does not know it."""
    game = games.get(terms.game)
    if game is None:
        raise OtherReleaseError("this program does not know its game, {game}", game=terms.game[:40])
    return game


def record_lines(
    journal: Journal, games: Mapping[str, Game] = GAMES
) -> tuple[dict[str, Plain], ...]:
    """Replay a journal; return the lines of the record so far. Raises JournalError."""
    terms = journal.terms
    game, decks = game_of(terms, games), decks_of(terms)
    line = 1
    try:
        options = parse_options(game.Options, terms.options)
        match = Match(game, options, players(terms.room), decks)
        live = LiveMatch(match, terms.seq, proof_of(terms))
        for change in journal.changes:
            line += 1
            match change:
                case MoveEntry():
                    live.play(change.seat, change.move)
                case DealEntry():
                    live.deal()
    except (IllegalMoveError, OptionError) as error:
        raise damaged(line) from error
    if journal.taken_back:
        live.match.lines[0]["taken_back"] = journal.taken_back
    return tuple(live.match.lines)


def resume(
    table: Table, journal: Journal, now: float, decks: Callable[[], Decks] | None = None
) -> None:
    """Replay the moves of a match at a new table; everybody is away.

    Raises JournalError. Without `decks`, which makes them, they follow from the seed in the
    journal.
    """
    terms = journal.terms
    line, new_decks = 1, decks or partial(decks_of, terms)
    try:
        match = table.new_match(
            players(terms.room),
            new_decks(),
            setup_of(journal, new_decks if journal.alone else None),
        )
        _put_back(table.room, terms.room, now)
        for change in journal.changes:
            line += 1
            match change:
                case RoomEntry():
                    _put_back(table.room, change, now)
                case MoveEntry(seat=seat):
                    match.live.play(seat, change.move)
                    match.time.clock.note(seat, late=change.late)
                    if change.number is not None:
                        table.room[seat].number = change.number
                case DealEntry():
                    if not match.live.between_deals:
                        raise damaged(line)
                    match.live.deal()
    except (IllegalMoveError, OptionError) as error:
        raise damaged(line) from error
    if match.live.over:  # the move that ends a match is never written down
        raise damaged(line)
    match.time.missed = {seat for seat, holder in enumerate(table.room) if holder.human}
    match.pause_if_due()
    table.match, table.matches, table.seq = match, match.setup.number, match.live.seq
    table.code = journal.room.code
    table.evening = Evening(terms.evening)
    table.journal.resume(room_entry(table.room, table.code))


def setup_of(journal: Journal, again: Callable[[], Decks] | None) -> MatchSetup:
    """Return what a match was begun with; `again` makes its decks once more in a solo match."""
    terms = journal.terms
    seed = b"" if again is None else bytes.fromhex(terms.seed)
    begun = terms.match, terms.seq, terms.clock, terms.pause, terms.begun
    return MatchSetup(*begun, proof_of(terms), again, seed, journal.taken_back)


def _put_back(room: Room, entry: RoomEntry, now: float) -> None:
    """Have everybody sit as they did; all people are away."""
    for holder, seat in zip(room, entry.seats, strict=True):
        holder.clear()
        holder.name, holder.token = seat.name, seat.token
        holder.bot, holder.number = seat.bot, seat.number
        holder.away_since = now if seat.token else None
    room.owner = entry.owner
    room.access.locked = entry.locked
    room.access.watching, room.access.watchers_talk = entry.watching, entry.watchers_talk
