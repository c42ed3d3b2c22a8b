"""Joker for four: 24 deals, bids and two jokers, as docs/rules/joker.en.md numbers it (J-R...).

Hands are bit masks and play is core.tricks with tables for each trump. What results are worth, and
the score sheet, stand in core.joker_sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from core.cards import JOKERS
from core.game import (
    MATCH_OVER,
    NOT_YOUR_TURN,
    UNKNOWN_MOVE,
    Decks,
    Event,
    IllegalMoveError,
    Move,
    Result,
    Seat,
    moved,
)
from core.hidden import share
from core.joker_sheet import Options as Options
from core.joker_sheet import (
    Sheet,
    cards_in,
    deal_text,
    deals,
    deals_of,
    draw_up,
    places_of,
    points,
    pulka_of,
)
from core.joker_tricks import (
    ACTION,
    DECK,
    NO_TRUMP,
    NUMBER,
    PLAY_MOVES,
    PLAYS,
    TRUMPS,
    WHOLE_DECK,
    WILD,
    LiteralLowTricks,
    card_names,
    refusal,
    suit_of,
    trick_rules,
)
from core.shuffle import RandomDecks
from core.tricks import NO_LEAD, MoveTexts, TrickRules, Tricks, actions, ruled_out

NAME: Final = "joker"
SEATS: Final = range(4, 5)

BID_MOVES: Final = tuple(f"bid {n}" for n in range(10))
TRUMP_MOVES: Final = tuple(f"trump {trump}" for trump in TRUMPS)
_BIDS: Final = {move: n for n, move in enumerate(BID_MOVES)}
_PLAYS: Final = {move: action for action, move in enumerate(PLAY_MOVES)}
_LEGAL_PLAYS: Final = MoveTexts(PLAY_MOVES)
_NAMED: Final = {move: trump for trump, move in enumerate(TRUMP_MOVES)}


def _rules_of(options: Options, trump: int) -> TrickRules:
    return trick_rules(trump, options.reply_joker_to_joker == "only_if_void")


def _tricks(options: Options, hands: Sequence[int], turn: Seat, left: int) -> Tricks:
    """Open the play of a deal; its rules are those without trumps until the trump is known."""
    kind = LiteralLowTricks if options.low_joker_vs_trump == "joker" else Tricks
    return kind(_rules_of(options, NO_TRUMP), hands, turn, left)


# --- state and view -----------------------------------------------------------------------------


class State:
    """A running match. `tricks` holds the hands as masks of card numbers from the deal on."""

    __slots__ = (
        "bids", "deal", "decks", "draw", "first_dealer", "jokers", "options", "peek", "phase",
        "plays", "result", "sheet", "totals", "tricks", "trump", "turn", "upcard", "winners",
    )  # fmt: skip

    def __init__(self, options: Options, decks: Decks) -> None:
        self.options = options
        self.decks = decks
        self.draw: tuple[str, ...] = ()
        """The cards turned up in the draw for the first dealer."""
        self.first_dealer = 0
        self.deal = 0
        self.phase = "over"
        self.turn = 0
        self.trump: int | None = None
        self.upcard: int | None = None
        self.peek = 0
        """What the chooser of trumps sees of his hand in a nine."""
        self.bids: list[int | None] = []
        self.plays: list[int] = []
        self.winners: list[Seat] = []
        self.jokers: tuple[int, ...] = ()
        """Jokers dealt, by seat."""
        self.tricks = _tricks(options, (), 0, 0)
        self.sheet: list[str] = []
        """The finished deals as core.joker_sheet writes them."""
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
        """How many cards each player got."""
        return cards_in(self.options, self.deal)


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or a spectator, may know (J-R37). Cards are tokens; everything is by seat."""

    seat: Seat | None
    seats: int
    options: Options
    deal: int
    """1..24."""
    phase: str
    """"trump", "bid", "play" or "over"."""
    dealer: Seat
    trump: str
    """A suit, "none" for a deal without trumps, or "" before it is named."""
    upcard: str
    """The card turned up for trumps, "" in nines."""
    hand: tuple[str, ...]
    """The viewer's own; in a nine before the trump is named only what its chooser has seen."""
    bids: tuple[int | None, ...]
    """None for who has not bid yet."""
    plays: tuple[str, ...]
    """All cards of this deal as they were played: "Ah", "Xr high s", "Xb bottom"."""
    winners: tuple[Seat, ...]
    """Who took each finished trick of this deal."""
    sheet: tuple[str, ...]
    """Finished deals: four bids, four tricks taken, then the seat of each joker that was dealt."""
    totals: tuple[int, ...]
    last_draw: tuple[str, ...]
    """Before the first bid of the match: the cards of the draw for the first dealer."""
    to_act: tuple[Seat, ...]
    result: Result | None

    @property
    def cards(self) -> int:
        """How many cards each player got in this deal."""
        return cards_in(self.options, self.deal)

    @property
    def pulka(self) -> int:
        """1..4."""
        return pulka_of(self.options, self.deal)

    @property
    def first_dealer(self) -> Seat:
        """The dealer of deal 1, who stands last in the sheet."""
        return (self.dealer - self.deal + 1) % 4

    @property
    def chooser(self) -> Seat | None:
        """Who names trumps in this deal; None where the upcard does."""
        named = self.options.joker_upcard == "chooser" and self.upcard in JOKERS
        return (self.dealer + 1) % 4 if named or not self.upcard else None

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks taken in this deal."""
        return tuple(self.winners.count(seat) for seat in range(4))

    @property
    def leader(self) -> Seat:
        """Who leads, or has led, the trick at hand."""
        return self.winners[-1] if self.winners else (self.dealer + 1) % 4

    @property
    def trick(self) -> tuple[str, ...]:
        """The cards of the trick at hand, the leader's first."""
        return self.plays[4 * len(self.winners) :]

    @property
    def last_trick(self) -> tuple[str, ...]:
        """The cards of the last finished trick of this deal, its leader's first."""
        done = 4 * len(self.winners)
        return self.plays[max(0, done - 4) : done]

    @property
    def last_leader(self) -> Seat:
        """Who led the last finished trick of this deal."""
        return self.winners[-2] if len(self.winners) > 1 else (self.dealer + 1) % 4

    def score_sheet(self) -> Sheet:
        """Draw up the score sheet."""
        return draw_up(self.options, self.first_dealer, self.sheet)


# --- the contract -------------------------------------------------------------------------------


def new(options: Options, seats: int, decks: Decks) -> State:
    """Start a match: the draw for the first dealer (J-R4), then the first deal."""
    if seats not in SEATS:
        raise ValueError("joker is played by four")
    state = State(options, decks)
    order = decks(DECK)
    burnt = 1 if options.tuzovanie == "burn_first" else 0
    ace = next(at for at in range(burnt, len(order)) if order[at][0] == "A")
    state.draw = tuple(order[: ace + 1])
    state.first_dealer = (ace - burnt) % 4
    _deal(state)
    return state


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat whose decision is awaited."""
    return () if state.phase == "over" else (state.turn,)


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Return the moves of a seat, in a fixed order."""
    if state.phase == "over" or seat != state.turn:
        return ()
    if state.phase == "play":
        return _LEGAL_PLAYS[state.tricks.legal_mask(seat)]
    if state.phase == "trump":
        return TRUMP_MOVES
    barred = _barred_bid(state, seat)
    return [BID_MOVES[n] for n in range(state.cards + 1) if n != barred]


def apply(state: State, seat: Seat, move: Move) -> list[Event]:
    """Change the state in place; raise IllegalMoveError, with the state untouched, if not legal."""
    if state.phase == "over":
        raise IllegalMoveError(MATCH_OVER, "J-R36")
    if seat != state.turn:
        raise IllegalMoveError(NOT_YOUR_TURN, _PARAGRAPH[state.phase])
    return _STEPS[state.phase](state, seat, move)


def view(state: State, seat: Seat | None) -> View:
    """Return all that a seat, or a spectator, may know."""
    hand = 0 if seat is None else state.tricks.hands[seat]
    if state.phase == "trump" and state.upcard is None:
        hand = state.peek if seat == state.turn else 0
    opening = state.deal == 1 and state.bids.count(None) == 4
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


def _deal(state: State) -> Event:
    """Deal the next deal (J-R6, J-R7, J-R9)."""
    state.deal += 1
    cards, first = state.cards, (state.dealer + 1) % 4
    order = [NUMBER[card] for card in state.decks(DECK)]
    hands = [0, 0, 0, 0]
    for i in range(4 * cards):
        hands[(first + i) % 4] |= 1 << order[i]
    if cards < 9:
        state.upcard, state.peek = order[4 * cards], 0
    else:
        seen = range(0, 4 * state.options.trump_choice_after, 4)
        state.upcard, state.peek = None, sum(1 << order[i] for i in seen)
    state.jokers = tuple((hand >> WILD).bit_count() for hand in hands)
    state.bids = [None] * 4
    state.plays, state.winners = [], []
    state.tricks = _tricks(state.options, hands, first, cards)
    state.turn = first
    state.phase, state.trump = "trump", None
    if state.upcard is not None and state.upcard < WILD:
        _begin_bids(state, suit_of(state.upcard))
    elif state.upcard is not None and state.options.joker_upcard == "no_trump":
        _begin_bids(state, NO_TRUMP)
    upcard = "" if state.upcard is None else DECK[state.upcard]
    data = {"deal": state.deal, "cards": cards, "dealer": state.dealer, "upcard": upcard}
    return Event("began", None, data)


def _begin_bids(state: State, trump: int) -> None:
    state.trump = trump
    state.tricks.rules = _rules_of(state.options, trump)
    state.phase = "bid"


def _name_trump(state: State, seat: Seat, move: Move) -> list[Event]:
    trump = _NAMED.get(move)
    if trump is None:
        raise _untimely(state, move)
    _begin_bids(state, trump)
    named = Event("trump", seat, {"trump": TRUMPS[trump]})
    return [moved(seat, move), named]


def _barred_bid(state: State, seat: Seat) -> int | None:
    """Return the bid that the forced dealer may not make (J-R12)."""
    if seat != state.dealer or state.options.forced_dealer == "off":
        return None
    return state.cards - sum(bid or 0 for bid in state.bids)


def _bid(state: State, seat: Seat, move: Move) -> list[Event]:
    if not move.startswith("bid "):
        raise _untimely(state, move)
    bid = _BIDS.get(move)
    if bid is None or bid > state.cards:
        raise IllegalMoveError("a bid is 0 to {cards}", "J-R11", cards=state.cards)
    if bid == _barred_bid(state, seat):
        reason = "the dealer may not bid {bid}: the bids would add up to {cards}"
        raise IllegalMoveError(reason, "J-R12", bid=bid, cards=state.cards)
    state.bids[seat] = bid
    state.turn = (seat + 1) % 4
    if seat == state.dealer:
        state.phase = "play"
    return [moved(seat, move)]


def _play(state: State, seat: Seat, move: Move) -> list[Event]:
    action = _PLAYS.get(move)
    if action is None:
        raise _untimely(state, move)
    tricks = state.tricks
    if not tricks.legal_mask(seat) >> action & 1:
        raise refusal(tricks, seat, action)
    tricks.apply(action)
    state.plays.append(action)
    state.turn = tricks.turn
    events = [moved(seat, move)]
    if tricks.count == 0:
        state.winners.append(tricks.turn)
        cards = [PLAYS[played] for played in state.plays[-4:]]
        events.append(Event("trick", tricks.turn, {"leader": (seat + 1) % 4, "cards": cards}))
        if tricks.left == 0:
            events += _finish_deal(state)
    return events


def _untimely(state: State, move: Move) -> IllegalMoveError:
    """Say why a text that is no move of this phase is refused."""
    rule = _PARAGRAPH[state.phase]
    if move not in _NAMED and move not in _BIDS and move not in _PLAYS:
        return IllegalMoveError(UNKNOWN_MOVE, rule, move=move[:40])
    return IllegalMoveError(_PHASE_REASONS[state.phase], rule)


_PHASE_REASONS: Final = {
    "trump": "first the trump is named",
    "bid": "this is the time to bid",
    "play": "the bids are made, now cards are played",
}


_STEPS: Final = {"trump": _name_trump, "bid": _bid, "play": _play}
_PARAGRAPH: Final = {"trump": "J-R9", "bid": "J-R11", "play": "J-R14"}


def _finish_deal(state: State) -> list[Event]:
    options, taken = state.options, state.tricks.taken
    bids = [bid or 0 for bid in state.bids]
    won = [points(options, state.cards, *box) for box in zip(bids, taken, strict=True)]
    state.sheet.append(deal_text(bids, taken, state.jokers))
    state.totals = [old + new for old, new in zip(state.totals, won, strict=True)]
    scored = {"deal": state.deal, "points": won, "totals": state.totals[:]}
    events = [Event("deal", None, scored)]
    if state.deal == deals_of(options, pulka_of(options, state.deal))[-1]:
        pulka = draw_up(options, state.first_dealer, state.sheet).pulkas[-1]
        state.totals = list(pulka.totals)
        data = {"premium": list(pulka.premiums), "totals": state.totals[:]}
        events.append(Event("premium", None, data))
    if state.deal < deals(options):
        events.append(_deal(state))
    else:
        state.phase = "over"
        state.result = Result(
            tuple(state.totals), places_of(options, state.first_dealer, state.totals)
        )
    return events


# --- imagining ----------------------------------------------------------------------------------


def players(view: View) -> list[Seat]:
    """Return who played each of the view's plays."""
    leaders = ((view.dealer + 1) % 4, *view.winners)
    return [(leaders[i // 4] + i) % 4 for i in range(len(view.plays))]


def known_missing(view: View) -> list[int]:
    """Return for each seat the cards that its plays prove it not to hold."""
    missing = [0, 0, 0, 0]
    rules = _rules_of(view.options, TRUMPS.index(view.trump or "none"))
    kind = NO_LEAD
    for i, (seat, play) in enumerate(zip(players(view), view.plays, strict=True)):
        if i % 4 == 0:
            kind = rules.lead[ACTION[play]]
        else:
            missing[seat] |= ruled_out(rules, kind, ACTION[play])
    return missing


def imagine(view: View, rng: Random) -> State:
    """Return a random full state that looks the same to the viewer: view(imagine(v)) == v."""
    state = _public_state(view, rng)
    seats = players(view)
    hands = _imagined_hands(view, seats, rng)
    rules = state.tricks.rules
    dealt, at_lead = hands[:], hands[:]
    for i, (seat, action) in enumerate(zip(seats, state.plays, strict=True)):
        dealt[seat] |= rules.bit[action]
        if i >= 4 * len(view.winners):
            at_lead[seat] |= rules.bit[action]
    state.jokers = tuple((hand >> WILD).bit_count() for hand in dealt)
    tricks = _tricks(view.options, at_lead, view.leader, view.cards - len(view.winners))
    tricks.rules, tricks.taken = rules, list(view.taken)
    for action in state.plays[4 * len(view.winners) :]:
        tricks.apply(action)
    state.tricks = tricks
    if view.phase == "trump" and not view.upcard:
        known = [NUMBER[card] for card in view.hand]
        guess = rng.sample(actions(dealt[state.turn]), view.options.trump_choice_after)
        state.peek = sum(1 << card for card in known or guess)
    return state


def _public_state(view: View, rng: Random) -> State:
    """Return a state with all that the view tells, and nothing in the hands."""
    state = State(view.options, RandomDecks(rng))
    state.first_dealer, state.deal, state.draw = view.first_dealer, view.deal, view.last_draw
    state.phase, state.bids = view.phase, list(view.bids)
    state.turn = view.to_act[0] if view.to_act else view.leader
    state.upcard = NUMBER[view.upcard] if view.upcard else None
    if view.trump:
        state.trump = TRUMPS.index(view.trump)
        state.tricks.rules = _rules_of(view.options, state.trump)
    state.plays = [ACTION[play] for play in view.plays]
    state.winners, state.sheet = list(view.winners), list(view.sheet)
    state.totals, state.result = list(view.totals), view.result
    return state


def _imagined_hands(view: View, seats: Sequence[Seat], rng: Random) -> list[int]:
    """Share out what the viewer has not seen, by what each seat's plays prove it not to hold."""
    hands, wanted = [0, 0, 0, 0], [view.cards] * 4
    seen = 1 << NUMBER[view.upcard] if view.upcard else 0
    for seat, play in zip(seats, view.plays, strict=True):
        wanted[seat] -= 1
        seen |= 1 << NUMBER[play[:2]]
    if view.seat is not None:
        hands[view.seat] = sum(1 << NUMBER[card] for card in view.hand)
        wanted[view.seat] -= len(view.hand)
        seen |= hands[view.seat]
    owners = [seat for seat, count in enumerate(wanted) for _ in range(count)]
    missing = known_missing(view)
    unseen = WHOLE_DECK & ~seen
    given = share([unseen & ~missing[seat] for seat in owners], actions(unseen), rng)
    for seat, card in zip(owners, given, strict=True):
        hands[seat] |= 1 << card
    return hands
