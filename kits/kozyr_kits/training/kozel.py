"""Self-play of Kozel: deals played by the policy, each lay tried in imagined deals."""

from collections.abc import Sequence
from random import Random
from typing import Final

import core.games.kozel.rules as kozel
from core.games.kozel.bot import brief, different_lays
from core.games.kozel.bot_deal import HiddenDeal, OpenDeal, PackedLay, play_out, quick_lay
from core.games.kozel.policy import LearntPolicy, weights_of
from core.games.kozel.sheet import Options, count
from core.pieces import TILES
from kozyr_kits.training.work import Position, Work

_SEATS: Final = (2, 2, 3, 4)
_OPTIONS: Final = Options()
_STRAY: Final = 0.08
"""The share of random lays, so that unusual positions are seen too."""
_KEPT: Final = 0.5
"""The share of decisions that are tried out."""


def gather(work: Work) -> list[Position]:
    """Play deals; return the positions to learn from. The same work gives the same positions."""
    rng = Random(work.seed)
    policy = _policy(work.weights)
    found: list[Position] = []
    for _ in range(work.deals):
        found += _positions(_dealt(rng), policy, work.worlds, rng)
    return found


def duel(work: Work, other: tuple[int, ...] | None) -> list[float]:
    """Play each deal twice, every second seat by `work.weights`, the rest by `other`, and swapped.

    Return by deal the lead of a seat of the first kind over one of the other.
    """
    rng = Random(work.seed)
    kinds = [_policy(work.weights), _policy(other)]
    ahead = []
    for _ in range(work.deals):
        state, total = _dealt(rng), 0.0
        for first in range(2):
            deal = brief(state).copy()
            while not deal.fetch():
                if deal.lay(_chosen(kinds[(deal.turn + first) % 2], deal)):
                    break
            points = [count(hand, _OPTIONS) for hand in deal.hands]
            sides = [points[(side + first) % 2 :: 2] for side in range(2)]
            total += sum(sides[1]) / len(sides[1]) - sum(sides[0]) / len(sides[0])
        ahead.append(total / 2)
    return ahead


def _policy(weights: tuple[int, ...] | None) -> LearntPolicy | None:
    return LearntPolicy(weights) if weights is not None else None


def _dealt(rng: Random) -> kozel.State:
    """Deal, and lay the opening tile."""
    state = kozel.new(_OPTIONS, rng.choice(_SEATS))
    deck = list(TILES)
    rng.shuffle(deck)
    kozel.deal(state, deck)
    kozel.apply(state, state.turn, kozel.legal(state, state.turn)[0])
    return state


def _positions(
    state: kozel.State, policy: LearntPolicy | None, worlds: int, rng: Random
) -> list[Position]:
    """Play a deal; return decisions from it, each tried in `worlds` imagined deals."""
    found = []
    while seats := kozel.to_act(state):
        legal = kozel.legal(state, seats[0])
        move = legal[0]
        if len(legal) > 1:
            view = kozel.view(state, seats[0])
            moves = different_lays(legal, view.ends)
            chosen = _chosen(policy, brief(state))
            if len(moves) > 1 and rng.random() < _KEPT:
                found.append(_tried(view, list(moves), policy, worlds, rng))
            if rng.random() < _STRAY:
                chosen = rng.choice(list(moves))
            tiles, left, right = chosen
            move = moves.get(chosen) or moves[tiles, right, left]
        kozel.apply(state, seats[0], move)
    return found


def _tried(
    view: kozel.View,
    lays: Sequence[PackedLay],
    policy: LearntPolicy | None,
    worlds: int,
    rng: Random,
) -> Position:
    """Try each lay in the same imagined deals."""
    paid = [0.0] * len(lays)
    turn, others = view.to_act[0], view.seats - 1
    hidden = HiddenDeal(view)
    for _ in range(worlds):
        deal = hidden.deal(rng)
        for at, lay in enumerate(lays):
            trial = deal.copy()
            if not trial.lay(lay):
                _play_out(policy, trial)
            points = [count(hand, _OPTIONS) for hand in trial.hands]
            paid[at] += (sum(points) - points[turn]) / others - points[turn]
    tiles, left, right = _chosen(None, deal)
    rule = {(tiles, left, right), (tiles, right, left)}
    return Position(
        tuple([weights_of(deal, lay) for lay in lays]),
        tuple([each / worlds for each in paid]),
        next(at for at, lay in enumerate(lays) if lay in rule),
    )


def _chosen(policy: LearntPolicy | None, deal: OpenDeal) -> PackedLay:
    """Return the lay of the policy or, without one, of the rule of thumb."""
    if policy is None:
        return quick_lay(deal)
    return policy.choose(deal)


def _play_out(policy: LearntPolicy | None, deal: OpenDeal) -> None:
    if policy is None:
        play_out(deal)
    else:
        policy.play_out(deal)
