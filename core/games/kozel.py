"""Kozel, the goat: draw dominoes with penalty points; whoever reaches the target first is the goat.

The rules are cited by paragraph of docs/rules/kozel.en.md. Knows no players, bots or screens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from core.cards import bits
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
from core.kozel_sheet import Options as Options
from core.kozel_sheet import count, owed, settle, written
from core.shuffle import RandomDecks
from core.tiles import ALL_TILES, DOUBLES, HALVES, NUMBER, TILES, WITH, tile_mask, tile_names

NAME: Final = "kozel"
SEATS: Final = range(2, 5)


@dataclass(frozen=True, slots=True)
class LastDeal:
    """How the deal before ended. What was written is the last row of the sheet."""

    left: tuple[int, ...]
    """Points counted in each hand."""
    out: Seat | None
    """Who laid the last tile; None after a fish."""


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or a spectator, may know (K-R16)."""

    seat: Seat | None
    seats: int
    options: Options
    to_act: tuple[Seat, ...]
    deal: int
    totals: tuple[int, ...]
    result: Result | None
    hand: tuple[str, ...]
    """Lowest tile first; empty for a spectator."""
    sizes: tuple[int, ...]
    """Tiles in each hand."""
    market: int
    """Tiles in the market."""
    line: tuple[str, ...]
    """The tiles from left to right as they lie, "4-6" if its 6 is on the right."""
    opened_at: int
    """Index in the line of the tile that opened the deal."""
    opener: Seat
    opening: str | None
    """The tile that has or had to open; None when the opener was free to choose."""
    drawn: int
    """Tiles the seat to act has drawn in this turn."""
    taken: tuple[int, ...]
    """Tiles each seat has drawn in this deal."""
    lacks: tuple[tuple[int, ...], ...]
    """Numbers each seat has shown not to hold, by drawing or passing, the tile just drawn apart."""
    hanging: tuple[int, ...]
    """Points that wait for the entry."""
    sheet: tuple[tuple[int, ...], ...]
    """Each finished deal: what each seat wrote."""
    last: LastDeal | None

    @property
    def ends(self) -> tuple[int, int] | None:
        """The numbers at the left and the right end of the line."""
        return (int(self.line[0][0]), int(self.line[-1][2])) if self.line else None

    @property
    def entered(self) -> tuple[bool, ...]:
        """Whose sheet is open (K-R14): a first write is never small, so its total says it."""
        return tuple(self.options.entry == 0 or total > 0 for total in self.totals)


class State:
    """A match. Tiles are numbers, hands and `laid` are masks of them."""

    __slots__ = (
        "deal",
        "decks",
        "drawn",
        "hands",
        "hanging",
        "lacks",
        "laid",
        "last",
        "left",
        "line",
        "market",
        "opened_at",
        "opener",
        "opening",
        "options",
        "result",
        "right",
        "seats",
        "sheet",
        "taken",
        "totals",
        "turn",
    )

    def __init__(self, options: Options, seats: int, decks: Decks) -> None:
        self.options = options
        self.seats = seats
        self.decks = decks
        self.deal = 0
        self.totals = [0] * seats
        self.hanging = [0] * seats
        self.sheet: list[tuple[int, ...]] = []
        self.last: LastDeal | None = None
        self.result: Result | None = None
        self.hands = [0] * seats
        self.market: list[int] = []
        """The next tile to be drawn comes last."""
        self.opener = 0
        self.opening = -1
        """The tile that has to open; -1 when any may."""
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

    def copy(self) -> State:
        """Return an independent state with the same source of decks."""
        other = State.__new__(State)
        other.options = self.options
        other.seats = self.seats
        other.decks = self.decks
        other.deal = self.deal
        other.totals = self.totals[:]
        other.hanging = self.hanging[:]
        other.sheet = self.sheet[:]
        other.last = self.last
        other.result = self.result
        other.hands = self.hands[:]
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

_ALL_DOUBLES: Final = sum(1 << tile for tile in DOUBLES)


def new(options: Options, seats: int, decks: Decks) -> State:
    """Start a match."""
    state = State(options, seats, decks)
    _deal(state)
    return state


def _deal(state: State) -> list[Event]:
    """Deal (K-R1) and find the opener (K-R2, K-R5)."""
    options, seats = state.options, state.seats
    size = 7 if seats == 2 or options.hand_size == 777 else 5
    events = []
    while True:
        order = [NUMBER[token] for token in state.decks(TILES)]
        dealt = size * seats
        state.hands = [sum(1 << tile for tile in order[seat:dealt:seats]) for seat in range(seats)]
        spoilt = [seat for seat in range(seats) if _is_spoilt(state.hands[seat])]
        if options.redeal == "off" or not spoilt:
            break
        events.append(Event("redealt", spoilt[0]))
    state.market = order[: dealt - 1 : -1] if dealt < len(order) else []
    out = state.last.out if state.last else None
    if options.next_opener == "last_winner" and out is not None:
        state.opener, state.opening = out, -1
    else:
        state.opener, state.opening = _find_opener(options, state.hands)
    state.deal += 1
    state.clear()
    opening = {"deal": state.deal, "opener": state.opener, "tile": _opening_name(state)}
    events.append(Event("began", None, opening))
    return events


def _is_spoilt(hand: int) -> bool:
    doubles = (hand & _ALL_DOUBLES).bit_count()
    return doubles >= 5 or any((hand & tiles).bit_count() >= 6 for tiles in WITH)


@lru_cache
def _opening_order(direction: str, may_open_00: str) -> tuple[int, ...]:
    """Tiles in the order in which they open a deal (K-R2, K-R3)."""
    numbers = [6, 5, 4, 3, 2, 1, 0] if direction == "from_66_down" else [1, 2, 3, 4, 5, 6, 0]
    doubles = [DOUBLES[n] for n in numbers if n or may_open_00 == "on"]
    # Tile numbers rise with the larger half, then with the smaller: K-R3 read backwards.
    others = [tile for tile in range(27, -1, -1) if not _ALL_DOUBLES >> tile & 1]
    return (*doubles, *others)


def _find_opener(options: Options, hands: Sequence[int]) -> tuple[Seat, int]:
    held = sum(hands)
    order = _opening_order(options.opening_order, options.may_open_00)
    opening = next(tile for tile in order if held >> tile & 1)
    return next(seat for seat, hand in enumerate(hands) if hand >> opening & 1), opening


def _opening_name(state: State) -> str | None:
    return TILES[state.opening] if state.opening >= 0 else None


# --- moves ------------------------------------------------------------------------------------

DRAW: Final = "draw"
PASS: Final = "pass"

_LEFT: Final = tuple(f"lay {tile} left" for tile in TILES)
_RIGHT: Final = tuple(f"lay {tile} right" for tile in TILES)
_PAIR: Final = {
    (left, right): f"lay {left}-{left} left {right}-{right} right"
    for left in range(7)
    for right in range(7)
    if left != right
}
LAYS: Final[dict[Move, tuple[tuple[int, bool], ...]]] = {
    **{move: ((tile, False),) for tile, move in enumerate(_LEFT)},
    **{move: ((tile, True),) for tile, move in enumerate(_RIGHT)},
    **{m: ((DOUBLES[left], False), (DOUBLES[right], True)) for (left, right), m in _PAIR.items()},
}
"""Move -> the tiles it lays, each with whether it goes to the right."""


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is, or nobody after the match."""
    return () if state.result else (state.turn,)


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Return the moves of a seat: tiles from the lowest, left end before right, the pair last."""
    if seat != state.turn or state.result:
        return ()
    hand, left, right = state.hands[seat], state.left, state.right
    if left < 0:
        if state.opening >= 0:
            return (_LEFT[state.opening],)
        return [_LEFT[tile] for tile in bits(hand)]
    fits_left, fits_right = WITH[left], WITH[right]
    fitting = hand & (fits_left | fits_right)
    if not fitting:
        return (DRAW,) if state.market else (PASS,)
    moves = []
    for tile in bits(fitting):
        if fits_left >> tile & 1:
            moves.append(_LEFT[tile])
        if fits_right >> tile & 1:
            moves.append(_RIGHT[tile])
    if left != right and state.options.double_double == "on":
        pair = 1 << DOUBLES[left] | 1 << DOUBLES[right]
        if hand & pair == pair:
            moves.append(_PAIR[left, right])
    return moves


def apply(state: State, seat: Seat, move: Move) -> list[Event]:
    """Play a move; the deal ends, is written down and followed by the next within the same call.

    Events of its own: "drew" with the tiles drawn in this turn, the market, and secretly the tile;
    "shown" with all hands at the end of a deal, of who went out or, after a fish, of nobody;
    "redealt" of the seat whose hand was no good.
    """
    if move not in legal(state, seat):
        raise _refusal(state, seat, move)
    events = [moved(seat, move)]
    if move == DRAW:
        events.append(_draw(state, seat))
    else:
        if move == PASS:
            state.lacks[seat] |= 1 << state.left | 1 << state.right
        else:
            for tile, to_right in LAYS[move]:
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
    # The tiles drawn before and kept do not fit either; of other numbers nothing is known any more.
    state.lacks[seat] = 1 << state.left | 1 << state.right
    open_data = {"count": state.drawn, "market": len(state.market)}
    return Event("drew", seat, open_data, {"tile": TILES[tile]})


# --- refusals ---------------------------------------------------------------------------------

_LAY_TEXT: Final = re.compile(r"lay (\d-\d) (left|right)(?: (\d-\d) (left|right))?")


def _refusal(state: State, seat: Seat, move: Move) -> IllegalMoveError:
    """Say why a move is not legal."""
    if state.result:
        return IllegalMoveError(MATCH_OVER, "K-R15")
    if seat != state.turn:
        return IllegalMoveError(NOT_YOUR_TURN, "K-R4")
    text = _LAY_TEXT.fullmatch(move)
    if move not in (DRAW, PASS) and not (text and {text[1], text[3] or text[1]} <= NUMBER.keys()):
        return IllegalMoveError(UNKNOWN_MOVE, "K-R6", move=move[:40])
    if state.left < 0:
        return _refuse_opening(state, text)
    if not text:
        return _refuse_draw_or_pass(state, move)
    if text[3]:
        return _refuse_pair(state, text)
    return _refuse_lay(state, text[1], text[2])


def _refuse_opening(state: State, text: re.Match[str] | None) -> IllegalMoveError:
    opening = _opening_name(state)
    if text and text[3]:
        return IllegalMoveError("the opening move is a single tile", "K-R9")
    if opening and not (text and text[1] == opening):
        return IllegalMoveError("you must open with {tile}", "K-R4", tile=opening)
    if not text:
        return IllegalMoveError("you open this deal: lay any tile", "K-R5")
    if not state.hands[state.turn] >> NUMBER[text[1]] & 1:
        return IllegalMoveError("you do not hold {tile}", "K-R6", tile=text[1])
    return IllegalMoveError("the opening move is written lay {tile} left", "K-R4", tile=text[1])


def _refuse_draw_or_pass(state: State, move: Move) -> IllegalMoveError:
    fitting = state.hands[state.turn] & (WITH[state.left] | WITH[state.right])
    if fitting:
        tile = tile_names(fitting)[-1]
        if move == DRAW:
            return IllegalMoveError("you may not draw: {tile} fits", "K-R7", tile=tile)
        return IllegalMoveError("you may not pass: {tile} fits", "K-R7", tile=tile)
    if move == DRAW:
        return IllegalMoveError("the market is empty: you must pass", "K-R8")
    return IllegalMoveError("you may not pass while the market has tiles: draw", "K-R8")


def _refuse_lay(state: State, tile: str, side: str) -> IllegalMoveError:
    if not state.hands[state.turn] >> NUMBER[tile] & 1:
        return IllegalMoveError("you do not hold {tile}", "K-R6", tile=tile)
    if side == "left":
        return IllegalMoveError(
            "{tile} does not fit the left end, {end}", "K-R6", tile=tile, end=state.left
        )
    return IllegalMoveError(
        "{tile} does not fit the right end, {end}", "K-R6", tile=tile, end=state.right
    )


def _refuse_pair(state: State, text: re.Match[str]) -> IllegalMoveError:
    tiles = (NUMBER[text[1]], NUMBER[text[3]])
    if state.options.double_double == "off":
        return IllegalMoveError("two tiles in one move are off in the house rules", "K-R9")
    if not all(_ALL_DOUBLES >> tile & 1 for tile in tiles):
        return IllegalMoveError("only two doubles may be laid in one move", "K-R9")
    if (text[2], text[4]) != ("left", "right"):
        return IllegalMoveError("of two doubles the left end is named first", "K-R9")
    for tile, side, end in zip(tiles, ("left", "right"), (state.left, state.right), strict=True):
        if not (state.hands[state.turn] & WITH[end]) >> tile & 1:
            return _refuse_lay(state, TILES[tile], side)
    return IllegalMoveError(
        "both ends show {end}: there is no pair of doubles for them", "K-R9", end=state.left
    )


# --- the score --------------------------------------------------------------------------------


def _finish_deal(state: State, out: Seat | None) -> list[Event]:
    """Count the hands, write the sheet (K-R11 .. K-R14), end the match (K-R15) or deal again."""
    options = state.options
    left = [count(hand, options) for hand in state.hands]
    row = []
    for seat, points in enumerate(owed(left, options, fish=out is None)):
        more, state.hanging[seat] = written(
            points, state.totals[seat], state.hanging[seat], options
        )
        state.totals[seat] += more
        row.append(more)
    state.sheet.append(tuple(row))
    state.last = LastDeal(tuple(left), out)
    state.result = settle(state.totals, options)
    hands = [list(tile_names(hand)) for hand in state.hands]
    line = {"deal": state.deal, "points": row, "totals": state.totals[:], "left": left}
    events = [Event("shown", out, {"hands": hands}), Event("deal", None, line)]
    return events if state.result else events + _deal(state)


def result(state: State) -> Result | None:
    """Return the result once the match is over."""
    return state.result


# --- what a seat knows ------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> View:
    """Return all that a seat, or a spectator, may know (K-R16)."""
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
        lacks=tuple([tuple(bits(mask)) for mask in state.lacks]),
        hanging=tuple(state.hanging),
        sheet=tuple(state.sheet),
        last=state.last,
    )


def imagine(view: View, rng: Random) -> State:
    """Return a random state that agrees with everything the viewer has seen."""
    state = State(view.options, view.seats, RandomDecks(rng))
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
    # After the match the turn has no meaning for anybody.
    state.turn = view.to_act[0] if view.to_act else 0
    state.drawn = view.drawn
    state.taken = list(view.taken)
    state.lacks = [sum(1 << n for n in numbers) for numbers in view.lacks]
    _imagine_hands(state, view, rng)
    return state


def _imagine_hands(state: State, view: View, rng: Random) -> None:
    """Share out the tiles the viewer does not see, to each seat only such as it may hold."""
    unseen = ALL_TILES & ~state.laid
    if view.seat is not None:
        state.hands[view.seat] = tile_mask(view.hand)
        unseen &= ~state.hands[view.seat]
    tiles = list(bits(unseen))
    owners: list[Seat] = []
    masks: list[int] = []
    for seat in range(view.seats):
        if seat != view.seat:
            owners += [seat] * view.sizes[seat]
            masks += _possible(state, seat, view.sizes[seat])
    for seat, tile in zip(owners, share(masks, tiles, rng), strict=True):
        state.hands[seat] |= 1 << tile
        tiles.remove(tile)
    rng.shuffle(tiles)
    state.market = tiles


def _possible(state: State, seat: Seat, size: int) -> list[int]:
    """Return, for each tile of a hidden hand, the mask of what it may be."""
    known = ALL_TILES
    for number in bits(state.lacks[seat]):
        known &= ~WITH[number]
    if state.opening >= 0 and not state.taken[seat]:
        # Whoever held a tile that opens before this one would have opened with it (K-R2).
        order = _opening_order(state.options.opening_order, state.options.may_open_00)
        for tile in order[: order.index(state.opening)]:
            known &= ~(1 << tile)
    masks = [known] * size
    if not state.line and seat == state.opener and state.opening >= 0:
        masks[0] = 1 << state.opening
    if state.drawn and seat == state.turn:
        masks[0] = ALL_TILES  # the tile just drawn may fit
    return masks
