"""The tiles of a deal that a viewer does not see, worked out once and dealt many times."""

from __future__ import annotations

from random import Random

from core.games.domino_poker.tricks import NUMBER, hand_mask, trick_rules
from core.games.domino_poker.view import View
from core.hidden import all_hands, share_hands
from core.tiles import ALL_TILES
from core.tricks.kernel import Tricks, actions, proven_missing


class HiddenTiles:
    """What a viewer knows of the hidden hands of a deal with tricks."""

    def __init__(self, view: View) -> None:
        """Replay the deal so far to find out what nobody can hold."""
        size = view.now.size
        rules = trick_rules(view.options, view.seats)
        tricks = self._tricks = Tricks(rules, [0] * view.seats, view.starter, size)
        left = [size] * view.seats
        plays = []
        for tile in view.played:
            plays.append((tricks.turn, NUMBER[tile]))
            left[tricks.turn] -= 1
            tricks.apply(NUMBER[tile])
        self._own, self._seat = hand_mask(view.hand), view.seat
        if view.seat is not None and self._own:
            left[view.seat] = 0
        self._slots = [
            [~missing] * held
            for missing, held in zip(proven_missing(rules, plays), left, strict=True)
        ]
        self._unseen = actions(ALL_TILES & ~self._own & ~hand_mask(view.played))

    def deal(self, rng: Random) -> Tricks:
        """Deal the hidden tiles at random, each only to a hand that may hold it."""
        return self._dealt(share_hands(self._slots, self._unseen, rng))

    def all_deals(self, most: int) -> list[Tricks] | None:
        """Deal the hidden tiles in every way; None if there are more ways than `most`."""
        found = all_hands(self._slots, self._unseen, most)
        return None if found is None else [self._dealt(hands) for hands in found]

    def _dealt(self, hands: list[int]) -> Tricks:
        tricks = self._tricks.copy()
        tricks.hands = hands
        if self._seat is not None and self._own:
            tricks.hands[self._seat] = self._own
        return tricks
