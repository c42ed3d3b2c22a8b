"""Domino Poker: bids, tricks and the fifth stage, by docs/rules/domino_poker.en.md (D-R...).

The course of a match. Beside it: moves as texts in moves.py, the duties of a trick in tricks.py,
the points in sheet.py, the fifth stage's row in row.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from core.dealing import draw_highest
from core.game import (
    FINISHED,
    MATCH_OVER,
    NOT_YOUR_TURN,
    OVER,
    SHUFFLE,
    Event,
    IllegalMoveError,
    Move,
    Plain,
    Result,
    Seat,
    check_seats,
    places,
)
from core.games.domino_poker import moves
from core.games.domino_poker.row import Fifth, imagined_row
from core.games.domino_poker.sheet import (
    Deal,
    Options as Options,
    deal_points,
    length as length,
    schedule,
    written,
)
from core.games.domino_poker.tricks import (
    BY_STRENGTH,
    NUMBER,
    hand_names,
    refused_play,
    trick_rules,
)
from core.games.domino_poker.view import HiddenTiles, View as View, check
from core.moves import secret
from core.pieces import TILES, pips_of
from core.tricks.kernel import MoveTexts, Tricks

NAME: Final = "domino_poker"
SEATS: Final = range(2, 7)

_LEGAL_PLAYS: Final = MoveTexts(moves.PLAY_MOVES)
_PLAY_NUMBER: Final = {move: number for number, move in enumerate(moves.PLAY_MOVES)}


class State:
    """A running match, hidden tiles included. All fields but `tricks` are replaced, not changed."""

    __slots__ = (
        "bids", "chooser", "deal", "decisions", "direction", "draw", "last", "last_leader",
        "options", "phase", "played", "position", "row", "seats", "sheet", "starter", "totals",
        "tricks",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.deal = 0
        self.phase = SHUFFLE
        self.totals: tuple[int, ...] = (0,) * seats
        self.starter: Seat = 0
        self.bids: tuple[int | None, ...] = (None,) * seats
        self.tricks = Tricks(trick_rules(options, seats), [0] * seats, 0, 0)
        self.played: tuple[str, ...] = ()
        self.last: tuple[str, ...] = ()
        self.last_leader: Seat = 0
        self.sheet: tuple[str, ...] = ()
        self.draw: tuple[tuple[str, ...], ...] = ()
        self.row: tuple[str, ...] = ()
        self.chooser: Seat = 0
        self.position: int | None = None
        self.direction = ""
        self.decisions: tuple[str, ...] = ("",) * seats

    @property
    def now(self) -> Deal:
        """The deal being played."""
        return schedule(self.options, self.seats)[self.deal - 1]

    def copy(self) -> State:
        """Return an independent state."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.tricks = self.tricks.copy()
        return other


def new(options: Options, seats: int) -> State:
    """Start a match."""
    check_seats(NAME, SEATS, seats)
    return State(options, seats)


def due(state: State) -> Sequence[str]:
    """Return the tiles: due for the first draw, each deal and the row of the fifth stage."""
    return TILES if state.phase in (SHUFFLE, FINISHED) else ()


def deal(state: State, order: Sequence[str]) -> list[Event]:
    """Draw for the first turn (D-R8), or deal the next deal."""
    if not state.deal and not state.draw and state.options.first_starter == "draw_highest":
        state.starter, state.draw = draw_highest(order, state.seats, pips_of)
        return []
    if state.deal:
        state.starter = (state.starter + 1) % state.seats
    state.deal += 1
    _begin(state, order)
    starter = state.chooser if state.phase == "pick" else state.starter
    return [moves.Began(state.deal, state.now.stage, state.now.size, starter)]


def _begin(state: State, order: Sequence[str]) -> None:
    """Deal the tiles; the number of the deal and its starter are already set."""
    now, seats = state.now, state.seats
    if now.stage == "fifth":
        turns = [(state.starter + i) % seats for i in range(seats)]
        state.chooser = max(
            turns, key=lambda seat: state.totals[seat]
        )  # the first of several equal ones
        state.row = tuple(order)
        state.phase = "pick"
        size = 0
    else:
        state.phase = "bid" if now.bidding else "play"
        size = now.size
    hands = [0] * seats
    for i, tile in enumerate(order[: size * seats]):
        hands[(state.starter + i) % seats] |= 1 << NUMBER[tile]
    state.tricks = Tricks(trick_rules(state.options, seats), hands, state.starter, size)
    state.bids = (None,) * seats
    state.played = ()


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats to act: several at once when the fifth stage is decided in secret."""
    match state.phase:
        case "play":
            return (state.tricks.turn,)
        case "bid":
            return ((state.starter + state.seats - state.bids.count(None)) % state.seats,)
        case "decide":
            turns = [(state.chooser + i) % state.seats for i in range(state.seats)]
            waiting = tuple(seat for seat in turns if not state.decisions[seat])
            return waiting[:1] if state.options.stage5_reveal == "in_turn" else waiting
        case "pick" | "count":
            return (state.chooser,)
    return ()


def _barred_bid(known: State | View) -> int:
    """Return the bid that the hook forbids to the last bidder; -1 if none (D-R11)."""
    if known.options.hook == "off" or known.bids.count(None) > 1:
        return -1
    return known.now.size - sum(bid for bid in known.bids if bid is not None)


def phase(state: State) -> str:
    """Return the step that is awaited."""
    return state.phase


def legal(known: State | View, seat: Seat | None = None) -> Sequence[Move]:
    """Return the moves of a seat, or of the viewer, weakest tile and lowest number first."""
    if seat is None and isinstance(known, View):
        seat = known.seat
    if known.phase == "play":
        tricks = known.tricks
        if seat is None or seat != tricks.turn:
            return ()
        return _LEGAL_PLAYS[tricks.legal_mask(seat)]
    if seat not in (known.to_act if isinstance(known, View) else to_act(known)):
        return ()
    match known.phase:
        case "bid":
            barred = _barred_bid(known)
            return tuple(moves.BIDS[n] for n in range(known.now.size + 1) if n != barred)
        case "pick":
            return moves.PICKS
        case "count":
            return moves.COUNTS if known.options.stage5_direction == "chooser" else moves.COUNTS[1:]
    return moves.DECISIONS


def refusal(view: View, move: Move) -> IllegalMoveError | None:
    """Return the refusal of a move of the viewer; None if it is legal."""
    if view.phase == OVER:
        return IllegalMoveError(MATCH_OVER, "D-R20")
    if view.phase not in _MAKE:
        return IllegalMoveError(NOT_YOUR_TURN, "D-R9")
    if view.seat is None or view.seat not in view.to_act:
        rule = moves.AWAITED[view.phase][1]
        if view.seat is not None and view.fifth and view.fifth.decisions[view.seat]:
            return IllegalMoveError("you have already decided", rule)
        return IllegalMoveError(NOT_YOUR_TURN, rule)
    if move in legal(view):
        return None
    if view.phase == "play" and move in _PLAY_NUMBER:
        return refused_play(view.tricks, view.seat, BY_STRENGTH[_PLAY_NUMBER[move]])
    return moves.refused_move(view.now, view.phase, _barred_bid(view), move)


def apply(state: State, seat: Seat, move: Move) -> list[Event]:
    """Make a move, or raise its refusal.

    Events: "moved", "turned", "trick", "shown", "deal". While decisions of the fifth stage are
    secret, only the mover's "moved" has its move.
    """
    if move not in legal(state, seat):
        refused = refusal(view(state, seat if seat in range(state.seats) else None), move)
        assert refused is not None, "a move is legal for the View and not for the state"
        raise refused
    return _MAKE[state.phase](state, seat, move)


def _replaced(values: tuple[Plain, ...], seat: Seat, value: Plain) -> tuple[Plain, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _bid(state: State, seat: Seat, move: Move) -> list[Event]:
    state.bids = _replaced(state.bids, seat, moves.BIDS.index(move))
    if None not in state.bids:
        state.phase = "play"
    return [moves.moved(seat, move)]


def _play(state: State, seat: Seat, move: Move) -> list[Event]:
    tricks = state.tricks
    number = _PLAY_NUMBER[move]
    tricks.apply(number)
    state.played += (BY_STRENGTH[number],)
    events: list[Event] = [moves.moved(seat, move)]
    if tricks.count == 0:
        state.last = state.played[-state.seats :]
        state.last_leader = (seat + 1) % state.seats
        events.append(moves.TrickTaken(tricks.winner, tricks.winner, state.last_leader, state.last))
        if tricks.left == 0:
            events += _end_of_tricks(state)
    return events


def _end_of_tricks(state: State) -> list[Event]:
    bids = [bid for bid in state.bids if bid is not None]
    taken = state.tricks.taken
    state.sheet += (written(bids, taken),)
    return _end_of_deal(state, deal_points(state.options, state.now.stage, bids, taken))


def _end_of_deal(state: State, points: tuple[int, ...]) -> list[Event]:
    state.totals = tuple(map(int.__add__, state.totals, points))
    state.draw = ()
    is_last = state.deal == len(schedule(state.options, state.seats))
    state.phase = OVER if is_last else FINISHED
    return [moves.DealScored(state.deal, points, state.totals)]


def _pick(state: State, seat: Seat, move: Move) -> list[Event]:
    state.position = moves.PICKS.index(move)
    state.phase = "count"
    return [moves.moved(seat, move), moves.Turned(None, state.position, state.row[state.position])]


def _count(state: State, seat: Seat, move: Move) -> list[Event]:
    state.direction = move.removeprefix("count ")
    state.phase = "decide"
    return [moves.moved(seat, move)]


def _decide(state: State, seat: Seat, move: Move) -> list[Event]:
    state.decisions = _replaced(state.decisions, seat, move)
    if state.options.stage5_reveal == "in_turn":
        events: list[Event] = [moves.moved(seat, move)]
        if move == "show":
            fifth = _fifth(state, seat)
            events.append(moves.Turned(seat, fifth.positions()[seat], fifth.tiles[seat]))
    else:
        events = [secret(moves.moved(seat, move), moves.Moved(seat))]
    if "" in state.decisions:
        return events
    fifth = _fifth(state, None)
    events.append(moves.Shown(fifth.decisions, fifth.tiles))
    return events + _end_of_deal(state, fifth.points(state.options.stage5_top_tie))


def _fifth(state: State, seat: Seat | None) -> Fifth:
    """Return the fifth stage as a seat knows it; tiles that are kept stay hidden for good."""
    tile = "" if state.position is None else state.row[state.position]
    nothing = ("",) * state.seats
    known = Fifth(state.chooser, state.position, tile, state.direction, state.decisions, nothing)
    positions = known.positions()
    if positions:
        known = replace(known, tiles=tuple(state.row[position] for position in positions))
    in_turn = state.options.stage5_reveal == "in_turn"
    return known.seen_by(seat, is_open=in_turn or "" not in state.decisions)


_MAKE: Final[dict[str, Callable[[State, Seat, Move], list[Event]]]] = {
    "bid": _bid,
    "play": _play,
    "pick": _pick,
    "count": _count,
    "decide": _decide,
}


def result(state: State) -> Result | None:
    """Return the final totals: the highest wins, equals share a place (D-R20)."""
    return Result(state.totals, places(state.totals)) if state.phase == OVER else None


# --- views and imagined states ------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> View:
    """Return the View of a seat, or of a spectator."""
    tricks = state.tricks
    blind = state.phase == "bid" and state.now.stage == "blind"
    return View(
        seat=seat,
        seats=state.seats,
        options=state.options,
        to_act=to_act(state),
        deal=state.deal,
        phase=state.phase,
        totals=state.totals,
        starter=state.starter,
        leader=(tricks.turn - tricks.count) % state.seats,
        hand=() if seat is None or blind else hand_names(tricks.hands[seat]),
        bids=state.bids,
        taken=tuple(tricks.taken),
        played=state.played,
        last=state.last,
        last_leader=state.last_leader,
        sheet=state.sheet,
        last_draw=state.draw,
        fifth=_fifth(state, seat) if state.row else None,
        result=result(state),
    )


def imagine(view: View, rng: Random) -> State:
    """Return a random full state that looks the same to the viewer."""
    check(view)
    state = State(view.options, view.seats)
    state.deal = view.deal
    state.phase = view.phase
    state.totals = view.totals
    state.starter = view.starter
    state.bids = view.bids
    state.played = view.played
    state.last = view.last
    state.last_leader = view.last_leader
    state.sheet = view.sheet
    state.draw = view.last_draw
    if view.fifth is not None:
        _imagine_row(state, view.fifth, view.to_act, rng)
    elif view.deal:
        state.tricks = HiddenTiles(view).deal(rng)
    return state


def _imagine_row(state: State, fifth: Fifth, waiting: Sequence[Seat], rng: Random) -> None:
    state.row = imagined_row(fifth, rng)
    state.chooser = fifth.chooser
    state.position = fifth.position
    state.direction = fifth.direction
    state.tricks = Tricks(state.tricks.rules, [0] * state.seats, state.starter, 0)
    secret = state.phase == "decide" and state.options.stage5_reveal == "simultaneous"
    state.decisions = tuple(
        made or (rng.choice(moves.DECISIONS) if secret and seat not in waiting else "")
        for seat, made in enumerate(fifth.decisions)
    )
