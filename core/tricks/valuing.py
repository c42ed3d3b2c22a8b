"""Tries actions or bids in the same imagined deals, and tells what each has brought."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar

from core.bots.search import Stop, never
from core.bots.values import Rollouts, Worths
from core.game import Move
from core.tricks.at_table import ThinkingTable
from core.tricks.bot import Bids, TrickBot, Value
from core.tricks.kernel import Tricks
from core.tricks.tree import Imagine, Tree

_POOL: Final = 32
"""How many deals are in a pool to draw from: each small batch begins with a new pool."""

Choose: TypeAlias = Callable[[Tricks, int], int]
"""How everybody plays: the next action, given a mask of the pieces played since the position."""

_Found = TypeVar("_Found")


class SameDeals:
    """Imagined deals in each of which all moves are tried, so that luck does not choose."""

    def __init__(self, deal: Imagine) -> None:
        self._deal = deal
        self._dealt: Tricks | None = None
        self.points: Sequence[float] = ()
        """What each seat has at the end of the latest try; set by the function that values it."""
        self.keeps = False
        """Whether the seat asked has kept its bid in that try; set by the same function."""
        self._deals = 0
        self._kept: list[int] = []

    def imagine(self) -> Tricks:
        """Return the deal at hand, for one more try."""
        if self._dealt is None:
            self._dealt = self._deal()
        return self._dealt.copy()

    def grow(self, tries: Sequence[Callable[[], object]]) -> list[Sequence[float]]:
        """Imagine another deal, make every try in it, and return the points after each."""
        self._dealt = None
        self._deals += 1
        self._kept = self._kept or [0] * len(tries)
        found = []
        for at, grow in enumerate(tries):
            grow()
            found.append(self.points)
            self._kept[at] += self.keeps
        return found

    def kept(self) -> list[float]:
        """Return how often the bid has been kept after each try, 0 to 1."""
        return [count / self._deals for count in self._kept]


def takes(tricks: Tricks, action: int, choose: Choose) -> bool:
    """Play the trick on the table to its end; tell whether the action has taken it."""
    seat, before, played = tricks.turn, tricks.taken[tricks.turn], 0
    while True:
        played |= tricks.rules.bit[action]
        tricks.apply(action)
        if not tricks.count:
            return tricks.taken[seat] > before
        action = choose(tricks, played)


def of_bids(bot: TrickBot, moves: Sequence[Move], bids: Sequence[int]) -> Rollouts:
    """Compare bids; `moves` are their texts."""
    deals = SameDeals(bot.imagine(_POOL))
    value = _noted(bot, deals)

    def play_out(bid: int) -> None:
        tricks = deals.imagine()
        made = bot.bids_after(tricks, bid)
        value(made, bot.ended(tricks, made, bot.unplayed))

    tries: list[Callable[[], object]] = [partial(play_out, bid) for bid in bids]
    if bot.level.bids_in_trees:
        tries = [Tree(bot.of_bid(deals.imagine, value, bid)).grow for bid in bids]
    return Rollouts(
        moves,
        partial(deals.grow, tries),
        learns=True,
        beyond=bot.beyond,
        against=bot.AGAINST,
        kept=deals.kept,
    )


def of_plays(
    bot: TrickBot,
    moves: Sequence[Move],
    texts: Sequence[Move],
    table: ThinkingTable,
    stop: Stop = never,
) -> Rollouts:
    """Compare plays; `texts` are the moves of all actions.

    Last tricks are counted out, unless `stop` says that there is no time. Before them replies get
    better with each world, in a tree that tries all plays equally often.
    """
    imagine, choose, counted = bot.imagine(_POOL), bot.choosing(), bot.last_tricks(stop)
    has_bid = bot.bids[bot.seat] is not None
    if counted is not None:
        worths = [each.worths for each in counted]
        return Rollouts(
            [texts[each.action] for each in counted],
            lambda: worths,
            exact=True,
            takes=lambda: [takes(imagine(), each.action, choose) for each in counted],
            beyond=bot.beyond,
            sure=[texts[each.action] for each in counted if each.sure],
            kept=(lambda: [each.kept for each in counted]) if has_bid else None,
        )
    actions, lowest = [texts.index(move) for move in moves], bot.lowest_alike()
    # What comes to the same is tried once, so that it is worth the same.
    tried = dict.fromkeys([lowest[action] for action in actions])
    sure = [texts[action] for action in bot.sure_plays(stop)]
    deals = SameDeals(imagine)
    tree = Tree(bot.of_play(deals.imagine, _noted(bot, deals)))
    grow = partial(deals.grow, [partial(tree.grow, action) for action in tried])

    def for_each(found: Sequence[_Found]) -> list[_Found]:
        of_tried = dict(zip(tried, found, strict=True))
        return [of_tried[lowest[action]] for action in actions]

    def at_table(asked: Sequence[Move], chance: int) -> Sequence[Worths]:
        played = {move: texts[lowest[texts.index(move)]] for move in asked}
        once = [*dict.fromkeys(played.values())]
        worths = dict(zip(once, table.play(once, chance), strict=True))
        return [worths[played[move]] for move in asked]

    def each_takes() -> Sequence[bool]:
        dealt = imagine()
        return [takes(dealt.copy(), action, choose) for action in actions]

    return Rollouts(
        moves,
        lambda: for_each(grow()),
        learns=True,
        takes=each_takes,
        beyond=bot.beyond,
        against=bot.AGAINST,
        sure=sure,
        # Without bids the policy plays better than who looks a few deals ahead.
        at_table=at_table if has_bid else None,
        work=bot.held**2,
        kept=(lambda: for_each(deals.kept())) if has_bid else None,
    )


def _noted(bot: TrickBot, deals: SameDeals) -> Value:
    """Return the value of a try, whose points are noted too."""

    def value(bids: Bids, taken: Sequence[int]) -> Sequence[float]:
        deals.points = bot.worths(bids, taken)
        deals.keeps = bot.goals(bids)[bot.seat] == taken[bot.seat]
        return bot.against(deals.points)

    return value
