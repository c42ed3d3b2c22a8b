"""Reasons for moves of Joker: the cards to count on, and those that can still beat them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from core.advice import Fact, Reason, because
from core.game import Move
from core.games.joker.moves import Bid, NameTrump, PlayCard, parse_move, parse_play
from core.games.joker.tricks import (
    ACTION,
    BOTTOM,
    DECK,
    LOW,
    PLAIN,
    SUIT_MASKS,
    TOP,
    WILD,
    card_mask,
    mode_of,
    suit_of,
)
from core.games.joker.view import View, unseen
from core.pieces import JOKERS, RANKS, SUIT_NAMES, SUITS
from core.tricks.kernel import Hand, Trick, actions

_NAMED: Final = 3
"""The most cards of a hand that a reason names."""

_COURT: Final = RANKS.index("J")
"""The lowest rank of a single card whose suit is worth naming."""

_STILL: Final = "You do not want this trick; played out many times, {card} still costs you least."


def explain(view: View, move: Move) -> Reason:
    """Explain a legal move."""
    match parse_move(move):
        case NameTrump(trump):
            return _trump(view, trump)
        case Bid(tricks):
            return _bid(view, tricks)
        case PlayCard() as play:
            return _play(view, play)


def _higher(card: int, among: int) -> int:
    """Return the cards that are higher in the suit of a plain card."""
    return among & SUIT_MASKS[suit_of(card)] & -(2 << card)


# --- trumps and bids ------------------------------------------------------------------------------


def _trump(view: View, trump: str) -> Reason:
    if trump == "none":
        tops = [card for card in view.hand if card[0] == "A" or card in JOKERS]
        if tops:
            return because(
                "Without trumps nobody can ruff what you hold: {cards}.", cards=_listed(tops)
            )
        return because("No suit you see is worth naming: play without trumps.")
    own = [card for card in view.hand if card[1] == trump and card not in JOKERS]
    facts: dict[str, Fact] = {"cards": _listed(own), "suit": SUIT_NAMES[trump]}
    if len(own) > 1 or any(RANKS.index(card[0]) >= _COURT for card in own):
        return because("With {suit} as trumps you make the most of {cards}.", **facts)
    return because("Played out many times, {suit} as trumps costs you least.", **facts)


def _listed(cards: Iterable[str]) -> str:
    return " ".join(cards)


class _Hopes(NamedTuple):
    """The cards that should take a trick, the best first."""

    sure: list[str]
    """Jokers, and trumps that only a joker can beat."""
    likely: list[str]
    """Other cards, the highest left in their suits."""


def hopes(view: View) -> _Hopes:
    """Pick from the hand the cards to count on."""
    out = unseen(view)
    tops = [card for card in actions(card_mask(view.hand) & PLAIN) if not _higher(card, out)]
    sure = [DECK[card] for card in tops if DECK[card][1] == view.trump]
    likely = [DECK[card] for card in tops if DECK[card][1] != view.trump]
    jokers = [card for card in view.hand if card in JOKERS]
    return _Hopes([*jokers, *sure[::-1]], likely[::-1])


def _bid(view: View, bid: int) -> Reason:
    sure, likely = hopes(view)
    made = sum(number or 0 for number in view.bids)
    barred = view.cards - made
    forced = view.seat == view.dealer and view.options.forced_dealer == "on"
    trumps = [card for card in view.hand if card[1] == view.trump and card not in (*sure, *JOKERS)]
    counted = len(sure) + len(likely) + len(trumps)
    if forced and (barred == len(sure) != bid or counted < bid == barred + 1):
        facts: dict[str, Fact] = {"barred": barred, "bid": bid, "cards": view.cards}
        return because(
            "The dealer may not bid {barred}: the bids would add up to {cards}. {bid} is the "
            "next best.",
            **facts,
        )
    if not bid:
        return _pass(sure, likely)
    if bid == len(sure):
        return because("Count on {cards}: that makes {tricks}.", cards=_listed(sure), tricks=bid)
    if len(sure) < bid <= len(sure) + len(likely):
        if not sure:
            return because("{cards} may well hold, nothing else.", cards=_listed(likely))
        return because(
            "Count on {cards}; {likely} may well hold too.",
            cards=_listed(sure),
            likely=_listed(likely),
        )
    if bid < len(sure) and made * 4 > view.cards * (4 - view.bids.count(None)):
        return because(
            "You hold {cards}, but the bids before yours already claim {made} of {all}.",
            cards=_listed(sure),
            made=made,
            all=view.cards,
        )
    if bid < len(sure):
        return _cautious(sure, bid)
    return _high(view, bid, sure + likely, trumps)


def _high(view: View, bid: int, strong: list[str], trumps: list[str]) -> Reason:
    """Explain a bid of more tricks than the hand has strong cards."""
    if trumps and strong:
        return because(
            "Count on {cards}; trumps may bring the rest: {trumps}.",
            cards=_listed(strong),
            trumps=_listed(trumps),
        )
    if len(trumps) >= bid:
        return because("Trumps have to do it: {trumps}.", trumps=_listed(trumps))
    best = strong or sorted(view.hand, key=lambda card: _rank(view, card))[-bid:][::-1]
    return because(
        "Count on {cards}; your other cards have to bring the rest.", cards=_listed(best)
    )


def _cautious(sure: list[str], bid: int) -> Reason:
    """Explain a bid of fewer tricks than the hand has strong cards."""
    return because(
        "{cards} may not hold against trumps and jokers: {bid} is the safer bid.",
        cards=_listed(sure),
        bid=bid,
    )


def _pass(sure: list[str], likely: list[str]) -> Reason:
    if sure:
        return _cautious(sure, 0)
    if likely:
        return because("Nothing is sure here: {cards} may be trumped.", cards=_listed(likely))
    return because("No joker, no commanding trump, no ace: take nothing.")


# --- play ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Hand(Hand):
    view: View
    jokers: int
    """The number of jokers that the player has not seen."""
    need: int
    """Tricks still wanted; below 0 if too many have been taken."""

    def beaten_by(self, trick: Trick) -> int:
        """Return the number of unseen cards that would beat a card, jokers included."""
        return trick.beaten_by + (self.jokers if mode_of(trick.action) < 0 else 0)


def _play(view: View, play: PlayCard) -> Reason:
    seat = view.to_act[0]
    tricks = view.tricks
    need = (view.bids[seat] or 0) - view.taken[seat]
    out = unseen(view)
    hand = _Hand(tricks, DECK, out & PLAIN, view, (out >> WILD).bit_count(), need)
    trick = hand.trick(ACTION[play.text])
    if len(hand.legal) == 1:
        return _only(hand, trick)
    if need < 0 or need > tricks.left:
        return _lost(hand, trick)
    return _want(hand, trick) if need else _avoid(hand, trick)


def _only(hand: _Hand, trick: Trick) -> Reason:
    if len(hand.view.hand) == 1:
        return because("It is your last card.")
    suit = SUITS[trick.kind % 4]
    if trick.piece[1] != suit:
        return because(
            "You have no {suit} and must trump: {card} is your only trump.",
            suit=SUIT_NAMES[suit],
            card=trick.piece,
        )
    others = card_mask(hand.view.hand) & ~hand.tricks.rules.bit[trick.action]
    if others & SUIT_MASKS[trick.kind % 4]:
        return because("The joker called high takes your highest {suit}.", suit=SUIT_NAMES[suit])
    return because(
        "You must follow {suit}, and {card} is your only one.",
        suit=SUIT_NAMES[suit],
        card=trick.piece,
    )


def _lost(hand: _Hand, trick: Trick) -> Reason:
    """Explain a play after the bid can no longer be made."""
    view, seat = hand.view, hand.view.to_act[0]
    if trick.takes and not view.taken[seat] and view.options.khisht != "none":
        return because("Your bid is out of reach, but a single trick saves you from the khisht.")
    if trick.takes:
        return because("Your bid is lost; every trick still brings 10.")
    if hand.takes_none:
        return because("Your bid is lost, and nothing you may play takes this trick.")
    return because(
        "Your bid is lost either way: you keep {cards} for later tricks.",
        cards=_best(hand, trick, 2),
    )


def _rank(view: View, card: str) -> tuple[bool, bool, int]:
    """Return the key that orders cards by their worth in a deal."""
    if card in JOKERS:
        return True, True, 0
    return False, card[1] == view.trump, RANKS.index(card[0])


def _kept(hand: _Hand, trick: Trick) -> str:
    """Return the strongest card that might be played instead; "" if it is the one played."""
    legal = [hand.trick(action).piece for action in hand.legal]
    best = max(legal, key=lambda card: _rank(hand.view, card))
    return best if _rank(hand.view, best) > _rank(hand.view, trick.piece) else ""


def _best(hand: _Hand, trick: Trick, most: int) -> str:
    """List the strongest cards to keep in hand."""
    others = [card for card in hand.view.hand if card != trick.piece]
    return _listed(sorted(others, key=lambda card: _rank(hand.view, card), reverse=True)[:most])


def _want(hand: _Hand, trick: Trick) -> Reason:
    """Explain a play when more tricks are wanted and can still be taken."""
    facts: dict[str, Fact] = {"tricks": hand.need, "card": trick.piece}
    if trick.holds:
        return _holds(hand, trick, facts)
    kept = _kept(hand, trick)
    if not trick.takes:
        waits = kept or _best(hand, trick, min(hand.need, _NAMED))
        return because(
            "{card} loses to {best}, and {kept} may still bring {tricks}.",
            best=_winning_card(hand),
            kept=waits,
            **facts,
        )
    if kept:
        return because(
            "You need {tricks}: keep {kept} for later, {card} first.",
            kept=kept,
            **facts,
        )
    return because(
        "You need {tricks}. Cards you have not seen that beat {card}: {n}.",
        n=hand.beaten_by(trick),
        **facts,
    )


def _holds(hand: _Hand, trick: Trick, facts: dict[str, Fact]) -> Reason:
    """Explain a card that at most a joker can still beat, when more tricks are wanted."""
    if trick.last:
        return because("You play last: {card} takes the trick, and you need {tricks}.", **facts)
    if hand.jokers and mode_of(trick.action) >= 0:
        return because(
            "You need {tricks}. The other joker can still beat this one, nothing else.", **facts
        )
    if hand.jokers:
        return because(
            "You need {tricks}. Jokers still out that beat {card}: {n}; nothing else does.",
            n=hand.jokers,
            **facts,
        )
    return because("You need {tricks} more, and nobody can beat {card}.", **facts)


def _under(hand: _Hand, trick: Trick) -> Reason:
    """Explain a card that cannot take the trick, when no more tricks are wanted."""
    if mode_of(trick.action) == BOTTOM:
        return because("You do not want this trick: a joker played bottom takes nothing.")
    best, suit = _winning_card(hand), SUITS[trick.kind % 4]
    if trick.piece[1] == suit and best not in JOKERS and best[1] == suit:
        return because(
            "You do not want this trick: {card} stays under {best}.",
            card=trick.piece,
            best=best,
        )
    return because("You do not want this trick: {card} cannot take it.", card=trick.piece)


def _avoid(hand: _Hand, trick: Trick) -> Reason:
    """Explain a play when no more tricks are wanted."""
    if not trick.takes:
        return _under(hand, trick)
    mode = mode_of(trick.action)
    suit = SUITS[trick.kind % 4]
    if mode < 0 and hand.safer_than(trick):
        return _spared(hand, trick)
    if trick.leads and LOW <= mode < TOP:
        return because(
            "You do not want this trick: called low, the joker falls to any {suit}.",
            suit=SUIT_NAMES[suit],
        )
    if trick.leads and mode < 0:
        out = _higher(trick.action, hand.unseen).bit_count()
        if out:
            return because(
                "You do not want this trick. Higher {suit} that you have not seen: {n}.",
                suit=SUIT_NAMES[suit],
                n=out,
            )
        return _commanding(hand, trick)
    if all(hand.trick(action).takes for action in hand.legal):
        if trick.last:
            return because(
                "Whatever you play takes this trick: use it to get rid of {card}.", card=trick.piece
            )
        return because(
            "Whatever you play will be the best so far; cards still out that beat {card}: {n}.",
            card=trick.piece,
            n=hand.beaten_by(trick),
        )
    if hand.beaten_by(trick) and not trick.last:
        return because(
            "You do not want this trick. Cards you have not seen that beat {card}: {n}.",
            card=trick.piece,
            n=hand.beaten_by(trick),
        )
    return because(_STILL, card=trick.piece)


def _spared(hand: _Hand, trick: Trick) -> Reason:
    """Explain a card that is the best so far, played to keep a lower one."""
    low = min(hand.view.hand, key=lambda card: _rank(hand.view, card))
    if _rank(hand.view, low) >= _rank(hand.view, trick.piece):
        return because(_STILL, card=trick.piece)
    if trick.last or (trick.holds and not hand.jokers):
        return because(
            "{card} takes this trick, but you keep {low} to lose a later one with.",
            card=trick.piece,
            low=low,
        )
    return because("You keep {low} to lose a later trick with.", low=low)


def _commanding(hand: _Hand, trick: Trick) -> Reason:
    """Explain a lead of the highest card of a suit, although no trick is wanted."""
    if trick.beaten_by and hand.jokers:  # nothing of the suit is higher, so these are trumps
        return because(
            "You do not want this trick, and only trumps and jokers beat {card}. Still out: {n}.",
            card=trick.piece,
            n=hand.beaten_by(trick),
        )
    if trick.beaten_by:
        return because(
            "You do not want this trick, and {card} can only be trumped. Trumps still out: {n}.",
            card=trick.piece,
            n=trick.beaten_by,
        )
    if hand.jokers:
        return because(
            "You do not want this trick: only a joker can take this one, but {card} would be no "
            "better later.",
            card=trick.piece,
        )
    return because(_STILL, card=trick.piece)


def _winning_card(hand: _Hand) -> str:
    """Return the card that has the trick so far."""
    power, best = hand.tricks.rules.power[hand.tricks.kind], hand.tricks.best
    plays = hand.view.trick[::-1]
    return next(parse_play(play).card for play in plays if power[ACTION[play]] == best)
