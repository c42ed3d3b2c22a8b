"""Joker for four: deals, bids and two jokers, by the paragraphs of docs/rules/joker.en.md (J-R...).

Hands are bit masks, and play is core.tricks.kernel with tables for each trump. Points and the score
sheet are in sheet.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from core.game import (
    FINISHED,
    MATCH_OVER,
    NOT_YOUR_TURN,
    OVER,
    SHUFFLE,
    UNKNOWN_MOVE,
    Event,
    IllegalMoveError,
    Move,
    Result,
    Seat,
    check_seats,
)
from core.games.joker import sheet
from core.games.joker.moves import Began, DealScored, PremiumsPaid, TrickTaken, TrumpNamed, moved
from core.games.joker.sheet import Options as Options, length as length
from core.games.joker.tricks import (
    ACTION,
    DECK,
    NO_TRUMP,
    NUMBER,
    PLAY_MOVES,
    PLAYS,
    TRUMPS,
    WILD,
    card_mask,
    card_names,
    open_tricks,
    refused_play,
    suit_of,
    trick_rules,
)
from core.games.joker.view import HiddenCards, View as View, check
from core.tricks.kernel import MoveTexts, actions

NAME: Final = "joker"
SEATS: Final = range(4, 5)

BID_MOVES: Final = tuple(f"bid {n}" for n in range(10))
TRUMP_MOVES: Final = tuple(f"trump {trump}" for trump in TRUMPS)
_BIDS: Final = {move: n for n, move in enumerate(BID_MOVES)}
_PLAYS: Final = {move: action for action, move in enumerate(PLAY_MOVES)}
_LEGAL_PLAYS: Final = MoveTexts(PLAY_MOVES)
_NAMED: Final = {move: trump for trump, move in enumerate(TRUMP_MOVES)}


# --- the state ----------------------------------------------------------------------------------


class State:
    """A running match. From the deal on, `tricks` holds the hands as masks of card numbers."""

    __slots__ = (
        "bids", "deal", "draw", "first_dealer", "jokers", "options", "peek", "phase",
        "plays", "result", "sheet", "totals", "tricks", "trump", "turn", "upcard", "winners",
    )  # fmt: skip

    def __init__(self, options: Options) -> None:
        self.options = options
        self.draw: tuple[str, ...] = ()
        """The cards turned up in the draw for the first dealer; empty before it."""
        self.first_dealer = 0
        self.deal = 0
        self.phase = SHUFFLE
        self.turn = 0
        self.trump: int | None = None
        self.upcard: int | None = None
        self.peek = 0
        """The cards that the chooser of trumps sees before naming them in a nine."""
        self.bids: list[int | None] = [None] * 4
        self.plays: list[int] = []
        self.winners: list[Seat] = []
        self.jokers: tuple[int, ...] = ()
        """Jokers dealt, by seat."""
        self.tricks = open_tricks(options, [0] * 4, 0, 0)
        self.sheet: list[str] = []
        """The finished deals as core.games.joker.sheet writes them."""
        self.totals = [0, 0, 0, 0]
        self.result: Result | None = None

    def copy(self) -> State:
        """Return an independent state."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        for name in ("bids", "plays", "winners", "sheet", "totals"):
            setattr(other, name, getattr(self, name)[:])
        other.tricks = self.tricks.copy()
        return other

    @property
    def dealer(self) -> Seat:
        """The dealer of this deal (J-R5)."""
        return (self.first_dealer + self.deal - 1) % 4

    @property
    def cards(self) -> int:
        """The number of cards dealt to each player."""
        return sheet.cards_in(self.options, self.deal)


# --- the contract -------------------------------------------------------------------------------


def new(options: Options, seats: int) -> State:
    """Start a match."""
    check_seats(NAME, SEATS, seats)
    return State(options)


def due(state: State) -> Sequence[str]:
    """Return the deck: due for the draw for the first dealer and for each deal."""
    return DECK if state.phase in (SHUFFLE, FINISHED) else ()


def deal(state: State, order: Sequence[str]) -> list[Event]:
    """Draw for the first dealer (J-R4), or deal the cards (J-R6, J-R7, J-R9)."""
    if state.draw or state.deal:
        return [_deal(state, order)]
    burnt = 1 if state.options.tuzovanie == "burn_first" else 0
    ace = next(at for at in range(burnt, len(order)) if order[at][0] == "A")
    state.draw = tuple(order[: ace + 1])
    state.first_dealer = (ace - burnt) % 4
    return []


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat that has to decide."""
    return (state.turn,) if state.phase in _STEPS else ()


def phase(state: State) -> str:
    """Return the step that is awaited."""
    return state.phase


def legal(known: State | View, seat: Seat | None = None) -> Sequence[Move]:
    """Return the moves of a seat, or of the viewer, in a fixed order."""
    if seat is None and isinstance(known, View):
        seat = known.seat
    if seat is None or seat != known.turn or known.phase not in _STEPS:
        return ()
    if known.phase == "play":
        return _LEGAL_PLAYS[known.tricks.legal_mask(seat)]
    if known.phase == "trump":
        return TRUMP_MOVES
    barred = _barred_bid(known)
    return [BID_MOVES[n] for n in range(known.cards + 1) if n != barred]


def refusal(view: View, move: Move) -> IllegalMoveError | None:
    """Return the refusal of a viewer's move; None if it is legal."""
    if view.phase == OVER:
        return IllegalMoveError(MATCH_OVER, "J-R36")
    if view.phase not in _STEPS:
        return IllegalMoveError(NOT_YOUR_TURN, "J-R6")
    if view.seat != view.turn:
        return IllegalMoveError(NOT_YOUR_TURN, _AWAITED[view.phase][1])
    if move in legal(view):
        return None
    if view.phase == "bid" and move.startswith("bid "):
        return _refused_bid(view, move)
    if view.phase == "play" and move in _PLAYS:
        return refused_play(view.tricks, view.turn, _PLAYS[move])
    return _untimely(view, move)


def apply(state: State, seat: Seat, move: Move) -> list[Event]:
    """Make a move in place; raise its refusal, with the state unchanged, if it is not legal."""
    step = _STEPS.get(state.phase)
    if step is None or seat != state.turn:
        raise _refused(state, seat, move)
    return step(state, seat, move)


def _refused(state: State, seat: Seat, move: Move) -> IllegalMoveError:
    refused = refusal(view(state, seat if seat in range(4) else None), move)
    assert refused is not None, "a move is legal for the View and not for the state"
    return refused


def view(state: State, seat: Seat | None) -> View:
    """Return the View of a seat, or of a spectator."""
    hand = 0 if seat is None else state.tricks.hands[seat]
    if state.phase == "trump" and state.upcard is None:
        hand = state.peek if seat == state.turn else 0
    opening = state.deal == 0 or (state.deal == 1 and state.bids.count(None) == 4)
    return View(
        seat=seat,
        seats=4,
        options=state.options,
        deal=state.deal,
        phase=state.phase,
        dealer=state.dealer,
        trump="" if state.trump is None else TRUMPS[state.trump],
        upcard="" if state.upcard is None else DECK[state.upcard],
        hand=card_names(hand),
        bids=tuple(state.bids),
        plays=tuple([PLAYS[action] for action in state.plays]),
        winners=tuple(state.winners),
        sheet=tuple(state.sheet),
        totals=tuple(state.totals),
        last_draw=state.draw if opening else (),
        to_act=to_act(state),
        result=state.result,
    )


def result(state: State) -> Result | None:
    """Return the result once the match is over."""
    return state.result


# --- the course of a deal -----------------------------------------------------------------------


def _deal(state: State, order: Sequence[str]) -> Event:
    state.deal += 1
    cards, first = state.cards, (state.dealer + 1) % 4
    numbers = [NUMBER[card] for card in order]
    hands = [0, 0, 0, 0]
    for i in range(4 * cards):
        hands[(first + i) % 4] |= 1 << numbers[i]
    if cards < 9:
        state.upcard, state.peek = numbers[4 * cards], 0
    else:
        seen = range(0, 4 * state.options.trump_choice_after, 4)
        state.upcard, state.peek = None, sum(1 << numbers[i] for i in seen)
    state.jokers = tuple((hand >> WILD).bit_count() for hand in hands)
    state.bids = [None] * 4
    state.plays, state.winners = [], []
    state.tricks = open_tricks(state.options, hands, first, cards)
    state.turn = first
    state.phase, state.trump = "trump", None
    if state.upcard is not None and state.upcard < WILD:
        _begin_bids(state, suit_of(state.upcard))
    elif state.upcard is not None and state.options.joker_upcard == "no_trump":
        _begin_bids(state, NO_TRUMP)
    upcard = "" if state.upcard is None else DECK[state.upcard]
    return Began(state.deal, cards, state.dealer, upcard)


def _begin_bids(state: State, trump: int) -> None:
    state.trump = trump
    state.tricks.rules = trick_rules(state.options, trump)
    state.phase = "bid"


def _name_trump(state: State, seat: Seat, move: Move) -> list[Event]:
    trump = _NAMED.get(move)
    if trump is None:
        raise _refused(state, seat, move)
    _begin_bids(state, trump)
    return [moved(seat, move), TrumpNamed(seat, TRUMPS[trump])]


def _barred_bid(known: State | View) -> int | None:
    """Return the bid that the seat to act may not make: the forced dealer's last one (J-R12)."""
    if known.turn != known.dealer or known.options.forced_dealer == "off":
        return None
    return known.cards - sum(bid or 0 for bid in known.bids)


def _refused_bid(view: View, move: Move) -> IllegalMoveError:
    bid = _BIDS.get(move)
    if bid is None or bid > view.cards:
        return IllegalMoveError("a bid is 0 to {cards}", "J-R11", cards=view.cards)
    reason = "the dealer may not bid {bid}: the bids would add up to {cards}"
    return IllegalMoveError(reason, "J-R12", bid=bid, cards=view.cards)


def _bid(state: State, seat: Seat, move: Move) -> list[Event]:
    bid = _BIDS.get(move)
    if bid is None or bid > state.cards or bid == _barred_bid(state):
        raise _refused(state, seat, move)
    state.bids[seat] = bid
    state.turn = (seat + 1) % 4
    if seat == state.dealer:
        state.phase = "play"
    return [moved(seat, move)]


def _play(state: State, seat: Seat, move: Move) -> list[Event]:
    action, tricks = _PLAYS.get(move), state.tricks
    if action is None or not tricks.legal_mask(seat) >> action & 1:
        raise _refused(state, seat, move)
    tricks.apply(action)
    state.plays.append(action)
    state.turn = tricks.turn
    events: list[Event] = [moved(seat, move)]
    if tricks.count == 0:
        state.winners.append(tricks.turn)
        cards = tuple([PLAYS[played] for played in state.plays[-4:]])
        events.append(TrickTaken(tricks.turn, (seat + 1) % 4, cards))
        if tricks.left == 0:
            events += _finish_deal(state)
    return events


def _untimely(view: View, move: Move) -> IllegalMoveError:
    """Return the refusal of a text that is not a move of this phase."""
    reason, rule = _AWAITED[view.phase]
    if move not in _NAMED and move not in _BIDS and move not in _PLAYS:
        return IllegalMoveError(UNKNOWN_MOVE, rule, move=move[:40])
    return IllegalMoveError(reason, rule)


_STEPS: Final = {"trump": _name_trump, "bid": _bid, "play": _play}
_AWAITED: Final = {
    "trump": ("trumps must be named first", "J-R9"),
    "bid": ("this is the time to bid", "J-R11"),
    "play": ("the bids are made, now cards are played", "J-R14"),
}


def _finish_deal(state: State) -> list[Event]:
    options, taken = state.options, state.tricks.taken
    bids = [bid or 0 for bid in state.bids]
    won = [sheet.points(options, state.cards, *box) for box in zip(bids, taken, strict=True)]
    state.sheet.append(sheet.deal_text(bids, taken, state.jokers))
    state.totals = [old + new for old, new in zip(state.totals, won, strict=True)]
    events: list[Event] = [DealScored(state.deal, tuple(won), tuple(state.totals))]
    if state.deal == sheet.deals_of(options, sheet.pulka_of(options, state.deal))[-1]:
        pulka = sheet.draw_up(options, state.first_dealer, tuple(state.sheet)).pulkas[-1]
        state.totals = list(pulka.totals)
        events.append(PremiumsPaid(tuple(pulka.premiums), tuple(pulka.totals)))
    if state.deal < sheet.deals(options):
        state.phase = FINISHED
    else:
        state.phase = OVER
        state.result = Result(
            tuple(state.totals), sheet.places_of(options, state.first_dealer, state.totals)
        )
    return events


# --- imagining ----------------------------------------------------------------------------------


def imagine(view: View, rng: Random) -> State:
    """Return a random state that looks the same to the viewer."""
    check(view)
    state = _public_state(view)
    if not state.deal:
        return state
    hidden = HiddenCards(view)
    state.tricks = hidden.deal(rng)
    hands = zip(state.tricks.hands, hidden.played, strict=True)
    dealt = [held | played for held, played in hands]
    state.jokers = tuple((hand >> WILD).bit_count() for hand in dealt)
    if view.phase == "trump" and not view.upcard:
        guess = rng.sample(actions(dealt[state.turn]), view.options.trump_choice_after)
        state.peek = card_mask(view.hand) or sum(1 << card for card in guess)
    return state


def _public_state(view: View) -> State:
    """Return a state with all public facts of the view, and with empty hands."""
    state = State(view.options)
    state.first_dealer, state.deal, state.draw = view.first_dealer, view.deal, view.last_draw
    state.phase, state.bids = view.phase, list(view.bids)
    state.turn = view.to_act[0] if view.to_act else view.leader
    state.upcard = NUMBER[view.upcard] if view.upcard else None
    if view.trump:
        state.trump = TRUMPS.index(view.trump)
        state.tricks.rules = trick_rules(view.options, state.trump)
    state.plays = [ACTION[play] for play in view.plays]
    state.winners, state.sheet = list(view.winners), list(view.sheet)
    state.totals, state.result = list(view.totals), view.result
    return state
