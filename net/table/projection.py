"""The record of a match, made from its journal, for a match that nobody will resume."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import Game, IllegalMoveError, OptionError, Plain, parse_options
from core.games import GAMES
from core.match import Match
from net.table.journal import (
    DealEntry,
    Journal,
    MoveEntry,
    OtherReleaseError,
    damaged,
    decks_of,
    players,
    proof_of,
)
from net.table.live import LiveMatch


def record_lines(
    journal: Journal, games: Mapping[str, Game] = GAMES
) -> tuple[dict[str, Plain], ...]:
    """Replay a journal; return the lines of the record so far. Raises JournalError."""
    terms = journal.terms
    game = games.get(terms.game)
    if game is None:
        raise OtherReleaseError("this program does not know its game, {game}", game=terms.game[:40])
    decks = decks_of(terms)
    try:
        options = parse_options(game.Options, terms.options)
        live = LiveMatch(
            Match(game, options, players(terms.room), decks), terms.seq, proof_of(terms)
        )
        for change in journal.changes:
            match change:
                case MoveEntry():
                    live.play(change.seat, change.move)
                case DealEntry():
                    live.deal()
    except (IllegalMoveError, OptionError) as error:
        raise damaged(1) from error
    if journal.taken_back:
        live.match.lines[0]["taken_back"] = journal.taken_back
    return tuple(live.match.lines)
