"""The bots of Domino Poker count likely tricks, bid them, then take exactly that many.

From level medium on they try bids and tiles in imagined deals, played out by rule of thumb, or for
experts by a learnt policy.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property, lru_cache, partial
from math import exp, fsum
from random import Random
from typing import Final

import core.games.domino_poker.rules as game
from core.bots import Rollouts, Worths
from core.bots.search import Stop, never, search
from core.game import Move, places as places_of
from core.games.domino_poker.moves import BIDS, DECISIONS, PLAY_MOVES, bid_of
from core.games.domino_poker.row import fifth_points
from core.games.domino_poker.sheet import deal_points
from core.games.domino_poker.tricks import TRUMP_LEAD, hand_mask, strengths
from core.games.domino_poker.view import HiddenTiles
from core.pieces import ALL_TILES, TILES, pips_of
from core.tricks.belief import all_explained
from core.tricks.bot import (
    Bids,
    Level,
    TrickBot,
    estimated_bid,
    play_by_rule,
    searched_bid,
    searched_play,
)
from core.tricks.kernel import Tricks, actions
from core.tricks.policy import ALL, Strengths
from core.tricks.valuing import PLAYER, ThinkingTable, bid_rollouts, play_rollouts

PLAYOUTS: Final = {"medium": 40, "hard": 200, "expert": 1500}
"""Level -> imagined deals played out per decision."""

LEVELS: Final = {
    # With errors of this size, easy bots are an even match for the arena's beginner.
    "easy": Level(misjudges=0.3, forgets=True),
    "medium": Level(),
    "hard": Level(tries=4, bids_in_trees=True, plays_in_trees=True, counts=2),
    # Real players are unpredictable: random plays lower the bids, and more bids are made.
    "expert": Level(
        tries=4,
        bids_in_trees=True,
        plays_in_trees=True,
        learnt=True,
        strays=0.4,
        believes=True,
        counts=3,
        plans=4,
    ),
}
"""Level -> its abilities."""


def choose(view: game.View, level: str, rng: Random, stop: Stop = never, temper: str = "") -> Move:
    """Return the move of a bot of that level."""
    seat = view.seat
    assert seat is not None
    state = game.imagine(view, rng)
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return moves[0]
    playouts = PLAYOUTS.get(level, 0)
    if view.phase == "decide":
        return _decide(view, rng, stop, temper)
    if view.phase not in ("bid", "play"):
        return rng.choice(moves)  # the row lies face down
    bot = TileBot(view, level, rng)
    if view.phase == "bid":
        bids = [bid_of(move) for move in moves]
        if playouts:
            hand = bot.hidden.deal(rng).hands[seat] if bot.level.tries else 0  # imagined if blind
            return BIDS[searched_bid(bot, bids, hand, playouts, stop, temper)]
        hand = hand_mask(view.hand)  # empty in a blind deal: there is nothing to misjudge
        return BIDS[estimated_bid(bot, bids, hand, unbeatable(hand))]
    if playouts:
        return PLAY_MOVES[searched_play(bot, playouts, stop, temper)]
    return PLAY_MOVES[play_by_rule(bot, state.tricks)]


class TileBot(TrickBot):
    """A bot's knowledge of a deal of Domino Poker with tricks."""

    GAME = game.NAME
    SPREAD = 15.0
    MOST = 3000

    def __init__(self, view: game.View, level: str, rng: Random) -> None:
        knows = LEVELS.get(level, Level())
        unplayed = ALL_TILES & ~hand_mask(view.trick if knows.forgets else view.played)
        super().__init__(knows, view.to_act[0], view.bids, unplayed, rng)
        self.size, self.held = view.now.size, len(view.hand)
        self.first, self.hook = view.starter, view.options.hook == "on"  # D-R11
        self.fixed = view.now.stage == "mizer"
        self._view = view

    @cached_property
    def hidden(self) -> HiddenTiles:  # type: ignore[override]  # worked out when it is needed
        """The tiles that the others may have."""
        return HiddenTiles(self._view)

    def strengths(self) -> Strengths:
        """Return which tiles beat which."""
        return strengths(self._view.options, self._view.seats)

    def likely(self, hand: int, bids: Bids) -> float:
        """Estimate the tricks of the next bidder; in a blind deal a little under a fair share."""
        seats, size = len(bids), self.size
        made = [bid for bid in bids if bid is not None]
        if self._view.now.stage == "blind":
            likely = size / seats - 0.5  # one trick too few costs ten times as much as one too many
        else:
            likely = expected(hand, (seats - 1) * size)
        # Where the others bid little, tricks are easier to take, and vice versa.
        return likely + _PULL * (size * len(made) / seats - sum(made))

    def rule(self, tricks: Tricks, need: int, unplayed: int) -> int:
        """Take exactly `need` tricks; every trick if it is negative."""
        return play(tricks, need, unplayed)

    def goals(self, bids: Bids) -> list[int]:
        """Return the bids; no trick in mizer, all of them in hapok."""
        return [0 if self.fixed else ALL if bid is None else bid for bid in bids]

    def worths(self, bids: Bids, taken: Sequence[int]) -> Worths:
        """Return the points of the deal."""
        made = [bid for bid in bids if bid is not None]
        return deal_points(self._view.options, self._view.now.stage, made, taken)

    def likelihood(self) -> Callable[[Tricks], float] | None:
        """Return a function that rates how well hands explain the bids and the plays."""
        return all_explained(self)


_PULL: Final = 0.3
"""The part of the tricks left over by earlier bids that a bidder counts on; 0.3 scored best."""


# --- the fifth stage --------------------------------------------------------------------------


def _decide(view: game.View, rng: Random, stop: Stop, temper: str) -> Move:
    """Show or keep: the better of both in points and places if the others show high tiles."""
    seat = view.seat
    assert seat is not None

    def cost(values: list[int | None], move: Move) -> float:
        worths = fifth_worths(view, values, move)
        others = [worth for other, worth in enumerate(worths) if other != seat]
        return fsum(others) / len(others) - worths[seat]

    return search(("show", "keep"), lambda: imagined_fifth(view, rng), cost, _FIFTH, stop, temper)


def imagined_fifth(view: game.View, rng: Random) -> list[int | None]:
    """Imagine by seat the pips shown, None if kept; the seat's own tile always counts as shown."""
    seat, fifth = view.seat, view.fifth
    assert fifth is not None
    shown_from = _shown_from(view.seats)
    state = game.imagine(view, rng)
    places = dict(enumerate(fifth.positions()))
    values: list[int | None] = []
    for other, made in enumerate(fifth.decisions):
        pips = pips_of(state.row[places[other]])
        shows = made == "show" or (not made and pips >= shown_from)
        values.append(pips if shows or other == seat else None)
    return values


def fifth_worths(view: game.View, values: Sequence[int | None], move: Move) -> list[float]:
    """Return by seat the points of the fifth stage after a move; the mover's include his place."""
    seat, values = view.seat, [*values]
    assert seat is not None
    if move == "keep":
        values[seat] = None
    won = fifth_points(values, view.options.stage5_top_tie)
    totals = list(map(int.__add__, view.totals, won))
    worths = [float(points) for points in won]
    worths[seat] -= _PLACE * places_of(totals)[seat]
    return worths


_FIFTH: Final = 400
"""Imagined rows per decision of the fifth stage, at every level: they cost next to nothing."""
_PLACE: Final = 8.0
"""The worth of a place in the final order, in points."""


@lru_cache
def _shown_from(seats: int) -> int:
    """Return the fewest pips with which the others are assumed to show their tile.

    It is the largest number at which probably not all of them keep theirs: if all did, showing
    would always pay.
    """
    pips = [pips_of(tile) for tile in TILES]

    def all_keep(least: int) -> float:
        below = sum(other < least for other in pips)
        return float((below / len(pips)) ** (seats - 1))

    return max(least for least in range(13) if all_keep(least) < 0.5)


# --- what each move is worth ----------------------------------------------------------------------

_LEVEL: Final = "expert"
"""The level whose imagined players play the deals out."""


def rollouts(
    view: game.View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare all moves, except picks from the row of the fifth stage, where nothing is known."""
    moves = [move for move in game.legal(view) if not among or move in among]
    match view.phase:
        case "bid":
            return bid_rollouts(TileBot(view, _LEVEL, rng), moves, [bid_of(move) for move in moves])
        case "play":
            bot = TileBot(view, _LEVEL, rng)
            table = ThinkingTable(
                game, view, bot, PLAY_MOVES, lambda seen: TileBot(seen, PLAYER, rng)
            )
            return play_rollouts(bot, moves, PLAY_MOVES, table, stop)
        case "decide":
            decide = partial(_each_decision, view, rng)
            return Rollouts(DECISIONS, decide, beyond=lambda: "what a place is worth")
    return None


def _each_decision(view: game.View, rng: Random) -> Sequence[Worths]:
    values = imagined_fifth(view, rng)
    return [fifth_worths(view, values, move) for move in DECISIONS]


# --- by rule of thumb -----------------------------------------------------------------------------
# Knows of other hands only how many unseen tiles are stronger.

_STRONG: Final = 0.5
"""A tile that takes its trick more often than this is worth spending."""
_FADE: Final = 0.4
"""The rate at which stronger tiles devalue a tile: with it bids add up to the tricks."""


def expected(hand: int, held: int) -> float:
    """Estimate the tricks of a hand, while the others together hold `held` tiles."""
    return fsum(_worth(hand, ALL_TILES & ~hand, held).values())


def unbeatable(hand: int) -> int:
    """Count the tiles of a hand that are stronger than all it does not hold."""
    return (hand >> (ALL_TILES & ~hand).bit_length()).bit_count()


def _worth(hand: int, unseen: int, held: int) -> dict[int, float]:
    """Estimate for each tile of a hand how likely it takes a trick."""
    fade = -_FADE * held / max(1, unseen.bit_count())
    return {number: exp(fade * (unseen >> number).bit_count()) for number in actions(hand)}


def play(tricks: Tricks, need: int, unplayed: int) -> int:
    """Return the tile to play: to take the trick, to slip under it, or to get rid of a danger.

    Looks at no other hand, so that it also plays out imagined deals; `unplayed` is a mask.
    """
    numbers = tricks.legal()
    if len(numbers) == 1:
        return numbers[0]
    hand = tricks.hands[tricks.turn]
    unseen = unplayed & ~hand
    holds = {number: _holds(tricks, number, unseen) for number in numbers}
    if need == 0:
        return _slip(tricks, numbers, holds)
    must = need < 0 or need >= tricks.left
    if not must:
        others = sum(map(int.bit_count, tricks.hands)) - hand.bit_count()
        worth = _worth(hand, unseen, others)
        if fsum(worth.values()) > need + 0.8:
            # The hand is too strong for its bid: lose a strong tile where that is safe.
            under = [number for number in numbers if holds[number] == 0]
            if under and worth[under[-1]] > _STRONG:
                return under[-1]
    return _take(numbers, holds, must, leads=tricks.count == 0)


def _holds(tricks: Tricks, number: int, unseen: int) -> float:
    """Estimate how likely a tile, played now, takes this trick."""
    rules = tricks.rules
    kind = tricks.kind if tricks.count else rules.lead[number]
    power = rules.power[kind][number]
    if tricks.count and power < tricks.best + rules.later_wins:
        return 0.0
    stronger = (unseen >> number).bit_count()
    if not stronger:
        return 1.0
    share = stronger / unseen.bit_count()
    # On a trump lead players with trumps must play one; on others few spend a better tile.
    spends = 0.8 if kind == TRUMP_LEAD else 0.6
    later = (rules.seats - 1 - tricks.count) * tricks.left
    return float((1 - share) ** (spends * later))


def _slip(tricks: Tricks, numbers: tuple[int, ...], holds: dict[int, float]) -> int:
    """Avoid the trick: play the strongest tile that loses it, else the one likeliest to lose it."""
    under = [number for number in numbers if holds[number] == 0]
    if under:
        return under[-1]
    if tricks.count == tricks.rules.seats - 1:
        return numbers[-1]  # the trick cannot be lost: spend the most dangerous tile
    return min(numbers, key=lambda number: holds[number])


def _take(numbers: tuple[int, ...], holds: dict[int, float], must: bool, leads: bool) -> int:
    """Take the trick with the weakest tile likely to hold it; else keep the strong ones."""
    good = [number for number in numbers if holds[number] > _STRONG]
    if good and must and leads:
        return good[-1]  # the strongest first: it draws the others' best tiles out of their hands
    if good:
        return good[0]
    best = max(numbers, key=lambda number: holds[number])
    return best if must and holds[best] > 0 else numbers[0]
