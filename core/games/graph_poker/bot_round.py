"""Graph-Poker in brief, for searches: the rest of a round, and the next, played by a quick rule.

In an imagined world each player takes the placement that pays most by the open cards, if any pays.
Knows no View; the policy says which placements are worth trying.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from core.game import Seat
from core.games.graph_poker.grid import ROW, full_windows
from core.games.graph_poker.poker import FREE, POINTS, LineRules, judge, owner, suit_of

Payouts = tuple[int, ...]
"""Card number -> points of a cell."""

_MIXED: Final = -1
"""Stands for the suit of a window whose cards have several."""


Wanted = tuple[tuple[int, int], ...]
"""The best pay of a cell: its points, and the mask of the cards that bring them."""


@lru_cache(maxsize=1 << 12)
def wanted_by(tables: tuple[Payouts, ...]) -> Wanted:
    """Add up the points of each card in all windows of a cell."""
    masks: dict[int, int] = {}
    for card, found in enumerate(zip(*tables, strict=True)):
        points = sum(found)
        if points:
            masks[points] = masks.get(points, 0) | 1 << card
    return tuple(sorted(masks.items(), reverse=True))


@lru_cache(maxsize=1 << 16)
def _table(suit: int, ranks: tuple[int, ...], rules: LineRules) -> Payouts | None:
    """Return the points of each card in place of FREE; None if no card has any."""
    at = ranks.index(FREE)
    # Among mixed suits nothing else matters: any three of these four are mixed.
    suits = (suit,) * 4 if suit != _MIXED else (0, 1, 0, 1)
    cards = [13 * suit + rank for suit, rank in zip(suits, ranks, strict=True)]
    table = tuple(
        POINTS[judge((*cards[:at], card, *cards[at + 1 :]), rules).category] for card in range(52)
    )
    return table if any(table) else None


def gaps_at(
    grid: Mapping[int, int], cells: Iterable[int], rules: LineRules
) -> dict[int, tuple[Payouts, ...]]:
    """Find the windows around these cells that lack one card: empty cell -> points of cards."""
    found: dict[tuple[int, int], tuple[int, Payouts | None]] = {}
    for cell in cells:
        for step in (1, ROW):
            line = [grid.get(cell + i * step, FREE) for i in range(-3, 4)]
            for slot in range(4):
                start = cell - slot * step
                cards = line[3 - slot : 7 - slot]
                if cards.count(FREE) == 1 and (start, step) not in found:
                    gap = start + cards.index(FREE) * step
                    found[start, step] = gap, _window(cards, rules)
    result: dict[int, tuple[Payouts, ...]] = {}
    for gap, table in found.values():
        if table:
            result[gap] = (*result.get(gap, ()), table)
    return result


def _window(cards: Sequence[int], rules: LineRules) -> Payouts | None:
    suits = {suit_of(card) for card in cards if card != FREE}
    suit = suits.pop() if len(suits) == 1 else _MIXED
    return _table(suit, tuple([card if card == FREE else card % 13 for card in cards]), rules)


class Round(NamedTuple):
    """The common knowledge of a round under way: the same in every imagined world."""

    rules: LineRules
    later: bool
    """Whether the later or the earlier of equal cards owns a window (G-R19): true for the later."""
    seats: int
    placers: tuple[Seat, ...]
    """The seats that place, from the first card of this round to the last one played out."""
    laid: tuple[int, ...]
    """The cells of this round that are taken, in the order of placing."""
    gaps: Mapping[int, tuple[Payouts, ...]]
    """The windows that a single card would finish, beside the open cards."""


class GridWorld(NamedTuple):
    """One imagined world: every card on the grid, and a mask of the cards each seat holds."""

    grid: Mapping[int, int]
    hands: Sequence[int]
    strays: Sequence[int] = ()
    """Cells where players with nothing to win lay a card; without any, they keep it."""


class Ended(NamedTuple):
    """A round that was played to its end in an imagined world."""

    grid: dict[int, int]
    hands: list[int]
    places: dict[int, int]
    """The cells laid in the round, each with its place in the order of the round."""
    won: list[int]
    """The points of each seat."""


def play_out(now: Round, world: GridWorld, card: int, cell: int) -> list[int]:
    """Place a card, let the others end this round and perhaps all play the next; return points."""
    ended = end_round(now, world, card, cell)
    if len(now.placers) > now.seats:
        _play_next(now, ended.grid, ended.hands, ended.places, ended.won)
    return ended.won


def end_round(now: Round, world: GridWorld, card: int, cell: int) -> Ended:
    """Place a card and let the others end this round."""
    grid = {**world.grid, cell: card}
    hands = list(world.hands)
    hands[now.placers[len(now.laid)]] ^= 1 << card
    won = [0] * now.seats
    places = {at: place for place, at in enumerate((*now.laid, cell))}
    gaps = {at: wanted_by(tables) for at, tables in now.gaps.items() if at not in grid}
    for place in range(len(places), now.seats):
        seat = now.placers[place]
        taken = _take(gaps, hands, seat)
        if taken:
            at, card, _ = taken
        else:
            free = [cell for cell in world.strays if cell not in grid]
            if not free or not hands[seat]:
                continue
            at, card = free[0], _lowest(hands[seat])
            hands[seat] ^= 1 << card
        grid[at] = card
        places[at] = place
    _pay(now, grid, places, won)
    return Ended(grid, hands, places, won)


def _lowest(hand: int) -> int:
    """Return the lowest card of a hand, whatever its suit."""
    return min((card for card in range(52) if hand >> card & 1), key=lambda card: card % 13)


def _take(gaps: dict[int, Wanted], hands: list[int], seat: Seat) -> tuple[int, int, int] | None:
    """Let a seat play the card that pays most; return its cell, the card and the points."""
    hand = hands[seat]
    most, where, cards = 0, 0, 0
    for cell, wanted in gaps.items():
        for points, mask in wanted:
            if points <= most:
                break
            if hand & mask:
                most, where, cards = points, cell, hand & mask
                break
    if not most:
        return None
    del gaps[where]
    card = (cards & -cards).bit_length() - 1
    hands[seat] ^= 1 << card
    return where, card, most


def _pay(now: Round, grid: dict[int, int], places: dict[int, int], won: list[int]) -> None:
    """Pay the windows that the cards of this round fill once they are turned up (G-R9)."""
    windows = {window for cell in places for window in full_windows(grid, cell)}
    for start, step in windows:
        cells = (start, start + step, start + 2 * step, start + 3 * step)
        verdict = judge((grid[cells[0]], grid[cells[1]], grid[cells[2]], grid[cells[3]]), now.rules)
        if verdict.category:
            fresh = [(grid[cell], places[cell]) for cell in cells if cell in places]
            gets = now.placers[owner(verdict, fresh, later=now.later)]
            won[gets] += POINTS[verdict.category]


def _play_next(
    now: Round, grid: dict[int, int], hands: list[int], fresh: Iterable[int], won: list[int]
) -> None:
    """Let each player take the card that pays most in the round after."""
    tables = {at: found for at, found in now.gaps.items() if at not in grid}
    for at, found in gaps_at(grid, fresh, now.rules).items():
        tables[at] = (*tables.get(at, ()), *found)
    gaps = {at: wanted_by(found) for at, found in tables.items()}
    for seat in now.placers[now.seats :]:
        taken = _take(gaps, hands, seat)
        if taken:
            won[seat] += taken[2]


# --- cards that lie face down ---------------------------------------------------------------------


def faces_of(
    cells: Sequence[int], now: Round, unseen: Sequence[int]
) -> Iterator[tuple[float, dict[int, int]]]:
    """Yield the faces that cells may have, each with its chance to be guessed by `guessed_face`."""
    if not cells:
        yield 1.0, {}
        return
    wanted = now.gaps.get(cells[0], ())
    paid = [card for card in unseen if any(table[card] for table in wanted)]
    for number, card in enumerate(unseen):
        chance = 1 / len(unseen)
        if paid:
            chance = (1 - PAID) * chance + PAID * (card in paid) / len(paid)
        for other, faces in faces_of(cells[1:], now, [*unseen[:number], *unseen[number + 1 :]]):
            yield chance * other, {cells[0]: card, **faces}


def guessed_face(wanted: tuple[Payouts, ...] | None, unseen: list[int], rng: Random) -> int:
    """Guess the face of a hidden card: mostly one that pays there, if any does."""
    if wanted and rng.random() < PAID:
        for at in range(len(unseen)):
            if any(table[unseen[at]] for table in wanted):
                return unseen.pop(at)
    return unseen.pop()


PAID: Final = 0.85
"""The probability that a card laid where some cards pay at once is one of these."""


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
