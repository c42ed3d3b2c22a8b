"""Which bids of a record were made, found from its bids and points alone, without replaying.

If the points leave it open (a bid of 0 pays the same as five tricks too many), the tricks of the
others often decide; if they do not, nothing is claimed.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, Protocol, TypeAlias

from core.game import Plain
from core.games import NAMES
from core.registry import Registry

Pays: TypeAlias = Callable[[int, int], int]
"""The points for a bid and the tricks taken."""


class Bidding(Protocol):
    """A module that says what a game's bids are worth."""

    def terms(self, options: Any, seats: int, deal: int) -> tuple[int, Pays]:
        """Return how many tricks a deal has, and what it pays; no tricks where nobody bids."""
        ...

    # Two more, if the game has such things: English, and keys of their translations.
    #
    # CLEAN: str
    #     What the parts of a match are called in which a player has made every bid.
    # PENALTY: str, and is_penalty(options, bid, points) -> bool
    #     What bids that were missed without a trick are called, and which they are.


BIDS: Final[Registry[Bidding]] = Registry("core.games", "bids", NAMES)
"""Name of a game -> what its bids are worth, if it is a game with bids."""


@dataclass(frozen=True, slots=True)
class BidDeal:
    """One finished deal with bids; by seat."""

    deal: int
    bids: tuple[int, ...]
    made: tuple[bool | None, ...]
    """None if the record's points leave it open."""
    size: int = 0
    """Tricks of the deal, one for each card or tile of a hand."""
    penalties: tuple[bool, ...] = ()
    """Who took no trick in the way that the game has a word for; empty if it has none."""
    premium: tuple[int, ...] = ()
    """What the premiums for the deals up to this one brought, with the losses they were to others;
    empty where none was due after it."""


def has_bids(game: str) -> bool:
    """Tell whether a game has bids."""
    return game in BIDS


def clean_title(game: str) -> str:
    """Return what parts of a match without a missed bid are called; empty if it has no parts."""
    return str(getattr(BIDS[game], "CLEAN", "")) if has_bids(game) else ""


def penalty_title(game: str) -> str:
    """Return what bids missed without a trick are called; empty if the game has no word for it."""
    return str(getattr(BIDS[game], "PENALTY", "")) if has_bids(game) else ""


def made_bids(game: str, options: Any, seats: int, lines: Iterable[str]) -> list[BidDeal]:
    """List the deals of a match that had bids, as far as its lines make sense."""
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
                size, pays = BIDS[game].terms(options, seats, deal)
                made = _made(size, pays, wanted, tuple(points))
                found.append(
                    BidDeal(deal, wanted, made, size, _penalties(game, options, wanted, points))
                )
            bids.clear()
        elif isinstance(premium := entry.get("premium"), list) and len(premium) == seats and found:
            found[-1] = replace(found[-1], premium=tuple(premium))
    return found


def _penalties(
    game: str, options: Any, bids: Sequence[int], points: Sequence[int]
) -> tuple[bool, ...]:
    if not penalty_title(game) or len(points) != len(bids):
        return ()
    judge: Any = BIDS[game]
    return tuple(judge.is_penalty(options, bid, n) for bid, n in zip(bids, points, strict=True))


def _wanted(lines: Iterable[str]) -> Iterator[dict[str, Plain]]:
    for line in lines:
        if any(key in line for key in ('"bid ', '"deal"', '"premium"')):
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, dict):
                yield entry


def _made(
    size: int, pays: Pays, bids: Sequence[int], points: Sequence[int]
) -> tuple[bool | None, ...]:
    """Say which seats took as many tricks as they bid; together all took every trick."""
    if len(points) != len(bids):
        return (None,) * len(bids)
    could = [
        [taken for taken in range(size + 1) if pays(bid, taken) == paid]
        for bid, paid in zip(bids, points, strict=True)
    ]
    fits = [taken for taken in product(*could) if sum(taken) == size]
    answers = [{taken[seat] == bid for taken in fits} for seat, bid in enumerate(bids)]
    return tuple(answer.pop() if len(answer) == 1 else None for answer in answers)
