"""One bot for all games of bids and tricks: the way in which each level bids and plays.

By rule of thumb a bot bids the tricks that its hand is worth and plays for exactly these. From
level medium on it tries bids and pieces in imagined deals. A `Level` lists the abilities of a
level; a game's subclass of `TrickBot` adds the worth of a hand and of a deal's end, and the choice
of a piece by rule of thumb. Knows no cards and no points.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import fsum, sqrt
from random import Random
from typing import ClassVar, Final, TypeAlias

from core.bots import Worths
from core.bots.search import Stop, search
from core.bots.weights import learnt
from core.tricks import tree
from core.tricks.endings import SURE_WORLDS, WORLDS, Counted, World, best, count, sure_plans
from core.tricks.kernel import HiddenHands, TrickRules, Tricks, actions
from core.tricks.policy import ALL, LearntPolicy, Strays, Strengths, still_wanted


@dataclass(frozen=True, slots=True)
class Level:
    """The abilities of the bots of one level; the defaults mean the rule of thumb."""

    misjudges: float = 0.0
    """The standard deviation, in tricks, of their error for each piece that can be beaten."""
    forgets: bool = False
    """Whether they remember only the trick on the table."""
    tries: int | None = None
    """The number of bids they try, those nearest to the estimate; None for all."""
    bids_in_trees: bool = False
    """Whether the others' play gets better while a bid is tried."""
    plays_in_trees: bool = False
    """Whether the replies get better while a piece is tried."""
    learnt: bool = False
    """Whether imagined players follow the learnt policy, not the rule of thumb."""
    strays: float = 0.0
    """The share of random plays in their imagined deals, until the last two tricks."""
    tries_likely: bool = False
    """Whether they try the likely pieces first."""
    believes: bool = False
    """Whether they imagine hands that explain the others' bids and plays."""
    counts: int = 0
    """With this many pieces in hand, or fewer, they count out the deal."""
    plans: int = 0
    """With this many pieces in hand, or fewer, they look for a plan that surely makes the bid."""


Bids: TypeAlias = Sequence[int | None]
"""By seat; None for a bid still to come, and in a deal without bids."""

Ended: TypeAlias = Callable[[Tricks, Bids, int], Sequence[int]]
"""Plays a deal out: position, bids, pieces not played yet -> tricks taken by each seat."""

Value: TypeAlias = Callable[[Bids, Sequence[int]], Sequence[float]]
"""Bids, tricks taken -> the worth to each seat."""

_SURE: Final = 2
"""In this many last tricks no play is random."""


def _beats(rules: TrickRules, kind: int, action: int, unseen: int) -> int:
    """Return a mask of the unseen pieces that an action beats when it follows them."""
    power = rules.power[kind]
    return sum(
        1 << other
        for other in actions(unseen & rules.plain)
        if power[action] >= power[other] + rules.later_wins
    )


class TrickBot(ABC):
    """A bot before one decision, with the knowledge that its seat has of the deal."""

    GAME: ClassVar[str]
    """The game whose learnt policy it uses."""
    SPREAD: ClassVar[float]
    """The usual standard deviation of the values of deals."""
    AGAINST: ClassVar[float] = 1.0
    """The weight of the others' mean against one's own points."""
    MOST: ClassVar[int]
    """The most playouts for a bid; it matters more than a piece and has four times as many."""

    def __init__(self, level: Level, seat: int, bids: Bids, unplayed: int, rng: Random) -> None:
        """`unplayed` is a mask of the pieces that have not been seen in this deal."""
        self.level, self.seat, self.bids, self.unplayed = level, seat, bids, unplayed
        self.rng = rng

    # The part that a game adds.

    hidden: HiddenHands
    """The possible hands of the others."""
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
        """Return the table of pieces that beat others."""

    @abstractmethod
    def likely(self, hand: int, bids: Bids) -> float:
        """Estimate the tricks of a hand that is to bid after these bids."""

    @abstractmethod
    def rule(self, tricks: Tricks, need: int, unplayed: int) -> int:
        """Return the play by rule of thumb of the seat to act, which wants `need` more tricks."""

    @abstractmethod
    def worths(self, bids: Bids, taken: Sequence[int]) -> Worths:
        """Return the worth of the deal's end to each seat, in points."""

    @abstractmethod
    def goals(self, bids: Bids) -> list[int]:
        """Return the tricks that each seat wants in all, or ALL."""

    def likelihood(self) -> Callable[[Tricks], float] | None:
        """Return a function that rates how well hands explain the others' bids and plays.

        None if all hands are alike.
        """
        return None

    def beyond(self) -> str:
        """Name the value counted beside the points of the deal, in an English phrase."""
        return ""

    # The imagined course of a deal.

    def imagine(self, pool: int = tree.POOL) -> tree.Imagine:
        """Return a function that imagines the hidden pieces, a new deal every time."""
        deal = partial(self.hidden.deal, self.rng)
        weigh = _believed(self)
        return deal if weigh is None else tree.weighted(deal, weigh, self.rng, pool)

    def against(self, worths: Worths) -> list[float]:
        """Return the worth to each seat, less the weighed mean of the others."""
        total, weight, others = fsum(worths), self.AGAINST, len(worths) - 1
        return [mine - weight * (total - mine) / others for mine in worths]

    def values(self, bids: Bids, taken: Sequence[int]) -> list[float]:
        """Return the worth of the deal's end to each seat, compared with the others."""
        return self.against(self.worths(bids, taken))

    @cached_property
    def ended(self) -> Ended:
        """The function that plays imagined deals to their end."""
        policy = _policy(self, self.level.learnt)
        if policy is None:
            return partial(_ended_by_rule, self)
        known, share = self.strengths(), self.level.strays
        strays = Strays(share, _SURE, self.rng) if share else None
        play_out = partial(policy.play_out, known, fixed=self.fixed, strays=strays)
        return lambda tricks, bids, unplayed: play_out(tricks, self.goals(bids), unplayed)

    def bids_after(self, tricks: Tricks, bid: int) -> list[int | None]:
        """Return all bids: this one, and those still to come, estimated as replies to it."""
        bids = [*self.bids]
        bids[self.seat] = bid
        return self.bid_on(tricks, bids)

    def bid_on(self, tricks: Tricks, bids: Bids) -> list[int | None]:
        """Add the bids of the other seats by estimate, each from its own imagined hand."""
        made, size = [*bids], self.size
        for left in range(len(made), 0, -1):
            seat = (self.first - left) % len(made)
            if made[seat] is not None:
                continue
            likely = self.likely(tricks.hands[seat], made)
            bid = min(size, max(0, round(likely)))
            if left == 1 and self.hook and bid + sum(other or 0 for other in made) == size:
                bid += 1 if (likely > bid and bid < size) or not bid else -1  # that bid is barred
            made[seat] = bid
        return made


# --- imagined deals -------------------------------------------------------------------------------


def _believed(bot: TrickBot) -> Callable[[Tricks], float] | None:
    return bot.likelihood() if bot.level.believes else None


def _policy(bot: TrickBot, uses: bool) -> LearntPolicy | None:
    policy: LearntPolicy | None = learnt(bot.GAME) if uses else None
    return policy


def _ended_by_rule(bot: TrickBot, tricks: Tricks, bids: Bids, unplayed: int) -> Sequence[int]:
    bit, goals, rule = tricks.rules.bit, bot.goals(bids), bot.rule
    while tricks.left:
        action = rule(tricks, _need(bot, tricks, goals), unplayed)
        unplayed &= ~bit[action]
        tricks.apply(action)
    return tricks.taken


def _need(bot: TrickBot, tricks: Tricks, goals: Sequence[int]) -> int:
    """Return the number of tricks that the seat to act still wants; ALL if it wants every one."""
    goal = goals[tricks.turn]
    return goal if bot.fixed or goal == ALL else goal - tricks.taken[tricks.turn]


def play_simulation(bot: TrickBot, imagine: tree.Imagine, value: Value) -> tree.Simulation:
    """Return the course of imagined deals in which a piece is to be played."""
    ended, bids, unplayed = bot.ended, bot.bids, bot.unplayed

    def values(tricks: Tricks, played: int) -> Sequence[float]:
        return value(bids, ended(tricks, bids, unplayed & ~played))

    return tree.Simulation(imagine, values, bot.SPREAD, _prior(bot))


def bid_simulation(bot: TrickBot, imagine: tree.Imagine, value: Value, bid: int) -> tree.Simulation:
    """Return the course of imagined deals after a bid."""
    ended, unplayed = bot.ended, bot.unplayed
    bids: list[int | None] = []

    def dealt() -> Tricks:
        tricks = imagine()
        bids[:] = bot.bids_after(tricks, bid)
        return tricks

    def values(tricks: Tricks, played: int) -> Sequence[float]:
        return value(bids, ended(tricks, bids, unplayed & ~played))

    return tree.Simulation(dealt, values, bot.SPREAD)


def _prior(bot: TrickBot) -> tree.Prior | None:
    """Return the chances of each piece to be played; None if all are tried alike."""
    policy = _policy(bot, bot.level.tries_likely)
    if policy is None:
        return None
    known, goals, unplayed = bot.strengths(), bot.goals(bot.bids), bot.unplayed

    def prior(tricks: Tricks, played: int) -> Sequence[float]:
        unseen = unplayed & ~(played | tricks.hands[tricks.turn])
        needs = still_wanted(goals, tricks.taken, fixed=bot.fixed)
        return policy.chances(known, tricks, needs, unseen)

    return prior


def imagined_play(bot: TrickBot) -> Callable[[Tricks, int], int]:
    """Return the play of every imagined seat: position, pieces played since -> action."""
    policy, goals = _policy(bot, bot.level.learnt), bot.goals(bot.bids)
    unplayed = bot.unplayed
    if policy is None:
        return lambda tricks, played: bot.rule(
            tricks, _need(bot, tricks, goals), unplayed & ~played
        )
    known = bot.strengths()

    def choose(tricks: Tricks, played: int) -> int:
        unseen = unplayed & ~(played | tricks.hands[tricks.turn])
        needs = still_wanted(goals, tricks.taken, fixed=bot.fixed)
        return policy.choose(known, tricks, needs, unseen)

    return choose


# --- bids -----------------------------------------------------------------------------------------


def estimated_bid(bot: TrickBot, bids: Sequence[int], hand: int, sure: int) -> int:
    """Return the bid nearest to the worth of a hand with `sure` certain tricks."""
    likely = bot.likely(hand, bot.bids)
    if bot.level.misjudges:
        wrong = bot.level.misjudges * sqrt(hand.bit_count() - sure)
        likely = max(min(likely, sure), likely + bot.rng.gauss(0, wrong))
    return min(bids, key=lambda bid: abs(bid - likely))


def searched_bid(
    bot: TrickBot, bids: Sequence[int], hand: int, playouts: int, stop: Stop, temper: str
) -> int:
    """Play out imagined deals with the bids near the estimate; return the bid that paid best."""
    seat, imagine, most = bot.seat, bot.imagine(), min(4 * playouts, bot.MOST)
    if bot.level.tries is not None:
        likely = bot.likely(hand, bot.bids)
        bids = sorted(bids, key=lambda bid: abs(bid - likely))[: bot.level.tries]
    if bot.level.bids_in_trees:
        simulation = partial(bid_simulation, bot, imagine, bot.values)
        return tree.bid_search(bids, simulation, seat, most, stop, temper)

    def cost(tricks: Tricks, bid: int) -> float:
        made = bot.bids_after(tricks, bid)
        return -bot.values(made, bot.ended(tricks.copy(), made, bot.unplayed))[seat]

    return search(bids, imagine, cost, most, stop, temper)


# --- play -----------------------------------------------------------------------------------------


def play_by_rule(bot: TrickBot, tricks: Tricks) -> int:
    """Return the play by rule of thumb."""
    return bot.rule(tricks, _need(bot, tricks, bot.goals(bot.bids)), bot.unplayed)


def searched_play(bot: TrickBot, playouts: int, stop: Stop, temper: str) -> int:
    """Count out the last tricks, or play out imagined deals; return the play that paid best.

    Of pieces that are worth the same it is the lowest.
    """
    return lowest_alike(bot)[_paid_best(bot, playouts, stop, temper)]


def lowest_alike(bot: TrickBot) -> dict[int, int]:
    """Return for each legal action the lowest one that is worth the same.

    Among the pieces that are out, both beat the same and are beaten by the same.
    """
    tricks, known = bot.hidden.deal(Random(0)), bot.strengths()
    rules, unseen = tricks.rules, bot.unplayed & ~tricks.hands[bot.seat]
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
                tuple([_beats(rules, kind, action, unseen) for kind in range(len(rules.power))]),
                tuple([mask >> action & 1 for tiers in rules.duties for mask, _ in tiers]),
            )
        found[action] = lowest.setdefault(alike, action)
    return found


def _paid_best(bot: TrickBot, playouts: int, stop: Stop, temper: str) -> int:
    counted = last_tricks(bot, stop)
    if counted is not None:
        return best(counted, bot.seat)
    imagine = bot.imagine()
    simulation = play_simulation(bot, imagine, bot.values)
    if bot.level.plays_in_trees:
        return tree.tree_search(simulation, playouts, stop, temper, sure_plays(bot, stop))

    def cost(tricks: Tricks, action: int) -> float:
        trial = tricks.copy()
        trial.apply(action)
        return -simulation.play_out(trial, tricks.rules.bit[action])[tricks.turn]

    return search(imagine().legal(), imagine, cost, playouts, stop, temper)


def sure_plays(bot: TrickBot, stop: Stop) -> list[int]:
    """Return the plays that begin a plan which makes the bid, whatever the others hold and play.

    Of pieces that are worth the same it returns the lowest.
    """
    goal = bot.goals(bot.bids)[bot.seat]
    if goal == ALL or bot.held > bot.level.plans or stop():
        return []
    deals = bot.hidden.all_deals(SURE_WORLDS)
    return sure_plans(deals, goal, dict.fromkeys(lowest_alike(bot).values()), stop) if deals else []


def last_tricks(bot: TrickBot, stop: Stop) -> list[Counted] | None:
    """Count out the last tricks; None if there are too many tricks or worlds, or time is up."""
    if bot.held > bot.level.counts or stop():
        return None
    deals, weigh = bot.hidden.all_deals(WORLDS), _believed(bot)
    if deals is None:
        return None
    goal = bot.goals(bot.bids)[bot.seat]
    worlds = [World(deal, weigh(deal) + tree.LEAST if weigh else 1.0) for deal in deals]
    return count(worlds, partial(bot.worths, bot.bids), None if goal == ALL else goal, stop)
