"""Kozel, the goat: draw dominoes with penalty points; the first to reach the target is the goat.

Deals, lays, draws and counts. Moves as texts are in moves.py, the opener and the score in sheet.py.
Paragraphs are those of docs/rules/kozel.en.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from core.dealing import share_hands
from core.game import (
    MATCH_OVER,
    NOT_YOUR_TURN,
    Event,
    IllegalMoveError,
    Move,
    Result,
    Seat,
    check_seats,
)
from core.games.kozel import moves, sheet
from core.games.kozel.sheet import Options as Options, length as length
from core.games.kozel.view import LastDeal, View as View, check, may_hold, phase_of
from core.moves import secret
from core.pieces import ALL_TILES, HALVES, NUMBER, TILES, WITH, bits, tile_mask, tile_names

NAME: Final = "kozel"
SEATS: Final = range(2, 5)


class State:
    """A match. Tiles are numbers; hands and `laid` are masks of them."""

    __slots__ = (
        "deal", "dealt", "drawn", "hands", "hanging", "lacks", "laid", "last", "left", "line",
        "market", "opened_at", "opener", "opening", "options", "result", "right", "seats", "sheet",
        "taken", "totals", "turn",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.deal = 0
        self.totals = [0] * seats
        self.hanging = [0] * seats
        self.sheet: list[tuple[int, ...]] = []
        self.last: LastDeal | None = None
        self.result: Result | None = None
        self.hands = [0] * seats
        self.dealt: tuple[int, ...] = ()
        """The hands as they were dealt; empty if they are not known."""
        self.market: list[int] = []
        """The next tile to be drawn comes last."""
        self.opener = 0
        self.opening = -1
        """The tile that has to open; -1 if any may."""
        self.clear()

    def clear(self) -> None:
        """Take the tiles of the last deal off the table."""
        self.line: list[str] = []
        self.opened_at = 0
        self.laid = 0
        self.left = self.right = -1
        self.turn = self.opener
        self.drawn = 0
        self.taken = [0] * self.seats
        self.lacks = [0] * self.seats
        """Masks of numbers 0..6; see View.lacks."""

    @property
    def playing(self) -> bool:
        """Whether a deal is being played: dealt, and not yet scored."""
        return len(self.sheet) < self.deal

    def copy(self) -> State:
        """Return an independent state."""
        other = State.__new__(State)
        other.options = self.options
        other.seats = self.seats
        other.deal = self.deal
        other.totals = self.totals[:]
        other.hanging = self.hanging[:]
        other.sheet = self.sheet[:]
        other.last = self.last
        other.result = self.result
        other.hands = self.hands[:]
        other.dealt = self.dealt
        other.market = self.market[:]
        other.opener = self.opener
        other.opening = self.opening
        other.line = self.line[:]
        other.opened_at = self.opened_at
        other.laid = self.laid
        other.left = self.left
        other.right = self.right
        other.turn = self.turn
        other.drawn = self.drawn
        other.taken = self.taken[:]
        other.lacks = self.lacks[:]
        return other


# --- the deal ---------------------------------------------------------------------------------


def new(options: Options, seats: int) -> State:
    """Start a match."""
    check_seats(NAME, SEATS, seats)
    return State(options, seats)


def due(state: State) -> Sequence[str]:
    """Return the tiles: due for each deal, and again after a freak hand."""
    return () if state.playing or state.result else TILES


def deal(state: State, order: Sequence[str]) -> list[Event]:
    """Deal (K-R1) and find the opener (K-R2, K-R5).

    After a freak hand the event "redealt" names its seat: all hands are thrown in, and a deal is
    due again.
    """
    options, seats = state.options, state.seats
    dealt = sheet.hand_size(options, seats) * seats
    tiles = [NUMBER[token] for token in order]
    hands = [sum(1 << tile for tile in tiles[seat:dealt:seats]) for seat in range(seats)]
    spoilt = [seat for seat in range(seats) if sheet.is_spoilt(hands[seat])]
    if options.redeal == "on" and spoilt:
        state.hands, state.dealt, state.market = [0] * seats, (), []
        state.clear()
        return [moves.Redealt(spoilt[0])]
    state.hands, state.dealt = hands, tuple(hands)
    state.market = tiles[: dealt - 1 : -1] if dealt < len(tiles) else []
    out = state.last.out if state.last else None
    if options.next_opener == "last_winner" and out is not None:
        state.opener, state.opening = out, -1
    else:
        state.opener, state.opening = sheet.find_opener(options, state.hands)
    state.deal += 1
    state.clear()
    return [moves.Began(state.deal, state.opener, _opening_name(state))]


def _opening_name(state: State) -> str | None:
    return TILES[state.opening] if state.opening >= 0 else None


# --- moves ------------------------------------------------------------------------------------


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is."""
    return (state.turn,) if state.playing else ()


def phase(state: State) -> str:
    """Return the step that is awaited."""
    return phase_of(over=state.result is not None, playing=state.playing, dealt=bool(state.line))


def legal(known: State | View, seat: Seat | None = None) -> Sequence[Move]:
    """Return the moves of a seat, or of the viewer: from the lowest tile, the pair last."""
    if isinstance(known, View):
        if known.seat is None or known.seat not in known.to_act:
            return ()
        hand, (left, right) = tile_mask(known.hand), known.ends or (-1, -1)
        opening = -1 if known.opening is None else NUMBER[known.opening]
    else:
        if seat is None or seat != known.turn or not known.playing:
            return ()
        hand, left, right, opening = known.hands[seat], known.left, known.right, known.opening
    lays = moves.of_hand(known.options, hand, left, right, opening)
    return lays or ((moves.DRAW,) if known.market else (moves.PASS,))  # K-R8


def refusal(view: View, move: Move) -> IllegalMoveError | None:
    """Return the refusal of a move of the viewer; None if it is legal."""
    if view.result:
        return IllegalMoveError(MATCH_OVER, "K-R15")
    if view.seat is None or view.seat not in view.to_act:
        return IllegalMoveError(NOT_YOUR_TURN, "K-R4")
    now = legal(view)
    if move in now:
        return None
    if {move, now[0]} == {moves.DRAW, moves.PASS}:
        return _blocked(move)
    return moves.refused_move(view, move)


def _blocked(move: Move) -> IllegalMoveError:
    """Refuse to draw where only a pass is legal, or to pass where one has to draw (K-R8)."""
    if move == moves.DRAW:
        return IllegalMoveError("the market is empty: you must pass", "K-R8")
    return IllegalMoveError("you may not pass while the market has tiles: draw", "K-R8")


def apply(state: State, seat: Seat, move: Move) -> list[Event]:
    """Play a move, or raise its refusal; the last one of a deal scores it and shows all hands.

    Events of its own: "drew" with the tiles drawn in this turn, the market, and secretly the tile;
    "shown" with all hands at the end of a deal and the seat that went out (none after a fish). A
    "moved" that opens the line says so: it has no ends yet.
    """
    if move not in legal(state, seat):
        refused = refusal(view(state, seat if seat in range(state.seats) else None), move)
        assert refused is not None, "a move is legal for the View and not for the state"
        raise refused
    opens = state.left < 0
    events: list[Event] = [
        moves.Moved(seat, moves.parse_move(move), opens) if opens else moves.moved(seat, move)
    ]
    if move == moves.DRAW:
        events.append(_draw(state, seat))
    else:
        if move == moves.PASS:
            state.lacks[seat] |= 1 << state.left | 1 << state.right
        else:
            for tile, to_right in moves.LAYS[move]:
                _lay(state, tile, to_right)
        state.drawn = 0
        state.turn = (seat + 1) % state.seats
    if not state.hands[seat]:
        events += _finish_deal(state, seat)
    elif not state.market and not ~state.laid & (WITH[state.left] | WITH[state.right]):
        # K-R10. With an empty market every tile that is not laid is in a hand.
        events += _finish_deal(state, None)
    return events


def _lay(state: State, tile: int, to_right: bool) -> None:
    state.hands[state.turn] ^= 1 << tile
    state.laid |= 1 << tile
    high, low = HALVES[tile]
    if state.left < 0:
        state.line.append(TILES[tile])
        state.left, state.right = high, low
    elif to_right:
        outer = low if high == state.right else high
        state.line.append(f"{state.right}-{outer}")
        state.right = outer
    else:
        outer = low if high == state.left else high
        state.line.insert(0, f"{outer}-{state.left}")
        state.left = outer
        state.opened_at += 1


def _draw(state: State, seat: Seat) -> Event:
    tile = state.market.pop()
    state.hands[seat] |= 1 << tile
    state.drawn += 1
    state.taken[seat] += 1
    # The tiles drawn earlier and kept do not fit either; nothing is known about other numbers any
    # more.
    state.lacks[seat] = 1 << state.left | 1 << state.right
    drew = moves.Drew(seat, state.drawn, len(state.market), TILES[tile])
    return secret(drew, replace(drew, tile=""))


# --- the score --------------------------------------------------------------------------------


def _finish_deal(state: State, out: Seat | None) -> list[Event]:
    """Count the hands, write the sheet (K-R11 .. K-R14) and see if the match is over (K-R15)."""
    options = state.options
    left = [sheet.count(hand, options) for hand in state.hands]
    row = []
    for seat, points in enumerate(sheet.owed(left, options, fish=out is None)):
        more, state.hanging[seat] = sheet.written(
            points, state.totals[seat], state.hanging[seat], options
        )
        state.totals[seat] += more
        row.append(more)
    state.sheet.append(tuple(row))
    state.last = LastDeal(tuple(left), out)
    state.result = sheet.settle(state.totals, options)
    scored = moves.DealCounted(state.deal, tuple(row), tuple(state.totals), tuple(left))
    return [moves.Shown(out, tuple(map(tile_names, state.hands))), scored]


def result(state: State) -> Result | None:
    """Return the result once the match is over."""
    return state.result


# --- the view ---------------------------------------------------------------------------------


@cache
def _numbers(mask: int) -> tuple[int, ...]:
    """List the numbers of pips in a mask of seven bits."""
    return tuple(bits(mask))


def view(state: State, seat: Seat | None) -> View:
    """Return the View of a seat, or of a spectator (K-R16)."""
    is_open = bool(state.line) and not state.playing
    laid_open = state.options.open_hands == "shown"
    return View(
        seat=seat,
        seats=state.seats,
        options=state.options,
        to_act=to_act(state),
        deal=state.deal,
        totals=tuple(state.totals),
        result=state.result,
        hand=() if seat is None else tile_names(state.hands[seat]),
        sizes=tuple([hand.bit_count() for hand in state.hands]),
        market=len(state.market),
        line=tuple(state.line),
        opened_at=state.opened_at,
        opener=state.opener,
        opening=_opening_name(state),
        drawn=state.drawn,
        taken=tuple(state.taken),
        lacks=tuple(map(_numbers, state.lacks)),
        hanging=tuple(state.hanging),
        sheet=tuple(state.sheet),
        last=state.last,
        hands=tuple(map(tile_names, state.hands)) if is_open else (),
        dealt=tuple(map(tile_names, state.dealt)) if is_open and laid_open else (),
    )


def imagine(view: View, rng: Random) -> State:
    """Return a random state that agrees with everything the viewer has seen."""
    check(view)
    state = State(view.options, view.seats)
    state.deal = view.deal
    state.totals = list(view.totals)
    state.hanging = list(view.hanging)
    state.sheet = list(view.sheet)
    state.last = view.last
    state.result = view.result
    state.opener = view.opener
    state.opening = -1 if view.opening is None else NUMBER[view.opening]
    state.line = list(view.line)
    state.opened_at = view.opened_at
    state.laid = tile_mask([max(tile, tile[::-1]) for tile in view.line])
    state.left, state.right = view.ends or (-1, -1)
    # Between deals and after the match the turn has no meaning.
    state.turn = view.to_act[0] if view.to_act else 0
    state.drawn = view.drawn
    state.taken = list(view.taken)
    state.lacks = [sum(1 << n for n in numbers) for numbers in view.lacks]
    _imagine_hands(state, view, rng)
    return state


def _imagine_hands(state: State, view: View, rng: Random) -> None:
    """Share out the tiles the viewer does not see, each seat getting only tiles it may hold."""
    if view.hands:
        state.hands = [tile_mask(hand) for hand in view.hands]
        state.dealt = tuple(map(tile_mask, view.dealt))
        state.market = list(bits(ALL_TILES & ~state.laid & ~sum(state.hands)))
        rng.shuffle(state.market)
        return
    if not view.to_act:
        return
    unseen = ALL_TILES & ~state.laid & ~tile_mask(view.hand)
    slots = [[] if seat == view.seat else may_hold(view, seat) for seat in range(view.seats)]
    state.hands = share_hands(slots, list(bits(unseen)), rng)
    state.market = list(bits(unseen & ~sum(state.hands)))
    rng.shuffle(state.market)
    if view.seat is not None:
        state.hands[view.seat] = tile_mask(view.hand)
