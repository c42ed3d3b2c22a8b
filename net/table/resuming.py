"""A journal played again: a match to go on with at a new table, or its record if nobody will."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from core.bots import levels
from core.deal_proof import DealProof, NonceShare
from core.game import Decks, Game, IllegalMoveError, OptionError, Plain, parse_options
from core.games import GAMES
from core.match import Match
from core.shuffle import SeededDecks
from net.table.effects import Chance, Peer, TablePlan
from net.table.evening import Evening
from net.table.handover import HandedTable
from net.table.journal import (
    ChainEntry,
    DealEntry,
    Journal,
    MoveEntry,
    OtherReleaseError,
    ProofEntry,
    RoomEntry,
    ShuffleEntry,
    Terms,
    VoidEntry,
    damaged,
    players,
    read_table,
)
from net.table.journal_writer import MatchSetup, room_entry
from net.table.live import LiveMatch
from net.table.room import Room
from net.table.table import Table


def game_of(terms: Terms, games: Mapping[str, Game] = GAMES) -> Game:
    """Return the game of a match. Raises OtherReleaseError if this release does not know it."""
    return _named(terms.game, games)


def _named(name: str, games: Mapping[str, Game]) -> Game:
    game = games.get(name)
    if game is None:
        raise OtherReleaseError("this program does not know its game, {game}", game=name[:40])
    return game


def proof_of(journal: Journal) -> DealProof | None:
    """Return what the decks of a match follow from; None if that was not written down.

    Raises JournalError.
    """
    terms = journal.terms
    if terms.proof is None:
        return None
    proof = _chain_of(terms.proof, terms.shuffler)
    for line, change in enumerate(journal.changes, 2):
        if isinstance(change, ChainEntry):
            try:
                proof = proof.anew(_chain_of(change.proof, terms.shuffler), change.first)
            except ValueError:
                raise damaged(line) from None
    return proof


def _chain_of(kept: ProofEntry, shuffler: str) -> DealProof:
    shares = {
        row.seat: NonceShare(
            bytes.fromhex(row.commitment), None if row.nonce is None else bytes.fromhex(row.nonce)
        )
        for row in kept.shares
    }
    seed, commitment = bytes.fromhex(kept.seed), bytes.fromhex(kept.commitment)
    return DealProof(bytes.fromhex(shuffler), seed, commitment, shares, kept.deals)


def decks_of(journal: Journal) -> Decks:
    """Return the decks of a match, before the first shuffle. Raises JournalError."""
    terms, proof = journal.terms, proof_of(journal)
    decks = SeededDecks(bytes.fromhex(terms.seed), bytes.fromhex(terms.shuffler))
    if proof is None:
        return decks
    proven = proof.decks()
    known = proven.seed if isinstance(proven, SeededDecks) else proof.chains[0].seed
    if known != decks.seed:
        raise damaged(1)
    return proven


def record_lines(
    journal: Journal, games: Mapping[str, Game] = GAMES
) -> tuple[dict[str, Plain], ...]:
    """Replay a journal; return the lines of the record so far. Raises JournalError."""
    terms = journal.terms
    game, decks = game_of(terms, games), decks_of(journal)
    line = 1
    try:
        options = parse_options(game.Options, terms.options)
        match = Match(game, options, players(terms.room), decks)
        live = LiveMatch(match, terms.seq, proof_of(journal))
        for change in journal.changes:
            line += 1
            match change:
                case MoveEntry():
                    live.play(change.seat, change.move)
                case DealEntry():
                    live.deal()
    except (IllegalMoveError, OptionError, ValueError) as error:
        raise damaged(line) from error
    live.match.lines[0] |= setup_of(journal, None).remarks
    return tuple(live.match.lines)


def resume(
    table: Table,
    journal: Journal,
    now: float,
    decks: Callable[[], Decks] | None = None,
    *,
    handed: bool = False,
) -> None:
    """Replay the moves of a match at a new table; everybody is away.

    Raises JournalError. Without `decks`, which makes them, they follow from the seed in the
    journal. The match may be over if its table was `handed` by another host.
    """
    terms = journal.terms
    line, new_decks = 1, decks or partial(decks_of, journal)
    try:
        match = table.new_match(
            players(terms.room),
            new_decks(),
            setup_of(journal, new_decks if journal.alone and not handed else None),
        )
        put_back(table.room, terms.room, now)
        for change in journal.changes:
            line += 1
            match change:
                case RoomEntry():
                    put_back(table.room, change, now)
                case MoveEntry(seat=seat):
                    match.live.play(seat, change.move)
                    match.time.clock.note(seat, late=change.late)
                    if change.number is not None:
                        table.room[seat].number = change.number
                case DealEntry():
                    if not match.live.between_deals:
                        raise damaged(line)
                    match.live.deal()
                case VoidEntry():
                    match.live.renumber(change.seq)
                case ShuffleEntry():
                    proof = replace(_chain_of(change.proof, terms.shuffler), first=change.first)
                    table.shuffle.put_back(match.setup, change.stage, proof)
                case ChainEntry():
                    table.shuffle.stop()
    except (IllegalMoveError, OptionError, ValueError) as error:
        raise damaged(line) from error
    if match.live.over and not handed:  # the move that ends a match is never written down
        raise damaged(line)
    match.time.missed = {seat for seat, holder in enumerate(table.room) if holder.human}
    if journal.own is not None and not table.room.unattended:
        table.room.coming = terms.own
    match.pause_if_due()
    table.keys.put_back(match.setup.number, journal.first_epoch, journal.keys, terms.own)
    table.epoch, table.apart = terms.epoch, terms.apart
    table.match, table.matches, table.seq = match, match.setup.number, match.live.seq
    table.code = journal.room.code
    table.evening = Evening(terms.evening)
    match.ended = match.live.over
    table.journal.resume(journal, room_entry(table.room, table.code), over=match.live.over)


def setup_of(journal: Journal, again: Callable[[], Decks] | None) -> MatchSetup:
    """Return what a match was begun with; `again` makes its decks once more in a solo match."""
    terms = journal.terms
    seed = b"" if again is None else bytes.fromhex(terms.seed)
    begun = terms.match, terms.seq, terms.clock, terms.pause, terms.begun
    proof, back = proof_of(journal), journal.taken_back
    return MatchSetup(*begun, proof, again, seed, back, terms.epoch, terms.apart)


def put_back(room: Room, entry: RoomEntry, now: float) -> None:
    """Have everybody sit as they did; all people are away."""
    for holder, seat in zip(room, entry.seats, strict=True):
        holder.clear()
        holder.name, holder.token = seat.name, seat.token
        holder.bot, holder.number = seat.bot, seat.number
        holder.key, holder.port = seat.key, seat.port
        holder.peer = Peer(seat.address)
        holder.away_since = now if seat.token else None
    room.owner = entry.owner
    room.access.locked = entry.locked
    room.access.watching, room.access.watchers_talk = entry.watching, entry.watchers_talk


def restored(
    state: HandedTable,
    now: float,
    new_chance: Callable[[bytes], Chance],
    games: Mapping[str, Game] = GAMES,
    *,
    bot_seconds: float = 0.6,
) -> Table:
    """Return the table, with everybody away. Raises JournalError.

    `new_chance` takes the table id of the formulas of the shuffle.
    """
    game = _named(state.game, games)
    try:
        plan = TablePlan(
            state.id,
            state.name,
            game,
            parse_options(game.Options, state.options),
            len(state.room.seats),
            state.clock,
            state.pause,
            code=state.room.code,
            bots=state.bots,
            bot_seconds=bot_seconds,
            has_bots=bool(levels(game.NAME)),
        )
        table = Table(plan, new_chance(bytes.fromhex(state.shuffler)))
    except (ValueError, OptionError) as error:
        raise damaged(1) from error
    if state.journal:
        journal = read_table(state.journal.encode("utf-8"))
        if journal.id != state.id or len(journal.room.seats) != len(state.room.seats):
            raise damaged(1)
        resume(table, journal, now, handed=True)
    put_back(table.room, state.room, now)
    table.room.access.put_back(state.kept_out, state.untold)
    for place, ready, played in zip(table.room, state.ready, state.played, strict=True):
        place.ready, place.played = ready, played
    table.agreement.terms = state.terms
    table.matches, table.seq = state.matches, max(table.seq, state.seq)
    table.epoch, table.apart = state.epoch, state.apart
    if state.undealt is not None:
        table.shuffle_again(state.undealt.begun, state.undealt.room)
    table.evening = Evening(state.evening)
    table.migration.handing.attempt, table.migration.word = state.attempt, state.word
    return table
