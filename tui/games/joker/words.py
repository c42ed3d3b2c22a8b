"""Joker in words: moves, the headline, each event as one spoken sentence, and the table in plain
mode.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from core.game import Event, Move, Seat
from core.games.joker import moves
from core.games.joker.rules import View
from core.games.joker.sheet import deals, points
from core.games.joker.tricks import DECK
from core.pieces import JOKERS
from tui.boards import words
from tui.boards.scene import BIDS, GONE, LAST, TILES, TRICK, Topic
from tui.boards.seats import mine_first
from tui.language.text import t, tn
from tui.language.words import card_name, suit_word


def declared(play: moves.PlayCard) -> str:
    """Word how a joker was played: "high ♠", "top"; empty for other cards."""
    match play.call:
        case "high":
            return t("high {suit}", suit=suit_word(play.suit, "called"))
        case "low":
            return t("low {suit}", suit=suit_word(play.suit, "called"))
        case "top":
            return t("top")
        case "bottom":
            return t("bottom")
    return ""


def meaning(view: View, move: Move) -> str:
    """Word the effect on the trick of a way to play a joker (J-R17, J-R25)."""
    play = moves.play_of(move)
    if play.call == "top":
        return t("takes the trick, unless another joker tops it")
    if play.call == "bottom":
        return t("cannot take this trick")
    word = suit_word(play.suit, "of")
    beaten = view.trump not in ("", "none", play.suit)
    if play.call == "high":
        if beaten:
            return t("all give their highest {suit}; a trump beats it", suit=word)
        return t("all give their highest {suit}", suit=word)
    if beaten and view.options.low_joker_vs_trump == "trump":
        return t("any {suit} or trump beats it", suit=word)
    return t("any {suit} beats it", suit=word)


def trump_word(trump: str) -> str:
    """Word a trump: "♥", "no trumps", empty before it is known."""
    return t("no trumps") if trump == "none" else suit_word(trump) if trump else ""


def label(view: View, move: Move) -> str:
    """Word a way of playing a card: the call of a joker, or the role of a plain card."""
    play = moves.play_of(move)
    said = declared(play)
    if said:
        return said
    if not view.trick:
        return t("lead {card}", card=card_name(play.card))
    name, suit = card_name(play.card, "plays"), play.card[1]
    if suit == _suit_led(view):
        return t("{card}, following suit", card=name)
    if suit == view.trump:
        return t("{card}, a trump", card=name)
    return t("{card}, discarded", card=name)


def _suit_led(view: View) -> str:
    """Return the suit that leads the current trick, or that a leading joker calls."""
    first = moves.parse_play(view.trick[0])
    return first.suit or first.card[1]


def led_word(view: View) -> str:
    """Word the suit that is led, or the call of the leading joker: "♥", "joker: high ♠"."""
    if not view.trick:
        return ""
    first = moves.parse_play(view.trick[0])
    said = declared(first)
    return t("joker: {call}", call=said) if said else suit_word(first.card[1])


def bid_pays(view: View, bid: int) -> tuple[str, str, str]:
    """Write the points of a bid in three lines (J-R28): if made, if no trick is taken, otherwise.

    There are always three lines, so that the table does not jump as the cursor moves.
    """
    pays = partial(points, view.options, view.cards, bid)
    if not bid:
        return (
            t("no trick: {made}", made=f"{pays(0):+}"),
            t("each trick: {over}", over=f"{pays(1):+}"),
            "",
        )
    made = t("exactly {bid}: {made}", bid=bid, made=f"{pays(bid):+}")
    short = t("no trick: {made}", made=f"{pays(0):+}" if pays(0) else "0")
    return made, short, t("else 10 a trick")


def title(view: View) -> str:
    """Name only the deal, as trump and lead stand in the corners of the table."""
    if said := words.pause_words(view):
        return said
    deal = t("deal {deal} of {deals}", deal=view.deal, deals=deals(view.options))
    return f"{deal} · {tn('{n} card', '{n} cards', view.cards)}"


def question(view: View) -> str:
    """Ask for a bid or the trump."""
    if view.phase == "bid":
        return t("Your turn: how many tricks will you take?")
    return t("Your turn: name the trump suit") if view.phase == "trump" else ""


def awaits(view: View, name: str) -> str:
    """Say that another player is bidding or naming the trump."""
    if view.phase == "bid":
        return t("{name} is bidding", name=name)
    return t("{name} names the trump suit", name=name) if view.phase == "trump" else ""


def headline(view: View) -> str:
    """Describe the state of the match."""
    parts = [title(view)]
    if words.pause_words(view):
        return parts[0]
    if view.trump == "none":
        parts.append(t("no trumps"))
    elif view.trump:
        parts.append(t("trump {suit}", suit=suit_word(view.trump)))
    if view.trick:
        called = moves.parse_play(view.trick[0]).call
        parts.append(led_word(view) if called else t("led {suit}", suit=led_word(view)))
    return " · ".join(parts)


# --- the sentences -----------------------------------------------------------------------------


def sentence(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Tell an event as one spoken sentence; empty for one that needs none."""
    match moves.parse_event(event):
        case moves.Moved(seat, move):
            return _moved(move, names[seat], mine=seat == viewer)
        case moves.TrumpNamed(seat, trump):
            return _named(trump, names[seat], mine=seat == viewer)
        case moves.TrickTaken(seat):
            if seat == viewer:
                return t("You take the trick.")
            return t("{name} takes the trick.", name=names[seat])
        case moves.Began() as began:
            return _began(began, names, viewer)
        case moves.DealScored(_, points, totals):
            seats = mine_first(len(names), viewer)
            said = [
                _scored(names[seat], points[seat], totals[seat], mine=seat == viewer)
                for seat in seats
            ]
            return "; ".join(said) + "."
        case moves.PremiumsPaid(premiums):
            return _premium(names, premiums)
    return ""


def _moved(move: moves.AnyMove, name: str, *, mine: bool) -> str:
    match move:
        case moves.NameTrump():
            return ""  # the event TrumpNamed says it
        case moves.Bid(bid):
            return words.bid_told(bid, name, mine=mine)
        case moves.PlayCard() as play:
            return _played(play, name, mine=mine)


def _played(play: moves.PlayCard, name: str, *, mine: bool) -> str:
    card, call = card_name(play.card, "plays"), declared(play)
    if call:
        if mine:
            return t("You play {card}, {call}.", card=card, call=call)
        return t("{name} plays {card}, {call}.", name=name, card=card, call=call)
    if mine:
        return t("You play {card}.", card=card)
    return t("{name} plays {card}.", name=name, card=card)


def _named(trump: str, name: str, *, mine: bool) -> str:
    if trump == "none":
        return t("You call no trumps.") if mine else t("{name} calls no trumps.", name=name)
    suit = suit_word(trump)
    if mine:
        return t("You make {suit} trumps.", suit=suit)
    return t("{name} makes {suit} trumps.", name=name, suit=suit)


def _began(began: moves.Began, names: Sequence[str], viewer: Seat | None) -> str:
    dealer, upcard = began.dealer, began.upcard
    parts = [
        t("Deal {deal}.", deal=began.deal),
        tn("{n} card each.", "{n} cards each.", began.cards),
        t("You deal.") if dealer == viewer else t("{name} deals.", name=names[dealer]),
    ]
    if upcard in JOKERS:
        parts.append(t("A joker is turned up: it has no suit."))
    elif upcard:
        suit = suit_word(upcard[1])
        turned = t("{card} is turned up: {suit} are trumps.", card=card_name(upcard), suit=suit)
        parts.append(turned[:1].upper() + turned[1:])
    else:
        chooser = (dealer + 1) % 4
        parts.append(
            t("You name the trump suit.")
            if chooser == viewer
            else t("{name} names the trump suit.", name=names[chooser])
        )
    return " ".join(parts)


def _scored(name: str, points: int, total: int, *, mine: bool) -> str:
    """Tell the result of a deal; nothing but a khisht takes points away (J-R29)."""
    facts = {"name": name, "points": points, "total": total}
    if points < 0:
        if mine:
            return t("You score {points} for a khisht, total {total}", **facts)
        return t("{name} scores {points} for a khisht, total {total}", **facts)
    if mine:
        return t("You score {points}, total {total}", **facts)
    return t("{name} scores {points}, total {total}", **facts)


def _premium(names: Sequence[str], amounts: Sequence[int]) -> str:
    parts = [
        t("{name} made every bid: a premium of {n} (J-R31)", name=name, n=amount)
        for name, amount in zip(names, amounts, strict=False)
        if amount > 0
    ]
    parts += [
        t("{name} loses the best box, {n}", name=name, n=-amount)
        for name, amount in zip(names, amounts, strict=False)
        if amount < 0
    ]
    if not parts:
        parts.append(t("the premiums change nothing"))
    return t("The pulka is over: {what}.", what="; ".join(parts))


# --- mistakes that cost -------------------------------------------------------------------------


def costly(view: View, move: Move) -> bool:
    """Tell whether a move would be costly by mistake.

    Such moves are a joker, naming trumps, and a bid of more than half the cards.
    """
    match moves.parse_move(move):
        case moves.Bid(tricks):
            return tricks > max(1, view.cards // 2)
        case moves.PlayCard(card):
            return card in JOKERS
        case moves.NameTrump():
            return True


def harmless(view: View, legal: Sequence[Move]) -> int:
    """Begin with a joker that loses the trick if no trick is wanted any more."""
    found = [moves.parse_move(move) for move in legal]
    wanted = view.seat is None or (view.bids[view.seat] or 0) > view.taken[view.seat]
    calls = [play.call if isinstance(play, moves.PlayCard) else "" for play in found]
    if wanted:
        return 0
    return next((at for at, call in enumerate(calls) if call in ("low", "bottom")), 0)


def noted(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Word the viewer's own result of a deal: all results stand in rows and in the sheet."""
    found = moves.parse_event(event)
    if viewer is None or not isinstance(found, moves.DealScored):
        return sentence(event, names, viewer)
    return _scored(names[viewer], found.points[viewer], found.totals[viewer], mine=True) + "."


# --- the table in plain mode -------------------------------------------------------------------

TRUMP: Final = Topic("trump", ("trumps", "козырь", "козыри"), "trump: what is trumps")
topics: Final = (TRICK, LAST, GONE, BIDS, TRUMP, TILES)


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "the ace of hearts", "the red joker, high hearts"; a bid is its number."""
    match moves.parse_move(move):
        case moves.Bid(tricks):
            return str(tricks)
        case moves.NameTrump(trump):
            return trump_word(trump)
        case moves.PlayCard() as play:
            return _play_said(play)


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Name the dealer and the trumps, list bids and tricks, and the cards on the table."""
    said = [t("{name} deals.", name=names[view.dealer])]
    if view.upcard:
        said.append(t("Turned up: {card}.", card=card_name(view.upcard)))
    if view.phase == "trump" and view.hand and len(view.hand) < view.cards:
        seen = tn("You have seen {n} card", "You have seen {n} cards", len(view.hand))
        said.append(f"{seen}.")
    said += words.bids_sentence(names, view.bids, view.taken)
    said += _balance(view)
    said += words.trick_sentence(names, view.leader, _said(view.trick))
    return tuple(said)


def spoken_part(view: View, names: Sequence[str], topic: str) -> tuple[str, ...]:
    """Answer with the trick, the one before it, bids and tricks taken, or the trumps."""
    match topic:
        case "trick" if view.phase == "play":
            return words.trick_told(names, view.leader, _said(view.trick))
        case "trick":
            return (t("Nothing lies on the table."),)
        case "last":
            winner = view.winners[-1] if view.winners else 0
            return words.last_sentence(names, view.last_leader, _said(view.last_trick), winner)
        case "gone":
            played = sorted((moves.parse_play(play).card for play in view.plays), key=DECK.index)
            return words.gone_said(view, [card_name(card) for card in reversed(played)])
        case "bids":
            return (*words.bids_told(names, view.bids, view.taken), *_balance(view))
        case "trump":
            return _trump(view, names)
        case "tiles":
            tricks, lying = len(view.winners), len(view.trick)
            return words.held_told(
                names, words.hands_left(view.cards, tricks, view.leader, lying, 4)
            )
        case "mine" if view.seat is not None and view.phase == "play":
            return (words.taken_of(view.bids[view.seat], view.taken[view.seat]),)
        case "standing":
            return _clean(view, names)
    return ()


def _balance(view: View) -> tuple[str, ...]:
    """State the difference between the bids and the number of tricks (J-R13), once all are made."""
    return () if None in view.bids else (words.bids_balance(words.bids_made(view), view.cards),)


def _said(plays: Sequence[str]) -> list[str]:
    """Name cards as they were played: "the red joker, top"."""
    return [_play_said(moves.parse_play(play)) for play in plays]


def _play_said(play: moves.PlayCard) -> str:
    return ", ".join(filter(None, (card_name(play.card), declared(play))))


def _trump(view: View, names: Sequence[str]) -> tuple[str, ...]:
    turned = (t("Turned up: {card}.", card=card_name(view.upcard)),) if view.upcard else ()
    if view.trump:
        named = t("no trumps") if view.trump == "none" else suit_word(view.trump)
        return (t("Trumps: {what}.", what=named), *turned)
    chooser = view.chooser
    return turned if chooser is None else (t("{name} names the trump suit.", name=names[chooser]),)


def _clean(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Name the players who have made every bid of the pulka so far (J-R31)."""
    pulkas = view.score_sheet().pulkas
    if view.result or not pulkas or pulkas[-1].totals:
        return ()
    spoiled = pulkas[-1].spoiled
    clean = [name for name, missed in zip(names, spoiled, strict=True) if not missed]
    if not clean:
        return (t("Nobody is clean in this pulka."),)
    return (t("Clean in this pulka: {names}.", names=", ".join(clean)),)
