"""How bots play Joker: bids by what cards are worth, play for exactly the bid, by rule of thumb.

From level medium on they try bids and cards in imagined deals that it plays out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import core.games.joker as joker
from core.bots.search import search
from core.game import Move
from core.joker_sheet import points
from core.joker_tricks import (
    BOTTOM,
    DECK,
    HIGH,
    LOW,
    MODES,
    NO_TRUMP,
    PLAIN,
    PLAY_MOVES,
    SUIT_MASKS,
    TOP,
    TOP_POWER,
    TRUMPS,
    WHOLE_DECK,
    WILD,
    card_mask,
    suit_of,
)
from core.tricks import NO_LEAD, Tricks, actions

_RANK: Final = tuple("6789TJQKA".index(card[0]) for card in DECK[:WILD])
_SUIT: Final = tuple(suit_of(card) for card in range(WILD))
_SUITS: Final = (*SUIT_MASKS, 0)
_ABOVE: Final = tuple(SUIT_MASKS[_SUIT[card]] & -(2 << card) for card in range(WILD))
"""Card -> the higher cards of its suit."""
_SCALE: Final = (0.0, 0.78, 0.53, 0.53, 0.55, 0.57, 0.61, 0.66, 0.7, 0.76)
"""Cards -> what brings the estimates of a deal a little under its tricks: that scores best."""


PLAYOUTS: Final = {"medium": 12, "hard": 60, "expert": 1200}
"""Level -> imagined deals played out a decision."""


def choose(view: joker.View, level: str, rng: Random) -> Move:
    """Return the move of a bot of that level."""
    playouts = PLAYOUTS.get(level, 0)
    if view.phase == "trump":
        return joker.TRUMP_MOVES[_trump(view)]
    if view.phase == "bid":
        return _searched_bid(view, playouts, rng) if playouts else _bid(view, rng)
    return PLAY_MOVES[_searched_play(view, playouts, rng) if playouts else _simple_play(view, rng)]


def _seen(view: joker.View) -> int:
    """Return the cards that everybody has seen in this deal."""
    return card_mask([*view.plays, view.upcard] if view.upcard else view.plays)


# --- bids ---------------------------------------------------------------------------------------


def _trump(view: joker.View) -> int:
    """Name the trump that the cards seen so far are worth most in."""
    hand, cards = card_mask(view.hand), view.cards
    worth = [expected(hand, trump, cards, leads=True) for trump in range(5)]
    worth[NO_TRUMP] -= 0.5  # in a nine six cards are still to come, and trumps make them better
    return worth.index(max(worth))


def _bid(view: joker.View, rng: Random) -> Move:
    """Bid the legal number nearest to what the hand is worth, seen against the others' bids."""
    legal = joker.legal(joker.imagine(view, rng), view.to_act[0])
    worth = _worth(card_mask(view.hand), TRUMPS.index(view.trump), view.cards, view.bids)
    return min(legal, key=lambda move: (abs(int(move[4:]) - worth), move))


def _worth(hand: int, trump: int, cards: int, bids: Sequence[int | None]) -> float:
    """Estimate the tricks of a hand when these bids have been made before it."""
    made = [bid for bid in bids if bid is not None]
    excess = sum(made) - cards * len(made) / 4
    return expected(hand, trump, cards, leads=not made) - 0.12 * excess


def expected(hand: int, trump: int, cards: int, *, leads: bool) -> float:
    """Estimate how many tricks a hand takes in a deal of so many cards."""
    unseen = WHOLE_DECK & ~hand
    out = min(1.0, 3 * cards / unseen.bit_count())
    total = 0.0
    for card in actions(hand & PLAIN):
        above = (unseen & _ABOVE[card]).bit_count()
        length = (hand & SUIT_MASKS[_SUIT[card]]).bit_count()
        if _SUIT[card] == trump:
            total += 0.95 * (1 - out * (0.22 + 0.78 / cards)) ** above
            continue
        base = 0.72 if trump != NO_TRUMP else 0.85
        base -= (0.2 if leads else 0.6) / cards
        beaten = 0.45 + 0.5 / cards if trump != NO_TRUMP else 0.33 + 0.6 / cards
        worth = base * (1 - out * beaten) ** above
        total += worth * (0.7 if length > 3 and trump != NO_TRUMP else 1)
    return 0.98 * (hand >> WILD).bit_count() + total * _SCALE[cards]


# --- search -------------------------------------------------------------------------------------


def _searched_bid(view: joker.View, playouts: int, rng: Random) -> Move:
    """Play imagined deals out with each bid near the estimate; return the one that paid best."""
    seat, trump, seen = view.to_act[0], TRUMPS.index(view.trump), _seen(view)
    worth = _worth(card_mask(view.hand), trump, view.cards, view.bids)
    moves = joker.legal(joker.imagine(view, rng), seat)
    near = sorted(moves, key=lambda move: abs(int(move[4:]) - worth))[:_TRIED]

    def cost(tricks: Tricks, move: Move) -> float:
        bids = [*view.bids]
        bids[seat] = int(move[4:])
        return _play_out(view, tricks.copy(), trump, _bid_on(view, tricks, trump, bids), seen)

    return search(near, lambda: joker.imagine(view, rng).tricks, cost, playouts)


_TRIED: Final = 4
"""How many bids are tried."""


def _bid_on(view: joker.View, tricks: Tricks, trump: int, bids: Sequence[int | None]) -> list[int]:
    """Let those who have not bid do so by estimate, each by his own imagined hand."""
    made = list(bids)
    for seat in ((view.dealer + step) % 4 for step in range(1, 5)):
        if made[seat] is None:
            made[seat] = round(_worth(tricks.hands[seat], trump, view.cards, made))
    return [bid or 0 for bid in made]


def _searched_play(view: joker.View, playouts: int, rng: Random) -> int:
    """Play imagined deals out after each legal card; return the one that paid best."""
    trump, seen = TRUMPS.index(view.trump), _seen(view)
    bids = [bid or 0 for bid in view.bids]

    def cost(tricks: Tricks, action: int) -> float:
        trial = tricks.copy()
        trial.apply(action)
        return _play_out(view, trial, trump, bids, seen | tricks.rules.bit[action])

    legal = joker.imagine(view, rng).tricks.legal()
    return search(legal, lambda: joker.imagine(view, rng).tricks, cost, playouts)


def _play_out(
    view: joker.View, tricks: Tricks, trump: int, bids: Sequence[int], seen: int
) -> float:
    """Play a deal out by rule of thumb; return what it cost the seat to act in the view."""
    bit, taken = tricks.rules.bit, tricks.taken
    while tricks.left:
        turn = tricks.turn
        action = play(tricks, trump, bids[turn] - taken[turn], seen)
        seen |= bit[action]
        tricks.apply(action)
    seat = view.to_act[0]
    return -points(view.options, view.cards, bids[seat], taken[seat])


# --- play ---------------------------------------------------------------------------------------


def _simple_play(view: joker.View, rng: Random) -> int:
    seat = view.to_act[0]
    tricks = joker.imagine(view, rng).tricks
    need = (view.bids[seat] or 0) - tricks.taken[seat]
    return play(tricks, TRUMPS.index(view.trump), need, _seen(view))


def play(tricks: Tricks, trump: int, need: int, seen: int) -> int:
    """Return an action for the seat to act, which wants `need` more tricks; `seen` is a mask.

    Looks at no other hand, so that it also plays out imagined deals.
    """
    legal = tricks.legal_mask(tricks.turn)
    if not legal & (legal - 1):
        return legal.bit_length() - 1
    hand = tricks.hands[tricks.turn]
    plain = legal & PLAIN
    unseen = PLAIN & ~(seen | hand)
    if tricks.kind == NO_LEAD:
        if need:
            return _lead_to_win(tricks, trump, plain, hand, unseen, need)
        return _lead_to_lose(trump, plain, hand, unseen)
    return _reply(tricks, trump, legal, hand, unseen, need)


def _joker(hand: int, mode: int) -> int:
    """Return the action that plays a held joker in a mode."""
    return WILD + mode + (0 if hand >> WILD & 1 else len(MODES))


def _lead_to_win(tricks: Tricks, trump: int, plain: int, hand: int, unseen: int, need: int) -> int:
    sure, sure_worth = -1, 0
    low, low_worth = -1, 1000
    trumps_out = unseen & _SUITS[trump]
    for card in actions(plain):
        is_trump = _SUIT[card] == trump
        if not unseen & _ABOVE[card]:
            # Cash trumps first: they draw those that would take the side winners.
            worth = 3 if is_trump else 2 if not trumps_out else 1
            if worth > sure_worth:
                sure, sure_worth = card, worth
        worth = _RANK[card] + (20 if is_trump else 0)
        if worth < low_worth:
            low, low_worth = card, worth
    if sure >= 0:
        return sure
    if hand >> WILD and (need >= tricks.left - 1 or tricks.left <= 3 or not plain):
        return _joker(hand, HIGH + (trump if trump != NO_TRUMP else _longest(unseen)))
    return low


def _longest(unseen: int) -> int:
    """Return the suit of which most cards are out."""
    counts = [(unseen & suit).bit_count() for suit in SUIT_MASKS]
    return counts.index(max(counts))


def _lead_to_lose(trump: int, plain: int, hand: int, unseen: int) -> int:
    """Lead what others must beat: many higher cards out, few lower ones; a trump only at need."""
    best, best_worth = -1, -1000
    for card in actions(plain):
        out = unseen & SUIT_MASKS[_SUIT[card]]
        above = (out & _ABOVE[card]).bit_count()
        worth = 3 * above - 2 * out.bit_count()
        if _SUIT[card] == trump:
            worth -= 12
        elif not above and not unseen & _SUITS[trump]:
            worth -= 24  # nobody can take it
        if worth > best_worth:
            best, best_worth = card, worth
    suit = _longest(unseen)
    out = (unseen & SUIT_MASKS[suit]).bit_count()
    if hand >> WILD and (best < 0 or (best_worth < -10 and out > 2)):
        return _joker(hand, LOW + suit)
    return best


def _reply(tricks: Tricks, trump: int, legal: int, hand: int, unseen: int, need: int) -> int:
    power = tricks.rules.power[tricks.kind]
    last = tricks.count == 3
    plain = actions(legal & PLAIN)
    winners = [card for card in plain if power[card] >= tricks.best]
    losers = [card for card in plain if power[card] < tricks.best]

    def cost(card: int) -> int:
        return _RANK[card] + (20 if _SUIT[card] == trump else 0)

    may_joker = legal >> WILD != 0
    if need:
        top = may_joker and tricks.best < TOP_POWER
        if winners:
            strongest = max(winners, key=power.__getitem__)
            if last or (trump != tricks.kind % 4 and _SUIT[strongest] == trump):
                return min(winners, key=power.__getitem__)
            if not unseen & _ABOVE[strongest]:
                return strongest
        if top and (need >= tricks.left - 1 or (last and not winners)):
            return _joker(hand, TOP)
        if plain:
            return min(losers or plain, key=cost)
        return _joker(hand, TOP if top else BOTTOM)
    if losers:
        return max(losers, key=cost)
    if may_joker:
        return _joker(hand, BOTTOM)
    return max(winners, key=cost) if last else min(winners, key=cost)
