"""What the outcome of a deal of Joker is worth to a bot: points, and premiums still to be won.

Judges bids and tricks by the sheet so far; knows no cards and plays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import core.games.joker.rules as joker
from core.games.joker.sheet import deals_of, points

_CLEAN: Final = 0.55
"""The chance that a bid still to come is made."""
_USUAL: Final = 200
"""The best box to count on while deals of the pulka are still to come."""


class Stake:
    """Values the outcomes of the deal of a view for every seat."""

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
        """Say what is counted beside the points of the deal, in an English phrase."""
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
                # A clean player gains unless the one before is clean too; another loses if that one
                # is clean.
                share = clean[seat] - clean[seat - 1]
            worth.append(mine + best * share)
        return worth
