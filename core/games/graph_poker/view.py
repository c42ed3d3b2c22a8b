"""The View of a match of Graph-Poker: house rules, a seat's knowledge, and conclusions from it.

Shared by the rules, boards and bots; it plays nothing. Paragraphs are those of the rule book.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from core.dealing import open_hands
from core.game import FINISHED, OVER, SHUFFLE, Length, Result, Seat, choice
from core.games.graph_poker.grid import SIDES, cell_of, xy_of
from core.games.graph_poker.poker import OLD, Combination, LineRules, WindowForecast, faces_of
from core.notation import BY_SEAT, OWN, Card, Span, Written

_ON_OFF: Final = ("on", "off")


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules."""

    decks: int = choice(1, range(1, 5), "How many decks of 52 cards are shuffled together.")
    straight_order: str = choice(
        "spatial",
        ("spatial", "any_order"),
        "Whether the ranks of a straight must stand in order along the line.",
        title="ranks of a straight",
        words={"spatial": "along the line"},
    )
    straight_step: str = choice(
        "one",
        ("one", "any_increasing"),
        "Whether a straight rises by exactly one or by any steps.",
        title="steps of a straight",
        words={"one": "by one", "any_increasing": "by any number"},
    )
    ace_low: str = choice(
        "on", _ON_OFF, "Whether the ace may also stand under the two.", title="ace under the two"
    )
    round_starter: str = choice(
        "dealer",
        ("dealer", "rotate"),
        "Who begins a round: the dealer, or each seat in turn.",
        title="rounds begun by",
        words={"rotate": "each in turn"},
    )
    placement_on_hidden: str = choice(
        "allowed",
        ("allowed", "only_next_to_open"),
        "Whether a card may touch nothing but cards that are still face down.",
        title="touching face-down cards only",
        words={"only_next_to_open": "not allowed"},
    )
    multi_deck_tie: str = choice(
        "later",
        ("later", "earlier"),
        "Who owns a line with two equal highest cards: whoever placed later, or earlier.",
        title="equal highest cards",
    )
    deals: int = choice(1, range(1, 11), "How many deals make a match.")
    open_hands: str = open_hands()


def length(options: Options, seats: int) -> Length:
    """Return the length of a match: a card from each player in each round."""
    rounds = options.deals * (options.decks * 52 // seats)
    return Length(rounds, rounds, unit="round")


def line_rules(options: Options) -> LineRules:
    """Pick the house rules about straights."""
    return LineRules(
        options.straight_order == "spatial", options.straight_step == "one", options.ace_low == "on"
    )


NOT_DRAWN: Final[Seat] = -1
"""The dealer while there has been no draw yet."""


class Lying(NamedTuple):
    """A card on the grid; `token` is HIDDEN if the viewer may not know it."""

    x: int
    y: int
    token: str
    owner: Seat
    round: int
    """The round of the deal in which it was placed, from 1."""
    open: bool
    """Whether it lies face up; its owner knows a card before that."""


class Paid(NamedTuple):
    """The points of the last finished round."""

    number: int
    """The number of the round, counted across all deals as in the record."""
    deal: int
    points: Annotated[tuple[int, ...], BY_SEAT]
    combinations: tuple[Combination, ...]
    """By `y`, then by `x`; of two that begin at one place, the horizontal one first."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator, may know."""

    seat: Seat | None
    seats: int
    options: Options
    to_act: tuple[Seat, ...]
    deal: int
    totals: Annotated[tuple[int, ...], BY_SEAT]
    result: Result | None
    dealer: Seat
    round: int
    """The round of this deal, from 1."""
    rounds: int
    hand: Annotated[tuple[Card, ...], OWN]
    cells: tuple[Annotated[int, Span(-207, 207)], ...]
    """x and y of each card in the order of placing, which also gives its owner and round."""
    faces: Annotated[str, Written("cards, two signs each", r"([2-9TJQKA][shdc]|\?\?)*"), OWN]
    """The cards in those cells; "??" is face down."""
    sheet: tuple[Annotated[tuple[int, ...], BY_SEAT], ...]
    """The points of each finished round of this deal."""
    past: tuple[Annotated[tuple[int, ...], BY_SEAT], ...]
    """The points of each deal before this one."""
    last: Paid | None

    @property
    def grid(self) -> tuple[tuple[int, int, str], ...]:
        """Cells and cards in the order of placing; HIDDEN is face down."""
        return grid_of(self.cells, self.faces)

    @property
    def phase(self) -> str:
        """The step that is awaited: "place" or, as in every game, "shuffle", "deal" or "over"."""
        over = self.result is not None
        return phase_of(over=over, playing=bool(self.to_act), dealt=self.deal > 0)


def phase_of(*, over: bool, playing: bool, dealt: bool) -> str:
    """Return the step that is awaited; `dealt` tells whether there has been a deal."""
    if over:
        return OVER
    if playing:
        return "place"
    return FINISHED if dealt else SHUFFLE


@lru_cache
def grid_of(cells: tuple[int, ...], faces: str) -> tuple[tuple[int, int, str], ...]:
    """Combine cells and the cards in them."""
    return tuple(zip(cells[::2], cells[1::2], faces_of(faces), strict=False))


def starter(view: View) -> Seat:
    """Return the seat that begins the round of a view (G-R3)."""
    return placer_of(view, (view.round - 1) * view.seats)


def placer(options: Options, seats: int, dealer: Seat, index: int) -> Seat:
    """Return the seat that places the index-th card of a deal (G-R3)."""
    number, place = divmod(index, seats)
    first = dealer + (number if options.round_starter == "rotate" else 0)
    return (first + place) % seats


def placer_of(view: View, index: int) -> Seat:
    """Return the seat that places the index-th card of the deal of a view."""
    return placer(view.options, view.seats, view.dealer, index)


def next_place(view: View) -> int | None:
    """Return the number of seats before the viewer in the next round; None in the last one."""
    if view.seat is None or view.round == view.rounds:
        return None
    return (view.seat - placer_of(view, view.round * view.seats)) % view.seats


def lying(view: View) -> tuple[Lying, ...]:
    """List the cards on the grid in the order of placing, with all that is known about them."""
    turned_up = len(view.sheet) * view.seats
    return tuple(
        Lying(x, y, token, placer_of(view, i), i // view.seats + 1, i < turned_up or i == 0)
        for i, (x, y, token) in enumerate(view.grid)
    )


def open_cells(view: View) -> tuple[tuple[int, int], ...]:
    """List the cells where a card may be placed now, in the order of the legal moves."""
    return tuple(xy_of(cell) for cell in sorted(frontier(view)))


def frontier(view: View) -> set[int]:
    """Work out the open cells from scratch (G-R5)."""
    if not view.grid:
        return {cell_of(0, 0)}
    only_open = view.options.placement_on_hidden == "only_next_to_open"
    taken = {cell_of(x, y) for x, y, _ in view.grid}
    touched = (cell_of(card.x, card.y) for card in lying(view) if card.open or not only_open)
    return {cell + side for cell in touched for side in SIDES} - taken


def forecast(view: View) -> WindowForecast:
    """Return the forecast for the seat to act."""
    cards = {
        (x, y): (token, i if i >= len(view.sheet) * view.seats else OLD)
        for i, (x, y, token) in enumerate(view.grid)
    }
    return WindowForecast(
        cards,
        [placer_of(view, i) for i in range(len(view.grid) + 1)],
        line_rules(view.options),
        later=view.options.multi_deck_tie == "later",
    )
