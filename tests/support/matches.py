"""Random matches of any game, and facts about a state that need no knowledge of the game."""

import os
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final

import pytest

from core.game import (
    Decks,
    Game,
    Move,
    OptionError,
    Seat,
    house_rules,
    parse_options,
)
from core.games import GAMES
from core.match import Match, Player
from core.shuffle import SeededDecks
from tests.support.dealing import DealtMatch

THOROUGH: Final = bool(os.environ.get("KOZYR_THOROUGH"))
"""Whether tests take large samples, as in `make nightly`."""


def samples(few: int) -> int:
    """Return the number of samples; `few` are enough for every day."""
    return 5 * few if THOROUGH else few


def daily(values: Iterable[Any], *wanted: Any) -> list[Any]:
    """Return parameters: those `wanted` are tried every day, the others in the nightly run."""
    return [
        value if value in wanted else pytest.param(*_parts(value), marks=pytest.mark.nightly)
        for value in values
    ]


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


@dataclass(frozen=True)
class Case:
    """A game by certain house rules at a certain number of seats."""

    game: Game
    options: Any
    seats: int
    name: str

    def __str__(self) -> str:
        return self.name


def cases() -> list[Case]:
    """Every game at every number of seats, and by every value of every house rule."""
    return [case for game in GAMES.values() for case in _cases_of(game)]


def _cases_of(game: Game) -> Iterator[Case]:
    for seats in game.SEATS:
        yield Case(game, game.Options(), seats, f"{game.NAME}-{seats}")
    turn = 0
    for rule in house_rules(game.Options):
        values = rule.values
        if isinstance(values, range) and len(values) > 4:
            values = (values[0], values[-1])
        for value in values:
            if value == rule.default:
                continue
            options = parse_options(game.Options, {rule.name: value})
            seats = _seats_for(game, options, turn)
            turn += 1
            yield Case(game, options, seats, f"{game.NAME}-{seats}-{rule.name}={value}")


def _seats_for(game: Game, options: Any, turn: int) -> int:
    """Take the numbers of seats that these house rules allow in turn."""
    for step in range(len(game.SEATS)):
        seats = game.SEATS[(turn + step) % len(game.SEATS)]
        try:
            game.new(options, seats)
        except OptionError:
            continue
        return seats
    raise AssertionError(f"{game.NAME} cannot be played by {options}")


def new_match(case: Case, seed: int, decks: Decks | None = None) -> Match:
    """Start a recorded match that deals by itself."""
    return DealtMatch(case.game, case.options, _players(case), decks or SeededDecks(seed))


def _players(case: Case) -> list[Player]:
    return [Player(f"Player {n}", "human") for n in range(case.seats)]


def positions(
    case: Case,
    seed: int,
    *,
    between: bool = False,
    moves: Iterable[tuple[Seat, Move]] | None = None,
) -> Iterator[Match]:
    """Play a random match; yield it before every move and once more after the last.

    With `between`, also before every deal. `moves` are the moves of this match, if they are known.
    """
    game, decks = case.game, SeededDecks(seed)
    match = Match(game, case.options, _players(case), decks)
    made = _random_moves(match, seed) if moves is None else iter(moves)
    if between:
        yield match
    while game.result(match.state) is None:
        if cards := game.due(match.state):
            match.deal(decks(cards))
        else:
            match.play(*next(made))
        if between or not game.due(match.state):
            yield match


def _random_moves(match: Match, seed: int) -> Iterator[tuple[Seat, Move]]:
    rng = Random(seed)
    while True:
        seat = rng.choice(match.game.to_act(match.state))
        yield seat, rng.choice(match.game.legal(match.state, seat))


def finished(case: Case, seed: int) -> Match:
    """Play a random match to its end."""
    *_, match = positions(case, seed)
    return match


def some_positions(
    case: Case, seed: int, wanted: int = samples(20), *, between: bool = False
) -> Iterator[Match]:
    """Yield about `wanted` positions of a random match, spread over it, the last one included."""
    total, moves = _course(case, seed, between)
    step = max(1, total // wanted)
    for number, match in enumerate(positions(case, seed, between=between, moves=moves)):
        if number % step == 0 or number == total - 1:
            yield match


@lru_cache(maxsize=16)
def _course(case: Case, seed: int, between: bool) -> tuple[int, tuple[tuple[Seat, Move], ...]]:
    """Play a random match; return the number of its positions, and its moves."""
    total, last = 0, None
    for match in positions(case, seed, between=between):
        total, last = total + 1, match
    return total, tuple((line["seat"], line["move"]) for line in last.lines if "move" in line)


def everybody(case: Case) -> list[int | None]:
    """Return every viewer: the seats and a spectator."""
    return [*range(case.seats), None]


def snapshot(state: Any) -> Any:
    """Return everything that a state holds as plain values, except the source of decks."""
    slots = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    if not slots or not hasattr(state, "copy"):
        if isinstance(state, (list, tuple)):
            return [snapshot(item) for item in state]
        if isinstance(state, dict):
            return {key: snapshot(value) for key, value in state.items()}
        return state
    return {name: snapshot(getattr(state, name)) for name in slots if name != "decks"}


_TOKEN = re.compile(r"(?=(\d-\d|[2-9TJQKA][shdc]|X[rb]))")


def tokens(plain: Any, pieces: Set[str] = frozenset()) -> set[str]:
    """Every card and tile named anywhere in plain data, tiles larger half first.

    Other `pieces`, such as the faces of dice, are found if their name is a word by itself.
    """
    if isinstance(plain, dict):
        return set().union(*(tokens(value, pieces) for value in plain.values()))
    if isinstance(plain, (list, tuple)):
        return set().union(*(tokens(value, pieces) for value in plain))
    if isinstance(plain, str):
        return {
            max(found, found[::-1]) if "-" in found else found for found in _TOKEN.findall(plain)
        } | (pieces & set(plain.split()))
    return set()


def dealt_pieces(match: Match) -> Set[str]:
    """The names of all pieces that have been shuffled so far in a match."""
    return {piece for line in match.lines for piece in line.get("deck", ())}
