"""Domino Poker with known hands and rows, reached through the public functions."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest

from core.game import IllegalMoveError, Move, Result, house_rules
from core.games.domino_poker import rules as game
from core.games.domino_poker.rules import Options, State
from core.games.domino_poker.sheet import schedule
from core.pieces import TILES
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make

SHORT = {"first_starter": "seat0", "full_deals": 1, "blind_deals": 0, "hapok_deals": 0}
NO_EXTRAS = {**SHORT, "mizer_deals": 0}


def options(**values: str | int) -> Options:
    return Options(**{"first_starter": "seat0", **values})


class Rigged:
    """Decks that deal given hands, deal by deal from 1; otherwise from a seed."""

    def __init__(self, seats: int, hands: Mapping[int, Sequence[str]], seed: int = 1) -> None:
        self.seats = seats
        self.hands = {deal: [hand.split() for hand in each] for deal, each in hands.items()}
        self.deal = 0
        self.others = SeededDecks(seed)

    def __call__(self, tiles: Sequence[str], /) -> list[str]:
        self.deal += 1
        order = self.others(tiles)
        if self.deal not in self.hands:
            return order
        hands = self.hands[self.deal]
        starter = (self.deal - 1) % self.seats
        size = len(hands[0])
        given = [
            hands[(starter + i) % self.seats][i // self.seats] for i in range(size * self.seats)
        ]
        return given + [tile for tile in order if tile not in given]


def play_while(state: State, wanted: Callable[[State], bool]) -> State:
    """Let each player make the first legal move as long as the condition holds."""
    while wanted(state):
        seat = game.to_act(state)[0]
        make(game, state, seat, game.legal(state, seat)[0])
    return state


def deal_of(size: int, *hands: str, seats: int = 4, **values: str | int) -> State:
    """Start the deal of `size` tiles with these hands; the bids are made. Seat size-1 leads."""
    state = begin(game, options(**values), seats, Rigged(seats, {size: hands}))
    return play_while(state, lambda s: s.deal < size or s.phase == "bid")


def at_stage(stage: str, seats: int = 4, seed: int = 1, **values: str | int) -> State:
    state = begin(game, options(**values), seats, SeededDecks(seed))
    return play_while(state, lambda s: s.now.stage != stage)


def finish(state: State) -> Result:
    play_while(state, lambda s: s.phase != "over")
    result = game.result(state)
    assert result is not None
    return result


def refusal(state: State, seat: int, move: Move) -> IllegalMoveError:
    before = [game.view(state, who) for who in (None, *range(state.seats))]
    with pytest.raises(IllegalMoveError) as caught:
        make(game, state, seat, move)
    assert [game.view(state, who) for who in (None, *range(state.seats))] == before
    return caught.value


def fifth(totals: tuple[int, ...], row: Sequence[str] = TILES, **values: str | int) -> State:
    """Reach the fifth stage with these totals and this row of tiles."""
    seats = len(totals)
    rules = options(**{**NO_EXTRAS, **values})
    last = len(schedule(rules, seats))
    shuffles = SeededDecks(1)
    calls: list[int] = []

    def decks(tiles: Sequence[str], /) -> Sequence[str]:
        calls.append(1)
        return row if len(calls) >= last else shuffles(tiles)

    state = play_while(begin(game, rules, seats, decks), lambda s: s.deal < last - 1)
    trial = play_while(state.copy(), lambda s: s.deal < last)
    gains = map(int.__sub__, trial.totals, state.totals)
    state.totals = tuple(map(int.__sub__, totals, gains))
    return play_while(state, lambda s: s.deal < last)


def dealt_in_the_fifth(row: Sequence[str], **values: str | int) -> State:
    """P1 picks 0-0 at position 0 and counts to the right: P1 to P4 get positions 1 to 4."""
    rest = [tile for tile in TILES if tile not in row and tile != "0-0"]
    state = fifth((50, 0, 0, 0), ["0-0", *row, *rest], **values)
    make(game, state, 0, "pick 0")
    make(game, state, 0, "count right")
    return state


def random_options(rng: Random) -> Options:
    return Options(**{rule.name: rng.choice(list(rule.values)) for rule in house_rules(Options)})
