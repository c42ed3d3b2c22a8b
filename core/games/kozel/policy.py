"""A learnt way to lay tiles in Kozel: weights of the signs of a lay, added up.

A player looks at the tile itself, the number of their own tiles that would fit next, and the number
of unseen tiles that the next player could lay. The weights depend on the numbers of tiles in the
next player's hand and in the market. `python -m kozyr_kits.training kozel` learns them. Looks at no
other hand, so that it also plays out imagined deals.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from core.games.kozel.bot_deal import FITS, OpenDeal, PackedLay, lays
from core.pieces import ALL_TILES, DOUBLES, HALVES, WITH, bits

# The number of weights of each part in a phase of a deal, and the start of the part.
_TILES: Final = 0
_ENDS: Final = _TILES + 28
_BOTH: Final = _ENDS + 4 * 8 * 2
_COVERED: Final = _BOTH + 8 * 12
_PHASE: Final = _COVERED + 4 * 8

_PHASES: Final = 2 * 4 * 3
SIZE: Final = _PHASES * _PHASE
"""The number of weights of a policy."""

_FEW: Final = (0, 1, 2, 3, 3, 3, 3, 3)
"""Own tiles with a number, counted up to three."""
_SOME: Final = (*range(8), *(7,) * 8)
"""Own tiles that fit either end, counted up to seven."""
_OUT: Final = (*range(12), *(11,) * 4)
"""Tiles out that fit either end, counted up to eleven."""
_NEXT: Final = (0, 0, 1, 2, *(3,) * 25)
"""The number of tiles that the next player holds -> the phase."""
_MARKET: Final = (0, *(1,) * 5, *(2,) * 22)
"""The number of tiles in the market -> the phase."""

_MAY_HOLD: Final = tuple(
    ALL_TILES & ~sum(1 << tile for tile in range(28) if any(n in HALVES[tile] for n in bits(lacks)))
    for lacks in range(128)
)
"""Numbers that a player lacks, as a mask -> the tiles that player may hold."""


def phase(deal: OpenDeal) -> int:
    """Return the phase of a deal, by seats, tiles of the next player, and tiles in the market."""
    seats = len(deal.hands)
    held = deal.hands[(deal.turn + 1) % seats].bit_count()
    return ((seats > 2) * 4 + _NEXT[held]) * 3 + _MARKET[len(deal.market)]


def weights_of(deal: OpenDeal, lay: PackedLay) -> tuple[int, ...]:
    """List the numbers of the weights that count for or against a lay."""
    tiles, left, right = lay
    rest, unseen = _after(deal, lay)
    first = phase(deal) * _PHASE
    found = [first + _TILES + tile for tile in bits(tiles)]
    for end in (left, right):
        double = rest >> DOUBLES[end] & 1
        found.append(first + _ENDS + _of(end, rest, unseen) * 2 + double)
    fits = FITS[left][right]
    own, out = _SOME[(rest & fits).bit_count()], _OUT[(unseen & fits).bit_count()]
    found.append(first + _BOTH + own * 12 + out)
    number = _covered(lay)
    if number >= 0:
        found.append(first + _COVERED + _of(number, rest, unseen))
    return tuple(found)


def _after(deal: OpenDeal, lay: PackedLay) -> tuple[int, int]:
    """Return the rest of one's own hand, and the unseen tiles that the next player may hold."""
    hand = deal.hands[deal.turn]
    lacks = deal.lacks[(deal.turn + 1) % len(deal.hands)]
    return hand ^ lay[0], ~(deal.laid | hand) & _MAY_HOLD[lacks]


def _of(number: int, rest: int, unseen: int) -> int:
    tiles = WITH[number]
    return _FEW[(rest & tiles).bit_count()] * 8 + (unseen & tiles).bit_count()


def _covered(lay: PackedLay) -> int:
    """Return the number that a lay has covered at the ends; -1 if it still shows at one."""
    tiles, left, right = lay
    if tiles & (tiles - 1):
        return -1
    return next((n for n in HALVES[tiles.bit_length() - 1] if n not in (left, right)), -1)


_COVERS: Final = {
    lay: number
    for lay in product([1 << tile for tile in range(28)], range(7), range(7))
    if (number := _covered(lay)) >= 0
}
"""Every lay that covers a number at the ends -> that number."""


class _Phase(NamedTuple):
    """The weights of a phase, by part. `tiles` has masks of one tile or of a pair of doubles."""

    tiles: dict[int, int]
    ends: Sequence[int]
    both: Sequence[int]
    covered: Sequence[int]


def _parted(weights: Sequence[int]) -> _Phase:
    single = weights[_TILES:_ENDS]
    tiles = {1 << tile: weight for tile, weight in enumerate(single)}
    for one, other in combinations(DOUBLES, 2):
        tiles[1 << one | 1 << other] = single[one] + single[other]
    return _Phase(tiles, weights[_ENDS:_BOTH], weights[_BOTH:_COVERED], weights[_COVERED:])


class LearntPolicy:
    """Weights, ready to be added up quickly: a search spends most of its time playing deals out."""

    def __init__(self, weights: Sequence[int]) -> None:
        """Raises ValueError if there are not SIZE weights."""
        if len(weights) != SIZE:
            raise ValueError(f"{len(weights)} weights instead of {SIZE}")
        self._phases = [_parted(weights[at : at + _PHASE]) for at in range(0, SIZE, _PHASE)]

    def choose(self, deal: OpenDeal) -> PackedLay:
        """Return the lay with the largest sum of weights, the first of equal ones.

        The last tile is laid at once.
        """
        hand = deal.hands[deal.turn]
        choices = lays(hand, deal.left, deal.right, pairs=deal.rules.pairs)
        if len(choices) == 1:
            return choices[0]
        tile_weights, ends, both, covered = self._phases[phase(deal)]
        unseen = _after(deal, choices[0])[1]
        best, most = choices[0], -(1 << 30)
        for lay in choices:
            tiles, left, right = lay
            rest = hand ^ tiles
            if not rest:
                return lay
            own_left, own_right = rest & WITH[left], rest & WITH[right]
            out_left, out_right = unseen & WITH[left], unseen & WITH[right]
            at_left = _FEW[own_left.bit_count()] * 8 + out_left.bit_count()
            at_right = _FEW[own_right.bit_count()] * 8 + out_right.bit_count()
            own, out = (own_left | own_right).bit_count(), (out_left | out_right).bit_count()
            worth = (
                tile_weights[tiles]
                + ends[at_left * 2 + (rest >> DOUBLES[left] & 1)]
                + ends[at_right * 2 + (rest >> DOUBLES[right] & 1)]
                + both[_SOME[own] * 12 + _OUT[out]]
            )
            if lay in _COVERS:
                number = WITH[_COVERS[lay]]
                at = _FEW[(rest & number).bit_count()] * 8 + (unseen & number).bit_count()
                worth += covered[at]
            if worth > most:
                best, most = lay, worth
        return best

    def play_out(self, deal: OpenDeal) -> None:
        """Play a deal to its end, in place."""
        while not deal.fetch():
            if deal.lay(self.choose(deal)):
                return
