"""Matches that deal by themselves, for tests that do not concern the time between two deals."""

from collections.abc import Sequence
from typing import Any, TypeVar

from core.game import Decks, Event, Game, Move, Rules, Seat
from core.match import Match, deal_due
from core.shuffle import SeededDecks

StateT = TypeVar("StateT")


class _Begun:
    """The source of the decks of the match begun last; tests play one at a time."""

    decks: Decks = SeededDecks(0)


def begin(game: Rules[Any, StateT, Any], options: Any, seats: int, decks: Decks) -> StateT:
    """Start a match and deal."""
    state = game.new(options, seats)
    deal_from(decks)
    deal_due(game, state, decks)
    return state


def deal_from(decks: Decks) -> None:
    """Have the next deals made from these decks."""
    _Begun.decks = decks


def make(game: Game, state: Any, seat: Seat, move: Move) -> list[Event]:
    """Make a move; if it ends a deal, deal again from the decks of the match begun last."""
    return game.apply(state, seat, move) + deal_due(game, state, _Begun.decks)


class DealtMatch(Match):
    """A match that deals at once."""

    def __init__(self, game: Game, options: Any, players: Sequence[Any], decks: Decks) -> None:
        super().__init__(game, options, players, decks)
        self.deal_due()

    def play(self, seat: Seat, move: Move) -> list[Event]:
        return super().play(seat, move) + self.deal_due()
