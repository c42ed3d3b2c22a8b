"""Deals of Domino Poker to learn from: all stages with tricks, two to six at the table."""

from collections.abc import Sequence
from random import Random
from typing import Final

from core.game import against_others
from core.games.domino_poker.bot import expected, play as rule_of_thumb
from core.games.domino_poker.sheet import Options, deal_points
from core.games.domino_poker.tricks import strengths, trick_rules
from core.pieces import ALL_TILES
from core.tricks.kernel import Tricks
from core.tricks.policy import ALL
from kozyr_kits.training.trainers import TrainingDeal

_OPTIONS: Final = Options()
_SEATS: Final = (2, 3, 4, 4, 4, 4, 4, 5, 6)
_STAGES: Final = ("plain",) * 12 + ("blind", "hapok", "mizer")
_ERROR: Final = 0.5
"""The error of bids against the estimate, as a standard deviation in tricks."""


def training_deal(rng: Random) -> TrainingDeal:
    """Deal and bid."""
    seats, stage = rng.choice(_SEATS), rng.choice(_STAGES)
    size = full = min(7, 28 // seats)
    if stage == "plain":
        size = rng.choice((full, full, full, rng.randint(2, full)))
    deck = list(range(28))
    rng.shuffle(deck)
    hands = [sum(1 << tile for tile in deck[seat * size :][:size]) for seat in range(seats)]
    tricks = Tricks(trick_rules(_OPTIONS, seats), hands, rng.randrange(seats), size)
    goals = _goals(stage, tricks, rng)

    def worth(taken: Sequence[int]) -> list[float]:
        return against_others(deal_points(_OPTIONS, stage, goals, taken))

    return TrainingDeal(
        tricks,
        strengths(_OPTIONS, seats),
        goals,
        ALL_TILES,
        worth,
        rule_of_thumb,
        fixed=stage == "mizer",
    )


def _goals(stage: str, tricks: Tricks, rng: Random) -> tuple[int, ...]:
    seats, size = len(tricks.hands), tricks.left
    match stage:
        case "hapok":
            return (ALL,) * seats
        case "mizer":
            return (0,) * seats
        case "blind":
            return tuple(max(0, round(rng.gauss(size / seats - 0.3, 0.7))) for _ in range(seats))
    shift, goals, made = rng.choice((-0.4, -0.2, 0.0)), [0] * seats, 0
    for before in range(seats):
        seat = (tricks.turn + before) % seats
        likely = expected(tricks.hands[seat], (seats - 1) * size) + shift
        likely += rng.gauss(0, _ERROR) + 0.3 * (size * before / seats - made)
        goals[seat] = min(size, max(0, round(likely)))
        made += goals[seat]
    return tuple(goals)
