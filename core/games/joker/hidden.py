"""The cards of a deal that a viewer does not see, worked out once and dealt many times."""

from __future__ import annotations

from random import Random

from core.games.joker.tricks import ACTION
from core.games.joker.view import View, known_missing, players, unseen
from core.hidden import all_hands, share_hands
from core.tricks.kernel import Tricks, actions


class HiddenCards:
    """What a viewer knows of the hidden hands of a deal."""

    def __init__(self, view: View) -> None:
        seats, plays = players(view), [ACTION[play] for play in view.plays]
        tricks = self._tricks = view.tricks
        wanted = [view.cards - seats.count(seat) for seat in range(4)]
        self._seat = view.seat
        if view.seat is not None:
            wanted[view.seat] -= len(view.hand)
        self._slots = [
            [~missing] * count for missing, count in zip(known_missing(view), wanted, strict=True)
        ]
        self._unseen = actions(unseen(view))
        self.played = [0] * 4
        """By seat, the cards played in this deal."""
        for seat, action in zip(seats, plays, strict=True):
            self.played[seat] |= tricks.rules.bit[action]

    def deal(self, rng: Random) -> Tricks:
        """Deal the hidden cards at random, each only to a hand that may hold it."""
        return self._dealt(share_hands(self._slots, self._unseen, rng))

    def all_deals(self, most: int) -> list[Tricks] | None:
        """Deal the hidden cards in every way; None if there are more ways than `most`."""
        found = all_hands(self._slots, self._unseen, most)
        return None if found is None else [self._dealt(hands) for hands in found]

    def _dealt(self, hands: list[int]) -> Tricks:
        tricks = self._tricks.copy()
        tricks.hands = hands
        if self._seat is not None:
            tricks.hands[self._seat] |= self._tricks.hands[self._seat]
        return tricks
