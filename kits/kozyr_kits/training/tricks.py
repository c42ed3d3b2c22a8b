"""Self-play of trick games: deals played by the policy, each choice tried in imagined deals."""

from collections.abc import Sequence
from random import Random
from typing import Final

from core.dealing import share_hands
from core.tricks.kernel import NO_LEAD, Tricks, actions, ruled_out
from core.tricks.policy import LearntPolicy, signs, situation, weights_of
from kozyr_kits.training.trainers import TRAINERS, TrainingDeal
from kozyr_kits.training.work import Position, Work

_STRAY: Final = 0.08
"""The share of random actions, so that unusual positions are seen too."""
_KEPT: Final = 0.5
"""The share of decisions that are tried out."""


class SelfPlay:
    """Plays one deal and tries out its decisions."""

    def __init__(self, deal: TrainingDeal, policy: LearntPolicy | None, rng: Random) -> None:
        """With `policy` None, all players play by rule of thumb."""
        self._deal = deal
        self._policy = policy
        self._rng = rng
        self._tricks = deal.tricks.copy()
        self._unplayed = deal.unplayed
        self._missing = [0] * len(deal.goals)
        self._kind = NO_LEAD

    def positions(self, worlds: int) -> list[Position]:
        """Play the deal; return decisions from it, each tried in `worlds` imagined deals."""
        found, rng = [], self._rng
        while self._tricks.left:
            legal = self._tricks.legal()
            action = _chosen(self._deal, self._policy, self._tricks, self._unplayed)
            if len(legal) > 1:
                if rng.random() < _KEPT:
                    found.append(self._tried(legal, worlds))
                if rng.random() < _STRAY:
                    action = rng.choice(legal)
            self._play(action)
        return found

    def _play(self, action: int) -> None:
        tricks, rules = self._tricks, self._tricks.rules
        if tricks.count:
            self._missing[tricks.turn] |= ruled_out(rules, self._kind, action)
        else:
            self._kind = rules.lead[action]
        self._unplayed &= ~rules.bit[action]
        tricks.apply(action)

    def _tried(self, legal: Sequence[int], worlds: int) -> Position:
        deal, tricks = self._deal, self._tricks
        turn, hand = tricks.turn, tricks.hands[tricks.turn]
        unseen = self._unplayed & ~hand
        slots = [
            [] if seat == turn else [~missing] * held.bit_count()
            for seat, (missing, held) in enumerate(zip(self._missing, tricks.hands, strict=True))
        ]
        paid = [0.0] * len(legal)
        for _ in range(worlds):
            hands = share_hands(slots, actions(unseen), self._rng)
            hands[turn] = hand
            for at, action in enumerate(legal):
                trial = tricks.copy()
                trial.hands = hands[:]
                trial.apply(action)
                unplayed = self._unplayed & ~tricks.rules.bit[action]
                paid[at] += deal.worth(play_out(deal, self._policy, trial, unplayed))[turn]
        needs = deal.needs(tricks)
        now = situation(tricks, needs)
        rule = deal.rule(tricks, needs[turn], self._unplayed)
        seen = signs(deal.strengths, tricks, unseen, now.need, legal)
        return Position(
            tuple([tuple(weights_of(now, sign)) for sign in seen]),
            tuple(each / worlds for each in paid),
            legal.index(rule),
        )


def _chosen(deal: TrainingDeal, policy: LearntPolicy | None, tricks: Tricks, unplayed: int) -> int:
    """Return the action of the policy or, without one, of the rule of thumb."""
    needs = deal.needs(tricks)
    if policy is None:
        return deal.rule(tricks, needs[tricks.turn], unplayed)
    return policy.choose(deal.strengths, tricks, needs, unplayed & ~tricks.hands[tricks.turn])


def play_out(
    deal: TrainingDeal, policy: LearntPolicy | None, tricks: Tricks, unplayed: int
) -> Sequence[int]:
    """Play a deal to its end; return the tricks taken by seat."""
    if policy is not None:
        return policy.play_out(deal.strengths, tricks, deal.goals, unplayed, fixed=deal.fixed)
    while tricks.left:
        action = _chosen(deal, policy, tricks, unplayed)
        unplayed &= ~tricks.rules.bit[action]
        tricks.apply(action)
    return tricks.taken


def gather(work: Work) -> list[Position]:
    """Play deals; return the positions to learn from. The same work gives the same positions."""
    rng = Random(work.seed)
    policy = LearntPolicy(work.weights) if work.weights is not None else None
    deal = TRAINERS[work.game].training_deal
    return [
        position
        for _ in range(work.deals)
        for position in SelfPlay(deal(rng), policy, rng).positions(work.worlds)
    ]


def duel(work: Work, other: tuple[int, ...] | None) -> list[float]:
    """Play each deal twice, every second seat by `work.weights`, the rest by `other`, and swapped.

    Return by deal the lead of a seat of the first kind over one of the other.
    """
    rng = Random(work.seed)
    kinds = [LearntPolicy(each) if each is not None else None for each in (work.weights, other)]
    ahead = []
    for _ in range(work.deals):
        deal = TRAINERS[work.game].training_deal(rng)
        seats, total = len(deal.goals), 0.0
        for first in range(2):
            tricks, unplayed = deal.tricks.copy(), deal.unplayed
            while tricks.left:
                action = _chosen(deal, kinds[(tricks.turn + first) % 2], tricks, unplayed)
                unplayed &= ~tricks.rules.bit[action]
                tricks.apply(action)
            worths = deal.worth(tricks.taken)
            sides = [worths[(side + first) % 2 :: 2] for side in range(2)]
            total += sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1])
        ahead.append(total / 2 if seats > 1 else 0.0)
    return ahead
