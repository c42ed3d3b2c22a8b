"""Which bids of a record were made, from its bids and points alone: no deal is played again.

Where points leave it open (a bid of 0 pays the same as five tricks too many) the tricks of the
others often decide; where they do not either, nothing is claimed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from core.game import Plain
from core.games.domino_poker import sheet as domino_poker_sheet
from core.games.joker import sheet as joker_sheet

Pays: TypeAlias = Callable[[int, int], int]
"""Points of a bid and the tricks taken."""


@dataclass(frozen=True, slots=True)
class BidDeal:
    """One finished deal that was bid for; by seat."""

    deal: int
    bids: tuple[int, ...]
    made: tuple[bool | None, ...]
    """None where the record's points leave it open."""


def has_bids(game: str) -> bool:
    """Tell whether a game is one of bids."""
    return game in _TERMS


def made_bids(game: str, options: Any, seats: int, lines: Iterable[str]) -> list[BidDeal]:
    """List the deals of a match that were bid for, as far as its lines make sense."""
    found = []
    bids: dict[int, int] = {}
    for entry in _wanted(lines):
        move, seat = str(entry.get("move", "")), entry.get("seat")
        if move.startswith("bid ") and move[4:].isdecimal() and type(seat) is int:
            bids[seat] = int(move[4:])
        elif "deal" in entry:
            deal, points = entry["deal"], entry.get("points")
            if len(bids) == seats and isinstance(points, list) and type(deal) is int:
                wanted = tuple(bids[seat] for seat in sorted(bids))
                size, pays = _TERMS[game](options, seats, deal)
                found.append(BidDeal(deal, wanted, _made(size, pays, wanted, tuple(points))))
            bids.clear()
    return found


def _wanted(lines: Iterable[str]) -> Iterator[dict[str, Plain]]:
    for line in lines:
        if '"bid ' in line or '"deal"' in line:
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, dict):
                yield entry


def _made(
    size: int, pays: Pays, bids: Sequence[int], points: Sequence[int]
) -> tuple[bool | None, ...]:
    """Say who took as many tricks as bid: together they took all of them."""
    if len(points) != len(bids):
        return (None,) * len(bids)
    could = [
        [taken for taken in range(size + 1) if pays(bid, taken) == paid]
        for bid, paid in zip(bids, points, strict=True)
    ]
    fits = [taken for taken in product(*could) if sum(taken) == size]
    answers = [{taken[seat] == bid for taken in fits} for seat, bid in enumerate(bids)]
    return tuple(answer.pop() if len(answer) == 1 else None for answer in answers)


# --- what deals pay -----------------------------------------------------------------------------


def _joker(options: Any, _seats: int, deal: int) -> tuple[int, Pays]:
    if not 1 <= deal <= joker_sheet.deals(options):
        return 0, _nothing
    size = joker_sheet.cards_in(options, deal)
    return size, cache(lambda bid, taken: joker_sheet.points(options, size, bid, taken))


def _domino_poker(options: Any, seats: int, deal: int) -> tuple[int, Pays]:
    deals = domino_poker_sheet.schedule(options, seats)
    if not 1 <= deal <= len(deals) or not deals[deal - 1].bidding:
        return 0, _nothing
    played = deals[deal - 1]
    return played.size, lambda bid, taken: domino_poker_sheet.deal_points(
        options, played.stage, (bid,), (taken,)
    )[0]


def _nothing(_bid: int, _taken: int) -> int:
    return 0


_TERMS: dict[str, Callable[[Any, int, int], tuple[int, Pays]]] = {
    "joker": _joker,
    "domino_poker": _domino_poker,
}
