"""The worth of bids and plays: each is tried in the same imagined deals.

Trees keep what they have learnt from deal to deal. So a small tree knows no plan, and in a large
one the others act as if they saw the hand of the seat that decides. At a `ThinkingTable` each seat
looks a few deals ahead at each of its turns, from its knowledge at that time, as bots do in a
match. Such a deal costs some thirty steps of a tree, and shows plans that only a far larger tree
would find.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from core.bots import RULE_OF_THUMB, Rollouts, Worths, choose as move_of_bot
from core.bots.search import Stop, never
from core.game import Game, Move, Seat
from core.tricks.bot import (
    Bids,
    TrickBot,
    Value,
    bid_simulation,
    imagined_play,
    last_tricks,
    lowest_alike,
    play_simulation,
    searched_play,
    sure_plays,
)
from core.tricks.endings import Counted
from core.tricks.kernel import Tricks
from core.tricks.tree import LEAST, Imagine, Tree

_BATCH: Final = 32
"""The number of deals in a pool to draw from: each small batch begins with a new pool."""

Choose: TypeAlias = Callable[[Tricks, int], int]
"""The play of every imagined seat: position, a mask of the pieces played since -> action."""

_Found = TypeVar("_Found")


# --- in imagined deals ----------------------------------------------------------------------------


class SameDeals:
    """Imagined deals in which every move is tried, so that luck does not decide."""

    def __init__(self, deal: Imagine) -> None:
        self._deal = deal
        self._dealt: Tricks | None = None
        self.points: Sequence[float] = ()
        """The points of each seat at the end of the latest try, set by the function valuing it."""
        self.keeps = False
        """Whether the seat asked has kept its bid in that try, set by the same function."""
        self.ended: tuple[Bids, Sequence[int]] = ((), ())
        """The bids and the tricks taken in that try."""
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
        """Return for each try the share of deals in which the bid was kept, 0 to 1."""
        return [count / self._deals for count in self._kept]

    def noting(self, bot: TrickBot) -> Value:
        """Return the function that values a try for a bot, and also notes the points here."""

        def value(bids: Bids, taken: Sequence[int]) -> Sequence[float]:
            self.ended = bids, taken
            self.points = bot.worths(bids, taken)
            self.keeps = bot.goals(bids)[bot.seat] == taken[bot.seat]
            return bot.against(self.points)

        return value

    def keep(self, bot: TrickBot) -> None:
        """Note the points of the latest try as if the seat asked had kept its bid."""
        if not self.keeps:
            bids, taken = self.ended
            self.points = bot.worths(bids, _as_kept(taken, bot.seat, bot.goals(bids)[bot.seat]))
            self.keeps = True


def _as_kept(taken: Sequence[int], seat: int, goal: int) -> list[int]:
    """Return the tricks of all seats as if one had reached its goal.

    Tricks that it lacked come from those of the others who have most; surplus tricks go to those
    who have least.
    """
    found = [*taken]
    others = [other for other in range(len(found)) if other != seat]
    while found[seat] != goal:
        one = 1 if found[seat] < goal else -1
        other = max(others, key=lambda other: one * found[other])
        found[other] -= one
        found[seat] += one
    return found


def takes(tricks: Tricks, action: int, choose: Choose) -> bool:
    """Play the trick on the table to its end; tell whether the action has taken it."""
    seat, before, played = tricks.turn, tricks.taken[tricks.turn], 0
    while True:
        played |= tricks.rules.bit[action]
        tricks.apply(action)
        if not tricks.count:
            return tricks.taken[seat] > before
        action = choose(tricks, played)


def bid_rollouts(
    bot: TrickBot,
    moves: Sequence[Move],
    bids: Sequence[int],
    table: "ThinkingTable | None" = None,
) -> Rollouts:
    """Compare bids; `moves` are their texts."""
    deals = SameDeals(bot.imagine(_BATCH))
    value = deals.noting(bot)

    def play_out(bid: int) -> None:
        tricks = deals.imagine()
        made = bot.bids_after(tricks, bid)
        value(made, bot.ended(tricks, made, bot.unplayed))

    tries: list[Callable[[], object]] = [partial(play_out, bid) for bid in bids]
    if bot.level.bids_in_trees:
        tries = [Tree(bid_simulation(bot, deals.imagine, value, bid)).grow for bid in bids]
    return Rollouts(
        moves,
        partial(deals.grow, tries),
        anew=partial(bid_rollouts, bot, moves, bids),
        beyond=bot.beyond,
        against=bot.AGAINST,
        at_table=table.play if table else None,
        settles=False,
        kept=deals.kept,
    )


def play_rollouts(
    bot: TrickBot,
    moves: Sequence[Move],
    texts: Sequence[Move],
    table: "ThinkingTable",
    stop: Stop = never,
) -> Rollouts:
    """Compare plays; `texts` are the moves of all actions.

    The last tricks are counted out if time allows; before them replies get better with each world.
    """
    lowest, counted = lowest_alike(bot), last_tricks(bot, stop)
    # In a deal without bids the policy plays better than seats that look a few deals ahead.
    has_bid = bot.bids[bot.seat] is not None
    at_table = partial(_at_table, table, texts, lowest) if has_bid else None
    if counted is not None:
        imagine, choose = bot.imagine(_BATCH), imagined_play(bot)
        found = _counted_out(bot, counted, texts, lambda action: takes(imagine(), action, choose))
        return found._replace(at_table=at_table)
    actions = [texts.index(move) for move in moves]
    plays = _Plays(actions, lowest, sure_plays(bot, stop))
    sure = [move for move, action in zip(moves, actions, strict=True) if plays.is_sure(action)]
    found = _played_out(bot, plays)
    return found._replace(moves=moves, sure=sure, at_table=at_table, work=bot.held**2)


class _Plays(NamedTuple):
    """The plays that are compared."""

    actions: Sequence[int]
    lowest: Mapping[int, int]
    """Action -> the lowest one that is worth the same."""
    sure: Sequence[int]
    """The lowest actions of those that begin a plan which makes the bid."""

    def is_sure(self, action: int) -> bool:
        """Tell whether an action begins a plan which makes the bid."""
        return self.lowest[action] in self.sure


def _played_out(bot: TrickBot, plays: _Plays) -> Rollouts:
    """Play out deals, starting with an empty tree and a new pool of deals."""
    imagine, choose = bot.imagine(_BATCH), imagined_play(bot)
    actions, lowest, sure = plays
    # Plays of the same worth are tried once, so that they get the same values.
    tried = dict.fromkeys([lowest[action] for action in actions])
    deals = SameDeals(imagine)
    tree = Tree(play_simulation(bot, deals.imagine, deals.noting(bot)))

    def play_out(action: int) -> None:
        tree.grow(action)
        if action in sure:
            # A player with a plan plays it; the seats of the tree may not see it.
            deals.keep(bot)

    grow = partial(deals.grow, [partial(play_out, action) for action in tried])

    def for_each(found: Sequence[_Found]) -> list[_Found]:
        of_tried = dict(zip(tried, found, strict=True))
        return [of_tried[lowest[action]] for action in actions]

    return Rollouts(
        (),
        lambda: for_each(grow()),
        anew=partial(_played_out, bot, plays),
        takes=lambda: _each_takes(imagine(), actions, choose),
        beyond=bot.beyond,
        against=bot.AGAINST,
        kept=(lambda: for_each(deals.kept())) if bot.bids[bot.seat] is not None else None,
    )


def _each_takes(dealt: Tricks, actions: Sequence[int], choose: Choose) -> Sequence[bool]:
    """Return whether each play takes the trick in one deal."""
    return [takes(dealt.copy(), action, choose) for action in actions]


def _at_table(
    table: "ThinkingTable",
    texts: Sequence[Move],
    lowest: Mapping[int, int],
    asked: Sequence[Move],
    chance: int,
) -> Sequence[Worths]:
    """Play some moves out at a table; plays of the same worth once."""
    played = {move: texts[lowest[texts.index(move)]] for move in asked}
    once = [*dict.fromkeys(played.values())]
    worths = dict(zip(once, table.play(once, chance), strict=True))
    return [worths[played[move]] for move in asked]


def _counted_out(
    bot: TrickBot, counted: Sequence[Counted], texts: Sequence[Move], taken: Callable[[int], bool]
) -> Rollouts:
    """Compare plays counted out; `taken` plays the current trick of one of them in a new deal."""
    worths = [each.worths for each in counted]
    has_bid = bot.bids[bot.seat] is not None
    return Rollouts(
        [texts[each.action] for each in counted],
        lambda: worths,
        exact=True,
        takes=lambda: [taken(each.action) for each in counted],
        beyond=bot.beyond,
        sure=[texts[each.action] for each in counted if each.sure],
        kept=(lambda: [each.kept for each in counted]) if has_bid else None,
    )


# --- at a table -----------------------------------------------------------------------------------

LOOKS: Final = 5
"""The number of deals imagined at each turn: ten take longer and are hardly better."""
POOL: Final = 8
"""The number of deals imagined, from which a likely one is drawn."""
PLAYER: Final = "medium"
"""The level at which every seat looks ahead."""


class ThinkingTable:
    """Deals imagined from a view and played out by seats that think again at each turn."""

    def __init__(
        self,
        game: Game,
        view: Any,
        bot: TrickBot,
        texts: Sequence[Move],
        thinks: Callable[[Any], TrickBot],
    ) -> None:
        """`texts` are the moves of all actions; `thinks` makes a bot of level PLAYER for a view,
        with the generator of `bot`.
        """
        self._game, self._view, self._bot = game, view, bot
        self._texts, self._thinks = texts, thinks

    def play(self, moves: Sequence[Move], chance: int) -> list[Worths]:
        """Imagine a deal, which `chance` seeds; return its worths after each move."""
        self._bot.rng.seed(chance)
        state, found = self._imagine(), []
        for move in moves:
            # Each move has the same luck, which then decides less between them.
            self._bot.rng.seed(chance)
            found.append(self._end(state.copy(), move))
        return found

    def _imagine(self) -> Any:
        rng, explains = self._bot.rng, self._bot.likelihood()
        if explains is None:
            return self._game.imagine(self._view, rng)
        pool = [self._game.imagine(self._view, rng) for _ in range(POOL)]
        return rng.choices(pool, [explains(state.tricks) + LEAST for state in pool])[0]

    def _chosen(self, state: Any, seat: Seat) -> Move:
        view = self._game.view(state, seat)
        if None in view.bids:
            return move_of_bot(self._game.NAME, view, RULE_OF_THUMB, self._bot.rng)
        legal: Sequence[int] = state.tricks.legal()
        if len(legal) == 1:
            return self._texts[legal[0]]
        return self._texts[searched_play(self._thinks(view), LOOKS, never, "")]

    def _end(self, state: Any, move: Move) -> Worths:
        game = self._game
        game.apply(state, self._view.seat, move)
        while to_act := game.to_act(state):
            game.apply(state, to_act[0], self._chosen(state, to_act[0]))
        end = game.view(state, self._view.seat)
        return self._bot.worths(end.bids, end.taken)
