"""Joker in spoken sentences: a move in full, and the table in sentences."""

from collections.abc import Sequence
from typing import Final

from core.game import Move
from core.games.joker.moves import Bid, NameTrump, PlayCard, parse_move, parse_play
from core.games.joker.rules import View
from core.games.joker.tricks import DECK
from tui.boards import words
from tui.boards.scene import BIDS, GONE, LAST, TILES, TRICK, Topic
from tui.games.joker.words import declared, trump_word
from tui.language.text import t, tn
from tui.language.words import card_name, suit_word

__all__ = ["spoken_move", "spoken_part", "spoken_table", "topics"]

TRUMP: Final = Topic("trump", ("trumps", "козырь", "козыри"), "trump: what is trumps")
topics: Final = (TRICK, LAST, GONE, BIDS, TRUMP, TILES)


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "the ace of hearts", "the red joker, high hearts"; a bid is its number."""
    match parse_move(move):
        case Bid(tricks):
            return str(tricks)
        case NameTrump(trump):
            return trump_word(trump)
        case PlayCard() as play:
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
            played = sorted((parse_play(play).card for play in view.plays), key=DECK.index)
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
    """Say how far the bids are from the number of tricks (J-R13), once all are in."""
    return () if None in view.bids else (words.bids_balance(words.bids_made(view), view.cards),)


def _said(plays: Sequence[str]) -> list[str]:
    """Name cards as they were played: "the red joker, top"."""
    return [_play_said(parse_play(play)) for play in plays]


def _play_said(play: PlayCard) -> str:
    return ", ".join(filter(None, (card_name(play.card), declared(play))))


def _trump(view: View, names: Sequence[str]) -> tuple[str, ...]:
    turned = (t("Turned up: {card}.", card=card_name(view.upcard)),) if view.upcard else ()
    if view.trump:
        named = t("no trumps") if view.trump == "none" else suit_word(view.trump)
        return (t("Trumps: {what}.", what=named), *turned)
    chooser = view.chooser
    return turned if chooser is None else (t("{name} names the trump suit.", name=names[chooser]),)


def _clean(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Say who has made every bid of the pulka so far (J-R31)."""
    pulkas = view.score_sheet().pulkas
    if view.result or not pulkas or pulkas[-1].totals:
        return ()
    spoiled = pulkas[-1].spoiled
    clean = [name for name, missed in zip(names, spoiled, strict=True) if not missed]
    if not clean:
        return (t("Nobody is clean in this pulka."),)
    return (t("Clean in this pulka: {names}.", names=", ".join(clean)),)
