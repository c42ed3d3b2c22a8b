"""The bots of Joker: by rule of thumb they bid the worth of their cards and play for just that.

From level medium on they try bids and cards in imagined deals, which medium bots play out by that
rule and strong ones by their learnt policy. Experts imagine hands that explain the bids.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property, lru_cache
from random import Random
from typing import Final

import core.games.joker.rules as joker
from core.bots import Rollouts, Worths
from core.bots.search import Stop, never
from core.game import Move
from core.games.joker.bot_play import ABOVE, SUIT, play
from core.games.joker.moves import bid_of
from core.games.joker.sheet import deals_of, points
from core.games.joker.tricks import (
    NO_TRUMP,
    PLAIN,
    PLAY_MOVES,
    SUIT_MASKS,
    TRUMPS,
    WHOLE_DECK,
    WILD,
    card_mask,
    strengths,
    trick_rules,
)
from core.games.joker.view import HiddenCards
from core.tricks.belief import bids_explained
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
from core.tricks.policy import Strengths
from core.tricks.valuing import PLAYER, ThinkingTable, bid_rollouts, play_rollouts

PLAYOUTS: Final = {"medium": 40, "hard": 200, "expert": 1500}
"""Level -> imagined deals played out per decision."""

LEVELS: Final = {
    # With errors of this size, easy bots are an even match for the arena's beginner.
    "easy": Level(misjudges=0.45, forgets=True),
    "medium": Level(tries=4),
    "hard": Level(tries=4, plays_in_trees=True, learnt=True, counts=2),
    "expert": Level(
        tries=4,
        plays_in_trees=True,
        learnt=True,
        tries_likely=True,
        believes=True,
        counts=3,
        plans=4,
    ),
}
"""The abilities of each level."""

_SCALE: Final = (0.0, 0.78, 0.53, 0.53, 0.55, 0.57, 0.61, 0.66, 0.7, 0.76)
"""Cards in a hand -> the factor of estimates; a little under the real tricks scores best."""


def choose(view: joker.View, level: str, rng: Random, stop: Stop = never, temper: str = "") -> Move:
    """Return the move of a bot of that level."""
    playouts = PLAYOUTS.get(level, 0)
    if view.phase == "trump":
        return joker.TRUMP_MOVES[_trump(view)]
    bot = CardBot(view, level, rng)
    if view.phase == "bid":
        hand = card_mask(view.hand)
        moves = {bid_of(move): move for move in joker.legal(joker.imagine(view, rng), bot.seat)}
        if playouts:
            return moves[searched_bid(bot, [*moves], hand, playouts, stop, temper)]
        return moves[estimated_bid(bot, [*moves], hand, _sure(hand, bot.trump))]
    if playouts:
        return PLAY_MOVES[searched_play(bot, playouts, stop, temper)]
    return PLAY_MOVES[play_by_rule(bot, bot.hidden.deal(rng))]


def _trump(view: joker.View) -> int:
    """Return the trump with the highest worth of the cards seen so far."""
    hand, cards = card_mask(view.hand), view.cards
    worth = [expected(hand, trump, cards, leads=True) for trump in range(5)]
    # in a nine six cards are still to come, and these are worth more with trumps
    worth[NO_TRUMP] -= 0.5
    return worth.index(max(worth))


def _sure(hand: int, trump: int) -> int:
    """Count the jokers of a hand and the trumps that nothing but a joker beats."""
    trumps = [card for card in actions(hand & PLAIN) if SUIT[card] == trump]
    return (hand >> WILD).bit_count() + sum(not ABOVE[card] & ~hand for card in trumps)


class CardBot(TrickBot):
    """A bot before one decision of Joker."""

    GAME = joker.NAME
    SPREAD = 150.0
    AGAINST = 0.5
    MOST = 1500

    def __init__(self, view: joker.View, level: str, rng: Random, trump: int | None = None) -> None:
        """`trump` is needed if the view has none yet."""
        knows = LEVELS.get(level, Level())
        seen = [*view.plays, view.upcard] if view.upcard else view.plays
        unplayed = WHOLE_DECK & ~card_mask(view.trick if knows.forgets else seen)
        super().__init__(knows, view.to_act[0], view.bids, unplayed, rng)
        self.trump = TRUMPS.index(view.trump) if trump is None else trump
        self.size, self.held = view.cards, len(view.hand)
        self.first = (view.dealer + 1) % 4  # the dealer is the last (J-R11)
        self.hook = view.options.forced_dealer == "on"  # J-R12
        self._view = view

    @cached_property
    def hidden(self) -> HiddenCards:  # type: ignore[override]  # worked out when it is needed
        """The cards that the others may have."""
        return HiddenCards(self._view)

    @cached_property
    def _stake(self) -> Stake:
        return _stake(self._view)

    def strengths(self) -> Strengths:
        """Return the table of cards that beat others."""
        return strengths(self._view.options, self.trump)

    def likely(self, hand: int, bids: Bids) -> float:
        """Estimate the tricks of a hand after these bids of others."""
        made = [bid for bid in bids if bid is not None]
        excess = sum(made) - self.size * len(made) / 4
        return expected(hand, self.trump, self.size, leads=not made) - 0.12 * excess

    def rule(self, tricks: Tricks, need: int, unplayed: int) -> int:
        """Play for exactly the bid."""
        return play(tricks, self.trump, need, unplayed)

    def goals(self, bids: Bids) -> list[int]:
        """Return the bids."""
        return [bid or 0 for bid in bids]

    def worths(self, bids: Bids, taken: Sequence[int]) -> Worths:
        """Return the points of the deal and the premium that can still be won."""
        return self._stake.worths(self.goals(bids), taken)

    def beyond(self) -> str:
        """Name the premium, if it is counted."""
        return self._stake.beyond()

    def likelihood(self) -> Callable[[Tricks], float] | None:
        """Return a function that rates how well hands explain the bids."""
        return bids_explained(self)


def expected(hand: int, trump: int, cards: int, *, leads: bool) -> float:
    """Estimate the tricks of a hand in a deal of this size."""
    unseen = WHOLE_DECK & ~hand
    trumps, others = _takes(cards, unseen.bit_count(), leads, trump != NO_TRUMP)
    total = 0.0
    for card in actions(hand & PLAIN):
        above = (unseen & ABOVE[card]).bit_count()
        if SUIT[card] == trump:
            total += trumps[above]
            continue
        length = (hand & SUIT_MASKS[SUIT[card]]).bit_count()
        total += others[above] * (0.7 if length > 3 and trump != NO_TRUMP else 1)
    return 0.98 * (hand >> WILD).bit_count() + total * _SCALE[cards]


@cache
def _takes(
    cards: int, unseen: int, leads: bool, trumps: bool
) -> tuple[Sequence[float], Sequence[float]]:
    """Return the chance of a trump, and of another card, to take a trick: each a list, indexed by
    the number of higher cards of its suit that are out.
    """
    out = min(1.0, 3 * cards / unseen)
    base = 0.72 if trumps else 0.85
    base -= (0.2 if leads else 0.6) / cards
    beaten = 0.45 + 0.5 / cards if trumps else 0.33 + 0.6 / cards
    return (
        [0.95 * (1 - out * (0.22 + 0.78 / cards)) ** above for above in range(_RANKS)],
        [base * (1 - out * beaten) ** above for above in range(_RANKS)],
    )


_RANKS: Final = 9
"""Cards of a suit."""


# --- the worth of the outcome of a deal: points, and premiums still to be won ---------------------

_CLEAN: Final = 0.55
"""The probability that a bid still to come is made."""
_USUAL: Final = 200
"""The assumed best score while deals of the pulka are still to come."""


class Stake:
    """Values the outcomes of the deal of a view for every seat, by the sheet so far."""

    def __init__(self, view: joker.View) -> None:
        self._view = view
        options = view.options
        deals = deals_of(options, view.pulka)
        pulka = view.score_sheet().pulkas
        lines = pulka[-1].lines if pulka and pulka[-1].number == view.pulka else ()
        self._clean = [not any(line.entries[seat].spoiled for line in lines) for seat in range(4)]
        to_come = deals.stop - 1 - view.deal
        best = _USUAL if to_come else 0
        self._best = [
            max([best, *(line.entries[seat].points for line in lines)]) for seat in range(4)
        ]
        self._chance = _CLEAN**to_come
        self._counts = bool(to_come) or options.premium_skip_last == "off"
        self._premium = options.premium_mode != "none" and any(self._clean)
        self._known: dict[tuple[int, ...], list[float]] = {}

    def beyond(self) -> str:
        """Name the value counted beside the points of the deal, as an English phrase."""
        return "the premium in sight" if self._premium else ""

    def worths(self, bids: Sequence[int], taken: Sequence[int]) -> list[float]:
        """Return for each seat the points of this deal and the expected premium (J-R31)."""
        key = (*bids, *taken)
        worths = self._known.get(key)
        if worths is None:
            worths = self._known[key] = self._worths(bids, taken)
        return worths

    def _worths(self, bids: Sequence[int], taken: Sequence[int]) -> list[float]:
        view, options = self._view, self._view.options
        won = [points(options, view.cards, *box) for box in zip(bids, taken, strict=True)]
        if options.premium_mode == "none":
            return [float(each) for each in won]
        clean = [
            self._chance if self._clean[seat] and bids[seat] == taken[seat] else 0.0
            for seat in range(4)
        ]
        worth = []
        for seat, mine in enumerate(won):
            best = max(self._best[seat], mine) if self._counts else self._best[seat]
            if options.premium_mode == "all_others":
                others = max(clean[:seat] + clean[seat + 1 :])
                share = clean[seat] - others * (1 - clean[seat])
            else:
                # A clean player gains unless the one before is clean too; any other player loses if
                # the one before is clean.
                share = clean[seat] - clean[seat - 1]
            worth.append(mine + best * share)
        return worth


@lru_cache(maxsize=8)
def _stake(view: joker.View) -> Stake:
    """Return the stake of a view, computed once although many bots look at one view."""
    return Stake(view)


# --- what each move is worth ----------------------------------------------------------------------

_LEVEL: Final = "expert"
"""The level whose imagined players play the deals out."""


def rollouts(
    view: joker.View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare all moves: the points of the deal, and the premium that can still be won.

    The others' points count half, as for the bots, but in full where the last tricks are counted
    out.
    """
    moves = [move for move in joker.legal(view) if not among or move in among]
    if view.phase == "trump":
        return _of_trumps(view, moves, rng)
    bot = CardBot(view, _LEVEL, rng)
    table = ThinkingTable(joker, view, bot, PLAY_MOVES, lambda seen: CardBot(seen, PLAYER, rng))
    if view.phase == "play":
        return play_rollouts(bot, moves, PLAY_MOVES, table, stop)
    return bid_rollouts(bot, moves, [bid_of(move) for move in moves], table)


def _of_trumps(view: joker.View, moves: Sequence[Move], rng: Random) -> Rollouts:
    trumps = [joker.TRUMP_MOVES.index(move) for move in moves]
    bots = [CardBot(view, _LEVEL, rng, trump) for trump in trumps]

    def after(tricks: Tricks, bot: CardBot) -> Worths:
        tricks.rules = trick_rules(view.options, bot.trump)
        bids = bot.bid_on(tricks, view.bids)
        return bot.worths(bids, bot.ended(tricks, bids, bot.unplayed))

    def play() -> Sequence[Worths]:
        dealt = bots[0].hidden.deal(rng)
        return [after(dealt.copy(), bot) for bot in bots]

    return Rollouts(moves, play, beyond=bots[0].beyond, against=CardBot.AGAINST)
