"""The record of a match as its journal tells it, for one that nobody will resume."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import Game, IllegalMoveError, OptionError, Plain, parse_options
from core.games import GAMES
from core.match import Match
from core.shuffle import SeededDecks
from net.table.journal import KeptDeal, KeptMove, KeptTable, OtherReleaseError, damaged, players
from net.table.live import LiveMatch


def record_lines(
    kept: KeptTable, games: Mapping[str, Game] = GAMES
) -> tuple[dict[str, Plain], ...]:
    """Play a journal back; return the lines of the record so far. Raises KeptError."""
    terms = kept.terms
    game = games.get(terms.game)
    if game is None:
        raise OtherReleaseError("this program does not know its game, {game}", game=terms.game[:40])
    decks = SeededDecks(bytes.fromhex(terms.seed), bytes.fromhex(terms.shuffler))
    try:
        options = parse_options(game.Options, terms.options)
        live = LiveMatch(Match(game, options, players(terms.room), decks), terms.seq)
        for change in kept.changes:
            match change:
                case KeptMove():
                    live.play(change.seat, change.move)
                case KeptDeal():
                    live.deal()
    except (IllegalMoveError, OptionError) as error:
        raise damaged(1) from error
    return tuple(live.match.lines)
