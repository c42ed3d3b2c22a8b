"""The smallest game that has secrets, turns, simultaneous decisions and an end; for tests of net.

Players hold numbered cards and play one a turn, in one deal or several; in the blind variant
all first decide at once whether to double. Most points win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from core import game

NAME = "tiny"
SEATS = range(2, 5)
CARDS = tuple(map(str, range(1, 13)))


@dataclass(frozen=True, slots=True)
class Options:
    cards: int = game.choice(2, range(1, 4), "How many cards each player gets.")
    deals: int = game.choice(1, range(1, 4), "How many deals a match has.")
    blind: str = game.choice("off", ("off", "on"), "Whether all first decide at once to double.")


@dataclass(frozen=True, slots=True)
class View:
    seat: game.Seat | None
    seats: int
    options: Options
    to_act: tuple[game.Seat, ...]
    deal: int
    totals: tuple[int, ...]
    result: game.Result | None
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    decided: bool
    """Whether everybody has decided, so that cards are played."""

    @property
    def phase(self) -> str:
        if self.to_act:
            return "play"
        return game.OVER if self.result else game.FINISHED if self.deal else game.SHUFFLE


class State:
    __slots__ = ("deal", "decided", "hands", "options", "totals", "turn")

    def __init__(self, options: Options, hands: list[list[str]]) -> None:
        self.options = options
        self.hands = hands
        self.decided = [options.blind == "off"] * len(hands)
        self.totals = [0] * len(hands)
        self.turn = 0
        self.deal = 0

    def copy(self) -> State:
        twin = State(self.options, [list(hand) for hand in self.hands])
        twin.decided, twin.totals, twin.turn = list(self.decided), list(self.totals), self.turn
        twin.deal = self.deal
        return twin


def length(options: Options, seats: int) -> game.Length:
    """Return how long a match is."""
    return game.Length(1, len(CARDS) // seats)


def new(options: Options, seats: int) -> State:
    if seats * options.cards >= len(CARDS):
        raise game.OptionError(
            "{cards} cards are too many for {seats} seats", cards=options.cards, seats=seats
        )
    return State(options, [[] for _ in range(seats)])


def due(state: State) -> Sequence[str]:
    return CARDS if not any(state.hands) and state.deal < state.options.deals else ()


def deal(state: State, order: Sequence[str]) -> list[game.Event]:
    seats, cards = len(state.hands), state.options.cards
    state.hands = [sorted(order[seat::seats][:cards]) for seat in range(seats)]
    state.decided = [state.options.blind == "off"] * seats
    state.turn = 0
    state.deal += 1
    return [game.PlainEvent("began", None, {"deal": state.deal})]


def to_act(state: State) -> tuple[game.Seat, ...]:
    if not any(state.hands):
        return ()
    undecided = tuple(seat for seat, decided in enumerate(state.decided) if not decided)
    if undecided:
        return undecided
    return (state.turn,) if state.hands[state.turn] else ()


def phase(state: State) -> str:
    return view(state, None).phase


def legal(known: State | View, seat: game.Seat | None = None) -> Sequence[game.Move]:
    if isinstance(known, View):
        seat, waiting, hand, decided = known.seat, known.to_act, known.hand, known.decided
    else:
        hand = () if seat is None else tuple(known.hands[seat])
        waiting, decided = to_act(known), all(known.decided)
    if seat not in waiting:
        return ()
    return [f"play {card}" for card in hand] if decided else ("double", "stay")


def refusal(view: View, move: game.Move) -> game.IllegalMoveError | None:
    if view.seat not in view.to_act:
        return game.IllegalMoveError(game.NOT_YOUR_TURN, "T-R1")
    if move not in legal(view):
        return game.IllegalMoveError("{move} is not in your hand", "T-R2", move=move)
    return None


def apply(state: State, seat: game.Seat, move: game.Move) -> list[game.Event]:
    refused = refusal(view(state, seat), move)
    if refused is not None:
        raise refused
    if not state.decided[seat]:
        state.decided[seat] = True
        return [game.PlainEvent("moved", seat, {}, {"move": move})]
    card = move.split()[1]
    state.hands[seat].remove(card)
    state.totals[seat] += int(card)
    state.turn = (seat + 1) % len(state.hands)
    return [game.PlainEvent("moved", seat, {"move": move})]


def result(state: State) -> game.Result | None:
    if to_act(state) or due(state):
        return None
    return game.Result(tuple(state.totals), game.places(state.totals))


def view(state: State, seat: game.Seat | None) -> View:
    return View(
        seat,
        len(state.hands),
        state.options,
        to_act(state),
        state.deal,
        tuple(state.totals),
        result(state),
        () if seat is None else tuple(state.hands[seat]),
        tuple(map(len, state.hands)),
        all(state.decided),
    )


def imagine(view: View, rng: Random) -> State:
    rest = [card for card in CARDS if card not in view.hand]
    rng.shuffle(rest)
    hands = [[rest.pop() for _ in range(size)] for size in view.sizes]
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    state = State(view.options, hands)
    state.deal = view.deal
    state.totals = list(view.totals)
    state.turn = view.to_act[0] if view.to_act else 0
    state.decided = [view.decided or seat not in view.to_act for seat in range(view.seats)]
    return state
