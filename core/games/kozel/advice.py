"""Reasons for a move of Kozel: points shed, ends left open, the next player shut out."""

from collections.abc import Sequence

import core.games.kozel.rules as game
from core.advice import Reason, because
from core.game import Move
from core.games.kozel.moves import DRAW, LAYS, PASS
from core.games.kozel.sheet import count
from core.pieces import HALVES, NUMBER, TILES, WITH, tile_mask


def explain(view: game.View, move: Move) -> Reason:
    """Explain a legal move."""
    if view.ends is None and view.opening is not None:
        return because(
            "{tile} has to open this deal: it comes first in the order of opening tiles.",
            tile=view.opening,
        )
    if move in (DRAW, PASS):
        return _blocked(view, move)
    moves = game.legal(view)
    hand = tile_mask(view.hand)
    tiles = [tile for tile, _ in LAYS[move]]
    rest = hand & ~sum(1 << tile for tile in tiles)
    names = " ".join(TILES[tile] for tile in tiles)
    if not rest:
        return because("{tile} empties your hand, and you write nothing.", tile=names)
    if _one_tile(moves) and len({frozenset(_ends_after(view, each)) for each in moves}) == 1:
        return because("{tile} is the only tile that fits.", tile=names)
    points = count(hand, view.options) - count(rest, view.options)
    if len(tiles) == 2:
        return because("Two doubles in one turn: that sheds {points}.", points=points)
    return _lay(view, move, moves, rest, points)


def _blocked(view: game.View, move: Move) -> Reason:
    assert view.ends is not None
    left, right = view.ends
    if move == PASS:
        return because("Nothing you hold fits, and you may not draw: you can only pass.")
    if left == right:
        return because("Nothing you hold fits {end}: draw from the market.", end=left)
    return because(
        "Nothing you hold fits {left} or {right}: draw from the market.", left=left, right=right
    )


def _ends_after(view: game.View, move: Move) -> tuple[int, int]:
    """Return the number that a laid tile turns outwards, and the number at the other end."""
    tile, to_right = LAYS[move][0]
    high, low = HALVES[tile]
    if view.ends is None:
        return high, low
    left, right = view.ends
    inner, other = (right, left) if to_right else (left, right)
    return (low if high == inner else high), other


def _one_tile(moves: Sequence[Move]) -> bool:
    """Tell whether every move lays the same tile, so that only the end can be chosen."""
    return len({LAYS[move][0][0] for move in moves}) == 1


def _lay(view: game.View, move: Move, legal: Sequence[Move], rest: int, points: int) -> Reason:
    tile = LAYS[move][0][0]
    name = TILES[tile]
    outer, other = _ends_after(view, move)
    unseen = _unseen_fits(view, outer, other)
    if not (unseen or view.market or rest & (WITH[outer] | WITH[other])):
        return because("{tile} blocks the deal: fish.", tile=name)
    shut_out = _shut_out(view, outer, other)
    if shut_out is not None:
        return shut_out
    if tile == NUMBER["0-0"] and view.options.zero_double_25 == "always":
        return because("0-0 counts 25 as long as you hold it: get rid of it.")
    for end in (outer, other):
        more = (rest & WITH[end]).bit_count()
        if more and points > 0:
            return because(
                "{tile} sheds {points} and leaves {end} open. Tiles you still hold that fit "
                "it: {more}.",
                tile=name,
                points=points,
                end=end,
                more=more,
            )
    high, low = HALVES[tile]
    if high == low:
        return because("A double has one number only: {tile} is hard to place later.", tile=name)
    if points > 0 and points == _most(view, legal) and not _one_tile(legal):
        return because(
            "{tile} is the heaviest tile that fits: it sheds {points}.",
            tile=name,
            points=points,
        )
    return _leaves(name, outer, other, unseen)


def _leaves(tile: str, outer: int, other: int, unseen: int) -> Reason:
    """Explain a tile by the ends that it leaves open."""
    if outer == other:
        return because(
            "{tile} leaves {end} open at both ends. Tiles you have not seen that fit: {n}.",
            tile=tile,
            end=outer,
            n=unseen,
        )
    return because(
        "{tile} leaves {left} and {right} open. Tiles you have not seen that fit: {n}.",
        tile=tile,
        left=outer,
        right=other,
        n=unseen,
    )


def _unseen_fits(view: game.View, *ends: int) -> int:
    """Count the tiles for these ends that are neither in the line nor in the viewer's hand."""
    seen = tile_mask([*view.hand, *(max(tile, tile[::-1]) for tile in view.line)])
    fits = 0
    for end in ends:
        fits |= WITH[end]
    return (fits & ~seen).bit_count()


def _shut_out(view: game.View, outer: int, other: int) -> Reason | None:
    """Give a reason if the next player drew or passed at an end and so has nothing for it."""
    assert view.seat is not None
    lacks = view.lacks[(view.seat + 1) % view.seats]
    if outer in lacks and other in lacks:
        if view.market:
            return because("The next player has nothing for either end and must draw.")
        return because("The next player has nothing for either end and must pass.")
    for end in (outer, other):
        if end in lacks:
            return because(
                "{end} stays open, and the next player has no tile that fits it.", end=end
            )
    return None


def _most(view: game.View, legal: Sequence[Move]) -> int:
    """Return the most points that one tile can shed now."""
    hand = tile_mask(view.hand)
    whole = count(hand, view.options)
    lays = (LAYS[move] for move in legal)
    return max(whole - count(hand & ~(1 << lay[0][0]), view.options) for lay in lays)
