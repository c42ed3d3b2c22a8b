"""Deals of Joker to learn from: hands of all sizes, trumps as they come, bids by estimate."""

from collections.abc import Sequence
from random import Random
from typing import Final

from core.games.joker.bot import expected
from core.games.joker.bot_play import play as rule_of_thumb
from core.games.joker.sheet import Options, points
from core.games.joker.tricks import NO_TRUMP, WHOLE_DECK, WILD, strengths, suit_of, trick_rules
from core.tricks.kernel import Tricks
from kozyr_kits.training.trainers import TrainingDeal

_OPTIONS: Final = Options()
_SIZES: Final = (9, 9, 9, 9, 8, 7, 6, 5, 4, 3, 2)
_ERROR: Final = 0.5
"""The error of bids against the estimate, as a standard deviation in tricks."""
_CLEAN: Final = (0.0, 50.0)
"""The worth of a made bid beyond its points, for a premium."""
_AGAINST: Final = 0.5
"""The weight of the others' mean against one's own points."""


def training_deal(rng: Random) -> TrainingDeal:
    """Deal and bid."""
    cards, leader = rng.choice(_SIZES), rng.randrange(4)
    deck = list(range(36))
    rng.shuffle(deck)
    hands = [sum(1 << card for card in deck[seat * cards :][:cards]) for seat in range(4)]
    trump = _trump(hands[leader], cards, deck)
    tricks = Tricks(trick_rules(_OPTIONS, trump), hands, leader, cards)
    goals, clean = _bids(tricks, trump, rng), rng.choice(_CLEAN)

    def worth(taken: Sequence[int]) -> list[float]:
        won = [
            points(_OPTIONS, cards, goal, had) + (clean if goal == had else 0.0)
            for goal, had in zip(goals, taken, strict=True)
        ]
        return [mine - _AGAINST * (sum(won) - mine) / 3 for mine in won]

    def rule(position: Tricks, need: int, unplayed: int) -> int:
        return rule_of_thumb(position, trump, need, unplayed)

    return TrainingDeal(tricks, strengths(_OPTIONS, trump), goals, WHOLE_DECK, worth, rule)


def _trump(hand: int, cards: int, deck: Sequence[int]) -> int:
    """Name trumps in a nine by the leader's hand; otherwise turn up a card."""
    if cards < 9:
        card = deck[4 * cards]
        return suit_of(card) if card < WILD else NO_TRUMP
    return max(range(NO_TRUMP), key=lambda trump: expected(hand, trump, cards, leads=True))


def _bids(tricks: Tricks, trump: int, rng: Random) -> tuple[int, ...]:
    cards, leader = tricks.left, tricks.turn
    shift, goals, made = rng.choice((-0.2, 0.0, 0.2)), [0] * 4, 0
    for before in range(4):
        seat = (leader + before) % 4
        worth = expected(tricks.hands[seat], trump, cards, leads=not before) + shift
        worth += rng.gauss(0, _ERROR) - 0.12 * (made - cards * before / 4)
        bid = min(cards, max(0, round(worth)))
        if before == 3 and bid == cards - made:
            bid += 1 if (worth > bid and bid < cards) or not bid else -1
        goals[seat] = bid
        made += bid
    return tuple(goals)
