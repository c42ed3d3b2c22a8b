"""The bids of a record that were made, found from its bids and points alone, without replaying.

If the points leave it open (a bid of 0 pays the same as five tricks too many), the tricks of the
others often decide; otherwise the outcome stays open.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, Protocol, TypeAlias

from core.game import Plain
from core.games import Registry

Pays: TypeAlias = Callable[[int, int], int]
"""The points for a bid and the tricks taken."""


class Bidding(Protocol):
    """A game's module of the worth of its bids."""

    def terms(self, options: Any, seats: int, deal: int) -> tuple[int, Pays]:
        """Return the tricks of a deal and its points; no tricks in a deal without bids."""

    # Two more, if the game has such things: English, and keys of their translations.
    #
    # CLEAN: str
    #     The name of parts of a match in which a player has made every bid.
    # PENALTY: str, and is_penalty(options, bid, points) -> bool
    #     The name of bids that were missed without a trick, and the test for one.


BIDS: Final[Registry[Bidding]] = Registry("core.games", "bids")
"""Name of a game -> its module of bids, if it is a game with bids."""


@dataclass(frozen=True, slots=True)
class BidDeal:
    """One finished deal with bids; lists are by seat."""

    deal: int
    bids: tuple[int, ...]
    made: tuple[bool | None, ...]
    """Whether each seat made its bid; None if the record's points leave it open."""
    size: int = 0
    """Tricks of the deal, one for each card or tile of a hand."""
    penalties: tuple[bool, ...] = ()
    """Whether each seat missed its bid without a trick; empty if the game has no word for it."""
    premium: tuple[int, ...] = ()
    """The points of the premiums that were due after this deal; empty if none were."""


def has_bids(game: str) -> bool:
    """Tell whether a game has bids."""
    return game in BIDS


def clean_title(game: str) -> str:
    """Return the name of parts of a match without a missed bid; empty if the game has no parts."""
    return str(getattr(BIDS[game], "CLEAN", "")) if has_bids(game) else ""


def penalty_title(game: str) -> str:
    """Return the name of bids missed without a trick; empty if the game has no word for it."""
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
    """Tell for each seat whether it took as many tricks as it bid; None if that remains open.

    Together the seats took every trick.
    """
    if len(points) != len(bids):
        return (None,) * len(bids)
    could = [
        [taken for taken in range(size + 1) if pays(bid, taken) == paid]
        for bid, paid in zip(bids, points, strict=True)
    ]
    fits = [taken for taken in product(*could) if sum(taken) == size]
    answers = [{taken[seat] == bid for taken in fits} for seat, bid in enumerate(bids)]
    return tuple(answer.pop() if len(answer) == 1 else None for answer in answers)
