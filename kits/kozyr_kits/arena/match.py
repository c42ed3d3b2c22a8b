"""Whole matches between bots: the same seed gives the same match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from core.bots import RULE_OF_THUMB, choose
from core.bots.search import Thinking
from core.game import Game, Move
from core.match import Match, Player
from core.moves import Bid
from core.shuffle import SeededDecks
from kozyr_kits.arena.outsider import outsider

Decide: TypeAlias = Callable[[Game, Any, Random, Thinking], Move]
"""Game, View of the seat to act, its generator, the counter of its playouts -> a move."""

BEGINNER: Final = "beginner"
"""The name of a contestant that stands in for a person who has just learnt the game."""

FAILED: Final = "failed"
"""A contestant failed to choose."""
ILLEGAL: Final = "illegal"
"""A contestant chose an illegal move."""


@dataclass(frozen=True, slots=True)
class TimedDecision:
    """A decision with more than one legal move."""

    seat: int
    seconds: float
    playouts: int
    cut_short: bool = False
    """Whether a bot of ours ran out of time."""
    fault: str = ""
    """The reason for a random move instead; empty if none was needed."""
    said: str = ""
    """The message of the fault."""


def play(game: Game, options: Any, levels: Sequence[str], seed: int) -> Match:
    """Play a match to its end, one bot of the given level at each seat.

    Each seat has a generator of its own, so that a stronger bot at one seat does not change the
    luck of another.
    """
    match = Match(game, options, players(levels), SeededDecks(seed))
    match.deal_due()
    minds = [Random(f"{seed}/{seat}") for seat in range(len(levels))]
    while seats := game.to_act(match.state):
        seat = seats[0]
        view = game.view(match.state, seat)
        match.play(seat, choose(game.NAME, view, levels[seat], minds[seat]))
        match.deal_due()
    return match


def players(contestants: Sequence[str]) -> list[Player]:
    """Return the bots of a match as its record names them."""
    return [
        Player(f"{contestant.capitalize()} {n}", f"bot:{contestant}")
        for n, contestant in enumerate(contestants, 1)
    ]


def play_timed(
    game: Game, options: Any, contestants: Sequence[str], seed: int, clock: Callable[[], float]
) -> tuple[Match, list[TimedDecision]]:
    """Play a match as `play` does, with contestants of any kind, and time their decisions.

    `clock` returns seconds. If a contestant fails or breaks the rules, a random legal move is made
    instead and the decision has its fault.
    """
    match = Match(game, options, players(contestants), SeededDecks(seed))
    match.deal_due()
    minds = generators(seed, len(contestants))
    decide = [contestant(name) for name in contestants]
    decisions = []
    while seats := game.to_act(match.state):
        seat = seats[0]
        legal = game.legal(match.state, seat)
        move = legal[0]
        if len(legal) > 1:
            view = game.view(match.state, seat)
            move, decision = decide_timed(game, view, legal, decide[seat], minds[seat], clock)
            decisions.append(decision)
        match.play(seat, move)
        match.deal_due()
    return match, decisions


def generators(seed: int, seats: int) -> list[Random]:
    """Return a generator for each seat of a match."""
    return [Random(f"{seed}/{seat}") for seat in range(seats)]


def decide_timed(
    game: Game,
    view: Any,
    legal: Sequence[Move],
    decide: Decide,
    mind: Random,
    clock: Callable[[], float],
) -> tuple[Move, TimedDecision]:
    """Have a contestant choose, or chance if it fails; return the move and its decision."""
    thinking = Thinking(clock)
    fault, said = "", ""
    started = clock()
    try:
        move = decide(game, view, mind, thinking)
    except Exception as error:
        move, fault, said = "", FAILED, f"{type(error).__name__}: {error}"
    seconds = clock() - started
    if not fault and move not in legal:
        fault, said = ILLEGAL, move
    if fault:
        move = mind.choice(legal)
    return move, TimedDecision(
        view.seat, seconds, thinking.playouts, thinking.cut_short, fault, said[:SAID]
    )


SAID: Final = 200
"""The most characters kept of a fault's message."""


def contestant(name: str) -> Decide:
    """Return the function that decides for a contestant.

    A contestant is a level of our bots, perhaps with a temper, `outsider:PLAYOUTS` or BEGINNER.
    """
    if name == BEGINNER:
        return _beginner
    kind, _, count = name.partition(":")
    if kind != "outsider":
        return lambda game, view, rng, thinking: choose(game.NAME, view, name, rng, thinking)
    return partial(_outside, int(count))


def _beginner(game: Game, view: Any, rng: Random, thinking: Thinking) -> Move:
    """Stand in for a person who knows the rules and some advice, and makes slips."""
    slips, moves = not rng.randrange(_SLIPS), game.legal(view)
    # Legal bids are listed by size.
    if slips and moves[0].split()[0] != Bid.verb:
        return rng.choice(moves)
    move = choose(game.NAME, view, RULE_OF_THUMB, rng, thinking)
    if not slips or len(moves) == 1:
        return move
    at = moves.index(move)
    return rng.choice([moves[near] for near in (at - 1, at + 1) if 0 <= near < len(moves)])


_SLIPS: Final = 5
"""A beginner slips once in this many moves: it bids one more or less, or makes any legal move.

Its other moves are by the rule of thumb of the game's bots, without an easy bot's lapses.
"""


def _outside(playouts: int, game: Game, view: Any, rng: Random, thinking: Thinking) -> Move:
    thinking.playouts = playouts  # it has no other limit
    return outsider(game, view, playouts, rng)
