"""Four cards in a line in Graph-Poker: their worth, their owner, their possible categories.

Knows neither hands nor turns. Cards are numbers, their places in DECK_52; FREE is an unknown one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final, NamedTuple, TypeAlias

from core.games.graph_poker.grid import window_cells
from core.notation import Among, Card, Written
from core.pieces import DECK_52

NUMBER: Final = {token: number for number, token in enumerate(DECK_52)}
"""Token -> card number."""

HIDDEN: Final = "?"
"""The token of a card whose face the viewer may not know."""

COVERED: Final = "??"
"""Such a card in a text of cards, two characters each."""

FREE: Final = -1
"""A cell of a window without a known card."""

ROYAL: Final = "royal flush"
STRAIGHT_FLUSH: Final = "straight flush"
FOUR: Final = "four of a kind"
FLUSH: Final = "flush"
STRAIGHT: Final = "straight"

POINTS: Final = {ROYAL: 5, STRAIGHT_FLUSH: 4, FOUR: 3, FLUSH: 2, STRAIGHT: 1, "": 0}
"""Category -> points (G-R10)."""

CATEGORY: Final = {points: category for category, points in POINTS.items()}
"""Points -> category: no two are worth the same."""

Category: TypeAlias = Annotated[str, Among(ROYAL, STRAIGHT_FLUSH, FOUR, FLUSH, STRAIGHT)]
"""The category of a window that is paid."""

ACE: Final = 14
_JACK: Final = 11


class LineRules(NamedTuple):
    """The house rules about straights."""

    spatial: bool = True
    """Ranks must stand in order from cell to cell (G-R12)."""
    one: bool = True
    """Ranks must rise by exactly one (G-R13)."""
    ace_low: bool = True
    """The ace may also stand under the two (G-R14)."""


class Verdict(NamedTuple):
    """The best category of a window, "" for none, and whether its ace counts as one."""

    category: str
    low: bool = False


def faces_of(text: str) -> tuple[str, ...]:
    """Cut a text of cards, two characters each, into tokens."""
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple([HIDDEN if pair == COVERED else pair for pair in pairs])


def suit_of(card: int) -> int:
    """Return the suit of a card number, 0..3."""
    return card // 13


def rank_of(card: int) -> int:
    """Return the rank of a card number, 2..14."""
    return card % 13 + 2


@lru_cache(maxsize=1 << 16)
def judge(cards: tuple[int, ...], rules: LineRules) -> Verdict:
    """Return the best category of four cards in a line, or with FREE cards the best possible one.

    Only the best one counts (G-R11).
    """
    known = [card for card in cards if card != FREE]
    suited = len({suit_of(card) for card in known}) <= 1
    ranks = [FREE if card == FREE else rank_of(card) for card in cards]
    high = _straight(ranks, rules, low=False)
    # Where both readings of an ace make a straight, the ace is high.
    low = not high and rules.ace_low and _straight(ranks, rules, low=True)
    if suited and (high or low):
        if high and _in_run(ranks, _JACK, ACE, spatial=rules.spatial):
            return Verdict(ROYAL)
        return Verdict(STRAIGHT_FLUSH, low)
    if len({card % 13 for card in known}) <= 1:
        return Verdict(FOUR)
    if suited:
        return Verdict(FLUSH)
    if high or low:
        return Verdict(STRAIGHT, low)
    return Verdict("")


def _straight(ranks: Sequence[int], rules: LineRules, *, low: bool) -> bool:
    """Tell whether ranks are, or can become, a straight with all aces read the same way."""
    bottom, top = (1, ACE - 1) if low else (2, ACE)
    if low:
        ranks = [1 if rank == ACE else rank for rank in ranks]
    if rules.one:
        return _in_run(ranks, bottom, top, spatial=rules.spatial)
    if rules.spatial:
        return _rises(ranks, bottom, top) or _rises(ranks[::-1], bottom, top)
    return _distinct(ranks)


def _in_run(ranks: Sequence[int], bottom: int, top: int, *, spatial: bool) -> bool:
    """Tell whether the known ranks are part of four in a row from bottom..top.

    With `spatial` they stand in order, upwards or downwards.
    """
    known = [(at, rank) for at, rank in enumerate(ranks) if rank != FREE]
    if not known:
        return True
    if not spatial:
        least, most = min(rank for _, rank in known), max(rank for _, rank in known)
        return _distinct(ranks) and most - least <= 3 and bottom <= least and most <= top
    starts = ({rank - at for at, rank in known}, {rank - (3 - at) for at, rank in known})
    return any(len(each) == 1 and bottom <= min(each) <= top - 3 for each in starts)


def _rises(ranks: Sequence[int], bottom: int, top: int) -> bool:
    """Tell whether ranks rise strictly, with room for every FREE one between them and outside."""
    least = bottom
    for at, rank in enumerate(ranks):
        if rank != FREE:
            if not least <= rank <= top - (3 - at):
                return False
            least = rank
        least += 1
    return True


def _distinct(ranks: Sequence[int]) -> bool:
    known = [rank for rank in ranks if rank != FREE]
    return len(set(known)) == len(known)


def owner(verdict: Verdict, fresh: Iterable[tuple[int, int]], *, later: bool = True) -> int:
    """Return the owner of a window, as a place in the order of the round.

    `fresh` are its cards of this round with their places in that order. Four of a kind goes to the
    last of them (G-R17), everything else to the highest card (G-R18); of equal ones, possible with
    several decks, to the later or the earlier (G-R19).
    """
    if verdict.category == FOUR:
        return max(place for _, place in fresh)
    sign = 1 if later else -1

    def weight(entry: tuple[int, int]) -> tuple[int, int]:
        card, place = entry
        rank = rank_of(card)
        return (1 if verdict.low and rank == ACE else rank, sign * place)

    return max(fresh, key=weight)[1]


class Combination(NamedTuple):
    """A window that was paid: `x`, `y` is its left or lower end; then come its cards."""

    x: int
    y: int
    across: bool
    faces: Annotated[str, Written("four cards, two signs each", "([2-9TJQKA][shdc]){4}")]
    owner: int
    points: int
    """Of a royal flush 5, a straight flush 4, four of a kind 3, a flush 2, a straight 1."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The four cards."""
        return faces_of(self.faces)

    @property
    def category(self) -> Category:
        """The category of the four cards."""
        return CATEGORY.get(self.points, "")

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The four cells, in the order of `cards`."""
        return window_cells(self.x, self.y, self.across)


# --- before a card is placed -------------------------------------------------------------------

OLD: Final = -1
"""Stands for the place of a card of an earlier round."""


class Prospect(NamedTuple):
    """A window that a card would be part of, with its category so far or still possible."""

    x: int
    y: int
    across: bool
    cards: tuple[str, ...]
    """Tokens from the left or lower end; HIDDEN for a card not known, "" for an empty cell."""
    category: str
    points: int
    missing: int
    """The number of its empty cells."""
    unknown: int
    """The number of its unknown cards."""
    owner: int | None
    """The seat that would get it; None unless all four cards are known."""

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The four cells, in the order of `cards`."""
        return window_cells(self.x, self.y, self.across)


class _Window(NamedTuple):
    """A window around an empty cell, the same for every card that may come there."""

    x: int
    y: int
    across: bool
    slot: int
    """The index of the empty cell, 0..3."""
    cards: tuple[str, ...]
    numbers: tuple[int, ...]
    fresh: tuple[tuple[int, int], ...]
    """Its cards of this round with their places in the order."""
    missing: int
    unknown: int


class WindowForecast:
    """Judges the windows that a card would finish or start, before it is placed."""

    def __init__(
        self,
        cards: Mapping[tuple[int, int], tuple[str, int]],
        seats: Sequence[int],
        rules: LineRules,
        *,
        later: bool,
    ) -> None:
        """Take each card's token and place in the order, or OLD; and the seats that place next."""
        self._cards = cards
        self._seats = seats
        self._rules = rules
        self._later = later
        self._windows: dict[tuple[int, int], tuple[_Window, ...]] = {}

    def prospects(self, token: str, x: int, y: int) -> tuple[Prospect, ...]:
        """List the windows with two or more cards that `token` would join on an empty cell."""
        windows = self._windows.get((x, y))
        if windows is None:
            windows = self._windows[x, y] = tuple(self._around(x, y))
        judged = (self._judged(window, token) for window in windows)
        return tuple(prospect for prospect in judged if prospect)

    def _around(self, x: int, y: int) -> Iterator[_Window]:
        for across in (True, False):
            for slot in (3, 2, 1, 0):
                start = (x - slot, y) if across else (x, y - slot)
                found = [self._cards.get(cell) for cell in window_cells(*start, across)]
                missing = found.count(None) - 1
                if missing == 3:
                    continue
                cards = tuple(entry[0] if entry else "" for entry in found)
                numbers = tuple(NUMBER.get(card, FREE) for card in cards)
                fresh = tuple(
                    (number, entry[1])
                    for number, entry in zip(numbers, found, strict=True)
                    if entry and entry[1] != OLD
                )
                unknown = cards.count(HIDDEN)
                yield _Window(*start, across, slot, cards, numbers, fresh, missing, unknown)

    def _judged(self, window: _Window, token: str) -> Prospect | None:
        slot, numbers, cards = window.slot, window.numbers, window.cards
        card = NUMBER[token]
        verdict = judge((*numbers[:slot], card, *numbers[slot + 1 :]), self._rules)
        if not verdict.category:
            return None
        gets = None
        if not window.missing and not window.unknown:
            fresh = (*window.fresh, (card, len(self._seats) - 1))
            gets = self._seats[owner(verdict, fresh, later=self._later)]
        return Prospect(
            window.x,
            window.y,
            window.across,
            (*cards[:slot], token, *cards[slot + 1 :]),
            verdict.category,
            POINTS[verdict.category],
            window.missing,
            window.unknown,
            gets,
        )
