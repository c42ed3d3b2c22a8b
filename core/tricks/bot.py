"""One bot for all games of tricks that are bid for: how each level bids and plays.

By rule of thumb a bot bids what its hand is worth and plays for exactly that. From level medium on
it tries bids and pieces in imagined deals. What a level does stands in one `Level`; what a hand is
worth, how a piece is chosen by rule of thumb and what the end of a deal is worth, a game says in
its subclass of `TrickBot`. Knows no cards and no points.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import fsum, sqrt
from random import Random
from typing import ClassVar, Final, TypeAlias

from core.bots.search import Stop, search
from core.bots.weights import learnt
from core.tricks import tree
from core.tricks.endings import (
    SURE_WORLDS,
    WORLDS,
    Counted,
    World,
    Worths,
    best,
    count,
    sure_plans,
)
from core.tricks.kernel import HiddenHands, TrickRules, Tricks, actions
from core.tricks.policy import ALL, LearntPolicy, Strays, Strengths, still_wanted


@dataclass(frozen=True, slots=True)
class Level:
    """What the bots of one level do; a field left at its default means the rule of thumb."""

    misjudges: float = 0.0
    """By how many tricks they misjudge each piece that can be beaten, as a standard deviation."""
    forgets: bool = False
    """Whether they remember only the trick on the table."""
    tries: int | None = None
    """How many bids they try, the ones nearest to the estimate; None for all."""
    bids_in_trees: bool = False
    """Whether the others' play gets better while a bid is tried."""
    plays_in_trees: bool = False
    """Whether the replies get better while a piece is tried."""
    learnt: bool = False
    """Whether they imagine everybody to play by the learnt policy, not by rule of thumb."""
    strays: float = 0.0
    """How often somebody plays at random in their imagined deals, until the last two tricks."""
    tries_likely: bool = False
    """Whether they try first what is likely to be played."""
    believes_bids: bool = False
    """Whether they imagine hands that explain the bids."""
    counts: int = 0
    """With this many pieces in hand, or fewer, they count the deal out."""
    plans: int = 0
    """With this many pieces in hand, or fewer, they look for a plan that makes the bid for sure."""


Bids: TypeAlias = Sequence[int | None]
"""By seat; None for a bid still to come, and in a deal without bids."""

Ended: TypeAlias = Callable[[Tricks, Bids, int], Sequence[int]]
"""Plays a deal out: position, bids, pieces not played yet -> tricks taken by each seat."""

Value: TypeAlias = Callable[[Bids, Sequence[int]], Sequence[float]]
"""Bids, tricks taken -> what that is worth to each seat."""

_SURE: Final = 2
"""In this many last tricks nobody plays at random."""


def _beats(rules: TrickRules, kind: int, action: int, unseen: int) -> int:
    """Return which of these pieces an action beats that follows them; equal ones are not alike."""
    power = rules.power[kind]
    return sum(
        1 << other
        for other in actions(unseen & rules.plain)
        if power[action] >= power[other] + rules.later_wins
    )


class TrickBot(ABC):
    """A bot before one decision; of the deal it knows what its seat may know."""

    GAME: ClassVar[str]
    """The game whose learnt policy it uses."""
    SPREAD: ClassVar[float]
    """How far apart the values of deals usually lie."""
    AGAINST: ClassVar[float] = 1.0
    """The weight of the others' mean against one's own points."""
    MOST: ClassVar[int]
    """A bid matters more than a piece: four times the playouts, up to this number."""

    def __init__(self, level: Level, seat: int, bids: Bids, unplayed: int, rng: Random) -> None:
        """`unplayed` is a mask of the pieces that have not been seen in this deal."""
        self.level, self.seat, self.bids, self.unplayed = level, seat, bids, unplayed
        self.rng = rng

    # What a game says.

    hidden: HiddenHands
    """The hands that the others may have."""
    size: int
    """Tricks in this deal."""
    held: int
    """Pieces in hand."""
    first: int
    """The seat that bids first."""
    hook: bool
    """Whether the bids may not add up to the tricks."""
    fixed: bool = False
    """Whether a seat that has missed its goal still wants no trick."""

    @abstractmethod
    def strengths(self) -> Strengths:
        """Say what beats what."""

    @abstractmethod
    def likely(self, hand: int, bids: Bids) -> float:
        """Estimate the tricks of a hand that is to bid after these bids."""

    @abstractmethod
    def rule(self, tricks: Tricks, need: int, unplayed: int) -> int:
        """Return what the seat to act plays by rule of thumb if it wants `need` more tricks."""

    @abstractmethod
    def worths(self, bids: Bids, taken: Sequence[int]) -> Worths:
        """Return what the end of the deal is worth to each seat, in points."""

    @abstractmethod
    def goals(self, bids: Bids) -> list[int]:
        """Return the tricks that each seat wants in all, or ALL."""

    def likelihood(self) -> Callable[[Tricks], float] | None:
        """Return how well hands explain the bids; None if all are equally likely."""
        return None

    def beyond(self) -> str:
        """Say what is counted beside the points of the deal, in an English phrase."""
        return ""

    # How deals are imagined to go on.

    def imagine(self, pool: int = tree.POOL) -> tree.Imagine:
        """Return how the hidden pieces are imagined."""
        deal = partial(self.hidden.deal, self.rng)
        weigh = self._weigh()
        return deal if weigh is None else tree.weighted(deal, weigh, self.rng, pool)

    def _weigh(self) -> Callable[[Tricks], float] | None:
        return self.likelihood() if self.level.believes_bids else None

    def against(self, worths: Worths) -> list[float]:
        """Return what each seat has, less the weighed mean of the others."""
        total, weight, others = fsum(worths), self.AGAINST, len(worths) - 1
        return [mine - weight * (total - mine) / others for mine in worths]

    def values(self, bids: Bids, taken: Sequence[int]) -> list[float]:
        """Return what the end of the deal is worth to each seat, compared with the others."""
        return self.against(self.worths(bids, taken))

    @cached_property
    def ended(self) -> Ended:
        """How the deal is imagined to end."""
        policy = self._policy(self.level.learnt)
        if policy is None:
            return self._ended_by_rule
        known, share = self.strengths(), self.level.strays
        strays = Strays(share, _SURE, self.rng) if share else None
        play_out = partial(policy.play_out, known, fixed=self.fixed, strays=strays)
        return lambda tricks, bids, unplayed: play_out(tricks, self.goals(bids), unplayed)

    def _policy(self, uses: bool) -> LearntPolicy | None:
        policy: LearntPolicy | None = learnt(self.GAME) if uses else None
        return policy

    def _ended_by_rule(self, tricks: Tricks, bids: Bids, unplayed: int) -> Sequence[int]:
        bit, goals, need, rule = tricks.rules.bit, self.goals(bids), self._need, self.rule
        while tricks.left:
            action = rule(tricks, need(tricks, goals), unplayed)
            unplayed &= ~bit[action]
            tricks.apply(action)
        return tricks.taken

    def _need(self, tricks: Tricks, goals: Sequence[int]) -> int:
        """Return how many tricks the seat to act still wants; ALL if it wants every one."""
        goal = goals[tricks.turn]
        return goal if self.fixed or goal == ALL else goal - tricks.taken[tricks.turn]

    def of_play(self, imagine: tree.Imagine, value: Value) -> tree.Simulation:
        """Return how a deal is imagined to go on in which a piece is to be played."""
        ended, bids, unplayed = self.ended, self.bids, self.unplayed

        def values(tricks: Tricks, played: int) -> Sequence[float]:
            return value(bids, ended(tricks, bids, unplayed & ~played))

        return tree.Simulation(imagine, values, self.SPREAD, self._prior())

    def of_bid(self, imagine: tree.Imagine, value: Value, bid: int) -> tree.Simulation:
        """Return how a deal is imagined to go on after a bid."""
        ended, unplayed = self.ended, self.unplayed
        bids: list[int | None] = []

        def dealt() -> Tricks:
            tricks = imagine()
            bids[:] = self.bids_after(tricks, bid)
            return tricks

        def values(tricks: Tricks, played: int) -> Sequence[float]:
            return value(bids, ended(tricks, bids, unplayed & ~played))

        return tree.Simulation(dealt, values, self.SPREAD)

    def _prior(self) -> tree.Prior | None:
        """Return how likely each piece is taken to be; None if all are tried alike."""
        policy = self._policy(self.level.tries_likely)
        if policy is None:
            return None
        known, goals, unplayed = self.strengths(), self.goals(self.bids), self.unplayed

        def prior(tricks: Tricks, played: int) -> Sequence[float]:
            unseen = unplayed & ~(played | tricks.hands[tricks.turn])
            needs = still_wanted(goals, tricks.taken, fixed=self.fixed)
            return policy.chances(known, tricks, needs, unseen)

        return prior

    def choosing(self) -> Callable[[Tricks, int], int]:
        """Return what everybody is imagined to play: position, pieces played since -> action."""
        policy, goals, unplayed = (
            self._policy(self.level.learnt),
            self.goals(self.bids),
            self.unplayed,
        )
        if policy is None:
            return lambda tricks, played: self.rule(
                tricks, self._need(tricks, goals), unplayed & ~played
            )
        known = self.strengths()

        def choose(tricks: Tricks, played: int) -> int:
            unseen = unplayed & ~(played | tricks.hands[tricks.turn])
            needs = still_wanted(goals, tricks.taken, fixed=self.fixed)
            return policy.choose(known, tricks, needs, unseen)

        return choose

    # Bids.

    def bids_after(self, tricks: Tricks, bid: int) -> list[int | None]:
        """Return all bids: this one, and the bids to come as the others would answer it."""
        bids = [*self.bids]
        bids[self.seat] = bid
        return self.bid_on(tricks, bids)

    def bid_on(self, tricks: Tricks, bids: Bids) -> list[int | None]:
        """Have the seats that have not bid do so by estimate, each from its own imagined hand."""
        made, size = [*bids], self.size
        for left in range(len(made), 0, -1):
            seat = (self.first - left) % len(made)
            if made[seat] is not None:
                continue
            likely = self.likely(tricks.hands[seat], made)
            bid = min(size, max(0, round(likely)))
            if left == 1 and self.hook and bid + sum(other or 0 for other in made) == size:
                bid += 1 if (likely > bid and bid < size) or not bid else -1  # it is barred
            made[seat] = bid
        return made

    def bid(self, bids: Sequence[int], hand: int, sure: int) -> int:
        """Return the bid nearest to what a hand is worth, given the number of its sure tricks."""
        likely = self.likely(hand, self.bids)
        if self.level.misjudges:
            wrong = self.level.misjudges * sqrt(hand.bit_count() - sure)
            likely = max(min(likely, sure), likely + self.rng.gauss(0, wrong))
        return min(bids, key=lambda bid: abs(bid - likely))

    def searched_bid(
        self, bids: Sequence[int], hand: int, playouts: int, stop: Stop, temper: str
    ) -> int:
        """Play imagined deals out with the bids near the estimate; return which paid best."""
        seat, imagine, most = self.seat, self.imagine(), min(4 * playouts, self.MOST)
        if self.level.tries is not None:
            likely = self.likely(hand, self.bids)
            bids = sorted(bids, key=lambda bid: abs(bid - likely))[: self.level.tries]
        if self.level.bids_in_trees:
            goes_on = partial(self.of_bid, imagine, self.values)
            return tree.bid_search(bids, goes_on, seat, most, stop, temper)

        def cost(tricks: Tricks, bid: int) -> float:
            made = self.bids_after(tricks, bid)
            return -self.values(made, self.ended(tricks.copy(), made, self.unplayed))[seat]

        return search(bids, imagine, cost, most, stop, temper)

    # Play.

    def play(self, tricks: Tricks) -> int:
        """Play by rule of thumb."""
        return self.rule(tricks, self._need(tricks, self.goals(self.bids)), self.unplayed)

    def searched_play(self, playouts: int, stop: Stop, temper: str) -> int:
        """Count the last tricks out, or play imagined deals out; return what paid best.

        Of pieces that are worth the same it is the lowest.
        """
        return self.lowest_alike()[self._paid_best(playouts, stop, temper)]

    def lowest_alike(self) -> dict[int, int]:
        """Return for each legal action the lowest one that comes to the same: of the pieces that
        are out, they beat the same and are beaten by the same.
        """
        tricks, known = self.hidden.deal(Random(0)), self.strengths()
        rules, unseen = tricks.rules, self.unplayed & ~tricks.hands[self.seat]
        lowest: dict[Hashable, int] = {}
        found = {}
        for action in tricks.legal():
            alike: Hashable = action
            if action < rules.wild_bit:
                alike = (
                    tricks.kind >= 0
                    and rules.power[tricks.kind][action] >= tricks.best + rules.later_wins,
                    known.suit_of[action],
                    tuple([beaten[action] & unseen for beaten in known.beats]),
                    tuple(
                        [_beats(rules, kind, action, unseen) for kind in range(len(rules.power))]
                    ),
                    tuple([mask >> action & 1 for tiers in rules.duties for mask, _ in tiers]),
                )
            found[action] = lowest.setdefault(alike, action)
        return found

    def _paid_best(self, playouts: int, stop: Stop, temper: str) -> int:
        counted = self.last_tricks(stop)
        if counted is not None:
            return best(counted, self.seat)
        imagine = self.imagine()
        simulation = self.of_play(imagine, self.values)
        if self.level.plays_in_trees:
            return tree.tree_search(simulation, playouts, stop, temper, self.sure_plays(stop))

        def cost(tricks: Tricks, action: int) -> float:
            trial = tricks.copy()
            trial.apply(action)
            return -simulation.play_out(trial, tricks.rules.bit[action])[tricks.turn]

        return search(imagine().legal(), imagine, cost, playouts, stop, temper)

    def sure_plays(self, stop: Stop) -> list[int]:
        """Return what begins a plan that makes the bid whatever the others hold and do."""
        goal = self.goals(self.bids)[self.seat]
        if goal == ALL or self.held > self.level.plans or stop():
            return []
        deals = self.hidden.all_deals(SURE_WORLDS)
        return sure_plans(deals, goal, stop) if deals else []

    def last_tricks(self, stop: Stop) -> list[Counted] | None:
        """Count the last tricks of a deal out; None if there are too many of them or of worlds, or
        if there is no time.
        """
        if self.held > self.level.counts or stop():
            return None
        deals, weigh = self.hidden.all_deals(WORLDS), self._weigh()
        if deals is None:
            return None
        goal = self.goals(self.bids)[self.seat]
        worlds = [World(deal, weigh(deal) + tree.LEAST if weigh else 1.0) for deal in deals]
        return count(worlds, partial(self.worths, self.bids), None if goal == ALL else goal, stop)
