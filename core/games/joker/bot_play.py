"""Joker by rule of thumb: the card to play for exactly the bid. Looks at no other hand."""

from typing import Final

from core.games.joker.tricks import (
    BOTTOM,
    DECK,
    HIGH,
    LOW,
    MODES,
    NO_TRUMP,
    PLAIN,
    SUIT_MASKS,
    TOP,
    TOP_POWER,
    WILD,
    suit_of,
)
from core.tricks.kernel import NO_LEAD, Tricks, actions

_RANK: Final = tuple("6789TJQKA".index(card[0]) for card in DECK[:WILD])
SUIT: Final = tuple(suit_of(card) for card in range(WILD))
"""Card -> its suit."""
_SUITS: Final = (*SUIT_MASKS, 0)
ABOVE: Final = tuple(SUIT_MASKS[SUIT[card]] & -(2 << card) for card in range(WILD))
"""Card -> the higher cards of its suit."""


def play(tricks: Tricks, trump: int, need: int, unplayed: int) -> int:
    """Return an action for the seat to act, which wants `need` more tricks; `unplayed` is a mask.

    Looks at no other hand, so that it also plays out imagined deals.
    """
    legal = tricks.legal_mask(tricks.turn)
    if not legal & (legal - 1):
        return legal.bit_length() - 1
    hand = tricks.hands[tricks.turn]
    plain = legal & PLAIN
    unseen = PLAIN & unplayed & ~hand
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
        is_trump = SUIT[card] == trump
        if not unseen & ABOVE[card]:
            # Trumps come first: they draw those that would take the winners of other suits.
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
    if need == tricks.left:
        return max(actions(plain), key=lambda card: _likely_to_hold(card, trump, unseen))
    return low


def _likely_to_hold(card: int, trump: int, unseen: int) -> float:
    """Return the key that orders cards by their chance to take the trick they lead."""
    above = (unseen & ABOVE[card]).bit_count()
    return (8.0 if SUIT[card] == trump else 0.0) - 3 * above + _RANK[card] / 10


def _longest(unseen: int) -> int:
    """Return the suit of which the most cards are out."""
    counts = [(unseen & suit).bit_count() for suit in SUIT_MASKS]
    return counts.index(max(counts))


def _lead_to_lose(trump: int, plain: int, hand: int, unseen: int) -> int:
    """Lead a card that the others are likely to beat; a trump only if there is no other."""
    best, best_worth = -1, -1000
    for card in actions(plain):
        out = unseen & SUIT_MASKS[SUIT[card]]
        above = (out & ABOVE[card]).bit_count()
        worth = 3 * above - 2 * out.bit_count()
        if SUIT[card] == trump:
            worth -= 12
        elif not above and not unseen & _SUITS[trump]:
            worth -= 24  # no card can take it
        if worth > best_worth:
            best, best_worth = card, worth
    suit = _longest(unseen)
    out = (unseen & SUIT_MASKS[suit]).bit_count()
    if hand >> WILD and (best < 0 or (best_worth < -10 and out > 2)):
        return _joker(hand, LOW + suit)
    return best


_ENOUGH: Final = 0.9
"""A card that takes its trick more often than this is worth spending before the last seat."""


def _holds(tricks: Tricks, card: int, unseen: int) -> float:
    """Estimate the chance of a card that is the best so far to take the trick."""
    above = (unseen & ABOVE[card]).bit_count()
    share = (3 - tricks.count) * tricks.left / max(1, unseen.bit_count())
    return max(0.0, 1 - share) ** above


def _reply(tricks: Tricks, trump: int, legal: int, hand: int, unseen: int, need: int) -> int:
    power = tricks.rules.power[tricks.kind]
    last = tricks.count == 3
    plain = actions(legal & PLAIN)
    winners = [card for card in plain if power[card] >= tricks.best]
    losers = [card for card in plain if power[card] < tricks.best]

    def cost(card: int) -> int:
        return _RANK[card] + (20 if SUIT[card] == trump else 0)

    may_joker = legal >> WILD != 0
    if need:
        top = may_joker and tricks.best < TOP_POWER
        if winners:
            strongest = max(winners, key=power.__getitem__)
            if last or (trump != tricks.kind % 4 and SUIT[strongest] == trump):
                return min(winners, key=power.__getitem__)
            if need >= tricks.left or _holds(tricks, strongest, unseen) > _ENOUGH:
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
