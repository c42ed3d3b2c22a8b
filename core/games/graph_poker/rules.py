"""Graph-Poker: cards laid side by side on an unbounded grid pay by the lines of four they make.

Deals, places, turns up and pays, by docs/rules/graph_poker.en.md (G-R...). The worth of
lines is in core.games.graph_poker.poker, house rules and View in core.games.graph_poker.view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from core.dealing import draw_highest
from core.game import (
    MATCH_OVER,
    NOT_YOUR_TURN,
    UNKNOWN_MOVE,
    Event,
    IllegalMoveError,
    Move,
    OptionError,
    Result,
    Seat,
    check_seats,
    places,
)
from core.games.graph_poker import moves, poker
from core.games.graph_poker.grid import SIDES, Placements, cell_of, full_windows, parse_place, xy_of
from core.games.graph_poker.view import (
    NOT_DRAWN,
    Options as Options,
    Paid,
    View as View,
    frontier,
    length as length,
    line_rules,
    phase_of,
    placer,
    placer_of,
)
from core.moves import secret
from core.pieces import DECK_52

NAME: Final = "graph_poker"
SEATS: Final = range(2, 11)

# A hand is a number of octal digits: digit c counts card c; with several decks cards repeat.
_ONE: Final = tuple(1 << 3 * card for card in range(52))


def _cards_of(hand: int) -> Iterator[int]:
    """Yield the different cards of a hand, lowest number first."""
    while hand:
        card = ((hand & -hand).bit_length() - 1) // 3
        yield card
        hand &= ~(7 << 3 * card)


def _count_of(hand: int, card: int) -> int:
    return hand >> 3 * card & 7


class State:
    """A running match, hidden cards included."""

    __slots__ = (
        "cells", "deal", "dealer", "faces", "finished", "frontier", "grid", "hands", "last",
        "options", "order", "past", "seats", "sheet", "totals",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.dealer: Seat = NOT_DRAWN
        self.deal = 0
        self.hands = [0] * seats
        self.grid: dict[int, int] = {}
        """Cell -> card, of this deal."""
        self.order: list[int] = []
        """The cells in the order of placing."""
        self.cells: list[int] = []
        """x and y of each of these cells."""
        self.faces = ""
        """The cards of finished rounds, two characters each."""
        self.frontier: set[int] = set()
        """The cells where the next card may go, kept up to date card by card."""
        self.totals = [0] * seats
        self.sheet: tuple[tuple[int, ...], ...] = ()
        self.past: tuple[tuple[int, ...], ...] = ()
        self.finished = 0
        """Rounds finished in the whole match."""
        self.last: Paid | None = None

    @property
    def rounds(self) -> int:
        """Rounds in a deal: the cards each seat gets (G-R1)."""
        return 52 * self.options.decks // self.seats

    @property
    def playing(self) -> bool:
        """Whether players hold cards."""
        return self.deal > 0 and len(self.sheet) < self.rounds

    @property
    def over(self) -> bool:
        """Whether all hands of the last deal are empty (G-R7)."""
        return self.deal == self.options.deals and not self.playing

    def placer(self, index: int) -> Seat:
        """Return the seat that places the index-th card of the deal."""
        return placer(self.options, self.seats, self.dealer, index)

    def copy(self) -> State:
        """Return an independent state."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = self.hands[:]
        other.grid = self.grid.copy()
        other.order = self.order[:]
        other.cells = self.cells[:]
        other.frontier = self.frontier.copy()
        other.totals = self.totals[:]
        return other


def new(options: Options, seats: int) -> State:
    """Start a match."""
    check_seats(NAME, SEATS, seats)
    if options.placement_on_hidden == "only_next_to_open" and seats > 4:
        # A single open card has room for four cards around it.
        raise OptionError(
            "house rule placement_on_hidden: only_next_to_open is for at most 4 seats"
        )
    return State(options, seats)


def due(state: State) -> Sequence[str]:
    """Return one deck for the draw for the dealer, and all decks for each deal."""
    if state.playing or state.over:
        return ()
    return DECK_52 if state.dealer == NOT_DRAWN else DECK_52 * state.options.decks


def deal(state: State, order: Sequence[str]) -> list[Event]:
    """Draw for the dealer, or deal the next deal."""
    if state.dealer == NOT_DRAWN:
        state.dealer, _ = draw_highest(
            order, state.seats, lambda card: poker.rank_of(poker.NUMBER[card])
        )
        return []
    if state.deal:
        state.past += (tuple(map(sum, zip(*state.sheet, strict=True))),)
        state.dealer = (state.dealer + 1) % state.seats
    state.deal += 1
    _start_deal(state, order)
    return [moves.Began(state.deal, state.dealer)]


def _start_deal(state: State, order: Sequence[str]) -> None:
    """Deal one by one from the dealer on (G-R2); the cards left over stay unseen (G-R1)."""
    state.hands = [0] * state.seats
    for i in range(state.rounds * state.seats):
        state.hands[(state.dealer + i) % state.seats] += _ONE[poker.NUMBER[order[i]]]
    state.grid = {}
    state.order = []
    state.cells = []
    state.faces = ""
    state.frontier = {cell_of(0, 0)}
    state.sheet = ()


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat that places the next card."""
    return (state.placer(len(state.order)),) if state.playing else ()


def phase(state: State) -> str:
    """Return the step that is awaited."""
    return phase_of(over=state.over, playing=state.playing, dealt=state.deal > 0)


def legal(known: State | View, seat: Seat | None = None) -> Sequence[Move]:
    """Return every card of the hand, or of the viewer's, on every open cell."""
    if isinstance(known, View):
        tokens, cells = tuple(dict.fromkeys(known.hand)), frontier(known)
        return Placements(tokens, cells) if known.seat in known.to_act else ()
    if seat is None or seat not in to_act(known):
        return ()
    return Placements(tuple(DECK_52[card] for card in _cards_of(known.hands[seat])), known.frontier)


def refusal(view: View, move: Move) -> IllegalMoveError | None:
    """Return the refusal of a move of the viewer; None if it is legal."""
    if view.result:
        return IllegalMoveError(MATCH_OVER, "G-R7")
    if view.seat is None or view.seat not in view.to_act:
        return IllegalMoveError(NOT_YOUR_TURN, "G-R3")
    placed = parse_place(move)
    if placed is None:
        return IllegalMoveError(UNKNOWN_MOVE, "G-R5", move=move)
    token, x, y = placed
    if token not in view.hand:
        return IllegalMoveError("you do not hold {card}", "G-R3", card=token)
    cell = cell_of(x, y)
    if cell in frontier(view):
        return None
    if not view.cells:
        return IllegalMoveError("the first card goes to 0 0", "G-R4")
    taken = {cell_of(*at) for at in zip(view.cells[::2], view.cells[1::2], strict=True)}
    if cell in taken:
        return IllegalMoveError("a card already lies at {x} {y}", "G-R5", x=x, y=y)
    if any(cell + side in taken for side in SIDES):
        reason = "{x} {y} touches only cards that are face down"
        return IllegalMoveError(reason, "G-R5", x=x, y=y)
    return IllegalMoveError("{x} {y} touches no card", "G-R5", x=x, y=y)


def apply(state: State, seat: Seat, move: Move) -> list[Event]:
    """Place a card, or raise the refusal; the last card of a round turns them all up and pays."""
    placed = parse_place(move)
    if placed is None or seat not in to_act(state):
        raise _refused(state, seat, move)
    card, cell = poker.NUMBER[placed[0]], cell_of(*placed[1:])
    if cell not in state.frontier or not _count_of(state.hands[seat], card):
        raise _refused(state, seat, move)
    first = not state.order
    state.hands[seat] -= _ONE[card]
    state.grid[cell] = card
    state.order.append(cell)
    state.cells += xy_of(cell)
    state.frontier.discard(cell)
    if first or state.options.placement_on_hidden == "allowed":
        _touch(state, [cell])
    moved = moves.Moved(seat, moves.PlaceCard(*placed))
    covered = moves.Moved(seat, moves.PlaceCard(poker.HIDDEN, *placed[1:]))
    events: list[Event] = [moved if first else secret(moved, covered)]
    if len(state.order) % state.seats == 0:
        events += _end_round(state)
    return events


def _refused(state: State, seat: Seat, move: Move) -> IllegalMoveError:
    refused = refusal(view(state, seat if seat in range(state.seats) else None), move)
    assert refused is not None, "a move is legal for the View and not for the state"
    return refused


def _touch(state: State, cells: Iterable[int]) -> None:
    """Allow cards to be placed beside these cells."""
    grid = state.grid
    for cell in cells:
        state.frontier.update(cell + side for side in SIDES if cell + side not in grid)


def _end_round(state: State) -> list[Event]:
    """Turn the cards of the round up and pay the windows they finish (G-R9)."""
    begun = len(state.order) - state.seats
    cells = state.order[begun:]
    _touch(state, cells)
    state.faces += "".join([DECK_52[state.grid[cell]] for cell in cells])
    opened = [
        moves.OpenedCard(*xy_of(cell), DECK_52[state.grid[cell]], state.placer(begun + i))
        for i, cell in enumerate(cells)
    ]
    paid = _combinations(state, {cell: begun + i for i, cell in enumerate(cells)})
    points = [0] * state.seats
    for combination in paid:
        points[combination.owner] += combination.points
    state.totals = [old + won for old, won in zip(state.totals, points, strict=True)]
    state.sheet += (tuple(points),)
    state.finished += 1
    state.last = Paid(state.finished, state.deal, tuple(points), paid)
    scored = moves.RoundScored(state.finished, tuple(points), tuple(state.totals))
    return [
        moves.Opened(tuple(opened)),
        *(moves.WindowPaid(won.owner, won) for won in paid),
        scored,
    ]


def _combinations(state: State, fresh: Mapping[int, int]) -> tuple[poker.Combination, ...]:
    """Judge each full window with a card of this round, once (G-R8, G-R9, G-R15).

    `fresh` are the cells of the round and their places in the order of the deal.
    """
    grid, rules = state.grid, line_rules(state.options)
    later = state.options.multi_deck_tie == "later"
    windows = {(start, step) for cell in fresh for start, step in full_windows(grid, cell)}
    paid = []
    for start, step in sorted(windows):
        cells = [start + i * step for i in range(4)]
        cards = tuple(grid[cell] for cell in cells)
        verdict = poker.judge(cards, rules)
        if verdict.category:
            entries = [(grid[cell], fresh[cell]) for cell in cells if cell in fresh]
            gets = state.placer(poker.owner(verdict, entries, later=later))
            faces = "".join([DECK_52[card] for card in cards])
            worth = poker.POINTS[verdict.category]
            paid.append(poker.Combination(*xy_of(start), step == 1, faces, gets, worth))
    return tuple(paid)


def view(state: State, seat: Seat | None) -> View:
    """Return the View of a seat or a spectator: only its owner sees a face-down card."""
    turned_up = len(state.faces) // 2
    faces = [
        DECK_52[state.grid[cell]] if i == 0 or state.placer(i) == seat else poker.COVERED
        for i, cell in enumerate(state.order[turned_up:], turned_up)
    ]
    hand = 0 if seat is None else state.hands[seat]
    return View(
        seat=seat,
        seats=state.seats,
        options=state.options,
        to_act=to_act(state),
        deal=state.deal,
        totals=tuple(state.totals),
        result=result(state),
        dealer=state.dealer,
        round=min(len(state.sheet) + 1, state.rounds),
        rounds=state.rounds,
        hand=tuple(DECK_52[card] for card in _cards_of(hand) for _ in range(_count_of(hand, card))),
        cells=tuple(state.cells),
        faces=state.faces + "".join(faces),
        sheet=state.sheet,
        past=state.past,
        last=state.last,
    )


def imagine(view: View, rng: Random) -> State:
    """Return a random state that looks the same: unseen cards shuffled over hands and grid."""
    state = State(view.options, view.seats)
    state.dealer = view.dealer
    state.deal = view.deal
    state.totals = list(view.totals)
    state.sheet = view.sheet
    state.past = view.past
    state.last = view.last
    state.finished = view.last.number if view.last else 0
    if not view.deal:
        return state
    unseen = list(range(52)) * view.options.decks
    for token in (*view.hand, *(token for _, _, token in view.grid if token != poker.HIDDEN)):
        unseen.remove(poker.NUMBER[token])
    rng.shuffle(unseen)
    for x, y, token in view.grid:
        cell = cell_of(x, y)
        state.order.append(cell)
        state.grid[cell] = unseen.pop() if token == poker.HIDDEN else poker.NUMBER[token]
    state.cells = list(view.cells)
    state.faces = view.faces[: 2 * len(view.sheet) * view.seats]
    state.frontier = frontier(view)
    laid = [0] * view.seats
    for i in range(len(view.grid)):
        laid[placer_of(view, i)] += 1
    for seat in range(view.seats):
        if seat == view.seat:
            cards = [poker.NUMBER[token] for token in view.hand]
        else:
            cards = [unseen.pop() for _ in range(view.rounds - laid[seat])]
        state.hands[seat] = sum(_ONE[card] for card in cards)
    return state


def result(state: State) -> Result | None:
    """Return the result once all hands are empty (G-R7)."""
    if not state.over:
        return None
    return Result(tuple(state.totals), places(state.totals))
