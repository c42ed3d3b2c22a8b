"""Joker for those who listen: a move in full, and the table in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move
from core.games.joker import View
from tui.boards.joker_words import balance, declared
from tui.boards.tricks_spoken import bids_sentence, trick_sentence
from tui.text import t
from tui.words import card_name, suit_word

__all__ = ["spoken_move", "spoken_table"]


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "ace of hearts", "the red joker, high hearts"; a bid is its number."""
    verb, _, rest = move.partition(" ")
    if verb == "bid":
        return rest
    if verb == "trump":
        return t("no trumps") if rest == "none" else suit_word(rest)
    return ", ".join(part for part in (card_name(rest[:2]), declared(rest)) if part)


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Say who deals, what is trumps, who bid and took what, and what lies on the table."""
    said = [t("{name} deals.", name=names[view.dealer])]
    if view.upcard:
        said.append(t("Turned up: {card}.", card=card_name(view.upcard)))
    said += bids_sentence(names, view.bids, view.taken)
    if balance(view):
        said.append(balance(view) + ".")
    plays = [(play, declared(play)) for play in view.trick]
    cards = [", ".join(filter(None, (card_name(play[:2]), call))) for play, call in plays]
    said += trick_sentence(names, view.leader, cards)
    return tuple(said)
