"""Self-play of Graph-Poker: the worth of the lines that rounds leave, in the rest of the match.

Adds up products of signs, so that a least-squares fit needs no single position. Bots stray now and
then: where chance has laid a card, the effect of lines can be distinguished from coincidence.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from core.games.graph_poker import rules
from core.games.graph_poker.bot import choose_by, judge_all
from core.games.graph_poker.grid import place_move
from core.games.graph_poker.poker import NUMBER
from core.games.graph_poker.policy import SIGNS, LearntPolicy, Sign, lines_of, signs_of, table_of
from core.games.graph_poker.rules import Options, State
from core.games.graph_poker.view import line_rules
from core.pieces import DECK_52
from kozyr_kits.training.work import Work

_SEATS: Final = (4, 2)
"""The numbers of seats, which matches use in turn."""
_STRAY: Final = 0.25
"""The share of decisions in which a bot draws one of the best placements by lot."""
_STRAYED: Final = 15
"""The number of best placements among which a straying bot chooses."""
_PLACES: Final = 4

WIDTH: Final = 2 * SIGNS + 2 * _PLACES
"""The signs of a round's end and of its beginning, the seat's place, and the rounds left for it."""


class Moments(NamedTuple):
    """Sums over the positions to which one table of weights applies."""

    table: int
    products: list[float]
    """WIDTH rows of WIDTH sums of a product of two signs."""
    targets: list[float]
    """Sums of a sign times the points that the seat later gained on the others."""
    squares: float
    """The sum of the squares of those points."""
    positions: int


def gather(work: Work) -> list[Moments]:
    """Play matches; return the sums to learn from, a part for each table."""
    rng = Random(work.seed)
    policy = LearntPolicy(work.weights) if work.weights is not None else None
    found: dict[int, Moments] = {}
    for number in range(work.deals):
        state = _begin(_SEATS[number % len(_SEATS)], rng)
        _watch(state, policy, rng, found)
    return [found[table] for table in sorted(found)]


def duel(work: Work, other: tuple[int, ...] | None) -> list[float]:
    """Play each deck twice, every second seat by `work.weights`, the rest by `other`, and swapped.

    Return by deck the lead of a seat of the first kind over one of the other.
    """
    rng = Random(work.seed)
    kinds = [LearntPolicy(each) if each is not None else None for each in (work.weights, other)]
    ahead = []
    for number in range(work.deals):
        seats, deck, chances = _SEATS[number % len(_SEATS)], rng.random(), rng.random()
        total = 0.0
        for first in range(2):
            state, dice = _begin(seats, Random(deck)), Random(chances)
            while not state.over:
                _play(state, kinds[(rules.to_act(state)[0] + first) % 2], dice)
            total += sum(
                -points if (seat + first) % 2 else points
                for seat, points in enumerate(state.totals)
            )
        ahead.append(total / seats)
    return ahead


def _begin(seats: int, rng: Random) -> State:
    state = rules.new(Options(), seats)
    for _ in range(2):
        # Once to draw for the dealer, once to deal.
        deck = list(DECK_52)
        rng.shuffle(deck)
        rules.deal(state, deck)
    return state


def _play(state: State, policy: LearntPolicy | None, rng: Random) -> None:
    """Place a card as a medium bot does or, with a policy, as an expert does."""
    seat = rules.to_act(state)[0]
    level = "medium" if policy is None else "expert"
    move = choose_by(policy, rules.view(state, seat), level, rng)
    rules.apply(state, seat, move)


def _stray(state: State, rng: Random) -> None:
    seat = rules.to_act(state)[0]
    judged = sorted(judge_all(rules.view(state, seat), rng, ahead=True), reverse=True)
    rules.apply(state, seat, place_move(*rng.choice(judged[:_STRAYED])[1:]))


def _watch(
    state: State, policy: LearntPolicy | None, rng: Random, found: dict[int, Moments]
) -> None:
    """Play a match and add up its positions."""
    boards: list[list[dict[int, float]]] = []
    while not state.over:
        if rng.random() < _STRAY:
            _stray(state, rng)
        else:
            _play(state, policy, rng)
        if not state.over and len(state.order) % state.seats == 0:
            boards.append(_boards(state))
    for played in range(2, len(boards) + 1):
        left = state.rounds - played
        rest = [sum(points) for points in zip(*state.sheet[played:], strict=True)]
        for seat in range(state.seats):
            mine = rest[seat] - (sum(rest) - rest[seat]) / (state.seats - 1)
            place = (seat - state.dealer) % state.seats
            signs = boards[played - 1][seat] | {
                SIGNS + sign: much for sign, much in boards[played - 2][seat].items()
            }
            signs[2 * SIGNS + place] = 1.0
            signs[2 * SIGNS + _PLACES + place] = float(left)
            table = table_of(state.seats, left)
            if table not in found:
                found[table] = Moments(table, [0.0] * WIDTH**2, [0.0] * WIDTH, 0.0, 0)
            found[table] = _added(found[table], tuple(signs.items()), mine)


def _boards(state: State) -> list[dict[int, float]]:
    """Add up the signs of a board as seen by each seat."""
    lines = lines_of(state.grid, line_rules(state.options))
    hands = [_mask(state, seat) for seat in range(state.seats)]
    found = []
    for hand in hands:
        signs: dict[int, float] = {}
        for sign, much in signs_of(lines, hand, sum(hands) - hand):
            signs[sign] = signs.get(sign, 0.0) + much
        found.append(signs)
    return found


def _mask(state: State, seat: int) -> int:
    return sum(1 << NUMBER[token] for token in rules.view(state, seat).hand)


def _added(moments: Moments, signs: Sequence[Sign], target: float) -> Moments:
    products, targets = moments.products, moments.targets
    for row, much in signs:
        targets[row] += much * target
        at = WIDTH * row
        for column, more in signs:
            products[at + column] += much * more
    squares = moments.squares + target * target
    return moments._replace(squares=squares, positions=moments.positions + 1)
